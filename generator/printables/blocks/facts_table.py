"""A table over health facts: what is known of each card of a type, as signs and as words."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import accumulate, chain
from typing import Annotated, Literal

from pydantic import Field

from generator.game import Game
from generator.game.agreement import Need
from generator.game.facts import Facts, Id, Names
from generator.game.head import NO, RARER, UNKNOWN, YES, Health
from generator.game.parts import Deck
from generator.paper import shapes as art
from generator.paper.palette import recolour
from generator.paper.shapes import QUIET, Align, Circle, Drawing, Line, Mm, Pt, Rect, Shape
from generator.paper.text import LABEL, LEAST_SIZE, READ, SECTION, Weight, set_middle
from generator.printables.context import Context
from generator.printables.page_furniture import footnote_sign
from generator.printables.pictures import picture, picture_names
from generator.printables.printable import Block, HealthId, Room, known_part
from generator.printables.sketch import Sketch
from generator.reading.nodes import Path
from generator.words import Message, message, month_words, not_one_of

# Shares of the width: emblem, name, the ways.
EMBLEM, NAME, WAYS = 0.047, 0.16, 0.281
# What a way is shown to be by what the tables say, each with a sign of its own.
SIGNS = {YES: "yes", RARER: "rarer", NO: "no", UNKNOWN: "unknown"}


class WordsColumn(Facts):
    """A column of words behind the ways; the text `care.` and its name stands above it."""

    share: Annotated[float, Field(gt=0, lt=1)]
    """Its width as a share of the table's."""
    says: Annotated[tuple[Id, ...], Field(min_length=1)]
    """What it can say: columns of the table of care, each by its text `care.<column>.short`."""


class FactsTableBlock(Block):
    """Print the cards of a type with what is known of them: how they pass, and the care there is.

    The ways are the cards that have a colour. Above stands the text `infections`.
    """

    block: Literal["infections"]
    part: Annotated[Id, Names("part", (Deck,))]
    """The deck."""
    type: Id
    """The type of the cards."""
    ways: Id
    """The table of health facts about how they pass: a column for each way."""
    care: Id
    """The table of health facts about cure, vaccine and test."""
    columns: Annotated[Mapping[Id, WordsColumn], Field(min_length=1)]
    """The columns of words from that table, from left to right."""
    notes: tuple[HealthId, ...] = ()
    """The health facts whose sentences stand below."""

    def needs(self, game: Game) -> Iterator[Need]:
        keys = ["infections", *(f"care.{one}" for one in self.columns)]
        keys += [f"ways.{one}" for one in SIGNS.values()]
        deck, health = known_part(game, self.part, Deck), game.head.health
        if deck is not None and health is not None:
            care = health.tables.get(self.care, {})
            told = {key for row in care.values() for key in row}
            kinds = chain.from_iterable(column.says for column in self.columns.values())
            keys += [f"care.{one}.short" for one in kinds if one in told]
            keys += [f"card.{name}" for name in (*deck.of_type(self.type), *deck.coloured())]
        yield from (Need("texts", key, ("part",)) for key in keys)

    def faults(self, game: Game) -> Iterator[tuple[Path, Message]]:
        yield from super().faults(game)
        if (deck := known_part(game, self.part, Deck)) is None:
            return
        if self.type not in deck.types:
            yield ("type",), not_one_of(self.type, deck.types)
        tables = game.head.health.tables if game.head.health else {}
        for field, table in (("ways", self.ways), ("care", self.care)):
            if table not in tables:
                yield (field,), not_one_of(table, tables)
                continue
            missing = (one for one in deck.of_type(self.type) if one not in tables[table])
            yield from (((field,), not_one_of(one, tables[table])) for one in missing)
        known = picture_names(game)
        shown = (deck.cards[name].picture or name for name in deck.of_type(self.type))
        yield from ((("type",), not_one_of(one, known)) for one in shown if one not in known)
        for name, row in tables.get(self.ways, {}).items():
            if name in deck.of_type(self.type):
                unsaid = (way for way in deck.coloured() if way not in row)
                yield from ((("ways",), not_one_of(way, row)) for way in unsaid)

    def draw(self, setting: Context, room: Room) -> Drawing:
        style, heading = setting.style, setting.style.lettering(SECTION, "bold")
        ways = setting.game.part(self.part, Deck).coloured()
        named = f"{setting.text('infections')} {footnote_sign(setting, self.part)}".strip()
        plain = style.lettering(LABEL)
        notes = (plain.fit(setting.sentences.health[note], note, room.width) for note in self.notes)
        first = setting.sentences.label(next(iter(ways), ""))
        signs = (_legend(setting, room.width, first), _letters(setting, self.part, room.width))
        return art.column(
            Drawing(room.width, style.length(room.between(0.6, 2.0))),
            heading.fit(named, "infections", room.width),
            _FactsSketch(self, setting, room).draw(),
            art.column(*signs, gap=style.length(1.0)),
            art.column(Drawing(room.width, 0.0), *notes, gap=style.length(1.4)),
            gap=style.length(room.between(1.1, 2.2)),
        )


class _FactsSketch(Sketch):
    def __init__(self, entry: FactsTableBlock, setting: Context, room: Room) -> None:
        super().__init__(setting)
        self.entry, self.width = entry, room.width
        self.deck = setting.game.part(entry.part, Deck)
        self.rows = self.deck.of_type(entry.type)
        self.ways = self.deck.coloured()
        shares = (column.share for column in entry.columns.values())
        starts = accumulate(shares, initial=EMBLEM + NAME + WAYS)
        # Sums of decimal fractions: where a column begins is meant to three decimals.
        self.starts = [round(start, 6) for start in starts][:-1]
        self.row = self.style.length(room.between(6.6, 8.6))
        self.head = self.style.length(9.2)
        # A disc is as large as row and column allow.
        self.radius = min(self.row * 0.4, WAYS * self.width / len(self.ways) * 0.42)
        if setting.game.head.health is None:
            raise KeyError(entry.ways)
        self.health: Health = setting.game.head.health

    def draw(self) -> Drawing:
        # The discs of the ways with their letters, and the words of the other columns.
        middle = self.head - self.radius - 1.4
        for number, name in enumerate(self.ways):
            self.draw_disc(name, self.column_middle(number), middle)
        for key, start in zip(self.entry.columns, self.starts, strict=True):
            share = self.entry.columns[key].share
            box = self.field(start, share, middle - self.row / 2, self.row)
            self.fit_words(self.setting.text(f"care.{key}"), box, "bold")
        for number, name in enumerate((*self.rows, "")):
            y = self.head + number * self.row
            stroke = QUIET if number and name else art.THIN
            self.put(Line(0.0, y, self.width, y, stroke))
            if name:
                self.draw_line(name, y)
        return self.drawing(self.width, self.head + len(self.rows) * self.row)

    def column_middle(self, number: int) -> Mm:
        return (EMBLEM + NAME + WAYS * (number + 0.5) / len(self.ways)) * self.width

    def draw_line(self, name: str, y: Mm) -> None:
        card = self.deck.cards[name]
        emblem = picture(self.setting.game, card.picture or name, self.row * 0.78)
        drawn = recolour(emblem, ("ink", self.deck.types[card.type].band))
        self.place(drawn, 0.3, y, self.row)
        title = self.setting.text(f"card.{name}")
        self.fit_words(title, self.field(EMBLEM, NAME, y, self.row), "bold", "left")
        for number, way in enumerate(self.ways):
            # A full disc with its letter, a ring for what is rarer, `?`, or a dash for no.
            value = self.health.tables[self.entry.ways][name][way].value
            x, middle = self.column_middle(number), y + self.row / 2
            if value == YES:
                self.draw_disc(way, x, middle)
                continue
            self.put(_sign(self.setting, value, x, middle, self.radius * 0.9))
            if value == RARER:
                small = self.style.lettering(LEAST_SIZE, "regular", "ink", "middle")
                self.centre(self.setting.sentences.label(way), x, middle, small)
        told = self.health.columns(self.entry.care, name)
        for start, column in zip(self.starts, self.entry.columns.values(), strict=True):
            keys = (key for key in column.says if key in told)
            words = ", ".join(self.setting.text(f"care.{key}.short") for key in keys) or "–"
            self.fit_words(words, self.field(start, column.share, y, self.row), "regular")

    def draw_disc(self, way: str, x: Mm, y: Mm) -> None:
        colour = self.deck.cards[way].colour or "ink"
        self.put(Circle(x, y, self.radius, colour, art.CUT))
        how = self.style.lettering(LABEL, "bold", f"{colour}.on", "middle")
        self.centre(self.setting.sentences.label(way), x, y, how)

    def field(self, start: float, share: float, y: Mm, height: Mm) -> Rect:
        return Rect(start * self.width, y, share * self.width, height)

    def fit_words(self, words: str, at: Rect, weight: Weight, align: Align = "middle") -> None:
        size: Pt = LABEL if weight == "bold" else READ
        how = self.style.lettering(size, weight, "ink", align, steps_down=True)
        said = how.fit(words, words, at.width - 1.0, at.height - 0.6)
        self.place(said, at.x + 0.6, at.y + 0.2, at.height)


def _legend(setting: Context, width: Mm, first: str) -> Drawing:
    sketch = _KeySketch(setting, width)
    for value, key in SIGNS.items():
        said = setting.text(f"ways.{key}")
        sketch.add(("ink", first) if value == YES else value, said)
    return sketch.drawn()


def _letters(setting: Context, part: str, width: Mm) -> Drawing:
    """Draw the disc of each way with its name, which the letters on cards mean."""
    deck, sketch = setting.game.part(part, Deck), _KeySketch(setting, width)
    for name in deck.coloured():
        colour, label = deck.cards[name].colour or "ink", setting.sentences.label(name)
        sketch.add((colour, label), setting.text(f"card.{name}"))
    if health := setting.game.head.health:
        month = month_words(health.checked, setting.options.language)
        sketch.end(setting.say(message("print.checked", month=month)))
    return sketch.drawn()


class _KeySketch(Sketch):
    """Signs with their words, in as many lines as they take."""

    def __init__(self, setting: Context, width: Mm) -> None:
        super().__init__(setting)
        self.width, self.how = width, self.style.lettering(READ)
        self.radius = self.style.length(1.9)
        self.x, self.y = 0.0, self.radius

    def add(self, sign: str | tuple[str, str], words: str) -> None:
        r, gap = self.radius, self.style.length(1.2)
        wide = 2 * r + gap + self.how.width(words)
        self.begin(wide)
        if isinstance(sign, tuple):
            bold = self.style.lettering(LEAST_SIZE, "bold", f"{sign[0]}.on", "middle")
            self.put(Circle(self.x + r, self.y, r, sign[0], art.CUT))
            self.centre(sign[1], self.x + r, self.y, bold)
        else:
            self.put(_sign(self.setting, sign, self.x + r, self.y, r * 0.85))
        self.write(words, self.x + 2 * r + gap, self.y + self.how.height / 2, self.how)
        self.x += wide + self.style.length(2.2)

    def begin(self, wide: Mm) -> None:
        if self.x and self.x + wide > self.width:
            self.x, self.y = 0.0, self.y + 2 * self.radius + self.style.length(0.8)

    def end(self, words: str) -> None:
        """Write quiet words at the right, on a line of their own where they would meet others."""
        quiet = replace(self.how, colour="secondary", align="right")
        self.begin(quiet.width(words))
        self.write(words, self.width, self.y + quiet.height / 2, quiet)

    def drawn(self) -> Drawing:
        return self.drawing(self.width, self.y + self.radius)


def _sign(setting: Context, value: str, x: Mm, y: Mm, radius: Mm) -> Shape:
    if value == RARER:
        # Dots, so that it is no disc on a photocopy either.
        return Circle(x, y, radius, "white", art.DOTTED)
    if value == UNKNOWN:
        how = setting.style.lettering(LABEL, "regular", "secondary", "middle")
        return set_middle("?", x, y, how)[0]
    return Line(x - 0.9, y, x + 0.9, y, QUIET)
