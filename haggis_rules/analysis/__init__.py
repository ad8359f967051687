"""What can be worked out about a variant: its sheet, counts by depth, chance, another variant."""
