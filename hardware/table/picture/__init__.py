"""The simulated table as its camera sees it: a scene as values, drawn."""
