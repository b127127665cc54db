"""Who plays at the simulated table, and what they make of it."""
