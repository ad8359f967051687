"""A game whose rules look at the cards of a play, and at the plays that a hand holds."""
