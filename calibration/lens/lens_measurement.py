"""From pictures of the ChArUco sheet to the lens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens.charuco_sheet import CORNERS, board
from calibration.lens.lens_file import Lens
from companion.arrays import Gray, Points
from companion.errors import CalibrationError

FEWEST_CORNERS = 8
"""Corners of the sheet that must be seen for a picture to count."""

FEWEST_VIEWS = 5
WORST_RMS_PX = 1.5
WINDOW = 0.07
"""Half the width of the window in which a corner is refined, as a part of a square."""

CELLS = (4, 3)
"""The picture is divided so, to see whether the sheet was everywhere."""


@dataclass(frozen=True)
class View:
    """The sheet in one picture: corners (N, 2) mm on the sheet and (N, 2) pixels."""

    sheet_mm: Points
    pixels: Points


def sheet_in(gray: Gray) -> View | None:
    """Return the sheet as seen in a grey picture (H, W) uint8, or None where it is not seen."""
    corners, ids, _, _ = cv2.aruco.CharucoDetector(board()).detectBoard(gray)
    if corners is None or ids is None or len(ids) < FEWEST_CORNERS:
        return None
    # OpenCV 4 gives (N, 1, 2) and (N, 1), OpenCV 5 (N, 2) and (N,).
    pixels = _refined(gray, np.asarray(corners, np.float32).reshape(-1, 2))
    places = np.asarray(board().getChessboardCorners(), float)[np.ravel(ids), :2]
    return View(places, pixels) if _spread(places) else None


def measure_lens(views: Sequence[View], size: tuple[int, int]) -> Lens:
    """Return the lens of a camera whose pictures have ``size`` (width, height) pixels.

    Raises ``CalibrationError`` when there are too few views, or they do not fit one lens.
    """
    if len(views) < FEWEST_VIEWS:
        raise CalibrationError(
            f"the sheet was found in {len(views)} pictures, and {FEWEST_VIEWS} are needed; "
            "take more, with the whole sheet in view, in the light and at rest"
        )
    rms, matrix, bends = _solved(views, size)
    if not np.isfinite(rms) or rms > WORST_RMS_PX:
        raise CalibrationError(
            f"the pictures do not fit one lens ({rms:.1f} pixels off); glue the sheet to something "
            "flat, keep zoom and focus as they are, and take them again"
        )
    return Lens(
        size=size,
        focal_px=float(matrix[0, 0]),
        centre_px=(float(matrix[0, 2]), float(matrix[1, 2])),
        k1=float(bends[0]),
        rms_px=float(rms),
        views=len(views),
        covered=coverage(views, size),
    )


def coverage(views: Sequence[View], size: tuple[int, int]) -> float:
    """Return in which part of the picture (0 to 1) the sheet was seen."""
    cells = {
        (int(x * CELLS[0] / size[0]), int(y * CELLS[1] / size[1]))
        for view in views
        for x, y in view.pixels
    }
    return len(cells) / (CELLS[0] * CELLS[1])


def _solved(views: Sequence[View], size: tuple[int, int]) -> tuple[float, Points, Points]:
    """Return the residual, the camera matrix (3, 3) and the distortion: one focal length, k1."""
    solid = [np.column_stack((v.sheet_mm, np.zeros(len(v.sheet_mm)))) for v in views]
    focal = 0.8 * max(size)
    guess = np.array([[focal, 0, (size[0] - 1) / 2], [0, focal, (size[1] - 1) / 2], [0, 0, 1.0]])
    flags = (
        cv2.CALIB_USE_INTRINSIC_GUESS
        | cv2.CALIB_FIX_ASPECT_RATIO
        | cv2.CALIB_ZERO_TANGENT_DIST
        | cv2.CALIB_FIX_K2
        | cv2.CALIB_FIX_K3
    )
    rms, matrix, bends, _, _ = cv2.calibrateCamera(
        [points.astype(np.float32) for points in solid],
        [view.pixels.astype(np.float32) for view in views],
        size,
        guess,
        np.zeros(5),
        flags=flags,
    )
    return float(rms), np.asarray(matrix, float), np.ravel(np.asarray(bends, float))


def _refined(gray: Gray, corners: NDArray[np.float32]) -> Points:
    """Find corners (N, 2) again in small windows: a tag's own corners are one module away."""
    apart = np.linalg.norm(corners[:, None] - corners[None], axis=2)
    square = float(np.median(np.min(apart + np.where(apart == 0, np.inf, 0), axis=1)))
    reach = int(np.clip(WINDOW * square, 2, 7))
    stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_MAX_ITER, 40, 0.005)
    fine = cv2.cornerSubPix(gray, corners.reshape(-1, 1, 2).copy(), (reach, reach), (-1, -1), stop)
    return np.asarray(fine, float).reshape(-1, 2)


def _spread(places: Points) -> bool:
    """Tell whether the corners span the sheet both ways; those of one row say nothing."""
    return bool((np.ptp(places, axis=0) > 0).all()) and len(places) <= CORNERS
