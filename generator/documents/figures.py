"""Pictures of a guide: drawn positions, bars above tables, the chances of sums."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain

from generator.documents.guide_parts import MARK, QuantityTable
from generator.documents.lesson import Position, Solution
from generator.documents.position_view import view_of, with_margin
from generator.documents.quantities import (
    UNKNOWN,
    OneDecimal,
    Quantities,
    at_least_once,
    one_decimal,
    percent,
)
from generator.game import Game
from generator.game.parts import Dice
from generator.paper import shapes as art
from generator.paper import text as lettered
from generator.paper.measures import DRAWING_GAP, HAIR_GAP, HEAVY_LINE, TABLE_GAP, WRITING_LINE
from generator.paper.palette import Ink
from generator.paper.shapes import Drawing, Line, Mm, Placed, Rect, Shape, Stroke
from generator.printables.context import Context, palette
from generator.printables.marks import add_callouts
from generator.printables.page_furniture import draw_emblem
from generator.printables.pattern import draw_strip
from generator.render.document import Markup
from generator.render.svg import svg
from generator.words import Language, message

WIDTH: Mm = 158.0
SMALL: Mm = 114.0
# Words stand beside a picture no wider than this.
NARROW: Mm = 90.0
# The emblem beside a title.
EMBLEM: Mm = 10.0
# A strip of pattern above it, and how far it is from the edges of the page.
STRIP: Mm = 4.0
STRIP_INSET: Mm = 18.0
# What is read out of a picture that says no more than the words beside it.
DECOR = " "


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture and the words under it: narrow with words beside it, half where those may be."""

    picture: Markup
    caption: str
    is_narrow: bool = False
    is_half: bool = False


def emblem(game: Game, ink: Ink = "colour") -> Markup:
    """Draw the emblem of a game for a title; nothing where it has no face."""
    if (face := game.head.face) is None:
        return Markup()
    return svg(draw_emblem(game, face, EMBLEM), palette(game, ink), title=DECOR)


def pattern_strip(setting: Context) -> Markup:
    """Draw a strip of the game's pattern across a page; nothing where it has no face."""
    game, width = setting.game, setting.options.size.width - 2 * STRIP_INSET
    if (face := game.head.face) is None:
        return Markup()
    strip = draw_strip(face.pattern, (width, STRIP), face.colour)
    return svg(strip, palette(game, setting.options.ink), title=DECOR)


# Cells that get a numbered disc, and whether there is a frame about them.
Place = tuple[Sequence[str], bool]


def position_figure(
    position: Position, setting: Context, width: Mm = WIDTH, places: Sequence[Place] = ()
) -> Figure:
    """Draw a position, with numbered discs at some places; its words tell every mark on it."""
    drawing = draw_position(position, setting, width, places)
    is_half = drawing.width - 2 * HAIR_GAP <= NARROW
    picture = svg(drawing, palette(setting.game, setting.options.ink), title=drawing.title)
    return Figure(picture, position.caption, is_half and not setting.options.large, is_half)


def draw_position(
    position: Position, setting: Context, width: Mm = WIDTH, places: Sequence[Place] = ()
) -> Drawing:
    """Draw a position within a hem; the drawing's title tells every mark on it."""
    view = view_of(setting.game, position, setting.options.language)
    drawing = view.draw(setting, min(WIDTH, setting.style.length(width)))
    if places:
        drawing = add_callouts(drawing, places, setting.style)
    title = " ".join((position.alt, *view.describe(setting)))
    return replace(with_margin(drawing, HAIR_GAP, HAIR_GAP), title=title, alt=title)


def without_answer(position: Position) -> Position:
    """Return a position as it is shown with a question: nothing of the answer on it."""
    # What has not happened yet stays so.
    shows = "start" if position.shows == "start" else "nothing"
    return position.model_copy(update={"shows": shows, "scored": False})


def with_answer(position: Position, solution: Solution | None = None) -> Position:
    """Return a position as it is shown with the answer: marked, counted, its turn taken."""
    if solution == "scored":
        return position.model_copy(update={"scored": True})
    usual = "end" if position.shows == "start" else position.shows
    return position.model_copy(update={"shows": solution or usual})


BESIDE: Mm = 74.0
HEIGHT: Mm = 17.0
# How far bars lie apart: no nearer, and never further, than this.
PITCH: tuple[Mm, Mm] = (7.2, 20.0)
BAR = 0.64
AIR: Mm = 1.4
BARS_ASIDE: Mm = 9.0


# In per cent this is the least that is not rounded to nothing.
LEAST_BAR = Fraction(1, 2000)


@dataclass(frozen=True, slots=True)
class ChartBar:
    """One bar: what stands below it, how high it is, what stands above it."""

    name: str
    height: Fraction
    words: str


def _bar_of(name: str, found: object, language: Language) -> ChartBar:
    """Return a bar as high as a number or a chance; one too small for one decimal has no words."""
    match found:
        case OneDecimal(number):
            return ChartBar(name, number, one_decimal(number, language))
        case Fraction():
            is_told = not 0 < found < LEAST_BAR
            return ChartBar(name, found, one_decimal(found * 100, language) if is_told else "")
        case _:
            return ChartBar(name, Fraction(0), "")


def chart_bars(told: QuantityTable, known: Quantities) -> list[list[ChartBar]]:
    """Return the bars of each panel of a table, none where a number is unknown; or KeyError."""
    heights = [[known.value(one.replace(MARK, word)) for word in told.each] for one in told.bars]
    if UNKNOWN in chain.from_iterable(heights):
        return []
    below = {word: known.fill_in(told.below.replace(MARK, word)) for word in told.each}
    language = known.said.language
    return [
        [_bar_of(below[word], value, language) for word, value in zip(told.each, row, strict=True)]
        for row in heights
    ]


def filled_rows(told: QuantityTable, known: Quantities) -> tuple[tuple[str, ...], ...]:
    """Return the rows of a table, filled with their numbers."""
    return tuple(tuple(map(known.fill_in, line)) for line in told.expanded_rows())


def tables_with_charts(
    tables: Sequence[QuantityTable], known: Quantities, setting: Context
) -> tuple[tuple[QuantityTable, tuple[tuple[str, ...], ...], Markup | None], ...]:
    """Return tables, each with its rows and the picture of its bars, where it has any."""
    colours = palette(setting.game, setting.options.ink)

    def picture(told: QuantityTable) -> Markup | None:
        drawn = draw_bars(told, known, setting)
        return None if drawn is None else svg(drawn, colours, title=told.alt or told.title)

    return tuple((one, filled_rows(one, known), picture(one)) for one in tables)


def draw_bars(told: QuantityTable, known: Quantities, setting: Context) -> Drawing | None:
    """Draw the bars of a table, panel beside panel; nothing where it has none."""
    if not any(panels_ := chart_bars(told, known)):
        return None
    room = BESIDE if told.beside else WIDTH
    # Bars lie as far apart as the widest word wants, and as the width allows.
    font, size = setting.style.family.bold, setting.style.lettering(lettered.LABEL).size
    every = [*chain.from_iterable(panels_)]
    texts = (text for one in every for text in (*one.name.split(), one.words))
    wanted = max(lettered.width_of(text, font, size) for text in texts) + AIR
    pitch = min(max(PITCH[0], wanted), PITCH[1], room / max(map(len, panels_)))
    top = max((bar.height for bar in every), default=0) or 1

    panels = [
        (name, [(bar, float(bar.height / top) * HEIGHT) for bar in bars])
        for name, bars in zip(told.panels, panels_, strict=True)
    ]
    lines = []
    for row in art.in_rows(panels, room, BARS_ASIDE, lambda panel: pitch * len(panel[1])):
        tallest = max(height for _, bars in row for _, height in bars)
        drawn = [_draw_bars(*panel, pitch, tallest, setting) for panel in row]
        high = max(one.height for one in drawn)
        level = (Drawing(one.width, high, (Placed(one, 0.0, high - one.height),)) for one in drawn)
        lines.append(art.row(*level, gap=BARS_ASIDE))
    return art.column(*lines, gap=TABLE_GAP)


def _draw_bars(
    name: str, bars: Sequence[tuple[ChartBar, Mm]], pitch: Mm, tallest: Mm, setting: Context
) -> Drawing:
    bold = setting.style.lettering(lettered.LABEL, "bold", "ink", steps_down=True)
    words = setting.style.lettering(lettered.LABEL, "regular", "ink", "middle", steps_down=True)
    figures, width = lettered.cap_height(bold.font, bold.size), pitch * len(bars)
    head = bold.fit(name, "panel", width)
    base = head.height + AIR + figures + AIR + tallest
    shapes: list[Shape] = [Placed(head, 0.0, 0.0)]
    shapes.append(Line(0.0, base, width, base, Stroke("ink", WRITING_LINE)))
    foot, highest = figures, max(height for _, height in bars)
    for number, (bar, height) in enumerate(bars):
        left = number * pitch
        box = Rect(left + pitch * (1 - BAR) / 2, base - height, pitch * BAR, height)
        shapes += _bar(box, bar.words, words, is_heavy=height == highest)
        under = replace(bold, align="middle").fit(bar.name, "bar", pitch - 0.6)
        shapes.append(Placed(under, left + 0.3, base + AIR))
        foot = max(foot, under.height)
    return Drawing(width, base + AIR + foot, tuple(shapes))


def _bar(box: Rect, words: str, how: lettered.Lettering, *, is_heavy: bool) -> Iterator[Shape]:
    fill, edge = ("secondary", HEAVY_LINE) if is_heavy else ("rule", WRITING_LINE)
    yield replace(box, fill=fill, stroke=Stroke("ink", edge))
    yield from lettered.set_line(words, box.x + box.width / 2, box.y - 0.9, how)


BARS: Mm = 12.0
LEAD: Mm = 15.0
SUM_BAR = 0.68
BEST = "★"


def sum_table(dice: Dice, setting: Context) -> Mapping[str, Sequence[object]]:
    """Return a head for each number of `dice`, and `rows` of ways and chances, the best starred."""
    language, every = setting.options.language, _best(dice)
    heads, rows = [], {total: [str(total)] for total in every}
    for count in _counts(dice):
        rolls, chances = dice.sides**count, dice.sums(count)
        words = setting.say(message("guide.dice", n=count))
        heads.append(setting.say(message("guide.rolls-of", dice=words, of=str(rolls))))
        for total, best in every.items():
            chance = chances.get(total)
            star = f"{BEST} " if chance == best else ""
            ways = "–" if chance is None else str(chance * rolls)
            rows[total] += [ways, "–" if chance is None else f"{star}{percent(chance, language)}"]
    for total, best in every.items():
        rows[total].append(percent(at_least_once(best), language))
    return {"dice": heads, "rows": [*rows.values()]}


def _counts(dice: Dice) -> range:
    return range(1, len(dice.dice) + 1)


def _best(dice: Dice) -> Mapping[int, Fraction]:
    best: dict[int, Fraction] = {}
    for total, chance in chain.from_iterable(dice.sums(n).items() for n in _counts(dice)):
        best[total] = max(chance, best.get(total, chance))
    return best


def sum_chart(dice: Dice, setting: Context, title: str) -> Markup:
    """Draw the chart of sums for a document."""
    colours = palette(setting.game, setting.options.ink)
    return svg(draw_sum_chart(dice, setting), colours, title=title)


def draw_sum_chart(dice: Dice, setting: Context) -> Drawing:
    """Draw one chart under another, from one die to all of them, sum under sum."""
    best, family, language = _best(dice), setting.style.family, setting.options.language
    least, font = min(best), family.regular
    pitch = (WIDTH - LEAD) / (max(best) - least + 1)
    whole = BARS / float(max(best.values()))

    def largest(words: Iterable[str]) -> float | None:
        """Return the largest size at which words stand clear of their neighbours."""
        how = setting.style.lettering(lettered.LABEL, steps_down=True)
        widest = max(words, key=len)
        room = pitch * 0.92
        return next((s for s in how.sizes() if lettered.width_of(widest, font, s) <= room), None)

    size = largest(map(str, best)) or lettered.LEAST_SIZE
    above = largest(one_decimal(chance * 100, language) for chance in best.values())
    sums = lettered.Lettering(family.bold, size, "ink", "middle")
    shares = lettered.Lettering(font, above or 0.0, "ink", "middle")

    def panel(count: int) -> Drawing:
        chances, width = dice.sums(count), pitch * SUM_BAR
        highest = max(chances.values())
        base = 1.5 + lettered.cap_height(font, above or 0.0) + whole * float(highest)
        below, shapes = base + 1.4 + lettered.cap_height(font, size), list[Shape]()
        for total, chance in chances.items():
            x, height = LEAD + (total - least + 0.5) * pitch, whole * float(chance)
            box = Rect(x - width / 2, base - height, width, height)
            words = one_decimal(chance * 100, language) if above else ""
            shapes += _bar(box, words, shares, is_heavy=chance == highest)
            shapes += lettered.set_line(str(total), x, below, sums)
        bold = setting.style.lettering(lettered.LABEL, "bold")
        shapes += lettered.set_line(setting.say(message("guide.dice", n=count)), 0.0, base, bold)
        shapes.append(Line(LEAD, base, WIDTH, base, Stroke("ink", WRITING_LINE)))
        return Drawing(WIDTH, below, tuple(shapes))

    return art.column(*map(panel, _counts(dice)), gap=DRAWING_GAP)


# A table to be looked at from afar or filled in: the height of a row, and the widest column.
ROW: Mm = 8.0
WIDEST_COLUMN: Mm = 62.0


def draw_table(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    setting: Context,
    width: Mm = 0.0,
    *,
    blank: bool = False,
) -> Drawing:
    """Draw a table with lines around each cell, blank below and beside its heads if that is meant.

    Its columns are as wide as their words, or all alike in a width.
    """
    bold = setting.style.lettering(lettered.TEXT + 1, "bold", align="middle")
    plain = setting.style.lettering(lettered.TEXT + 1, align="middle")
    every = [(heads, bold), *((row, plain) for row in rows)]

    def widest(column: int) -> Mm:
        words = [(cells[column], how) for cells, how in every]
        least = max(how.width(word) for told, how in words for word in told.split() or [""])
        natural = max(how.width(told) for told, how in words)
        return max(least, min(natural, WIDEST_COLUMN)) + 2 * AIR + 1.0

    wide = [width / len(heads) if width else max(widest(n), ROW) for n in range(len(heads))]
    drawn, line = [], Stroke("ink", WRITING_LINE)
    for number, (cells, how) in enumerate(every):
        is_shown = [not (blank and number and column) for column in range(len(cells))]
        hows = [bold if not column else how for column in range(len(cells))]
        words = [
            one.fit(told if is_told else "", "table", room - 2 * AIR)
            for told, one, is_told, room in zip(cells, hows, is_shown, wide, strict=True)
        ]
        high, left = max(ROW, max(one.height for one in words) + 3 * AIR), 0.0
        shapes: list[Shape] = []
        for one, room in zip(words, wide, strict=True):
            shapes.append(Rect(left, 0.0, room, high, None if number else "rule", line))
            shapes.append(Placed(one, left + AIR, (high - one.height) / 2))
            left += room
        drawn.append(Drawing(left, high, tuple(shapes)))
    return art.column(*drawn)
