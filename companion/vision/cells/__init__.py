"""What lies on the cells of a board: little windows of each, compared with all others."""
