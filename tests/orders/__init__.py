"""A game whose ranks outrank one another in one order, and follow one another in another."""
