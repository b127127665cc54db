"""A sitting folder looked at from first to last picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.arrays import Image
from companion.service.reports.report import Report
from companion.service.sitting.handheld.handheld_keeper import HandheldKeeper
from companion.service.sitting.keeper import Keeper
from companion.service.sitting.lens_and_print import NOTHING, Calibrated
from companion.sitting_folder import FrameEntry, SittingFolder

Load = Callable[[FrameEntry], Image]
"""Gives the picture of a frame, (H, W, 3) BGR."""

LoadSound = Callable[[FrameEntry], Image | None]
"""The same; None where it is damaged and the replay is to go on without it."""


def replay(
    folder: SittingFolder, keeper: Keeper, load: LoadSound
) -> Iterator[tuple[FrameEntry, Report]]:
    """Yield every frame of the sitting with its report; the pictures are looked at in order."""
    for entry in folder.frames:
        image = load(entry)
        if image is None:
            yield entry, keeper.go_without(entry.moment)
            continue
        if entry is folder.frames[0]:
            folder.check_corners(image.shape[1], image.shape[0])
        yield entry, keeper.look(image, entry.moment)


def keeper_of(
    folder: SittingFolder, *, rules: bool = True, calibrated: Calibrated = NOTHING
) -> Keeper:
    """Return who reads the pictures of a sitting folder; they may come from a camera in a hand."""
    kind = HandheldKeeper if folder.handheld else Keeper
    return kind.for_sitting(folder, rules=rules, calibrated=calibrated)
