"""Players made from the rules alone: each chooses by what its own seat may know."""
