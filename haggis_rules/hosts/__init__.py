"""Games as the libraries of other people take them: numbered actions, arrays, environments."""
