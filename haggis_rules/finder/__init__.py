"""The rules finder: any question in a player's words, and the clauses that answer it."""
