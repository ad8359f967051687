"""Which plays a hand has and which actions a seat has, found without trying subsets.

Plays are laid row by row, in a plan made once for each game, and pieces are remembered from hand to
hand. Whether one given action is legal is answered without any search.
"""
