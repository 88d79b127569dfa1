"""What is said about one record, as values, as text, and for programs: JSON, SARIF for editors."""

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias, get_args
from urllib.parse import quote

from generator import __version__
from generator import words as vocabulary
from generator.errors import LudokitError, Problem
from generator.game import Game, Paper
from generator.game.sentences import Sentences
from generator.reading.expected import NO_ALIASES, Aliases
from generator.reading.fit import WORDS
from generator.records.played import Played
from generator.records.slip import Slip
from generator.rules import naming
from generator.rules.family import Luck, Refusal, Scores, Told
from generator.words import FieldWord, Language, Message, message, numeral, say, typeset

FORMAT = 1
VERSION_RULE = "rules-version"
Severity: TypeAlias = Literal["error", "warning"]
ERROR: Severity = "error"
WARNING: Severity = "warning"


@dataclass(frozen=True, slots=True)
class Finding(Refusal):
    """A broken rule at its place in the file, which is counted from 1.

    `cause` is the index of the finding that may be behind it.
    """

    line: int = 1
    column: int = 1
    cause: int | None = None

    @property
    def severity(self) -> Severity:
        """Return how much it matters: an error makes a record invalid, a warning does not."""
        return WARNING if self.is_warning else ERROR

    @property
    def after_error(self) -> bool:
        """Return whether it was made after an error that may have caused it."""
        return self.cause is not None


@dataclass(frozen=True)
class Report:
    """The judgement of one record; one that could not be read has problems and nothing else.

    What only its correction shows is worked out when it is asked for. `words` has the game's words
    by language, for the problems of a record that names a game, and for the `notes` on what was not
    written as it should be.
    """

    file: str
    index: int
    game_name: str | None
    game: Game | None = None
    players: tuple[str, ...] = ()
    is_finished: bool = False
    findings: tuple[Finding, ...] = ()
    scores: Scores = field(default_factory=dict)
    winners: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    words: Mapping[Language, Aliases] = field(default_factory=dict)
    played: Played | None = None
    notes: tuple[Problem, ...] = ()
    slips: tuple[Slip, ...] = ()

    @cached_property
    def papers(self) -> tuple[Paper, ...]:
        """Return what was recorded as it lies on paper, refused numbers too."""
        of = self.played
        return () if of is None else of.rules.recorded(of.last, of.content)

    @cached_property
    def added_up(self) -> Scores:
        """Return what was claimed by hand."""
        return {} if self.played is None else self.played.rules.added_up(self.played.content)

    @cached_property
    def told(self) -> tuple[Told, ...]:
        """Return the game in words, step by step, where papers do not show it."""
        if (of := self.played) is None:
            return ()
        return tuple(filter(None, (of.rules.told(*one) for one in of.judged())))

    @cached_property
    def luck(self) -> tuple[Luck, ...]:
        """Return how events of the rules' `odds` came out, in order."""
        if (of := self.played) is None:
            return ()
        return tuple(one for state, step, _ in of.judged() for one in of.rules.luck(state, step))

    @property
    def has_turns(self) -> bool:
        """Return whether turns were recorded, not papers alone."""
        return self.played is None or self.played.has_turns

    @property
    def is_readable(self) -> bool:
        """Return whether the record could be read."""
        return not self.problems

    @property
    def is_valid(self) -> bool:
        """Return whether the record could be read and no rule is broken in it."""
        return self.is_readable and not self.errors

    @property
    def errors(self) -> tuple["Finding", ...]:
        """Return the findings that are errors, no warnings."""
        return tuple(one for one in self.findings if one.severity == ERROR)

    @property
    def verdict(self) -> Message:
        """Return in a line what is said of a record that could be read."""
        if errors := self.errors:
            told = message("records.errors", n=len(errors))
            remarks = len(self.findings) - len(errors)
            return message("records.remarks", errors=told, n=remarks) if remarks else told
        return message("records.valid" if self.is_finished else "records.valid-so-far")

    @property
    def ending(self) -> Message:
        """Return who has won, or that nobody has."""
        if not self.winners:
            return message("records.no-winner")
        key = "records.winner" if len(self.winners) == 1 else "records.winners"
        return message(key, names=self.winners)

    @property
    def exit_code(self) -> int:
        """Return 0 for a valid record, 1 for one with an error, 2 for one that cannot be read."""
        return 0 if self.is_valid else 1 if self.is_readable else 2

    def numbered(self) -> tuple[tuple[int, Finding], ...]:
        """Return the findings, numbered from 1 for text and sheet: causes, then consequences."""
        firsts = [n if one.cause is None else one.cause for n, one in enumerate(self.findings)]
        order = sorted(range(len(firsts)), key=firsts.__getitem__)
        return tuple((number, self.findings[n]) for number, n in enumerate(order, start=1))

    def said(self, language: Language) -> Sentences:
        """Return the game's sentences; raise ValueError where the record could not be read."""
        if self.game is None:
            raise ValueError(self.file)
        return self.game.said_in(language)

    def worded(self, finding: Finding, language: Language) -> str:
        """Return what is wrong, typeset, with the labels and words of the game."""
        return typeset(self.say(finding.reason, language), language)

    def say(self, words: Message, language: Language) -> str:
        """Return words about the record, with the labels and words of the game."""
        return say(naming.labelled(words, self.said(language)), language)

    def problems_in(self, language: Language) -> tuple[Problem, ...]:
        """Return the problems with the game's own words for fields, cells and the like."""
        return self._in_words(self.problems, language)

    def notes_in(self, language: Language) -> tuple[Problem, ...]:
        """Return how what was not written as it should be was read, in the game's own words."""
        return self._in_words(self.notes, language)

    def _in_words(self, said: Iterable[Problem], language: Language) -> tuple[Problem, ...]:
        words = self.words.get(language, NO_ALIASES)
        return tuple(replace(one, message=_in_words(one.message, words)) for one in said)

    def likely(self, language: Language) -> tuple[str, ...]:
        """Return in sentences which slips may explain all that is wrong, the likeliest first."""
        keys = ("slips.first", *("slips.other" for _ in self.slips))
        told = (message(key, slip=one.reason) for key, one in zip(keys, self.slips, strict=False))
        return tuple(typeset(self.say(words, language), language) for words in told)

    def sentence(self, finding: Finding, language: Language) -> str:
        """Return the rule's own sentence, the same as on the rule sheet."""
        if finding.rule == VERSION_RULE:
            return say(message("records.rules-version-sentence"), language)
        return self.said(language).rules[finding.rule]


def _in_words(reason: Message, words: Aliases) -> Message:
    if reason.key == WORDS:
        values = dict(reason.values)
        ids, table = values["ids"], words.words.get(str(values["vocabulary"]), {})
        names = tuple(map(str, ids)) if isinstance(ids, tuple) else ()
        return message(WORDS, ids=tuple(next(iter(table.get(one, ())), one) for one in names))
    return message(reason.key, **{name: _worded(value, words) for name, value in reason.values})


def _worded(value: vocabulary.Value, words: Aliases) -> vocabulary.Value:
    match value:
        case FieldWord():
            return _field(value, words)
        case tuple():
            return tuple(_field(one, words) if isinstance(one, FieldWord) else one for one in value)
        case Message():
            return _in_words(value, words)
        case _:
            return value


def _field(word: FieldWord, words: Aliases) -> str | FieldWord:
    return next(iter(words.also(word.name)), word)


Tone: TypeAlias = Literal["strong", "good", "error", "warning", "faint"]

# Codes of ANSI terminals: bold, green, bold red, yellow, dim.
_CODES = dict(zip(get_args(Tone), ("1", "32", "1;31", "33", "2"), strict=True))
_CODE = re.compile(r"\x1b\[[0-9;]*m")
_INDENT = "    "


def text(report: Report, language: Language) -> str:
    """Return the report as lines of text."""
    plain = _CODE.sub("", coloured(report, language))
    return "\n".join(line.rstrip() for line in plain.split("\n"))


def coloured(report: Report, language: Language) -> str:
    """Return the report as lines of text with the colours of a terminal."""
    return "".join(line + "\n" for line in _lines(report, language))


def _lines(report: Report, language: Language) -> Iterator[str]:
    place = f" [{report.index}]" if report.index else ""
    file = _painted(vocabulary.shown(report.file) + place, "strong")
    if not report.is_readable:
        yield file
        yield _said(message("records.unreadable", n=len(report.problems)), language, "error")
        for problem in report.problems_in(language):
            yield _INDENT + problem.worded(language)
        yield from _noted(report, language)
        return
    yield f"{file} – {report.said(language).title} – {vocabulary.shown(', '.join(report.players))}"
    yield _said(report.verdict, language, "error" if report.errors else "good")
    for slip, words in zip(report.slips, report.likely(language), strict=True):
        place = say(message("records.line", number=str(slip.line)), language)
        yield _painted(f"{place} – ", "faint") + _painted(words, "strong")
    if any(found.after_error for found in report.errors):
        yield _said(message("records.after-error-note"), language, "faint")
    for number, found in report.numbered():
        yield from _finding(report, found, number, language)
    yield from _scores(report, language)
    yield _said(report.ending, language, "strong" if report.winners else "faint")
    yield from _noted(report, language)


def _noted(report: Report, language: Language) -> Iterator[str]:
    """Yield how what was not written as it should be was read, a line each."""
    for note in report.notes_in(language):
        line = say(message("records.line", number=str(note.line)), language)
        yield _painted(f"{line} – {say(note.message, language)}", "faint")


def _finding(report: Report, found: Finding, number: int, language: Language) -> Iterator[str]:
    tone: Tone = "error" if found.severity == ERROR else "warning"
    margin = _INDENT if found.after_error else ""
    sign = "↳ " if found.after_error else ""
    head, place = f"{margin}{sign}{number}. ", place_words(found, language)
    yield _painted(head, tone) + _painted(place, "faint") + report.worded(found, language)
    margin += _INDENT
    yield margin + say(message("records.rule", sentence=report.sentence(found, language)), language)
    if found.instead:
        labels = tuple(map(report.said(language).label, found.instead))
        yield _painted(margin + say(message("records.instead", cells=labels), language), "good")


def place_words(found: Finding, language: Language, *, on_paper: bool = False) -> str:
    """Return where a finding stands: line (of a file), round, turn, player, with a dash behind.

    What is no error says so first.
    """
    line = None if on_paper else found.line
    where = {"records.line": line, "records.round": found.round, "records.turn": found.turn}
    told = (message(key, number=str(n)) for key, n in where.items() if n is not None)
    remark = [message("records.remark")] if found.severity == WARNING else []
    parts = [say(one, language) for one in (*remark, *told)]
    if found.player is not None:
        parts.append(vocabulary.shown(found.player))
    return ", ".join(parts) + " – " if parts else ""


def _scores(report: Report, language: Language) -> Iterator[str]:
    """Yield a table: a row for each player, a column for each part of the score."""
    if not report.scores:
        return
    said = report.said(language)
    names = tuple(dict.fromkeys(name for points in report.scores.values() for name in points))
    heads = [naming.label("score", name, said) for name in names]
    width = max(len(vocabulary.shown(player)) for player in report.scores)
    yield _said(message("records.scores"), language, "strong")
    yield _painted(_INDENT + " " * width + "".join(f"  {head}" for head in heads), "faint")
    for player, points in report.scores.items():
        figures = "".join(
            f"  {numeral(points[name]) if name in points else '':>{len(head)}}"
            for name, head in zip(names, heads, strict=True)
        )
        yield f"{_INDENT}{vocabulary.shown(player):<{width}}{figures}"


def _said(words: Message, language: Language, tone: Tone) -> str:
    return _painted(say(words, language), tone)


def _painted(words: str, tone: Tone) -> str:
    return f"\x1b[{_CODES[tone]}m{words}\x1b[0m"


# What a finding is, and where in the game, in the order of the format.
FACTS = ("rule", "severity", "after_error", "line", "column")
PLACES = ("turn", "round", "player", "where")
PLACED = ("line", "column", "field")
SLIPS = ("kind", "line", "column", "turn", "round", "player", "typed", "meant")


def report_fields(report: Report, language: Language) -> dict[str, Any]:
    """Return a report as plain fields, in the order of the format."""
    return {
        "format": FORMAT,
        "file": report.file,
        "index": report.index,
        "game": report.game_name,
        "readable": report.is_readable,
        "valid": report.is_valid,
        "finished": report.is_finished,
        "findings": [
            {
                **{name: getattr(found, name) for name in (*FACTS, *PLACES)},
                "message": report.worded(found, language),
                "sentence": report.sentence(found, language),
                "instead": list(found.instead),
            }
            for found in report.findings
        ],
        "slips": [
            {**{name: getattr(one, name) for name in SLIPS}, "message": words}
            for one, words in zip(report.slips, report.likely(language), strict=True)
        ],
        "scores": {player: dict(points) for player, points in report.scores.items()},
        "winners": list(report.winners),
        "problems": [
            {**{name: getattr(one, name) for name in PLACED}, "message": say(one.message, language)}
            for one in report.problems_in(language)
        ],
        "notes": [
            {"line": one.line, "column": one.column, "message": say(one.message, language)}
            for one in report.notes_in(language)
        ],
    }


def json_text(value: object, indent: int | None = None) -> str:
    """Return a value as JSON; signs that a terminal obeys, or UTF-8 lacks, as their numbers."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return "\n".join(map(vocabulary.shown, text.split("\n")))


def _json_item(report: Report, language: Language) -> str:
    return json_text(report_fields(report, language), indent=1)


def _json_line(report: Report, language: Language) -> str:
    return json_text(report_fields(report, language)) + "\n"


def _one_after_another(texts: Iterable[str]) -> Iterator[str]:
    for number, words in enumerate(texts):
        yield "\n" if number else ""
        yield words


def _array(items: Iterable[str]) -> Iterator[str]:
    """Yield the pieces of one JSON array, so that any number of reports fits in memory."""
    yield "["
    try:
        for number, item in enumerate(items):
            yield (",\n" if number else "\n") + item
    except LudokitError:
        # The run ends here: nobody shall take what is there for all of it.
        raise
    except Exception:
        # Whatever happens, what was written so far can be read.
        yield "\n]\n"
        raise
    yield "\n]\n"


_SARIF = "https://json.schemastore.org/sarif-2.1.0.json"
STDIN = "-"


@dataclass(frozen=True, slots=True)
class _Results:
    """A report in SARIF: each finding with its rule, numbers of rules left open; what is noted."""

    game: str | None
    found: tuple[tuple[dict[str, Any], dict[str, Any]], ...]
    notes: tuple[dict[str, Any], ...]


def _results(report: Report, language: Language) -> _Results:
    found = []
    for one in report.findings:
        rule = {
            "id": one.rule,
            "shortDescription": {"text": report.sentence(one, language)},
            "defaultConfiguration": {"level": one.severity},
            "properties": {"game": report.game_name},
        }
        found.append((rule, _result(report, one, language)))
    notes = tuple(_notification(one, language) for one in report.problems_in(language))
    return _Results(report.game_name, tuple(found), notes)


def _log(reports: Iterable[_Results]) -> Iterator[str]:
    """Yield the pieces of one SARIF file, so that any number of reports fits in memory."""
    rules: dict[tuple[str | None, str], dict[str, Any]] = {}
    numbers: dict[tuple[str | None, str], int] = {}
    notes: list[dict[str, Any]] = []
    head = {"$schema": _SARIF, "version": "2.1.0"}
    yield json_text(head).removesuffix("}") + ', "runs": [{"results": ['
    failure: Exception | None = None
    comma = ""
    try:
        for report in reports:
            for rule, result in report.found:
                key = (report.game, rule["id"])
                rules.setdefault(key, rule)
                result["ruleIndex"] = numbers.setdefault(key, len(numbers))
                yield comma + "\n" + json_text(result)
                comma = ","
            notes += report.notes
    except Exception as error:  # noqa: BLE001 - told after the file is closed, so that it can be read
        failure = error
    driver = {"name": "ludokit", "version": __version__, "rules": list(rules.values())}
    is_well = failure is None and not notes
    invocation = {"executionSuccessful": is_well, "toolExecutionNotifications": notes}
    yield (
        f'\n], "columnKind": "unicodeCodePoints", "tool": {json_text({"driver": driver})}, '
        f'"invocations": [{json_text(invocation)}]}}]}}\n'
    )
    if failure is not None:
        raise failure


def _result(report: Report, found: Finding, language: Language) -> dict[str, Any]:
    properties: dict[str, Any] = {"after_error": found.after_error, "index": report.index}
    properties |= {name: getattr(found, name) for name in PLACES}
    properties |= {"instead": list(found.instead)}
    return {
        "ruleId": found.rule,
        "ruleIndex": 0,
        "level": found.severity,
        "message": {"text": report.worded(found, language)},
        "locations": [_location(report.file, found)],
        "properties": {name: value for name, value in properties.items() if value is not None},
    }


def _notification(problem: Problem, language: Language) -> dict[str, Any]:
    words = ": ".join(filter(None, (problem.field, say(problem.message, language))))
    where = [_location(problem.file, problem)]
    return {"level": "error", "message": {"text": words}, "locations": where}


def _location(file: str, at: Finding | Problem) -> dict[str, Any]:
    path = Path(file)
    place = {"startLine": at.line, "startColumn": at.column}
    region = {name: number for name, number in place.items() if number is not None}
    # A colon in the first part would be read as a scheme.
    uri = path.as_uri() if path.is_absolute() else quote(os.fsencode(path.as_posix()), safe="/")
    physical = {"artifactLocation": {"uri": "stdin" if file == STDIN else uri}}
    return {"physicalLocation": {**physical, "region": region} if region else physical}


class Form(NamedTuple):
    """How reports are put into words: each by itself, in any process, then all in their order."""

    worded: Callable[[Report, Language], Any]
    joined: Callable[[Iterable[Any]], Iterator[str]]


FORMS: Mapping[str, Form] = {
    "coloured": Form(coloured, _one_after_another),
    "json": Form(_json_item, _array),
    "jsonl": Form(_json_line, iter),
    "sarif": Form(_results, _log),
    "text": Form(text, _one_after_another),
}
