"""A slow reference dealer in plain Python, against which the engine is measured."""
