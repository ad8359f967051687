"""A module that plays nothing and answers about plays: what cards make, and what beats what."""
