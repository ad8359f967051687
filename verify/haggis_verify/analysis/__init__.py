"""What clauses are used, what a change can touch, and whether two games play the same."""
