"""Records of matches: one line of JSON an event, written as it happens, judged when it is read."""
