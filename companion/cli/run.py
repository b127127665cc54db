"""``companion run``: the companion as the Pi starts it, with what is connected."""

from __future__ import annotations

import argparse
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib.resources import as_file, files

from companion import config, games
from companion.cli import demo
from companion.cli.config import add_config_argument
from companion.cli.serving import address, serve
from companion.config import Config, GameConfig
from companion.config.places import state_dir
from companion.errors import UsageError
from companion.games.base import Setup
from companion.journal import Journal, Seating
from companion.ports import Buttons, Camera, Gesture
from companion.service.evening import Evening
from companion.service.guides import ByRules
from companion.service.keeper import Keeper
from companion.service.keepers import Place, real_place
from companion.service.live import Live
from companion.service.notify import Notifier
from companion.service.panel import PanelLoop
from companion.service.pulse import Pulse
from companion.sitting_folder import SittingFolder, read
from hardware.cameras import Found, open_camera
from hardware.cameras.steady import Limits, SteadyCamera
from hardware.panel import Panel, open_panel
from hardware.panel.keyboard import HINT, KeyboardButtons
from hardware.simulated import FolderCamera
from web import Server, create_app

HELP = "start the companion with the camera and the buttons that are connected."

ALL = "0.0.0.0"
HERE = "127.0.0.1"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the configuration, and what is often wanted otherwise."""
    add_config_argument(parser)
    parser.add_argument("--port", type=int, help="port of the page (web.port)")
    parser.add_argument("--host", help="address to listen on (web.host)")
    parser.add_argument(
        "--keys", action="store_true", help="the terminal's keys are buttons as well"
    )


def run(args: argparse.Namespace) -> int:
    """Serve the evening until Ctrl+C or SIGTERM; return 0."""
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    wanted = config.load(config.find(args.config))
    with ExitStack() as stack:
        own = stack.enter_context(as_file(files("companion") / "demo" / demo.GAME))
        folder = read(own)
        panel = open_panel(wanted.panel, wanted.keys)
        stack.callback(panel.close)
        keyboard = [stack.enter_context(terminal_keys())] if args.keys else []
        found = open_camera(wanted.camera, lambda: simulated(folder))
        # A camera that is being opened again and again is not hanging: it has limits of its own.
        patience_s = max(wanted.service.stuck_s, Limits.of(wanted.camera).worst_s + 5)
        pulse = Pulse(patience_s)
        evening = evening_of(found, folder, wanted, pulse)
        host = args.host or wanted.web.host or (HERE if found.simulated else ALL)
        server = Server(
            create_app(evening, extra_hosts=wanted.web.extra_hosts),
            host,
            args.port or wanted.web.port,
        )
        for line in (found.note, panel.note, f"The dashboard is at {address(host, server.port)}"):
            print(line, flush=True)
        loop = panel_loop(panel, keyboard, evening)
        loop.start()
        stack.callback(loop.stop)
        serve(evening, server, Notifier.from_environment(), hanging_of(found.camera, pulse))
    return 0


def hanging_of(camera: Camera, pulse: Pulse) -> Callable[[], str | None]:
    """Return what tells whether the work, or a camera's driver, hangs."""
    if isinstance(camera, SteadyCamera):
        return lambda: pulse.hanging() or camera.hanging()
    return pulse.hanging


def simulated(folder: SittingFolder) -> Camera:
    """Return the simulated table: the pictures of a photographed game."""
    return FolderCamera(folder.path, [frame.file for frame in folder.frames])


def evening_of(found: Found, folder: SittingFolder, wanted: Config, pulse: Pulse) -> Evening:
    """Return the running companion: the evening that was broken off, or a new one."""
    if found.simulated:
        return photographed(found.camera, folder, pulse)

    def opener(seating: Seating) -> Place:
        return real_place(seating, found.camera, ByRules(turns=seating.turns), live=True)

    setup = setup_of(wanted.game)
    evening = Evening(
        opener,
        Journal(state_dir(wanted)),
        autoplay=wanted.service.by_itself,
        setup=setup,
        watch=pulse.working,
    )
    if not evening.go_on():
        evening.open(opener(Seating(setup, turns=wanted.game.turns)))
    return evening


def photographed(camera: Camera, folder: SittingFolder, pulse: Pulse) -> Evening:
    """Return an evening that was played before; nothing of it is kept."""
    evening = Live(
        folder.setup,
        camera,
        [frame.moment for frame in folder.frames],
        lambda: Keeper.for_sitting(folder),
        autoplay=True,
        interval_s=demo.INTERVAL_S,
    )
    evening.watch = pulse.working
    return evening


def setup_of(game: GameConfig) -> Setup:
    """Return the set-up the configuration asks for; ``UsageError`` where it cannot be played."""
    first = None if game.first_player < 0 else game.first_player
    setup = Setup(game.name, game.variant, game.players, first, goals=game.goals)
    try:
        if first is not None and first >= game.players:
            raise ValueError(f"there is no seat {first} among {game.players} players")
        games.game(setup)
    except ValueError as error:
        raise UsageError(
            f"the game of the configuration cannot be played: {str(error).rstrip('.')}; "
            "put the section [game] right"
        ) from error
    return setup


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
    """Return what joins the panel, and ``further`` buttons, to the companion."""
    actions = {
        Gesture.PRESS: evening.press,
        Gesture.HOLD: evening.hold,
        Gesture.DOUBLE: evening.double,
    }
    return PanelLoop(
        (*panel.buttons, *further), panel.lamps, panel.buzzer, evening.bulletin, actions
    )
