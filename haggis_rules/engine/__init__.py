"""Python made from the rules: what users run."""
