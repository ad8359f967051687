"""What each source says, sentence by sentence in our words, and which clauses carry it."""
