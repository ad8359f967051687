"""Whole games of cards that are not Haggis, each with a referee of its own beside it."""
