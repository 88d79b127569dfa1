"""Positions of a game of cards: what lies before everybody, and what the rules make of a turn."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from pydantic import ValidationError

from generator.game import Game
from generator.guides.lesson import Position
from generator.guides.parts import rules_of
from generator.reading.nodes import Path
from generator.rules.duel_of_cards import DuelRules
from generator.rules.duel_of_cards.state import Attack, Infection, Seat, State, Turn
from generator.rules.family import Refusal, Seating
from generator.words import Message, message, not_one_of

HAND, CONDOM = "hand", "condom"
WORN = ("given", "own")
# Nobody in a position is in the placement turn any more.
BEGUN = 1


@dataclass(frozen=True, slots=True)
class Tabled:
    """A position as the rules see it: before a turn, the turn, what refuses it, and after it.

    `hands` are the cards that are shown of a hand, by player.
    """

    rules: DuelRules
    before: State
    hands: Mapping[str, tuple[str, ...]]
    turn: Turn | None
    refused: tuple[Refusal, ...]
    after: State | None

    @property
    def player(self) -> str:
        """Return whose turn it is."""
        return self.before.next

    def attack(self) -> Attack | None:
        """Return the attack of the turn, where it has one."""
        plays = self.turn.plays if self.turn else ()
        return next((play for play in plays if isinstance(play, Attack)), None)

    def open_cards(self) -> tuple[str, ...]:
        """Return the microbes in the hand that a behaviour on the table can let down now."""
        hand = self.hands.get(self.player, ())
        return tuple(card for card in dict.fromkeys(hand) if any(self._ways(card)))

    def closed_cards(self) -> tuple[str, ...]:
        """Return the microbes in the hand that no behaviour on the table can let down."""
        hand = dict.fromkeys(self.hands.get(self.player, ()))
        found = self.open_cards()
        return tuple(
            card for card in hand if card in self.rules.layout.microbes and card not in found
        )

    def duels(self) -> tuple[tuple[str, str, Fraction], ...]:
        """Return each microbe of the player with each target and its chance, the surest first."""
        odds, seats = self.rules.odds(), self.before.seats
        targets = [card for name in seats if name != self.player for card in seats[name].microbes]
        pairs = product(dict.fromkeys(seats[self.player].microbes), dict.fromkeys(targets))
        found = ((one, other, odds[f"kills.{one}.{other}"][1]) for one, other in pairs)
        return tuple(sorted(found, key=lambda duel: -duel[2]))

    def _ways(self, card: str) -> Iterator[str]:
        if card not in self.rules.layout.microbes:
            return
        for by in self.before.seats[self.player].behaviours:
            turn = Turn(1, self.player, (Infection(0, card, by),))
            if not self.rules.refuse(self.before, turn):
                yield by


def misfits(game: Game, position: Position) -> Iterator[tuple[Path, Message]]:
    """Yield cards that the deck does not have, players without life points, a turn that is none.

    A turn that the rules refuse is a fault too, unless the position shows what clashes.
    """
    cards = rules_of(game, DuelRules).layout.deck.cards
    faults: list[tuple[Path, Message]] = []
    for place, mark in position.marks.items():
        player, _, where = place.partition(".")
        if player not in position.seat:
            faults.append((("marks", place), not_one_of(player, tuple(position.seat))))
        known = WORN if where == CONDOM else tuple(cards)
        if mark not in known:
            faults.append((("marks", place), not_one_of(mark, known)))
    yield from faults
    if faults or position.turn is None:
        return
    try:
        refused = tabled(game, position).refused
    except (ValidationError, KeyError):
        yield ("turn",), message("guide.turn")
        return
    if (position.shows == "clash") != bool(refused):
        yield ("turn",), refused[0].reason if refused else message("guide.turn-allowed")


def tabled(game: Game, position: Position) -> Tabled:
    """Return a position as the rules see it; ValidationError where a turn is none."""
    rules = rules_of(game, DuelRules)
    players = tuple(position.seat)
    start = rules.start(Seating(players))
    seats = {name: _seat(rules, position, name) for name in players}
    before = replace(start, seats=seats, played=len(players))
    hands = {name: _cards(position, name, f"{HAND}.") for name in players}
    if position.turn is None:
        return Tabled(rules, before, hands, None, (), None)
    body = rules.body.model_validate_json(json.dumps({"turns": [position.turn]}), strict=True)
    (turn,) = rules.steps(body)
    refused = rules.refuse(before, turn)
    return Tabled(rules, before, hands, turn, refused, rules.settle(before, turn, refused))


def _seat(rules: DuelRules, position: Position, player: str) -> Seat:
    layout, lying = rules.layout, _cards(position, player, "")
    return Seat(
        position.seat[player],
        layout.hand,
        BEGUN,
        tuple(card for card in lying if card in layout.microbes),
        tuple(card for card in lying if card in layout.behaviours),
        condom=position.marks.get(f"{player}.{CONDOM}", "none"),  # type: ignore[arg-type]  # checked
    )


def _cards(position: Position, player: str, within: str) -> tuple[str, ...]:
    """Return a player's cards: those on the table, or those of the hand."""
    start = f"{player}.{within}"
    return tuple(
        card
        for place, card in position.marks.items()
        if place.startswith(start) and place.removeprefix(start).isdigit()
    )
