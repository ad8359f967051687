"""From which words of a text its faults come: what is changed and undone to find out."""
