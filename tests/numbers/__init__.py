"""A game that uses every word for numbers: below zero, products, tables, the most of several."""
