"""The engine that Azul, Azul Mini and Master Chocolatier share; the games differ by data only.

``game`` reads boards, ``play`` plays completely.  Both score with ``rules.scoring`` and
``rules.tiling``.
Rule ``Rn`` is the same rule in all three games; only the prefix differs.
"""
