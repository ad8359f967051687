"""Cards and positions drawn among words."""
