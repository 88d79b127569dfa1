"""What was typed on the page, judged: the record that it is, and all that is said of it."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any, Literal, TypeAlias, get_args

from generator.correction import by_paper, round_words
from generator.errors import Problem
from generator.game import Paper
from generator.game.facts import MOST_PLAYERS
from generator.page import entries, sheets
from generator.page.entries import StrangeError
from generator.reading.nodes import LIMIT_BYTES, dotted
from generator.records.form import FORMAT
from generator.records.reading import Written
from generator.records.replay import report_of
from generator.records.report import ERROR, Finding, Report, place_words
from generator.records.writing import in_language, yaml_of
from generator.rules import AnyRules
from generator.rules.cells import Cell, as_marks, number
from generator.rules.naming import label
from generator.words import Language, message, numeral, printed

Way: TypeAlias = Literal["papers", "turns", "both"]
WAYS: tuple[Way, ...] = get_args(Way)
# As long as a place is; a name that is longer is refused by its record.
LONGEST = 500
# Nothing in a form lies deeper.
DEEPEST = 16
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class Typed:
    """What a page holds of a game: who plays, and what was written down, in one way or both.

    `papers` have what stands in each cell, seat by seat; `fields` are as the record's form has
    them.
    """

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
        """Return the names; whoever has none yet is called by the seat."""
        seats = (message("page.check-player", number=str(n + 1)) for n in range(len(self.names)))
        named = zip(self.names, seats, strict=True)
        return tuple(name or printed(seat, self.language) for name, seat in named)

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
        return self.rules.cells(seat)

    @cached_property
    def body(self) -> dict[str, Any]:
        """Return the game's own fields; StrangeError for what no form holds."""
        first, form = self.rules.contents[0], entries.asked(self.rules, self.language)
        found = entries.fields_of(self.fields, form, self.players) or {}
        body = {name: inner for name, inner in found.items() if self.has_turns or name != first}
        if self.has_turns:
            body.setdefault(first, [])
        if self.has_papers:
            body |= self.rules.of_papers(dict(zip(self.players, self.papers, strict=False)))
        return body

    @cached_property
    def is_begun(self) -> bool:
        """Return whether anything was written down but who plays."""
        return any(self.body.values())

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
        return in_language(self.record, self.rules, self.rules.game.language(self.language))

    @cached_property
    def text(self) -> str:
        """Return the record as a file."""
        return yaml_of(self.spoken)

    @property
    def file(self) -> str:
        """Return what the file is called."""
        return f"{self.rules.game.name}.yaml"

    @cached_property
    def report(self) -> Report:
        """Return what the judge says of the record."""
        return report_of(Written(self.file, 0, self.text))


def _day(text: str) -> date | str:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return text


def read(data: bytes, rules: AnyRules, language: Language) -> Typed:
    """Read what a page sends; StrangeError for what none would send."""
    if len(data) > LIMIT_BYTES:
        raise StrangeError
    try:
        sent = json.loads(data)
    except (ValueError, RecursionError):
        raise StrangeError from None
    if not isinstance(sent, dict) or sent.get("way") not in WAYS:
        raise StrangeError
    names = _texts(sent.get("players"))
    papers = [_cells(one) for one in _list(sent.get("papers"))]
    has_both = len(rules.contents) > 1
    _require_plain(sent.get("fields"))
    return Typed(
        rules,
        language,
        sent["way"] if has_both else "turns",
        tuple(name.strip() for name in names),
        tuple(dict.fromkeys(_texts(sent.get("variants")))),
        _text(sent.get("date", "")),
        _text(sent.get("place", "")).strip(),
        tuple([*papers, *({} for _ in names)][: len(names)]),
        sent.get("fields"),
    )


def _list(sent: Any) -> list[Any]:  # noqa: ANN401 - whatever was sent
    if not isinstance(sent, list | None) or len(sent or ()) > MOST_PLAYERS:
        raise StrangeError
    return sent or []


def _text(sent: Any) -> str:  # noqa: ANN401 - whatever was sent
    if not isinstance(sent, str) or len(sent) > LONGEST or _SURROGATE.search(sent):
        raise StrangeError
    return sent


def _texts(sent: Any) -> list[str]:  # noqa: ANN401 - whatever was sent
    return [_text(one) for one in _list(sent)]


def _cells(sent: Any) -> Mapping[str, str]:  # noqa: ANN401 - whatever was sent
    if not isinstance(sent, dict):
        raise StrangeError
    return {cell: _text(text) for cell, text in sent.items() if text != ""}


def _require_plain(sent: object, depth: int = 0) -> None:
    """Raise StrangeError where a form is deeper than any, or half a sign stands in it."""
    if depth > DEEPEST or (isinstance(sent, str) and _SURROGATE.search(sent)):
        raise StrangeError
    if isinstance(sent, dict):
        for one in (*sent, *sent.values()):
            _require_plain(one, depth + 1)
    elif isinstance(sent, list):
        for one in sent:
            _require_plain(one, depth + 1)


@dataclass(frozen=True, slots=True)
class Said:
    """A finding in words, and where it stands: a seat's cell, or an address in the form."""

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
    """Why a record cannot be read, and the address in the form; `cell` is one of a seat's paper."""

    words: str
    path: str = ""
    seat: int | None = None
    cell: str = ""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A paper to lay over the sheet of its part; nobody's seat where it belongs to all."""

    name: str
    part: str
    seat: int | None
    svg: str


@dataclass(frozen=True, slots=True)
class Points:
    """A player's score, part by part, as it is and as it was added up."""

    player: str
    counted: tuple[str, ...]
    claimed: tuple[str, ...]
    wrong: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is said of a record: `head` in one line, then what the report has."""

    head: str
    is_valid: bool
    faults: tuple[Fault, ...] = ()
    findings: tuple[Said, ...] = ()
    papers: tuple[Drawn, ...] = ()
    parts: tuple[str, ...] = ()
    points: tuple[Points, ...] = ()
    winner: str = ""
    record: str = ""
    likely: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def judged(typed: Typed) -> Judgement:
    """Judge what was typed; what no form holds is a fault in words."""
    try:
        report = typed.report
    except StrangeError as error:
        words = error.worded(typed.language)
        return Judgement(words, is_valid=False, faults=(Fault(words),))
    faults, papers = tuple(_faults(typed)), tuple(_papers(typed))
    if faults:
        head = printed(message("page.check-unreadable", n=len(faults)), typed.language)
        return Judgement(head, is_valid=False, faults=faults, papers=papers, record=typed.text)
    if not typed.is_begun:
        head = printed(message("page.check-empty"), typed.language)
        return Judgement(head, is_valid=True, papers=papers, record=typed.text)
    found = told(report, typed.language, typed)
    return replace(found, papers=papers, record=typed.text)


def told(report: Report, language: Language, typed: Typed | None = None) -> Judgement:
    """Return what is said of a record, with addresses in a form where it was typed into one."""
    # What was typed into a form has no lines.
    notes = tuple(_placed(report.notes_in(language), language, has_lines=typed is None))
    if not report.is_readable:
        faults = tuple(map(Fault, _placed(report.problems_in(language), language)))
        head = printed(message("page.check-not-read", n=len(faults)), language)
        return Judgement(head, is_valid=False, faults=faults, notes=notes)
    said = report.said(language)
    parts = dict.fromkeys(name for points in report.scores.values() for name in points)
    return Judgement(
        printed(report.verdict, language),
        report.is_valid,
        findings=tuple(_findings(report, language, typed)),
        parts=tuple(label("score", name, said) for name in parts),
        points=tuple(_points(report, tuple(parts))),
        winner=printed(report.ending, language),
        likely=report.likely(language),
        notes=notes,
    )


def _findings(report: Report, language: Language, typed: Typed | None) -> Iterator[Said]:
    form = entries.asked(typed.rules, language) if typed else {}
    number_of = {id(found): n for n, found in report.numbered()}
    for n, found in report.numbered():
        cause = None if found.cause is None else number_of[id(report.findings[found.cause])]
        labels = tuple(map(report.said(language).label, found.instead))
        place = place_words(found, language, on_paper=typed is not None)
        yield Said(
            n,
            found.severity == ERROR,
            cause,
            place + report.worded(found, language),
            report.sentence(found, language),
            printed(message("records.instead", cells=labels), language) if labels else "",
            entries.at_field(found.path, form, typed.players) if typed else "",
            report.players.index(found.player) if found.player in report.players else None,
            found.where or (_cell(found, typed) if typed else ""),
        )


def _cell(found: Finding, typed: Typed) -> str:
    """Return the cell of a final paper that a finding leads to without naming it."""
    cells = typed.cells(0) if typed.has_papers else ()
    return next((one.id for one in cells if one.within and one.within == found.path[2:]), "")


def _placed(
    told: Iterable[Problem], language: Language, *, has_lines: bool = True
) -> Iterator[str]:
    """Yield problems or notes, each with its line and its field."""
    for problem in told:
        number = message("records.line", number=str(problem.line))
        line = printed(number, language) if has_lines and problem.line is not None else ""
        words = (line, problem.field, printed(problem.message, language))
        yield " – ".join(filter(None, words))


def _faults(typed: Typed) -> Iterator[Fault]:
    """Yield what stands in a cell and is no number, then why the record cannot be read."""
    language = typed.language
    for seat, paper in enumerate(typed.papers if typed.has_papers else ()):
        for cell in typed.cells(seat):
            text = paper.get(cell.id, "")
            if text.strip() and not cell.marks and number(text) is None:
                words = printed(message("records.no-number", found=text), language)
                yield Fault(f"{typed.players[seat]} – {words}", seat=seat, cell=cell.id)
    form, known = entries.asked(typed.rules, language), dict[str, str]()
    for spoken, path in entries.spoken_paths(typed.record, typed.spoken):
        known[dotted(spoken)] = entries.at_field(path, form, typed.players) or dotted(path)
    for problem in typed.report.problems_in(language):
        words = " – ".join(filter(None, (problem.field, printed(problem.message, language))))
        yield Fault(words, known.get(problem.field, ""))


def _papers(typed: Typed) -> Iterator[Drawn]:
    """Yield each paper: as typed, or as the turns have it; empty before the first round."""
    report, setting = typed.report, sheets.setting_of(typed.rules.game, typed.language)
    part = sheets.part_of(typed.rules)
    if typed.has_papers and part is not None:
        of = by_paper(report, ())
        for seat, player in enumerate(typed.players):
            cells = typed.cells(seat)
            paper = Paper(player, part, as_marks(typed.papers[seat], cells))
            said = frozenset(cell.id for cell in cells if not cell.marks)
            drawn = sheets.written_on(paper, of[player], setting, said)
            yield Drawn(player, part, seat, drawn)
        return
    shown = report.papers
    of = by_paper(report, {paper.name for paper in shown})
    for paper in shown:
        is_own = paper.name in typed.players
        owner = typed.players.index(paper.name) if is_own else None
        name = paper.name if is_own else round_words(paper, setting)
        drawn = sheets.written_on(paper, of[paper.name], setting)
        yield Drawn(name, paper.part, owner, drawn)
    if not shown and part is not None and report.is_readable:
        yield Drawn("", part, None, "")


def _points(report: Report, names: tuple[str, ...]) -> Iterator[Points]:
    for player, points in report.scores.items():
        claimed = report.added_up.get(player, {})
        yield Points(
            player,
            tuple(numeral(points[name]) if name in points else "" for name in names),
            tuple(numeral(claimed[name]) if name in claimed else "" for name in names),
            tuple(name in claimed and claimed[name] != points.get(name) for name in names),
        )
