"""Commands that read pictures."""
