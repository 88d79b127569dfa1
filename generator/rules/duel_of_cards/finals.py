"""Life and winner as written down and on paper, compared with the turns; turns in words."""

from collections.abc import Iterator, Mapping
from typing import assert_never

from generator.game import Mark, Paper
from generator.rules.duel_of_cards.body import DuelBody
from generator.rules.duel_of_cards.judging import GAME, card, said
from generator.rules.duel_of_cards.settling import STANDING, kills, opened, played, strength
from generator.rules.duel_of_cards.state import (
    Abstinence,
    Attack,
    Behaviour,
    Breaker,
    Condom,
    Drug,
    Infection,
    Layout,
    Play,
    State,
    Swab,
    Trade,
    Turn,
    Urine,
)
from generator.rules.family import Deed, Refusal, Told
from generator.rules.findings import active_player
from generator.words import Message, Value

ON_FINALS = ("unfinished", "final-differs", "winner-wrong")


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


def told(layout: Layout, state: State, turn: Turn, refusals: tuple[Refusal, ...]) -> Told:
    """Return what was done in a turn, refused or not, and the life points that everybody has then.

    A refused play is told without what it would have done.
    """
    player = active_player(state, turn)
    is_idle = state.ended is not None or state.seats[player].is_out
    now = state if is_idle else opened(layout, state, turn)
    at_plays = [refusal for refusal in refusals if len(refusal.path) > 3]  # noqa: PLR2004 - turns, number, plays, place
    wrong = {refusal.path[3] for refusal in at_plays}
    left_out = {refusal.path[3] for refusal in at_plays if refusal.rule not in STANDING}
    done = [Deed(said("told.skips"))] if turn.is_skipped else []
    for play in turn.plays:
        done.append(Deed(_play(play), is_wrong=is_idle or play.place in wrong))
        if not is_idle and play.place not in left_out:
            after = played(layout, now, turn, play)
            done += [Deed(words) for words in _effects(layout, after, play)]
            now = after
    left = tuple(said("told.life", player=name, n=seat.life) for name, seat in now.seats.items())
    return Told(turn.number, player, tuple(done), left)


def _play(play: Play) -> Message:  # noqa: C901, PLR0911 - a case for each play
    match play:
        case Behaviour(_, name):
            return said("told.lays", card=card(name))
        case Infection(_, name, by):
            return said("told.infects", microbe=card(name), behaviour=card(by))
        case Attack():
            return _attack(play)
        case Condom(_, to):
            return said("told.condom", player=to)
        case Breaker(_, name):
            return said("told.breaks", card=card(name))
        case Drug(_, name, microbe, of):
            return said("told.drug", drug=card(name), microbe=card(microbe), player=of)
        case Abstinence(_, to):
            return said("told.abstinence", player=to)
        case Swab(_, of, name):
            nothing = said("told.swab-nothing", player=of)
            return nothing if name is None else said("told.swab", player=of, card=card(name))
        case Urine():
            return said("told.urine")
        case Trade(_, to, gives, takes):
            return said("told.trade", player=to, gives=_some(gives), takes=_some(takes))
        case _:
            assert_never(play)


def _attack(play: Attack) -> Message:
    values: dict[str, Value] = {
        "microbe": card(play.card),
        "player": play.on,
        "dice": tuple(map(str, play.dice)),
    }
    if play.target is None:
        return said("told.attack-direct", **values)
    defence = tuple(map(str, play.defence))
    return said("told.attack", target=card(play.target), defence=defence, **values)


def _effects(layout: Layout, after: State, play: Play) -> Iterator[Message]:
    """Yield what an attack came to."""
    if not isinstance(play, Attack):
        return
    if play.target is not None:
        key = "told.dies" if kills(layout, play, play.target) else "told.stays"
        yield said(key, microbe=card(play.target))
        return
    yield said("told.loses", player=play.on, n=strength(layout, play))
    if after.seats[play.on].is_out:
        yield said("told.out", player=play.on)


def _some(cards: tuple[str, ...]) -> Message:
    return card(*cards) if cards else said("told.nothing")
