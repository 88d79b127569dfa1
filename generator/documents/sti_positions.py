"""Positions of a game of cards: what rules make of a turn, and cards as small as 7 pt allows."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, product
from typing import Any, TypeAlias

from generator.documents.lesson import Position
from generator.documents.teaching import in_middle, rules_of, turn_of, unturned
from generator.game import Game
from generator.game.parts import Deck
from generator.paper import shapes as art
from generator.paper.text import LEAST_SIZE, SECTION
from generator.printables.context import PrintContext
from generator.printables.kinds import card_face as face
from generator.printables.kinds.card_face import Subject, Zone, words_in
from generator.printables.kinds.cards import CardsEntry
from generator.printables.marks import HEAVY_RING, ring
from generator.printables.planning import of_kind
from generator.printables.sketch import Sketch, die_face
from generator.reading.nodes import Path
from generator.rules.family import Refusal, Seating
from generator.rules.sti import StiRules
from generator.rules.sti.plays import Play, Turn
from generator.rules.sti.state import Seat, State, lying
from generator.words import Message, message, not_one_of

CONDOM = "condom"
WORN = ("given", "own")
# Nobody in a position is in the placement turn any more.
BEGUN = 1


@dataclass(frozen=True, slots=True)
class Tabled:
    """A position as the rules see it: state, `hands` shown, turn, what refuses it, state after."""

    rules: StiRules
    before: State
    hands: Mapping[str, tuple[str, ...]]
    turn: Turn | None
    refused: tuple[Refusal, ...]
    after: State | None

    @property
    def player(self) -> str:
        """Return whose turn it is."""
        return self.before.next

    def attack(self) -> Play | None:
        """Return the attack of the turn, where it has one."""
        plays = self.turn.plays if self.turn else ()
        return next((play for play in plays if play.kind == "attack"), None)

    def hit(self) -> str:
        """Return the player who is attacked directly, or none where the attack is refused."""
        attack = self.attack()
        return attack.on if attack and not (attack.other or self.refused) else ""

    def open_cards(self) -> tuple[str, ...]:
        """Return the microbes in the hand that a behaviour on the table can let down now."""
        return tuple(card for card in self.microbes_held() if any(self._ways(card)))

    def duels(self) -> tuple[tuple[str, str, Fraction], ...]:
        """Return each microbe of the player with each target and its chance, the surest first."""
        odds, seats = self.rules.odds(), self.before.seats
        targets = [card for name in seats if name != self.player for card in seats[name].microbes]
        pairs = product(dict.fromkeys(seats[self.player].microbes), dict.fromkeys(targets))
        found = ((one, other, odds[f"kills.{one}.{other}"][1]) for one, other in pairs)
        return tuple(sorted(found, key=lambda duel: -duel[2]))

    def microbes_held(self) -> tuple[str, ...]:
        """Return the microbes in the hand, each once."""
        hand = dict.fromkeys(self.hands.get(self.player, ()))
        return tuple(card for card in hand if card in self.rules.layout.microbes)

    def _ways(self, card: str) -> Iterator[str]:
        """Yield the behaviours on the table that can let a microbe down."""
        for by in self.before.seats[self.player].behaviours:
            turn = Turn(1, self.player, (Play(0, "infects", card, other=by),))
            if not self.rules.refuse(self.before, turn):
                yield by


def misfits(game: Game, position: Position) -> Iterator[tuple[Path, Message]]:
    """Yield strange cards and players, and a turn refused unless the position shows clashes."""
    cards = rules_of(game, StiRules).layout.deck.cards
    faults: list[tuple[Path, Message]] = []
    decks = of_kind(game, CardsEntry)
    if position.printable not in decks:
        faults.append((("printable",), not_one_of(position.printable, decks)))
    for place, mark in position.marks.items():
        player, _, where = place.partition(".")
        if player not in position.seat:
            faults.append((("marks", place), not_one_of(player, tuple(position.seat))))
        known = WORN if where == CONDOM else tuple(cards)
        if mark not in known:
            faults.append((("marks", place), not_one_of(mark, known)))
    yield from faults or unturned(position, lambda: tabled(game, position).refused)


def tabled(game: Game, position: Position) -> Tabled:
    """Return a position as the rules see it; ValidationError where a turn is none."""
    rules = rules_of(game, StiRules)
    layout, players = rules.layout, tuple(position.seat)
    start, seats = rules.start(Seating(players)), {}
    for name, life in position.seat.items():
        cards = _cards(position, name, "")
        microbes = tuple(card for card in cards if card in layout.microbes)
        ways = tuple(card for card in cards if card in layout.behaviours)
        condom: Any = position.marks.get(f"{name}.{CONDOM}", "none")
        seats[name] = Seat(life, layout.mechanics.hand, BEGUN, microbes, ways, condom=condom)
    before = replace(start, seats=seats, played=len(players))
    hands = {name: _cards(position, name, "hand.") for name in players}
    if position.turn is None:
        return Tabled(rules, before, hands, None, (), None)
    turn: Turn = turn_of(position, rules)
    return Tabled(rules, before, hands, turn, *rules.judge(before, turn))


def _cards(position: Position, player: str, within: str) -> tuple[str, ...]:
    """Return a player's cards: those on the table, or those of the hand."""
    place = re.compile(rf"{re.escape(f'{player}.{within}')}[0-9]+")
    return tuple(card for at, card in position.marks.items() if place.fullmatch(at))


# Rather than a second row of cards a picture at least so wide takes the whole width of the text, on
# the narrower paper, less the frames of cards at both ends.
WIDE: art.Mm = 114.0
ROOM: art.Mm = 171.0
TEXT: art.Pt = 8.0
GAP: art.Mm = 2.0
# From player to player, and nearer where all stand in fewer rows then.
APART: art.Mm = 4.7
NEAR: art.Mm = 3.1
DIE: art.Mm = 6.0
ASIDE: art.Mm = 2.5
# A life point of the track.
POINT: art.Mm = 6.4
STRIKE: art.Pt = 1.2
HEAD: art.Mm = 9.4


def drawing(position: Position, setting: PrintContext, width: art.Mm) -> art.Drawing:
    """Draw everybody's cards under names, in rows, with the dice of an attack.

    A heavy frame is about microbes that can be laid, about those of an attack, and about the condom
    that stops it; `counts` adds the life points that a direct attack takes. Cells: `<player>.life`,
    `<player>.<card>`, which is its picture, and of a microbe `<player>.<card>.attack` and
    `.defence`.
    """
    found = tabled(setting.game, position)
    heavy = _heavy(position, found)
    hit = found.hit() if position.shows == "counts" else ""
    of_each = (_groups(player, found, heavy, hit, setting) for player in found.before.seats)
    groups = [*chain.from_iterable(of_each)]
    # A heavy frame around the last card stays whole.
    edge = OUT + art.to_mm(HEAVY_RING) / 2
    room = ROOM if width >= WIDE else width - 2 * edge
    gaps = (setting.style.length(APART),) if setting.options.large else (APART, NEAR)
    ways = ((art.in_rows(groups, room, one, lambda group: group.width), one) for one in gaps)
    rows, gap = min(ways, key=lambda way: len(way[0]))
    drawn = art.above(*(art.beside(*row, gap=gap) for row in rows), gap=gap / 2)
    scale = min(1.0, room / drawn.width)
    shapes = (art.Placed(drawn, edge, edge, scale=scale),)
    return art.Drawing(drawn.width * scale + 2 * edge, drawn.height * scale + 2 * edge, shapes)


def _heavy(position: Position, found: Tabled) -> Mapping[str, Sequence[str]]:
    """Return the cards that a position is about, by players, or `<player>.hand`."""
    attack = found.attack()
    if position.shows == "open":
        return {f"{found.player}.hand": found.open_cards()}
    if attack is None:
        return {}
    is_stopped = found.before.seats[attack.on].condom == "own"
    condom = found.rules.layout.mechanics.condom
    aimed = condom if is_stopped else attack.other
    is_held = position.shows == "clash" and found.before.seats[found.player].condom == "given"
    held = (condom,) if is_held else ()
    return {found.player: (attack.card, *held), attack.on: (aimed,) if aimed else ()}


def _groups(
    player: str, found: Tabled, heavy: Mapping[str, Sequence[str]], hit: str, setting: PrintContext
) -> Iterator[art.Drawing]:
    """Yield what lies before a player and the life points lost, then what is shown of the hand."""
    seat, length = found.before.seats[player], setting.style.length
    life = setting.say(message("guide.life-of", n=seat.life))
    row = _row(player, lying(found.rules.layout, seat), heavy.get(player, ()), setting)
    if player == hit:
        row = art.beside(row, _lost(player, found, setting), gap=length(GAP))
    head, thrown = _head(player, life, setting), tuple(_thrown_of(player, found, setting))
    aside = art.above(*thrown, gap=length(1.0))
    if not thrown or head.width + length(ASIDE) + aside.width <= row.width:
        gap = length(ASIDE)
        yield _group(art.beside(head, *(aside,) * bool(thrown), gap=gap), row, setting)
    else:
        below = art.beside(*thrown, gap=length(0.8), middle=True)
        yield art.above(_group(head, row, setting), below, gap=length(2.0))
    if hand := found.hands[player]:
        head = _head("", setting.say(message("guide.hand-of", player=player)), setting)
        at = f"{player}.hand"
        yield _group(head, _row(at, hand, heavy.get(at, ()), setting), setting)


def _group(head: art.Drawing, row: art.Drawing, setting: PrintContext) -> art.Drawing:
    return art.above(head, row, gap=setting.style.length(2.0))


def _row(at: str, cards: Sequence[str], heavy: Sequence[str], setting: PrintContext) -> art.Drawing:
    """Draw cards side by side; of cards alike one is framed."""
    framed = {cards.index(card) for card in heavy if card in cards}
    drawn = (
        small_card(one, setting, f"{at}.{one}", is_heavy=n in framed) for n, one in enumerate(cards)
    )
    return art.beside(*drawn, gap=setting.style.length(GAP))


def _lost(player: str, found: Tabled, setting: PrintContext) -> art.Drawing:
    """Draw the life points that a turn takes: those before are struck, those left are ringed."""
    left = (found.after or found.before).seats[player].life
    points = range(found.before.seats[player].life, left - 1, -1)
    wide, whole = map(setting.style.length, (POINT, HEIGHT))
    high = min(whole / len(points), wide)
    sketch, how = Sketch(setting), setting.style.lettering(TEXT, "bold", align="middle")
    for number, life in enumerate(map(str, points)):
        sketch.box(art.CellBox(f"{player}.life.{life}", life, 0.0, number * high, wide, high))
        sketch.centre(life, wide / 2, (number + 0.5) * high, how)
    sketch.put(art.Line(0.0, high, wide, 0.0, art.Stroke("ink", STRIKE)))
    lost = sketch.drawing(wide, high * len(points))
    return ring(lost, [f"{player}.life.{left}"], "ink")


def _head(name: str, words: str, setting: PrintContext) -> art.Drawing:
    """Draw whose cards these are and what is to be said of it, a cell about a player's life."""
    style, sketch = setting.style, Sketch(setting)
    high, base = style.length(HEAD), style.length(HEAD) - style.length(1.2)
    plain = style.lettering(TEXT, "regular", "ink")
    right = sketch.write(words, 0.0, base, plain)
    if name:
        wide, up = right + style.length(ASIDE), plain.height
        sketch.cells.append(art.CellBox(f"{name}.life", words, 0.0, base - up, wide, up))
        bold = style.lettering(SECTION, "bold", "ink")
        right = max(right, sketch.write(name, 0.0, base - style.length(4.2), bold))
    return sketch.drawing(right, high)


def _thrown_of(player: str, found: Tabled, setting: PrintContext) -> Iterator[art.Drawing]:
    """Yield what the dice are that a player cast in an attack, and the dice with their bonus."""
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
        parts.append(in_middle(f"+ {plus}", style.lettering(SECTION, "bold"), side))
    words = setting.say("guide.attack-dice" if is_attacker else "guide.defence-dice")
    how = style.lettering(LEAST_SIZE, "bold")
    yield in_middle(words, how, how.height)
    yield art.beside(*parts, gap=style.length(0.8))


# Lengths in mm where nothing is enlarged.
WIDTH: art.Mm = 22.4
HEIGHT: art.Mm = 37.2
PADDING: art.Mm = 1.4
BAND: art.Mm = 8.2
RADIUS: art.Mm = 9.4
BELOW: art.Mm = 1.1
FOOT: art.Mm = 5.6
BEYOND: art.Mm = 2.4
# The frame of a card that an example is about, so far outside the card.
OUT: art.Mm = 0.9
TITLE: art.Pt = 8.0
SMALL: art.Pt = 7.0
# What a drug kills is read on its card, whose middle has room for it.
KILLED: art.Pt = 7.5
# Shares: of the dice of a printed card; of the disc, for a picture alone and above a list.
DICE = 0.66
ALONE, ABOVE = 1.5, 1.1


Zones: TypeAlias = Mapping[face.ZoneName, Zone]


def small_card(name: str, setting: PrintContext, at: str, *, is_heavy: bool) -> art.Drawing:
    """Draw what a card's own template shows, without its small print; its picture is a cell."""
    entry = next(iter(of_kind(setting.game, CardsEntry).values()))
    card = Subject(setting.game.part(entry.part, Deck), name, setting)
    zones = {zone.zone: zone for zone in entry.faces[card.card.type]}
    width, height = map(card.length, (WIDTH, HEIGHT))
    middle = tuple(_middle(card, zones))
    shapes = [*_top(card), *middle, *_thrown(card, zones), *_killed(card, zones)]
    shapes.append(art.Rect(0.0, 0.0, width, height, None, art.Stroke("secondary", art.HAIRLINE)))
    if is_heavy:
        heavy, wide, high = art.Stroke("ink", HEAVY_RING), width + 2 * OUT, height + 2 * OUT
        shapes.append(art.Rect(-OUT, -OUT, wide, high, None, heavy))
    sizes = ((one.x, one.y, one.drawing.width, one.drawing.height) for one in middle)
    cells = (*(art.CellBox(at, name, *size) for size in sizes), *_feet(card, zones, at))
    return art.Drawing(width, height, tuple(shapes), cells, name)


def _feet(card: Subject, zones: Zones, at: str) -> Iterator[art.CellBox]:
    """Yield cells about the dice at the foot of a card, longer by what a disc would hide."""
    width, height, foot, beyond = map(card.length, (WIDTH, HEIGHT, FOOT, BEYOND))
    halves: Mapping[face.ZoneName, art.Mm] = {"left": 0.0, "right": width / 2}
    for side, x in halves.items():
        if side in zones:
            name, wide = zones[side].shows, width / 2 + beyond
            yield art.CellBox(f"{at}.{name}", name, x, height - foot, wide, foot)


def _top(card: Subject) -> Iterator[art.Shape]:
    """Yield the band of the card's type, and its title in the middle of the band's height."""
    width, high, left = map(card.length, (WIDTH, BAND, PADDING))
    yield art.Rect(0.0, 0.0, width, high, card.band)
    how = card.lettering(TITLE, "bold", f"{card.band}.on")
    room = (width - 2 * left, high - card.length(1.2))
    words = words_in(card, "title", card.setting.text(f"card.{card.name}"), room, how)
    yield art.Placed(words, left, (high - words.height) / 2 + card.length(0.3))


def _middle(card: Subject, zones: Zones) -> Iterator[art.Placed]:
    """Yield the circle of a microbe, the disc of a behaviour or the picture of another card."""
    radius, width = card.length(RADIUS), card.length(WIDTH)
    zone = zones.get("circle") or zones.get("picture") or zones.get("list")
    if zone is None:
        return
    if zone.manner == "sectors":
        drawn = face.sectors(card, face.linked(zone, card), radius)
    elif zone.manner == "disc":
        drawn = face.disc(card, radius)
    elif zone.zone == "list":
        names, room = getattr(card.card, zone.shows), (width, radius * ABOVE)
        drawn = face.emblems(card, zone.shows, names, room)
    else:
        side = radius * (ABOVE if "list" in zones else ALONE)
        drawn = card.picture(card.name, side, card.band)
    top, bottom = map(card.length, (BAND, HEIGHT))
    y = top + card.length(BELOW)
    if not {"left", "list"} & set(zones):
        y = (top + bottom - drawn.height) / 2
    yield art.Placed(drawn, (width - drawn.width) / 2, y)


def _thrown(card: Subject, zones: Zones) -> Iterator[art.Shape]:
    """Yield what is rolled, at the left and at the right, each under its word."""
    width, height, left = map(card.length, (WIDTH, HEIGHT, PADDING))
    sides: tuple[face.ZoneName, ...] = ("left", "right")
    for side in filter(zones.__contains__, sides):
        is_left = side == "left"
        shows = zones[side].shows
        how = card.lettering(SMALL, align="left" if is_left else "right")
        words, room = card.setting.say(f"guide.{shows}-dice"), (width / 2 - left, 0.0)
        label = words_in(card, side, words, room, how)
        thrown = face.dice(getattr(card.card, shows), card)
        wide, high = thrown.width * DICE, thrown.height * DICE
        y = height - left - high
        yield art.Placed(label, left if is_left else width / 2, y - label.height - 0.3)
        yield art.Placed(thrown, left if is_left else width - left - wide, y, scale=DICE)


def _killed(card: Subject, zones: Zones) -> Iterator[art.Shape]:
    """Yield what a drug kills, by name."""
    if "list" not in zones:
        return
    setting, left = card.setting, card.length(PADDING)
    names = getattr(card.card, zones["list"].shows)
    titles = ",\n".join(setting.text(f"card.{name}") for name in names)
    heading, plain = (card.lettering(KILLED, one, align="middle") for one in ("bold", "regular"))
    told, room = ((setting.text("kills"), heading), (titles, plain)), card.length(WIDTH) - 2 * left
    lines = (words_in(card, "list", words, (room, 0.0), how) for words, how in told)
    both = art.above(*lines, gap=card.length(0.8))
    yield art.Placed(both, left, card.length(HEIGHT) - left - both.height)
