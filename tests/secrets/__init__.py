"""What players may not know."""
