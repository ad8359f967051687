"""Proofs kept from before: their keys, and verdicts as text and back."""
