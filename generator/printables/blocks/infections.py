"""What is known of each microbe of a deck: how it passes, what is done about it, what finds it."""

from collections.abc import Iterator
from itertools import chain
from typing import Annotated, Literal

from generator.game import Game
from generator.game.agreement import Need
from generator.game.facts import Id, Names
from generator.game.head import NO, RARER, UNKNOWN, YES, Health
from generator.game.parts import Deck
from generator.paper import shapes as art
from generator.paper.palette import recoloured
from generator.paper.text import LABEL, LEAST_SIZE, SECTION, Weight, set_middle
from generator.printables import pictures
from generator.printables.context import PrintContext
from generator.printables.declaring import Block, HealthId, Room, known_part
from generator.printables.pictures import picture
from generator.printables.sketch import Sketch
from generator.reading.nodes import Path
from generator.words import Message, message, month_words, not_one_of

# Shares of the width: emblem, name, the ways.
EMBLEM, NAME, WAYS = 0.055, 0.165, 0.355
# The columns of care behind them: where each begins, how wide it is, and what it can say.
CARE = {
    "cure": (0.575, 0.14, ("cured", "treated", "controlled", "chronic", "clears")),
    "vaccine": (0.715, 0.09, ("vaccine",)),
    "test": (0.805, 0.195, ("urine", "swab", "blood", "cervical")),
}
# What a way is shown to be by what the tables say, each with a sign of its own.
SIGNS = {YES: "yes", RARER: "rarer", NO: "no", UNKNOWN: "unknown"}


class InfectionsBlock(Block):
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
    notes: tuple[HealthId, ...] = ()
    """The health facts whose sentences stand below."""

    def needs(self, game: Game) -> Iterator[Need]:
        """Yield the heads of the columns, the names of cards, and the words of care."""
        keys = ["infections", *(f"care.{one}" for one in CARE)]
        keys += [f"ways.{one}" for one in SIGNS.values()]
        deck, health = known_part(game, self.part, Deck), game.head.health
        if deck is not None and health is not None:
            care = health.tables.get(self.care, {})
            told = {key for row in care.values() for key in row}
            kinds = chain.from_iterable(kinds for *_, kinds in CARE.values())
            keys += [f"care.{one}.short" for one in kinds if one in told]
            keys += [f"card.{name}" for name in (*deck.of_type(self.type), *deck.coloured())]
        yield from (Need("texts", key, ("part",)) for key in keys)

    def faults(self, game: Game) -> Iterator[tuple[Path, Message]]:
        """Yield names in vain, and cards of which a table says nothing."""
        yield from super().faults(game)
        deck, health = known_part(game, self.part, Deck), game.head.health
        if deck is None:
            return
        if self.type not in deck.types:
            yield ("type",), not_one_of(self.type, deck.types)
        tables = health.tables if health is not None else {}
        for field, table in (("ways", self.ways), ("care", self.care)):
            if table not in tables:
                yield (field,), not_one_of(table, tables)
                continue
            for name in deck.of_type(self.type):
                if name not in tables[table]:
                    yield (field,), not_one_of(name, tables[table])
        known = pictures.names(game)
        shown = (deck.cards[name].picture or name for name in deck.of_type(self.type))
        yield from ((("type",), not_one_of(one, known)) for one in shown if one not in known)
        for name, row in tables.get(self.ways, {}).items():
            if name in deck.of_type(self.type):
                missing = (way for way in deck.coloured() if way not in row)
                yield from ((("ways",), not_one_of(way, row)) for way in missing)

    def draw(self, setting: PrintContext, room: Room) -> art.Drawing:
        """Draw heading, table, legend and notes over the room's width."""
        style, heading = setting.style, setting.style.lettering(SECTION, "bold")
        ways = setting.game.part(self.part, Deck).coloured()
        names = ((setting.said.label(name), setting.text(f"card.{name}")) for name in ways)
        letters = " · ".join("\u00a0=\u00a0".join(pair) for pair in names)
        plain, small = style.lettering(LABEL), style.lettering(LEAST_SIZE + 0.5)
        notes = (plain.fitted(setting.said.health[note], note, room.width) for note in self.notes)
        first = setting.said.label(next(iter(ways), ""))
        signs = (small.fitted(letters, "letters", room.width), _legend(setting, room.width, first))
        return art.above(
            art.Drawing(room.width, style.length(room.between(0.6, 2.0))),
            heading.fitted(setting.text("infections"), "infections", room.width),
            _Table(self, setting, room).whole(),
            art.above(*signs, gap=0.6),
            art.above(*notes, gap=style.length(1.4)),
            gap=style.length(room.between(1.1, 2.2)),
        )


class _Table(Sketch):
    """The table being drawn: where its columns and rows lie."""

    def __init__(self, entry: InfectionsBlock, setting: PrintContext, room: Room) -> None:
        super().__init__(setting)
        self.entry, self.width = entry, room.width
        self.deck = setting.game.part(entry.part, Deck)
        self.rows = self.deck.of_type(entry.type)
        self.ways = self.deck.coloured()
        self.row = self.style.length(room.between(6.6, 8.6))
        self.head = self.style.length(10.5)
        # A disc is as large as row and column allow.
        self.radius = min(self.row * 0.4, WAYS * self.width / len(self.ways) * 0.42)
        if setting.game.head.health is None:
            raise KeyError(entry.ways)
        self.health: Health = setting.game.head.health

    def whole(self) -> art.Drawing:
        """Return headings, a line for each microbe and the rules between them."""
        # The discs of the ways with their letters, and the words of the other columns.
        middle = self.head - self.radius - 1.4
        for number, name in enumerate(self.ways):
            self.disc(name, self.way(number), middle)
        for key, (start, share, _) in CARE.items():
            box = self.field(start, share, middle - self.row / 2, self.row)
            self.words(self.setting.text(f"care.{key}"), box, "bold")
        for number, name in enumerate((*self.rows, "")):
            y = self.head + number * self.row
            stroke = art.QUIET if number and name else art.THIN
            self.put(art.Line(0.0, y, self.width, y, stroke))
            if name:
                self.line(name, y)
        return self.drawing(self.width, self.head + len(self.rows) * self.row)

    def way(self, number: int) -> art.Mm:
        """Return the middle of the column of a way."""
        return (EMBLEM + NAME + WAYS * (number + 0.5) / len(self.ways)) * self.width

    def line(self, name: str, y: art.Mm) -> None:
        """Draw what is known of a microbe."""
        card = self.deck.cards[name]
        emblem = picture(self.setting.game, card.picture or name, self.row * 0.78)
        drawn = recoloured(emblem, ("ink", self.deck.types[card.type].band))
        self.place(drawn, 0.3, y, self.row)
        title = self.setting.text(f"card.{name}")
        self.words(title, self.field(EMBLEM, NAME, y, self.row), "bold", "left")
        for number, way in enumerate(self.ways):
            # A full disc with its letter, a ring for what is rarer, `?`, or a dash for no.
            value = self.health.tables[self.entry.ways][name][way].value
            x, middle = self.way(number), y + self.row / 2
            if value == YES:
                self.disc(way, x, middle)
                continue
            self.put(_sign(self.setting, value, x, middle, self.radius * 0.9))
            if value == RARER:
                small = self.style.lettering(LEAST_SIZE, "regular", "ink", "middle")
                self.centre(self.setting.said.label(way), x, middle, small)
        told = self.health.columns(self.entry.care, name)
        for start, share, kinds in CARE.values():
            keys = (key for key in kinds if key in told)
            words = ", ".join(self.setting.text(f"care.{key}.short") for key in keys) or "–"
            self.words(words, self.field(start, share, y, self.row), "regular")

    def disc(self, way: str, x: art.Mm, y: art.Mm) -> None:
        """Draw a disc in the colour of a way with its letter."""
        colour = self.deck.cards[way].colour or "ink"
        self.put(art.Circle(x, y, self.radius, colour, art.CUT))
        how = self.style.lettering(LABEL, "bold", f"{colour}.on", "middle")
        self.centre(self.setting.said.label(way), x, y, how)

    def field(self, start: float, share: float, y: art.Mm, height: art.Mm) -> art.Rect:
        """Return a cell of the table; where it starts and its width are shares of the whole."""
        return art.Rect(start * self.width, y, share * self.width, height)

    def words(self, words: str, box: art.Rect, weight: Weight, align: art.Align = "middle") -> None:
        """Set words in a cell; stepped down to 7 pt where they are long."""
        size: art.Pt = LABEL if weight == "bold" else 8.0
        how = self.style.lettering(size, weight, "ink", align, steps_down=True)
        said = how.fitted(words, words, box.width - 1.0, box.height)
        self.place(said, box.x + 0.6, box.y + 0.2, box.height)


def _legend(setting: PrintContext, width: art.Mm, first: str) -> art.Drawing:
    """Draw what disc, ring and dash mean, in a line, and the month the facts were read."""
    style, sketch = setting.style, Sketch(setting)
    how = style.lettering(LEAST_SIZE + 0.5)
    x, r, lines = 0.0, style.length(1.8), 1
    base = r + how.height / 2
    for value, key in SIGNS.items():
        if value == YES:
            bold = style.lettering(LEAST_SIZE, "bold", "ink.on", "middle")
            sketch.put(art.Circle(x + r, r, r, "ink"))
            sketch.centre(first, x + r, r, bold)
        else:
            sketch.put(_sign(setting, value, x + r, r, r * 0.85))
        x += 2 * r + style.length(1.4)
        x = sketch.write(setting.text(f"ways.{key}"), x, base, how) + style.length(3.5)
    if health := setting.game.head.health:
        month = month_words(health.checked, setting.options.language)
        words = setting.say(message("print.checked", month=month))
        quiet = style.lettering(LEAST_SIZE + 0.5, "regular", "secondary", "right")
        # On a line of its own where it would run into the last sign.
        lines += x + quiet.width(words) > width
        sketch.write(words, width, base + (lines - 1) * 2 * r, quiet)
    return sketch.drawing(width, lines * 2 * r)


def _sign(setting: PrintContext, value: str, x: art.Mm, y: art.Mm, radius: art.Mm) -> art.Shape:
    """Return a ring for what is rarer, `?` for what is not known, a dash for no."""
    if value == RARER:
        # Dots, so that it is no disc on a photocopy either.
        return art.Circle(x, y, radius, "white", art.DOTTED)
    if value == UNKNOWN:
        how = setting.style.lettering(LABEL, "regular", "secondary", "middle")
        return set_middle("?", x, y, how)[0]
    return art.Line(x - 0.9, y, x + 0.9, y, art.QUIET)
