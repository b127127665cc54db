"""Boards drawn, cut out of the picture, and ready to be corrected."""
