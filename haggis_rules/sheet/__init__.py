"""The sheet of a variant: what a designer would work out by hand, found from the rules."""
