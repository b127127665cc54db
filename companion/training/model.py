"""The model in torch: how cells are looked at, and how they are compared with each other.

Every cell becomes a token from its three windows, every known example of a tile becomes one, and
every colour of the set.  Attention lets all of them look at each other: a wall space shows the look
of its colour, equal cells look alike, and what a tile's colour is called is told last, by
comparison.  ``companion.vision.cells`` does the same without torch.
"""

from __future__ import annotations

import copy

import numpy as np
import torch
from torch import Tensor, nn

from companion.neural_network.convolution import FOLD
from companion.neural_network.encoders import FACE as FACE_PIXELS
from companion.neural_network.slots import KINDS, NAMES, SHAPES, SLOTS

MIDDLE = 0.5
"""What is taken off the levels of windows, which run from 0 to 1."""

FACE = slice(FACE_PIXELS.start // FOLD, FACE_PIXELS.stop // FOLD)
"""The part of a folded window that a tile fills."""

THOUGHT, EMBEDDED, FACED, WIDE, HEADS, LAYERS = 160, 96, 48, 64, 4, 4


def step(inputs: int, outputs: int, size: int, stride: int = 1) -> nn.Sequential:
    """Return a convolution, brought to one scale and cut off below zero."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


def settled(model: Model) -> Model:
    """Return the same model, whose convolutions bring channels to their scale all by themselves.

    What was measured of them while they were taught (``BatchNorm2d``) does not change any more.
    """
    model = copy.deepcopy(model).eval()
    for layers in (model.cells.layers, model.faces.layers):
        for conv, norm, _ in layers:
            scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
            norm.bias.data -= norm.running_mean * scale
            conv.weight.data *= scale[:, None, None, None]
            norm.weight.data.fill_(1)
            norm.running_mean.zero_()
            norm.running_var.fill_(1 - norm.eps)
    return model


def folded(pictures: Tensor) -> Tensor:
    """Return bytes (N, 12 P, S / 2, S / 2) of P pictures (N, P, S, S, 3) each, side by side.

    As ``neural_network.convolution`` folds them: every four pixels become channels of one.
    Six bytes of a row move at once, and channels stay innermost in memory.
    """
    n, p, side = pictures.shape[:3]
    half = side // FOLD
    rows = pictures.numpy().reshape(n, p, half, FOLD, half, 3 * FOLD).view(f"V{3 * FOLD}")
    moved = np.ascontiguousarray(rows[..., 0].transpose(0, 2, 4, 1, 3)).view(np.uint8)
    return torch.from_numpy(moved.reshape(n, half, half, -1)).permute(0, 3, 1, 2)


def _lit(windows: Tensor, light: Tensor) -> Tensor:
    """Return the levels (B N, 36, 14, 14), from 0 to 1, of windows under each picture's light."""
    b, n = windows.shape[:2]
    by_channel = light[:, :, None].expand(-1, -1, FOLD**2, -1).reshape(b, 1, -1) / 255
    of_each = by_channel.expand(-1, n, -1).reshape(b * n, -1, 1, 1)
    return (folded(windows.flatten(0, 1)) * of_each).clamp_(max=1)


class CellEncoder(nn.Module):
    """Three ``folded`` windows (N, 36, 14, 14) become what is to be said of a cell."""

    def __init__(self) -> None:
        """Build the layers."""
        super().__init__()
        self.layers = nn.Sequential(step(36, 32, 1), step(32, 48, 3, 2), step(48, 64, 3, 2))
        self.whole = nn.Linear(64 * 16, THOUGHT)
        self.last = nn.Linear(THOUGHT, EMBEDDED)

    def forward(self, windows: Tensor) -> Tensor:
        """Return what is to be said (N, EMBEDDED), from what is seen anywhere in the windows."""
        return self.last(torch.relu(self.whole(self.layers(windows).flatten(1))))


class FaceEncoder(nn.Module):
    """The middle of a ``folded`` window (N, 12, 10, 10) becomes the look of a tile or print."""

    def __init__(self) -> None:
        """Build the layers."""
        super().__init__()
        self.layers = nn.Sequential(step(12, 24, 1), step(24, 48, 3, 2), step(48, 64, 1))
        self.last = nn.Linear(128, FACED)

    def forward(self, faces: Tensor) -> Tensor:
        """Return the looks (N, FACED): what is seen on average and at most anywhere on the face."""
        seen = self.layers(faces)
        return self.last(torch.cat((seen.mean((2, 3)), seen.amax((2, 3))), 1))


class Layer(nn.Module):
    """All tokens look at each other, then each thinks for itself."""

    def __init__(self) -> None:
        """Build the layer."""
        super().__init__()
        self.calm, self.calmer = nn.LayerNorm(WIDE), nn.LayerNorm(WIDE)
        self.asks = nn.Linear(WIDE, 3 * WIDE)
        self.hears = nn.Linear(WIDE, WIDE)
        self.thinks = nn.Sequential(nn.Linear(WIDE, 2 * WIDE), nn.ReLU(), nn.Linear(2 * WIDE, WIDE))

    def forward(self, tokens: Tensor, hidden: Tensor) -> Tensor:
        """Return tokens (B, T, WIDE) after one look; ``hidden`` (B, T) are not looked at."""
        b, t, _ = tokens.shape
        asked = self.asks(self.calm(tokens)).reshape(b, t, 3, HEADS, WIDE // HEADS)
        q, k, v = asked.permute(2, 0, 3, 1, 4)
        mask = ~hidden[:, None, None, :]
        heard = nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        tokens = tokens + self.hears(heard.transpose(1, 2).reshape(b, t, WIDE))
        return tokens + self.thinks(self.calmer(tokens))


class Model(nn.Module):
    """All of it."""

    def __init__(self) -> None:
        """Build the parts."""
        super().__init__()
        self.cells, self.faces = CellEncoder(), FaceEncoder()
        self.enter = nn.Linear(EMBEDDED + 2 * FACED + 4, WIDE)
        self.kind = nn.Embedding(len(KINDS), WIDE)
        self.shape = nn.Embedding(len(SHAPES), WIDE)
        self.printed = nn.Embedding(SLOTS + 1, WIDE)
        self.example = nn.Linear(FACED, WIDE)
        self.shown = nn.Embedding(SLOTS, WIDE)
        self.name = nn.Embedding(len(NAMES) + 1, WIDE)
        self.slot = nn.Embedding(SLOTS, WIDE)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.calm = nn.LayerNorm(WIDE)
        self.lies, self.print = nn.Linear(WIDE, WIDE), nn.Linear(WIDE, WIDE)
        self.lies_empty, self.print_none = nn.Linear(WIDE, 1), nn.Linear(WIDE, 2)
        self.as_tile, self.as_print = nn.Linear(WIDE, WIDE), nn.Linear(WIDE, WIDE)
        self.place = nn.Linear(WIDE, 5)

    def forward(
        self,
        windows: Tensor,
        light: Tensor,
        given: Tensor,
        kinds: Tensor,
        shape: int,
        printed: Tensor,
        leans: Tensor,
        names: Tensor,
        examples: Tensor,
        example_slots: Tensor,
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return the logits (B, N, SLOTS) of what lies on each cell, and of what is printed there.

        The third (B, N, 5) says how far a space lies off its window's middle, in tiles, how sure
        that is (the logarithm of the scatter), and, as logits, whether it is a space of this game
        and whether something hides it.

        ``windows`` (B, N, 3, SIDE, SIDE, 3) are bytes, zeros for bare ones that are not ``given``
        (B, N), whose levels ``light`` (B, 3 windows, 3 colours) changes; ``kinds`` (N,),
        ``printed`` (B, N) slots, ``SLOTS`` where nobody knows; ``names`` (B, 8) of the slots;
        ``examples`` (B, M, 20, 20, 3) with their slots (B, M), -1 for none.
        """
        n = windows.shape[1]
        cells, looks = self._cells(windows, light, given, leans, examples)
        cells = cells + self.kind(kinds) + self.shape.weight[shape] + self.printed(printed)
        shown = self.example(looks) + self.shown(example_slots.clamp(0))
        slots = self.name(names) + self.slot.weight[:8]
        tokens = torch.cat((cells, slots, shown), 1)
        hidden = torch.zeros(tokens.shape[:2], dtype=torch.bool)
        hidden[:, n + 8 :] = example_slots < 0
        for layer in self.layers:
            tokens = layer(tokens, hidden)
        tokens = self.calm(tokens)
        return self._told(tokens[:, :n], tokens[:, n : n + 8])

    def _cells(
        self, windows: Tensor, light: Tensor, given: Tensor, leans: Tensor, examples: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Return cells (B, N, WIDE) as they look, and the looks (B, M, FACED) of examples."""
        b, n = windows.shape[:2]
        seen = _lit(windows, light)
        print_, top, bare = seen[:, :, FACE, FACE].split(12, 1)
        bare = torch.where(given.reshape(-1, 1, 1, 1) > 0, bare, print_)
        shown = folded(examples.reshape(-1, 1, *examples.shape[2:])) / 255
        looks = self.faces(torch.cat((top, bare, shown), 0))
        told = torch.cat((self.cells(seen - MIDDLE), looks[: b * n], looks[b * n : 2 * b * n]), 1)
        extra = torch.stack((given, leans[..., 0], leans[..., 1], leans.norm(dim=-1)), -1)
        cells = self.enter(torch.cat((told.reshape(b, n, -1), extra), -1))
        return cells, looks[2 * b * n :].reshape(b, -1, FACED)

    def _told(self, cells: Tensor, slots: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return what cells say, by their likeness to the colours' ``slots``."""
        lies = self.lies(cells) @ self.as_tile(slots).transpose(1, 2) / WIDE**0.5
        print_ = self.print(cells) @ self.as_print(slots).transpose(1, 2) / WIDE**0.5
        none = self.print_none(cells)
        print_ = torch.cat((print_[..., :6], none[..., :1], print_[..., 7:], none[..., 1:]), -1)
        return torch.cat((lies, self.lies_empty(cells)), -1), print_, self.place(cells)
