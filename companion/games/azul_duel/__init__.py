"""Azul Duel (rule prefix ``DU-``): complete play, and what lies on real boards."""
