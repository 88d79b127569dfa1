"""Turns and their plays: how a record has each of them, how it is told, and what it does."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Annotated, Any, NamedTuple, Self

import pydantic

from generator.game.facts import Facts
from generator.games.sti.state import Cards, Layout, Seat, State, cards_on_table
from generator.reading.validate import Fault
from generator.rules.findings import FACES, PLAYER, TUPLE, RecordedTurn, active_player, one_of
from generator.rules.interface import Fields
from generator.rules.naming import words
from generator.words import Message, Value, message

CARD = "card"
# A play that breaks only these stands all the same.
STANDING = frozenset({"card-supply", "hand-size"})


@dataclass(frozen=True, slots=True)
class Play:
    """A play of a turn; `place` is its index in all plays, and what its kind has not is empty.

    `card` leaves the hand, or attacks; `on` is the player on whom, or with whom, it is played;
    `other` is the behaviour that brings a microbe, or what is attacked, killed or discarded.
    """

    place: int
    kind: str
    card: str = ""
    on: str = ""
    other: str = ""
    dice: tuple[int, ...] = ()
    defence: tuple[int, ...] = ()
    gives: Cards = ()
    takes: Cards = ()

    @property
    def is_from_hand(self) -> bool:
        """Return whether a card of the hand is played."""
        return self.kind not in {"attack", "trade"}

    def field(self, what: str) -> str:
        """Return the field of a record that has something of the play, else the one of its kind."""
        fields = (one.name for one in fields_of(self.kind) if one.what == what)
        return next(fields, "") or self.kind


class PlayField(NamedTuple):
    """A field of a play in a record: `what` it says of the play, and what stands in it."""

    name: str
    what: str
    holds: str
    is_optional: bool = False


PLAYERS, HAND, DICE, ALL = "players", "hand", "dice", "all"
# The fields of each kind in a record, of a card with a role by that role: a play of it is named
# after the card, and so is the field without a name. One that has no field is true or false.
PLAYS: Mapping[str, tuple[PlayField, ...]] = {
    "lays": (PlayField("lays", "card", "behaviours"),),
    "infects": (PlayField("infects", "card", "microbes"), PlayField("with", "other", "behaviours")),
    "attack": (
        PlayField("attack", "card", "microbes"),
        PlayField("on", "on", PLAYERS),
        PlayField("target", "other", "microbes", is_optional=True),
        PlayField("dice", "dice", DICE, is_optional=True),
        PlayField("defence", "defence", DICE, is_optional=True),
    ),
    "protects": (PlayField("", "on", PLAYERS),),
    "breaks": (PlayField("breaks", "card", "breakers"),),
    "drug": (
        PlayField("drug", "card", "drugs"),
        PlayField("kills", "other", "microbes"),
        PlayField("of", "on", PLAYERS),
    ),
    "halts": (PlayField("", "on", PLAYERS),),
    "searches": (
        PlayField("", "on", PLAYERS),
        PlayField("discards", "other", ALL, is_optional=True),
    ),
    "sorts": (),
    "trade": (
        PlayField("trade", "on", PLAYERS),
        PlayField("gives", "gives", HAND, is_optional=True),
        PlayField("takes", "takes", HAND, is_optional=True),
    ),
}


@dataclass(frozen=True, slots=True)
class Turn(RecordedTurn):
    """A turn as recorded; `skips` says that it was lost to a card that halts."""

    plays: tuple[Play, ...] = ()
    skips: bool = False

    @property
    def is_skipped(self) -> bool:
        """Return whether nothing at all was done."""
        return self.skips and not self.plays

    def fields(self) -> Fields:
        said = RecordedTurn.fields(self)
        return {**said, "plays": [*map(play_fields, self.plays)]} if self.plays else said


class StiBody(Facts):
    """What the family reads of a record, whatever the deck."""

    life: int | None = None
    turns: tuple[Any, ...] | None = None
    final: Mapping[str, int] | None = None
    winner: str | None = None

    @pydantic.model_validator(mode="after")
    def _somebody_is_left(self) -> Self:
        final, players = self.final or {}, getattr(self, "players", ())
        if {*final} == {*players} and players and max(final.values()) <= 0:
            raise Fault(message("rules.sti.nobody-left"), ("final",))
        return self


def fields_of(kind: str) -> tuple[PlayField, ...]:
    """Return the fields of a kind of play in a record; of single cards those that any has."""
    return PLAYS.get(kind, PLAYS["searches"])


def plays_model(layout: Layout) -> Any:
    """Return the choice of plays; each is told by the field that only it has."""
    singles = layout.singles
    every = one_of(tuple(layout.deck.cards), CARD)
    of = {PLAYERS: PLAYER, DICE: FACES, ALL: every, HAND: TUPLE[every, ...]}

    def entry(role: str) -> type[Facts]:
        kind, fields = singles.kind(role), dict[str, Any]()
        for one in PLAYS[role]:
            held = of.get(one.holds) or one_of(getattr(layout, one.holds), CARD)
            fields[one.name or kind] = (held | None, None) if one.is_optional else (held, ...)
        fields = fields or {kind: (bool, ...)}
        return pydantic.create_model(kind.capitalize(), __base__=Facts, **fields)

    # One has the fields of an entry and no other: who has them is not compared with the rest.
    return Annotated[reduce(or_, map(entry, PLAYS)), pydantic.Field(union_mode="left_to_right")]


def read_plays(kinds: Mapping[str, str], entries: tuple[Any, ...]) -> Iterator[Play]:
    """Yield the plays of a turn by the role of each kind; a test that was not made is no play."""
    for place, entry in enumerate(entries):
        given = {name: value for name, value in vars(entry).items() if value is not None}
        kind = next(filter(given.__contains__, kinds))
        if given[kind] is not False:
            own: dict[str, Any] = {} if kinds[kind] == kind else {"card": kind}
            fields = PLAYS[kinds[kind]]
            own |= {one.what: given[n] for one in fields if (n := one.name or kind) in given}
            yield Play(place, kind, **own)


def cards_of(layout: Layout, kind: str) -> Cards:
    """Return the cards that a kind of play can be made with; of some kinds there is one card."""
    if layout.singles.role(kind) != kind:
        return (kind,)
    return next((getattr(layout, one.holds) for one in PLAYS[kind] if one.what == "card"), ())


def play_fields(play: Play) -> Fields:
    """Return a play as plain lists and mappings."""
    said = {one.name or play.kind: getattr(play, one.what) for one in fields_of(play.kind)}
    plain = {name: list(v) if isinstance(v, tuple) else v for name, v in said.items() if v}
    return plain or {play.kind: True}


def sti_message(key: str, **values: Value) -> Message:
    """Return a message of this family."""
    return message(f"rules.sti.{key}", **values)


def card_names(*ids: str) -> Message:
    """Return how a message names cards."""
    return words("cards", *ids)


def describe_play(layout: Layout, play: Play) -> Message:
    """Return a play in words."""
    role = layout.singles.role(play.kind)
    without = {"attack": "attack-direct", "searches": "searches-nothing"}
    key = role if play.other else without.get(role, role)
    values: dict[str, Value] = {"card": card_names(play.card), "other": card_names(play.other)}
    for name, faces in (("dice", play.dice), ("defence", play.defence)):
        values[name] = tuple(map(str, faces)) or "–"
    for name, cards in (("gives", play.gives), ("takes", play.takes)):
        values[name] = card_names(*cards) if cards else sti_message("told.nothing")
    return sti_message(f"told.{key}", on=play.on, **values)


def begin_turn(layout: Layout, state: State, turn: Turn) -> State:
    """Return the state once a turn has begun: own protection gone, a card drawn, cards upright."""
    player = active_player(state, turn)
    seat = state.seats[player]
    hand, protection, pile = seat.hand, seat.protection, state.pile
    discard, unseen = state.discard, state.unseen
    if protection == "own":
        protection, discard = "none", (*discard, layout.singles.protects)
    if not turn.is_skipped and seat.turns > 0:
        if pile == 0:
            pile, discard, unseen = len(discard) + unseen, (), 0
        if pile != 0:
            pile, hand = pile - 1, hand + 1
    seat = seat._replace(hand=hand, protection=protection, turns=seat.turns + 1, skips=False)
    seats = {**state.seats, player: seat}
    state = state._replace(seats=seats, pile=pile, discard=discard, unseen=unseen)
    return state._replace(used=(), has_attacked=False)


def apply_play(layout: Layout, state: State, turn: Turn, play: Play) -> State:
    """Return the state after a play; its card leaves the hand."""
    player = active_player(state, turn)
    seat = state.seats[player]
    if play.is_from_hand:
        state = state.with_seat(player, hand=seat.hand - 1)
    match layout.singles.role(play.kind):
        case "attack":
            state = _attacked(layout, state._replace(has_attacked=True), turn, play)
        case "lays":
            state = state.with_seat(player, behaviours=(*seat.behaviours, play.card))
        case "infects":
            state = state.with_seat(player, microbes=(*seat.microbes, play.card))
            state = state._replace(used=(*state.used, play.other))
        case "protects":
            state = state.with_seat(play.on, protection="own" if play.on == player else "given")
        case "trade":
            more = len(play.takes) - len(play.gives)
            state = state.with_seat(play.on, hand=state.seats[play.on].hand - more)
            state = state.with_seat(player, hand=seat.hand + more)
        case _:
            state = _used_once(layout, state.with_discarded(play.card), player, play)
    return state


def _used_once(layout: Layout, state: State, player: str, play: Play) -> State:
    match layout.singles.role(play.kind):
        case "breaks":
            bare = state.with_seat(player, protection="none")
            return bare.with_discarded(layout.singles.protects)
        case "drug":
            return _killed(state, play.on, play.other)
        case "halts":
            return state.with_seat(play.on, skips=True)
        case "searches" if play.other:
            hand = state.seats[play.on].hand - 1
            return state.with_seat(play.on, hand=hand).with_discarded(play.other)
        case _:
            return state


def strength(layout: Layout, attack: Play) -> int:
    """Return how strong an attack is: its dice and the bonus."""
    return sum(attack.dice) + layout.attacks[attack.card].plus


def kills(layout: Layout, attack: Play) -> bool:
    """Return whether an attack is higher than the defence of the microbe that it aims at."""
    return strength(layout, attack) > sum(attack.defence) + layout.defences[attack.other].plus


def _attacked(layout: Layout, state: State, turn: Turn, attack: Play) -> State:
    on = attack.on
    if attack.other:
        return _killed(state, on, attack.other) if kills(layout, attack) else state
    seat = state.seats[on]
    left = max(0, seat.life - strength(layout, attack))
    if left:
        return state.with_seat(on, life=left)
    seats = {**state.seats, on: Seat(0, 0, seat.turns)}
    state = state._replace(seats=seats, unseen=state.unseen + max(0, seat.hand))
    state = state.with_discarded(*cards_on_table(layout, seat))
    return state._replace(ended=turn.number) if len(state.alive()) == 1 else state


def _killed(state: State, player: str, microbe: str) -> State:
    left = list(state.seats[player].microbes)
    left.remove(microbe)
    return state.with_seat(player, microbes=tuple(left)).with_discarded(microbe)
