"""A seat at a table, taken by somebody who types: what is shown, asked, advised and answered."""
