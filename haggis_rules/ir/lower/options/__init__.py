"""What a table can agree on, what it has agreed on, and which clauses hold then."""
