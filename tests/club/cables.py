"""A cable to the broker that can go dead without either end being told, as TCP knows it.

What is sent into a cable that is cut piles up and arrives when it is whole again, closing included;
on connections the cable has forgotten nothing ever arrives, and still nobody is told.
"""

import asyncio
import threading
from contextlib import suppress
from dataclasses import dataclass

CHUNK = 4096


class Way:
    """One direction of a cable."""

    def __init__(self):
        self.open = asyncio.Event()
        self.open.set()
        self.delay_s = 0.0
        self.left = None  # so many bytes still pass; None: no end of them
        self.end = None  # what happens when they have passed


@dataclass(eq=False)
class Life:
    """One connection through a cable."""

    ends: tuple
    forgotten: bool = False


class Cable:
    """Between whoever calls ``port`` and the broker at ``to``; ``up`` leads to the broker."""

    def __init__(self, to):
        self._to = to
        self._lives = set()
        self._writers = []
        self._loop = asyncio.new_event_loop()
        self.up, self.down = Way(), Way()
        self.calls = 0
        self._thread = threading.Thread(target=self._run, name="cable", daemon=True)
        self._ready = threading.Event()
        self._thread.start()
        assert self._ready.wait(5)

    def cut(self, *ways):
        """Let nothing through, in both directions or in those named; nobody is told."""
        self._do(lambda: [way.open.clear() for way in ways or (self.up, self.down)])

    def forget(self):
        """Lose every connection there is now, as a router that was switched off and on."""
        self._do(lambda: [setattr(life, "forgotten", True) for life in self._lives])

    def delay(self, seconds):
        """Let everything arrive late."""
        self._do(lambda: [setattr(way, "delay_s", seconds) for way in (self.up, self.down)])

    def stop_after(self, count):
        """Let so many bytes more through to the broker, then none: it ends within a message."""
        self._do(lambda: self._limit(count, self.up.open.clear))

    def break_after(self, count):
        """Break every connection off when so many bytes more have gone to the broker."""
        self._do(lambda: self._limit(count, self._tear))

    def _limit(self, count, end):
        self.up.left, self.up.end = count, end

    def _tear(self):
        for life in self._lives:
            for one in life.ends:
                one.transport.abort()

    def heal(self):
        """Be a good cable again; what has piled up arrives."""
        self._do(self._heal)

    def close(self):
        """End the cable and all that goes through it."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)

    def _heal(self):
        for way in (self.up, self.down):
            way.delay_s, way.left = 0.0, None
            way.open.set()

    def _do(self, act):
        done = threading.Event()
        self._loop.call_soon_threadsafe(lambda: (act(), done.set()))
        assert done.wait(5)

    def _run(self):
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._carry, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()
        server.close()
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        for writer in self._writers:  # one that is forgotten open complains of the loop being gone
            writer.transport.abort()
        self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()

    async def _carry(self, reader, writer):
        self.calls += 1
        self._writers.append(writer)
        await self.up.open.wait()
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:
            writer.close()
            return
        self._writers.append(far_writer)
        life = Life((writer, far_writer))
        self._lives.add(life)
        await asyncio.gather(
            self._pump(reader, far_writer, self.up, life),
            self._pump(far_reader, writer, self.down, life),
        )
        self._lives.discard(life)

    async def _pump(self, reader, writer, way, life):
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                if way.delay_s:
                    await asyncio.sleep(way.delay_s)
                for part in parted(data, way):
                    await way.open.wait()
                    if not life.forgotten:
                        writer.write(part)
        await way.open.wait()
        while life.forgotten:
            await asyncio.sleep(60)
        writer.close()


def parted(data, way):
    """Yield data as it passes: up to where the cable is to go dead, and the rest later."""
    if way.left is None or way.left > len(data):
        if way.left is not None:
            way.left -= len(data)
        yield data
        return
    first, way.left = data[: way.left], None
    yield first
    way.end()
    yield data[len(first) :]
