"""Text and JSON of cards, plays, actions and positions: one way in and one way out for each."""
