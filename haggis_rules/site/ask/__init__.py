"""What a browser answers by itself: modules made from the rules, and answers to check them by."""
