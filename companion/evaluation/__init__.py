"""Measuring: what the companion reads from photographed sittings against what lay there.

The only code that may open ``labels.json``.  ``measure(folder, load)`` replays a sitting exactly as
``companion replay`` does and marks every answer right or wrong; ``tables`` prints the outcome.
"""

from companion.evaluation.measurement import Measurement, measure, sum_of
from companion.evaluation.truth import LABELS, Truth, read_truth

__all__ = ["LABELS", "Measurement", "Truth", "measure", "read_truth", "sum_of"]
