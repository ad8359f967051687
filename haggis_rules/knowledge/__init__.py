"""Who knows what: views, what a log says of each card, and positions that fit a view.

The search for positions reads a view and never the state that the view was made from.
"""
