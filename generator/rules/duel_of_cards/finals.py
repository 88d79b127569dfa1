"""Life points and winner as written down: compared with the turns; and how life lies on paper."""

from collections.abc import Iterator, Mapping

from generator.game import Mark, Paper
from generator.rules.duel_of_cards.body import DuelBody
from generator.rules.duel_of_cards.layout import Layout
from generator.rules.duel_of_cards.state import State
from generator.rules.duel_of_cards.wording import GAME, said
from generator.rules.family import Refusal
from generator.words import Message

ON_FINALS = ("unfinished", "final-differs", "winner-wrong")


def unfinished(state: State, turns: int) -> Iterator[Refusal]:
    """Yield the warning that the turns stop before the end, at the last of them."""
    if state.ended is None:
        reason = said("unfinished", n=len(state.alive()))
        within = (turns - 1,) if turns else ()
        yield Refusal("unfinished", reason, ("turns", *within), after=GAME, is_warning=True)


def differing(layout: Layout, state: State, final: Mapping[str, int]) -> Iterator[Refusal]:
    """Yield each player whose life points are not what the dice give."""
    for player, points in final.items():
        wanted = state.seats[player].life
        if points != wanted:
            reason = said("final-differs", player=player, found=points, wanted=wanted)
            box = _box(layout, points)
            yield Refusal("final-differs", reason, ("final", player), player, box, after=GAME)


def impossible(state: State, final: Mapping[str, int]) -> Iterator[Refusal]:
    """Yield each player whose life points no dice can give: papers alone show no more."""
    for player, points in final.items():
        if not 0 <= points <= state.life:
            reason = said("final-outside", player=player, found=points, most=state.life)
            yield Refusal("final-differs", reason, ("final", player), player)


def winner_wrong(state: State, winner: str | None) -> Iterator[Refusal]:
    """Yield that the winner written down is not the only one who has life points."""
    if winner is None:
        return
    alive = state.alive()
    if state.ended is None:
        reason = said("winner-early", player=winner, n=len(alive))
    elif alive != (winner,):
        reason = _not_the_winner(winner, alive)
    else:
        return
    yield Refusal("winner-wrong", reason, ("winner",), after=GAME)


def winner_impossible(state: State, winner: str | None) -> Iterator[Refusal]:
    """Yield that papers alone contradict the winner: he has no life points, or another has some."""
    alive = state.alive()
    is_known = winner in state.seats
    if winner is not None and alive != ((winner,) if is_known else ()):
        yield Refusal("winner-wrong", _not_the_winner(winner, alive), ("winner",))


def _not_the_winner(winner: str, alive: tuple[str, ...]) -> Message:
    if winner in alive:
        others = tuple(player for player in alive if player != winner)
        return said("winner-others", player=winner, others=others)
    return said("winner-out", player=winner)


def shown(layout: Layout, state: State) -> tuple[Paper, ...]:
    """Return everybody's life track, ticked at the points that are left."""
    return tuple(_track(layout, player, seat.life) for player, seat in state.seats.items())


def recorded(layout: Layout, state: State, body: DuelBody) -> tuple[Paper, ...]:
    """Return the life tracks as written down; those left out as the state shows them."""
    final = body.final or {}
    return tuple(
        _track(layout, player, final.get(player, seat.life)) for player, seat in state.seats.items()
    )


def _track(layout: Layout, player: str, life: int) -> Paper:
    box = _box(layout, life)
    return Paper(player, layout.part, {} if box is None else {box: Mark(shape="tick")})


def _box(layout: Layout, life: int) -> str | None:
    """Return the box of so many life points, 0 included; None where the track has none."""
    return f"{layout.life.id}.{life}" if 0 <= life <= layout.life.boxes else None
