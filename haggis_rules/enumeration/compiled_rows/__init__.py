"""The plays of a pattern whose rows are compiled: counted, chosen and made, block by block."""
