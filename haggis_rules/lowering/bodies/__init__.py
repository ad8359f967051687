"""What every lowered function is written with: its body, numbers, cards, chance and loops."""
