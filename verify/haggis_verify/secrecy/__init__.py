"""What has to be shown so that a view depends on nothing that is hidden from its seat."""
