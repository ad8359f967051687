"""Where things stand in the memory of a module, and what the lowering does not reach."""
