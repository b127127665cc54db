"""Boards and tiles drawn as a camera sees them: prints, prisms that lean away, shadows, shine."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image, Points
from companion.fields import Point
from companion.geometry.camera import BOARD_MM
from companion.printings.canvas import SHIFT, fixed
from companion.printings.inks import Ink
from companion.training.factory.lamp_reflection import mirror_lamp
from companion.training.factory.lighting import (
    BYTES,
    Levels,
    Light,
    by_channel,
    falling,
    looked_up,
    mirrored,
)
from companion.training.factory.views import View

CONTACT_MM = 1.6
"""How soft the dark line is that lies around everything that stands on a board."""

RIM = 0.04
"""How far from a top's edge the middle of its rim lies, in halves of the top."""

BLINDING = 230.0
"""Grey levels of mirrored light, as black shows it, in which nothing can be told any more."""

SQUARES = BYTES * BYTES


@dataclass(frozen=True)
class Prism:
    """A piece on the board: outline (N, 2) mm, bottom and top in mm over the table, how it looks.

    ``frame`` (4, 2) mm are the corners of the square that ``face`` covers.
    """

    outline: Points
    bottom_mm: float
    top_mm: float
    face: Image
    frame: Points
    side: Ink
    body: Ink
    bevel: float


class Drawing:
    """A picture in the making: what things look like by themselves, and the light on them."""

    def __init__(self, view: View, light: Light) -> None:
        """Start with nothing."""
        self.view, self.light = view, light
        width, height = view.size
        self.image: Image = np.zeros((height, width, 3), np.uint8)
        self.shaded = np.zeros((height, width), np.uint8)
        self.raised = np.zeros((height, width), np.uint8)
        self.tops = np.zeros((height, width), np.uint8)
        self.matt = light.matt
        self.shine = np.zeros((height, width), np.uint8)
        self.lamp = np.zeros((height, width), np.float32)

    def lay_table(self, chance: Random) -> None:
        """Cover everything with a table: wood, cloth or paint."""
        ink = np.array([chance.uniform(20, 230) for _ in range(3)])
        ink = ink.mean() + (ink - ink.mean()) * chance.uniform(0.1, 0.8)
        grain = chance.choice(((6, 60, 1), (60, 6, 1), (40, 40, 1), (3, 3, 1)))
        noise = np.random.default_rng(chance.getrandbits(32)).normal(
            0, chance.uniform(2, 18), grain
        )
        rough = np.clip(ink + noise, 0, 255).astype(np.uint8)
        self.image = np.asarray(cv2.resize(rough, self.view.size), np.uint8)

    def lay_sheet(self, face: Image, scale: float, size_mm: Point) -> None:
        """Lay a printed picture of a board, ``scale`` pixels per millimetre."""
        finer = scale / self.view.px_per_mm
        if finer > 1.3:
            small = (round(face.shape[1] / finer), round(face.shape[0] / finer))
            face = np.asarray(cv2.resize(face, small, interpolation=cv2.INTER_AREA), np.uint8)
        corners = np.array([[0, 0], [size_mm[0], 0], size_mm, [0, size_mm[1]]], float)
        self._warp(face, self.view.see(corners, BOARD_MM), None)

    def shade(self, prism: Prism) -> None:
        """Let a piece throw its shadow."""
        shift = self.light.low * (prism.top_mm - prism.bottom_mm) * np.array(self.light.ahead)
        points = np.concatenate((prism.outline, prism.outline + shift))
        seen = self.view.see(points, prism.bottom_mm)
        hull = cv2.convexHull(seen.astype(np.float32)).reshape(-1, 2)
        cv2.fillConvexPoly(self.shaded, fixed(hull), 255, cv2.LINE_AA, SHIFT)

    def put(self, prism: Prism, chance: Random) -> None:
        """Draw a piece: its sides as far as the camera sees them, then its top."""
        low, high = (self.view.see(prism.outline, mm) for mm in (prism.bottom_mm, prism.top_mm))
        hull = fixed(cv2.convexHull(np.concatenate((low, high)).astype(np.float32)))
        cv2.fillConvexPoly(self.raised, hull, 255, cv2.LINE_AA, SHIFT)
        for mirrors in (self.tops, self.shine, self.lamp):
            cv2.fillConvexPoly(mirrors, hull, 0, cv2.LINE_AA, SHIFT)
        normals = _normals(prism.outline)
        faces_us = ((self.view.foot_mm - prism.outline) * normals).sum(axis=1) > 0
        sides = np.stack((low, _next(low), _next(high), high), axis=1)[faces_us]
        corners = fixed(sides).reshape(sides.shape)
        for side, (x, y) in zip(corners, normals[faces_us].tolist(), strict=True):
            lit = _lit(prism.side, self.light.on_side((x, y)))
            cv2.fillConvexPoly(self.image, side, lit, cv2.LINE_AA, SHIFT)
        self._warp(prism.face, self.view.see(prism.frame, prism.top_mm), high)
        self._bevel(prism, high, normals)
        self._mirror(_level(prism, high), chance)

    def finished(self) -> tuple[Levels, NDArray[np.uint8]]:
        """Return the light that reaches the camera (H, W, 3) float32, in its grey levels.

        And where (H, W) a mirrored lamp outshines everything, as 255.
        """
        glare = mirrored(self.light, self.raised, self.tops, self.matt)
        levels = self.image.astype(np.float32)
        levels *= cv2.merge([self._falling()] * 3)
        if self.raised.any():
            levels += self._bounced()
        levels *= levels
        added = self._mirrored_squared(glare)
        if added is not None:
            gleam = np.square(self.light.gleam, dtype=np.float32)
            levels += by_channel(np.asarray(cv2.merge([added] * 3), np.float32), gleam)
        levels = by_channel(np.sqrt(levels, out=levels), self.light.tint)
        return levels, _blinded(glare, self.raised)

    def _falling(self) -> Levels:
        """Return what the light is that falls on every place (H, W), shadows and all."""
        open_ = 255 - self.raised
        light = falling(self.light, self.view.size)
        key = self.light.key / np.hypot(1.0, self.light.low)
        deep = 0.5 * key / (key + 1 - self.light.key)
        for mask, soft_mm, depth in (
            (self.shaded, self.light.soft_mm, deep),
            (self.raised, CONTACT_MM, 0.2),
        ):
            if mask.any():
                light *= self._shadow(mask, soft_mm, depth, open_)
        return light

    def _mirrored_squared(self, glare: Levels | None) -> Levels | None:
        """Return the squares of the grey levels (H, W) in which black would show what is mirrored.

        None where nothing is.  Cameras store about the root of light, so lights add as squares of
        levels do: what is mirrored washes dark ornaments out long before anything is white.
        """
        squared = [each * each for each in (self._lamp_seen(), glare) if each is not None]
        if self.shine.any():
            shine = np.asarray(cv2.GaussianBlur(self.shine, (0, 0), 0.8), np.uint8)
            squared.insert(0, looked_up(shine, SQUARES))
        return reduce(np.add, squared) if squared else None

    def _lamp_seen(self) -> Levels | None:
        if not self.lamp.any():
            return None
        return np.asarray(cv2.GaussianBlur(self.lamp, (0, 0), 0.8), np.float32)

    def _shadow(
        self, mask: NDArray[np.uint8], soft_mm: float, depth: float, open_: NDArray[np.uint8]
    ) -> Levels:
        """Return how much light a shadow leaves (H, W) where the board is ``open_``."""
        soft = _softened(mask, soft_mm * self.view.px_per_mm)
        dark = np.asarray(cv2.multiply(soft, open_, scale=1 / 255), np.uint8)
        return looked_up(dark, 1 - BYTES * np.float32(depth / 255))

    def _bounced(self) -> Levels:
        """Return the coloured light that pieces throw on the print around them."""
        size = self.view.size
        small = (max(size[0] // 6, 1), max(size[1] // 6, 1))
        mask = cv2.resize(self.raised, small, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
        colour = cv2.resize(self.image, small, interpolation=cv2.INTER_AREA).astype(np.float32)
        sigma = max(5.0 * self.view.px_per_mm / 6, 0.5)
        near = cv2.GaussianBlur(colour * mask[:, :, None], (0, 0), sigma)
        return np.asarray(cv2.resize(near * (0.12 * (1 - mask[:, :, None])), size), np.float32)

    def _warp(self, face: Image, corners: Points, outline: Points | None) -> None:
        """Draw a picture between four corners (4, 2) px, as far as an outline (N, 2) px lets it."""
        reach = corners if outline is None else outline
        low = np.maximum(np.floor(reach.min(axis=0)).astype(int) - 1, 0)
        high = np.minimum(np.ceil(reach.max(axis=0)).astype(int) + 2, self.view.size)
        if (high <= low).any():
            return
        height, width = face.shape[:2]
        whole = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
        bend = cv2.getPerspectiveTransform(whole, (corners - low).astype(np.float32))
        size = (int(high[0] - low[0]), int(high[1] - low[1]))
        seen = cv2.warpPerspective(face, bend, size, borderMode=cv2.BORDER_REPLICATE)
        mask = np.zeros((size[1], size[0]), np.uint8)
        cv2.fillConvexPoly(mask, fixed(reach - low), 255, cv2.LINE_AA, SHIFT)
        part = self.image[low[1] : high[1], low[0] : high[0]]
        through = cv2.merge([mask] * 3)
        part[:] = cv2.add(
            cv2.multiply(seen, through, scale=1 / 255),
            cv2.multiply(part, cv2.bitwise_not(through), scale=1 / 255),
        )

    def _bevel(self, prism: Prism, high: Points, normals: Points) -> None:
        if not prism.bevel:
            return
        width = max(
            1,
            round(
                prism.bevel
                * float(np.linalg.norm(prism.frame[1] - prism.frame[0]))
                * self.view.px_per_mm
            ),
        )
        rim = high + (high.mean(axis=0) - high) * RIM
        ends = (fixed(each).tolist() for each in (rim, _next(rim)))
        for start, end, (x, y) in zip(*ends, normals.tolist(), strict=True):
            lit = _lit(prism.body, self.light.on_bevel((x, y)))
            cv2.line(self.image, start, end, lit, width, cv2.LINE_AA, SHIFT)

    def _mirror(self, top: Points, chance: Random) -> None:
        """Let a ``top`` (N, 2) px shine: all over, and in a spot."""
        light = self.light
        cv2.fillConvexPoly(self.tops, fixed(top), 255, cv2.LINE_AA, SHIFT)
        if light.sheen:
            level = round(min(max(chance.gauss(light.sheen / 2, light.sheen / 3), 0), 150))
            cv2.fillConvexPoly(self.shine, fixed(top), level, cv2.LINE_AA, SHIFT)
        x, y, wide, strength = light.spark
        if strength:
            size = float(np.linalg.norm(top[0] - top[len(top) // 2]))
            at = (
                top.mean(axis=0)
                + size * np.array([x + chance.gauss(0, 0.05), y + chance.gauss(0, 0.05)]) * 0.7
            )
            centre = tuple(int(v) for v in fixed(at[None])[0])
            reach = max(round(wide * size * 2**SHIFT / 2), 8)
            cv2.circle(self.shine, centre, reach, round(strength), -1, cv2.LINE_AA, SHIFT)
        if light.lamp:
            mirror_lamp(self.lamp, light.lamp, top, chance)


def _blinded(glare: Levels | None, raised: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return where (H, W) what is mirrored outshines everything, as 255."""
    if glare is None:
        return np.zeros_like(raised)
    return np.asarray((glare > BLINDING).astype(np.uint8) * 255)


def _level(prism: Prism, high: Points) -> Points:
    """Return the outline (N, 2) px of what of a top lies level, within its rim."""
    within = 1 - RIM - prism.bevel if prism.bevel else 1.0
    middle = high.mean(axis=0)
    return np.asarray(middle + (high - middle) * within)


def _normals(outline: Points) -> Points:
    """Return the outward unit normals (N, 2) of a clockwise outline's sides (y down)."""
    sides = _next(outline) - outline
    normals = np.column_stack((sides[:, 1], -sides[:, 0]))
    middle = outline.mean(axis=0)
    if ((outline[0] + sides[0] / 2 - middle) @ normals[0]) < 0:
        normals = -normals
    length = np.sqrt((normals * normals).sum(axis=1, keepdims=True))
    return np.asarray(normals / np.maximum(length, 1e-9))


def _next(points: Points) -> Points:
    """Return for each of the points (N, 2) of an outline the one after it."""
    return np.concatenate((points[1:], points[:1]))


def _softened(mask: NDArray[np.uint8], sigma_px: float) -> NDArray[np.uint8]:
    """Return a mask with soft edges; very soft ones are worked out at half the size."""
    if sigma_px < 3.0:
        return np.asarray(cv2.GaussianBlur(mask, (0, 0), max(sigma_px, 0.5)), np.uint8)
    half = (max(mask.shape[1] // 2, 1), max(mask.shape[0] // 2, 1))
    small = cv2.GaussianBlur(cv2.resize(mask, half), (0, 0), sigma_px / 2)
    return np.asarray(cv2.resize(small, mask.shape[::-1]), np.uint8)


def _lit(ink: Ink, bright: float) -> Ink:
    b, g, r = (min(round(value * bright), 255) for value in ink)
    return b, g, r
