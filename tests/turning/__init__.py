"""A game in which a play turns the order of ranks round until the hand is over."""
