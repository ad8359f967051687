"""A grid of tables, matches played by chance at each, and what they come to."""
