"""Where a fault is in an author's text, what it is called, and how it is drawn."""
