"""How Azul Duel is played: phase 1, phase 2, filling up, scoring."""
