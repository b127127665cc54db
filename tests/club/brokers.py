"""A real Mosquitto on loopback, to be started, killed and started again."""

import shutil
import socket
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from patience import until

MOSQUITTO = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")

needs_mosquitto = pytest.mark.skipif(
    MOSQUITTO is None, reason="needs Mosquitto: apt install mosquitto"
)

OPEN = "allow_anonymous true\n"


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as one:
        return one.getsockname()[1]


@dataclass
class Mosquitto:
    """A broker that keeps nothing on the disk, so that a killed one has forgotten everything."""

    folder: Path
    rules: str = OPEN
    port: int = field(default_factory=free_port)
    process: subprocess.Popen | None = None

    def start(self):
        conf = self.folder / "mosquitto.conf"
        conf.write_text(f"listener {self.port} 127.0.0.1\nuser root\n{self.rules}")
        with (self.folder / "mosquitto.log").open("ab") as log:
            self.process = subprocess.Popen([MOSQUITTO, "-c", conf], stdout=log, stderr=log)
        until(self._answers)
        return self

    def kill(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def _answers(self):
        assert self.process.poll() is None, (self.folder / "mosquitto.log").read_text()
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
        except OSError:
            return False
        return True
