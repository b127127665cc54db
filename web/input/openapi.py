"""The HTTP interface as an OpenAPI document, made from the table of actions."""

from __future__ import annotations

from functools import cache
from importlib import metadata
from typing import Any

from companion.service.bulletin.state import ClubLine, Doing, Happened, Phase, Stage
from companion.service.reports.report import Status
from web.input.action_table import ACTIONS, SEAT, Action

OBJECT: dict[str, Any] = {"type": "object"}


def ref(name: str) -> dict[str, Any]:
    """Return a reference to a schema of the document."""
    return {"$ref": f"#/components/schemas/{name}"}


def answer(description: str, schema: dict[str, Any], kind: str = "application/json") -> Any:
    """Return one answer of an address."""
    return {"description": description, "content": {kind: {"schema": schema}}}


PATHS: dict[str, tuple[str, dict[str, Any]]] = {
    "/api/state": ("The latest state.", answer("the state", ref("State"))),
    "/api/events": (
        "The state of the moment and every one after it, as server-sent events named 'state'; "
        "while nothing happens, events named 'alive'.",
        answer("the stream", {"type": "string"}, "text/event-stream"),
    ),
    "/api/history": (
        "All evenings, and each player's games, wins, record and average.",
        answer("the history", ref("History")),
    ),
    "/api/history/{number}": (
        "Everything that happened in one sitting, in order.",
        answer("the sitting", OBJECT),
    ),
    "/api/pictures/{name}.jpg": (
        "A picture of the journal, by the hash that a line of the history has as 'kept'.",
        answer("the picture", {"type": "string", "format": "binary"}, "image/jpeg"),
    ),
    "/api/openapi.json": ("This document.", answer("the document", OBJECT)),
    "/api/devices": (
        "The devices that may act; only those themselves may ask.",
        answer("the devices", {"type": "array", "items": ref("Device")}),
    ),
    "/api/pairing-code": (
        "The code that pairs a device; only for the companion's own screen and paired devices.",
        answer("code and link", OBJECT),
    ),
}
"""What can be asked with GET: what it is, and what it answers."""

PARAMETERS: dict[str, tuple[str, dict[str, Any]]] = {
    "/api/history/{number}": ("number", {"type": "integer", "minimum": 1}),
    "/api/pictures/{name}.jpg": ("name", {"type": "string", "pattern": "^[0-9a-f]{64}$"}),
}

PAIR = {
    "summary": "Pair this device, with the code on the companion's screen or a link's token.",
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {
                "schema": {
                    "type": "object",
                    "properties": {
                        "code": {"type": "string", "pattern": "^[0-9]{6}$"},
                        "token": {"type": "string", "maxLength": 64},
                        "name": {"type": "string", "maxLength": 40},
                    },
                }
            }
        },
    },
    "responses": {
        "200": answer("paired; the answer sets the cookie", OBJECT),
        "400": answer("cannot be understood", ref("Error")),
        "403": answer("wrong code, or not sent by one of our own pages", ref("Error")),
        "413": answer("more than 16 kB", ref("Error")),
        "415": answer("neither JSON nor a form", ref("Error")),
        "429": answer("too many wrong codes; wait", ref("Error")),
    },
}

UNPAIRED = answer("this device is not paired", ref("Error"))
CLOSED = answer("only paired devices may look (`web.view_open = false`)", ref("Error"))

STREAM = "/api/events"
FOR_DEVICES = ("/api/devices", "/api/pairing-code")
"""What is not for everybody, even where everybody may look."""

REFUSALS = {
    "400": answer("cannot be understood", ref("Error")),
    "401": UNPAIRED,
    "403": answer("not sent by one of our own pages: Origin must be our own", ref("Error")),
    "409": answer("refused, nothing has changed", ref("Error")),
    "415": answer("neither JSON nor a form", ref("Error")),
}

SEND = {
    "summary": "Send a picture of the table, where phones take them; read for what is due.",
    "description": "The same name sent again is taken once, whatever became of the answer. "
    "At most 25 MB and 64 megapixels; JPEG, PNG or WebP.",
    "parameters": [
        {
            "name": name,
            "in": "query",
            "required": name == "name",
            "description": description,
            "schema": schema,
        }
        for name, description, schema in (
            (
                "name",
                "a name of the picture's own, made up by whoever sends it",
                {"type": "string", "pattern": "^[A-Za-z0-9-]{8,64}$"},
            ),
            ("owner", "whose single board it shows", SEAT),
            ("seat", "whose turn is done, or with a hold, who passes", SEAT),
            ("gesture", "as of the button", {"type": "string", "enum": ["press", "hold"]}),
            (
                "late",
                "for what it was taken (`data-due` of the page): refused where that has been read; "
                "without it the picture is read for what is due when it comes",
                {"type": "string", "maxLength": 60},
            ),
        )
    ],
    "requestBody": {
        "required": True,
        "content": {
            kind: {"schema": {"type": "string", "format": "binary"}}
            for kind in ("image/jpeg", "image/png", "image/webp", "application/octet-stream")
        },
    },
    "responses": {
        "200": answer("taken: the version that came of it, or stage 'looking'", ref("Done")),
        "202": answer(
            "waits for another that is still being read: what becomes of it is told "
            "when it is sent again under its name",
            ref("Done"),
        ),
        "413": answer("larger than any picture", ref("Error")),
        **REFUSALS,
    },
}
"""What sends a picture: plain bytes, under a name that makes it count once."""

STATE: dict[str, Any] = {
    "type": "object",
    "required": ["version", "game", "players", "stage", "phase", "scores", "history"],
    "properties": {
        "version": {"type": "integer", "description": "grows with every state"},
        "game": {"type": "string"},
        "variant": {"type": "string"},
        "players": {"type": "integer"},
        "names": {"type": "array", "items": {"type": "string"}},
        "colours": {"type": "array", "items": {"type": "integer"}},
        "sitting": {"type": ["integer", "null"], "description": "its number in the history"},
        "goals": {"type": "array", "items": {"type": "string"}},
        "options": {"type": "object", "description": "house rules by name"},
        "first_player": {"type": ["integer", "null"]},
        "stage": {"type": "string", "enum": [stage.value for stage in Stage]},
        "phase": {"type": "string", "enum": [phase.value for phase in Phase]},
        "due": {
            "type": "object",
            "description": "what the next press and hold are for, and what comes next by the rules",
        },
        "turn": {"type": ["integer", "null"]},
        "reading": {"type": ["integer", "null"], "description": "the last reading that holds"},
        "undone": {
            "type": ["integer", "null"],
            "description": "the reading that was taken back last and can be put back",
        },
        "happened": {
            "type": "string",
            "enum": [one.value for one in (*Happened, *Status)],
            "description": "what brought this state",
        },
        "doing": {
            "type": "string",
            "enum": [one.value for one in Doing],
            "description": "what takes a while now",
        },
        "changed": {"type": "array", "items": OBJECT, "description": "totals a correction changed"},
        "misfits": {
            "type": "array",
            "items": OBJECT,
            "description": "boards of readings that no longer follow from what was corrected",
        },
        "boards": {
            "type": "array",
            "items": OBJECT,
            "description": "by seat: what lies on cells",
        },
        "preview": {"type": ["object", "null"], "description": "boards found for a game to come"},
        "notice": {"type": "string"},
        "club": {"type": "string", "enum": [one.value for one in ClubLine]},
        "called": {"type": ["object", "null"], "description": "who was drawn to play here"},
        "handheld": {"type": "boolean", "description": "whether phones send the pictures"},
        "autoplay": {"type": "boolean", "description": "whether pictures come by themselves"},
        "interval_s": {"type": "number"},
        "frames": {"type": "integer", "description": "pictures there are; 0 where nobody knows"},
        "shown": {"type": "integer", "description": "pictures shown so far"},
        "picture": {"type": "integer", "description": "the last picture's number"},
        "report": {"type": ["object", "null"], "description": "as companion replay prints it"},
        "scores": {"type": ["array", "null"], "items": {"type": "integer"}},
        "announced": {"type": "array", "items": {"type": ["integer", "null"]}},
        "history": {"type": "array", "items": OBJECT},
        "trouble": {"type": "string"},
        "result": {"type": ["object", "null"]},
    },
}

SCHEMAS: dict[str, Any] = {
    "State": STATE,
    "History": {
        "type": "object",
        "required": ["evenings", "standings"],
        "properties": {
            "evenings": {"type": "array", "items": OBJECT},
            "standings": {"type": "array", "items": OBJECT},
            "unreadable": {
                "type": "array",
                "items": OBJECT,
                "description": "sittings that cannot be read, and why; missing where all can be",
            },
        },
    },
    "Device": {
        "type": "object",
        "required": ["id", "name", "at"],
        "properties": {key: {"type": "string"} for key in ("id", "name", "at")},
    },
    "Done": {
        "type": "object",
        "required": ["version", "stage"],
        "properties": {
            "version": {"type": "integer"},
            "stage": {"type": "string"},
            "changed": {"type": "array", "items": OBJECT},
        },
    },
    "Error": {
        "type": "object",
        "required": ["error"],
        "properties": {"error": {"type": "string"}},
    },
}


@cache
def document() -> dict[str, Any]:
    """Return the OpenAPI document."""
    paths: dict[str, Any] = {
        path: {"get": asking(path, summary, found)} for path, (summary, found) in PATHS.items()
    }
    paths |= {f"/api/{action.name}": {"post": doing(action)} for action in ACTIONS}
    paths["/api/pair"] = {"post": PAIR}
    paths["/api/picture"] = {"post": SEND}
    paths["/api/devices/{device}"] = {"delete": revoking()}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Companion",
            "version": metadata.version("table-companion"),
            "description": "A camera score-keeper for the Azul family of board games.",
        },
        "paths": paths,
        "components": {"schemas": SCHEMAS},
    }


def asking(path: str, summary: str, found: Any) -> dict[str, Any]:
    """Return one address that is only read."""
    told: dict[str, Any] = {"summary": summary, "responses": {"200": found}}
    if path in PARAMETERS:
        name, schema = PARAMETERS[path]
        told["parameters"] = [parameter(name, schema)]
        told["responses"]["404"] = answer("there is no such thing", ref("Error"))
    if path == STREAM:
        told["responses"]["503"] = answer("too many streams are open", ref("Error"))
    told["responses"]["401"] = UNPAIRED if path in FOR_DEVICES else CLOSED
    return told


def doing(action: Action) -> dict[str, Any]:
    """Return one address that changes something."""
    schema: dict[str, Any] = {
        "type": "object",
        "properties": dict(action.properties),
        "additionalProperties": False,
    }
    if action.required:
        schema["required"] = list(action.required)
    return {
        "summary": action.summary,
        "requestBody": {
            "required": bool(action.required),
            "content": {"application/json": {"schema": schema}},
        },
        "responses": {
            "200": answer("done: the version that came of it", ref("Done")),
            "202": answer("asked for; a picture comes first", ref("Done")),
            "413": answer("more than 16 kB", ref("Error")),
            **REFUSALS,
        },
    }


def revoking() -> dict[str, Any]:
    """Return the address that takes a device its right to act."""
    return {
        "summary": "Take a device its right to act.",
        "parameters": [parameter("device", {"type": "string", "maxLength": 64})],
        "responses": {
            "200": answer("the devices left", {"type": "array", "items": ref("Device")}),
            "404": answer("there is no such device", ref("Error")),
            **{code: REFUSALS[code] for code in ("401", "403")},
        },
    }


def parameter(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """Return a part of an address that is filled in."""
    return {"name": name, "in": "path", "required": True, "schema": schema}
