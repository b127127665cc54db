"""Drawn printings of the games: every edition has its own colours, ornaments, paper and frames.

The simulated table lays them out for people, and the training of the eyes draws thousands of them,
so that the next printing, a real one, is nothing new.  All artwork is original and made of a seed.
"""
