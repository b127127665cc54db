"""Pictures that people send: looked at before they are decoded, turned upright and made handy.

Whatever arrives may be anything.  What kind of file it is and how large its picture would be is
read from its first bytes, so that nothing is unpacked that nobody could hold.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress

import cv2
import numpy as np

from companion.arrays import Image
from companion.errors import PictureError
from companion.picture_bytes import JPEG_START, MOST_SIDE, PNG_START, is_cut_off
from companion.ports import Picture
from companion.sentence import Sentence
from companion.service.pictures.decoder_words import said_by_libraries, tells_of_loss

MOST_BYTES = 25_000_000
MOST_PIXELS = 64_000_000
"""Phones take 48 to 50 megapixels; 64 of them are 192 MB while they are looked at."""

TOO_LARGE = "this picture has more than 25 megabytes; choose a smaller one, or a screenshot of it"

NO_PICTURE = "this file is no picture, or damaged; choose a JPEG, PNG or WebP picture"

DAMAGED = "this picture is damaged or cut off half-way; try again, or take another one"

HANDY_PX = 2048
"""Longer side of a picture that is read quickly and still shows tiles from a metre away."""

QUALITY = 92
"""JPEG quality at which a picture that was turned or made smaller is kept."""

TELLING = (0xE1, 0xED)
"""Parts of a JPEG that tell how it is turned, and often where it was taken: EXIF, XMP, IPTC."""

STILLS = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1", b"avif")
"""Kinds of ISO files that are pictures; all others are films."""

REDUCED = {
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
"""Ways to have a JPEG decoded at a part of its size, which takes as small a part of the time."""

Size = tuple[int, int]


def photograph(data: bytes, name: str = "photograph.jpg") -> Picture:
    """Return a sent picture upright and at most ``HANDY_PX`` long, without what else its file says.

    A JPEG that is so already is kept as it came, byte for byte.  Raises ``PictureError`` with one
    sentence for whatever cannot be taken.
    """
    size = size_of(data)
    pixels = undamaged(data, size) if data.startswith(JPEG_START) else decoded(data)
    longest = max(pixels.shape[:2])
    if data.startswith(JPEG_START) and longest <= HANDY_PX and not tells_more(data):
        return Picture(name, data, pixels)
    share = min(1.0, HANDY_PX / longest)
    down, across = (max(share, 1 / side) for side in pixels.shape[:2])  # one pixel is left of any
    handy = cv2.resize(pixels, None, fx=across, fy=down, interpolation=cv2.INTER_AREA)
    jpeg = cv2.imencode(".jpg", handy, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
    # What is read is what is kept, so that reading it again later gives the same.
    return Picture(name, jpeg, decoded(jpeg))


def pixels_of(data: bytes) -> Image:
    """Return the pixels (H, W, 3) BGR of any picture file at full size, upright."""
    if max(size_of(data)) > MOST_SIDE:
        raise PictureError("this picture is more than 32,766 pixels long; crop it to the boards")
    return decoded(data)


def size_of(data: bytes) -> Size:
    """Return width and height of the picture in a file; refuses what cannot be taken."""
    if len(data) > MOST_BYTES:
        raise PictureError(TOO_LARGE)
    check_kind(data)
    found = next((of(data) for start, of in SIZES.items() if data.startswith(start)), None)
    if found is None or not all(found):
        raise PictureError(NO_PICTURE)
    if found[0] * found[1] > MOST_PIXELS:
        raise PictureError(
            "this picture has more than 64 megapixels; choose a lower resolution in the camera"
        )
    return found


def is_taken(data: bytes) -> bool:
    """Tell whether a file begins as a JPEG, PNG or WebP does; no other picture is taken."""
    return data.startswith(tuple(SIZES))


def check_kind(data: bytes) -> None:
    """Refuse what is known to be something else, with a word that helps."""
    if not data:
        raise PictureError("no picture arrived; choose one and send it again")
    iso = data[8:12] if data[4:8] == b"ftyp" else b""
    if iso in STILLS:
        raise PictureError(
            "this picture is in HEIC or AVIF format, which cannot be read here; set the phone's "
            "camera to JPEG (on an iPhone: Settings, Camera, Formats, Most Compatible) and take it "
            "again"
        )
    film = iso or data.startswith((b"\x1a\x45\xdf\xa3", b"\x00\x00\x01\xba", b"FLV", b"OggS"))
    if film or (data.startswith(b"RIFF") and data[8:12] == b"AVI "):
        raise PictureError("this is a film and no picture; take a photograph of the boards")


def undamaged(jpeg: bytes, size: Size) -> Image:
    """Return the pixels of a JPEG, no larger than needed; refuses one with damage within.

    Other threads of the companion talk meanwhile, so what is said is passed on.
    """
    with said_by_libraries(aloud=True) as said:
        pixels = decoded(jpeg, reduced=factor(size))
        if tells_of_loss(said()):
            raise PictureError(DAMAGED)
    return pixels


def decoded(data: bytes, reduced: int = 1) -> Image:
    """Return the pixels (H, W, 3) BGR of a checked file, upright; a JPEG at a part of its size."""
    pixels = None
    if not is_cut_off(data):
        try:
            how = REDUCED.get(reduced, cv2.IMREAD_COLOR)
            pixels = cv2.imdecode(np.frombuffer(data, np.uint8), how)
        except cv2.error:
            pixels = None
    if pixels is None:
        raise PictureError(DAMAGED)
    return np.asarray(pixels, np.uint8)


def factor(size: Size) -> int:
    """Return by how much a JPEG of this size can be decoded smaller and still be too large."""
    return max((part for part in (1, 2, 4, 8) if max(size) >= part * HANDY_PX), default=1)


def tells_more(data: bytes) -> bool:
    """Tell whether a JPEG says more than its picture: how it is turned, where it was taken."""
    return any(code in TELLING for code, _, _ in segments(data))


def segments(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield the parts of a JPEG before its pixels: marker, start and end of what is in it."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        code = data[at + 1]
        if code == 0xFF:  # fill
            at += 1
            continue
        if code in (0xD8, 0xD9, 0xDA):
            return
        (length,) = struct.unpack(">H", data[at + 2 : at + 4])
        yield code, at + 4, at + 2 + length
        at += 2 + max(length, 2)


def jpeg_size(data: bytes) -> Size | None:
    """Return the size in a JPEG's frame header."""
    frames = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
    for code, at, _ in segments(data):
        if code in frames and at + 5 <= len(data):
            height, width = struct.unpack(">HH", data[at + 1 : at + 5])
            return width, height
    return None


def png_size(data: bytes) -> Size | None:
    """Return the size in a PNG's header."""
    return struct.unpack(">II", data[16:24]) if len(data) >= 24 else None


def webp_size(data: bytes) -> Size | None:
    """Return the size in a WebP's header, of any of its three kinds."""
    kind = data[12:16] if data[8:12] == b"WEBP" and len(data) >= 30 else b""
    if kind == b"VP8 ":
        width, height = struct.unpack("<HH", data[26:30])
        return width & 0x3FFF, height & 0x3FFF
    if kind == b"VP8L":
        (bits,) = struct.unpack("<I", data[21:25])
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if kind == b"VP8X":
        return (
            1 + int.from_bytes(data[24:27], "little"),
            1 + int.from_bytes(data[27:30], "little"),
        )
    return None


SIZES: Mapping[bytes, Callable[[bytes], Size | None]] = {
    JPEG_START: jpeg_size,
    PNG_START: png_size,
    b"RIFF": webp_size,
}
"""How a file begins -> how the size of its picture is read."""


def picture_from(name: str, jpeg: bytes) -> Picture:
    """Return a picture from its bytes; raises ``PictureError`` when it is none."""
    pixels = None
    with suppress(cv2.error):  # nor is one larger than OpenCV unpacks
        pixels = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR) if jpeg else None
    if pixels is None:
        raise PictureError(Sentence("the picture {file} is damaged; take it again", file=name))
    return Picture(name, jpeg, np.asarray(pixels, np.uint8))
