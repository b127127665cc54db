"""Taking evenings along: a sitting or everything as a file, and a sitting from another table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.errors import JournalError
from companion.journal import export_everything, export_sitting, import_sitting
from companion.journal.archive import archive_name
from web.access.permission import may_act
from web.languages import gettext as _
from web.routes import live
from web.routes.data.deeds import refusal

blueprint = Blueprint("keeping", __name__)


@blueprint.get("/history/<int:number>.zip")
def download(number: int) -> Response:
    """Send one sitting with its pictures as a file."""
    journal = live().journal
    try:
        kept = journal.sitting(number)
        name = archive_name(kept.at, kept.seating.setup.game, number)
        return as_file(name, lambda path: export_sitting(journal, number, path))
    except JournalError as error:
        abort(404, refusal(error))


@blueprint.get("/backup.zip")
def backup() -> Response:
    """Send the journal with all its pictures, to paired devices."""
    if not may_act():
        abort(401, _("This device may only look. Pair it first."))
    try:
        return as_file("companion.zip", lambda path: export_everything(live().journal, path))
    except JournalError as error:
        abort(409, refusal(error))


@blueprint.post("/history/import")
def upload() -> BaseResponse:
    """Take a sitting over from a file of another table."""
    sent = request.files.get("file")
    if sent is None or not sent.filename:
        abort(400, _("Choose the file of an evening first."))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "evening.zip"
        sent.save(path)
        try:
            number = import_sitting(live().journal, path)
        except JournalError as error:
            abort(409, refusal(error))
    return redirect(url_for("game.evening", number=number), code=303)


@blueprint.post("/history/<int:number>/count")
def count(number: int) -> BaseResponse:
    """Let an evening count for records and averages, or leave it out."""
    try:
        live().journal.leave_out(number, request.form.get("count") == "no")
    except JournalError as error:
        abort(404, refusal(error))
    return redirect(url_for("game.evening", number=number), code=303)


def as_file(name: str, write: Callable[[Path], object]) -> Response:
    """Return what is written to a file, to be kept under a name."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        write(path)
        file = path.open("rb")  # outlives its name; the answer closes it
    answer = Response(file, mimetype="application/zip")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
