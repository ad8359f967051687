"""Plays found by the rows of a game: counted together, and one of them by its place."""
