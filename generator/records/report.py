"""The report on one record: as values, as text, and for programs as JSON and SARIF."""

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args
from urllib.parse import quote

from generator import __version__
from generator import words as vocabulary
from generator.errors import LudokitError, Problem
from generator.game import Game, Paper
from generator.game.sentences import Sentences
from generator.reading.nodes import Path as Steps
from generator.reading.nodes import Place
from generator.reading.schema import NO_ALIASES, Aliases
from generator.reading.validate import WORDS
from generator.records.suggestion import Suggestion
from generator.rules import AnyRules, naming
from generator.rules.interface import Refusal, RollOutcome, Scores, TurnStory
from generator.rules.optional import HasChances, TellsTurns, papers_as_recorded, recorded_scores
from generator.words import FieldWord, Language, Message, message, numeral, say, typeset

FORMAT = 1
# Findings of one record that are told; the rest are counted.
MOST_FINDINGS = 1000
VERSION_RULE = "rules-version"
Severity = Literal["error", "warning"]
ERROR: Severity = "error"
WARNING: Severity = "warning"


@dataclass(frozen=True, slots=True)
class Finding(Refusal):
    """A broken rule and its place; `cause` is the index of the finding that may be behind it."""

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


@dataclass(frozen=True, slots=True)
class ReplayedGame:
    """A record as its rules played it; of papers alone the first state is also the last."""

    rules: AnyRules
    content: Any
    initial_state: Any
    final_state: Any
    place_of: Callable[[Steps], Place]
    tell: Callable[["Report", "ReplayedGame"], tuple[Finding, ...]]
    has_turns: bool = True

    def judged_steps(self) -> Iterator[tuple[Any, Any, Any]]:
        """Yield the state before each step, the step, and what the rules say to it."""
        state = self.initial_state
        for step in self.rules.steps(self.content):
            judged = self.rules.judge(state, step)
            yield state, step, judged
            state = judged[1]


@dataclass(frozen=True)
class Report:
    """The judgement of one record; an unreadable one has problems alone, worded with `words`."""

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
    played: ReplayedGame | None = None
    notes: tuple[Problem, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()

    @classmethod
    def unread(cls, file: str, index: int, reason: Message) -> "Report":
        """Return the report of a record that could not be judged, for one reason."""
        return cls(file, index, None, problems=(Problem(file, None, None, "", reason),))

    @cached_property
    def papers(self) -> tuple[Paper, ...]:
        """Return the papers as recorded, refused numbers too."""
        of = self.played
        return () if of is None else papers_as_recorded(of.rules, of.final_state, of.content)

    @cached_property
    def added_up(self) -> Scores:
        """Return the scores as the players added them up."""
        of = self.played
        return {} if of is None else recorded_scores(of.rules, of.content)

    @cached_property
    def story(self) -> tuple[TurnStory, ...]:
        """Return the game turn by turn in words, where papers do not show it."""
        of = self.played
        if of is None or not isinstance(of.rules, TellsTurns):
            return ()
        return tuple(of.rules.narrate(*one) for one in of.judged_steps())

    @cached_property
    def roll_outcomes(self) -> tuple[RollOutcome, ...]:
        """Return the outcomes of the events that the rules give odds for, in order."""
        of = self.played
        if of is None or not isinstance(of.rules, HasChances):
            return ()
        return tuple(
            one
            for state, step, _ in of.judged_steps()
            for one in of.rules.roll_outcomes(state, step)
        )

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
        """Return the findings without the warnings."""
        return tuple(one for one in self.findings if one.severity == ERROR)

    @property
    def verdict(self) -> Message:
        """Return the verdict in one line."""
        if errors := self.errors:
            counted = message("records.errors", n=len(errors))
            remarks = len(self.findings) - len(errors)
            return message("records.remarks", errors=counted, n=remarks) if remarks else counted
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

    @cached_property
    def told(self) -> tuple[Finding, ...]:
        """Return the findings as people are told them: a cause only where they hang on it."""
        of = self.played
        if of is None or all(one.cause is None for one in self.findings):
            return self.findings
        return of.tell(self, of)

    @property
    def untold(self) -> int:
        """Return how many findings there are beyond those that are told."""
        return max(0, len(self.findings) - MOST_FINDINGS)

    def numbered(self) -> tuple[tuple[int, Finding], ...]:
        """Return the findings told, numbered from 1: causes, each before its consequences."""
        firsts = [n if one.cause is None else one.cause for n, one in enumerate(self.told)]
        order = sorted(range(len(firsts)), key=firsts.__getitem__)
        told = enumerate(order[:MOST_FINDINGS], start=1)
        return tuple((number, self.told[n]) for number, n in told)

    def sentences_in(self, language: Language) -> Sentences:
        """Return the game's sentences; raise ValueError where the record could not be read."""
        if self.game is None:
            raise ValueError(self.file)
        return self.game.sentences_in(language)

    def message_in(self, finding: Finding, language: Language) -> str:
        """Return what is wrong, typeset, with the labels and words of the game."""
        return typeset(self.say(finding.reason, language), language)

    def say(self, words: Message, language: Language) -> str:
        """Word a message about the record, with the labels and words of the game."""
        return say(naming.localise(words, self.sentences_in(language)), language)

    def problems_in(self, language: Language) -> tuple[Problem, ...]:
        """Return the problems with the game's own words for fields, cells and the like."""
        return self._in_words(self.problems, language)

    def notes_in(self, language: Language) -> tuple[Problem, ...]:
        """Return the notes with the game's own words for fields, cells and the like."""
        return self._in_words(self.notes, language)

    def _in_words(self, said: Iterable[Problem], language: Language) -> tuple[Problem, ...]:
        words = self.words.get(language, NO_ALIASES)
        return tuple(replace(one, message=_in_words(one.message, words)) for one in said)

    def suggestions_in(self, language: Language) -> tuple[str, ...]:
        """Return the suggestions as sentences, the likeliest first."""
        n = len(self.suggestions)
        keys = ("slips.first" if n == 1 else "slips.one-of", *["slips.other"] * n)
        each = zip(keys, self.suggestions, strict=False)
        sentences = (message(key, slip=one.reason, n=n) for key, one in each)
        return tuple(typeset(self.say(words, language), language) for words in sentences)

    def sentence(self, finding: Finding, language: Language) -> str:
        """Return the sentence of the rule that is broken, the same as on the rule sheet."""
        if finding.rule == VERSION_RULE:
            return say(message("records.rules-version-sentence"), language)
        rules = self.sentences_in(language).rules
        return rules.get(finding.cites, rules[finding.rule])


def _in_words(value: Any, words: Aliases) -> Any:
    match value:
        case FieldWord(name):
            return next(iter(words.other_words(name)), value)
        case tuple():
            return tuple(_in_words(one, words) for one in value)
        case Message(key) if key == WORDS:
            values = dict(value.values)
            ids, table = values["ids"], words.words.get(str(values["vocabulary"]), {})
            names = tuple(map(str, ids)) if isinstance(ids, tuple) else ()
            return message(WORDS, ids=tuple(next(iter(table.get(one, ())), one) for one in names))
        case Message(key):
            return message(key, **{name: _in_words(one, words) for name, one in value.values})
        case _:
            return value


Json = dict[str, Any]
Tone = Literal["strong", "good", "error", "warning", "faint"]

# Codes of ANSI terminals: bold, green, bold red, yellow, dim.
_CODES = dict(zip(get_args(Tone), ("1", "32", "1;31", "33", "2"), strict=True))
_CODE = re.compile(r"\x1b\[[0-9;]*m")
_INDENT = "    "


def report_text(report: Report, language: Language) -> str:
    """Return the report as lines of text."""
    plain = _CODE.sub("", coloured_text(report, language))
    return "\n".join(line.rstrip() for line in plain.split("\n"))


def coloured_text(report: Report, language: Language) -> str:
    """Return the report as lines of text with the colours of a terminal."""
    return "".join(line + "\n" for line in _lines(report, language))


def _lines(report: Report, language: Language) -> Iterator[str]:
    place = f" [{report.index}]" if report.index else ""
    file = _painted(vocabulary.escape_unseen(report.file) + place, "strong")
    if not report.is_readable:
        yield file
        yield _said(message("records.unreadable", n=len(report.problems)), language, "error")
        for problem in told_once(report.problems_in(language)):
            yield _INDENT + problem.worded(language)
        yield from _noted(report, language)
        return
    players = vocabulary.escape_unseen(", ".join(report.players))
    yield f"{file} – {report.sentences_in(language).title} – {players}"
    yield _said(report.verdict, language, "error" if report.errors else "good")
    for slip, words in zip(report.suggestions, report.suggestions_in(language), strict=True):
        place = say(message("records.line", number=str(slip.line)), language)
        yield _painted(f"{place} – ", "faint") + _painted(words, "strong")
    if any(found.after_error for found in report.told):
        yield _said(message("records.after-error-note"), language, "faint")
    for number, found in report.numbered():
        yield from _finding(report, found, number, language)
    if report.untold:
        yield _said(message("records.more-findings", n=report.untold), language, "error")
    yield from _scores(report, language)
    yield _said(report.ending, language, "strong" if report.winners else "faint")
    yield from _noted(report, language)


def told_once(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Yield the first problem of each message, with how often that is said."""
    every = tuple(problems)
    times = Counter(one.message for one in every)
    for one in every:
        if n := times.pop(one.message, 0):
            said = one.message if n == 1 else message("records.times", said=one.message, n=n)
            yield replace(one, message=said)


def _noted(report: Report, language: Language) -> Iterator[str]:
    for note in report.notes_in(language):
        line = say(message("records.line", number=str(note.line)), language)
        yield _painted(f"{line} – {say(note.message, language)}", "faint")


def _finding(report: Report, found: Finding, number: int, language: Language) -> Iterator[str]:
    tone: Tone = "error" if found.severity == ERROR else "warning"
    margin = _INDENT if found.after_error else ""
    sign = "↳ " if found.after_error else ""
    head, place = f"{margin}{sign}{number}. ", place_in_words(found, language)
    yield _painted(head, tone) + _painted(place, "faint") + report.message_in(found, language)
    margin += _INDENT
    yield margin + say(message("records.rule", sentence=report.sentence(found, language)), language)
    if found.instead:
        labels = tuple(map(report.sentences_in(language).label, found.instead))
        yield _painted(margin + say(message("records.instead", cells=labels), language), "good")


def place_in_words(found: Finding, language: Language, *, on_paper: bool = False) -> str:
    """Return where a finding stands (line, round, turn, player), with a dash behind it."""
    line = None if on_paper else found.line
    where = {"records.line": line, "records.round": found.round, "records.turn": found.turn}
    places = (message(key, number=str(n)) for key, n in where.items() if n is not None)
    remark = [message("records.remark")] if found.severity == WARNING else []
    parts = [say(one, language) for one in (*remark, *places)]
    if found.player is not None:
        parts.append(vocabulary.escape_unseen(found.player))
    return ", ".join(parts) + " – " if parts else ""


def _scores(report: Report, language: Language) -> Iterator[str]:
    if not report.scores:
        return
    said = report.sentences_in(language)
    names = tuple(dict.fromkeys(name for points in report.scores.values() for name in points))
    heads = [naming.word_for("score", name, said) for name in names]
    width = max(len(vocabulary.escape_unseen(player)) for player in report.scores)
    yield _said(message("records.scores"), language, "strong")
    yield _painted(_INDENT + " " * width + "".join(f"  {head}" for head in heads), "faint")
    for player, points in report.scores.items():
        figures = "".join(
            f"  {numeral(points[name]) if name in points else '':>{len(head)}}"
            for name, head in zip(names, heads, strict=True)
        )
        yield f"{_INDENT}{vocabulary.escape_unseen(player):<{width}}{figures}"


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
    """Return a report as plain fields, in the order of the JSON format."""
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
                "message": report.message_in(found, language),
                "sentence": report.sentence(found, language),
                "instead": list(found.instead),
            }
            for found in report.findings[:MOST_FINDINGS]
        ],
        **({"more_findings": report.untold} if report.untold else {}),
        "slips": [
            {**{name: getattr(one, name) for name in SLIPS}, "message": words}
            for one, words in zip(report.suggestions, report.suggestions_in(language), strict=True)
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


def _safe_json(value: object, indent: int | None = None) -> str:
    """Return a value as JSON; control characters and lone surrogates are escaped."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return "\n".join(map(vocabulary.escape_unseen, text.split("\n")))


def _one_after_another(texts: Iterable[str]) -> Iterator[str]:
    for number, words in enumerate(texts):
        yield "\n" if number else ""
        yield words


def _array(items: Iterable[str]) -> Iterator[str]:
    """Yield a JSON array in pieces, so that any number of reports fits in memory."""
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


# A game, its findings in SARIF with their rules, whose indexes are still open, and the problems.
Results = tuple[str | None, list[tuple[Json, Json]], list[Json]]


def _results(report: Report, language: Language) -> Results:
    found = []
    for one in report.findings[:MOST_FINDINGS]:
        rule = {
            "id": one.rule,
            "shortDescription": {"text": report.sentence(replace(one, cites=""), language)},
            "defaultConfiguration": {"level": one.severity},
            "properties": {"game": report.game_name},
        }
        found.append((rule, _result(report, one, language)))
    if report.untold:
        found[-1][1]["properties"]["more_findings"] = report.untold
    notes = [
        {
            "level": "error",
            "message": {"text": ": ".join(filter(None, (one.field, say(one.message, language))))},
            "locations": [_location(one.file, one)],
        }
        for one in report.problems_in(language)
    ]
    return report.game_name, found, notes


def _log(reports: Iterable[Results]) -> Iterator[str]:
    rules: dict[tuple[str | None, str], tuple[int, dict[str, Any]]] = {}
    notes: list[dict[str, Any]] = []
    head = {"$schema": _SARIF, "version": "2.1.0"}
    yield _safe_json(head).removesuffix("}") + ', "runs": [{"results": ['
    failure: Exception | None = None
    comma = ""
    try:
        for game, found, faults in reports:
            for rule, result in found:
                numbered = rules.setdefault((game, rule["id"]), (len(rules), rule))
                result["ruleIndex"] = numbered[0]
                yield comma + "\n" + _safe_json(result)
                comma = ","
            notes += faults
    except Exception as error:  # noqa: BLE001 - told after the file is closed, so that it can be read
        failure = error
    every = [rule for _, rule in rules.values()]
    driver = {"name": "ludokit", "version": __version__, "rules": every}
    is_well = failure is None and not notes
    invocation = {"executionSuccessful": is_well, "toolExecutionNotifications": notes}
    yield (
        f'\n], "columnKind": "unicodeCodePoints", "tool": {_safe_json({"driver": driver})}, '
        f'"invocations": [{_safe_json(invocation)}]}}]}}\n'
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
        "message": {"text": report.message_in(found, language)},
        "locations": [_location(report.file, found)],
        "properties": {name: value for name, value in properties.items() if value is not None},
    }


def _location(file: str, at: Finding | Problem) -> dict[str, Any]:
    path = Path(file)
    place = {"startLine": at.line, "startColumn": at.column}
    region = {name: number for name, number in place.items() if number is not None}
    # A colon in the first part would be read as a scheme.
    uri = path.as_uri() if path.is_absolute() else quote(os.fsencode(path.as_posix()), safe="/")
    physical = {"artifactLocation": {"uri": "stdin" if file == "-" else uri}}
    return {"physicalLocation": {**physical, "region": region} if region else physical}


class _ReportFormat(NamedTuple):
    """How reports are written: `word` each of them, in any process, then `join` all in order."""

    word: Callable[[Report, Language], Any]
    join: Callable[[Iterable[Any]], Iterator[str]]


REPORT_FORMATS: Mapping[str, _ReportFormat] = {
    "coloured": _ReportFormat(coloured_text, _one_after_another),
    "json": _ReportFormat(lambda *of: _safe_json(report_fields(*of), indent=1), _array),
    "jsonl": _ReportFormat(lambda *of: _safe_json(report_fields(*of)) + "\n", iter),
    "sarif": _ReportFormat(_results, _log),
    "text": _ReportFormat(report_text, _one_after_another),
}
