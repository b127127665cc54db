"""What the coach says after a round, from what was confirmed in it."""
