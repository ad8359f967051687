"""The rule systems beside classic: what their own examples cannot say."""
