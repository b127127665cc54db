"""Read the pictures taken and the photographs themselves; both must say the same.

Usage: compare.py SITTING TAKEN, where TAKEN holds 000.png ... of the sitting's first pictures.
"""

import json
import subprocess
import sys
from pathlib import Path


def main():
    """Exit with 1 and the names of the pictures that were read otherwise."""
    sitting, taken = Path(sys.argv[1]), Path(sys.argv[2])
    document = json.loads((sitting / "sitting.json").read_text(encoding="utf-8"))
    pictures = sorted(path.name for path in taken.glob("*.png"))
    document["frames"] = document["frames"][: len(pictures)]
    for frame, name in zip(document["frames"], pictures, strict=True):
        frame["file"] = name
    (taken / "sitting.json").write_text(json.dumps(document), encoding="utf-8")
    pairs = list(zip(reports(sitting), reports(taken), strict=False))[: len(pictures)]
    wrong = [seen["file"] for real, seen in pairs if gist(real) != gist(seen)]
    for real, seen in pairs:
        tiles = [len(board["cells"]) for board in seen["boards"]]
        same = "as" if gist(real) == gist(seen) else "UNLIKE"
        print(f"{seen['file']}: {seen['status']}, tiles {tiles}, {same} the photograph")
    if len(pairs) != len(pictures) or wrong:
        sys.exit(f"test-libcamera: read otherwise than the photographs: {wrong}")
    print(f"test-libcamera: {len(pairs)} pictures through picamera2 and libcamera read right")


def reports(folder):
    """The objects that replay prints for the folder's frames."""
    command = [sys.executable, "-m", "companion", "replay", str(folder), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [one for line in done.stdout.splitlines() if "result" not in (one := json.loads(line))]


def gist(report):
    """What must be equal: where every tile lies, what it brings, what was said."""
    boards = [{"seat": b["seat"], "cells": b["cells"]} for b in report["boards"]]
    return report["status"], report["scores"], report["breakdown"], boards


main()
