"""Where files are: the data that comes with the package, and what is kept in a user's cache."""
