"""What a board of Azul Duel can show, and what is wrong with it."""
