"""The strategies that come with holdem-sim, one file each; every file of this folder is found by itself."""
