"""Recorded games of others, checked against the wall engine."""
