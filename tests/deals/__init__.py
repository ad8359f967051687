"""A game whose groups are shuffled together, and whose deal does not come out even."""
