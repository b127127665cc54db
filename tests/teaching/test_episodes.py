"""What the model is taught on: drawn pictures, shown mirrored, and what is known beside them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install -e '.[training]'")

from companion.neural_network.slots import EMPTY  # noqa: E402
from companion.training import episodes  # noqa: E402
from companion.training.episodes import Knowledge, episode  # noqa: E402
from companion.training.factory.drawn_sitting import Batch, sitting  # noqa: E402
from companion.training.shards import Shard  # noqa: E402

TEACHING = None
"""Knowledge that is drawn anew for every picture, as it is while the model is taught."""


@pytest.fixture(scope="module")
def batch() -> Batch:
    one = sitting(3, "azul")
    return Batch(**{name: values[None] for name, values in vars(one).items()})


def slopes(windows: torch.Tensor) -> np.ndarray:
    """How much lighter windows (..., H, W, 3) grow to the right and down."""
    down, across = np.gradient(windows[..., 1].numpy().astype(float), axis=(-2, -1))
    return np.stack([each.mean(axis=(-2, -1)) for each in (across, down)], -1)


def test_leans_are_mirrored_as_windows_are(batch: Batch) -> None:
    """Windows grow lighter the way that tiles lean."""
    way = batch.leans[0] / np.abs(batch.leans[0]).sum(axis=-1, keepdims=True)
    side = batch.windows.shape[-2]
    steps = np.arange(side) - (side - 1) / 2
    ramps = way[..., :1, None] * steps + way[..., 1:, None] * steps[:, None] + 128
    same = np.broadcast_to(ramps[None, None, :, :, None, :, :, None], batch.windows.shape)
    shard = Shard("azul", "coloured", replace(batch, windows=same.round().astype(np.uint8)))
    ways = set()
    for seed in range(24):
        shown = episode(shard, [0], TEACHING, Random(seed)).inputs
        tops, way = slopes(shown["windows"][0, :, 1]), shown["leans"][0].numpy()
        there = np.abs(tops).max(axis=1) > 0.03
        turned = (tops * way).sum(axis=1)[there]
        along = np.linalg.norm(tops, axis=1)[there] * np.linalg.norm(way, axis=1)[there]
        assert (turned[along > 0] > 0.9 * along[along > 0]).all()
        x, y = way[way.any(axis=1)][0]  # of the first that was not made a place beside the board
        ways.add((x > 0, y > 0))
    assert len(ways) == 4, "mirrored across, down, both, and not"


def test_what_the_other_board_shows_bare_is_known(
    batch: Batch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And, in half of the pictures, a part of what was seen bare on the board itself."""
    for name in ("MISTAKEN", "DIMMER", "TINTED"):
        monkeypatch.setattr(episodes, name, 0.0)
    shard, own_share = Shard("azul", "coloured", batch), []
    for seed in range(12):
        asked = episode(shard, [0], Knowledge("shared", "none"), Random(seed))
        windows, given = asked.inputs["windows"][0], asked.inputs["given"][0] > 0
        lies, half = asked.lies[0], len(given) // 2
        elsewhere = (windows[:, 2] == windows[:, 0].roll(half, 0)).all(3).all(2).all(1)
        bare = (lies.roll(half, 0) == EMPTY) & (asked.hidden[0].roll(half, 0) < episodes.CLEAR)
        assert given[bare].all()
        assert bare[elsewhere & given].all()
        assert (windows[~given, 2] == 0).all()
        own_share.append(float((given & ~elsewhere).float().mean()))
    assert min(own_share) == 0 < max(own_share)


def test_each_board_lies_in_a_light_of_its_own(batch: Batch) -> None:
    shard, chance = Shard("azul", "coloured", batch), Random(2)
    windows = episode(shard, [0], Knowledge("shared", "none"), chance).inputs["windows"][0] / 255
    half = len(windows) // 2
    seen = windows[:half, 2].amax((1, 2, 3)) > 0
    lit = (windows[half:, 0][seen] / windows[:half, 2][seen].clamp(min=0.05)).mean((0, 2, 3))
    assert ((lit - 1).abs() > 0.005).any(), lit


def test_what_a_lamp_hides_is_asked_and_what_a_hand_covers_is_not(batch: Batch) -> None:
    """Beside burnt print the sides of a tile may be seen, below a hand nothing is."""
    covered, hidden = np.zeros_like(batch.covered), np.zeros_like(batch.hidden)
    covered[..., :10] = 1
    hidden[..., :20] = 1
    shard = Shard("azul", "coloured", replace(batch, covered=covered, hidden=hidden))
    asked = episode(shard, [0], Knowledge("all", "none"), Random(1))
    lies, half = asked.lies[0].numpy(), len(asked.lies[0]) // 2
    assert (lies[:10] == episodes.IGNORED).all()
    assert (lies[10:half] != episodes.IGNORED).any()
    assert (asked.hidden[0, :20] == 1).all()


def test_what_a_lamp_hides_may_be_left_unasked(batch: Batch) -> None:
    hidden = np.zeros_like(batch.hidden)
    hidden[..., :20] = 1
    shard = Shard("azul", "coloured", replace(batch, hidden=hidden))
    all_, clear = (
        episode(shard, [0], Knowledge("all", "none"), Random(1), burnt=burnt).lies[0].numpy()
        for burnt in (True, False)
    )
    half = len(all_) // 2
    burnt = np.isin(np.arange(len(all_)) % half, range(20))
    assert (all_[burnt] != episodes.IGNORED).any()
    assert (clear == np.where(burnt, episodes.IGNORED, all_)).all()
