"""Text to tree, tree to text, and what is told of a text that is neither."""
