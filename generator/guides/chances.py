"""The chances of sums: bar charts that share one scale, and the table that says the same."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from generator.game.parts import Dice
from generator.guides.numbers import at_least_once, decimal, percent
from generator.paper.compose import above
from generator.paper.shapes import HEAVY_LINE, WRITING_LINE, Drawing, Line, Rect, Shape, Stroke
from generator.paper.style import LABEL
from generator.paper.text import LEAST_SIZE, Lettering, cap_height, set_line, width_of
from generator.paper.units import Mm
from generator.printables.setting import Setting, palette
from generator.render.picture import Picture, picture
from generator.words import Language, message

WIDTH: Mm = 158.0
BARS: Mm = 12.0
LEAD: Mm = 15.0
BAR = 0.68
GAP: Mm = 3.0
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


def chart(dice: Dice, setting: Setting, title: str) -> Picture:
    """Draw one chart under another, from one die to all of them, sum under sum."""
    scale = _scale(dice, setting)
    panels = [_panel(dice, count, scale, setting) for count in _counts(dice)]
    drawing = above(*panels, gap=GAP)
    return picture(drawing, palette(setting.game, setting.options.ink), title=title)


def table(dice: Dice, setting: Setting) -> Table:
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


def _name(count: int, setting: Setting) -> str:
    return setting.say(message("guide.dice", n=count))


def _scale(dice: Dice, setting: Setting) -> Scale:
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


def _panel(dice: Dice, count: int, scale: Scale, setting: Setting) -> Drawing:
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
    chances: Mapping[int, Fraction], scale: Scale, base: Mm, setting: Setting
) -> Iterator[Shape]:
    family = setting.style.family
    best = max(chances.values())
    for total, chance in chances.items():
        x, height = scale.x(total), BARS * float(chance / scale.top)
        width = scale.pitch * BAR
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
