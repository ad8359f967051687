"""The typed form that every reading reads: its nodes, their laws, and how a tree becomes one."""
