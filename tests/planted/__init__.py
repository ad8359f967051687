"""Faults that are planted in texts on purpose, as data, and the judge that sees them noticed."""
