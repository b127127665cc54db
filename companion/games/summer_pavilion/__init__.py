"""Azul: Summer Pavilion, both sides of the boards, 2 to 4 players (rules ``SP-``).

``play`` is complete play, ``game`` what lies on the boards; both use the functions of
``rules.scoring`` and ``rules.stars``.  ``records.differences`` replays recorded games.
"""
