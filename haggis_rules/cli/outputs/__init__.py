"""What each command prints with `--format json`, declared as types that its writer keeps to."""
