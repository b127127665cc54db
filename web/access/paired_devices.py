"""Which devices may act.  Reasons are in ``docs/security.md``.

A device is paired once: with the six-digit code that the companion's own screen shows, or with the
one-time token in the link of its QR code.  It then carries a signed cookie with its number; the
list of numbers is here, so a device can be taken its right at any moment.
"""

from __future__ import annotations

import hmac
import json
import logging
import os
import secrets
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import RLock
from typing import Any

from itsdangerous import BadSignature, URLSafeSerializer

from companion.errors import PairingRefused
from web.access.guests import Guests

log = logging.getLogger(__name__)

COOKIE = "companion_device"
COOKIE_DAYS = 400
"""As long as browsers keep any cookie."""

KEYS = 8
"""Keys kept.  Each start makes one, and a cookie of an older one is renewed on use.

A key that has signed nothing is not kept: who starts again and again, all night perhaps, as a
driver hangs, locks nobody out who sleeps.
"""

FILE = "devices.json"
LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Device:
    """A device that may act."""

    id: str
    name: str
    at: str


class Pairing:
    """The devices that may act, and the code that lets another one in.  Safe for threads."""

    def __init__(
        self,
        folder: Path | None = None,
        *,
        local: bool = True,
        view_open: bool = True,
        clock: Callable[[], float] = time.monotonic,
        announce: Callable[[str], object] = lambda code: None,
    ) -> None:
        """Keep the list in ``folder`` (None: in memory).

        With ``local`` a browser on this very machine may act without pairing; with ``view_open``
        everybody at home may look.  ``announce`` is told every new code, for the console.
        """
        self._path = folder / FILE if folder else None
        self.local = local
        self.view_open = view_open
        self._announce = announce
        self._lock = RLock()
        self._guests = Guests(clock)
        kept = self._load()
        self._devices = {one["id"]: Device(**one) for one in kept["devices"]}
        self._older_keys: list[str] = kept["keys"]
        self._keys = [*self._older_keys, secrets.token_urlsafe(32)][-KEYS:]
        self._key_is_kept = False
        self._renew()

    @property
    def code(self) -> str:
        """The code that lets the next device in."""
        return self._code

    @property
    def token(self) -> str:
        """The token of the link that lets the next device in."""
        return self._token

    @property
    def devices(self) -> tuple[Device, ...]:
        """The devices that may act, oldest first."""
        return tuple(self._devices.values())

    def pair(self, name: str, *, code: str = "", token: str = "", guest: str = "") -> str:
        """Let a device in and return its cookie; raises ``PairingRefused``.

        ``guest`` is the address it asks from: only that one waits after too many wrong codes.
        """
        with self._lock:
            self._check(code, token, guest)
            device = Device(secrets.token_hex(8), named(name), datetime.now(UTC).isoformat()[:19])
            self._devices[device.id] = device
            try:
                self._save()
            except OSError:
                del self._devices[device.id]
                raise
            self._guests.forget(guest)
            self._renew()
            return self.cookie(device)

    def device(self, cookie: str) -> Device | None:
        """Return the device a cookie belongs to, None when it is not ours or was revoked."""
        try:
            return self._devices.get(self._signer(self._keys).loads(cookie))
        except (BadSignature, TypeError):
            return None

    def cookie(self, device: Device) -> str:
        """Return a device's cookie, signed with the newest key; that is on the disk before."""
        with self._lock:
            if not self._key_is_kept:
                self._keep_key()
            return str(self._signer(self._keys).dumps(device.id))

    def is_fresh(self, cookie: str) -> bool:
        """Tell whether a cookie is signed with the newest key."""
        try:
            self._signer(self._keys[-1:]).loads(cookie)
        except BadSignature:
            return False
        return True

    def revoke(self, id: str) -> bool:
        """Take a device its right to act; tell whether there was such a device.

        One that cannot be taken off the list on the disk stays on it, to be taken off again.
        """
        with self._lock:
            before = self._devices
            self._devices = {key: one for key, one in before.items() if key != id}
            try:
                if len(self._devices) < len(before):
                    self._save()
            except OSError:
                self._devices = before
                raise
            return len(self._devices) < len(before)

    def _check(self, code: str, token: str, guest: str) -> None:
        """Raise ``PairingRefused`` for what does not let in; nobody guesses a link's token."""
        if token and hmac.compare_digest(token.encode(), self._token.encode()):
            return
        left = self._guests.wait_s(guest)
        if left > 0:
            raise PairingRefused(
                f"Too many wrong codes. Wait {round(left) or 1} seconds, then try again.",
                wait_s=left,
            )
        if code and hmac.compare_digest(code.encode(), self._code.encode()):
            return
        if self._guests.was_wrong(guest):
            self._renew()
        raise PairingRefused("This is not the code on the companion's screen. Look there again.")

    def _keep_key(self) -> None:
        """Keep this start's key; where that is not possible, those of before do."""
        try:
            self._save()
        except OSError as error:  # the page is where people make room
            log.warning("the paired devices cannot be written (%s)", error.strerror)
            self._keys = self._older_keys or self._keys
            self._key_is_kept = True

    def _renew(self) -> None:
        self._code = f"{secrets.randbelow(10**6):06}"
        self._token = secrets.token_urlsafe(16)
        self._announce(self._code)

    def _signer(self, keys: list[str]) -> URLSafeSerializer:
        return URLSafeSerializer(keys, salt="companion device")

    def _load(self) -> dict[str, Any]:
        """Read what is kept; a damaged file means that devices are paired anew."""
        empty: dict[str, Any] = {"keys": [], "devices": []}
        if self._path is None:
            return empty
        try:
            kept = json.loads(self._path.read_text(encoding="utf-8"))
            devices = [{key: str(one[key]) for key in ("id", "name", "at")}
                       for one in kept["devices"]]  # fmt: skip
            return {"keys": [str(key) for key in kept["keys"]], "devices": devices}
        except (OSError, ValueError, TypeError, LookupError):
            return empty

    def _save(self) -> None:
        """Write the list so that nobody else on this machine can read it, or half of it."""
        if self._path is None:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = self._path.with_suffix(".part")
        unfinished.unlink(missing_ok=True)
        kept = {"keys": self._keys, "devices": [asdict(one) for one in self._devices.values()]}
        handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(kept, file)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(self._path)
        self._key_is_kept = True


def named(name: str) -> str:
    """Return a device's name fit for a list and a log: one line, short, printable."""
    clean = "".join(letter for letter in name if letter.isprintable())
    return " ".join(clean.split())[:LONGEST_NAME] or "a device"


def kind_of(agent: str) -> str:
    """Return what a browser says it runs on, in a word."""
    for word in ("iPhone", "iPad", "Android", "Windows", "Macintosh", "CrOS", "Linux"):
        if word in agent:
            return word
    return "a device"
