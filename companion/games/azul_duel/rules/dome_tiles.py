"""Action A and the opening placement: taking and laying dome tiles (DU-R10, DU-R14 to DU-R17)."""

from __future__ import annotations

from companion.games.azul_duel.actions import (
    DrawDome,
    Handlers,
    KeepDome,
    LayDome,
    LookAtDrawn,
    ReturnDome,
    TakeDome,
    refuse,
)
from companion.games.azul_duel.board import with_dome_tile
from companion.games.azul_duel.catalogue import PLACES, ROUNDS, TURNED
from companion.games.azul_duel.options import Options
from companion.games.azul_duel.position import (
    Choosing,
    Drawing,
    Laying,
    Phase,
    Player,
    Position,
    Returning,
    acted,
    booked,
    playing_on,
    with_display,
    with_pending,
    with_stack,
    with_supply,
    with_tokens,
)
from companion.games.azul_duel.rules.first_phase import may_draw
from companion.games.azul_duel.rules.scoring import draw_steps
from companion.games.azul_duel.rules.turn_order import end_turn, expect_turn


def take_dome(position: Position, action: TakeDome, options: Options) -> Position:
    """Take a face-up dome tile: with a token in phase 1, free in the opening (R10, R14, R15)."""
    player, offer = position.player, position.offer
    if position.phase is not Phase.OPENING:
        expect_turn(position)
        player = _spend_token(position)
    elif position.pending is not None:
        refuse("R10", "One dome tile is taken already; lay it first.")
    if action.tile not in offer.display:
        display = offer.display
        refuse("R15", f"Dome tile {action.tile} is not in the display; take one of {display}.")
    offer = with_display(offer, tuple([tile for tile in offer.display if tile != action.tile]))
    return with_pending(acted(position, player, offer), Laying(action.tile))


def _spend_token(position: Position) -> Player:
    """Return the acting player with a token put on the scoring board (R14)."""
    player = position.player
    if position.round == ROUNDS:
        refuse("R14", "No dome tiles are taken in round 5.")
    if not player.tokens:
        refuse("R14", "Both player tokens are used; take tiles or a chip.")
    return with_tokens(player, player.tokens - 1)


def draw_dome(position: Position, action: DrawDome, options: Options) -> Position:
    """Pay a point and draw a dome tile unseen (R16)."""
    drawn, player = tuple[int, ...](), position.player
    if isinstance(position.pending, Drawing):
        drawn = position.pending.tiles
    else:
        expect_turn(position)
        player = _spend_token(position)
    if not may_draw(position, options):
        refuse("R16", "There is no dome tile, or no point, left to draw one from the stack.")
    top, *rest = position.supply.stack
    paid = booked(player, player.board, draw_steps(1, player.score))
    supply = with_stack(position.supply, tuple(rest))
    return with_pending(acted(position, paid, supply=supply), Drawing((*drawn, top)))


def look_at_drawn(position: Position, action: LookAtDrawn, options: Options) -> Position:
    """Finish drawing; a single tile is kept at once (R16)."""
    if not isinstance(position.pending, Drawing):
        refuse("R16", "No dome tile was drawn; draw one first.")
    tiles = position.pending.tiles
    return with_pending(position, Choosing(tiles) if len(tiles) > 1 else Laying(tiles[0]))


def keep_dome(position: Position, action: KeepDome, options: Options) -> Position:
    """Keep one of the drawn dome tiles (R16)."""
    pending = position.pending
    if not isinstance(pending, Choosing) or action.tile not in pending.tiles:
        refuse("R16", f"Dome tile {action.tile} is not among the drawn tiles that lie open.")
    others = tuple(tile for tile in pending.tiles if tile != action.tile)
    return _return_last(with_pending(position, Returning(action.tile, others)))


def return_dome(position: Position, action: ReturnDome, options: Options) -> Position:
    """Put one of the other drawn tiles under the stack (R16)."""
    pending = position.pending
    if not isinstance(pending, Returning) or action.tile not in pending.tiles:
        refuse("R16", f"Dome tile {action.tile} is not among those that go under the stack.")
    others = tuple(tile for tile in pending.tiles if tile != action.tile)
    position = _under_stack(position, action.tile)
    return _return_last(with_pending(position, Returning(pending.kept, others)))


def _return_last(position: Position) -> Position:
    """Put the last drawn tile under the stack by itself: its place in the order is settled."""
    pending = position.pending
    assert isinstance(pending, Returning)
    if len(pending.tiles) > 1:
        return position
    return with_pending(_under_stack(position, pending.tiles[0]), Laying(pending.kept))


def _under_stack(position: Position, tile: int) -> Position:
    stack = (*position.supply.stack, tile)
    return with_supply(position, with_stack(position.supply, stack))


def lay_dome(position: Position, action: LayDome, options: Options) -> Position:
    """Put the taken dome tile on an empty place, turned as wished (R17)."""
    if not isinstance(position.pending, Laying):
        refuse("R17", "No dome tile is in the hand; take one first.")
    player = position.player
    board = player.board
    if action.place not in range(PLACES) or action.turn not in range(4):
        refuse("R17", "A dome tile goes on one of nine places, in one of four orientations.")
    if board.places[action.place] is not None:
        refuse("R17", f"Dome place {action.place} carries a dome tile; choose an empty one.")
    spaces = TURNED[position.pending.tile][action.turn]
    position = acted(position, playing_on(player, with_dome_tile(board, action.place, spaces)))
    return end_turn(with_pending(position, None), options)


ACTIONS: Handlers = {
    TakeDome: take_dome,
    DrawDome: draw_dome,
    LookAtDrawn: look_at_drawn,
    KeepDome: keep_dome,
    ReturnDome: return_dome,
    LayDome: lay_dome,
}
