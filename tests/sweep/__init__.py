"""Sweeps: plans, matches, files that grow, and what they come to."""
