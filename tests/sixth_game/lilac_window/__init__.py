"""Lilac Window, a game that does not exist: sixteen panes, one tile a turn."""
