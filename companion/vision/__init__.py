"""Pictures to sightings: where the boards lie and what lies on them, as likelihoods.

Knows the boards, not the rules.  The way of a picture: ``eyes`` (all of it), ``locate`` (poses),
``photometry`` (noise, and each board's own white), ``cells`` (what lies there, by the trained
model), ``pieces`` (cubes, dome tiles, chips), ``loose`` (tiles beside the boards).
"""
