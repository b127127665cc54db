"""Commands that need the rules only."""
