"""The correction sheet: each player's paper as recorded, wrong cells ringed, findings beside."""

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import starmap
from pathlib import Path
from typing import TypeAlias

from generator.game import Game, Paper
from generator.output import safe_stem
from generator.paper import shapes as art
from generator.paper import text as lettered
from generator.paper.marks import number_rings, write_in
from generator.paper.page import OUTER_MARGIN, PAPERS, Copy, Page, PaperName, all_cells
from generator.printables.context import Options, PrintContext, palette
from generator.printables.pages import BAND, numbered, with_name
from generator.printables.planning import sheet_showing
from generator.printables.sketch import Sketch
from generator.records.report import Finding, Report, place_words
from generator.render.document import DocumentFacts
from generator.render.pdf import draw
from generator.rules.family import Told
from generator.words import Language, Message, message, numeral, say

GAP: art.Mm = 4.0
TOP: art.Mm = 10.0
NUMBER: art.Mm = 8.0
COLUMN: art.Mm = 24.0
TURN: art.Mm = 26.0
PRINTABLE = "correction"
# How marks by hand are told apart in words.
SIGNS = {"circle": "○", "square": "□", "triangle": "△"}
# A finding by its number.
Found: TypeAlias = tuple[int, Finding]


def file_name(report: Report, content: bytes) -> str:
    """Return the name of a correction: the record's, and six digits that tell versions apart."""
    digits = hashlib.sha256(content).hexdigest()[:6]
    index = f"-{report.index}" if report.index else ""
    stem = Path(report.file).stem if report.file != "-" else "stdin"
    return f"corrections/{safe_stem(stem)}-{digits}{index}.pdf"


def correction(report: Report, game: Game, language: Language, size: PaperName = "a4") -> bytes:
    """Draw the correction of a record that could be read as a PDF."""
    language = game.language(language)
    title = say(message("correction.title"), language)
    context = PrintContext(game, PRINTABLE, Options(language=language, paper=size), title)
    width = PAPERS[size].width - 2 * OUTER_MARGIN
    # All players have the same sheet: it is laid out once.
    parts = {one.part for one in report.papers}
    sheets = {part: sheet_showing(context, part, width) for part in parts}
    sheet = _Sheet(report, context, width, sheets)
    said = context.said
    facts = DocumentFacts(f"{said.title} – {title}", subject=said.rights, language=language)
    return draw(_pages(tuple(sheet.blocks()), context), palette(game, "colour"), facts)


@dataclass(frozen=True, slots=True)
class _Sheet:
    """What stands on the correction of one record, in blocks of one width from top to bottom."""

    report: Report
    context: PrintContext
    width: art.Mm
    sheets: Mapping[str, art.Drawing]

    def blocks(self) -> Iterator[art.Drawing]:
        """Yield what stands on the sheet: the table's findings, then each paper with its own."""
        yield self._title()
        if not self.report.findings:
            how = self.context.style.lettering(lettered.SECTION)
            yield how.fitted(self.context.say("correction.nothing"), "words", self.width)
        papers = {one.name: one for one in self.report.papers}
        of = defaultdict[str | None, list[Found]](list)
        for number, found in self.report.numbered():
            of[_owner(found, papers)].append((number, found))
        yield from starmap(self._finding, of[None])
        shared = [name for name in papers if name not in self.report.players]
        thread = art.Drawing(self.width, 1.0, (art.Line(0.0, 0.0, self.width, 0.0, art.FAINT),))
        for name in (*shared, *self.report.players):
            parts = self._parts(name, papers.get(name), of[name])
            yield art.above(thread, *parts, gap=GAP)
            yield from starmap(self._finding, of[name])
        yield from map(self._told, self.report.told)

    def _told(self, one: Told) -> art.Drawing:
        """Draw a turn in words: what was done, wrong deeds in red, and how things stood then."""
        lettering = self.context.style.lettering
        head = say(message("records.turn", number=str(one.turn)), self.context.options.language)
        lines = []
        for deed in one.done:
            how = lettering(lettered.TEXT, "regular", "error" if deed.is_wrong else "ink")
            lines.append(how.fitted(self._said(deed.words), "deed", self.width - TURN))
        left = " · ".join(self._said(words) for words in one.left)
        how = lettering(lettered.LABEL, "regular", "secondary")
        lines.append(how.fitted(left, "deed", self.width - TURN))
        bold = lettering(lettered.LABEL, "bold", steps_down=True)
        return art.beside(
            bold.fitted(f"{head}\n{one.player}", "turn", TURN), art.above(*lines, gap=1.0)
        )

    def _said(self, words: Message) -> str:
        return self.report.say(words, self.context.options.language)

    def _parts(
        self, name: str, shown: Paper | None, findings: Sequence[Found]
    ) -> Iterator[art.Drawing]:
        """Yield a heading, the paper as recorded, and a player's score, as added up and as it is.

        A sheet with a line for the name has the name there.
        """
        is_player = name in self.report.players
        sheet = self.sheets[shown.part] if shown else art.Drawing(self.width, 0.0)
        if is_player and any(cell.id == "name" for cell in all_cells(sheet)):
            sheet = with_name(sheet, name, self.context)
        else:
            bold = self.context.style.lettering(lettered.SECTION, "bold")
            words = name if is_player or shown is None else self._round(shown)
            yield bold.fitted(words, "heading", self.width)
        if shown:
            yield self._ringed(sheet, shown, findings)
        if is_player:
            yield self._scores(name)

    def _round(self, shown: Paper) -> str:
        """Return the name of a paper that belongs to all, else its number, and whose is what."""
        number = message("records.round", number=shown.name.removeprefix("round"))
        name = self.context.said.texts.get(f"score.{shown.name}") or self.context.say(number)
        signs = (f"{SIGNS[shape]} {who}" for who, shape in shown.owners.items() if shape)
        return " · ".join((name, *signs))

    def _ringed(self, sheet: art.Drawing, shown: Paper, findings: Sequence[Found]) -> art.Drawing:
        """Fill a printed sheet in as recorded, and ring the cells of its findings, numbered."""
        there = {cell.id for cell in all_cells(sheet)}
        font = self.context.style.family.bold
        marks = {cell: mark for cell, mark in shown.marks.items() if cell in there}
        rings: dict[str, tuple[int, ...]] = {}
        for number, found in findings:
            if found.where in there:
                rings[found.where] = (*rings.get(found.where, ()), number)
        return number_rings(write_in(sheet, marks, font), rings, font)

    def _title(self) -> art.Drawing:
        style, sketch = self.context.style, Sketch(self.context)
        bold = style.lettering(lettered.TITLE, "bold")
        quiet = style.lettering(lettered.LABEL, "regular", "secondary", "right", steps_down=True)
        words = f"{self.context.said.title} – {self.context.title}"
        winners = ", ".join(self.report.winners)
        lines = [_file_words(Path(self.report.file).name, quiet, self.width / 2)]
        lines += [self.context.say(message("records.winner", names=winners))] if winners else []
        said = quiet.fitted("\n".join(lines), "file", self.width / 2)
        sketch.write(words, 0.0, bold.height, bold)
        sketch.place(said, self.width / 2, 0.0)
        return sketch.drawing(self.width, max(bold.height, said.height) + 1.0)

    def _scores(self, player: str) -> art.Drawing:
        """Draw the parts of the score in two lines, as added up by hand and as they are."""
        counted: Mapping[str, int] = self.report.scores.get(player, {})
        claimed: Mapping[str, int] = self.report.added_up.get(player, {})
        if not counted:
            return art.Drawing(self.width, 0.0)
        style, sketch = self.context.style, Sketch(self.context)
        start = self.width - COLUMN * len(counted)
        middles = {part: start + (n + 0.5) * COLUMN for n, part in enumerate(counted)}
        hand, ours = ("correction.claimed", claimed, 8.0), ("correction.counted", counted, 13.0)
        for key, values, base in (hand, ours):
            how = style.lettering(lettered.LABEL, "bold" if values is counted else "regular")
            sketch.write(self.context.say(key), 0.0, base, how)
            for part, x in middles.items():
                wrong = values.get(part, counted[part]) != counted[part]
                value = numeral(values[part]) if part in values else "–"
                tone = replace(how, align="middle", colour="error" if wrong else "ink")
                sketch.write(value, x, base, tone)
        head = style.lettering(lettered.LABEL, "regular", "secondary", "middle")
        for part, x in middles.items():
            sketch.write(self.context.text(f"score.{part}"), x, 3.0, head)
        return sketch.drawing(self.width, 15.0)

    def _finding(self, number: int, found: Finding) -> art.Drawing:
        """Draw a numbered finding: what is wrong and where, the rule's sentence, what would do."""
        context, language, text = self.context, self.context.options.language, lettered.TEXT
        told = [place_words(found, language) + self.report.worded(found, language)]
        told.append(self.report.sentence(found, language))
        if found.instead:
            labels = tuple(map(context.said.label, found.instead))
            told.append(say(message("records.instead", cells=labels), language))
        how = context.style.lettering
        hows = (how(text, "bold"), how(text), how(text, "regular", "secondary"))
        width, both = self.width - NUMBER, zip(told, hows, strict=False)
        body = art.above(*(one.fitted(words, "finding", width) for words, one in both), gap=1.2)
        bold, sketch = how(lettered.LEAST_SIZE + 1, "bold", "error.on", "middle"), Sketch(context)
        sketch.put(art.Circle(2.4, 1.4, 2.4, "error"))
        sketch.centre(str(number), 2.4, 1.4, bold)
        sketch.place(body, NUMBER, 0.0)
        return sketch.drawing(self.width, body.height)


def _owner(found: Finding, papers: Mapping[str, Paper]) -> str | None:
    """Return whose paper a finding belongs to: its round's where rounds have one, its player's."""
    of_round = f"round{found.round}"
    return of_round if of_round in papers else found.player


def _file_words(name: str, how: lettered.Lettering, width: art.Mm) -> str:
    """Return a file's name as it can be printed: what no typeface has is `?`, a long one is cut."""
    known = lettered.face(how.font).widths.keys() | lettered.face(lettered.SYMBOLS).widths.keys()
    words = "".join(letter if ord(letter) in known else "?" for letter in name)
    if lettered.width_of(words, how.font, lettered.LEAST_SIZE) <= width:
        return words
    cut = (f"{words[:end]}…" for end in range(len(words), 0, -1))
    least = lettered.LEAST_SIZE
    return next(one for one in cut if lettered.width_of(one, how.font, least) <= width)


def _pages(blocks: Sequence[art.Drawing], setting: PrintContext) -> tuple[Page, ...]:
    """Fill pages from top to bottom; what does not fit goes to the next one."""
    size = setting.options.size
    pages = art.in_rows(blocks, size.height - TOP - BAND - 2.0, GAP, lambda block: block.height)
    placed = (art.Placed(art.above(*page, gap=GAP), OUTER_MARGIN, TOP) for page in pages)
    return numbered(setting, [Page(size, copies=(Copy(1, one),)) for one in placed])
