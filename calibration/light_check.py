"""Is the light good?  Bright enough, even, not too coloured; and what white looks like under it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.corners_and_white import ColourReference, Triple
from calibration.findings import Finding, Level, graded
from companion.arrays import Image, Points
from companion.boards import Board
from companion.geometry.bracket import arm_corners
from companion.geometry.camera import BOARD_MM, Camera, Pose
from companion.geometry.solve import Table

DIM_WARN, DIM_BAD = 120.0, 70.0
BURNT_WARN, BURNT_BAD = 0.08, 0.25
CAST_WARN, CAST_BAD = 1.8, 3.0
"""Strongest channel of white over the weakest."""

UNEVEN_WARN, UNEVEN_BAD = 1.8, 2.8
"""Brightest white on the boards over the darkest."""

NOISE_WARN, NOISE_BAD = 6.0, 12.0
BURNT = 254
STEP_MM = 6.0

Colours = dict[int, NDArray[np.float64]]
"""Colours (3,), or (N, 3) of places, by seat."""


def check_light(image: Image, table: Table, board: Board) -> tuple[Finding, ...]:
    """Return what there is to say of the light in a picture (H, W, 3) BGR of empty boards.

    A board that lies beside the picture tells nothing of it, though its brackets may be seen.
    """
    samples = _faces(image, table, board)
    if not samples:
        return (_noise(image),)
    whites = np.array([_white(face) for face in samples.values()])
    every = np.concatenate(list(samples.values()))
    return (
        _brightness(whites),
        _burnt(every),
        _cast(whites),
        _evenness(image, table, board),
        _noise(image),
    )


def colour_reference(
    image: Image, table: Table, board: Board, *, brackets: bool
) -> ColourReference:
    """Return what white (and with brackets mid-grey) looks like on and beside each board.

    Of what the picture does not show nothing is said.
    """
    white = {seat: _white(face) for seat, face in _faces(image, table, board).items()}
    grey = _arms(image, table, board, white=False) if brackets else {}
    white |= _arms(image, table, board, white=True) if brackets else {}
    white_by_seat, grey_by_seat = (
        {seat: _triple(found[seat]) for seat in sorted(found)} for found in (white, grey)
    )
    return ColourReference(white_by_seat, grey_by_seat)


def _faces(image: Image, table: Table, board: Board) -> Colours:
    """Return the colours (N, 3) of the boards that are at least partly in the picture, by seat."""
    camera, poses = table
    faces = {seat: _face(image, camera, pose, board) for seat, pose in sorted(poses.items())}
    return {seat: face for seat, face in faces.items() if len(face)}


def _face(image: Image, camera: Camera, pose: Pose, board: Board) -> NDArray[np.float64]:
    """Return the colours (N, 3) of a board on a fine grid."""
    width, height = board.size_mm
    xs, ys = np.arange(8.0, width - 8.0, STEP_MM / 2), np.arange(8.0, height - 8.0, STEP_MM / 2)
    grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    return _colours(image, camera.project(pose.place(grid), BOARD_MM))


def _white(colours: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the board's white (3,): every board has cream or white on a tenth of its face."""
    return np.asarray(np.percentile(colours, 90, axis=0))


def _colours(image: Image, pixels: Points) -> NDArray[np.float64]:
    """Return the colours (N, 3) at pixels that are in the picture."""
    places = np.round(pixels).astype(int)
    inside = ((places >= 0) & (places < [image.shape[1], image.shape[0]])).all(axis=1)
    x, y = places[inside].T
    return np.asarray(image[y, x], float)


def _arms(image: Image, table: Table, board: Board, *, white: bool) -> Colours:
    """Return the median colour (3,) of each board's ``white`` or grey arms in the picture."""
    camera, poses = table
    places = np.concatenate([arm_corners(k, board.size_mm, white=white) for k in range(4)])
    seen = {s: _colours(image, camera.project(p.place(places))) for s, p in poses.items()}
    return {seat: np.median(each, axis=0) for seat, each in seen.items() if len(each)}


def _brightness(whites: NDArray[np.float64]) -> Finding:
    level_seen = float(whites.max(axis=1).min())
    level = graded(level_seen, DIM_WARN, DIM_BAD)
    sentence = f"White has a level of {level_seen:.0f} of 255 on the darkest board"
    if level is not Level.GOOD:
        sentence += "; put a lamp nearer or let the camera expose longer"
    return Finding("brightness", level, sentence, None, {"white_level": level_seen})


def _burnt(colours: NDArray[np.float64]) -> Finding:
    share = float((colours.min(axis=1) >= BURNT).mean())
    level = graded(share, BURNT_WARN, BURNT_BAD)
    sentence = f"{100 * share:.0f} % of the boards are burnt out"
    if level is not Level.GOOD:
        sentence += "; let the camera expose shorter, or colours there are lost"
    return Finding("exposure", level, sentence, None, {"burnt_share": share})


def _cast(whites: NDArray[np.float64]) -> Finding:
    white = np.maximum(whites.mean(axis=0), 1.0)
    ratio = float(white.max() / white.min())
    level = graded(ratio, CAST_WARN, CAST_BAD)
    tint = ("blue", "green", "red")[int(white.argmax())]
    sentence = f"White is {100 * (ratio - 1):.0f} % stronger in {tint} than in its weakest colour"
    if level is not Level.GOOD:
        sentence += "; set the camera's white balance, or use a lamp of neutral white"
    return Finding("colour", level, sentence, None, {"cast": ratio})


def _evenness(image: Image, table: Table, board: Board) -> Finding:
    """Compare the white of the quarters of all boards: light falls off with distance."""
    camera, poses = table
    width, height = board.size_mm
    whites = []
    for pose in poses.values():
        for x0 in (0.0, 0.5):
            for y0 in (0.0, 0.5):
                xs = np.linspace(x0 + 0.03, x0 + 0.47, 24) * width
                ys = np.linspace(y0 + 0.03, y0 + 0.47, 24) * height
                grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
                seen = _colours(image, camera.project(pose.place(grid), BOARD_MM))
                whites.append(np.percentile(seen.mean(axis=1), 95) if len(seen) else np.nan)
    ratio = float(np.nanmax(whites) / max(float(np.nanmin(whites)), 1.0))
    level = graded(ratio, UNEVEN_WARN, UNEVEN_BAD)
    sentence = f"The brightest part of the boards has {ratio:.1f} times the light of the darkest"
    if level is not Level.GOOD:
        sentence += "; hang the lamp higher or more over the middle"
    return Finding("evenness", level, sentence, None, {"ratio": ratio})


def _noise(image: Image) -> Finding:
    """Estimate the sensor's noise from what differs between neighbours (Immerkaer 1996)."""
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32)
    kernel = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
    rough = np.abs(cv2.filter2D(gray, cv2.CV_32F, kernel))
    # The median, so that edges do not count as noise: for a Gaussian it is 0.6745 deviations.
    deviation = float(np.median(rough) / 0.6745 / 6.0)
    level = graded(deviation, NOISE_WARN, NOISE_BAD)
    sentence = f"The picture's noise is {deviation:.1f} grey levels"
    if level is not Level.GOOD:
        sentence += "; give it more light, or lower the camera's gain"
    return Finding("noise", level, sentence, None, {"noise": deviation})


def _triple(values: NDArray[np.float64]) -> Triple:
    blue, green, red = (round(float(value), 2) for value in values)
    return blue, green, red
