"""Which plays a hand has and which actions a seat has, found without trying subsets.

Patterns are compiled to rows, once for each game: plays are counted by them, and made when somebody
asks. The plays of patterns that have no rows are laid row by row, and pieces remembered from hand
to hand. Whether one given action is legal is answered without any search.
"""
