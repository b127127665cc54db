"""What the tests of cameras have in common."""

import pytest
from cable_camera import QUICK, Cable

from hardware.cameras.steady import SteadyCamera


@pytest.fixture
def cable():
    cable = Cable()
    yield cable
    cable.hang.set()


@pytest.fixture
def camera(cable):
    return SteadyCamera("test", cable.make, QUICK)
