"""Faults that show only in the whole game. Each module looks for one kind and changes nothing."""
