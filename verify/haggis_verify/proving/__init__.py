"""Obligations to what comes of them, for promises of the text and of every game."""
