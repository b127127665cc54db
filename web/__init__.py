"""The dashboard that every phone and television in the house can open."""
