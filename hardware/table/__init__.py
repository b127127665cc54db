"""The simulated table: boards, tiles, lamps, hands and players, seen by a simulated camera.

For living through an evening without a camera; never evidence of how well real tables are read.

    sitting = simulated_sitting(Setup("azul"), seed=7, faults=ordered("hands,nudge"))
    camera = SimulatedTable(sitting.steps)
"""

from hardware.table.faults import Faults, ordered
from hardware.table.picture.render import render
from hardware.table.simulated_camera import SimulatedTable
from hardware.table.simulated_sitting import SimulatedSitting, SimulatedStep, simulated_sitting

__all__ = [
    "Faults",
    "SimulatedSitting",
    "SimulatedStep",
    "SimulatedTable",
    "ordered",
    "render",
    "simulated_sitting",
]
