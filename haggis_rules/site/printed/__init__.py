"""What is printed on one sheet of paper: its content, and the PDF that is set from it."""
