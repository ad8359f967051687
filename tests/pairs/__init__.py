"""A game in which each player has zones for each other player."""
