"""Commands for a table and its computer."""
