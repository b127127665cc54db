"""Every key there is, in one place: the sections of ``companion.toml`` as values.

A new key is one line here.  ``docs/configuration.md`` is written from this file
(``companion config --reference``), and a test holds the two together.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.config.keys import key
from companion.games import GOAL_RULES, MOST_PLAYERS, NAMES

CAMERAS = ("auto", "picamera2", "webcam", "folder", "video", "phone", "simulated")
PANELS = ("auto", "gpio", "simulated", "off")
PIN_HIGH = 27


@dataclass(frozen=True, slots=True)
class CameraConfig:
    """The camera over the table."""

    kind: str = key(
        "auto",
        "which camera; auto takes the Pi's camera, else a USB camera, else the "
        "simulated table (the service waits for a camera instead); phone waits for pictures that "
        "paired phones send",
        choices=CAMERAS,
    )
    number: int = key(
        0,
        "which of several cameras of the Pi, as rpicam-hello --list-cameras counts",
        low=0,
        high=9,
    )
    device: str = key("", "the USB camera, such as /dev/video0; empty takes the first there is")
    path: str = key("", "the folder of pictures, or the video file, for these two kinds", home=True)
    width: int = key(
        0,
        "width of a picture; 0 takes all the Pi's sensor sees, at most 2304 wide, and of a USB "
        "camera what is nearest to 1920 x 1080",
        unit="pixels",
        low=0,
        high=9152,
    )
    height: int = key(
        0,
        "height of a picture; 0 with a width of 0, and only then",
        unit="pixels",
        low=0,
        high=6944,
    )
    rotate: int = key(
        0, "turn the picture clockwise, for a camera mounted so", unit="degrees",
        choices=(0, 90, 180, 270),
    )  # fmt: skip
    lock: bool = key(
        True, "measure exposure and white balance once, then keep them, so that colours stay"
    )
    exposure_stops: float = key(
        -1.0,
        "how many stops brighter (below zero: darker) the Pi's camera or a USB camera exposes than "
        "it would by itself; darker pictures burn fewer of the tiles that mirror a lamp",
        low=-3,
        high=1,
    )
    focus: str = key(
        "once",
        "where the camera can focus: once at the start, or left as it is (off)",
        choices=("once", "off"),
    )
    settle_timeout_s: float = key(
        5.0, "longest wait for exposure and white balance to come to rest", unit="s",
        low=0.5, high=60,
    )  # fmt: skip
    open_timeout_s: float = key(
        15.0, "longest wait for the camera to start", unit="s", low=1, high=120
    )
    frame_timeout_s: float = key(5.0, "longest wait for one picture", unit="s", low=0.5, high=60)
    attempts: int = key(
        3, "how often a silent camera is closed and opened before it counts as lost", low=1, high=20
    )
    jpeg_quality: int = key(
        92, "quality of the pictures that are shown and kept", unit="percent", low=50, high=100
    )


@dataclass(frozen=True, slots=True)
class PanelConfig:
    """Buttons, lamps and buzzer on the Pi's pins; numbers are GPIO (BCM) numbers."""

    kind: str = key(
        "auto",
        "auto takes the pins where there are any, else the simulated panel",
        choices=PANELS,
    )
    factory: str = key(
        "",
        "gpiozero's pin driver; empty takes lgpio, else rpigpio",
        choices=("", "lgpio", "rpigpio", "pigpio", "native", "mock"),
    )
    buttons: tuple[int, ...] = key(
        (5,),
        "pins of the buttons: one that all share, or one per seat",
        unit="GPIO",
        low=0,
        high=PIN_HIGH,
    )
    lamp_green: int = key(
        17, "pin of the green lamp (read); -1 for none", unit="GPIO", low=-1, high=PIN_HIGH
    )
    lamp_amber: int = key(
        27, "pin of the amber lamp (question); -1 for none", unit="GPIO", low=-1, high=PIN_HIGH
    )
    lamp_red: int = key(
        22, "pin of the red lamp (not legal); -1 for none", unit="GPIO", low=-1, high=PIN_HIGH
    )
    buzzer: int = key(
        18, "pin of the piezo buzzer; -1 for none", unit="GPIO", low=-1, high=PIN_HIGH
    )
    sound: bool = key(True, "announce by tone as well as by light")
    bounce_ms: int = key(30, "a contact must rest this long to count", unit="ms", low=0, high=200)
    hold_ms: int = key(900, "a press this long scores the round", unit="ms", low=300, high=5000)
    double_ms: int = key(
        350,
        "two presses within this time undo; 0 turns undo by button off",
        unit="ms",
        low=0,
        high=1500,
    )


@dataclass(frozen=True, slots=True)
class KeysConfig:
    """USB key boxes, presenters and foot switches."""

    device: str = key(
        "", "part of the device's name as 'companion doctor' lists it; empty uses none"
    )
    buttons: tuple[str, ...] = key(
        ("KEY_ENTER",), "the keys, one that all share or one per seat, by their evdev names"
    )
    grab: bool = key(True, "keep the keys from the console and other programs")
    rescan_s: float = key(
        2.0, "how often an unplugged device is looked for", unit="s", low=0.2, high=60
    )


GOALS_IN_PLAY = f"the goals in play, in games that have a choice of them: {', '.join(GOAL_RULES)}"


@dataclass(frozen=True, slots=True)
class GameConfig:
    """The game 'companion run' opens with."""

    name: str = key(
        NAMES[0],
        "which game",
        choices=NAMES,
    )
    variant: str = key("coloured", "which side of the boards", choices=("coloured", "grey"))
    players: int = key(2, "number of seats", low=2, high=MOST_PLAYERS)
    first_player: int = key(
        -1, "the seat that starts, counted from 0; -1 where it does not matter", low=-1, high=3
    )
    turns: bool = key(
        False, "the shared button is pressed after every turn, not only when the offer is over"
    )
    goals: tuple[str, ...] = key((), GOALS_IN_PLAY)


LOOPBACK = ("127.0.0.1", "::1", "localhost")
"""What a computer calls itself: only its own browser finds a page there."""


@dataclass(frozen=True, slots=True)
class WebConfig:
    """The dashboard."""

    host: str = key(
        "",
        "address to listen on: 0.0.0.0 lets every device at home look, 127.0.0.1 only this one; "
        "empty is the former with a real camera and the latter with the simulated table",
    )
    port: int = key(
        8080, "port of the page; the service may open those from 1024 on", low=1, high=65535
    )
    view_open: bool = key(
        True, "every device at home may look; false: only paired ones. Acting always needs pairing"
    )
    extra_hosts: tuple[str, ...] = key(
        (), "further names by which the page may be called", machine=True
    )


@dataclass(frozen=True, slots=True)
class ServiceConfig:
    """The running program."""

    state_dir: str = key(
        "",
        "where the companion keeps what must last; empty takes systemd's state directory, "
        "else ~/.local/state/companion",
        home=True,
    )
    stuck_s: float = key(
        90.0,
        "work on one picture that takes longer counts as hanging, and systemd starts anew; "
        "never less than the camera's own limits together",
        unit="s",
        low=5,
        high=3600,
    )
    by_itself: bool = key(
        False, "take a picture without the button, whenever the table has come to rest"
    )
    free_mb: int = key(
        300,
        "less free disk than this is reported by 'companion doctor'",
        unit="MB",
        low=10,
        high=100000,
    )


@dataclass(frozen=True, slots=True)
class ClubConfig:
    """Many tables, one screen: the broker this table tells its state to, and the hub listens at."""

    broker: str = key("", "the machine with the message broker; empty plays without a club")
    port: int = key(0, "port of the broker; 0 takes 8883 with TLS, else 1883", low=0, high=65535)
    venue: str = key("club", "the club's name at the broker: a to z, 0 to 9, -")
    table: str = key("", "this table's name in the club, such as t07; empty takes the machine's")
    user: str = key("", "who calls the broker; empty takes the table's name, the hub takes hub")
    password_file: str = key("", "the file with the password, for this user's eyes only", home=True)
    tls: bool = key(True, "speak to the broker in secret; false only where nobody else listens")
    ca_file: str = key(
        "",
        "the certificate that vouches for the broker; empty takes the system's authorities",
        home=True,
    )


@dataclass(frozen=True, slots=True)
class Config:
    """The whole configuration.  ``Config()`` is what holds without a file."""

    camera: CameraConfig = field(default_factory=CameraConfig)
    panel: PanelConfig = field(default_factory=PanelConfig)
    keys: KeysConfig = field(default_factory=KeysConfig)
    game: GameConfig = field(default_factory=GameConfig)
    web: WebConfig = field(default_factory=WebConfig)
    service: ServiceConfig = field(default_factory=ServiceConfig)
    club: ClubConfig = field(default_factory=ClubConfig)


SECTIONS: dict[str, type] = {
    "camera": CameraConfig,
    "panel": PanelConfig,
    "keys": KeysConfig,
    "game": GameConfig,
    "web": WebConfig,
    "service": ServiceConfig,
    "club": ClubConfig,
}
"""The sections by name, in the order they are shown."""
