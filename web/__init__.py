"""The dashboard: pages and their live state, served inside the companion's own process."""

from web.app import create_app
from web.serve import Server

__all__ = ["Server", "create_app"]
