"""What clauses say, lowered: expressions, definitions, effects, and what happens in a step."""
