"""The table companion for the Azul family of board games."""
