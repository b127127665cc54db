"""The hub's pages: the wall of tables, the tournament, what judges and organisers do."""

from web.club.hub_app import create_hub_app
from web.club.roles import Roles

__all__ = ["Roles", "create_hub_app"]
