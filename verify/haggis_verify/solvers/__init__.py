"""Both solvers, asked one text at a time, by several processes and from what is kept."""
