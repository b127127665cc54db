"""What saves a damaged journal: check sums, what is left of its rows, and a fresh file."""
