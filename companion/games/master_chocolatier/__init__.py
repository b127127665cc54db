"""Azul - Master Chocolatier: Azul with other colours and, as a variant, special factories."""
