"""Pages to look things up in: help, rules, what this companion is made of."""
