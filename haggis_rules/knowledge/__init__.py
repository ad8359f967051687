"""Who knows what: views, what a log says of each card, and positions that fit a view."""
