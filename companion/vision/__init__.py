"""Pictures to sightings: where the boards lie and what lies on them, as likelihoods.

Knows the boards, not the rules.  The way of a frame: ``eyes`` (all of it), ``finding`` and
``follow`` (poses), ``rectify`` (boards from above), ``light``, ``tiles``, ``cube``, ``cover``
(cells).
"""
