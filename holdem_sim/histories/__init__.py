"""Hand histories of other programs: one file a format, all of them read into :class:`history.History`."""
