"""Cameras: the Pi's, USB, recorded, simulated; ``open_camera`` finds the one to use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from companion.config import CameraConfig
from companion.config.camera_request import check_camera
from companion.errors import CameraLost
from companion.ports import Camera
from companion.sentence import Sentence
from hardware.cameras.any_camera import AnyCamera
from hardware.cameras.light import Memory
from hardware.cameras.phone import PhoneCamera
from hardware.cameras.pi import PiCamera
from hardware.cameras.playback import TurnedCamera, VideoCamera, folder_camera
from hardware.cameras.source import ABSENT, Source, SourceError
from hardware.cameras.steady import Limits, SteadyCamera
from hardware.cameras.webcam import Webcam

__all__ = ["Found", "awaited_camera", "open_camera", "sources"]

Makers = dict[str, Callable[[CameraConfig, Memory], Source]]


@dataclass(frozen=True, slots=True)
class Found:
    """The camera that was found, and one line that says so.

    ``camera`` is None where the simulated table is to take its place; ``awaited`` tells that it is
    not there yet.
    """

    camera: Camera | None
    note: str
    awaited: bool = False


def sources() -> Makers:
    """Return the kinds of real cameras, in the order they are looked for."""
    return {"picamera2": PiCamera, "webcam": Webcam}


def open_camera(config: CameraConfig, makers: Makers | None = None) -> Found:
    """Return the configured camera, started.

    With ``auto`` the first real camera found, else none: the simulated table.  A camera that is
    there but does not work is an error: nobody wants to be shown a simulation instead.
    Raises ``ConfigError`` for what cannot be asked for.
    """
    makers = sources() if makers is None else makers
    check_camera(config)
    path = Path(config.path).expanduser()
    if config.kind == "simulated":
        return Found(None, Sentence("Simulated table: camera.kind asks for it."))
    if config.kind == "phone":
        return Found(PhoneCamera(), Sentence("Camera: paired phones, on the page Camera."))
    if config.kind == "folder":
        note = Sentence("Camera: the pictures in {path}.", path=str(path))
        return Found(_turned(folder_camera(path), config), note)
    if config.kind == "video":
        film = VideoCamera(path, quality=config.jpeg_quality)
        return Found(_turned(film, config), Sentence("Camera: the film {path}.", path=str(path)))
    if config.kind != "auto":
        return _started(config.kind, config, makers[config.kind])
    return _first(config, makers)


def _turned(camera: Camera, config: CameraConfig) -> Camera:
    """Return a camera that plays back as the configuration turns it."""
    if not config.rotate:
        return camera
    return TurnedCamera(camera, config.rotate, quality=config.jpeg_quality)


def _first(config: CameraConfig, makers: Makers) -> Found:
    missing = []
    for kind, make in makers.items():
        try:
            return _started(kind, config, make)
        except CameraLost as error:
            cause = error.__cause__
            if not isinstance(cause, SourceError) or cause.failure not in ABSENT:
                raise
            missing.append(str(cause))
    return Found(
        None,
        Sentence(
            "No camera found ({error}): this is the simulated table, and nothing of its games is "
            "kept. 'companion doctor' says what to do for a real one; 'companion run --phone' "
            "needs none.",
            error="; ".join(missing),
        ),
    )


def awaited_camera(config: CameraConfig, makers: Makers | None = None) -> Found:
    """Return a camera that is lost until the configured one is there: a game waits for it.

    Why one that was named cannot be had is its own to say.
    """
    memory, known = Memory(), sources() if makers is None else makers
    each = {kind: partial(make, config, memory) for kind, make in known.items()}
    note = Sentence("Camera: there is none, and the game waits for it; connect it and press.")
    make = each.get(config.kind, lambda: AnyCamera(each))
    return Found(_steady("camera", config, make, memory), note, awaited=True)


def _steady(
    name: str, config: CameraConfig, make: Callable[[], Source], memory: Memory
) -> SteadyCamera:
    return SteadyCamera(
        name,
        make,
        Limits.of(config),
        rotate=config.rotate,
        quality=config.jpeg_quality,
        forget=memory.forget,
    )


def _started(
    kind: str, config: CameraConfig, make: Callable[[CameraConfig, Memory], Source]
) -> Found:
    memory = Memory()
    camera = _steady(kind, config, lambda: make(config, memory), memory)
    try:
        found = camera.start()
    except SourceError as error:
        raise CameraLost(
            Sentence("The camera cannot be used: {why}.", why=error.sentence),
            camera=kind,
            attempts=1,
        ) from error
    return Found(camera, Sentence("Camera: {found}.", found=str(found)))
