"""What the coach says after a round."""
