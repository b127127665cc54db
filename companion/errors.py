"""Every error a person may see.

The tree::

    CompanionError
    ├── BoardDataError (ValueError)       a board file of the companion is damaged or missing
    ├── WeightsError (ValueError)         the eyes' trained weights are damaged or missing
    ├── SittingError (ValueError)         a sitting folder or its sitting.json is wrong
    ├── ConfigError (ValueError)          the configuration has a mistake
    ├── CalibrationError (ValueError)     a calibration cannot be made, or its file is wrong
    ├── PictureError (ValueError)         a picture is missing, damaged or useless
    ├── CameraLost (ConnectionError)      the camera gives no pictures, however often it is opened
    ├── DeviceError (OSError)             a button, lamp or buzzer cannot be used
    ├── BusyError (OSError)               another program has it, or the system has not got it yet
    ├── BoardNotFound (LookupError)       a board is not where it was, or nowhere in the picture
    ├── CorrectionRefused (ValueError)    a correction or an answer that cannot be
    ├── JournalError (OSError)            the journal or a picture in it cannot be read or written
    ├── PairingRefused (PermissionError)  a device may not act: wrong code, or too many were
    ├── WishRefused (ValueError)          what was asked of the club's hub cannot be
    ├── DrawRefused (ValueError)          a tournament's next round cannot be drawn
    ├── UsageError (ValueError)           a command was asked for something it cannot do
    └── DependencyError (ImportError)     a library is missing or cannot be loaded

A message is one sentence: what happened, to what, and what to do next.  What a caller may want to
act on is kept as attributes beside it.  The commands print the sentence and exit with code 2, or
with 3 where it may be otherwise in a moment: a device does not work, something is busy.
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


class WeightsError(CompanionError, ValueError):
    """Raised when the trained weights of the eyes are missing or damaged."""


class SittingError(CompanionError, ValueError):
    """Raised when a sitting folder cannot be read as what it says it is."""

    def __init__(self, message: str, *, path: Path, key: str = "") -> None:
        """Keep the file at fault and the key inside it (``frames[2].file``; empty: the whole)."""
        super().__init__(message)
        self.path = path
        self.key = key


class CalibrationError(CompanionError, ValueError):
    """Raised when a calibration cannot be made from what was given, or its file is wrong."""

    def __init__(self, message: str, *, path: Path | None = None, key: str = "") -> None:
        """Keep the file at fault, where there is one, and the key inside it."""
        super().__init__(message)
        self.path = path
        self.key = key


class PictureError(CompanionError, ValueError):
    """Raised when a picture is missing, damaged, black or of no use."""

    def __init__(self, message: str, *, path: Path | None = None) -> None:
        """Keep the picture's file, where it came from one."""
        super().__init__(message)
        self.path = path


class CameraLost(CompanionError, ConnectionError):
    """Raised when the camera gives no pictures, although it was closed and opened again."""

    def __init__(self, message: str, *, camera: str, attempts: int) -> None:
        """Keep which camera it is and how often it was tried."""
        super().__init__(message)
        self.camera = camera
        self.attempts = attempts


class DeviceError(CompanionError, OSError):
    """Raised when a button, a lamp or a buzzer cannot be used."""

    def __init__(self, message: str, *, device: str) -> None:
        """Keep which device it is about."""
        super().__init__(message)
        self.device = device


class BusyError(CompanionError, OSError):
    """Raised when an address or a folder is another program's, or is not there yet."""


class ConfigError(CompanionError, ValueError):
    """Raised when the configuration has a mistake."""

    def __init__(self, message: str, *, path: Path | None = None, key: str = "") -> None:
        """Keep the file, where there is one, and the key at fault (empty: the whole file)."""
        super().__init__(message)
        self.path = path
        self.key = key


class BoardNotFound(CompanionError, LookupError):
    """Raised when boards are not to be found in a picture."""

    def __init__(self, message: str, *, seats: tuple[int, ...] = ()) -> None:
        """Keep the seats whose boards are missing."""
        super().__init__(message)
        self.seats = seats


class CorrectionRefused(CompanionError, ValueError):
    """Raised when what a person wants to correct cannot be; nothing has changed."""


class JournalError(CompanionError, OSError):
    """Raised when the journal cannot be read or written; nothing confirmed is lost by it."""

    def __init__(self, message: str, *, path: Path | None = None, full: bool = False) -> None:
        """Keep the file or folder at fault, where there is one, and whether there is no room."""
        super().__init__(message)
        self.path = path
        self.full = full


class PairingRefused(CompanionError, PermissionError):
    """Raised when a code or token is wrong, or too many were."""

    def __init__(self, message: str, *, wait_s: float = 0.0) -> None:
        """Keep how long nobody is let in."""
        super().__init__(message)
        self.wait_s = wait_s


class WishRefused(CompanionError, ValueError):
    """Raised when something asked of the club's hub cannot be; nothing has changed."""


class DrawRefused(CompanionError, ValueError):
    """Raised when a round cannot be drawn now; says what to do first."""


class UsageError(CompanionError, ValueError):
    """Raised when a command is asked for something it cannot do."""


class DependencyError(CompanionError, ImportError):
    """Raised when a library is missing or cannot be loaded; says how to mend it."""

    def __init__(self, message: str, *, name: str) -> None:
        """Keep the name of the module that could not be imported."""
        super().__init__(message, name=name)
