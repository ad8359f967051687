"""Hostile input by chance, and sudden death: what no list of known faults can look for."""
