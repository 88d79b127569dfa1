"""A scored example for the back of a score sheet: a record filled in, and what gave its points."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import count, pairwise

from generator.correction import ring_findings, round_words
from generator.errors import LudokitError
from generator.game import Game, Paper
from generator.make import FLIPS, facts_of
from generator.paper import shapes as art
from generator.paper.measures import (
    BLOCK_GAP,
    COLUMN_GAP,
    DRAWING_GAP,
    OUTER_MARGIN,
    PAGE_TOP,
    PART_GAP,
    PRINTABLE_EDGE,
)
from generator.paper.page import Copy, Page, all_cells
from generator.paper.shapes import THREAD, Drawing, Line, Mm, Placed, Pt
from generator.paper.text import LABEL, LARGER, SECTION, TEXT, DoesNotFitError
from generator.printables import planning
from generator.printables.blocks.scores import addends
from generator.printables.context import Context, Options, palette
from generator.printables.kinds.sheet import ScoredExample, SheetEntry
from generator.printables.page_furniture import add_footers, footer_height, title_line
from generator.records.reading import records_of_file
from generator.records.replay import report_of
from generator.records.report import Report
from generator.words import message, not_one_of, numeral

# The sheet is lowered until the words below it fit, as low as that.
STEP: Mm = 2.0
LEAST: Mm = 10.0
# In how many columns words stand, and how large they are.
WORDS = ((2, SECTION), (2, TEXT), (3, LABEL))
# What makes no difference to the back of a sheet.
OF_CLASS = ("names", "copies")


def draw_examples(game: Game, options: Options) -> Mapping[str, bytes]:
    """Draw the backs of the sheets that have an example: a PDF each, by printable.

    In large there is none of a sheet that fills its page: a smaller one is no help to see.
    """
    from generator.render.pdf import draw

    drawn = {}
    for name, entry in planning.of_kind(game, SheetEntry).items():
        if entry.example is not None:
            ignored = planning.chosen_but_ignored(game, name, options)
            setting = Context(game, name, options.without((*ignored, *OF_CLASS)))
            title = setting.say(message("edition.example", what=setting.title))
            planned = partial(_plan_back, entry, entry.example, title)
            try:
                pages = planning.plan_checked(setting, planned)
            except LudokitError:
                if not options.large:
                    raise
                continue
            about = facts_of(replace(setting, name=title), FLIPS["one-side"])
            drawn[name] = draw(pages, palette(game, setting.options.ink), about)
    return drawn


def _plan_back(
    entry: SheetEntry, example: ScoredExample, title: str, setting: Context
) -> tuple[Page, ...]:
    """Plan the back of a page: an example behind each of its sheets, or one as large as it."""
    front, sheet = entry.plan(setting)[0], _ExampleSheet(setting, example)
    size, places = front.size, [copy.placed for copy in front.copies]
    named = replace(setting, name=title)
    cuts = [one for one in front.furniture.shapes if isinstance(one, Line) and one.stroke == THREAD]
    across = [0.0, *(one.y1 for one in cuts if one.y1 == one.y2)]
    with suppress(DoesNotFitError):
        if cuts:
            high = min(low - top for top, low in pairwise(across)) - 2 * PRINTABLE_EDGE
            drawn = sheet.draw(places[0].drawing.width, high)
            around = Drawing(size.width, size.height, tuple(cuts))
            middles = (one.y + one.drawing.height / 2 for one in places)
            tops = (middle - drawn.height / 2 for middle in middles)
            behind = (Placed(drawn, one.x, y) for one, y in zip(places, tops, strict=True))
            copies = (Copy(n, one, is_read=True) for n, one in enumerate(behind, start=1))
            return add_footers(named, [Page(size, around, tuple(copies))])
    room = size.height - PAGE_TOP - footer_height(setting, size) - BLOCK_GAP
    drawn = sheet.draw(size.width - 2 * OUTER_MARGIN, room)
    whole = Copy(1, Placed(drawn, OUTER_MARGIN, PAGE_TOP), is_read=True)
    return add_footers(named, [Page(size, copies=(whole,))])


def example_report(game: Game, example: ScoredExample) -> Report:
    """Return the judgement of an example's record; LudokitError unless it is a game that counts."""
    file = game.folder / "examples" / f"{example.record}.yaml"
    (report,) = map(report_of, records_of_file(file))
    unread = message("records.unreadable", n=len(report.problems))
    found = report.verdict if report.is_readable else unread
    if not (report.is_valid and report.is_finished):
        raise LudokitError(message("edition.example-wrong", file=file.name, found=found))
    if example.whose not in {None, *report.players}:
        raise LudokitError(not_one_of(str(example.whose), report.players))
    known = [*dict.fromkeys(part for points in report.scores.values() for part in points)]
    for one in (*example.explained, example.won):
        for part in (part for part in one.of if part not in known):
            raise LudokitError(not_one_of(part, known))
    return report


@dataclass(frozen=True, slots=True)
class _ExampleSheet:
    setting: Context
    example: ScoredExample

    def draw(self, width: Mm, height: Mm) -> Drawing:
        """Draw a winner's sheet, or all sheets, and below the largest words there is room for."""
        for columns, size in WORDS:
            with suppress(DoesNotFitError):
                return self._drawn(width, height, columns, size)
        raise DoesNotFitError(message("print.too-high", least="1"))

    def _drawn(self, width: Mm, height: Mm, columns: int, size: Pt) -> Drawing:
        setting, report = self.setting, example_report(self.setting.game, self.example)
        own = (self.example.whose,) if self.example.whose else report.winners
        shown = [one for one in report.papers if one.name in own][:1] or report.papers
        each = (width - COLUMN_GAP * (columns - 1)) / columns
        told = [*self._told(report, shown[0], partial(self._line, size, each))]
        below = self._in_columns(told, columns)
        bold = setting.style.lettering(LABEL, "bold")
        title = title_line(setting, width, SECTION + 2, self._title(report, shown))
        low = height - title.height - below.height
        while low >= LEAST:
            papers = [self._sheet(one, width, low) for one in shown]
            filled = [self._filled(*one, report) for one in zip(papers, shown, strict=True)]
            if len(shown) > 1:
                heads = (bold.fit(round_words(one, setting), "round", width) for one in shown)
                filled = [art.column(*one, gap=1.0) for one in zip(heads, filled, strict=True)]
            drawn = art.column(title, *filled, below, gap=DRAWING_GAP)
            if drawn.height <= height:
                return drawn
            low -= STEP
        raise DoesNotFitError(message("print.too-high", least="1"))

    def _sheet(self, shown: Paper, width: Mm, low: Mm) -> Drawing:
        """Return a sheet that has every cell marked: in large type one as usual, if need be."""
        usual, of = self.setting.usual, self.setting.game.head.parts[shown.part]
        for setting, scale in (self.setting, 1.0), (usual, 1.0), (usual, LARGER):
            with suppress(LudokitError):
                sheet = planning.sheet_showing(setting, shown.part, width * scale, low * scale)
                if shown.marks.keys() & of.cell_ids() <= {cell.id for cell in all_cells(sheet)}:
                    return art.scaled(sheet, 1 / scale)
        raise DoesNotFitError(message("print.no-sheet", part=shown.part))

    def _title(self, report: Report, shown: Sequence[Paper]) -> str:
        said = self.setting.say("edition.example-title")
        return f"{said} – {shown[0].name}" if shown[0].name in report.players else said

    def _filled(self, sheet: Drawing, shown: Paper, report: Report) -> Drawing:
        points = report.scores.get(shown.name, {})
        sums = report.played.rules.total_marks(points) if report.played else {}
        filled = replace(shown, marks={**sums, **shown.marks})
        return ring_findings(sheet, filled, (), self.setting)

    def _told(
        self, report: Report, shown: Paper, line: Callable[[str, str], Drawing]
    ) -> Iterator[Drawing]:
        said, points = self.setting.sentences, report.scores.get(shown.name, {})
        for one in self.example.explained:
            parts = (f"{self._word(part)} {numeral(points[part])}" for part in one.of)
            yield line(" · ".join(parts), said.to_player(one.rule))
        if (total := points.get("total")) is not None:
            rest = " ".join(_signed(number) for part, number in points.items() if part != "total")
            yield line(f"{self._word('total')} {numeral(total)} = {rest.removeprefix('+ ')}", "")
        won, each = self.example.won, report.scores.items()
        ends = (f"{player} {numeral(own[part])}" for player, own in each for part in won.of)
        words = f"{' · '.join(ends)} – {self.setting.say(report.ending)}"
        yield line(words, said.to_player(won.rule))

    def _in_columns(self, told: Sequence[Drawing], columns: int) -> Drawing:
        """Put lines into columns, read one after another, as low as can be."""
        gap, least = self.setting.style.length(PART_GAP), max(one.height for one in told)
        tried = (art.in_rows(told, least + more, gap, lambda one: one.height) for more in count())
        found = next(one for one in tried if len(one) <= columns)
        return art.row(*(art.column(*one, gap=gap) for one in found), gap=COLUMN_GAP)

    def _line(self, size: Pt, width: Mm, points: str, rule: str) -> Drawing:
        bold, plain = (self.setting.style.lettering(size, one) for one in ("bold", "regular"))
        both = (bold, points, "points"), (plain, rule, "rule")
        return art.column(
            *(how.fit(words, box, width) for how, words, box in both if words), gap=1.0
        )

    def _word(self, part: str) -> str:
        colours = {one.id: one.colour for one in addends(self.setting.game, self._parts())}
        return (
            f"{self.setting.text(f'score.{part}')} {self.setting.sign(colours.get(part))}".strip()
        )

    def _parts(self) -> tuple[str, ...]:
        return tuple(self.setting.game.head.parts)


def _signed(number: int) -> str:
    return f"{'−' if number < 0 else '+'} {abs(number)}"
