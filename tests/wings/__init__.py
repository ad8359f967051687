"""A game in which parts of a combination repeat, on other ranks that may be alike or not."""
