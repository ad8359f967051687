"""What pages are made of: volumes, evidence, samples, and texts beside the rules."""
