"""What is said about one record: findings, scores, winners, and the papers as recorded."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from generator.errors import Problem
from generator.game import Game, Paper
from generator.game.sentences import Sentences
from generator.reading.aliases import NO_ALIASES, Aliases
from generator.reading.error_messages import WORDS
from generator.rules import naming
from generator.rules.family import Scores, Told
from generator.words import FieldWord, Language, Message, Value, message, say, typeset

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


def exit_code(reports: Iterable[Report]) -> int:
    """Return the exit code of several records: the worst of theirs."""
    return max((report.exit_code for report in reports), default=0)
