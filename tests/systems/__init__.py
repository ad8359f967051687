"""The rule systems that descend from classic: what their own examples cannot say."""
