"""The eyes: find the boards once, follow them, say what lies on them.

``begin`` looks at the first picture, ``look`` at every one; what is known of the table travels in
an immutable ``Scene``.  Nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib import import_module

import numpy as np

from companion.arrays import HALF_PIXEL, Gray, Image, Points, Vector, is_colourless, to_gray
from companion.boards import Board
from companion.chosen_numbers import FLAT_SCALE, MARGIN_MM, STACKED
from companion.errors import BoardNotFound, WeightsError
from companion.geometry.camera import BOARD_MM, Camera, Pose
from companion.geometry.camera_moves import keep_origin
from companion.geometry.corner_check import check_corners
from companion.geometry.optics import USUAL, Optics
from companion.geometry.rectify import flatten
from companion.geometry.solve import outlines
from companion.neural_network.slots import tile_cells
from companion.neural_network.weights import weights
from companion.sightings.sighting import BoardSighting, Sighting, View
from companion.sightings.stopwatch import Stopwatch
from companion.vision.board_answers import answers_of
from companion.vision.board_sighting import sighted
from companion.vision.cells.contents import seem_bare
from companion.vision.cells.known_tiles import by_known_tiles
from companion.vision.cells.legend import is_misnamed, without_names
from companion.vision.cells.picture_cells import cells_of
from companion.vision.cells.recognition import glance
from companion.vision.cells.seen import BareCells, SeenCells, nothing_bare, see_cells
from companion.vision.cells.tiles_before import TilesBefore
from companion.vision.locate.bump import solve_again, turn_back
from companion.vision.locate.finding import by_brackets, check_inside, find_all
from companion.vision.locate.follow import Followed, landmarks_of
from companion.vision.locate.settle import as_tapped
from companion.vision.locate.tap_check import check_tapped
from companion.vision.locate.tap_noise import settle_tapped
from companion.vision.loose.ground import SetTable
from companion.vision.loose.tiles import LooseTable, loose_tiles
from companion.vision.occlusion import Hidden
from companion.vision.photometry.noise import calm
from companion.vision.photometry.white import PAPER, share_on_card, shares_by_tops
from companion.vision.pieces.chips import see_stores
from companion.vision.scene import Known, Scene, Seen


def warm_up() -> None:
    """Load what the first picture would else wait for.

    Weights that are damaged are said to be so when a picture is read.
    """
    import_module("numpy.ma")  # ``median`` asks for it
    with suppress(WeightsError):
        weights()


def begin(
    image: Image,
    board: Board,
    players: int,
    taps: Mapping[int, Points] | None = None,
    *,
    empty: bool = True,
    whole: bool = True,
    optics: Optics = USUAL,
) -> Scene:
    """Return the scene of the first picture: boards found by brackets or tapped corners.

    ``image`` (H, W, 3) uint8 BGR; ``taps`` maps seat to the tapped corners (4, 2), top-left first,
    clockwise, a few pixels off; None where every board has brackets.  Without ``empty`` boards
    nothing is known of their cells but what the board's file tells.  The picture must show the
    boards ``whole``, unless cells that it does not show are of no use.  ``optics`` is what is
    known of the lens.  Raises ``BoardNotFound``.
    """
    _check_colours(image, players)
    calmed = calm(image)
    if taps is None:
        table = by_brackets(calmed, board, players, optics)
    else:
        inside = {seat: np.asarray(points) - HALF_PIXEL for seat, points in taps.items()}
        check_corners(calmed, inside)
        start = as_tapped(calmed, board, inside, optics)
        table = settle_tapped(calmed, start)
        check_tapped(calmed, start, table, any_print=not whole)
    if whole:
        check_inside(calmed, table, board)
    camera, poses = table
    brackets = taps is None
    known = {s: _know(calmed, camera, pose, board, brackets) for s, pose in poses.items()}
    size = (image.shape[1], image.shape[0])
    scene = Scene(board, camera, known, brackets=brackets, size=size, optics=optics)
    cells, scene = _see(calmed, scene, known)
    if not empty:
        return _with_names(scene, _seem_bare(cells, scene))
    ground = SetTable(image, camera, poses, board, brackets, prints_of(scene))
    scene = replace(scene, known=_seen_bare(calmed, cells, scene), table=ground)
    return _with_names(scene, [each.bare for each in scene.known.values()])


def look(image: Image, scene: Scene) -> tuple[Sighting, Scene]:
    """Return what is seen in a picture (H, W, 3) uint8 BGR, and the scene after it."""
    watch = Stopwatch()
    if (image.shape[1], image.shape[0]) != scene.size or is_colourless(image):
        # Another camera took it, or one that has night vision now.
        nothing = tuple(_lost(seat, scene.board) for seat in sorted(scene.known))
        return Sighting(nothing), replace(scene, seen={})
    calmed = calm(image)
    scene, found = _find(calmed, scene)
    there = {seat: each for seat, each in sorted(found.items()) if each is not None}
    known = {seat: replace(scene.known[seat], pose=each.pose) for seat, each in there.items()}
    scene = replace(scene, known={**scene.known, **known})
    watch.lap("registration")
    cells, lit = _see(calmed, scene, there)
    boards = {seat: _lost(seat, scene.board) for seat in found}
    seen: dict[int, Seen] = {}
    tiles: dict[int, TilesBefore] = {}
    answers, unknown = answers_of(calmed, cells, lit)
    for seat, alone in answers.items():
        hidden = Hidden.of(alone, cells[seat], scene.board)
        clear = cells[seat].inside & ~hidden.cells & ~cells[seat].lit
        before, base = scene.known[seat], cells[seat].base
        said = by_known_tiles(alone, base, before.bare.given & clear, scene.looks, scene.board)
        said, tiles[seat] = before.tiles.seen_again(said, base, clear, scene.board)
        shown = sighted(calmed, lit, seat, cells[seat], said, hidden)
        if seat in unknown:
            shown = replace(shown, view=View.UNKNOWN, resembles=unknown[seat])
        boards[seat] = shown
        seen[seat] = Seen(cells[seat], hidden.cells, boards[seat].cells, said.tokens)
    watch.lap("tiles")
    sighting = Sighting(tuple(boards[seat] for seat in sorted(boards)), watch.laps)
    whole = {each.seat: there[each.seat] for each in sighting.boards if each.view is View.CLEAR}
    known = {**scene.known, **_seen_clearly(calmed, lit, whole, tiles)}
    return sighting, replace(scene, seen=seen, known=known)


def _check_colours(image: Image, players: int) -> None:
    if is_colourless(image):
        raise BoardNotFound(
            "the picture has no colours, and tiles are told by theirs; take it with a camera that "
            "sees colours, without night vision",
            seats=tuple(range(players)),
        )


def _seen_clearly(
    image: Image,
    scene: Scene,
    clear: Mapping[int, Followed],
    tiles: Mapping[int, TilesBefore],
) -> dict[int, Known]:
    """Return what is known of the boards that a picture shows ``clear``, with their ``tiles``.

    Of others nothing is learned: what lies over them may seem to be their print.
    """
    known = {}
    for seat, there in clear.items():
        reference = partial(_from_above, image, scene.camera, there.pose, scene.board)
        shown, each = len(there.agreeing), scene.known[seat]
        known[seat] = replace(
            each, shown=shown, reference=reference, tiles=tiles[seat], recognised=True
        )
    return known


def corners_of(scene: Scene) -> dict[int, Points]:
    """Return the corners (4, 2) of each board by seat; pixels count from the picture's edge."""
    poses = {seat: known.pose for seat, known in scene.known.items()}
    found = outlines((scene.camera, poses), scene.board.size_mm)
    return {seat: corners + HALF_PIXEL for seat, corners in found.items()}


def offer(image: Image, scene: Scene) -> LooseTable | None:
    """Return the loose tiles of a picture (H, W, 3) uint8 BGR that was looked at just before.

    None without a set-up picture, or where a board is lost; over others no hand may be.
    """
    if scene.table is None or len(scene.seen) < len(scene.known):
        return None
    ground = scene.table.ground(prints_of(scene))
    poses = {seat: known.pose for seat, known in scene.known.items()}
    tokens = [seen.tokens for seen in scene.seen.values()]
    tiles = loose_tiles(image, scene.camera, poses, scene.looks, ground, tokens)
    return LooseTable(len(ground.displays), tiles)


def _find(image: Image, scene: Scene) -> tuple[Scene, dict[int, Followed | None]]:
    """Find all boards; where the camera was bumped, solve for it again."""
    sought = scene.board, scene.known, scene.brackets
    boards = find_all(image, scene.camera, *sought)
    if None in boards.values():
        back = turn_back(image, scene.camera, *sought, boards)
        if back is not None:
            camera, boards = back
            scene = replace(scene, camera=camera)
    table = solve_again(scene.size, scene.camera, boards, scene.optics)
    if table is None:
        return scene, boards
    before = {seat: each.pose for seat, each in scene.known.items()}
    camera, poses = keep_origin(table, before, scene.board.size_mm)
    known = {seat: replace(each, pose=poses[seat]) for seat, each in scene.known.items()}
    moved = replace(scene, camera=camera, known=known)
    return moved, find_all(image, camera, scene.board, known, scene.brackets)


def _lost(seat: int, board: Board) -> BoardSighting:
    """Return what is seen of a board that a picture does not show."""
    return BoardSighting(seat, View.LOST, unseen=frozenset(cell.id for cell in tile_cells(board)))


def _know(image: Image, camera: Camera, pose: Pose, board: Board, brackets: bool) -> Known:
    reference = partial(_from_above, image, camera, pose, board)
    landmarks = landmarks_of(reference(), board)
    share = share_on_card(image, camera, pose, board) if brackets else PAPER
    bare = nothing_bare(board).with_print_share(share)
    tiles = TilesBefore.none(len(tile_cells(board)))
    return Known(pose, landmarks, len(landmarks.middles), reference, bare, tiles)


def _from_above(image: Image, camera: Camera, pose: Pose, board: Board) -> Gray:
    """Return the flat grey picture of a board."""
    flat = flatten(image, camera, pose, board.size_mm, BOARD_MM, MARGIN_MM, FLAT_SCALE)
    return to_gray(flat)


def _see(image: Image, scene: Scene, seats: Iterable[int]) -> tuple[dict[int, SeenCells], Scene]:
    """Return the cells of the boards of some ``seats``, where these are known to lie.

    And the scene, with what tops tell of boards that are dark all over and have no brackets.
    """
    poses, prints = {seat: scene.known[seat].pose for seat in seats}, prints_of(scene)
    cells = see_cells(image, scene.camera, poses, scene.board, STACKED, prints)
    if scene.brackets:
        return cells, scene
    tops = {seat: each.brightest for seat, each in cells.items()}
    told = shares_by_tops(image, (scene.camera, poses, scene.board), tops, prints)
    new = {seat: share for seat, share in told.items() if (share != prints[seat]).any()}
    if not new:
        return cells, scene
    known = {seat: scene.known[seat].with_print_share(share) for seat, share in new.items()}
    return _see(image, replace(scene, known={**scene.known, **known}), poses)


def prints_of(scene: Scene) -> dict[int, Vector]:
    """Return what share of white (3,) the lightest print of each board has, by seat."""
    return {seat: each.bare.print_share for seat, each in scene.known.items()}


def _seen_bare(image: Image, cells: Mapping[int, SeenCells], scene: Scene) -> dict[int, Known]:
    """Return what is known of the boards after their ``cells`` were seen empty."""
    known = {}
    for seat, seen in cells.items():
        each = scene.known[seat]
        stores = see_stores(image, scene.camera, each.pose, scene.board, seen.paper)
        bare = each.bare.with_cells(seen.inside, seen.base)
        known[seat] = replace(each, bare=bare, stores=stores)
    return known


def _seem_bare(cells: Mapping[int, SeenCells], scene: Scene) -> list[BareCells]:
    """Return the boards' cells that seem bare in a picture: nobody said that they are."""
    board, bare = scene.board, [each.bare for each in scene.known.values()]
    answers = glance(board, cells_of(list(cells.values()), bare), scene.looks)
    triples = zip(bare, cells.values(), answers, strict=True)
    return [b.with_cells(seem_bare(said, board) & c.inside, c.base) for b, c, said in triples]


def _with_names(scene: Scene, shown: Sequence[BareCells]) -> Scene:
    """Return the scene without the file's colours of spaces where those ``shown`` have others."""
    if not is_misnamed(shown, scene.board):
        return scene
    known = {
        seat: replace(each, bare=without_names(each.bare, scene.board))
        for seat, each in scene.known.items()
    }
    return replace(scene, known=known)
