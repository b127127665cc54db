"""From a folder to a ``SittingFolder``, every mistake on the way a clear sentence."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion import games
from companion.errors import SittingError
from companion.fields import Field, FieldError, brief, parse
from companion.games.base import Checkpoint, Moment, Setup
from companion.sitting_folder.corners import Corners, outside, read_corners
from companion.sitting_folder.names import FRAME_NAMES, SITTING_NAMES, check_names
from companion.sitting_folder.told import TILES, frozen, read_told
from companion.whole_file import read_whole

FORMAT = 1
SITTING_JSON = "sitting.json"
HANDHELD = "handheld"
CAMERAS = ("fixed", HANDHELD)
BEFORE_THE_GAME = (Checkpoint.SETUP, Checkpoint.TILES)

ONE_PLAYER_ACTED = (Checkpoint.TURN, Checkpoint.PLACED, Checkpoint.PASSED)


@dataclass(frozen=True, slots=True)
class FrameEntry:
    """One picture of the sitting and the moment it was taken for."""

    file: str
    moment: Moment


@dataclass(frozen=True, slots=True)
class SittingFolder:
    """A sitting folder whose pictures exist and whose ``sitting.json`` fits its game.

    ``corners_px`` are the tapped corners per seat in the first picture; None with ``brackets``.
    ``handheld`` tells that the pictures were taken from anywhere, each from another place.
    """

    path: Path
    setup: Setup
    brackets: bool
    corners_px: tuple[Corners, ...] | None
    frames: tuple[FrameEntry, ...]
    handheld: bool = False

    def picture(self, entry: FrameEntry) -> Path:
        """Return where the picture of ``entry`` lies."""
        return self.path / entry.file

    def check_corners(self, width: int, height: int) -> None:
        """Raise ``SittingError`` where corners lie beside the first picture of this size."""
        for seat, corners in enumerate(self.corners_px or ()):
            beside = outside(corners, width, height)
            if beside:
                raise SittingError(
                    f"{self.path / SITTING_JSON}: corners_px[{seat}] lies beside the picture of "
                    f"{width} x {height} pixels ({', '.join(beside)}); tap the four corners in "
                    f"{self.frames[0].file} again",
                    path=self.path / SITTING_JSON,
                    key=f"corners_px[{seat}]",
                )


def read(folder: str | Path) -> SittingFolder:
    """Return the sitting in ``folder``; raises ``SittingError`` with what is wrong with it."""
    path = Path(folder)
    text = read_text(path)
    try:
        return read_sitting(parse(text), path)
    except FieldError as error:
        raise SittingError(
            f"{path / SITTING_JSON}: {error}; put that right and start again",
            path=path / SITTING_JSON,
            key=error.key,
        ) from error


def read_text(path: Path) -> bytes:
    """Return the bytes of the folder's ``sitting.json``."""
    if not path.is_dir():
        found = "is a file" if path.exists() else "does not exist"
        raise SittingError(
            f"{path} {found}; name a folder with {SITTING_JSON} and its pictures", path=path
        )
    try:
        return read_whole(path / SITTING_JSON)
    except FileNotFoundError as error:
        raise SittingError(
            f"the folder {path} has no {SITTING_JSON}; name the folder of a sitting, or write one "
            "that tells the game, the players and the pictures",
            path=path,
        ) from error
    except OSError as error:
        raise SittingError(
            f"{path / SITTING_JSON} cannot be read ({error.strerror}); put that right "
            "and start again",
            path=path / SITTING_JSON,
        ) from error


def read_sitting(root: Field, path: Path) -> SittingFolder:
    """Return the sitting one document describes."""
    version = root.member("format").whole()
    if version != FORMAT:
        root.member("format").fail(f"is {version}, but this companion reads format {FORMAT}")
    check_names(root, SITTING_NAMES)
    setup = read_setup(root)
    brackets = root.member("brackets").truth()
    tapped = root.optional("corners_px")
    camera = root.optional("camera")
    handheld = camera is not None and camera.text(CAMERAS) == HANDHELD
    if tapped is None and not brackets and not handheld:
        root.fail("has neither brackets nor corners_px; tap four corners per board")
    return SittingFolder(
        path=path,
        setup=setup,
        brackets=brackets,
        corners_px=read_corners(tapped, setup.players) if tapped else None,
        frames=read_frames(root.member("frames"), setup, checkpoints_of(setup, root), path),
        handheld=handheld,
    )


def read_setup(root: Field) -> Setup:
    """Return what people agreed on before the first tile."""
    players = root.member("players").whole(2, games.MOST_PLAYERS)
    first = root.optional("first_player")
    options, goals, scores = (root.optional(name) for name in ("options", "goals", "scores"))
    return Setup(
        game=root.member("game").text(games.NAMES),
        variant=root.member("variant").text(("coloured", "grey")),
        players=players,
        first_player=first.whole(0, players - 1) if first else None,
        options=frozen(options.mapping()) if options else {},
        goals=tuple(item.text() for item in goals.items()) if goals else (),
        scores=tuple(item.whole(low=0) for item in scores.items(players)) if scores else None,
    )


def checkpoints_of(setup: Setup, root: Field) -> tuple[Checkpoint, ...]:
    """Return the game's checkpoints; the game itself refuses a set-up it cannot play."""
    try:
        return games.agreed(setup).checkpoints
    except ValueError as error:
        root.fail(f"cannot be played so: {str(error).rstrip('.')}")


def read_frames(
    node: Field, setup: Setup, checkpoints: tuple[Checkpoint, ...], path: Path
) -> tuple[FrameEntry, ...]:
    """Return the pictures in order; they exist, and no round comes before an earlier one."""
    items = node.items()
    if not items:
        node.fail("lists no pictures; take some and list them")
    frames = tuple(read_frame(item, setup, checkpoints, path) for item in items)
    for before, frame, item in zip(frames, frames[1:], items[1:], strict=False):
        if frame.moment.round < before.moment.round:
            item.member("round").fail(
                f"is {frame.moment.round}, but the picture before is of round {before.moment.round}"
            )
    return frames


def read_frame(
    node: Field, setup: Setup, checkpoints: tuple[Checkpoint, ...], path: Path
) -> FrameEntry:
    """Return one picture of the list."""
    check_names(node, FRAME_NAMES)
    checkpoint = Checkpoint(node.member("checkpoint").text((*checkpoints, Checkpoint.TILES)))
    seat, told = node.optional("seat"), node.optional("told")
    if seat is None and checkpoint in ONE_PLAYER_ACTED:
        node.fail(f"needs the seat of the player who acted, as its checkpoint is {checkpoint}")
    moment = Moment(
        checkpoint=checkpoint,
        round=node.member("round").whole(low=0 if checkpoint in BEFORE_THE_GAME else 1),
        seat=seat.whole(0, setup.players - 1) if seat else None,
        told=read_told(told, setup.players) if told else {},
    )
    if checkpoint is Checkpoint.TILES and not moment.told.get(TILES):
        node.fail("shows tiles, but does not tell which; tell 'tiles': seat, cell and colour")
    return FrameEntry(read_file(node.member("file"), path), moment)


def read_file(node: Field, path: Path) -> str:
    """Return the name of a picture that lies in the folder itself."""
    name = node.text()
    if not name or "\0" in name or Path(name).name != name:
        node.fail(f"is {brief(name)}, but must be the plain name of a picture in the same folder")
    try:
        there = (path / name).is_file()
    except OSError:  # a name longer than any file's
        there = False
    if not there:
        node.fail(f"is {brief(name)}, which is not in the folder; bring the picture back")
    return name
