"""People with a phone at a table: they photograph it from anywhere, and say what is so."""

from dataclasses import replace
from random import Random

import numpy as np
from phone_eye import eye_in_hand
from truth import right_answer

from companion.games.base import Setup
from companion.geometry.camera import BOARD_MM, board_corners
from companion.service.reports.report import WhoseBoard
from hardware.table import simulated_sitting
from hardware.table.picture.render import picture_of

TRIES = 4
"""Pictures that people take of one moment at most."""

BY_SEAT = ("broken", "drawn", "chips")
"""What is told of every seat in turn."""

A_SEAT = ("free_floor",)
"""What is told by naming a seat."""


class Hand:
    """A simulated game, and whoever photographs it.

    ``seat_of`` maps the simulated player's seat to the companion's, which numbers the boards as it
    finds them in the first picture.  ``corners`` are where all boards lie in the last one.
    """

    def __init__(self, name, seed, *, brackets=False, players=2):
        starter = None if name == "azul-duel" else 0
        setup = Setup(name, players=players, first_player=starter)
        self.story = simulated_sitting(setup, seed, brackets=brackets)
        self.chance = Random(f"hand {seed}")
        self.seat_of = {}

    @property
    def steps(self):
        return self.story.steps

    def photograph(self, step, *only):
        """Take a picture of all boards, or only of some by the simulated player's seat."""
        scene = step.scene
        outline = board_corners(scene.board.size_mm)
        wanted = [scene.seats[seat].pose for seat in only] or [one.pose for one in scene.seats]
        eye = eye_in_hand(scene.board, wanted, self.chance)
        placed = [one.pose.place(outline) for one in scene.seats]
        self.corners = [eye.camera.project(each, BOARD_MM) for each in placed]
        self.middles = [each.mean(axis=0) for each in self.corners]
        return picture_of(replace(scene, eye=eye), "")

    def nearest(self, points):
        """Whose board lies at these corners of the picture, by the simulated player's seat."""
        middle = np.mean(points, axis=0)
        return int(np.argmin([np.linalg.norm(each - middle) for each in self.middles]))

    def meet(self, corners_by_seat):
        """See whose board the companion takes for whose, as people do on the page."""
        seen = {seat: points for seat, points in corners_by_seat.items() if points is not None}
        self.seat_of |= {self.nearest(points): seat for seat, points in seen.items()}

    def right(self, question, step):
        """Which option is right: whose board it is, or what truly lies there."""
        if isinstance(question, WhoseBoard):
            nobody_yet = question.seats[0]
            owner = self.seat_of.get(self.nearest(question.corners_px), nobody_yet)
            return question.seats.index(owner)
        return right_answer(question, self.lying(step))

    def lying(self, step):
        """What truly lies on the boards, by the companion's seats."""
        return {self.seat_of[seat]: dict(cells) for seat, cells in enumerate(step.boards)}

    def totals(self, step):
        """The totals by the companion's seats."""
        return {self.seat_of[seat]: total for seat, total in enumerate(step.scores)}

    def moment(self, step):
        """What the picture is for, with what people tell, by the companion's seats."""
        moment = step.moment
        told = {key: self._told(key, value) for key, value in moment.told.items()}
        seat = None if moment.seat is None else self.seat_of[moment.seat]
        return replace(moment, seat=seat, told=told)

    def _told(self, key, value):
        if key in BY_SEAT:
            theirs = {self.seat_of[seat]: each for seat, each in enumerate(value)}
            return tuple(theirs[seat] for seat in sorted(theirs))
        if key in A_SEAT:
            return self.seat_of[value]
        if isinstance(value, dict):
            return {**value, "seat": self.seat_of[value["seat"]]}
        return value
