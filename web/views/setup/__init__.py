"""Setting a game and its camera up."""
