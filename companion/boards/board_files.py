"""From a board file to a ``Board``, checked on the way."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from companion.boards.board import Board, Cell, DomeTile, Ornament, Place, Tile
from companion.boards.outlines import rectangle, tile_outline
from companion.errors import BoardDataError
from companion.fields import Field, FieldError, Point
from companion.fields import parse as parse_json
from companion.games import INFOS, NAMES
from companion.games.base import ANY

VARIANTS = ("coloured", "grey")

Printing = tuple[str, str]
"""A game and a variant, the side of its board."""

FILES: Mapping[Printing, tuple[str, str]] = {
    (info.name, variant): (info.package, f"{name}.json")
    for info in INFOS.values()
    for variant, name in info.boards.items()
}
"""Game and variant -> the game's folder as a package, and the board file in it."""

GAMES = NAMES

SHAPES = ("square", "round", "rhombus")


@cache
def load(game: str, variant: str = "coloured") -> Board:
    """Return the board of ``game``; ``BoardDataError`` where there is none or it is damaged."""
    found = FILES.get((game, variant))
    if found is None:
        known = ", ".join(" ".join(pair) for pair in FILES)
        raise BoardDataError(
            f"there is no {variant} board of '{game}'; choose one of: {known}", name=game
        )
    package, name = found
    try:
        text = files(package).joinpath(name).read_bytes()
    except OSError as error:
        raise BoardDataError(
            f"the board file {name} of {game} cannot be read ({error.strerror}); "
            "install the companion again",
            name=game,
        ) from error
    return parse(text, variant, f"{name} of {game}")


def parse(text: str | bytes, variant: str = "coloured", name: str = "board.json") -> Board:
    """Return the board that the JSON ``text`` describes; ``name`` is for complaints."""
    try:
        return read_board(parse_json(text), variant)
    except FieldError as error:
        raise BoardDataError(
            f"the board file {name} is wrong: {error}; mend it or install the companion again",
            name=name,
        ) from error


def read_board(root: Field, variant: str) -> Board:
    """Return the board of one document."""
    colours = tuple(item.text() for item in root.member("colours").items())
    tile = read_tile(root.member("tile"))
    track = root.optional("track_cell_mm")
    track_mm = track.point() if track else None
    cells = tuple(
        read_cell(item, tile, track_mm, plain=variant == "grey")
        for item in root.member("cells").items()
    )
    board = Board(
        game=root.member("game").text(),
        variant=variant,
        size_mm=root.member("size_mm").point(),
        tile=tile,
        colours=colours,
        cells=cells,
        dome_tile=read_dome_tile(root),
        ornaments=read_ornaments(root),
        panel=text_or_none(root, "panel"),
    )
    check(board, root)
    return board


def read_tile(node: Field) -> Tile:
    """Return the tiles of the game; a rhombus gives its side, the others their size."""
    shape = node.member("shape").text(SHAPES)
    size = node.member("side_mm" if shape == "rhombus" else "size_mm")
    return Tile(shape, size.number(), node.member("height_mm").number())


def read_cell(node: Field, tile: Tile, track_mm: Point | None, *, plain: bool) -> Cell:
    """Return one cell; ``plain`` leaves the wall's printed colours out."""
    kind = node.member("kind").text()
    centre = node.member("centre_mm").point()
    turn = node.optional("angle_deg")
    angle = turn.number() if turn else 0.0
    given = node.optional("polygon_mm")
    return Cell(
        id=node.member("id").text(),
        kind=kind,
        centre_mm=centre,
        polygon_mm=given.points() if given else outline(kind, centre, tile, track_mm, angle),
        row=whole_or_none(node, "row"),
        col=whole_or_none(node, "col"),
        colour=None if plain and kind == "wall" else text_or_none(node, "colour"),
        value=whole_or_none(node, "value"),
        star=whole_or_none(node, "star"),
        space=whole_or_none(node, "space"),
        number=whole_or_none(node, "number"),
        angle_deg=angle,
    )


def outline(
    kind: str, centre: Point, tile: Tile, track_mm: Point | None, angle_deg: float
) -> tuple[Point, ...]:
    """Return the outline of a cell whose file gives none: a space of the track, or a tile's."""
    if kind == "track" and track_mm:
        return rectangle(centre, *track_mm)
    if kind == "slider":
        # The stops lie closer together than a tile is wide: its outline would cover two of them.
        return rectangle(centre, tile.size_mm / 2, tile.size_mm / 2)
    return tile_outline(tile.shape, centre, tile.size_mm, angle_deg)


def read_dome_tile(root: Field) -> DomeTile | None:
    """Return the dome tiles, where the game has them."""
    node = root.optional("dome_tile")
    if node is None:
        return None
    places = node.member("places")
    return DomeTile(
        node.member("size_mm").number(),
        node.member("height_mm").number(),
        tuple(Place(id, places.member(id).member("centre_mm").point()) for id in places.mapping()),
    )


def read_ornaments(root: Field) -> tuple[Ornament, ...]:
    """Return the printed ornaments, where the board has them."""
    listed = root.optional("ornaments")
    return tuple(
        Ornament(
            node.member("kind").text(),
            node.member("star").whole(),
            node.member("polygon_mm").points(),
        )
        for node in (listed.items() if listed else ())
    )


def check(board: Board, root: Field) -> None:
    """Raise ``FieldError`` for what no single field shows: doubles, places beside the board."""
    seen: set[str] = set()
    for cell, node in zip(board.cells, root.member("cells").items(), strict=True):
        if cell.id in seen:
            node.fail(f"is '{cell.id}' a second time")
        seen.add(cell.id)
        if cell.colour not in (None, ANY, *board.colours):
            node.fail(f"has the colour '{cell.colour}', which the game does not have")
        inside = all(
            0 <= at <= size for at, size in zip(cell.centre_mm, board.size_mm, strict=True)
        )
        if not inside:
            node.fail("lies beside the board")
    if not seen:
        root.fail("has no cells")


def inside(board: Board, cell: Cell) -> bool:
    """Tell whether the middle of ``cell`` lies on the board."""
    (x, y), (width, height) = cell.centre_mm, board.size_mm
    return 0 <= x <= width and 0 <= y <= height


def whole_or_none(node: Field, name: str) -> int | None:
    """Return an optional whole number."""
    member = node.optional(name)
    return member.whole() if member else None


def text_or_none(node: Field, name: str) -> str | None:
    """Return an optional text."""
    member = node.optional(name)
    return member.text() if member else None
