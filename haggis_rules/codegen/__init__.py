"""Python generated from the typed form: what users run, compiled once for each game.

It mirrors ``semantics`` case for case and is compared with it. Every binder has a fixed size and
nothing recurses, so each function is straight-line code with a few bounded loops.
"""
