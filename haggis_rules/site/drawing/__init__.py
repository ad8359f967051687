"""Cards drawn among words."""
