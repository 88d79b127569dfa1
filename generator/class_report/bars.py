"""Bars of the class report: seen beside expected; stripes tell them apart in outline too."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property

from generator.paper import text as lettered
from generator.paper.shapes import EDGE, THIN, Align, Drawing, Line, Mm, Rect, Shape, Stroke, row
from generator.printables.context import Context
from generator.printables.sketch import Sketch
from generator.records.class_statistics import GameStatistics, ObservedFrequency, Panel
from generator.rules.naming import word_for
from generator.words import format_number, message, numeral

AIR: Mm = 1.6
# Two charts, and the lines of counts under bars: those of one number of throws do without `of`.
BETWEEN: Mm = 7.0
STEP: Mm = 1.9
COUNTS = ("class.seen", "class.of", "class.expected")
# How far pairs of bars lie apart; how much of that they take, and how wide a bar may be.
PITCH: tuple[Mm, Mm] = (7.0, 30.0)
PAIR, WIDEST = 0.76, 8.0
CAP: Mm = 0.8
STRIPE, STRIPES = Stroke("secondary", 1.2, ends="butt"), 1.5
# How many bars of totals there are at most, of one total each or of several (BINS times ten).
MOST_BINS, BINS = (24, 12), (1, 2, 5)
BIN = 0.8
# From here on a number has no decimal.
LARGE = 100


@dataclass(frozen=True)
class Chart:
    """A panel as it is drawn: pairs of bars, and under each what it is of and its counts."""

    panel: Panel
    context: Context

    @property
    def kind(self) -> str:
        """Return the first word of the event's name: sum, alike, face, box, duel or say."""
        return self.panel.name.split(".")[0]

    @property
    def has_of(self) -> bool:
        """Return whether each bar has a number of trials of its own."""
        return self.kind in {"duel", "say"}

    @property
    def times(self) -> int:
        """Return the number of trials."""
        each = [bar.trials for bar in self.panel.bars]
        return sum(each) if self.has_of else each[0]

    @property
    def is_enough(self) -> bool:
        """Return whether there were as many trials as there are bars."""
        return self.times >= len(self.panel.bars)

    @property
    def title(self) -> str:
        """Return what it shows, and the number of trials."""
        (kind, *more), count = self.panel.name.split("."), self.times
        match kind:
            case "sum":
                words = message("class.sums", dice=message("guide.dice", n=int(more[0])), n=count)
            case "alike":
                words = message("class.alike", n=count)
            case "face":
                words = message("class.faces", n=count)
            case "box":
                words = message("class.boxes", n=count)
            case "duel":
                words = message("class.duels", n=count)
            case _ if more:
                variant = word_for("variants", more[0], self.context.sentences)
                words = message("class.said-in", variant=variant)
            case _:
                words = message("class.said")
        return self.context.say(words)

    def _name(self, bar: ObservedFrequency) -> str:
        if self.kind == "box":
            return self.context.sentences.label(bar.key)
        if self.kind == "duel":
            attack, defence = map(self._throw, bar.key.split("-"))
            return self.context.say(message("class.duel", attack=attack, defence=defence))
        return bar.key

    def _throw(self, key: str) -> str:
        """Return dice and what is added to them, on one line: `1 die + 2`."""
        dice, _, plus = key.partition("+")
        words = self.context.say(message("guide.dice", n=int(dice)))
        return (f"{words} + {plus}" if plus else words).replace(" ", "\u00a0")

    def _counts(self, bar: ObservedFrequency) -> Mapping[str, str]:
        of = {"class.of": str(bar.trials)} if self.has_of else {}
        seen, expected = str(bar.seen), short_decimal(bar.expected, self.context)
        return {"class.seen": seen, **of, "class.expected": expected}

    @cached_property
    def pitch(self) -> Mm:
        """Return the least distance between two pairs of bars, at which every word fits."""
        how, bars = _how(self.context, "bold"), self.panel.bars
        words = (word for bar in bars for word in self._name(bar).split(" "))
        counts = (count for bar in bars for count in self._counts(bar).values())
        return max(PITCH[0], *(how.width(one) + AIR for one in (*words, *counts)))

    @property
    def least_width(self) -> Mm:
        """Return the width at that pitch."""
        return self.pitch * len(self.panel.bars)

    def draw_label(self, bar: ObservedFrequency, pitch: Mm) -> Drawing:
        """Draw what a bar is of, under it."""
        return _how(self.context, "bold", "middle").fit(self._name(bar), "bar", pitch - 0.6)

    def draw(self, pitch: Mm, high: Mm, foot: Mm, keys: Sequence[str]) -> Drawing:
        """Draw title and bars, under them labels as high as `foot` and a line for each key."""
        sketch, bars, width = Sketch(self.context), self.panel.bars, pitch * len(self.panel.bars)
        bold = self.context.style.lettering(lettered.LABEL + 1, "bold", steps_down=True)
        title = bold.fit(self.title, "panel", width)
        sketch.place(title, 0.0, 0.0)
        base = title.height + 2.0 + high
        top = max(max(bar.seen, bar.span[1]) / bar.trials for bar in bars)
        how = _how(self.context, "regular", "middle")
        for place, bar in enumerate(bars):
            x, y = (place + 0.5) * pitch, base + 2 * AIR + foot + how.height / 2
            sketch.put(*_pair(bar, x, base, min(WIDEST, pitch * PAIR / 2), high / top))
            sketch.place(self.draw_label(bar, pitch), place * pitch + 0.3, base + AIR)
            found = self._counts(bar)
            if bar.is_outside:
                wide, tall = how.width(found[keys[0]]) + 2.0, how.height + 1.4
                frame = x - wide / 2, y - tall / 2, wide, tall
                sketch.put(Rect(*frame, None, EDGE, 0.8))
            for number, key in enumerate(keys):
                sketch.centre(found.get(key, ""), x, y + number * (how.height + STEP), how)
        sketch.put(Line(0.0, base, width, base, EDGE))
        low = base + 2 * AIR + foot + len(keys) * (how.height + STEP) - STEP
        return sketch.drawing(width, low)


def draw_row(charts: Sequence[Chart], width: Mm, high: Mm) -> Drawing:
    """Draw charts side by side over the same lines of counts, as wide as the page."""
    context, left = charts[0].context, count_labels_width(charts[0].context)
    free = width - left - BETWEEN * (len(charts) - 1)
    spread = free / sum(one.least_width for one in charts)
    sized = [(one, min(PITCH[1], one.pitch * spread)) for one in charts]
    foot = max(one.draw_label(bar, pitch).height for one, pitch in sized for bar in one.panel.bars)
    counts = [key for key in COUNTS if key != "class.of" or any(one.has_of for one in charts)]
    drawn = [one.draw(pitch, high, foot, counts) for one, pitch in sized]
    sketch, bold, low = Sketch(context), _how(context, "bold"), max(one.height for one in drawn)
    for one in drawn:
        sketch.place(one, left, low - one.height)
        left += one.width + BETWEEN
    for number, key in enumerate(reversed(counts)):
        sketch.write(context.say(key), 0.0, low - number * (bold.height + STEP), bold)
    return sketch.drawing(width, low)


def count_labels_width(context: Context) -> Mm:
    """Return the room for the words before the lines of counts."""
    words = (context.say(key) for key in COUNTS)
    return max(map(_how(context, "bold").width, words)) + 3.0


def legend(context: Context) -> Drawing:
    """Draw what a dark bar, a white one and the line on it stand for."""
    how = context.style.lettering(lettered.TEXT, steps_down=True)
    signs = {
        "class.legend-seen": tuple(observed_bar(0.0, 0.0, 3.0, 4.0)),
        "class.legend-computed": (Rect(0.0, 0.0, 3.0, 4.0, "white", THIN),),
        "class.legend-span": tuple(_whisker(1.5, 0.4, 4.0)),
    }
    drawn = []
    for key, shapes in signs.items():
        sketch = Sketch(context)
        sketch.put(*shapes)
        end = sketch.write(context.say(key), 4.6, 2.0 + how.height / 2, how)
        drawn.append(sketch.drawing(end, 4.0))
    return row(*drawn, gap=7.0)


def histogram(tally: GameStatistics, context: Context, width: Mm, high: Mm) -> Drawing:
    """Draw a bar for each total, or for a range of totals; a sign marks the median."""
    sketch, how = Sketch(context), _how(context, "regular", "middle")
    each = _each(min(tally.totals), max(tally.totals))
    start = min(tally.totals) // each * each
    bins = [0] * ((max(tally.totals) - start) // each + 1)
    for total, count in tally.totals.items():
        bins[(total - start) // each] += count
    pitch, base = min(width / len(bins), PITCH[1]), how.height + AIR + high
    for place, count in enumerate(bins):
        middle, tall = (place + 0.5) * pitch, high * count / max(bins)
        if count:
            sketch.put(*observed_bar(middle - pitch * BIN / 2, base - tall, pitch * BIN, tall))
            y = base - tall - AIR - how.height / 2
            sketch.centre(str(count), middle, y, _how(context, "bold", "middle"))
        ends = [numeral(total) for total in (start, start + each - 1)]
        span = context.say(message("class.range", least=ends[0], most=ends[1]))
        words = how.fit(span if each > 1 else ends[0], "total", pitch - 0.4)
        sketch.place(words, place * pitch + 0.2, base + how.height + 2.5 * AIR)
        start += each
    sketch.put(Line(0.0, base, pitch * len(bins), base, EDGE))
    first = start - each * len(bins)
    x = (float(tally.median_total()) - first + 0.5) / each * pitch
    sketch.centre("▲", x, base + AIR + how.height / 2, how)
    return sketch.drawing(width, base + 2 * how.height + 2.5 * AIR)


def observed_bar(x: Mm, y: Mm, width: Mm, height: Mm) -> Iterator[Shape]:
    """Yield a striped bar of what was seen."""
    yield Rect(x, y, width, height, "secondary")
    stripes = (y + height - number * STRIPES for number in range(1, int(height / STRIPES) + 1))
    yield from (Line(x, one, x + width, one, STRIPE) for one in stripes)
    yield Rect(x, y, width, height, None, EDGE)


def short_decimal(number: Fraction | float, context: Context) -> str:
    """Return a number with one decimal, a large one without."""
    if number >= LARGE:
        return format_number(round(number), context.options.language)
    return format_number(Decimal(round(float(number), 1)), context.options.language, pattern="0.0")


def _how(context: Context, weight: lettered.Weight, align: Align = "left") -> lettered.Lettering:
    return context.style.lettering(lettered.LABEL, weight, "ink", align, steps_down=True)


def _pair(bar: ObservedFrequency, x: Mm, base: Mm, width: Mm, scale: float) -> Iterator[Shape]:
    seen, expected = scale * bar.seen / bar.trials, scale * float(bar.chance)
    yield from observed_bar(x - width, base - seen, width, seen) if bar.seen else ()
    yield Rect(x, base - expected, width, expected, "white", THIN)
    least, most = (base - scale * count / bar.trials for count in bar.span)
    yield from _whisker(x + width / 2, most, least)


def _whisker(x: Mm, high: Mm, low: Mm) -> Iterator[Shape]:
    yield Line(x, high, x, low, EDGE)
    yield from (Line(x - CAP, y, x + CAP, y, EDGE) for y in (high, low))


def _each(least: int, most: int) -> int:
    """Return the number of totals in each bar: the least that leaves few enough bars."""
    power = 1
    while True:
        for each in (step * power for step in BINS):
            if most // each - least // each < MOST_BINS[each > 1]:
                return each
        power *= 10
