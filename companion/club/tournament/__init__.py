"""The tournament: rounds, pairings, standings; pure, so that every draw can be worked out again."""

from companion.club.tournament.draw import draw
from companion.club.tournament.standings import Standing, standings
from companion.club.tournament.tournament import Match, Outcome, Plan, Round, Tournament

__all__ = ["Match", "Outcome", "Plan", "Round", "Standing", "Tournament", "draw", "standings"]
