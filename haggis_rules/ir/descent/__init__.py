"""A line of variants as one text: which clauses hold, what was edited, and who stated what."""
