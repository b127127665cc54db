"""Sightings of boards on which everything is seen as clearly as can be."""

from companion.neural_network.slots import content_of, may_lie, tile_cells
from companion.sightings.sighting import BoardSighting, View


def seen_clearly(board, cells, *, seat=0, **said):
    """A board of which every cell is seen, with these contents."""
    told = {}
    for cell in tile_cells(board):
        lies = cells.get(cell.id)
        slots = may_lie(cell.kind, len(board.colours))
        told[cell.id] = {
            content: 0.0 if content == lies else -12.0
            for content in (content_of(slot, board) for slot in slots)
        }
    for place in board.dome_tile.places if board.dome_tile else ():
        told[f"place/{place.id}"] = {cells.get(f"place/{place.id}"): 0.0}
    return BoardSighting(seat, View.CLEAR, cells=told, **said)
