"""What the commands share: arguments in, lines of text out, a player at a terminal."""
