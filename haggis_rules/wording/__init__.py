"""The typed form in English: expressions, effects, patterns and declarations."""
