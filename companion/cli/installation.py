"""Is everything around us as it should be?  Libraries that load, packages that are ours."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

import companion
from companion.errors import DependencyError

PACKAGES = ("calibration", "hardware", "web")
"""Our other packages.  Their names are common, so another distribution may have taken one."""


def check_packages() -> None:
    """Raise ``DependencyError`` where one of our packages is missing or somebody else's."""
    home = Path(companion.__file__).resolve().parent.parent
    for name in PACKAGES:
        spec = find_spec(name)
        origin = None if spec is None or spec.origin is None else Path(spec.origin).resolve()
        if origin is None or origin.parent.parent != home:
            found = "is missing" if origin is None else f"comes from {origin.parent}"
            raise DependencyError(
                f"the package '{name}' {found}; install the companion "
                "into a virtual environment of its own ('make setup' does)",
                name=name,
            )


def import_remedy(error: ImportError) -> str | None:
    """Return what to do about a library that cannot be imported; None for a module of ours."""
    name = (error.name or "").partition(".")[0]
    if "libGL" in str(error) or name == "cv2":
        return (
            f"OpenCV cannot be loaded ({error}); 'sudo apt install libgl1' cures it, or put "
            "opencv-python-headless in place of opencv-python ('make setup' does)"
        )
    if name in ("", "companion", *PACKAGES):
        return None
    return f"the library '{name}' cannot be loaded ({error}); 'make setup' installs what is needed"


def opencv_is_broken() -> str | None:
    """Return what to do about an OpenCV that is only half there; None when it is whole.

    Two of its builds installed side by side share one folder; removing either leaves a stump.
    """
    stump = sys.modules.get("cv2")
    if stump is None or hasattr(stump, "__version__"):
        return None
    return (
        "OpenCV is only half installed, as happens when two builds of it have met; remove the "
        "folder .venv and run 'make setup'"
    )
