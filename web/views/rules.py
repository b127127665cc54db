"""What the rules say, in a sentence each and in the reader's language.

Only those a score sheet or a warning can name.  The three games with a wall share their numbers:
AZ-R26, MI-R26 and CH-R26 are the same rule.
"""

from __future__ import annotations

from web.languages import gettext as _

WALL_GAMES = ("AZ", "MI", "CH")


def text(rule: str) -> str:
    """Return what ``rule`` (``AZ-R27``) says; empty text for one that has no sentence here."""
    game, _dash, number = rule.partition("-")
    if game not in WALL_GAMES:
        return ""
    return scoring_rules().get(number) or placing_rules().get(number, "")


def reason(rule: str, points: int) -> str:
    """Return why a step of the score sheet brings ``points``, in a few words."""
    game, _dash, number = rule.partition("-")
    reasons = {
        "R26": _("stands alone"),
        "R27": _("a row of %(length)d", length=points),
        "R28": _("counts column and row"),
        "R30": _("tiles on the floor line"),
        "R31": _("never below zero"),
        "R38": _("2 for each"),
        "R39": _("7 for each"),
        "R40": _("10 for each"),
    }
    return reasons.get(number, "") if game in WALL_GAMES else ""


def scoring_rules() -> dict[str, str]:
    """Return the rules by which points are counted, by number."""
    return {
        "R26": _("A tile with no neighbour on the wall scores 1 point."),
        "R27": _("A tile scores 1 point for each tile of the unbroken row it belongs to."),
        "R28": _(
            "A tile scores 1 point for each tile of the unbroken column it belongs to; where it "
            "also belongs to a row, both are added."
        ),
        "R29": _("Tiles placed higher up in the same round count as neighbours."),
        "R30": _("The numbers above the occupied spaces of the floor line are lost."),
        "R31": _("A score never falls below zero."),
        "R38": _("Each complete row of the wall brings 2 points at the end."),
        "R39": _("Each complete column of the wall brings 7 points at the end."),
        "R40": _("Each colour with all five tiles on the wall brings 10 points at the end."),
        "R41": _("Most points win; a tie goes to the player with more complete rows."),
    }


def placing_rules() -> dict[str, str]:
    """Return the rules about where tiles may lie, by number."""
    moving = _("Tiles of incomplete pattern lines stay where they are.")
    return {
        "R4": _("The boards are empty before the first round."),
        "R13": _("All tiles of one turn go to one pattern line, the rest to the floor line."),
        "R14": _("A pattern line is filled without gaps, from the wall outwards."),
        "R15": _("A pattern line holds tiles of one colour only."),
        "R16": _("A complete pattern line takes no further tile."),
        "R17": _("A colour that a row of the wall has may not go to the pattern line beside it."),
        "R18": _("The floor line is filled without gaps, from the left."),
        "R22": _("From each complete pattern line one tile goes to the space of its colour."),
        "R23": moving,
        "R24": _("After the tiling, complete pattern lines are cleared."),
        "R25": moving,
        "R32": _("The floor line is cleared after the tiling, not before."),
        "R43": _("No colour may lie twice in a row or a column of the wall."),
        "R44": _("A complete line that fits nowhere goes to the floor line."),
    }
