"""Showing the tiles of a set: one of each colour laid out, one picture, kept for all evenings."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.tile_looks import load_looks
from companion import cli
from companion.boards import GAMES, load
from companion.games.base import Checkpoint, Moment, Setup
from companion.geometry.camera import BOARD_MM
from companion.neural_network.encoders import FACE_SIDE
from companion.service.sitting.keeper import Keeper
from companion.service.sitting.tile_lesson import unclear, usual_places
from companion.sightings.sighting import BoardSighting, Sighting, View
from companion.sitting_folder.folder import SittingFolder
from hardware.table import render
from hardware.table.dressing import first_scene


def scene_of(game, cells=None, seed=5):
    """Two boards with brackets, ``cells`` on the first."""
    scene = first_scene(load(game), 2, seed, brackets=True)
    if cells is None:
        return scene
    first, *others = scene.seats
    return replace(scene, seats=(replace(first, cells=cells), *others), exposure=1)


def table(game, cells=None):
    """A picture of them."""
    return render(scene_of(game, cells))


def burnt(game, cells):
    """The same picture where a lamp is mirrored in every top."""
    scene = scene_of(game, cells)
    board, picture = scene.board, render(scene)
    middles = np.array([board.cell(cell).centre_mm for cell in cells])
    height = BOARD_MM + board.tile.height_mm
    tops = scene.eye.camera.project(scene.seats[0].pose.place(middles), height)
    for x, y in tops.round().astype(int).tolist():
        cv2.circle(picture, (x, y), 16, (255, 255, 255), -1)
    return picture


def showing(cells):
    return Moment(Checkpoint.TILES, 0, told={"tiles": {"0": cells}})


@pytest.mark.parametrize("game", GAMES)
def test_every_colour_has_a_place_to_be_shown(game):
    board = load(game)
    places = usual_places(board)
    assert sorted(places.values()) == sorted(board.colours)
    assert len(set(places)) == len(board.colours)


@pytest.mark.parametrize("game", ["azul", "summer-pavilion"])
def test_tiles_that_are_shown_are_learned(game):
    places = usual_places(load(game))
    keeper = Keeper(Setup(game), None)
    assert keeper.look(table(game), Moment(Checkpoint.SETUP, 0)).status == "read"
    report = keeper.look(table(game, places), showing(places))
    learned = keeper.scene.looks.faces
    assert report.status == "read"
    assert set(learned) == set(places.values())
    assert {np.shape(faces)[1:] for faces in learned.values()} == {(FACE_SIDE, FACE_SIDE, 3)}
    assert report.moment.checkpoint is Checkpoint.TILES


def test_a_tile_that_is_missing_is_named_and_nothing_is_learned():
    places = usual_places(load("azul"))
    gone = next(iter(places))
    laid = {cell: colour for cell, colour in places.items() if cell != gone}
    keeper = Keeper(Setup("azul"), None)
    keeper.look(table("azul"), Moment(Checkpoint.SETUP, 0))
    report = keeper.look(table("azul", laid), showing(places))
    assert report.status == "waiting"
    (notice,) = report.boards[0].notices
    assert notice.cells == (gone,)
    assert keeper.scene.looks.faces == {}


def test_a_tile_that_light_hides_is_not_said_to_be_missing():
    (cell, *_), keeper = usual_places(load("azul")), Keeper(Setup("azul"), None)
    keeper.look(table("azul"), Moment(Checkpoint.SETUP, 0))
    light = BoardSighting(0, View.CLEAR, cells={cell: {"blue": -1.0}}, dazzled=frozenset({cell}))
    ((seat, notice),) = unclear(Sighting((light,)), keeper.scene, {0: {cell: "blue"}})
    assert (seat, notice.cells) == (0, (cell,))
    assert "a lamp is mirrored" in notice.message


def test_tiles_of_two_colours_that_look_alike_are_named_and_nothing_is_learned():
    places = usual_places(load("azul"))
    twice = next(cell for cell, colour in places.items() if colour == "red")
    keeper = Keeper(Setup("azul"), None)
    keeper.look(table("azul"), Moment(Checkpoint.SETUP, 0))
    report = keeper.look(table("azul", {**places, twice: "blue"}), showing(places))
    assert report.status == "waiting"
    (notice,) = report.boards[0].notices
    assert "blue and red look alike" in notice.message
    assert keeper.scene.looks.faces == {}


def reversed_(places):
    """The tiles in the other order, as whoever begins at the wrong end lays them."""
    return dict(zip(places, reversed(places.values()), strict=True))


@pytest.mark.parametrize("game", ["azul", "azul-duel"])
def test_tiles_that_lie_in_each_others_places_are_named_and_nothing_is_learned(game):
    """On boards that do not tell it, half of the tiles had another one's name from then on."""
    places = usual_places(load(game))
    middle = list(places)[2]
    keeper = Keeper(Setup(game), None)
    keeper.look(table(game), Moment(Checkpoint.SETUP, 0))
    report = keeper.look(table(game, reversed_(places)), showing(places))
    assert report.status == "waiting"
    (notice,) = report.boards[0].notices
    assert set(notice.cells) == places.keys() - {middle}
    assert "seem to lie in each other's places" in notice.message
    assert keeper.scene.looks.faces == {}


def test_whoever_shows_them_so_again_is_believed():
    """There are sets whose tiles look like those of others."""
    places, keeper = usual_places(load("azul")), Keeper(Setup("azul"), None)
    keeper.look(table("azul"), Moment(Checkpoint.SETUP, 0))
    picture = table("azul", reversed_(places))
    reports = [keeper.look(picture, showing(places)) for _ in range(2)]
    assert [one.status for one in reports] == ["waiting", "read"]
    assert set(keeper.scene.looks.faces) == set(places.values())


def test_a_recorded_picture_is_believed_at_once(tmp_path):
    """Nobody can show its tiles again."""
    places = usual_places(load("azul-duel"))
    folder = SittingFolder(tmp_path, Setup("azul-duel"), True, None, ())
    keeper = Keeper.for_sitting(folder)
    keeper.look(table("azul-duel"), Moment(Checkpoint.SETUP, 0))
    report = keeper.look(table("azul-duel", reversed_(places)), showing(places))
    assert report.status == "read"
    assert set(keeper.scene.looks.faces) == set(places.values())


def test_the_command_keeps_nothing_of_tiles_that_a_lamp_burns_white(tmp_path, capsys):
    places = usual_places(load("azul"))
    picture, out = tmp_path / "tiles.png", tmp_path / "ours.json"
    cv2.imwrite(str(picture), burnt("azul", places))
    asked = ["calibrate", "tiles", str(picture), "--game", "azul", "--out", str(out)]
    assert cli.main(asked) == 2
    said = capsys.readouterr().err
    assert "look alike" in said or "a lamp is mirrored on" in said  # a matter of a hair
    assert not out.exists()


def test_the_command_keeps_them_in_a_file(tmp_path, capsys):
    places = usual_places(load("azul"))
    picture, out = tmp_path / "tiles.png", tmp_path / "ours.json"
    cv2.imwrite(str(picture), table("azul", places))
    assert cli.main(["calibrate", "tiles", str(picture), "--game", "azul", "--out", str(out)]) == 0
    assert "Learned 5 tiles" in capsys.readouterr().out
    looks = load_looks(out, "azul", load("azul").colours)
    assert set(looks.faces) == looks.shown == set(places.values())
    blue, red = (looks.faces[name][0].astype(int) for name in ("blue", "red"))
    assert np.abs(blue - red).mean() > 10
