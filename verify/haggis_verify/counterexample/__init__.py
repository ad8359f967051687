"""A solver's case replayed on the interpreter, reached by play, and made small."""
