"""The meaning of the rules, by running them as they are written."""
