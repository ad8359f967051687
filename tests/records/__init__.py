"""Tests of records: what is written, what is read, and what is refused."""
