"""From a TOML file to a ``Config``; every mistake is one sentence that names the key."""

from __future__ import annotations

import difflib
import json
import os
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NoReturn

from companion.config.folders import home_folder
from companion.config.keys import keys_of, read_value
from companion.config.schema import SECTIONS, Config
from companion.errors import ConfigError
from companion.fields import Field, FieldError
from companion.whole_file import read_whole

FILE_NAME = "companion.toml"
VARIABLE = "COMPANION_CONFIG"


def places(environment: Mapping[str, str], home: Path) -> tuple[Path, ...]:
    """Return where a configuration is looked for, in order, when no file is named."""
    configured = Path(environment.get("XDG_CONFIG_HOME") or home / ".config")
    return (
        Path(FILE_NAME),
        configured / "companion" / FILE_NAME,
        Path("/etc/companion") / FILE_NAME,
    )


def find(
    named: Path | None = None,
    environment: Mapping[str, str] = os.environ,
    home: Path | None = None,
) -> Path | None:
    """Return the file that holds: ``named``, ``$COMPANION_CONFIG``, the first found, else None."""
    told = named or (Path(environment[VARIABLE]) if environment.get(VARIABLE) else None)
    if told is not None:
        return told
    return next((p for p in places(environment, home or home_folder()) if p.is_file()), None)


def load(path: Path | None) -> Config:
    """Return the configuration in ``path``, defaults where it is silent; None: all defaults."""
    if path is None:
        return Config()
    try:
        text = read_whole(path).decode("utf-8-sig")
    except FileNotFoundError as error:
        raise ConfigError(
            f"the configuration {path} does not exist; name another, or write one with "
            f"'companion config > {path}'",
            path=path,
        ) from error
    except OSError as error:
        raise ConfigError(
            f"the configuration {path} cannot be read ({error.strerror}); put that right and "
            "start again",
            path=path,
        ) from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} is no text in UTF-8; save it as such", path=path) from error
    return parse(text, path)


def parse(text: str, path: Path) -> Config:
    """Return the configuration ``text`` describes; ``path`` is named in complaints."""
    try:
        # TOML has dates and we have none: as texts they get the same complaint as any other text.
        data = json.loads(json.dumps(tomllib.loads(text), default=str))
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path} is no TOML: {error}; put that right", path=path) from error
    except (ValueError, RecursionError) as error:  # endless digits, endless brackets
        raise ConfigError(
            f"{path} is no TOML that can be read: it has a number too long, or too many brackets; "
            "put that right",
            path=path,
        ) from error
    _refuse_unknown(data, SECTIONS, "section", "", path)
    return Config(**{name: _section(name, data.get(name, {}), path) for name in SECTIONS})


def _section(name: str, data: Any, path: Path) -> Any:
    kind = SECTIONS[name]
    if not isinstance(data, dict):
        _refuse(f"{name} must be a section with its own line [{name}]", name, path)
    _refuse_unknown(data, keys_of(kind), "key", f"{name}.", path)
    try:
        return kind(**{k: read_value(Field(v, f"{name}.{k}"), kind, k) for k, v in data.items()})
    except FieldError as error:
        _refuse(str(error), error.key, path)


def _refuse_unknown(
    data: Iterable[str], known: Iterable[str], what: str, prefix: str, path: Path
) -> None:
    for name in data:
        if name in known:
            continue
        nearest = _nearest(name, prefix)
        hint = f"did you mean {nearest}?" if nearest else "'companion config' lists what there is"
        _refuse(f"there is no {what} {prefix}{name}; {hint}", f"{prefix}{name}", path)


def _nearest(name: str, prefix: str) -> str | None:
    """Return the valid key or section most like ``name``: in its own section before all others."""
    sections = reversed(SECTIONS.items())  # of several keys of one name, the first section's
    everywhere = {k: f"{section}.{k}" for section, kind in sections for k in keys_of(kind)}
    if name in everywhere:
        return everywhere[name]
    here = [f"{prefix}{k}" for k in keys_of(SECTIONS[prefix[:-1]])] if prefix else list(SECTIONS)
    if close := difflib.get_close_matches(f"{prefix}{name}", here, n=1, cutoff=0.6):
        return close[0]
    close = difflib.get_close_matches(name, everywhere, n=1, cutoff=0.75)
    return everywhere[close[0]] if close else None


def _refuse(sentence: str, key: str, path: Path) -> NoReturn:
    raise ConfigError(
        f"{path}: {sentence}" if sentence.endswith("?") else f"{path}: {sentence}; put that right",
        path=path,
        key=key,
    )
