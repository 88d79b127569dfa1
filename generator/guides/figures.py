"""Pictures of a guide: drawn positions, bars above tables, the chances of sums."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from generator.game.parts import Dice
from generator.guides.families import teaching
from generator.guides.lesson import Guide, Position, Tabled
from generator.guides.numbers import at_least_once, decimal, percent
from generator.guides.teaching import Bar, Computed, Rows
from generator.paper.shapes import (
    HEAVY_LINE,
    WRITING_LINE,
    Drawing,
    Line,
    Mm,
    Placed,
    Rect,
    Shape,
    Stroke,
    above,
    beside,
)
from generator.paper.text import (
    LABEL,
    LEAST_SIZE,
    Lettering,
    TextBox,
    cap_height,
    fitted,
    set_line,
    width_of,
)
from generator.printables.context import PrintContext, palette
from generator.render.svg import Picture, picture
from generator.words import Language, message

WIDE: Mm = 158.0
SMALL: Mm = 114.0
# Words stand beside a picture no wider than this.
NARROW: Mm = 90.0


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture and the words under it."""

    picture: Picture
    caption: str
    is_narrow: bool = False


def figure(position: Position, setting: PrintContext, width: Mm = WIDE) -> Figure:
    """Draw a position; its alternative text tells every mark on it."""
    family = teaching(setting.game)
    drawing = family.drawing(position, setting, WIDE if setting.options.large else width)
    title = " ".join((position.alt, *family.read_out(position, setting)))
    colours = palette(setting.game, setting.options.ink)
    is_narrow = drawing.width <= NARROW and not setting.options.large
    return Figure(picture(drawing, colours, title=title), position.caption, is_narrow)


WIDTH: Mm = 158.0
BESIDE: Mm = 74.0
HEIGHT: Mm = 17.0
# How far bars lie apart: no nearer, and never further, than this.
PITCH: tuple[Mm, Mm] = (7.2, 20.0)
BAR = 0.64
AIR: Mm = 1.4
GAP: Mm = 5.0
ASIDE: Mm = 9.0


@dataclass(frozen=True, slots=True)
class _Panel:
    """Bars that stand on one line, `pitch` apart."""

    name: str
    bars: tuple[Bar, ...]
    heights: tuple[Mm, ...]
    pitch: Mm

    @property
    def width(self) -> Mm:
        return self.pitch * len(self.bars)


@dataclass(frozen=True, slots=True)
class Shown:
    """A table as an annex prints it."""

    told: Tabled
    rows: Rows
    chart: Picture | None


def shown(tables: Sequence[Tabled], guide: Guide, setting: PrintContext) -> tuple[Shown, ...]:
    """Return the tables of an annex with their rows and charts."""
    if not tables:
        return ()
    language = setting.options.language
    known = teaching(setting.game).tables(setting.game, guide.positions, language)
    computed = {told.shows: known[told.shows]() for told in tables}
    return tuple(
        Shown(told, computed[told.shows].rows, _chart(told, computed[told.shows], setting))
        for told in tables
    )


def _chart(told: Tabled, computed: Computed, setting: PrintContext) -> Picture | None:
    """Draw the panels side by side as far as they fit, then one under another."""
    if not told.panels or not any(computed.panels):
        return None
    room = BESIDE if told.beside else WIDTH
    pitch = _pitch(computed.panels, room, setting)
    top = max((bar.height for panel in computed.panels for bar in panel), default=0) or 1
    rows: list[list[_Panel]] = [[]]
    for name, bars in zip(told.panels, computed.panels, strict=True):
        heights = tuple(float(bar.height / top) * HEIGHT for bar in bars)
        panel = _Panel(name, tuple(bars), heights, pitch)
        if sum(one.width + ASIDE for one in rows[-1]) + panel.width > room and rows[-1]:
            rows.append([])
        rows[-1].append(panel)
    drawing = above(*(_on_one_line(row, setting) for row in rows), gap=GAP)
    colours = palette(setting.game, setting.options.ink)
    return picture(drawing, colours, title=told.alt or told.title)


def _on_one_line(row: Sequence[_Panel], setting: PrintContext) -> Drawing:
    """Put panels side by side, their feet level, and their names."""
    tallest = max(max(panel.heights) for panel in row)
    panels = [_drawn(panel, tallest, setting) for panel in row]
    height = max(panel.height for panel in panels)
    level = (Drawing(one.width, height, (Placed(one, 0.0, height - one.height),)) for one in panels)
    return beside(*level, gap=ASIDE)


def _pitch(panels: Sequence[Sequence[Bar]], room: Mm, setting: PrintContext) -> Mm:
    """Return how far bars lie apart: as the widest word wants, and as the width allows."""
    font = setting.style.family.bold
    size = setting.style.lettering(LABEL).size
    words = [word for bars in panels for bar in bars for word in (*bar.name.split(), bar.words)]
    wanted = max(width_of(word, font, size) for word in words) + AIR
    most = max(len(bars) for bars in panels)
    return min(max(PITCH[0], wanted), PITCH[1], room / most)


def _drawn(panel: _Panel, tallest: Mm, setting: PrintContext) -> Drawing:
    """Draw bars on one line, their words above and their names below them."""
    bold = setting.style.lettering(LABEL, "bold", "ink", steps_down=True)
    figures = cap_height(bold.font, bold.size)
    pitch, width = panel.pitch, panel.width
    head = fitted(panel.name, TextBox("panel", width), bold)
    base = head.height + AIR + figures + AIR + tallest
    shapes: list[Shape] = [Placed(head, 0.0, 0.0)]
    shapes.append(Line(0.0, base, width, base, Stroke("ink", WRITING_LINE)))
    foot = figures
    for number, (bar, height) in enumerate(zip(panel.bars, panel.heights, strict=True)):
        left = number * pitch
        box = Rect(left + pitch * (1 - BAR) / 2, base - height, pitch * BAR, height)
        shapes += _bar(bar, box, setting, is_heavy=height == max(panel.heights))
        below = replace(bold, align="middle")
        under = fitted(bar.name, TextBox("bar", pitch - 0.6), below)
        shapes.append(Placed(under, left + 0.3, base + AIR))
        foot = max(foot, under.height)
    return Drawing(width, base + AIR + foot, tuple(shapes))


def _bar(bar: Bar, box: Rect, setting: PrintContext, *, is_heavy: bool) -> Iterator[Shape]:
    fill, edge = ("secondary", HEAVY_LINE) if is_heavy else ("rule", WRITING_LINE)
    yield replace(box, fill=fill, stroke=Stroke("ink", edge))
    how = setting.style.lettering(LABEL, "regular", "ink", "middle", steps_down=True)
    yield from set_line(bar.words, box.x + box.width / 2, box.y - 0.9, how)


BARS: Mm = 12.0
LEAD: Mm = 15.0
SUM_BAR = 0.68
SUM_GAP: Mm = 3.0
BEST = "★"


@dataclass(frozen=True, slots=True)
class Table:
    """A column of ways and one of chances for each number of dice; rows of words."""

    dice: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Scale:
    """The columns all charts share, the tallest bar, and the size of the words."""

    least: int
    most: int
    top: Fraction
    number_size: float
    share_size: float | None

    def x(self, total: int) -> Mm:
        """Return the middle of a sum's column."""
        return LEAD + (total - self.least + 0.5) * self.pitch

    @property
    def pitch(self) -> Mm:
        """Return how far the columns lie apart."""
        return (WIDTH - LEAD) / (self.most - self.least + 1)


def chart(dice: Dice, setting: PrintContext, title: str) -> Picture:
    """Draw one chart under another, from one die to all of them, sum under sum."""
    scale = _scale(dice, setting)
    panels = [_panel(dice, count, scale, setting) for count in _counts(dice)]
    drawing = above(*panels, gap=SUM_GAP)
    return picture(drawing, palette(setting.game, setting.options.ink), title=title)


def table(dice: Dice, setting: PrintContext) -> Table:
    """Return every sum with its ways and chance; a star marks the dice that suit it best."""
    heads = (
        setting.say(
            message("guide.rolls-of", dice=_name(count, setting), of=str(dice.sides**count))
        )
        for count in _counts(dice)
    )
    rows = (_row(total, dice, setting.options.language) for total in _all(dice))
    return Table(tuple(heads), tuple(rows))


def _row(total: int, dice: Dice, language: Language) -> tuple[str, ...]:
    chances = {count: dice.sums(count).get(total, Fraction(0)) for count in _counts(dice)}
    best = max(chances.values())
    row = [str(total)]
    for count, chance in chances.items():
        star = f"{BEST} " if chance == best else ""
        ways = str(chance * dice.sides**count)
        row += [ways, f"{star}{percent(chance, language)}"] if chance else ["–", "–"]
    return (*row, percent(at_least_once(best), language))


def _counts(dice: Dice) -> range:
    return range(1, len(dice.dice) + 1)


def _all(dice: Dice) -> Mapping[int, Fraction]:
    """Return the largest chance of each sum."""
    return {
        total: max(dice.sums(count).get(total, Fraction(0)) for count in _counts(dice))
        for count in _counts(dice)
        for total in dice.sums(count)
    }


def _name(count: int, setting: PrintContext) -> str:
    return setting.say(message("guide.dice", n=count))


def _scale(dice: Dice, setting: PrintContext) -> Scale:
    best = _all(dice)
    pitch = (WIDTH - LEAD) / (max(best) - min(best) + 1)
    font = setting.style.family.regular
    language = setting.options.language

    def largest(words: list[str]) -> float | None:
        """Return the largest size at which words stand clear of their neighbours."""
        how = setting.style.lettering(LABEL, steps_down=True)
        widest = max(words, key=len)
        fitting = (s for s in how.sizes() if width_of(widest, font, s) <= pitch * 0.92)
        return next(fitting, None)

    shares = largest([_share(chance, language) for chance in best.values()])
    numbers = largest([str(total) for total in best])
    return Scale(min(best), max(best), max(best.values()), numbers or LEAST_SIZE, shares)


def _share(chance: Fraction, language: Language) -> str:
    return decimal(chance * 100, language)


def _panel(dice: Dice, count: int, scale: Scale, setting: PrintContext) -> Drawing:
    """Draw the chart of so many dice: bars, the percentage above each, the sum below."""
    room = 1.5 + cap_height(setting.style.family.regular, scale.share_size or 0.0)
    base = room + BARS * float(max(dice.sums(count).values()) / scale.top)
    shapes = list(_bars(dice.sums(count), scale, base, setting))
    bold = setting.style.lettering(LABEL, "bold")
    shapes += set_line(_name(count, setting), 0.0, base, bold)
    shapes.append(Line(LEAD, base, WIDTH, base, Stroke("ink", WRITING_LINE)))
    figures = cap_height(setting.style.family.regular, scale.number_size)
    return Drawing(WIDTH, base + 1.4 + figures, tuple(shapes))


def _bars(
    chances: Mapping[int, Fraction], scale: Scale, base: Mm, setting: PrintContext
) -> Iterator[Shape]:
    family = setting.style.family
    best = max(chances.values())
    for total, chance in chances.items():
        x, height = scale.x(total), BARS * float(chance / scale.top)
        width = scale.pitch * SUM_BAR
        fill, edge = ("secondary", HEAVY_LINE) if chance == best else ("rule", WRITING_LINE)
        yield Rect(x - width / 2, base - height, width, height, fill, Stroke("ink", edge))
        below = base + 1.4 + cap_height(family.regular, scale.number_size)
        yield from set_line(
            str(total), x, below, Lettering(family.bold, scale.number_size, "ink", "middle")
        )
        if scale.share_size is not None:
            how = Lettering(family.regular, scale.share_size, "ink", "middle")
            words = _share(chance, setting.options.language)
            yield from set_line(words, x, base - height - 0.9, how)
