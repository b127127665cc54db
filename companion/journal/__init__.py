"""The journal: every event of every sitting, on disk before it is shown.

An append-only table in SQLite, pictures beside it.  A sitting is rebuilt by folding its events in
the order they were written; the clock's time is kept for people to read and orders nothing.
"""

from companion.journal.archive import export_everything, export_sitting, import_sitting
from companion.journal.database import boards_of, empty_of, last_of, pictures_in
from companion.journal.journal import NEW_GAME, Journal, coach_of
from companion.journal.kept_values import Kept, Recorded, Seating, Unreadable
from companion.journal.lock import locked
from companion.journal.restoration import Backup, unpacked
from companion.journal.statistics import History, history

__all__ = [
    "NEW_GAME",
    "Backup",
    "History",
    "Journal",
    "Kept",
    "Recorded",
    "Seating",
    "Unreadable",
    "boards_of",
    "coach_of",
    "empty_of",
    "export_everything",
    "export_sitting",
    "history",
    "import_sitting",
    "last_of",
    "locked",
    "pictures_in",
    "unpacked",
]
