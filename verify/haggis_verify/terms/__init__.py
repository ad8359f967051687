"""Terms that any solver can read: made, simplified, and written as SMT-LIB."""
