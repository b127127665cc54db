"""What can be done, by forms (``/press``) and by programs (``/api/press``).

A form answers a script with 204 and sends a browser back to its page, so everything works without
scripts too.  A program gets the version that came of it.  What is refused is 409 with the reason.
"""

from __future__ import annotations

from concurrent.futures import Future
from concurrent.futures import TimeoutError as TooLong
from functools import partial

from flask import Blueprint, Response, abort, jsonify, make_response, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.boards import load
from companion.errors import CompanionError
from companion.fields import Field, FieldError, parse
from companion.service.bulletin.state import State
from companion.service.evening.asks import ByItself
from web.access.addresses import is_own
from web.input.action_table import ACTIONS, Action, asked
from web.input.browser_forms import from_form
from web.languages import LANGUAGES
from web.languages import gettext as _
from web.routes import live
from web.routes.data.state_json import changes_json
from web.views.wording import rule_sentences, sentences, words

blueprint = Blueprint("actions", __name__)

PATIENCE_S = 10.0
"""How long a request waits for what it asked; a picture under way comes first."""


def by_form(action: Action) -> BaseResponse:
    """Do what a form asks for."""
    if request.mimetype == "application/json":
        node = body()
    else:
        node = from_form(action.name, request.form)
    do(action, node)
    return done()


def by_program(action: Action) -> Response:
    """Do what a program asks for and tell the version that came of it."""
    state = do(action, body())
    if state is None:
        return make_response(jsonify(version=live().state.version, stage="looking"), 202)
    changed = changes_json(state)
    return jsonify(version=state.version, stage=state.stage.value, changed=changed)


def do(action: Action, node: Field) -> State | None:
    """Ask and wait for what came of it; None where that takes longer than anybody waits."""
    try:
        ask = asked(action, node)
    except FieldError as error:
        abort(400, rule_sentences.complaint(f"{error}."))
    except CompanionError as error:
        abort(400, refusal(error))
    return settled(live().set_autoplay(ask.on) if isinstance(ask, ByItself) else live().ask(ask))


def settled(future: Future[State]) -> State | None:
    """Return what came of something asked; None where that takes longer than anybody waits."""
    try:
        return future.result(timeout=PATIENCE_S)
    except TooLong:
        return None
    except CompanionError as error:
        abort(409, refusal(error))


def refusal(error: CompanionError) -> str:
    """Return why something was refused, in the reader's language."""
    setup = live().state.setup
    words.use(live().state.names, load(setup.game, setup.variant))
    return sentences.told(str(error))


def body() -> Field:
    """Return the JSON object that was sent; an empty body is an empty object."""
    sent = request.get_data()
    try:
        node = parse(sent) if sent else Field({})
        node.mapping()
    except FieldError:
        abort(400, _("Send a JSON object."))
    return node


def done() -> BaseResponse:
    """Return nothing to a script, and a browser that sent a form to the page it came from."""
    if request.headers.get("X-Requested-With") == "fetch":
        return Response(status=204)
    asked_for = request.args.get("lang", "")
    lang = asked_for if asked_for in LANGUAGES else None
    back = request.form.get("back", "")
    if is_own(back):
        return redirect(back, code=303)
    return redirect(url_for("dashboard.dashboard", lang=lang), code=303)


for one in ACTIONS:
    named = one.name.replace("-", "_")
    blueprint.add_url_rule(f"/{one.name}", named, partial(by_form, one), methods=["POST"])
    blueprint.add_url_rule(
        f"/api/{one.name}", f"api_{named}", partial(by_program, one), methods=["POST"]
    )
