"""Commands that make something to print."""
