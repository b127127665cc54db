"""What a board of the wall games can show, and what is wrong with it."""
