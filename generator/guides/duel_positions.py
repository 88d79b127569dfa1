"""Positions of a game of cards: what the rules make of a turn, and cards drawn side by side."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from pydantic import ValidationError

from generator.game import Game
from generator.guides.lesson import Position
from generator.guides.small_card import OUT, small_card
from generator.guides.teaching import no_block, rules_of
from generator.paper.marks import HEAVY_RING
from generator.paper.shapes import Drawing, Mm, Placed, Pt, Shape, above, beside, to_mm
from generator.paper.text import LEAST_SIZE, SECTION, cap_height, set_line, width_of
from generator.printables.blocks.pips import die_face
from generator.printables.context import PrintContext
from generator.printables.kinds.cards import CardsEntry
from generator.printables.planning import entries
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
    if not any(isinstance(entry, CardsEntry) for entry in entries(game).values()):
        faults.append((("printable",), no_block(position, "cards")))
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


# The width of the text on the narrower paper, less the frames of cards at both ends.
ROOM: Mm = 171.0
TEXT: Pt = 8.0
GAP: Mm = 2.0
APART: Mm = 4.7
DIE: Mm = 6.0
HEAD: Mm = 9.4


def drawing(position: Position, setting: PrintContext, width: Mm) -> Drawing:  # noqa: ARG001 - as the others
    """Draw everybody's cards side by side, under whose they are and the dice that were cast.

    Microbes that can be laid, or cards that an attack is about, have a heavy frame.
    """
    found = tabled(setting.game, position)
    heavy = _heavy(position, found)
    groups = [
        one for player in found.before.seats for one in _groups(player, found, heavy, setting)
    ]
    gap = setting.style.length(APART)
    drawn = above(*(beside(*row, gap=gap) for row in _rows(groups, gap)), gap=gap / 2)
    scale = min(1.0, ROOM / drawn.width)
    # A heavy frame around the last card stays whole.
    edge = OUT + to_mm(HEAVY_RING) / 2
    shapes = (Placed(drawn, edge, edge, scale=scale),)
    return Drawing(drawn.width * scale + 2 * edge, drawn.height * scale + 2 * edge, shapes)


def _rows(groups: Sequence[Drawing], gap: Mm) -> Iterator[tuple[Drawing, ...]]:
    """Yield as many groups at a time as stand side by side on the paper."""
    row: tuple[Drawing, ...] = ()
    for group in groups:
        if row and sum(one.width + gap for one in row) + group.width > ROOM:
            yield row
            row = ()
        row = (*row, group)
    yield row


def _heavy(position: Position, found: Tabled) -> Mapping[str, Sequence[str]]:
    """Return the cards to frame, by player and by where they are."""
    if position.shows == "open":
        return {f"{found.player}.hand": found.open_cards()}
    attack = found.attack()
    if attack is None:
        return {}
    aim = {} if attack.target is None else {attack.on: (attack.target,)}
    return {found.player: (attack.card,), **aim}


def _groups(
    player: str, found: Tabled, heavy: Mapping[str, Sequence[str]], setting: PrintContext
) -> Iterator[Drawing]:
    """Yield what lies before a player, and what is shown of the hand."""
    seat = found.before.seats[player]
    worn = () if seat.condom == "none" else (found.rules.layout.condom,)
    lying = (*seat.behaviours, *seat.microbes, *worn)
    life = setting.say(message("guide.life-of", n=seat.life))
    head = _head(player, life, _dice(player, found, setting), setting)
    yield _group(head, lying, heavy.get(player, ()), setting)
    if hand := found.hands[player]:
        words = setting.say(message("guide.hand-of", player=player))
        head = _head("", words, None, setting)
        yield _group(head, hand, heavy.get(f"{player}.hand", ()), setting)


def _group(
    head: Drawing, cards: Sequence[str], heavy: Sequence[str], setting: PrintContext
) -> Drawing:
    """Draw cards in a row under their head; of cards alike one is framed."""
    left = list(heavy)
    drawn = []
    for card in cards:
        is_heavy = card in left
        if is_heavy:
            left.remove(card)
        drawn.append(small_card(card, setting, is_heavy=is_heavy))
    row = beside(*drawn, gap=setting.style.length(GAP))
    return above(head, row, gap=setting.style.length(2.0))


def _head(name: str, words: str, dice: Drawing | None, setting: PrintContext) -> Drawing:
    """Draw whose cards these are and what is to be said of it; at the right the dice."""
    style = setting.style
    high, base = style.length(HEAD), style.length(HEAD) - style.length(1.2)
    plain = style.lettering(TEXT, "regular", "ink")
    bold = style.lettering(SECTION, "bold", "ink")
    shapes: list[Shape] = [*set_line(words, 0.0, base, plain)]
    width = width_of(words, plain.font, plain.size)
    if name:
        shapes += set_line(name, 0.0, base - style.length(4.2), bold)
        width = max(width, width_of(name, bold.font, bold.size))
    if dice is None:
        return Drawing(width, high, tuple(shapes))
    left = width + style.length(2.5)
    shapes.append(Placed(dice, left, high - dice.height))
    return Drawing(left + dice.width, high, tuple(shapes))


def _dice(player: str, found: Tabled, setting: PrintContext) -> Drawing | None:
    """Draw the dice that a player cast in an attack, and what they are."""
    attack = found.attack()
    if attack is None or player not in {found.player, attack.on}:
        return None
    is_attacker = player == found.player
    faces = attack.dice if is_attacker else attack.defence
    if not faces:
        return None
    style = setting.style
    side = style.length(DIE)
    plus = found.rules.layout.attacks[attack.card].plus if is_attacker else 0
    how = style.lettering(SECTION, "bold")
    parts = [die_face(one, side) for one in faces]
    if plus:
        base = side / 2 + cap_height(how.font, how.size) / 2
        bonus = f"+ {plus}"
        room = width_of(bonus, how.font, how.size)
        parts.append(Drawing(room, side, set_line(bonus, 0.0, base, how)))
    words = setting.say("guide.attack-dice" if is_attacker else "guide.defence-dice")
    small = style.lettering(LEAST_SIZE, "bold")
    high = cap_height(small.font, small.size)
    wide = width_of(words, small.font, small.size)
    label = Drawing(wide, high, set_line(words, 0.0, high, small))
    return above(label, beside(*parts, gap=style.length(1.2)), gap=style.length(1.0))
