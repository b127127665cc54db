"""The keeper of a sitting whose camera is in somebody's hand: boards found anew, and whose."""
