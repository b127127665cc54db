"""What a board of Summer Pavilion can show, and what is wrong with it."""
