"""What is said about one record: findings, scores, winners, the papers; and all of it as text."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from generator.errors import Problem
from generator.game import Game, Paper
from generator.game.sentences import Sentences
from generator.reading.expected import NO_ALIASES, Aliases
from generator.reading.fit import WORDS
from generator.rules import naming
from generator.rules.family import Scores, Told
from generator.words import (
    FieldWord,
    Language,
    Message,
    Value,
    message,
    numeral,
    say,
    shown,
    typeset,
)

FORMAT = 1
VERSION_RULE = "rules-version"
Severity: TypeAlias = Literal["error", "warning"]
ERROR: Severity = "error"
WARNING: Severity = "warning"


@dataclass(frozen=True, slots=True)
class Finding:
    """One broken rule at one place; `turn` and `round` count from 1, ids are canonical.

    `cause` is the index of the first error that may have caused it, in the report's findings.
    """

    rule: str
    severity: Severity
    line: int
    column: int
    turn: int | None
    round: int | None
    player: str | None
    where: str | None
    reason: Message
    instead: tuple[str, ...] = ()
    cause: int | None = None

    @property
    def after_error(self) -> bool:
        """Return whether it was made after an error that may have caused it."""
        return self.cause is not None


@dataclass(frozen=True, slots=True)
class Report:
    """The judgement of one record; one that could not be read has problems and nothing else.

    `papers` shows what was recorded, refused numbers too; `added_up` what was claimed by hand;
    `told` is the game in words where papers do not show it. `words` has the game's words by
    language, for the problems of a record that names a game.
    """

    file: str
    index: int
    game_name: str | None
    game: Game | None = None
    players: tuple[str, ...] = ()
    is_finished: bool = False
    findings: tuple[Finding, ...] = ()
    scores: Scores = field(default_factory=dict)
    added_up: Scores = field(default_factory=dict)
    winners: tuple[str, ...] = ()
    papers: tuple[Paper, ...] = ()
    problems: tuple[Problem, ...] = ()
    told: tuple[Told, ...] = ()
    words: Mapping[Language, Aliases] = field(default_factory=dict)

    @property
    def is_readable(self) -> bool:
        """Return whether the record could be read."""
        return not self.problems

    @property
    def is_valid(self) -> bool:
        """Return whether the record could be read and no rule is broken in it."""
        return self.is_readable and not any(f.severity == ERROR for f in self.findings)

    @property
    def exit_code(self) -> int:
        """Return 0 for a valid record, 1 for one with an error, 2 for one that cannot be read."""
        return 0 if self.is_valid else 1 if self.is_readable else 2

    def numbered(self) -> tuple[tuple[int, Finding], ...]:
        """Return the findings with their numbers, from 1: each cause, then what may follow from it.

        Text and correction sheet show the same numbers.
        """
        order = sorted(
            enumerate(self.findings),
            key=lambda pair: pair[0] if pair[1].cause is None else pair[1].cause,
        )
        return tuple((number, found) for number, (_, found) in enumerate(order, start=1))

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
        words = self.words.get(language, NO_ALIASES)
        return tuple(replace(one, message=_in_words(one.message, words)) for one in self.problems)

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


def _worded(value: Value, words: Aliases) -> Value:
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
_CODES: dict[Tone, str] = {
    "strong": "1",
    "good": "32",
    "error": "1;31",
    "warning": "33",
    "faint": "2",
}
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
    yield _heading(report, language)
    if not report.is_readable:
        yield _said(message("records.unreadable", n=len(report.problems)), language, "error")
        for problem in report.problems_in(language):
            yield _INDENT + problem.worded(language)
        return
    yield from _verdict(report, language)
    for number, found in report.numbered():
        yield from _finding(report, found, number, language)
    yield from _scores(report, language)
    yield _winners(report, language)


def _heading(report: Report, language: Language) -> str:
    place = f" [{report.index}]" if report.index else ""
    file = _painted(shown(report.file) + place, "strong")
    if not report.is_readable:
        return file
    names = ", ".join(report.players)
    return f"{file} – {report.said(language).title} – {shown(names)}"


def _verdict(report: Report, language: Language) -> Iterator[str]:
    errors = [found for found in report.findings if found.severity == ERROR]
    if not errors:
        key = "records.valid" if report.is_finished else "records.valid-so-far"
        yield _said(message(key), language, "good")
        return
    yield _said(message("records.errors", n=len(errors)), language, "error")
    if any(found.after_error for found in errors):
        yield _said(message("records.after-error-note"), language, "faint")


def _finding(report: Report, found: Finding, number: int, language: Language) -> Iterator[str]:
    tone: Tone = "error" if found.severity == ERROR else "warning"
    margin = _INDENT if found.after_error else ""
    sign = "↳ " if found.after_error else ""
    head, place = f"{margin}{sign}{number}. ", place_words(found, language)
    yield _painted(head, tone) + _painted(place, "faint") + report.worded(found, language)
    margin += _INDENT
    sentence = message("records.rule", sentence=report.sentence(found, language))
    yield margin + say(sentence, language)
    if found.instead:
        labels = tuple(map(report.said(language).label, found.instead))
        yield _painted(margin + say(message("records.instead", cells=labels), language), "good")


def place_words(found: Finding, language: Language) -> str:
    """Return where a finding stands: line, round, turn and player, with a dash behind."""
    numbers = (
        ("records.line", found.line),
        ("records.round", found.round),
        ("records.turn", found.turn),
    )
    parts = [
        say(message(key, number=str(value)), language)
        for key, value in numbers
        if value is not None
    ]
    if found.player is not None:
        parts.append(shown(found.player))
    return ", ".join(parts) + " – "


def _scores(report: Report, language: Language) -> Iterator[str]:
    """Yield a table: a row for each player, a column for each part of the score."""
    if not report.scores:
        return
    said = report.said(language)
    names = tuple(dict.fromkeys(name for points in report.scores.values() for name in points))
    heads = [naming.label("score", name, said) for name in names]
    width = max(len(shown(player)) for player in report.scores)
    yield _said(message("records.scores"), language, "strong")
    yield _painted(_INDENT + " " * width + "".join(f"  {head}" for head in heads), "faint")
    for player, points in report.scores.items():
        figures = "".join(
            f"  {_figure(points.get(name)):>{len(head)}}"
            for name, head in zip(names, heads, strict=True)
        )
        yield f"{_INDENT}{shown(player):<{width}}{figures}"


def _figure(points: int | None) -> str:
    return "" if points is None else numeral(points)


def _winners(report: Report, language: Language) -> str:
    if not report.winners:
        return _said(message("records.no-winner"), language, "faint")
    names = report.winners
    key = "records.winner" if len(names) == 1 else "records.winners"
    return _said(message(key, names=names), language, "strong")


def _said(words: Message, language: Language, tone: Tone) -> str:
    return _painted(say(words, language), tone)


def _painted(words: str, tone: Tone) -> str:
    return f"\x1b[{_CODES[tone]}m{words}\x1b[0m"
