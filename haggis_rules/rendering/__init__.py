"""What cards look like, what they are called aloud, and how a notebook shows them."""
