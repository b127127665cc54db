"""How the wall games are played: taking, tiling, scoring, from round to round."""
