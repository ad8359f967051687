"""Proofs about the rules of a game. The only package that imports solvers."""
