"""Whole matches, lowered: dealt, played, seen, determinized, counted, many in step."""
