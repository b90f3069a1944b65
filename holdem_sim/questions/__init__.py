"""Questions about the tax: what another scheme would earn, and how sure that is.

Each is a module with functions from runs and settings to pandas frames, and one that draws them; the command of the
same name says them on the command line. They play (``sweep``), tax recorded hands anew (``whatif``) or draw recorded
sessions again (``forecast``).
"""
