"""What this companion is made of, and a report for whoever helps when something is wrong."""

from __future__ import annotations

import io
import json
import platform
import zipfile
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from companion.service.bulletin.state import State
from companion.service.pictures.album import Album
from web.views.wording import sentences, words

PARTS = ("table-companion", "opencv-python", "numpy", "flask", "waitress")
"""Packages whose versions are told."""

PICTURES = 3
"""Last pictures put into a report."""


def versions() -> dict[str, str]:
    """Return the versions of everything that matters, by name."""
    found = {name: version_of(name) for name in PARTS}
    return found | {"python": platform.python_version(), "system": platform.platform()}


def told_of(notes: Mapping[str, str]) -> dict[str, str]:
    """Return what is said of each device, by what it is called; the note's own name is left out."""
    return {
        words.device(name): sentences.told(note).partition(": ")[2]
        if note.startswith(f"{name}: ")
        else sentences.told(note)
        for name, note in notes.items()
    }


def version_of(name: str) -> str:
    """Return the version of a package; a dash where it is not installed as one."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "\N{EN DASH}"


def report(
    state: State,
    said: Mapping[str, Any],
    album: Album,
    notes: Mapping[str, str],
    log: Sequence[str],
) -> bytes:
    """Return a report as a zip archive: versions, the state, the log, the last pictures.

    ``said`` is the state as programs are given it.
    """
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("about.json", text({"versions": versions(), "notes": dict(notes)}))
        archive.writestr("state.json", text(said))
        archive.writestr("log.txt", "\n".join(log) + "\n")
        for number in last_pictures(state):
            picture = album.get(number)
            if picture is not None:
                archive.writestr(f"picture-{number}.jpg", picture.jpeg)
    return file.getvalue()


def last_pictures(state: State) -> tuple[int, ...]:
    """Return the numbers of the last pictures looked at, oldest first."""
    return tuple(entry.picture for entry in state.history if entry.picture)[-PICTURES:]


def text(value: object) -> str:
    """Return a value as JSON that people can read."""
    return json.dumps(value, ensure_ascii=False, indent=1)
