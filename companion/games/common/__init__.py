"""What the engines of the games say alike; nobody outside the games needs it."""
