"""Hands that come to the ends of what is promised of a score, kept as records."""
