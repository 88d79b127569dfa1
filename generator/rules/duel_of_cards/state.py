"""How a game of cards stands, and how play goes on from a turn, with what was refused left out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from generator.game.facts import Facts
from generator.rules.duel_of_cards import plays
from generator.rules.duel_of_cards.layout import Layout
from generator.rules.duel_of_cards.plays import Cards, Play
from generator.rules.family import Fields, Outcome, Refusal, Seating
from generator.rules.findings import AnyTurn, active_player

LIFE = "life"
Worn: TypeAlias = Literal["none", "given", "own"]
# A play that breaks only these stands all the same.
STANDING = frozenset({"card-supply", "hand-size"})


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's life points, number of hand cards, turns begun, and cards on the table.

    `hand` is below 0 where more was played than can have been held.
    """

    life: int
    hand: int
    turns: int = 0
    microbes: Cards = ()
    behaviours: Cards = ()
    condom: Worn = "none"
    skips: bool = False

    @property
    def is_out(self) -> bool:
        """Return whether no life point is left."""
        return self.life <= 0


@dataclass(frozen=True, slots=True)
class State:
    """All seats, the pile and the discard pile, who is next, when the game ended (0: on papers).

    `discard` has the cards of the discard pile that were seen, `unseen` how many were not. `used`
    and `has_attacked` tell what the turn that is being played has used up.
    """

    seating: Seating
    seats: Mapping[str, Seat]
    life: int
    pile: int
    next: str
    discard: Cards = ()
    unseen: int = 0
    played: int = 0
    ended: int | None = None
    used: Cards = ()
    has_attacked: bool = False

    def alive(self) -> Cards:
        """Return the players who have life points, in playing order."""
        return tuple(player for player, seat in self.seats.items() if not seat.is_out)

    def after(self, player: str) -> str:
        """Return who plays next: whoever is out is passed over."""
        following = self.seating.after(player)
        while self.seats[following].is_out:
            following = self.seating.after(following)
        return following

    def seated(self, player: str, **changes: Any) -> "State":  # noqa: ANN401 - fields of a seat
        """Return the state with a player's seat as it is now."""
        seat = replace(self.seats[player], **changes)
        return replace(self, seats={**self.seats, player: seat})

    def discarding(self, *cards: str) -> "State":
        """Return the state with cards laid on the discard pile, seen by all."""
        return replace(self, discard=(*self.discard, *cards))


@dataclass(frozen=True, slots=True)
class Turn(AnyTurn):
    """A turn as recorded; `skips` says that it was lost to abstinence."""

    plays: tuple[Play, ...] = ()
    skips: bool = False

    @property
    def is_skipped(self) -> bool:
        """Return whether nothing at all was done."""
        return self.skips and not self.plays

    def fields(self) -> Fields:
        """Return what the turn says, as plain lists and mappings."""
        said = AnyTurn.fields(self)
        return {**said, "plays": [*map(plays.written, self.plays)]} if self.plays else said


class DuelBody(Facts):
    """What the family reads of a record, whatever the deck."""

    life: int | None = None
    turns: tuple[Any, ...] | None = None
    final: Mapping[str, int] | None = None
    winner: str | None = None


def start(layout: Layout, seating: Seating, life: int | None = None) -> State:
    """Return dealt hands and full life points: those of a whole game, or so many."""
    points = layout.life.boxes if life is None else life
    seats = dict.fromkeys(seating.players, Seat(points, layout.hand))
    pile = layout.deck.count - layout.hand * len(seats)
    return State(seating, seats, points, pile, seating.players[0])


def laid(seating: Seating, life: int, final: Mapping[str, int]) -> State:
    """Return the state that life points written down show; over when every player has some."""
    seats = {player: Seat(max(0, points), 0) for player, points in final.items()}
    is_over = set(seats) == set(seating.players)
    return State(seating, seats, life, 0, seating.players[0], ended=0 if is_over else None)


def outcome(state: State) -> Outcome:
    """Return everybody's life points, and who alone has some once the game is over."""
    scores = {player: {LIFE: seat.life} for player, seat in state.seats.items()}
    alive = state.alive()
    winners = alive if state.ended is not None and len(alive) == 1 else ()
    return Outcome(state.ended is not None, scores, winners)


def seen(layout: Layout, state: State, card: str) -> int:
    """Return how many copies of a card lie on the tables and, seen, in the discard pile."""
    lying = sum(
        seat.microbes.count(card)
        + seat.behaviours.count(card)
        + (card == layout.condom and seat.condom != "none")
        for seat in state.seats.values()
    )
    return lying + state.discard.count(card)


def settle(layout: Layout, state: State, turn: Turn, refusals: tuple[Refusal, ...]) -> State:
    """Return the state after a turn; one after the end, or of a player who is out, does nothing."""
    if state.ended is not None:
        return state
    player = active_player(state, turn)
    if not state.seats[player].is_out:
        refused, state = set(at_plays(refusals, besides=STANDING)), opened(layout, state, turn)
        for play in turn.plays:
            if play.place not in refused:
                state = played(layout, state, turn, play)
    following = state.next if state.ended is not None else state.after(player)
    return replace(state, played=state.played + 1, next=following)


def at_plays(
    refusals: tuple[Refusal, ...], besides: frozenset[str] = frozenset()
) -> Iterator[int | str]:
    """Yield the places of the plays that are refused, by other rules than some."""
    for refusal in refusals:
        match refusal.path:
            case ("turns", _, "plays", place, *_) if refusal.rule not in besides:
                yield place
            case _:
                pass


def opened(layout: Layout, state: State, turn: Turn) -> State:
    """Return the state once a turn has begun: own condom gone, a card drawn, cards upright."""
    player = active_player(state, turn)
    seat = state.seats[player]
    if seat.condom == "own":
        state = state.seated(player, condom="none").discarding(layout.condom)
    state = state.seated(player, turns=seat.turns + 1, skips=False)
    state = replace(state, used=(), has_attacked=False)
    return state if turn.is_skipped or seat.turns == 0 else _drawn(state, player)


def _drawn(state: State, player: str) -> State:
    """Return the state with a card drawn; the discard pile is shuffled where the pile is empty."""
    if state.pile == 0:
        pile = len(state.discard) + state.unseen
        state = replace(state, pile=pile, discard=(), unseen=0)
    if state.pile == 0:
        return state
    state = state.seated(player, hand=state.seats[player].hand + 1)
    return replace(state, pile=state.pile - 1)


def played(layout: Layout, state: State, turn: Turn, play: Play) -> State:
    """Return the state after a play; its card leaves the hand."""
    player = active_player(state, turn)
    if play.kind == "attack":
        return _attacked(layout, replace(state, has_attacked=True), turn, play)
    if play.is_from_hand:
        state = state.seated(player, hand=state.seats[player].hand - 1)
    seat = state.seats[player]
    match play.kind:
        case "lays":
            return state.seated(player, behaviours=(*seat.behaviours, play.card))
        case "infects":
            state = state.seated(player, microbes=(*seat.microbes, play.card))
            return replace(state, used=(*state.used, play.other))
        case "condom":
            return state.seated(play.on, condom="own" if play.on == player else "given")
        case "trade":
            more = len(play.takes) - len(play.gives)
            hand = state.seats[play.on].hand - more
            return state.seated(player, hand=seat.hand + more).seated(play.on, hand=hand)
        case _:
            return _used_once(layout, state.discarding(play.card), player, play)


def _used_once(layout: Layout, state: State, player: str, play: Play) -> State:
    """Return the state after what a card does that goes to the discard pile."""
    match play.kind:
        case "breaks":
            return state.seated(player, condom="none").discarding(layout.condom)
        case "drug":
            return _killed(state, play.on, play.other)
        case "abstinence":
            return state.seated(play.on, skips=True)
        case "swab" if play.other:
            hand = state.seats[play.on].hand - 1
            return state.seated(play.on, hand=hand).discarding(play.other)
        case _:
            return state


def strength(layout: Layout, attack: Play) -> int:
    """Return how strong an attack is: its dice and the bonus."""
    return sum(attack.dice) + layout.attacks[attack.card].plus


def kills(layout: Layout, attack: Play) -> bool:
    """Return whether an attack is higher than the defence of the microbe that it aims at."""
    return strength(layout, attack) > sum(attack.defence) + layout.defences[attack.other].plus


def _attacked(layout: Layout, state: State, turn: Turn, attack: Play) -> State:
    """Return the state after an attack; who has no life points left leaves with all cards."""
    on = attack.on
    if attack.other:
        return _killed(state, on, attack.other) if kills(layout, attack) else state
    seat = state.seats[on]
    left = max(0, seat.life - strength(layout, attack))
    if left:
        return state.seated(on, life=left)
    condom = () if seat.condom == "none" else (layout.condom,)
    state = state.discarding(*seat.microbes, *seat.behaviours, *condom)
    seats = {**state.seats, on: Seat(0, 0, seat.turns)}
    state = replace(state, seats=seats, unseen=state.unseen + max(0, seat.hand))
    return replace(state, ended=turn.number) if len(state.alive()) == 1 else state


def _killed(state: State, player: str, microbe: str) -> State:
    left = list(state.seats[player].microbes)
    left.remove(microbe)
    return state.seated(player, microbes=tuple(left)).discarding(microbe)
