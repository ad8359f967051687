"""Games in which chance goes on in the middle of a hand: cards drawn, shuffled and dealt again."""
