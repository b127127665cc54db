"""The configuration as text: as TOML that can be read back, and as the page of the manual."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from companion.config.keys import Key, describe, keys_of
from companion.config.schema import SECTIONS, Config


def to_toml(config: Config) -> str:
    """Return ``config`` as TOML with every key, what it is for, and what it is by default."""
    return "\n".join(_toml_lines(config)) + "\n"


def to_json(config: Config) -> dict[str, Any]:
    """Return ``config`` as JSON values, section by section."""
    document: dict[str, Any] = json.loads(json.dumps(asdict(config)))
    return document


def reference() -> str:
    """Return the tables of ``docs/configuration.md``: every key with type, unit and default."""
    return "\n".join(_reference_lines()) + "\n"


def _toml_lines(config: Config) -> Iterator[str]:
    for name, kind in SECTIONS.items():
        yield f"# {(kind.__doc__ or '').strip()}"
        yield f"[{name}]"
        for key, one in keys_of(kind).items():
            value = getattr(getattr(config, name), key)
            changed = "" if value == one.default else f"; default {literal(one.default)}"
            yield f"# {describe(one).help}{bounds(describe(one))}{changed}"
            yield f"{key} = {literal(value)}"
        yield ""


def literal(value: Any) -> str:
    """Return a value as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"[{', '.join(literal(item) for item in value)}]"
    return json.dumps(value, ensure_ascii=False)


def bounds(key: Key) -> str:
    """Return unit and limits of a key in brackets; empty where it has none."""
    parts = [key.unit] if key.unit else []
    if key.choices:
        parts.append(" | ".join(literal(choice) for choice in key.choices))
    elif key.low is not None and key.high is not None:
        parts.append(f"{key.low:g} to {key.high:g}")
    return f" ({', '.join(parts)})" if parts else ""


def _reference_lines() -> Iterator[str]:
    for name, kind in SECTIONS.items():
        yield f"## `[{name}]`"
        yield ""
        yield (kind.__doc__ or "").strip()
        yield ""
        yield "| key | default | unit | may be | what it is for |"
        yield "|---|---|---|---|---|"
        for key, one in keys_of(kind).items():
            asked = describe(one)
            may_be = bounds(Key("", "", asked.low, asked.high, asked.choices)).strip(" ()")
            yield (
                f"| `{name}.{key}` | `{literal(one.default)}` | {asked.unit} "
                f"| {may_be.replace('|', 'or')} | {asked.help} |"
            )
        yield ""
