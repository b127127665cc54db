"""Whichever real camera there is, for a table whose game waits for one that is not there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.arrays import Image
from hardware.cameras.source import ABSENT, Failure, Source, SourceError


class AnyCamera:
    """A ``Source``: the first of several that there is, looked for with every opening."""

    def __init__(self, makers: Mapping[str, Callable[[], Source]]) -> None:
        """Prepare; ``makers`` make sources, in the order in which they are looked for."""
        self._makers = makers
        self._source: Source | None = None

    def open(self) -> str:
        """Start the first camera there is; one that does not work is not passed over."""
        for make in self._makers.values():
            self._source = make()
            try:
                return self._source.open()
            except SourceError as error:
                if error.failure not in ABSENT:
                    raise
                self.close()
        raise SourceError(
            Failure.MISSING,
            "there is no camera",
            "connect it as it was; 'companion doctor' says what else to look at",
        )

    def grab(self) -> tuple[Image, Mapping[str, Any]]:
        """Return a picture of the camera that was found."""
        assert self._source is not None
        return self._source.grab()

    def close(self) -> None:
        """Give the camera free; harmless where none was found."""
        source, self._source = self._source, None
        if source is not None:
            source.close()
