"""Who may come in, what they may do, and who is served first."""
