"""Whole matches by chance in every seating, with all that must hold looked at in every step."""
