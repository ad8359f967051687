"""What a browser answers by itself: tables made from the rules, and answers to check it by."""
