"""A game as typed on the page: its record, its sheets as pictures, what the judge says of it."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property, lru_cache, partial, reduce
from random import Random
from typing import Annotated, Any, Literal, TypeVar, get_args

from pydantic import BaseModel, Field, ValidationError

from generator.correction import PRINTABLE, Found, findings_by_paper, ring_findings, round_words
from generator.errors import Problem
from generator.game import Game, Paper
from generator.game.facts import MOST_PLAYERS
from generator.page import entry_form
from generator.page.entry_form import RecordValue, StrangeError
from generator.page.wording import worded
from generator.paper.page import all_cells
from generator.paper.shapes import Drawing
from generator.printables.context import Context, Options, palette
from generator.printables.planning import sheet_showing
from generator.reading.nodes import LIMIT_BYTES, Path, dotted_path
from generator.records.reading import RecordText
from generator.records.record_format import FORMAT
from generator.records.replay import report_of
from generator.records.report import ERROR, Finding, Report, place_in_words, told_once
from generator.records.writing import translate_fields, translated_paths, yaml_of
from generator.render.svg import svg
from generator.rules import AnyRules
from generator.rules.cells import Cell, as_marks, parse_number
from generator.rules.naming import word_for
from generator.rules.optional import (
    fields_from_typed,
    paper_cells,
    papers_from_state,
    round_field,
)
from generator.words import Language, escape_unseen, message, typeset_message

SCORE = "score."
Plain = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _SheetPicture:
    drawing: Drawing
    svg: str

    def as_json(self) -> Plain:
        wide, high = self.drawing.width, self.drawing.height
        cells = []
        for cell in all_cells(self.drawing):
            place = {"x": cell.x / wide, "y": cell.y / high}
            size = {"width": cell.width / wide, "height": cell.height / high}
            cells.append({"id": cell.id, "label": cell.label, **place, **size})
        return {"svg": self.svg, "width": wide, "height": high, "cells": cells}


@lru_cache(maxsize=32)
def drawing_context(game: Game, language: Language) -> Context:
    """Return the context in which the page draws papers, in a language that the game has."""
    language = game.language(language)
    return Context(
        game,
        PRINTABLE,
        Options(language=language),
        typeset_message(message("correction.title"), language),
    )


@lru_cache(maxsize=64)
def sheet_picture(setting: Context, part: str) -> _SheetPicture:
    """Return the sheet that shows a part; LudokitError where there is none."""
    drawing = sheet_showing(setting, part, 130.0)
    title = setting.sentences.title
    return _SheetPicture(drawing, str(svg(drawing, palette(setting.game, "colour"), title=title)))


def _overlay_svg(
    paper: Paper, findings: Sequence[Found], setting: Context, typed: Collection[str] = ()
) -> str:
    """Return what is written on a sheet as SVG to lay over it; cells `typed` show their text."""
    drawing = sheet_picture(setting, paper.part).drawing
    empty = replace(drawing, shapes=(), cells=tuple(all_cells(drawing)))
    filled = ring_findings(empty, paper, findings, setting, typed)
    return str(svg(filled, palette(setting.game, "colour"), title=paper.name))


@lru_cache(maxsize=32)
def paper_part(rules: AnyRules) -> str | None:
    """Return the part of the game that papers are printed from; None where there are none."""
    state, chance = rules.smallest_start(), Random(1)
    papers = papers_from_state(rules, state)
    if not papers:
        # Papers that belong to rounds exist once a round begins.
        papers = papers_from_state(rules, rules.play(state, rules.random_turn(state, chance)))
    return papers[0].part if papers else None


def cell_names(rules: AnyRules, language: Language) -> list[Plain]:
    """Return the cells of a final paper with their names, and what each can be marked with."""
    said = rules.game.sentences_in(language)
    found = []
    for cell in paper_cells(rules, 0):
        words = [
            [word, word_for(cell.kind, word, said) if cell.kind else ""] for word in cell.marks
        ]
        name = _name(cell, rules, language)
        found.append({"id": cell.id, "name": name, "marks": words, "group": cell.group})
    return found


def _name(cell: Cell, rules: AnyRules, language: Language) -> str:
    game = rules.game
    said = game.sentences_in(language)
    if cell.id.startswith(SCORE):
        part = word_for("score", cell.id.removeprefix(SCORE), said)
        return typeset_message(message("page.check-cell-score", part=part), language)
    if cell.place and f"{SCORE}{cell.row}" in said.texts:
        values = {
            "row": word_for("score", cell.row, said),
            "place": str(cell.place),
            "label": said.label(cell.id),
        }
        return typeset_message(message("page.check-cell-row", **values), language)
    titles: Mapping[str, str] = {
        one: said.texts[name]
        for name, part in game.head.parts.items()
        if name in said.texts
        for one in part.cell_ids()
    }
    if cell.id in titles:
        return f"{titles[cell.id]} {said.label(cell.id).rpartition('.')[2]}"
    return said.label(cell.id)


Way = Literal["papers", "turns", "both"]
WAYS: tuple[Way, ...] = get_args(Way)
# The longest text of a field, and the deepest nesting of a form; the record's own limits are lower.
LONGEST = 500
DEEPEST = 16
Text = Annotated[str, Field(max_length=LONGEST)]
T = TypeVar("T")
Several = Annotated[tuple[T, ...], Field(max_length=MOST_PLAYERS)]


@dataclass(frozen=True)
class Submission:
    """What the page sends of a game: players and, seat by seat, the text in each paper's cells."""

    rules: AnyRules
    language: Language
    way: Way
    names: tuple[str, ...]
    variants: tuple[str, ...] = ()
    day: str = ""
    place: str = ""
    papers: tuple[Mapping[str, str], ...] = ()
    fields: Any = None

    @cached_property
    def players(self) -> tuple[str, ...]:
        """Return the names; a player without one is called by the seat."""
        seats = (message("page.check-player", number=str(n + 1)) for n in range(len(self.names)))
        named = zip(self.names, seats, strict=True)
        return tuple(name or typeset_message(seat, self.language) for name, seat in named)

    @property
    def has_papers(self) -> bool:
        """Return whether final papers are typed."""
        return self.way != "turns"

    @property
    def has_turns(self) -> bool:
        """Return whether turns are typed."""
        return self.way != "papers"

    def cells(self, seat: int) -> tuple[Cell, ...]:
        """Return the cells of the paper of a seat."""
        return paper_cells(self.rules, seat)

    @cached_property
    def body(self) -> dict[str, Any]:
        """Return the game's own fields; StrangeError for what no form holds."""
        first, form = self.rules.body_fields[0], entry_form.build_form(self.rules, self.language)
        found = entry_form.record_from_form(self.fields, form, self.players) or {}
        body = {name: inner for name, inner in found.items() if self.has_turns or name != first}
        if self.has_turns:
            body.setdefault(first, [])
        if self.has_papers:
            body |= fields_from_typed(
                self.rules, dict(zip(self.players, self.papers, strict=False))
            )
        return body

    @cached_property
    def record(self) -> dict[str, Any]:
        """Return the fields of the record, in canonical words."""
        head: dict[str, Any] = {"format": FORMAT, "game": self.rules.game.name}
        head["rules"] = self.rules.game.head.version
        if self.variants:
            head["variant"] = self.variants[0] if len(self.variants) == 1 else list(self.variants)
        if self.day:
            head["date"] = _day(self.day)
        if self.place:
            head["place"] = self.place
        return {**head, "players": list(self.players), **self.body}

    @cached_property
    def spoken(self) -> dict[str, Any]:
        """Return the fields of the record in the words of the language."""
        return translate_fields(self.record, self.rules, self.rules.game.language(self.language))

    @cached_property
    def text(self) -> str:
        """Return the record as a file."""
        return yaml_of(self.spoken)

    @cached_property
    def report(self) -> Report:
        """Return what the judge says of the record."""
        return self._judged(self.text)

    def report_of_fields(self, fields: dict[str, Any]) -> Report:
        """Return what the judge says of other fields of the record, in canonical words."""
        spoken = translate_fields(fields, self.rules, self.rules.game.language(self.language))
        return self._judged(yaml_of(spoken))

    def _judged(self, text: str) -> Report:
        return report_of(RecordText(f"{self.rules.game.name}.yaml", 0, text))


def _day(text: str) -> date | str:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return text


class _Sent(BaseModel, strict=True):
    way: Way
    players: Several[Text] | None = None
    variants: Several[Text] | None = None
    date: Text = ""
    place: Text = ""
    papers: Several[Mapping[str, Text]] | None = None
    fields: Any = None


def read_submission(data: bytes, rules: AnyRules, language: Language) -> Submission:
    """Read what the page sends; StrangeError for what its forms cannot send."""
    if len(data) > LIMIT_BYTES:
        raise StrangeError
    try:
        sent = _Sent.model_validate_json(data)
    except ValidationError:
        raise StrangeError from None
    _require_flat(sent.fields)
    names, variants = sent.players or (), sent.variants or ()
    papers = [{cell: text for cell, text in one.items() if text} for one in sent.papers or ()]
    return Submission(
        rules,
        language,
        sent.way if len(rules.body_fields) > 1 else "turns",
        tuple(name.strip() for name in names),
        tuple(dict.fromkeys(variants)),
        sent.date,
        sent.place.strip(),
        tuple([*papers, *({} for _ in names)][: len(names)]),
        sent.fields,
    )


def _require_flat(sent: object, depth: int = 0) -> None:
    if depth > DEEPEST:
        raise StrangeError
    for one in sent.values() if isinstance(sent, dict) else sent if isinstance(sent, list) else ():
        _require_flat(one, depth + 1)


@dataclass(frozen=True, slots=True)
class _FindingWords:
    number: int
    is_error: bool
    follows: int | None
    wrong: str
    rule: str
    instead: str
    path: str
    seat: int | None
    cell: str


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a record cannot be read, and the address in the form; `cell` is one of a seat's paper.

    `within` leads to what has it in the record.
    """

    words: str
    path: str = ""
    seat: int | None = None
    cell: str = ""
    within: Path = ()


@dataclass(frozen=True, slots=True)
class _PaperOverlay:
    name: str
    part: str
    seat: int | None
    svg: str


# A player, the points by what they are for, and those of them that are added up on the paper.
_ScoreLine = tuple[str, Mapping[str, int], Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class Judgement:
    """A report in words: `head` in one line, then its parts."""

    head: str
    is_valid: bool
    faults: tuple[Fault, ...] = ()
    findings: tuple[_FindingWords, ...] = ()
    papers: tuple[_PaperOverlay, ...] = ()
    parts: Mapping[str, str] = field(default_factory=dict)
    points: tuple[_ScoreLine, ...] = ()
    winner: str = ""
    record: str = ""
    likely: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def judge_submission(typed: Submission) -> Judgement:
    """Judge a submission; what its form cannot hold becomes a fault."""
    try:
        report = typed.report
    except StrangeError as error:
        words = error.worded(typed.language)
        return Judgement(words, is_valid=False, faults=(Fault(words),))
    faults = tuple(_faults(typed))
    typed = _with_seats(typed, faults)
    report = _legible_report(typed, faults) if faults else report
    if faults:
        found = describe_around(faults, report, typed.language, typed)
    elif any(typed.body.values()):
        found = describe_report(report, typed.language, typed)
    else:
        head = typeset_message(message("page.check-empty"), typed.language)
        found = Judgement(head, is_valid=True)
    return replace(found, papers=tuple(_papers(typed, report)), record=typed.text)


def describe_around(
    faults: Sequence[Fault], report: Report, language: Language, typed: Submission | None = None
) -> Judgement:
    """Put faults into words, and the errors in all else; no sums where something is missing."""
    head = message("page.check-unreadable", n=len(faults))
    if not report.is_readable:
        return Judgement(typeset_message(head, language), is_valid=False, faults=tuple(faults))
    if report.errors:
        head = message(
            "page.check-rest", faults=head, rest=message("records.errors", n=len(report.errors))
        )
    found = describe_report(report, language, typed)
    seats = {fault.seat for fault in faults if not _is_of_name(fault)}
    known = {name for seat, name in enumerate(report.players) if not seats & {seat, None}}
    return replace(
        found,
        head=typeset_message(head, language),
        is_valid=False,
        faults=tuple(faults),
        findings=tuple(one for one in found.findings if one.is_error),
        points=tuple(one for one in found.points if one[0] in known),
        winner="",
    )


def _with_seats(typed: Submission, faults: Iterable[Fault]) -> Submission:
    """Call players by their seats whose names cannot stand: all that they wrote is judged."""
    unnamed = {fault.within[1] for fault in faults if _is_of_name(fault)}
    names = ("" if seat in unnamed else name for seat, name in enumerate(typed.names))
    return replace(typed, names=tuple(names)) if unnamed else typed


def _is_of_name(fault: Fault) -> bool:
    return fault.within[:1] == ("players",) and len(fault.within) > 1


def _legible_report(typed: Submission, faults: Iterable[Fault]) -> Report:
    """Judge a submission without what has faults, and without what hangs on that."""
    unread, paths = defaultdict[int | None, set[str]](set), list[Path]()
    for fault in faults:
        unread[fault.seat].add(fault.cell)
        paths += [fault.within] if fault.seat is None and not _is_of_name(fault) else []
    if ("players",) in paths:
        return typed.report
    papers = (_legible_paper(one, unread[seat]) for seat, one in enumerate(typed.papers))
    rest = replace(typed, papers=tuple(papers))
    depth = 2 if round_field(typed.rules) else 1
    return rest.report_of_fields(reduce(partial(_cut, depth=depth), paths, rest.record))


def _legible_paper(paper: Mapping[str, str], unread: Collection[str]) -> Mapping[str, str]:
    """Return a paper without some cells, nor its sums where these cells are added up in them."""
    is_summed = any(not cell.startswith(SCORE) for cell in unread)
    kept = (cell for cell in paper if not (is_summed and cell.startswith(SCORE)))
    return {cell: paper[cell] for cell in kept if cell not in unread}


def _cut(value: RecordValue, path: Path, depth: int) -> RecordValue:
    """Return a record without a field, nor what follows it in lists as deep as its turns are."""
    step, rest = path[0] if path else None, path[1:]
    match value:
        case dict() if rest and step in value:
            return {**value, step: _cut(value[step], rest, depth)}
        case list() if isinstance(step, int):
            last = value[step : step + 1] if depth > 1 and rest else []
            return [*value[:step], *(_cut(one, rest, depth - 1) for one in last)]
        case dict():
            return {name: inner for name, inner in value.items() if name != step}
    return value


def describe_report(
    report: Report, language: Language, typed: Submission | None = None
) -> Judgement:
    """Put a report into words, with addresses in the form where it was typed into one."""
    # What was typed into a form has no lines.
    notes = tuple(_placed(report.notes_in(language), language, has_lines=typed is None))
    if not report.is_readable:
        told = told_once(report.problems_in(language))
        faults = tuple(map(Fault, _placed(told, language)))
        head = typeset_message(message("page.check-not-read", n=len(report.problems)), language)
        return Judgement(head, is_valid=False, faults=faults, notes=notes)
    if report.untold:
        more = message("records.more-findings", n=report.untold)
        notes = (typeset_message(more, language), *notes)
    said = report.sentences_in(language)
    parts = dict.fromkeys(name for points in report.scores.values() for name in points)
    return Judgement(
        typeset_message(report.verdict, language),
        report.is_valid,
        findings=tuple(_findings(report, language, typed)),
        parts={name: word_for("score", name, said) for name in parts},
        points=tuple(
            (player, points, report.added_up.get(player, {}))
            for player, points in report.scores.items()
        ),
        winner=typeset_message(report.ending, language),
        likely=report.suggestions_in(language),
        notes=notes,
    )


def _findings(
    report: Report, language: Language, typed: Submission | None
) -> Iterator[_FindingWords]:
    form = entry_form.build_form(typed.rules, language) if typed else {}
    number_of = {id(found): n for n, found in report.numbered()}
    for n, found in report.numbered():
        cause = None if found.cause is None else number_of[id(report.told[found.cause])]
        labels = tuple(map(report.sentences_in(language).label, found.instead))
        place = place_in_words(found, language, on_paper=typed is not None)
        yield _FindingWords(
            n,
            found.severity == ERROR,
            cause,
            place + report.message_in(found, language),
            report.sentence(found, language),
            typeset_message(message("records.instead", cells=labels), language) if labels else "",
            entry_form.field_address(found.path, form, typed.players) if typed else "",
            report.players.index(found.player) if found.player in report.players else None,
            found.cell or found.where or (_cell(found, typed) if typed else ""),
        )


def _cell(found: Finding, typed: Submission) -> str:
    cells = typed.cells(0) if typed.has_papers else ()
    return next((one.id for one in cells if one.within and one.within == found.path[2:]), "")


def _placed(
    told: Iterable[Problem], language: Language, *, has_lines: bool = True
) -> Iterator[str]:
    for problem in told:
        number = message("records.line", number=str(problem.line))
        line = typeset_message(number, language) if has_lines and problem.line is not None else ""
        words = (line, escape_unseen(problem.field), worded(problem.message, language))
        yield " – ".join(filter(None, words))


def _faults(typed: Submission) -> Iterator[Fault]:
    language, said = typed.language, typed.rules.game.sentences_in(typed.language)
    for seat, paper in enumerate(typed.papers if typed.has_papers else ()):
        for cell in typed.cells(seat):
            text = paper.get(cell.id, "")
            # A mark on a photograph that nobody has looked at yet.
            key = "page.check-open-cell" if cell.marks else "page.check-no-number"
            is_known = text in cell.marks if cell.marks else parse_number(text) is not None
            if text.strip() and not is_known:
                name = _name(cell, typed.rules, language)
                if not cell.id.startswith(SCORE):
                    name = said.label(cell.id)
                values = {"player": typed.players[seat], "cell": name, "found": text}
                words = typeset_message(message(key, **values), language)
                yield Fault(words, seat=seat, cell=cell.id)
    form, known = entry_form.build_form(typed.rules, language), dict[str, tuple[Path, Path]]()
    for spoken, path in translated_paths(typed.record, typed.spoken):
        known[dotted_path(spoken)] = spoken, path
    for problem in typed.report.problems_in(language):
        spoken, path = known.get(problem.field, ((), ()))
        place = _field_words(spoken, language) if spoken else problem.field
        words = next(_placed([replace(problem, field=place)], language, has_lines=False))
        address = entry_form.field_address(path, form, typed.players) or dotted_path(path)
        if path[:1] == ("players",):
            address = ".".join(map(str, path))
        yield Fault(words, address, within=path)


def _field_words(path: Path, language: Language) -> str:
    """Return a path as it is read on the page: the names of its fields, items by number."""
    numbers = {
        step: message("page.check-row", number=str(step + 1))
        for step in path
        if isinstance(step, int)
    }
    return ", ".join(
        typeset_message(numbers[step], language) if isinstance(step, int) else step for step in path
    )


def _papers(typed: Submission, report: Report) -> Iterator[_PaperOverlay]:
    setting = drawing_context(typed.rules.game, typed.language)
    part = paper_part(typed.rules)
    if typed.has_papers and part is not None:
        of = findings_by_paper(report, ())
        for seat, player in enumerate(typed.players):
            cells = typed.cells(seat)
            paper = Paper(player, part, as_marks(typed.papers[seat], cells))
            said = frozenset(cell.id for cell in cells if not cell.marks)
            drawn = _overlay_svg(paper, of[player], setting, said)
            yield _PaperOverlay(player, part, seat, drawn)
        return
    shown = report.papers
    of = findings_by_paper(report, {paper.name for paper in shown})
    for paper in shown:
        is_own = paper.name in typed.players
        owner = typed.players.index(paper.name) if is_own else None
        name = paper.name if is_own else round_words(paper, setting)
        drawn = _overlay_svg(paper, of[paper.name], setting)
        yield _PaperOverlay(name, paper.part, owner, drawn)
    if not shown and part is not None and report.is_readable:
        yield _PaperOverlay("", part, None, "")
