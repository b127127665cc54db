"""Taking evenings along: a sitting or everything as a file, and a sitting from another table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Blueprint, Response, abort, redirect, request
from werkzeug.utils import secure_filename
from werkzeug.wrappers import Response as BaseResponse

from companion.boards import load
from companion.errors import CompanionError, JournalError
from companion.journal import export_everything, export_sitting, import_sitting, unpacked
from companion.journal.archive import archive_name
from companion.journal.journal import RESTORING
from companion.service.evening.asks import Restore
from companion.service.ops.failures import log
from web.access.permission import refuse_strangers
from web.languages import gettext as _
from web.page_cache import to
from web.pictures.lettering import written
from web.pictures.result_card import png
from web.routes import draw_anew, live
from web.routes.data.deeds import refusal
from web.routes.reference import kept_evening, page
from web.views.points import past
from web.views.points.shared_result import result_card
from web.views.wording import words

LONGEST_NAME = 60
"""Letters of a file's name by which it is called when something is wrong with it."""

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
    refuse_strangers()
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
        path = Path(folder) / (secure_filename(sent.filename)[-LONGEST_NAME:] or "evening.zip")
        sent.save(path)
        try:
            number = import_sitting(live().journal, path)
        except JournalError as error:
            log.warning("an evening was not taken over: %s", error)
            abort(409, refusal(error))
    draw_anew()
    return redirect(to("game.evening", number=number), code=303)


@blueprint.get("/history/<int:number>.png")
def picture(number: int) -> Response:
    """Send the result of a game as a picture, to be sent on."""
    kept, played = kept_evening(number)
    setup = kept.seating.setup
    names = [written(name) for name in kept.seating.names]
    words.use(names, load(setup.game, setup.variant))
    answer = Response(png(result_card(kept, played)), mimetype="image/png")
    name = archive_name(kept.at, setup.game, number).replace(".zip", ".png")
    answer.headers["Content-Disposition"] = f'inline; filename="{name}"'
    return answer


@blueprint.get("/history/<int:number>/delete")
def ask_to_delete(number: int) -> str:
    """Ask a second time whether an evening is to be deleted for good."""
    found = next((one for one in live().journal.all() if one.id == number), None)
    if found is None:
        abort(404, _("There is no such evening, or it cannot be read."))
    on = live().state.sitting == number
    return page("delete", number=number, when=past.moment(found.at), shown=on)


@blueprint.post("/history/<int:number>/delete")
def delete(number: int) -> BaseResponse:
    """Delete an evening for good, with its pictures."""
    if request.form.get("sure") != "yes":
        abort(400, _("Say first that it shall be deleted for good."))
    if live().state.sitting == number:
        abort(409, _("This evening is on the screens; begin another game first."))
    try:
        live().journal.forget(number)
    except JournalError as error:
        abort(404, refusal(error))
    draw_anew()
    return redirect(to("reading.history"), code=303)


@blueprint.post("/restore")
def restore() -> BaseResponse:
    """Let a backup take the place of everything, once it was found whole."""
    sent, journal = request.files.get("file"), live().journal
    if sent is None or not sent.filename:
        abort(400, _("Choose the file of a backup first."))
    if request.form.get("sure") != "yes":
        abort(400, _("Say first that it shall take the place of everything."))
    with TemporaryDirectory(dir=journal.folder, prefix=RESTORING) as folder:
        archive, inside = Path(folder) / "backup.zip", Path(folder) / "inside"
        inside.mkdir()
        sent.save(archive)
        try:
            # However long a slow card takes: the folder is needed until then.
            live().ask(Restore(unpacked(archive, inside))).result()
        except CompanionError as error:
            log.warning("a backup was not restored: %s", error)
            abort(409, refusal(error))
    return redirect(to("reading.history"), code=303)


@blueprint.post("/history/<int:number>/count")
def count(number: int) -> BaseResponse:
    """Let an evening count for records and averages, or leave it out."""
    try:
        live().journal.leave_out(number, request.form.get("count") == "no")
    except JournalError as error:
        abort(404, refusal(error))
    draw_anew()
    return redirect(to("game.evening", number=number), code=303)


def as_file(name: str, write: Callable[[Path], object]) -> Response:
    """Return what is written to a file, to be kept under a name."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        write(path)
        file = path.open("rb")  # outlives its name; the answer closes it
    answer = Response(file, mimetype="application/zip")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
