"""The typed form that every reading reads."""
