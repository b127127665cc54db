"""Lets the tests of the coach use the helpers that lie above and beside them."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(path) for path in (HERE, HERE.parent, HERE.parent / "summer_pavilion")]
