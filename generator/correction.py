"""The correction sheet: each player's paper as recorded, wrong cells ringed, findings beside."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, count
from pathlib import Path
from types import MappingProxyType

from generator.errors import LudokitError
from generator.game import Game, Mark, Paper
from generator.output import safe_stem
from generator.paper import shapes as art
from generator.paper import text as lettered
from generator.paper.measures import BLOCK_GAP, COLUMN_GAP, OUTER_MARGIN, PAGE_TOP
from generator.paper.page import Copy, Page, all_cells
from generator.paper.shapes import Drawing, Line, Mm, Placed
from generator.printables.context import Context, Options, palette
from generator.printables.marks import (
    BADGE_SIZE,
    MOST_NUMBERS,
    CellRing,
    add_numbered_rings,
    draw_bands,
    draw_patch,
    write_in,
)
from generator.printables.page_furniture import add_footers, footer_height
from generator.printables.planning import sheet_showing
from generator.printables.sketch import Sketch, lined_field
from generator.records.report import Finding, Report, place_in_words
from generator.render.document import DocumentFacts
from generator.render.pdf import draw
from generator.rules.interface import TurnStory
from generator.words import Message, message, numeral, say

# The space of a finding's number, and how far in what it led to stands, behind an arrow.
NUMBER: Mm = 7.5
INDENT: Mm = 4.5
# What tells the two rows of a score apart in words.
HAND: Mm = 30.0
# From so much white at the end on there are lines to write on.
WORTH_LINES: Mm = 45.0
COLUMN: Mm = 24.0
# Columns to try, and heights that papers there keep to if they can.
LOW = ((1, 175.0), (1, 80.0), (2, 95.0), (2, 75.0), (2, 60.0))
# An arrow down and to the right, in the strokes of a pen.
ARROW = ((1.0, -0.8, 1.0, 1.4), (1.0, 1.4, 3.6, 1.4), (2.6, 0.6, 3.6, 1.4), (2.6, 2.2, 3.6, 1.4))
PRINTABLE = "correction"
# How marks by hand are told apart in words.
SIGNS = {"circle": "○", "square": "□", "triangle": "△"}
# How a mark without words is read out; any other is a cross.
SHAPES = {**SIGNS, "tick": "✓"}


@dataclass(frozen=True, slots=True)
class PhotographedSheet:
    """A player's own sheet: the picture of it made straight, its `dots` across and down.

    `cells` are where those of the record lie, as shares of its width and height.
    """

    file: Path
    dots: tuple[int, int]
    cells: Mapping[str, tuple[float, float, float, float]]

    def drawing(self, width: Mm) -> Drawing:
        """Draw it so wide, with its cells."""
        high = width * self.dots[1] / self.dots[0]
        cells = (
            art.CellBox(name, name, x * width, y * high, w * width, h * high)
            for name, (x, y, w, h) in self.cells.items()
        )
        picture = art.Picture(0.0, 0.0, width, high, self.file, self.dots)
        return Drawing(width, high, (picture,), tuple(cells))


# A finding by its number; the number of columns, and the blocks that flow through them.
Found = tuple[int, Finding]
Run = tuple[int, Sequence[Drawing]]
# What is written in cells, and the rings about them.
Marked = tuple[dict[str, Mark], dict[str, CellRing]]


FILE = "corrections/{}.pdf"


def stem_of(file: str, index: int, digest: str) -> str:
    """Return the stem of files about a record; six digits of its SHA-256 tell versions apart."""
    number = f"-{index}" if index else ""
    stem = Path(file).stem if file != "-" else "stdin"
    return f"{safe_stem(stem)}-{digest[:6]}{number}"


def draw_correction(
    report: Report,
    game: Game,
    options: Options,
    photographs: Mapping[str, PhotographedSheet] = MappingProxyType({}),
) -> bytes:
    """Draw the correction of a record that could be read, in a language of its game, as a PDF.

    The sheets that players' `photographs` show are marked too, beside the redrawn ones.
    """
    options = options.in_language_of(game)
    title = say(message("correction.title"), options.language)
    context = Context(game, PRINTABLE, options, title)
    said = context.sentences
    facts = DocumentFacts(f"{said.title} – {title}", subject=said.rights, language=said.language)
    return draw(plan_correction(report, context, photographs), palette(game, options.ink), facts)


def plan_correction(
    report: Report,
    context: Context,
    photographs: Mapping[str, PhotographedSheet] = MappingProxyType({}),
) -> tuple[Page, ...]:
    """Plan the pages of a correction: papers as wide as the page, or half as wide to save one."""
    # All players have the same sheet: it is laid out once.
    parts, wide = frozenset(one.part for one in report.papers), _column_width(1, context)
    whole = {part: sheet_showing(context, part, wide) for part in parts}
    of = _in_page_order(report)
    best = _pages(_CorrectionSheet(report, context, 1, whole, of, photographs).runs(), context)
    for columns, low in LOW if len(best) > 1 else ():
        if sheets := _shrink_papers(parts, context, columns, low):
            with suppress(LudokitError):
                sheet = _CorrectionSheet(report, context, columns, sheets, of, photographs)
                pages = _pages(sheet.runs(), context)
                best = min(best, pages, key=len)
    return add_footers(context, best)


@lru_cache(maxsize=32)  # the same for all records of a class
def _shrink_papers(
    parts: frozenset[str], context: Context, columns: int, low: Mm
) -> Mapping[str, Drawing] | None:
    wide = _column_width(columns, context)
    with suppress(LudokitError):
        return {part: sheet_showing(context, part, wide, low) for part in parts}
    return None


def _column_width(columns: int, setting: Context) -> Mm:
    return (setting.options.size.width - 2 * OUTER_MARGIN - COLUMN_GAP * (columns - 1)) / columns


@dataclass(frozen=True, slots=True)
class _CorrectionSheet:
    report: Report
    context: Context
    columns: int
    sheets: Mapping[str, Drawing]
    findings: Mapping[str | None, Sequence[Found]]
    photographs: Mapping[str, PhotographedSheet]

    def runs(self) -> Iterator[Run]:
        """Yield the blocks of each run: findings of the table, papers with their own, turns."""
        papers, of = {one.name: one for one in self.report.papers}, self.findings
        width, head = _column_width(1, self.context), [self._title()]
        if self.report.suggestions:
            bold = self.context.style.lettering(lettered.TEXT, "bold")
            likely = "\n".join(self.report.suggestions_in(self.context.options.language))
            head.append(bold.fit(likely, "words", width))
        if self.report.findings:
            quiet = self.context.style.lettering(lettered.LABEL, "regular", "secondary")
            head.append(quiet.fit(self.context.say("correction.legend"), "words", width))
        if not self.report.findings:
            how = self.context.style.lettering(lettered.SECTION)
            head.append(how.fit(self.context.say("correction.nothing"), "words", width))
        room = _room(self.context) - sum(one.height + BLOCK_GAP for one in head)
        yield 1, [*head, *(self._finding(*one, width) for one in of[None])]
        shared = tuple(name for name in papers if name not in self.report.players)
        beside = 2 if shared else self.columns
        for columns, names in ((self.columns, shared), (beside, self.report.players)):
            blocks, wide = list[Drawing](), _column_width(columns, self.context)
            for name in names:
                told = (self._finding(*one, wide) for one in of[name])
                head_of, *parts = (*self._parts(name, papers.get(name), of[name], wide), *told)
                whole = art.column(head_of, *parts, gap=BLOCK_GAP)
                # What a page cannot hold under its title goes on at the top of the next.
                start = art.column(head_of, *parts[:1], gap=BLOCK_GAP)
                blocks += [whole] if whole.height <= room else [start, *parts[1:]]
            yield columns, blocks
        yield 2, tuple(map(self._turn_story, self.report.story))

    def _turn_story(self, one: TurnStory) -> Drawing:
        """Draw a turn in words: whose, how things stood then, what was done; errors numbered."""
        lettering, wide = self.context.style.lettering, _column_width(2, self.context)
        head = say(message("records.turn", number=str(one.turn)), self.context.options.language)
        bold, sketch = lettering(lettered.LABEL, "bold"), Sketch(self.context)
        quiet = lettering(lettered.LABEL, "regular", "secondary", "right")
        end = sketch.write(f"{head} · {one.player}", 0.0, bold.height, bold) + 3.0
        every = chain.from_iterable(self.findings.values())
        numbers = {id(found): str(number) for number, found in every}
        of_turn = [
            numbers.get(id(found), "…") for found in self.report.told if found.turn == one.turn
        ]
        badge = lettering(lettered.LEAST_SIZE, "bold", "error.on", "middle")
        told = {place for deed in one.actions for place in deed.wrong}
        if of_whole := [words for place, words in enumerate(of_turn) if place not in told]:
            sketch.put(*draw_patch(", ".join(of_whole), end, bold.height / 2, badge))
            end += 4.0
        lives = quiet.fit(" · ".join(map(self._said, one.standing)), "deed", wide - end)
        sketch.place(lives, end, 0.0)
        y = lives.height + 1.4
        for deed in one.actions:
            how = lettering(lettered.TEXT, "regular", "error" if deed.wrong else "ink")
            found = ", ".join(of_turn[place] for place in deed.wrong)
            left = INDENT + badge.width(found[1:])
            words = how.fit(self._said(deed.words), "deed", wide - left)
            sketch.place(words, left, y)
            if found:
                sketch.put(*draw_patch(found, (left - 0.8) / 2, y + how.height / 2, badge))
            y += words.height + 1.0
        # Turns stand nearer to each other than papers.
        return sketch.drawing(wide, y - 2.5)

    def _said(self, words: Message) -> str:
        return self.report.say(words, self.context.options.language)

    def _parts(
        self, name: str, shown: Paper | None, findings: Sequence[Found], wide: Mm
    ) -> Iterator[Drawing]:
        is_player = name in self.report.players
        bold = self.context.style.lettering(lettered.SECTION, "bold")
        words = name if is_player or shown is None else round_words(shown, self.context)
        thread = Drawing(wide, 1.0, (Line(0.0, 0.0, wide, 0.0, art.FAINT),))
        marked: Marked = ({}, {})
        if shown:
            marked = _marked(self.sheets[shown.part], shown, findings, self.context)
        titled = self._titled(marked, findings)
        yield art.column(thread, self._badged(words, bold, titled, wide), gap=1.0)
        if shown:
            drawing, label = self.sheets[shown.part], self.context.sentences.label
            told = ", ".join(
                f"{label(cell)} {label(mark.text) or SHAPES.get(mark.shape, '×')}"
                for cell, mark in shown.marks.items()
            )
            alt = " – ".join(filter(None, (words, told)))
            yield replace(_fill_in(drawing, shown, marked, self.context), alt=alt)
            if name in self.photographs:
                own = self.photographs[name]
                rings = {cell: ring for cell, ring in marked[1].items() if cell in own.cells}
                font = self.context.style.family.bold
                ringed = add_numbered_rings(own.drawing(wide), rings, font)
                photograph = self.context.say("correction.photograph")
                yield replace(ringed, alt=f"{photograph} – {alt}")
        if is_player and (drawn := self._scores(name, shown, wide)):
            yield drawn

    def _titled(self, marked: Marked, findings: Sequence[Found]) -> tuple[int, ...]:
        """Return the numbers of the findings that stand at no cell of a paper, nor at a turn."""
        at = {number for ring in marked[1].values() for number in ring.numbers[:MOST_NUMBERS]}
        turns = {one.turn for one in self.report.story}
        return tuple(n for n, found in findings if n not in at and found.turn not in turns)

    def _badged(
        self, words: str, how: lettered.Lettering, numbers: Iterable[int], wide: Mm
    ) -> Drawing:
        """Draw a title, and behind it, or below where there is no room, the numbers of findings."""
        badge = self.context.style.lettering(BADGE_SIZE, "bold", "error.on", "middle")
        end, high = how.width(words) + 2.5, badge.height + 2.6
        title, patches = how.fit(words, "heading", wide), list[Drawing]()
        for number in map(str, numbers):
            width = badge.width(number) + 4.0
            patches.append(Drawing(width, high, draw_patch(number, width / 2, high / 2, badge)))
        beside = art.in_rows(patches, wide - end, 0.0, lambda one: one.width)
        if not patches or end + patches[0].width > wide:
            rows = art.in_rows(patches, wide, 0.0, lambda one: one.width)
            return art.column(title, *(art.row(*one) for one in rows if one), gap=1.0)
        sketch = Sketch(self.context)
        sketch.place(title, 0.0, 0.0)
        block = art.column(*(art.row(*one) for one in beside), gap=0.6)
        sketch.place(block, end, max(0.0, (title.height - high) / 2))
        return sketch.drawing(wide, max(title.height, block.height))

    def _title(self) -> Drawing:
        how, width = self.context.style.lettering, _column_width(1, self.context)
        quiet = how(lettered.LABEL, "regular", "secondary", "right", steps_down=True)
        words, winners = (
            f"{self.context.sentences.title} – {self.context.title}",
            self.report.winners,
        )
        lines = [_file_words(Path(self.report.file).name, quiet, width * 0.35)]
        if winners:
            lines.append(self.context.say(message("records.winner", names=", ".join(winners))))
        bold = how(lettered.TITLE, "bold")
        title = self._badged(words, bold, self._titled(({}, {}), self.findings[None]), width * 0.65)
        title = replace(title, role="title")
        return art.row(title, quiet.fit("\n".join(lines), "file", width * 0.35))

    def _scores(self, player: str, shown: Paper | None, wide: Mm) -> Drawing | None:
        claimed: Mapping[str, int] = self.report.added_up.get(player, {})
        cells = {cell.id for cell in all_cells(self.sheets[shown.part])} if shown else set()
        counted = {
            part: points
            for part, points in self.report.scores.get(player, {}).items()
            if not claimed
            or cells.isdisjoint((f"score.{part}", f"{part}.points", f"{part}.{claimed.get(part)}"))
        }
        if not counted:
            return None
        style, sketch = self.context.style, Sketch(self.context)
        each = min(COLUMN, (wide - HAND) / len(counted))
        start = wide - each * len(counted)
        head = style.lettering(lettered.LABEL, "regular", "secondary", "middle", steps_down=True)
        words = (self.context.text(f"score.{part}") for part in counted)
        heads = art.row(*(head.fit(one, "score", each - 1.0) for one in words), gap=1.0)
        sketch.place(heads, start + 0.5, 0.0)
        base = heads.height + 4.0
        rows = {"correction.claimed": claimed, "correction.counted": counted}
        for key, values in rows.items() if claimed else (("correction.counted", counted),):
            how = style.lettering(lettered.LABEL, "bold" if values is counted else "regular")
            sketch.write(self.context.say(key), 0.0, base, how)
            for number, (part, points) in enumerate(counted.items()):
                wrong = values.get(part, points) != points
                value = numeral(values[part]) if part in values else "–"
                tone = replace(how, align="middle", colour="error" if wrong else "ink")
                sketch.write(value, start + (number + 0.5) * each, base, tone)
            base += 5.0
        return sketch.drawing(wide, base - 4.0)

    def _finding(self, number: int, found: Finding, width: Mm) -> Drawing:
        """Draw a numbered finding; one that may only follow from another stands behind an arrow."""
        context, language, text = self.context, self.context.options.language, lettered.TEXT
        place = place_in_words(found, language, on_paper=True)
        told = [
            place + self.report.message_in(found, language),
            self.report.sentence(found, language),
        ]
        if found.instead:
            labels = tuple(map(context.sentences.label, found.instead))
            told.append(say(message("records.instead", cells=labels), language))
        how, left, sketch = context.style.lettering, 0.0, Sketch(context)
        hows = [how(text, "bold"), how(text), how(text)]
        if (cause := found.cause) is not None:
            every = chain.from_iterable(self.findings.values())
            first = next(n for n, one in every if one is self.report.told[cause])
            told.insert(1, context.say(message("correction.follows", number=str(first))))
            hows.insert(1, how(text, "italic"))
            sketch.put(*(Line(*way, art.Stroke("error", 0.9)) for way in ARROW))
            left = INDENT
        rest = width - left - NUMBER
        lines = zip(told, hows, strict=False)
        body = art.column(*(one.fit(words, "finding", rest) for words, one in lines), gap=1.2)
        bold = how(lettered.LEAST_SIZE + 1, "bold", "error" if left else "error.on", "middle")
        sketch.put(*draw_patch(str(number), left + 2.4, 1.4, bold))
        sketch.place(body, left + NUMBER, 0.0)
        return sketch.drawing(width, body.height)


def round_words(shown: Paper, setting: Context) -> str:
    """Return the name of a paper that belongs to all, else its number, and whose is what."""
    number = message("records.round", number=shown.name.removeprefix("round"))
    name = setting.sentences.texts.get(f"score.{shown.name}") or setting.say(number)
    signs = (f"{SIGNS[shape]} {who}" for who, shape in shown.owners.items() if shape)
    return " · ".join((name, *signs))


def findings_by_paper(
    report: Report, papers: Collection[str]
) -> Mapping[str | None, Sequence[Found]]:
    """Return the numbered findings by paper: the round's where rounds have one, or the player's."""
    of = defaultdict[str | None, list[Found]](list)
    for number, found in report.numbered():
        of_round = f"round{found.round}"
        of[of_round if of_round in papers else found.player].append((number, found))
    return of


def _in_page_order(report: Report) -> Mapping[str | None, Sequence[Found]]:
    """Return the findings by paper, numbered anew in the order in which they stand on the pages."""
    names = dict.fromkeys(one.name for one in report.papers if one.name not in report.players)
    of, number = findings_by_paper(report, names), count(1)
    papers = (None, *names, *report.players)
    return {name: [(next(number), found) for _, found in of[name]] for name in papers}


def ring_findings(
    sheet: Drawing,
    shown: Paper,
    findings: Iterable[Found],
    setting: Context,
    unsaid: Collection[str] = (),
) -> Drawing:
    """Fill a sheet in as recorded, but for `unsaid` cells, and ring its findings, numbered."""
    marks, rings = _marked(sheet, shown, findings, setting)
    marks |= {cell: replace(marks[cell], text="") for cell in unsaid if cell in marks}
    return _fill_in(sheet, shown, (marks, rings), setting)


def _fill_in(sheet: Drawing, shown: Paper, marked: Marked, setting: Context) -> Drawing:
    font, (marks, rings) = setting.style.family.bold, marked
    return add_numbered_rings(write_in(draw_bands(sheet, shown.lines), marks, font), rings, font)


def _marked(sheet: Drawing, shown: Paper, findings: Iterable[Found], setting: Context) -> Marked:
    """Return what is written in cells, what is wrong there struck, and the rings about them."""
    there, label = {cell.id for cell in all_cells(sheet)}, setting.sentences.label
    shown_there = ((cell, mark) for cell, mark in shown.marks.items() if cell in there)
    marks = {cell: replace(mark, text=label(mark.text)) for cell, mark in shown_there}
    rings = defaultdict[str, CellRing](CellRing)
    for number, found in findings:
        if (cell := found.cell or found.where) in there:
            mark, wrong, before = marks.get(cell, Mark()), label(found.wrote), rings[cell]
            right = label(found.right) or before.right
            if wrong:
                # What counts instead stands beside what is struck, with its owner's shape.
                sign = f"{SIGNS[mark.shape]} " if mark.shape in SIGNS and shown.owners else ""
                counts = mark.text if mark.colour != "error" else ""
                is_there = mark.text.lstrip("−") == wrong.lstrip("−")
                if not right and (found.turn is not None or not is_there):
                    right = f"{sign}{counts}".rstrip()
                marks[cell] = _struck(mark, wrong, found, shown, setting)
            rings[cell] = CellRing((*before.numbers, number), right)
        # What was struck may be right later.
        marked = {cell: marks.get(cell, Mark()) for cell in found.lacks}
        for cell in (at for at, mark in marked.items() if mark.colour == "error" or not mark.text):
            rings[cell] = replace(rings[cell], numbers=(*rings[cell].numbers, number))
    return marks, rings


def _struck(mark: Mark, wrong: str, found: Finding, shown: Paper, setting: Context) -> Mark:
    """Return what was put in a cell, struck: by several findings, one after another."""
    is_before = mark.colour == "error" and wrong not in mark.text.split()
    words = f"{mark.text} {wrong}".strip() if is_before else wrong
    if mark.text == words.lstrip("−"):
        words = mark.text
    shape = mark.shape
    if colour := setting.game.head.colours.get(found.wrote):
        shape = "circle" if colour.shape == "none" else colour.shape
    elif shape in SIGNS:
        own = shown.owners.get(found.player or "")
        shape = next((one.shape for one in shown.marks.values() if one.shape == own), shape)
    return replace(mark, text=words, colour="error", shape=shape)


def _file_words(name: str, how: lettered.Lettering, width: Mm) -> str:
    """Return a file's name as it can be printed: `?` for what no typeface has, a long name cut."""
    words = "".join(letter if lettered.can_print(letter, how.font) else "?" for letter in name)
    cut = (words[:end] + "…" * (end < len(words)) for end in range(len(words), -1, -1))
    least = lettered.LEAST_SIZE
    return next(one for one in cut if lettered.width_of(one, how.font, least) <= width)


def _room(setting: Context) -> Mm:
    return (
        setting.options.size.height - PAGE_TOP - footer_height(setting, setting.options.size) - 2.0
    )


def _pages(runs: Iterable[Run], setting: Context) -> list[Page]:
    size, pages, y = setting.options.size, [list[Copy]()], 0.0
    for columns, every in runs:
        blocks, wide = every, _column_width(columns, setting) + COLUMN_GAP
        while blocks:
            room = _room(setting) - y
            shown = _filled(blocks, room)[:columns]
            if y and any(block.height > room for block in chain.from_iterable(shown)):
                pages, y = [*pages, []], 0.0
                continue
            blocks = blocks[sum(map(len, shown)) :]
            if not blocks:
                last = list(chain.from_iterable(shown))
                highs = count(sum(block.height for block in last) / columns)
                shown = next(so for high in highs if len(so := _filled(last, high)) <= columns)
            drawn = [art.column(*column, gap=BLOCK_GAP) for column in shown]
            for number, one in enumerate(drawn):
                at = OUTER_MARGIN + number * wide, PAGE_TOP + y
                pages[-1].append(Copy(1, Placed(one, *at), is_read=True))
            y += max(one.height for one in drawn) + BLOCK_GAP
            if blocks:
                pages, y = [*pages, []], 0.0
    if (left := _room(setting) - y) > WORTH_LINES:
        words, size_left = setting.say("correction.notes"), (_column_width(1, setting), left)
        notes = lined_field(setting, words, size_left)
        pages[-1].append(Copy(1, Placed(notes, OUTER_MARGIN, PAGE_TOP + y), is_read=True))
    return [Page(size, copies=tuple(copies)) for copies in pages]


def _filled(blocks: Sequence[Drawing], high: Mm) -> list[list[Drawing]]:
    return art.in_rows(blocks, high, BLOCK_GAP, lambda block: block.height)
