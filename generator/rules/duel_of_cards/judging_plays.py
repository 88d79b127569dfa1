"""Which rules a single play breaks."""

from collections.abc import Iterator
from typing import TypeAlias, assert_never

from generator.rules.duel_of_cards.judging_attack import broken_by_attack
from generator.rules.duel_of_cards.layout import Layout
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
    card_of,
    seen,
)
from generator.rules.duel_of_cards.wording import card, found, said
from generator.rules.family import Refusal
from generator.words import Message

# The rule, what is wrong, the field of the play, and the card that is meant.
Broken: TypeAlias = tuple[str, Message, str, str | None]

# The field that says what a play is.
FIELDS: dict[type[Play], str] = {
    Behaviour: "lays",
    Infection: "infects",
    Attack: "attack",
    Condom: "condom",
    Breaker: "breaks",
    Drug: "drug",
    Abstinence: "abstinence",
    Swab: "swab",
    Urine: "urine",
    Trade: "trade",
}


def refuse(layout: Layout, now: State, turn: Turn, play: Play) -> Iterator[Refusal]:
    """Yield every rule that a play breaks."""
    player = active_player(now, turn)
    for rule, reason, field, where in _broken(layout, now, player, play):
        within = ("plays", play.place, field)
        yield found(rule, reason, turn, player, *within, where=where)


def _broken(layout: Layout, now: State, player: str, play: Play) -> Iterator[Broken]:
    yield from _cards(layout, now, player, play)
    match play:
        case Infection():
            yield from _infection(layout, now, player, play)
        case Attack():
            yield from broken_by_attack(layout, now, player, play)
        case Condom():
            yield from _condom(now, play)
        case Breaker():
            yield from _breaker(now, player, play)
        case Drug():
            yield from _drug(layout, now, player, play)
        case Abstinence(_, other) | Swab(_, other) | Trade(_, other):
            yield from _other(now, player, other, FIELDS[type(play)])
        case Behaviour() | Urine():
            pass
        case _:
            assert_never(play)


def _cards(layout: Layout, now: State, player: str, play: Play) -> Iterator[Broken]:
    """Yield that a card cannot come from a hand, or from the deck at all."""
    field, used = FIELDS[type(play)], card_of(layout, play)
    if used is not None:
        yield from _supply(layout, now, used, 1, field)
        if now.seats[player].hand < 1:
            reason = said("hand-size", player=player, card=card(used))
            yield "hand-size", reason, field, used
    match play:
        case Swab(_, of, discards) if discards is not None:
            own = 1 + (discards == used)
            yield from _supply(layout, now, discards, own, "discards")
            if now.seats[of].hand < 1 and not now.seats[of].is_out:
                reason = said("hand-size-swab", player=of)
                yield "hand-size", reason, "discards", discards
        case Trade(_, to, gives, takes) if to != player and not now.seats[to].is_out:
            for giver, given, name in ((player, gives, "gives"), (to, takes, "takes")):
                hand = max(0, now.seats[giver].hand)
                if len(given) > hand:
                    reason = said("hand-size-trade", player=giver, found=len(given), n=hand)
                    yield "hand-size", reason, name, None
        case _:
            pass


def _supply(layout: Layout, now: State, name: str, more: int, field: str) -> Iterator[Broken]:
    most = layout.copies(name)
    if seen(layout, now, name) + more > most:
        yield "card-supply", said("card-supply", card=card(name), n=most), field, name


def _infection(layout: Layout, now: State, player: str, play: Infection) -> Iterator[Broken]:
    laid = now.seats[player].behaviours.count(play.by)
    values = {"microbe": card(play.card), "behaviour": card(play.by)}
    if not laid:
        reason = said("behaviour-on-table", player=player, **values)
        yield "behaviour-on-table", reason, "with", play.by
    elif now.used.count(play.by) >= laid:
        reason = said("behaviour-once", behaviour=card(play.by))
        yield "behaviour-once", reason, "with", play.by
    if play.by not in layout.circles[play.card]:
        yield "transmission", said("transmission", **values), "infects", play.card


def _condom(now: State, play: Condom) -> Iterator[Broken]:
    seat = now.seats[play.to]
    if seat.condom != "none":
        yield "one-condom", said("one-condom", player=play.to), "condom", None
    if seat.is_out:
        yield "self-target", said("out", player=play.to), "condom", None


def _breaker(now: State, player: str, play: Breaker) -> Iterator[Broken]:
    worn = now.seats[player].condom
    if worn != "given":
        key = "breaker-own" if worn == "own" else "breaker"
        yield "breaker", said(key, player=player, card=card(play.card)), "breaks", play.card


def _drug(layout: Layout, now: State, player: str, play: Drug) -> Iterator[Broken]:
    if now.seats[player].turns == 1:
        yield "placement-round", said("placement-drug", player=player), "drug", play.card
    values = {"drug": card(play.card), "microbe": card(play.kills)}
    if play.kills not in layout.killed_by(play.card):
        yield "drug-target", said("drug-kills", **values), "kills", play.kills
    elif play.of == player:
        yield "drug-target", said("drug-own", player=player), "of", play.kills
    elif play.kills not in now.seats[play.of].microbes:
        reason = said("drug-absent", player=play.of, microbe=card(play.kills))
        yield "drug-target", reason, "kills", play.kills


def _other(now: State, player: str, other: str, field: str) -> Iterator[Broken]:
    if other == player:
        yield "self-target", said("self-target", player=player), field, None
    elif now.seats[other].is_out:
        yield "self-target", said("out", player=other), field, None
