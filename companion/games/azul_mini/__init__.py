"""Azul Mini, the travel edition: the rules of Azul with smaller pieces and two score sliders."""
