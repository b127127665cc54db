"""The figures as tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from companion.evaluation.measurement import DECODING, MEASURES, Measurement
from companion.evaluation.reliability import Reliability, reliability

NOT_ASKED = "."


def aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table whose first row is its heading; the first column is text."""
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    for number, row in enumerate(rows):
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        yield "  ".join(cells).rstrip()
        if number == 0:
            yield "  ".join("-" * width for width in widths)


def counts(sittings: Sequence[Measurement], total: Measurement) -> Iterator[str]:
    """Yield what was right of how much, a line per sitting and one for all."""
    every = [*sittings, total] if len(sittings) > 1 else sittings
    asked = [measure for measure in MEASURES if any(each.asked.get(measure) for each in every)]
    shown = [measure for measure in asked if measure != "cells"]
    rows = [["right of", "cells wrong", *shown, "alarms", "corner px"]]
    rows += [_row(each, shown) for each in every]
    yield from aligned(rows)


def stages(total: Measurement) -> Iterator[str]:
    """Yield the time of each stage, beside the time the same pictures take to decode."""
    times = {stage: values for stage, values in (total.ms or {}).items() if values}
    if DECODING not in times:
        return
    decode = float(np.median(times[DECODING]))
    rows = [["stage, per picture", "median ms", "worst ms", "x decoding"]]
    rows += [
        [
            _stage_name(stage),
            f"{np.median(values):.1f}",
            f"{max(values):.1f}",
            f"{np.median(values) / decode:.2f}",
        ]
        for stage, values in times.items()
    ]
    yield from aligned(rows)


def honesty(total: Measurement) -> Iterator[str]:
    """Yield the reliability table: how sure the reader was of cells, how often it was right."""
    table: Reliability = reliability(total.beliefs)
    if not table.bins:
        return
    rows = [["sure, before rules", "cells", "wrong", "said %", "right %"]]
    rows += [
        [
            f"{100 * b.low:g} to {100 * b.high:g} %",
            str(b.cells),
            str(round(b.cells * (1 - b.right))),
            f"{100 * b.sure:.2f}",
            f"{100 * b.right:.2f}",
        ]
        for b in table.bins
    ]
    yield from aligned(rows)
    yield (
        f"expected calibration error {100 * table.error:.3f} %, "
        f"mean surprise {table.surprise:.4f} nats"
    )


def _row(each: Measurement, shown: Sequence[str]) -> list[str]:
    wrong = each.asked.get("cells", 0) - each.right.get("cells", 0)
    corner = NOT_ASKED if each.corner_px is None else f"{each.corner_px:.1f}"
    rights = [
        f"{each.right.get(measure, 0)}/{each.asked[measure]}" if each.asked.get(measure) else "."
        for measure in shown
    ]
    return [each.name, f"{wrong}/{each.asked.get('cells', 0)}", *rights, str(each.alarms), corner]


def _stage_name(stage: str) -> str:
    return "finding (first picture)" if stage == "finding" else stage
