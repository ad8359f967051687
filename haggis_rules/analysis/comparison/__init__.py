"""Two variants side by side: the clauses that differ, and the shortest play that shows each."""
