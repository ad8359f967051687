"""What a seat can do, lowered: actions, their choices, and the plays that guards allow."""
