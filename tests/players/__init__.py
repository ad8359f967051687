"""Players, and what they may know."""
