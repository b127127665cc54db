"""What a picture says of how it was taken, as any program reads it."""

import io
import json

from PIL import Image


def record_of(jpeg):
    """The record in the comment of a picture; empty where it has none."""
    with Image.open(io.BytesIO(jpeg)) as image:
        return json.loads(image.info.get("comment", b"{}").removeprefix(b"companion "))
