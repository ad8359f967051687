"""The rules as pages: what a clause says, in words and with its sources."""
