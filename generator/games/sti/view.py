"""Positions of a game of cards: what lies before everybody, hands that are shown, and a turn."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, product
from typing import Any

from generator.documents import position_view
from generator.documents.lesson import Position
from generator.documents.quantities import as_sentence, clauses, list_in_sentence, percent
from generator.game.head import RARER, YES
from generator.game.parts import Deck
from generator.game.sentences import Sentences
from generator.games.sti.plays import Play, Turn, kills, strength
from generator.games.sti.rules import StiRules
from generator.games.sti.state import Cards, Seat, State, cards_on_table
from generator.paper import shapes as art
from generator.paper.measures import PART_GAP
from generator.paper.shapes import CellBox, Drawing, Mm, Pt
from generator.paper.text import LEAST_SIZE, SECTION
from generator.printables.context import Context
from generator.printables.kinds.card_face import OUT, SMALL_CARD, CardSubject, small_card
from generator.printables.kinds.cards import CardsEntry
from generator.printables.marks import HEAVY_RING, ring_cells
from generator.printables.planning import of_kind
from generator.printables.sketch import Sketch, die_face
from generator.rules.interface import Seating
from generator.rules.naming import localise, word_for
from generator.words import message, not_one_of, say

WORN = ("given", "own")
# Nobody in a position is in the placement turn any more.
BEGUN = 1
# Rather than a second row of cards a picture at least so wide takes the whole width of the text, on
# the narrower paper, less the frames of cards at both ends.
LEAST_FULL_WIDTH: Mm = 114.0
ROOM: Mm = 171.0
TEXT: Pt = 8.0
# From player to player, and nearer where all stand in fewer rows then.
APART: Mm = 4.7
NEAR: Mm = 3.1
DIE: Mm = 6.0
DICE_ASIDE: Mm = 2.5
# A life point of the track.
POINT: Mm = 6.4
STRIKE: Pt = 1.2
HEADING_HEIGHT: Mm = 9.4


class View(position_view.PositionView[StiRules]):
    """The cards of a position, `hands` that are shown, and the state `after` its turn, if any."""

    state: State
    turn: Turn | None

    def __init__(self, rules: StiRules, position: Position, said: Sentences) -> None:
        super().__init__(rules, position, with_card_titles(said, rules.layout.deck.cards))
        layout, players = rules.layout, tuple(position.seat)
        start, seats = rules.start(Seating(players)), {}
        for name, life in position.seat.items():
            cards = self._cards(name, "")
            microbes = tuple(card for card in cards if card in layout.microbes)
            ways = tuple(card for card in cards if card in layout.behaviours)
            worn: Any = position.marks.get(f"{name}.{layout.singles.protects}", "none")
            seats[name] = Seat(life, layout.mechanics.hand, BEGUN, microbes, ways, worn)
        self.state = start._replace(seats=seats, played=len(players))
        self.player = self.state.next
        self.hands = {name: self._cards(name, "hand.") for name in players}
        self.after: State | None = None
        if position.turn is not None:
            self.turn = turn = position_view.parse_turn(position, rules)
            self.refusals, self.after = rules.judge(self.state, turn)

    def _cards(self, player: str, within: str) -> Cards:
        place = re.compile(rf"{re.escape(f'{player}.{within}')}[0-9]+")
        return tuple(card for at, card in self.position.marks.items() if place.fullmatch(at))

    @classmethod
    def validate(cls, rules: StiRules, position: Position) -> position_view.Faults:
        cards, decks = rules.layout.deck.cards, of_kind(rules.game, CardsEntry)
        faults: list[Any] = []
        if position.printable not in decks:
            faults.append((("printable",), not_one_of(position.printable, decks)))
        for place, mark in position.marks.items():
            player, _, where = place.partition(".")
            if player not in position.seat:
                faults.append((("marks", place), not_one_of(player, tuple(position.seat))))
            known = WORN if where == rules.layout.singles.protects else tuple(cards)
            if mark not in known:
                faults.append((("marks", place), not_one_of(mark, known)))
        yield from faults or cls.validate_turn(rules, position)

    def cards_entry(self) -> CardsEntry:
        """Return the printable whose cards are drawn."""
        return of_kind(self.rules.game, CardsEntry)[self.position.printable]

    def life_words(self, seat: Seat, setting: Context) -> str:
        """Return the life points that a player has, nothing in the game together."""
        is_together = self.cards_entry().short_of is not None
        return "" if is_together else setting.say(message("guide.life-of", n=seat.life))

    def attack(self) -> Play | None:
        """Return the attack of the turn, where it has one."""
        plays = self.turn.plays if self.turn else ()
        return next((play for play in plays if play.kind == "attack"), None)

    def open(self) -> Cards:
        ways, player = self.state.seats[self.player].behaviours, self.player

        def is_open(card: str) -> bool:
            plays = (Play(0, "infects", card, other=by) for by in ways)
            turns = (Turn(1, player, (play,)) for play in plays)
            return any(not self.rules.refuse(self.state, turn) for turn in turns)

        return tuple(filter(is_open, self.microbes_held()))

    def points(self) -> Mapping[str, int]:
        return {player: seat.life for player, seat in self.state.seats.items()}

    def duels(self) -> tuple[tuple[str, str, Fraction], ...]:
        """Return each microbe of the player with each target and its chance, the surest first."""
        odds, seats = self.rules.odds(), self.state.seats
        targets = [card for name in seats if name != self.player for card in seats[name].microbes]
        pairs = product(dict.fromkeys(seats[self.player].microbes), dict.fromkeys(targets))
        found = ((one, other, odds[f"kills.{one}.{other}"][1]) for one, other in pairs)
        return tuple(sorted(found, key=lambda duel: -duel[2]))

    def microbes_held(self) -> Cards:
        """Return the microbes in the hand, each once."""
        hand = dict.fromkeys(self.hands.get(self.player, ()))
        return tuple(card for card in hand if card in self.rules.layout.microbes)

    def figures(self) -> dict[str, object]:
        playable = self.open()
        closed = [card for card in self.microbes_held() if card not in playable]
        told: dict[str, object] = {"open.count": len(playable), "ranked": self._ranked}
        for kind, cards in (("open", playable), ("closed", closed)):
            words = card_names(self.said, cards)
            told[kind] = f"{words[:1].upper()}{words[1:]}"
        for value, key in ((YES, "ways"), (RARER, "rarer")):
            # The ways of which the health facts say so for the microbes that cannot be laid.
            layout = self.rules.layout
            facts = [layout.ways[card] for card in closed]
            ways = [w for w in layout.behaviours if any(f[w].value == value for f in facts)]
            told[f"closed.{key}"] = card_names(self.said, ways)
        return told | self._turn_figures()

    def _ranked(self) -> str:
        told = []
        for card, target, chance in self.duels():
            cards = {"card": word_for("cards", card, self.said)}
            cards["target"] = word_for("cards", target, self.said)
            duel = message("guide.duel", share=percent(chance, self.said.language), **cards)
            told.append(say(duel, self.said.language))
        return clauses(told, self.said.language)

    def _turn_figures(self) -> dict[str, object]:
        if self.turn is None or self.after is None:
            return {}
        layout, said = self.rules.layout, self.said
        story = self.rules.narrate(self.state, self.turn, (self.refusals, self.after))
        deeds = (as_sentence(localise(one.words, said), said.language) for one in story.actions)
        broken = dict.fromkeys(said.rules[one.rule] for one in self.refusals)
        told: dict[str, object] = {"told": " ".join(deeds), "broken": " ".join(broken)}
        told["broken.count"] = len(broken)
        if (attack := self.attack()) is None:
            return told
        bonus = layout.attacks[attack.card].plus
        told |= {"strength": strength(layout, attack), "dice": attack.dice, "bonus": bonus}
        if attack.other:
            told["result"] = message(f"guide.target-{'dies' if kills(layout, attack) else 'stays'}")
            told["defence"] = sum(attack.defence) + layout.defences[attack.other].plus
        return told

    def seats_after(self) -> Iterable[tuple[str, Seat]]:
        """Return everybody's seat after the turn; nothing without one."""
        return self.after.seats.items() if self.after else ()

    def draw(self, setting: Context, width: Mm) -> Drawing:
        heavy = _framed_cards(self)
        attack = self.attack() if self.position.shows == "counts" and not self.refusals else None
        hit = attack.on if attack and not attack.other else ""
        of_each = (_groups(player, self, heavy, hit, setting) for player in self.state.seats)
        groups = [*chain.from_iterable(of_each)]
        # A heavy frame around the last card stays whole.
        edge = OUT + art.to_mm(HEAVY_RING) / 2
        room = ROOM if width >= LEAST_FULL_WIDTH else width - 2 * edge
        gaps = (setting.style.length(APART),) if setting.options.large else (APART, NEAR)
        ways = ((art.in_rows(groups, room, one, lambda group: group.width), one) for one in gaps)
        rows, gap = min(ways, key=lambda way: len(way[0]))
        drawn = art.column(*(art.row(*row, gap=gap) for row in rows), gap=gap / 2)
        scale = min(1.0, room / drawn.width)
        shapes = (art.Placed(drawn, edge, edge, scale=scale),)
        return Drawing(drawn.width * scale + 2 * edge, drawn.height * scale + 2 * edge, shapes)

    def describe(self, setting: Context) -> Iterator[str]:
        for player, seat in self.state.seats.items():
            lying = cards_on_table(self.rules.layout, seat)
            cards = tuple(setting.text(f"card.{card}") for card in lying)
            cards = cards or (setting.say("guide.no-cards"),)
            if life := self.life_words(seat, setting):
                words = message("guide.read-table", cards=cards, player=player, life=life)
            else:
                words = message("guide.read-cards", cards=cards, player=player)
            yield setting.say(words)
            if hand := self.hands[player]:
                held = tuple(setting.text(f"card.{card}") for card in hand)
                yield setting.say(message("guide.read-hand", cards=held, player=player))
        if (attack := self.attack()) is not None:
            dice = (("guide.read-attack", attack.dice), ("guide.read-defence", attack.defence))
            yield from position_view.describe_cells(dice, setting)


def with_card_titles(said: Sentences, cards: Iterable[str]) -> Sentences:
    """Return sentences that name cards as printed; within one these begin small, but for names."""
    titles = {}
    for card in cards:
        words = said.texts[f"card.{card}"]
        is_name = words[1:2].isupper() or words[1:2] == "."
        titles[card] = words if is_name else words[:1].lower() + words[1:]
    return said.model_copy(update={"words": {**said.words, "cards": titles}})


def card_names(said: Sentences, cards: Iterable[str]) -> str:
    """Return the titles of cards as a list in a sentence."""
    return list_in_sentence([word_for("cards", card, said) for card in cards], said.language)


def _framed_cards(found: View) -> Mapping[str, Sequence[str]]:
    attack = found.attack()
    if found.position.shows == "open":
        return {f"{found.player}.hand": found.open()}
    if attack is None:
        return {}
    is_stopped = found.state.seats[attack.on].protection == "own"
    protection = found.rules.layout.singles.protects
    aimed = protection if is_stopped else attack.other
    own = found.state.seats[found.player]
    is_held = found.position.shows == "clash" and own.protection == "given"
    held = (protection,) if is_held else ()
    return {found.player: (attack.card, *held), attack.on: (aimed,) if aimed else ()}


def _groups(
    player: str, found: View, heavy: Mapping[str, Sequence[str]], hit: str, setting: Context
) -> Iterator[Drawing]:
    seat, length = found.state.seats[player], setting.style.length
    entry, life = found.cards_entry(), found.life_words(seat, setting)
    lying = cards_on_table(found.rules.layout, seat)
    row = _row(player, lying, heavy.get(player, ()), entry, setting)
    if player == hit:
        row = art.row(row, _draw_lost_life(player, found, setting), gap=length(PART_GAP))
    head, thrown = _head(player, life, setting), tuple(_draw_attack_dice(player, found, setting))
    aside = art.column(*thrown, gap=length(1.0))
    if not thrown or head.width + length(DICE_ASIDE) + aside.width <= row.width:
        head = art.row(head, *(aside,) * bool(thrown), gap=length(DICE_ASIDE))
        yield art.column(head, row, gap=length(2.0))
    else:
        below = art.row(*thrown, gap=length(0.8), middle=True)
        yield art.column(head, row, below, gap=length(2.0))
    if hand := found.hands[player]:
        head = _head("", setting.say(message("guide.hand-of", player=player)), setting)
        at = f"{player}.hand"
        row = _row(at, hand, heavy.get(at, ()), entry, setting)
        yield art.column(head, row, gap=length(2.0))


def _row(
    at: str, cards: Sequence[str], heavy: Sequence[str], entry: CardsEntry, setting: Context
) -> Drawing:
    framed = {cards.index(card) for card in heavy if card in cards}
    deck = setting.game.part(entry.part, Deck)
    shown = enumerate(CardSubject(deck, entry.faces, one, setting) for one in cards)
    drawn = (small_card(one, f"{at}.{one.name}", is_heavy=n in framed) for n, one in shown)
    return art.row(*drawn, gap=setting.style.length(PART_GAP))


def _draw_lost_life(player: str, found: View, setting: Context) -> Drawing:
    left = (found.after or found.state).seats[player].life
    points = range(found.state.seats[player].life, left - 1, -1)
    wide, whole = map(setting.style.length, (POINT, SMALL_CARD[1]))
    high = min(whole / len(points), wide)
    sketch, how = Sketch(setting), setting.style.lettering(TEXT, "bold", align="middle")
    for number, life in enumerate(map(str, points)):
        sketch.box(CellBox(f"{player}.life.{life}", life, 0.0, number * high, wide, high))
        sketch.centre(life, wide / 2, (number + 0.5) * high, how)
    sketch.put(art.Line(0.0, high, wide, 0.0, art.Stroke("ink", STRIKE)))
    lost = sketch.drawing(wide, high * len(points))
    return ring_cells(lost, [f"{player}.life.{left}"], "ink")


def _head(name: str, words: str, setting: Context) -> Drawing:
    style, sketch = setting.style, Sketch(setting)
    high, base = style.length(HEADING_HEIGHT), style.length(HEADING_HEIGHT) - style.length(1.2)
    plain = style.lettering(TEXT, "regular", "ink")
    right = sketch.write(words, 0.0, base, plain)
    if name and words:
        wide, up = right + style.length(DICE_ASIDE), plain.height
        sketch.cells.append(CellBox(f"{name}.life", words, 0.0, base - up, wide, up))
    if name:
        bold = style.lettering(SECTION, "bold", "ink")
        right = max(right, sketch.write(name, 0.0, base - style.length(4.2), bold))
    return sketch.drawing(right, high)


def _draw_attack_dice(player: str, found: View, setting: Context) -> Iterator[Drawing]:
    attack = found.attack()
    if attack is None or player not in {found.player, attack.on}:
        return
    is_attacker = player == found.player
    faces = attack.dice if is_attacker else attack.defence
    if not faces:
        return
    style = setting.style
    side = style.length(DIE)
    plus = found.rules.layout.attacks[attack.card].plus if is_attacker else 0
    parts = [die_face(one, side) for one in faces]
    if plus:
        bold = style.lettering(SECTION, "bold")
        parts.append(position_view.text_mid_height(f"+ {plus}", bold, side))
    words = setting.say("guide.attack-dice" if is_attacker else "guide.defence-dice")
    how = style.lettering(LEAST_SIZE, "bold")
    yield position_view.text_mid_height(words, how, how.height)
    yield art.row(*parts, gap=style.length(0.8))
