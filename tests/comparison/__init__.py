"""Tests of how two variants are compared."""
