"""Drawn sittings on disk: what was broken off while it was drawn is drawn anew."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.training import shards

JOB = ("azul", "coloured", range(1))


def test_a_shard_comes_back_as_it_was_drawn(tmp_path: Path) -> None:
    name, cells = shards._draw_shard((tmp_path, *JOB))
    (shard,) = shards.shards_in(tmp_path)
    assert name == "azul_coloured_0"
    assert (shard.game, shard.variant, len(shard)) == ("azul", "coloured", 1)
    assert shard.batch.labels.size == cells


def test_a_shard_that_was_half_written_is_none_and_drawn_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken_off(file, **_):
        """As far as the disk is full, or somebody stops it."""
        (file.write if hasattr(file, "write") else file.write_bytes)(b"PK")
        raise KeyboardInterrupt

    with monkeypatch.context() as stopped:
        stopped.setattr(np, "savez", broken_off)
        with pytest.raises(KeyboardInterrupt):
            shards._draw_shard((tmp_path, *JOB))
    assert shards.shards_in(tmp_path) == []
    shards._draw_shard((tmp_path, *JOB))
    assert len(shards.shards_in(tmp_path)) == 1


def test_a_shard_that_ended_with_a_smaller_number_is_drawn_whole(tmp_path: Path) -> None:
    for number in (1, 2):
        shards._draw_shard((tmp_path, "azul", "coloured", range(number)))
    (shard,) = shards.shards_in(tmp_path)
    assert (len(shard), len(shard.batch.windows)) == (2, 2)
