"""Positions, examples and differing plays drawn as people at a table would lay them out."""
