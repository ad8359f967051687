"""Plays found stage by stage in the cards of a hand, where a pattern has no rows."""
