"""A turn in words, play by play: what little of this game lies on paper cannot show it."""

from collections.abc import Iterator
from typing import assert_never

from generator.rules.duel_of_cards.layout import Layout
from generator.rules.duel_of_cards.settling import STANDING, kills, opened, played, strength
from generator.rules.duel_of_cards.state import (
    Abstinence,
    Attack,
    Behaviour,
    Breaker,
    Condom,
    Drug,
    Infection,
    Play,
    State,
    Swab,
    Trade,
    Turn,
    Urine,
    active_player,
)
from generator.rules.duel_of_cards.wording import card, said
from generator.rules.family import Deed, Refusal, Told
from generator.words import Message, Value


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
