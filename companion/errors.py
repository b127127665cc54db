"""Every error a person may see.

The tree::

    CompanionError
    ├── BoardDataError (ValueError)       a board file of the companion is damaged or missing
    ├── SittingError (ValueError)         a sitting folder or its sitting.json is wrong
    ├── PictureError (ValueError)         a picture is missing, damaged or useless
    ├── BoardNotFound (LookupError)       a board is not where it was, or nowhere in the picture
    ├── UsageError (ValueError)           a command was asked for something it cannot do
    └── DependencyError (ImportError)     a library is missing or cannot be loaded

A message is one sentence: what happened, to what, and what to do next.  What a caller may want to
act on is kept as attributes beside it.  The commands print the sentence and exit with code 2.
"""

from __future__ import annotations

from pathlib import Path


class CompanionError(Exception):
    """Base of every error whose message is meant for the person at the table."""


class BoardDataError(CompanionError, ValueError):
    """Raised when a board file is missing or does not describe a board."""

    def __init__(self, message: str, *, name: str) -> None:
        """Keep the name of the board file beside the sentence."""
        super().__init__(message)
        self.name = name


class SittingError(CompanionError, ValueError):
    """Raised when a sitting folder cannot be read as what it says it is."""

    def __init__(self, message: str, *, path: Path, key: str = "") -> None:
        """Keep the file at fault and the key inside it (``frames[2].file``; empty: the whole)."""
        super().__init__(message)
        self.path = path
        self.key = key


class PictureError(CompanionError, ValueError):
    """Raised when a picture is missing, damaged, black or of no use."""

    def __init__(self, message: str, *, path: Path | None = None) -> None:
        """Keep the picture's file, where it came from one."""
        super().__init__(message)
        self.path = path


class BoardNotFound(CompanionError, LookupError):
    """Raised when boards are not to be found in a picture."""

    def __init__(self, message: str, *, seats: tuple[int, ...] = ()) -> None:
        """Keep the seats whose boards are missing."""
        super().__init__(message)
        self.seats = seats


class UsageError(CompanionError, ValueError):
    """Raised when a command is asked for something it cannot do."""


class DependencyError(CompanionError, ImportError):
    """Raised when a library is missing or cannot be loaded; says how to mend it."""

    def __init__(self, message: str, *, name: str) -> None:
        """Keep the name of the module that could not be imported."""
        super().__init__(message, name=name)
