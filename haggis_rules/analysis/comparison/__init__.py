"""Two variants side by side: the clauses that differ, and a match on which they part."""
