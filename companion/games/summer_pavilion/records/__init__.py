"""Recorded games of Summer Pavilion, checked against the engine."""
