"""The commands, a module for each, found by its name."""
