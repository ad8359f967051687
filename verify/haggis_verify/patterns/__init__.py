"""That counting finds what the definition of each pattern says, reading by reading."""
