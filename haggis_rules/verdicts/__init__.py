"""What can come of a proof, as plain data: for whoever proves, tells or shows it."""
