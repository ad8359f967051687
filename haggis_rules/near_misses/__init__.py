"""What cards nearly are: the play that they miss by least, and what stands against it."""
