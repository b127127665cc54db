"""The JSON forms in which the journal and its archives keep values."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.events import Event, Opened, Seated, from_json, to_json
from companion.journal.kept_values import Corners, Seating


def dump(event: Event) -> str:
    """Return an event as one line of JSON."""
    return json.dumps(to_json(event), ensure_ascii=False, separators=(",", ":"))


def parse(line: str) -> Event:
    """Return the event of a line; ``ValueError`` says what is wrong with it."""
    try:
        data = json.loads(line)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    if not isinstance(data, dict):
        raise ValueError("an event must be a JSON object")
    return from_json(data)


def seating_json(seating: Seating) -> dict[str, Any]:
    """Return a seating without its set-up, which the first event has."""
    return {
        "names": list(seating.names),
        "corners": corners_json(seating.corners),
        "turns": seating.turns,
        "handheld": seating.handheld,
        "show_tiles": seating.show_tiles,
        "chosen": seating.chosen,
    }


def seating_from(opened: Opened, data: Mapping[str, Any]) -> Seating:
    """Return the seating of a sitting from its first event and what lies beside it."""
    return Seating(
        opened.setup,
        tuple(str(name) for name in data.get("names", ())),
        corners_from(data.get("corners")),
        bool(data.get("turns", False)),
        handheld=bool(data.get("handheld", False)),
        show_tiles=bool(data.get("show_tiles", False)),
        chosen=bool(data.get("chosen", False)),
    )


def seated(seating: Seating, event: Event) -> Seating:
    """Return a seating as people put it right later."""
    if not isinstance(event, Seated):
        raise ValueError("it does not say who sits where")
    names = tuple(str(name) for name in event.names)
    return replace(seating, names=names, colours=tuple(int(one) for one in event.colours))


def corners_json(corners: Corners | None) -> list[list[list[float]]] | None:
    """Return tapped corners as JSON has them: by seat, four points of two numbers."""
    if corners is None:
        return None
    return [[[float(x), float(y)] for x, y in corners[seat]] for seat in sorted(corners)]


def corners_from(data: Any) -> Corners | None:
    """Return tapped corners from their JSON form."""
    if data is None:
        return None
    return {
        seat: tuple((float(x), float(y)) for x, y in points) for seat, points in enumerate(data)
    }
