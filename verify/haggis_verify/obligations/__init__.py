"""What has to be shown for each form of promise."""
