"""Python generated from the typed form: what users run, compiled once for each game."""
