"""Tiles beside the boards: on displays, in the centre, before a player."""
