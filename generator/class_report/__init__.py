"""The class report: what the records of a class come to, on one page for the second lesson."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain

from generator.class_report import bars
from generator.class_report.bars import AIR, Chart
from generator.class_report.tried import TriedLesson
from generator.documents.trials import Trial, told_trial
from generator.paper import shapes as art
from generator.paper import text as lettered
from generator.paper.measures import DRAWING_GAP, OUTER_MARGIN, PAGE_TOP, WRITING_PITCH
from generator.paper.page import Copy, Page
from generator.paper.shapes import EDGE, QUIET, Drawing, Line, Mm, Pt
from generator.printables.context import Context, Options, palette
from generator.printables.page_furniture import add_footers, footer_height
from generator.printables.sketch import Sketch
from generator.records.class_statistics import GameStatistics
from generator.render.document import DocumentFacts
from generator.render.pdf import draw
from generator.rules.naming import word_for
from generator.words import message, numeral, say

PRINTABLE = "class-page"
TOTAL = "total"
PART_DISTANCE: Mm = 4.5
# White between the lines of a part.
NEAR: Mm = 2.6
# What is read from the back of the room.
READ: Pt = 10.5
# How many rules are told without charts, with them, and where these are short of room.
MANY_RULES, RULES, FEW_RULES = 10, 6, 3
# How far the bar of a rule reaches that was broken in every game; from where its sentence stands.
SHARE: Mm = 42.0
SENTENCE: Mm = 49.0
RULE_BAR: Mm = 3.2
# The line after the words for class and day.
BLANK: Mm = 27.0
# How high bars are at least; at most, in one chart and in several.
LOWEST, HIGHEST, HIGH = 11.0, 60.0, 38.0
# Lines to write on fill the page where there is room for a heading and two of them.
WORTH_LINES: Mm = 24.0
# What is to be known of some kinds of events.
NOTES = {"box": "class.box-note", "face": "class.face-note", "say": "class.said-note"}

# What stands on the page: drawn, or with bars of a height that is still to be found.
Block = Drawing | Callable[[Mm], Drawing]


def class_report_file(stem: str, tally: GameStatistics, options: Options) -> str:
    """Return the name of a class's page: the folder's, the game's, and the options not usual."""
    return f"class-pages/{stem}-{tally.game.name}{options.suffix()}.pdf"


def draw_class_report(
    tally: GameStatistics, options: Options, trials: Sequence[Trial] = ()
) -> bytes:
    """Draw the page of the records of one game, in a language that it has, as a PDF.

    The lesson as it was tried stands on pages after it.
    """
    options = options.in_language_of(tally.game)
    title = say(message("class.title"), options.language)
    context = Context(tally.game, PRINTABLE, options, title)
    said = context.sentences
    facts = DocumentFacts(f"{said.title} – {title}", subject=said.rights, language=said.language)
    return draw(plan_class_report(tally, context, trials), palette(tally.game, options.ink), facts)


def plan_class_report(
    tally: GameStatistics, context: Context, trials: Sequence[Trial] = ()
) -> tuple[Page, ...]:
    """Plan the page: what charts and rules it holds, bars as high as possible, on A3 all larger."""
    size = context.options.size
    scale = lettered.LARGE if size.name == "a3" else 1.0
    sheet = _ClassReport(tally, context, (size.width - 2 * OUTER_MARGIN) / scale)
    room = (size.height - PAGE_TOP - footer_height(context, size) - DRAWING_GAP) / scale
    rows = range(len(sheet.rows), -1, -1)
    most = RULES if sheet.rows else MANY_RULES
    wanted = [(some, rules) for some in rows for rules in range(most, FEW_RULES - 1, -1)]
    wanted += [(0, rules) for rules in reversed(range(FEW_RULES))]
    whole = next(filter(None, (sheet.draw(room, *one) for one in wanted)))
    told = (told_trial(one, tally.game, context.options.language) for one in trials)
    tried = (TriedLesson(one, context, sheet.width, sheet.heading) for one in told)
    columns = (whole, *chain.from_iterable(one.columns(room) for one in tried))
    placed = (art.Placed(one, OUTER_MARGIN, PAGE_TOP, scale=scale) for one in columns)
    pages = [Page(size, copies=(Copy(1, one, is_read=True),)) for one in placed]
    return add_footers(context, pages)


@dataclass(frozen=True)
class _ClassReport:
    tally: GameStatistics
    context: Context
    width: Mm

    def draw(self, room: Mm, rows: int, rules: int) -> Drawing | None:
        blocks = [self._head(), self._rules(rules), *self._chances(rows), *self._points()]
        bare = (one if isinstance(one, Drawing) else one(0.0) for one in blocks)
        left = room - art.column(*bare, gap=PART_DISTANCE).height
        charts = sum(not isinstance(one, Drawing) for one in blocks)
        if left < charts * LOWEST:
            return None
        # What is left over is worth some lines, or bars take it.
        most = HIGH if charts > 1 else HIGHEST
        has_lines = left - charts * most > WORTH_LINES
        high = most if has_lines else left / max(1, charts)
        drawn = [one if isinstance(one, Drawing) else one(high) for one in blocks]
        lines = [self._lines(left - charts * high - PART_DISTANCE)] if has_lines else []
        return art.column(*drawn, *lines, gap=PART_DISTANCE)

    def _how(
        self, size: Pt, weight: lettered.Weight = "regular", align: art.Align = "left"
    ) -> lettered.Lettering:
        return self.context.style.lettering(size, weight, "ink", align, steps_down=True)

    def _say(self, key: str, **values: str | int) -> str:
        return self.context.say(message(key, **values))

    def _text(self, words: str, size: Pt = lettered.TEXT) -> Drawing:
        return self._how(size).fit(words, "text", self.width)

    def heading(self, words: str, asked: str) -> Drawing:
        """Draw the words above a part, and a question to the class at their right."""
        sketch, bold = Sketch(self.context), self._how(lettered.SECTION + 1, "bold")
        base = NEAR + bold.height
        sketch.put(Line(0.0, 0.0, self.width, 0.0, EDGE))
        end = sketch.write(words, 0.0, base, bold) + 6.0
        italic = self._how(lettered.TEXT, "italic", "right")
        question = italic.fit(asked, "question", self.width - end)
        sketch.place(question, end, base - italic.height)
        return sketch.drawing(self.width, base - italic.height + question.height)

    def _head(self) -> Drawing:
        sketch, how = Sketch(self.context), self._how(lettered.TEXT)
        words = f"{self.context.sentences.title} – {self.context.title}"
        title = self._how(lettered.TITLE, "bold").fit(words, "title", self.width)
        sketch.place(replace(title, role="title"), 0.0, 0.0)
        top, right = title.height + 2.4, self.width
        for words in (self._say("class.date"), self._say("class.class")):
            base = top + how.height
            sketch.put(Line(right - BLANK, base + 1.0, right, base + 1.0, QUIET))
            right -= BLANK + 1.5 + how.width(words)
            sketch.write(words, right, base, how)
            right -= 4.0
        facts = how.fit(" ".join(self._counted()), "facts", right)
        sketch.place(facts, 0.0, top)
        return sketch.drawing(self.width, top + facts.height)

    def _counted(self) -> Iterator[str]:
        tally = self.tally
        parts = [self._say("class.games", n=tally.games)]
        if scores := tally.totals.total():
            parts.append(self._say("class.scores", n=scores))
        yield f"{' · '.join(parts)}."
        counts = {
            "class.unread": tally.unread,
            "class.unfinished": tally.unfinished,
            "class.without-turns": tally.without_turns if tally.odds() else 0,
        }
        yield from (self._say(key, n=count) for key, count in counts.items() if count)

    def _rules(self, most: int) -> Drawing:
        broken = self.tally.most_broken()
        shown, left = broken[:most], len(broken[most:])
        asked = self._say("class.rules-ask" if broken else "class.rules-none-ask")
        heading = self.heading(self._say("class.rules-heading"), asked)
        notes = [self._say("class.rules-more", n=left)] if left else []
        notes.append(self._say("class.rules-note" if broken else "class.rules-none"))
        note = self._text(" ".join(notes), lettered.TEXT if broken else READ)
        return art.column(heading, *map(self._rule, shown), note, gap=NEAR)

    def _rule(self, rule: str) -> Drawing:
        sketch, tally = Sketch(self.context), self.tally
        games, times = tally.games_with[rule], tally.broken[rule]
        sketch.put(*bars.observed_bar(0.0, 0.0, SHARE * games / tally.games, RULE_BAR))
        sketch.put(Line(0.0, RULE_BAR, SHARE, RULE_BAR, EDGE))
        counts = [self._say("class.rule-games", n=games, of=tally.games)]
        counts += [self._say("class.rule-times", n=times)] if times != games else []
        words = self._how(lettered.LABEL).fit(" · ".join(counts), "rule", SENTENCE - 3.0)
        sketch.place(words, 0.0, RULE_BAR + 1.4)
        text = self.context.sentences.rules[rule]
        sentence = self._how(READ).fit(text, "rule", self.width - SENTENCE)
        sketch.place(sentence, SENTENCE, 0.0)
        return sketch.drawing(self.width, max(RULE_BAR + 1.4 + words.height, sentence.height))

    @cached_property
    def charts(self) -> tuple[Chart, ...]:
        return tuple(Chart(one, self.context) for one in self.tally.panels())

    @cached_property
    def rows(self) -> tuple[list[Chart], ...]:
        enough = [one for one in self.charts if one.is_enough]
        room = self.width - bars.count_labels_width(self.context)
        rows = art.in_rows(enough, room, bars.BETWEEN, lambda one: one.least_width)
        return tuple(filter(None, rows))

    def _chances(self, rows: int) -> Iterator[Block]:
        if not self.tally.odds():
            return
        shown = self.rows[:rows]
        asked = self._say("class.chances-ask") if shown else ""
        heading = self.heading(self._say("class.chances-heading"), asked)
        few = [one.title for one in self.charts if not one.is_enough]
        left = [one.title for row in self.rows[rows:] for one in row]
        lacking = {"class.chances-few": few, "class.chances-left": left}
        notes = [self._say(key, found=" · ".join(some)) for key, some in lacking.items() if some]
        if not shown:
            words = " ".join(notes) or self._say("class.chances-unknown")
            yield art.column(heading, self._text(words, READ), gap=NEAR)
            return
        yield art.column(heading, bars.legend(self.context), gap=NEAR)
        yield from (partial(bars.draw_row, row, self.width) for row in shown)
        kinds = dict.fromkeys(chart.kind for row in shown for chart in row)
        notes += (self._say(NOTES[kind]) for kind in kinds if kind in NOTES)
        yield self._text(" ".join((*notes, *self._strayed(shown))))

    def _strayed(self, rows: Sequence[Sequence[Chart]]) -> Iterator[str]:
        every = [bar for row in rows for chart in row for bar in chart.panel.bars]
        usual = bars.short_decimal(sum(bar.outside for bar in every), self.context)
        yield self._say("class.stray", bars=len(every), usual=usual)
        outside = sum(bar.is_outside for bar in every)
        yield self._say("class.outside" if outside else "class.outside-none", n=outside)

    def _points(self) -> Iterator[Block]:
        totals, part = self.tally.totals, self.tally.part
        if not totals:
            return
        words = self._say("class.points-heading")
        if part != TOTAL:
            name = word_for("score", part, self.context.sentences)
            words = self._say("class.points-of", part=name)
        if len(totals) == 1:
            spread = self._say("class.points-same", n=max(totals))
            yield art.column(self.heading(words, ""), self._text(spread, READ), gap=NEAR)
            return
        heading, middle = (
            self.heading(words, self._say("class.points-ask")),
            self.tally.median_total(),
        )
        whole = middle.denominator == 1
        halves = numeral(int(middle)) if whole else bars.short_decimal(middle, self.context)
        least, most = map(numeral, (min(totals), max(totals)))
        spread = self._say("class.points", least=least, middle=halves, most=most)
        yield art.column(heading, self._text(spread, READ), gap=NEAR)
        yield partial(bars.histogram, self.tally, self.context, self.width)

    def _lines(self, high: Mm) -> Drawing:
        heading = self.heading(self._say("class.notes"), self._say("class.notes-ask"))
        sketch = Sketch(self.context)
        sketch.place(heading, 0.0, 0.0)
        for number in range(1, int((high - heading.height - AIR) / WRITING_PITCH) + 1):
            y = heading.height + AIR + number * WRITING_PITCH
            sketch.put(Line(0.0, y, self.width, y, QUIET))
        return sketch.drawing(self.width, high)
