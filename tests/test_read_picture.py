"""``companion read``: any picture, no sitting; every answer against what truly lay there."""

from __future__ import annotations

import json
from functools import cache

import cv2
import numpy as np
import pytest

from calibration.corners_and_white import TableCorners, save_corners
from companion import cli
from companion.boards import GAMES, load
from companion.cli.commands.pictures import boards as boards_command
from companion.errors import PictureError
from companion.neural_network.slots import tile_cells
from companion.service.pictures import single_picture
from companion.service.pictures.single_picture import look_at
from companion.service.reports.letters import board_lines
from companion.service.reports.picture_file import write_picture
from companion.sightings.sighting import View
from companion.vision.locate.propose import Proposal, propose
from tests.sittings import DATA, DEMO


@cache
def truth(frame, of="demo"):
    labels = json.loads((DATA / of / "labels.json").read_text(encoding="utf-8"))
    return labels["frames"][frame]["boards"]


def corners_of(boards, path, factor=1.0):
    points = [[[x * factor, y * factor] for x, y in board["corners_px"]] for board in boards]
    path.write_text(json.dumps(points), encoding="utf-8")
    return path


def read(capsys, picture, *options, game="azul"):
    """What the command says in JSON."""
    assert cli.main(["read", str(picture), "--game", game, "--json", *map(str, options)]) == 0
    return json.loads(capsys.readouterr().out)["boards"]


def refused(capsys, picture, *options):
    assert cli.main(["read", str(picture), "--game", "azul", *map(str, options)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


@pytest.fixture
def corners(tmp_path):
    return corners_of(truth(3), tmp_path / "corners.json")


def test_a_picture_is_read_judged_and_counted(capsys, corners):
    boards = read(capsys, DEMO / "003.jpg", "--corners", corners, "--reference", DEMO / "000.jpg")
    for seen, lies, scored in zip(boards, truth(3), truth(4), strict=True):
        assert seen["cells"] == lies["cells"]
        assert seen["violations"] == []
        assert seen["score_marker"] == lies["score_marker"]
        worth = scored["score_marker"] - lies["score_marker"]
        assert seen["worth"]["total"] == worth
        assert seen["worth"]["score"] == scored["score_marker"]
        assert sum(step["points"] for step in seen["worth"]["steps"]) <= worth, "never below 0"
        assert min(seen["certainty"].values()) > 0.5


def test_corners_that_were_calibrated_are_taken_as_they_were_kept(capsys, tmp_path):
    taps = [f"{x},{y}" for board in truth(3) for x, y in board["corners_px"]]
    kept, boards = tmp_path / "kept.json", ("--corners", *taps[:4], "--corners", *taps[4:])
    line = ["calibrate", "corners", str(DEMO / "003.jpg"), *boards, "--out", str(kept)]
    assert cli.main(line) == 0
    capsys.readouterr()
    seen = read(capsys, DEMO / "003.jpg", "--corners", kept, "--sightings")
    assert [board["view"] for board in seen] == ["clear", "clear"]


def test_corners_of_a_picture_of_another_size_are_refused(capsys, tmp_path):
    kept = tmp_path / "kept.json"
    save_corners(kept, TableCorners("azul", (3280, 2464), ((*truth(3)[0]["corners_px"],),)))
    said = refused(capsys, DEMO / "003.jpg", "--corners", kept)
    assert "were found in a picture of 3280 x 2464 pixels, and this one has 1640 x 1232" in said


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"game": "azul-duel"}, "are those of Azul Duel, and the boards are to be read as Azul;"),
        ({"format": 2}, "format is 2, but this companion knows formats up to 1"),
    ],
)
def test_corners_of_another_game_or_a_newer_companion_are_refused(capsys, tmp_path, other, said):
    kept = tmp_path / "kept.json"
    save_corners(kept, TableCorners("azul", (1640, 1232), ((*truth(3)[0]["corners_px"],),)))
    kept.write_text(json.dumps(json.loads(kept.read_text()) | other))
    assert said in refused(capsys, DEMO / "003.jpg", "--corners", kept)


@pytest.fixture
def sought_once(monkeypatch):
    """Boards are looked for once in each picture: what is found is the same every time."""
    for module in (boards_command, single_picture):
        monkeypatch.setattr(module, "propose", sought)


@cache
def _sought(pixels, shape, game, variant, players):
    image = np.frombuffer(pixels, np.uint8).reshape(shape)
    return propose(image, load(game, variant), players)


def sought(image, board, players):
    return _sought(image.tobytes(), image.shape, board.game, board.variant, players)


@pytest.mark.usefixtures("sought_once")
def test_corners_that_were_proposed_are_taken_as_they_were_printed(capsys, tmp_path):
    proposed = tmp_path / "proposed.json"
    assert cli.main(["boards", str(DEMO / "003.jpg"), "--game", "azul", "--json"]) == 0
    proposed.write_text(capsys.readouterr().out)
    seen = read(capsys, DEMO / "003.jpg", "--corners", proposed, "--sightings")
    assert [board["view"] for board in seen] == ["clear", "clear"]


@pytest.mark.usefixtures("sought_once")
def test_boards_are_found_where_nobody_says_where_they_lie(capsys):
    boards = read(capsys, DEMO / "003.jpg", "--sightings")
    assert len(boards) == 2
    for lies in truth(3):
        middle = np.mean(lies["corners_px"], axis=0)
        near = [np.linalg.norm(np.mean(b["corners_px"], axis=0) - middle) for b in boards]
        assert min(near) < 10


@pytest.fixture
def sought_before(monkeypatch):
    """The boards of the demonstration are known: what is said of the search needs none."""
    half = np.array([0.5, 0.5])
    found = tuple(Proposal(np.array(one["corners_px"]) - half, 0.9) for one in truth(3))
    for module in (boards_command, single_picture):
        monkeypatch.setattr(module, "propose", lambda image, board, players: found[:players])


@pytest.mark.usefixtures("sought_before")
def test_people_at_a_terminal_are_told_what_takes_a_while(capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert cli.main(["boards", str(DEMO / "003.jpg"), "--game", "azul"]) == 0
    out, err = capsys.readouterr()
    assert "looking for the boards" in err
    assert "looking" not in out


def test_more_boards_than_the_game_has_are_refused_in_a_sentence(capsys, tmp_path):
    beside = {"corners_px": [[x + 5000, y] for x, y in truth(3)[0]["corners_px"]]}
    corners = corners_of([*truth(3), beside], tmp_path / "corners.json")
    command = ["read", str(DEMO / "003.jpg"), "--game", "azul-duel", "--corners", str(corners)]
    assert cli.main(command) == 2
    assert "has at most 2 boards, not 3" in capsys.readouterr().err


@pytest.mark.parametrize("command", [("read",), ("boards",), ("calibrate", "check")])
def test_more_boards_than_a_game_has_are_not_looked_for(capsys, command):
    asked = [*command, str(DEMO / "003.jpg"), "--game", "azul-duel", "--players", "3"]
    assert cli.main(asked) == 2
    assert "Azul Duel has at most 2 boards, not 3; ask for no more" in capsys.readouterr().err


@pytest.mark.usefixtures("sought_before")
def test_one_board_is_proposed_where_one_is_asked_for(capsys):
    asked = ["boards", str(DEMO / "003.jpg"), "--game", "azul", "--players", "1", "--json"]
    assert cli.main(asked) == 0
    assert len(json.loads(capsys.readouterr().out)["boards"]) == 1


@pytest.mark.usefixtures("sought_before")
def test_it_is_said_where_not_all_boards_are_made_out(capsys):
    assert cli.main(["read", str(DEMO / "003.jpg"), "--game", "azul", "--players", "3"]) == 0
    out, err = capsys.readouterr()
    assert "board 1" in out
    assert err.startswith("2 of 3 boards were made out; say with --corners")


def test_cells_outside_the_picture_are_said_and_never_read(capsys, tmp_path):
    picture = cv2.imread(str(DEMO / "003.jpg"))
    (left, _), (right, _) = truth(3)[0]["corners_px"][:2]
    cut = tmp_path / "cut.png"
    cv2.imwrite(str(cut), picture[:, : round((left + right) / 2)])
    options = ("--corners", corners_of(truth(3)[:1], tmp_path / "one.json"), "--players", 1)
    (seen,) = read(capsys, cut, *options)
    assert {"wall/0/4", "wall/4/4", "floor/6"} <= set(seen["unseen"])
    assert "line/4/4" not in seen["unseen"]
    assert not set(seen["cells"]) & set(seen["unseen"])


def test_no_cube_is_seen_beyond_the_edge_of_a_picture(capsys, tmp_path):
    """What lies there is black as a cube."""
    top_right, top_left = (x for x, _ in truth(3)[1]["corners_px"][1::-1])
    edge = round(top_right + 0.17 * (top_left - top_right))
    boards = [{"corners_px": [[x - edge, y] for x, y in truth(3)[1]["corners_px"]]}]
    cut = tmp_path / "cut.png"
    cv2.imwrite(str(cut), cv2.imread(str(DEMO / "003.jpg"))[:, edge:])
    (seen,) = read(capsys, cut, "--corners", corners_of(boards, tmp_path / "one.json"))
    assert "wall/0/4" in seen["unseen"]
    assert seen["score_marker"] == truth(3)[1]["score_marker"]


def test_what_is_not_legal_is_said_and_not_counted(capsys, tmp_path):
    lies = truth(2, "fault")
    boards = read(
        capsys,
        DATA / "fault" / "002.jpg",
        "--corners",
        corners_of(lies, tmp_path / "corners.json"),
        "--reference",
        DATA / "fault" / "000.jpg",
    )
    assert boards[0]["violations"] == []
    assert "line/3/0" in boards[1]["violations"][0]["cells"]
    assert boards[1]["worth"] is None


def test_for_people_a_board_is_printed_in_letters(capsys, corners):
    picture = ["read", str(DEMO / "003.jpg"), "--game", "azul", "--corners", str(corners)]
    assert cli.main([*picture, "--reference", str(DEMO / "000.jpg")]) == 0
    out = capsys.readouterr().out
    assert out.count("board ") == 2
    assert "marker on 3" in out
    assert "worth of the round" in out


def test_the_picture_with_what_was_read_is_written(capsys, corners, tmp_path):
    out = tmp_path / "seen.jpg"
    read(capsys, DEMO / "003.jpg", "--corners", corners, "--debug-image", out)
    drawn, taken = cv2.imread(str(out)), cv2.imread(str(DEMO / "003.jpg"))
    assert drawn.shape == taken.shape
    assert np.abs(drawn.astype(int) - taken).max() > 100


def test_what_is_written_over_a_board_stays_in_a_picture_cut_at_its_edge(
    capsys, tmp_path, monkeypatch
):
    top = int(min(y for board in truth(3) for _, y in board["corners_px"])) - 2
    boards = [{"corners_px": [[x, y - top] for x, y in b["corners_px"]]} for b in truth(3)]
    places = {}
    cut = tmp_path / "cut.png"
    cv2.imwrite(str(cut), cv2.imread(str(DEMO / "003.jpg"))[top:])
    write = cv2.putText
    monkeypatch.setattr(
        cv2, "putText", lambda *args: (places.update({args[1]: args[2]}), write(*args))[1]
    )
    corners = corners_of(boards, tmp_path / "corners.json")
    read(capsys, cut, "--corners", corners, "--debug-image", tmp_path / "seen.png")
    labels = [place for text, place in places.items() if text.startswith("seat")]
    assert len(labels) == 2
    assert all(x >= 0 and y >= 8 for x, y in labels)


def test_a_picture_without_a_board_is_refused_in_a_sentence(capsys, tmp_path):
    table = tmp_path / "table.png"
    cv2.imwrite(str(table), np.full((480, 640, 3), 90, np.uint8))
    assert "--corners" in refused(capsys, table)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--totals", -5, 3), "A score cannot be -5: give numbers from 0 to 250"),
        (("--totals", 5, 3, 9), "3 totals do not fit 2 boards"),
        (("--players", 3), "--players says 3 and --corners tells where 2 of the boards lie"),
        (("--goals", "G1"), "Azul has no goals to choose"),
        (("--totals", 5, 3, "--sightings"), "--sightings counts nothing; leave --totals"),
    ],
)
def test_what_no_game_has_is_refused_in_a_sentence(capsys, corners, options, said):
    assert said in refused(capsys, DEMO / "003.jpg", "--corners", corners, *options)


@pytest.mark.parametrize("option", [None, "--reference"])
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty; name another one"),
        (b"GIF89a", "{}: this file is no picture, or damaged; choose a JPEG"),
        (cv2.imencode(".png", np.ones((3, 4)))[1].tobytes()[:-12], "{}: this picture is damaged"),
    ],
)
def test_of_two_pictures_the_damaged_one_is_named(capsys, tmp_path, corners, option, content, said):
    wrong = tmp_path / "wrong.png"
    wrong.write_bytes(content)
    pictures = (wrong,) if option is None else (DEMO / "003.jpg", option, wrong)
    err = refused(capsys, *pictures, "--corners", corners)
    assert said.format(wrong) in err
    assert str(wrong) in err
    assert "send" not in err


@pytest.mark.parametrize("option", [None, "--reference"])
def test_a_black_picture_is_said_to_be_black(capsys, tmp_path, corners, option):
    black = tmp_path / "black.png"
    cv2.imwrite(str(black), np.full((1232, 1640, 3), 10, np.uint8))
    pictures = (black,) if option is None else (DEMO / "003.jpg", option, black)
    err = refused(capsys, *pictures, "--corners", corners)
    assert "black.png is black; take it again with more light" in err


def test_a_reference_of_another_size_is_said_to_be_one(capsys, tmp_path, corners):
    small = tmp_path / "small.png"
    cv2.imwrite(str(small), np.full((480, 640, 3), 90, np.uint8))
    err = refused(capsys, DEMO / "003.jpg", "--corners", corners, "--reference", small)
    assert "small.png has 640 x 480 pixels and the picture 1640 x 1232; take both" in err


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("seen.txt", "name a file.png"),
        ("seen", "name a file.png"),
        (".png", "name a file.png"),
        ("seen.pbm", "name a file.png"),
        ("corners.json/seen.png", "Not a directory"),
        ("folder.png", "Is a directory"),
    ],
)
def test_what_cannot_be_written_is_said_in_a_sentence(tmp_path, corners, name, said):
    (tmp_path / "folder.png").mkdir()
    with pytest.raises(PictureError, match=said):
        write_picture(cv2.imread(str(DEMO / "003.jpg")), tmp_path / name)


@pytest.mark.parametrize("game", GAMES)
def test_every_cell_has_a_letter_of_its_own(game):
    board = load(game)
    lines = board_lines(board, {})
    assert "".join(lines).count(".") == len(tile_cells(board))
    full = board_lines(board, {cell.id: board.colours[0] for cell in tile_cells(board)})
    assert "." not in "".join(full)


def test_a_board_of_another_game_is_not_read(capsys, corners):
    boards = read(capsys, DEMO / "003.jpg", "--corners", corners, game="summer-pavilion")
    assert [board["view"] for board in boards] == ["unknown", "unknown"]
    assert [board["cells"] for board in boards] == [{}, {}]
    assert [board["worth"] for board in boards] == [None, None]


def test_what_is_seen_without_rules_says_nothing_of_what_is_legal_and_what_it_is_worth(
    capsys, corners
):
    judged = read(capsys, DEMO / "003.jpg", "--corners", corners)
    seen = read(capsys, DEMO / "003.jpg", "--corners", corners, "--sightings")
    for rules, alone in zip(judged, seen, strict=True):
        assert rules.keys() - alone.keys() == {"violations", "worth"}
        assert (alone["cells"], alone["doubts"]) == (rules["cells"], [])


@pytest.mark.parametrize("options", [(), ("--sightings",)])
def test_nothing_is_made_up_for_a_board_that_is_not_made_out(capsys, tmp_path, options):
    """Twelve pixels are too few to be a board."""
    small = tmp_path / "corners.json"
    small.write_text("[[[100, 100], [112, 100], [112, 112], [100, 112]]]", encoding="utf-8")
    (lost,) = read(capsys, DEMO / "003.jpg", "--corners", small, *options)
    assert lost["view"] == "lost"
    assert (lost["cells"], lost["certainty"], lost.get("worth")) == ({}, {}, None)
    assert set(lost["unseen"]) == {cell.id for cell in tile_cells(load("azul"))}


def test_nothing_is_read_against_a_picture_of_another_size():
    """It shows another table."""
    image, reference = (cv2.imread(str(DEMO / name)) for name in ("003.jpg", "000.jpg"))
    halved = [np.array(board["corners_px"]) / 2 for board in truth(3)]
    looked = look_at(image, load("azul"), halved, reference=reference[::2, ::2].copy())
    assert [each.view for each in looked.sighting.boards] == [View.LOST] * 2
    assert [each.judged.worth for each in looked.reports()] == [None, None]
