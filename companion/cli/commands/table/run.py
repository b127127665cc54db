"""``companion run``: the companion as the Pi starts it, with what is connected."""

from __future__ import annotations

import argparse
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from functools import partial
from importlib.resources import as_file, files
from pathlib import Path

from companion import config
from companion.cli.commands.table import demo
from companion.cli.commands.table.config import add_config_argument
from companion.cli.complaints import complaint
from companion.cli.failed_starts import say_why
from companion.cli.shared.argument_types import host, port
from companion.cli.shared.config_check import check_config, setup_of
from companion.cli.shared.dashboards import open_dashboard
from companion.cli.shared.demo_tables import opener_of, photographed
from companion.cli.shared.evening_server import serve
from companion.cli.shared.guided_calibrator import GuidedCalibrator
from companion.cli.shared.kept_calibration import calibrated_in, calibration_folder
from companion.club.table.publisher import Publisher
from companion.config import ClubConfig, Config, WebConfig
from companion.config.folders import state_dir
from companion.errors import BusyError, CameraLost, CompanionError, JournalError, UsageError
from companion.journal import Journal, Kept, Seating, locked
from companion.journal.journal import FILE
from companion.ports import Buttons, Camera, Gesture
from companion.retries import START_S
from companion.service.bulletin.signal_of_state import announcements
from companion.service.evening.asks import Ask, CameraGone
from companion.service.evening.evening import Evening
from companion.service.evening.guides import by_rules
from companion.service.evening.place import Place, real_place
from companion.service.ops.panel_loop import PanelLoop
from companion.service.ops.pulse import Pulse
from companion.service.ops.systemd import Notifier
from companion.sitting import fold
from companion.sitting_folder import read
from hardware.cameras import Found, awaited_camera, open_camera
from hardware.cameras.steady import Limits, SteadyCamera
from hardware.panel import Panel, open_panel
from hardware.panel.keyboard import HINT, KeyboardButtons
from hardware.table import ordered

log = logging.getLogger(__name__)

HELP = "start the companion with the camera and the buttons that are connected."

AGREEING = 2
"""Pictures of a live camera that must agree before a reading counts."""

PHONE = "phone"
"""The kind of camera that is none: pictures are sent."""

ALL = "0.0.0.0"
HERE = "127.0.0.1"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the configuration, and what is often wanted otherwise."""
    add_config_argument(parser)
    parser.add_argument("--port", type=port, help="port of the page (web.port)")
    parser.add_argument("--host", type=host, help="address to listen on (web.host)")
    parser.add_argument(
        "--phone", action="store_true", help="phones take the pictures: no other camera is needed"
    )
    parser.add_argument(
        "--keys", action="store_true", help="the terminal's keys are buttons as well"
    )


def run(args: argparse.Namespace) -> int:
    """Serve the evening until Ctrl+C or SIGTERM; return 0.

    Nobody sits before a service: what keeps it from starting is said on the dashboard's address,
    and it is tried again.
    """
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    notifier, wanted = Notifier.from_environment(), Config()
    try:
        wanted = config.load(config.find(args.config))
        return serve_evening(wanted, args, notifier)
    except Exception as error:
        why = complaint(error)
        if why is None or not notifier.heard:
            raise
        if say_why(why, web_of(wanted.web, args, simulated=False), notifier):
            return 0
        raise BusyError(why) from error


def serve_evening(wanted: Config, args: argparse.Namespace, notifier: Notifier) -> int:
    """Serve the evening as configured, until a signal asks for the end; return 0."""
    if args.phone:
        wanted = replace(wanted, camera=replace(wanted.camera, kind=PHONE))
    check_config(wanted)
    with ExitStack() as stack:
        panel = open_panel(wanted.panel, wanted.keys)
        stack.callback(panel.close)
        keyboard = [stack.enter_context(terminal_keys())] if args.keys else []
        waits_s = START_S if notifier.heard else 0.0
        found = camera_of(wanted, service=notifier.heard)
        state = None if found.camera is None else state_dir(wanted)
        if state is not None:
            take(stack, state, waits_s)
        pulse = Pulse(patience_s(wanted))
        own = stack.enter_context(as_file(files("companion") / "demo" / demo.GAME))
        evening = evening_of(found, own, wanted, pulse)
        stack.callback(evening.journal.close)
        for note in (found.note, panel.note):
            print(note, flush=True)
        dashboard = open_dashboard(
            evening,
            web_of(wanted.web, args, simulated=found.camera is None),
            state,
            {"Camera": found.note, "Panel": panel.note},
            GuidedCalibrator(None if state is None else calibration_folder(state)),
            waits_s,
        )
        dashboard.introduce()
        loop = panel_loop(panel, keyboard, evening)
        loop.start()
        stack.callback(loop.stop)
        join_club(stack, wanted.club, evening)
        serve(evening, dashboard.server, notifier, hanging_of(found, pulse))
    return 0


def camera_of(wanted: Config, *, service: bool = False) -> Found:
    """Return the camera; a game under way that had one waits for it, where it is gone.

    Who comes back after a power cut wants that game: no demonstration, and no start that fails.
    The ``service`` waits without a game too: nobody sits before it to be told what is missing.
    """
    try:
        found = open_camera(wanted.camera)
    except CameraLost as error:
        if not (service or waits(state_dir(wanted))):
            raise
        log.warning("%s", error)
        return awaited_camera(wanted.camera)
    if found.camera is not None or wanted.camera.kind != "auto":
        return found
    return awaited_camera(wanted.camera) if service or waits(state_dir(wanted)) else found


def waits(state: Path) -> bool:
    """Tell whether the state has a game under way that a camera over the table looks at."""
    if not (state / FILE).exists():
        return False
    try:
        with closing(Journal(state, alone=False)) as journal:
            last = journal.last_played()
            if not isinstance(last, Kept) or last.seating.handheld:
                return False
            sitting = fold(one.event for one in journal.recorded(last.id))
    except (JournalError, ValueError, TypeError, LookupError) as error:  # what it cannot go on with
        log.warning("%s", error)
        return False
    return bool(sitting.history) and not sitting.table.over


def join_club(stack: ExitStack, club: ClubConfig, evening: Evening) -> None:
    """Tell the club's broker of the evening, where the configuration names one."""
    if club.broker:
        publisher = Publisher(club, evening.bulletin, evening.journal)
        publisher.start()
        stack.callback(publisher.stop)


def take(stack: ExitStack, state: Path, patience_s: float = 0.0) -> None:
    """Take the state folder until the end; raises ``BusyError`` where a companion has it."""
    if not stack.enter_context(locked(state, patience_s)):
        raise BusyError(
            f"another companion is at work with {state}; open its page, or end it first "
            "('systemctl stop companion'), or give this one a folder of its own as "
            "service.state_dir"
        )


def web_of(web: WebConfig, args: argparse.Namespace, *, simulated: bool) -> WebConfig:
    """Return where the dashboard is to be: as told, as configured, else as suits the table."""
    usual = HERE if simulated else ALL
    return replace(web, host=args.host or web.host or usual, port=args.port or web.port)


def patience_s(wanted: Config) -> float:
    """Return how long one piece of work may take.

    A camera that is being opened again and again is not hanging: it has limits of its own.
    """
    return max(wanted.service.stuck_s, Limits.of(wanted.camera).worst_s + 5)


def hanging_of(found: Found, pulse: Pulse) -> Callable[[], str | None]:
    """Return what tells whether the work, or a camera's driver, hangs."""
    camera = found.camera
    if isinstance(camera, SteadyCamera):
        return lambda: pulse.hanging() or camera.hanging()
    return pulse.hanging


def evening_of(found: Found, photographs: Path, wanted: Config, pulse: Pulse) -> Evening:
    """Return the running companion: the evening that was broken off, or a new one.

    Without a camera it is the game in ``photographs``, of which nothing is kept.
    """
    if found.camera is None:
        return simulated_evening(photographs, pulse)
    camera = found.camera
    # Recorded pictures are one of each moment.
    agreeing = 1 if wanted.camera.kind == "folder" else AGREEING

    def opener(seating: Seating) -> Place:
        if wanted.camera.kind == PHONE:
            seating = replace(seating, handheld=True)
        known = calibrated_in(state_dir(wanted), seating.setup)
        guide = by_rules(seating)
        return real_place(seating, camera, guide, live=True, agreeing=agreeing, calibrated=known)

    setup = setup_of(wanted.game)
    evening = Evening(
        opener,
        Journal(state_dir(wanted)),
        autoplay=wanted.service.by_itself,
        setup=setup,
        watch=pulse.working,
    )
    if not evening.go_on():
        begin(evening, opener(Seating(setup, turns=wanted.game.turns)))
        if found.awaited and evening.place is not None:
            evening.lookout.do(lambda: missing(camera))
    return evening


def missing(camera: Camera) -> Ask | None:
    """Tell that the camera is not there, before anybody presses in vain."""
    try:
        camera.frame()
    except CameraLost as error:
        return CameraGone(str(error))
    except CompanionError:  # the next picture may be better
        pass
    return None


def begin(evening: Evening, place: Place) -> None:
    """Open the first sitting; on a full disk none, so that on the pages people can make room."""
    try:
        evening.open(place)
    except JournalError as error:
        log.warning("%s", error)
        recorder = evening.context.recorder
        recorder.notice, recorder.full = str(error), error.full
        evening.context.publish(lambda state: state)


def simulated_evening(photographs: Path, pulse: Pulse) -> Evening:
    """Return an evening at the simulated table, which begins with a photographed game."""
    first = partial(photographed, read(photographs))
    evening = Evening(
        opener_of(first, seed=1, faults=ordered("")),
        Journal(None),
        autoplay=True,
        interval_s=demo.INTERVAL_S,
        watch=pulse.working,
    )
    evening.open(first())
    return evening


@contextmanager
def terminal_keys() -> Iterator[Buttons]:
    """Take the terminal's keys as buttons, and give them back."""
    try:
        keys = KeyboardButtons()
    except (OSError, ValueError) as error:
        raise UsageError("--keys needs a terminal; start without it, or in one") from error
    print(HINT, flush=True)
    try:
        yield keys
    finally:
        keys.close()


def panel_loop(panel: Panel, further: Sequence[Buttons], evening: Evening) -> PanelLoop:
    """Return what joins the panel, and ``further`` buttons, to the companion.

    Pages speak of buttons on the table only where there are some.
    """
    if panel.real:
        evening.bulletin.change(lambda state: replace(state, buttons=True))
    actions = {
        Gesture.PRESS: evening.press,
        Gesture.HOLD: evening.hold,
        Gesture.DOUBLE: evening.double,
    }
    return PanelLoop(
        (*panel.buttons, *further),
        panel.lamps,
        panel.buzzer,
        partial(announcements, evening.bulletin),
        actions,
    )
