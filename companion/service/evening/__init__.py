"""The evening itself: what it can be told, what it does then, and where it is played."""
