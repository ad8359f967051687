"""Which plays a hand has and which actions a seat has, found without trying subsets."""
