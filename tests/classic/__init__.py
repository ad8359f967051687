"""Classic Haggis and its tournament rule as the engine plays them, against the reference."""
