"""The page: sections of sentences, tables and pictures as one self-contained HTML file."""
