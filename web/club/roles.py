"""Who may do what at the hub: organisers everything, judges results; everybody else looks.

Each role has a code of its own; whoever types it is known by the cookie from then on, as at a
table (``web.access.paired_devices``).  The fourth role, a table, speaks at the broker only.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from functools import partial
from pathlib import Path
from typing import TypeVar, cast

from flask import Flask, abort, current_app, request

from companion.errors import PairingRefused
from web.access.guard import SAFE_METHODS
from web.access.paired_devices import Device, Pairing
from web.access.permission import here, own_cookie, renewed
from web.languages import gettext as _

WAYS_IN = ("static", "pairing.page")
"""What a device without a role may ask for where only those with one may look."""


class Role(IntEnum):
    """Who asks; a higher one may do all that the lower ones may."""

    SPECTATOR = 0
    JUDGE = 1
    ORGANISER = 2


class Roles:
    """The devices of judges and organisers, and the code that lets the next one in."""

    def __init__(
        self,
        folder: Path | None = None,
        *,
        local: bool = False,
        view_open: bool = True,
        announce: Callable[[Role, str], object] = lambda role, code: None,
    ) -> None:
        """Keep the lists in ``folder``; with ``local`` this very machine is an organiser's.

        With ``view_open`` everybody may look, else only who has a role.
        """
        self.local = local
        self.view_open = view_open
        self.lists = {
            role: Pairing(
                folder / role.name.lower() if folder else None,
                local=local,
                announce=lambda code, role=role: announce(role, code),  # type: ignore[misc]
            )
            for role in (Role.ORGANISER, Role.JUDGE)
        }

    def of(self, cookie: str) -> Role:
        """Return the role of the device with this cookie."""
        return next((r for r, kept in self.lists.items() if kept.device(cookie)), Role.SPECTATOR)

    def device(self, cookie: str) -> Device | None:
        """Return the device with this cookie, whatever its role; None where it has none."""
        found = (kept.device(cookie) for kept in self.lists.values())
        return next(filter(None, found), None)

    def enter(self, name: str, code: str, guest: str) -> str:
        """Return the cookie of a device whose code is that of a role; else ``PairingRefused``.

        A code that is wrong for both counts as one wrong code at each.
        """
        refused: PairingRefused | None = None
        for kept in self.lists.values():
            try:
                return kept.pair(name, code=code, guest=guest)
            except PairingRefused as error:
                refused = error
        assert refused is not None
        raise refused

    def revoke(self, id: str) -> bool:
        """Take a device its role; tell whether there was such a device."""
        return any(kept.revoke(id) for kept in self.lists.values())


def init_app(app: Flask, roles: Roles) -> None:
    """Hold every request of ``app`` to the role of its device."""
    app.extensions["roles"] = roles
    app.extensions["pairing"] = roles
    for kept in roles.lists.values():
        app.after_request(partial(renewed, kept))

    @app.before_request
    def check() -> None:
        needed = current_app.view_functions.get(request.endpoint or "")
        looking = request.method in SAFE_METHODS
        to_look = None if roles.view_open or request.endpoint in WAYS_IN else Role.JUDGE
        usual = to_look if looking else Role.ORGANISER
        role = getattr(needed, "role", usual)
        if role is None or own_role() >= role:
            return
        if looking and to_look is not None:
            abort(401, _("Only judges and organisers may look here. Type the code of one of them."))
        abort(401, _("This device may only look. Give it the code of a judge or organiser."))


def own_role() -> Role:
    """Return the role of the device that asks."""
    roles = cast(Roles, current_app.extensions["roles"])
    if roles.local and here():
        return Role.ORGANISER
    return roles.of(own_cookie(request.headers.get))


View = TypeVar("View", bound=Callable[..., object])


def for_(role: Role) -> Callable[[View], View]:
    """Mark a view as being for a role and those above it."""

    def mark(view: View) -> View:
        view.role = role  # type: ignore[attr-defined]
        return view

    return mark
