"""Plays found by a search, where rows do not describe them, and which games have plays at all."""
