"""The rules once more, in plain Python over a run's files: what ``verify`` is made of.

Nothing here imports the engine or is imported by it. Both were written from the house rules; where they
differ, one of them is wrong, and :func:`holdem_sim.verify.check_run` says so.
"""
