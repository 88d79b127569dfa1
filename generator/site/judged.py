"""The rules of a game as its judge knows them: ids, sentences, and a record that breaks each."""

from dataclasses import dataclass

from generator.game import Game
from generator.game.head import Rule
from generator.printables.context import Options, PrintContext
from generator.reading.nodes import plain
from generator.records.reading import Record, read, sources
from generator.records.replay import replay
from generator.records.report import place_words
from generator.records.writing import in_language, yaml_of
from generator.words import Language


@dataclass(frozen=True, slots=True)
class Example:
    """A record that breaks a rule, in the reader's words, and what the judge says of it."""

    record: str
    finding: str


@dataclass(frozen=True, slots=True)
class JudgedRule:
    """A rule: its id, what the judge says, how sure it is, and its example, if records tell it."""

    id: str
    sentence: str
    standing: str
    example: Example | None


def judged_rules(game: Game, language: Language) -> tuple[JudgedRule, ...]:
    """Return every rule of a game in the order of its data, in a language that the game has."""
    return tuple(_judged(game, rule, language) for rule in game.head.rules)


def _judged(game: Game, rule: Rule, language: Language) -> JudgedRule:
    said, setting = game.said_in(language), PrintContext(game, "", Options(language))
    is_sure = rule.standing == "source"
    standing = "" if is_sure else setting.say(f"guide.standing-{rule.standing}")
    return JudgedRule(rule.id, said.rules[rule.id], standing, _example(game, rule.id, language))


def _example(game: Game, rule: str, language: Language) -> Example | None:
    """Return the game's own example of a broken rule; None where it has none."""
    file = game.folder / "examples" / f"illegal-{rule}.yaml"
    if not file.is_file():
        return None
    for written in sources(file):
        record = read(written)
        if isinstance(record, Record):
            report = replay(record)
            fields = in_language(plain(record.form), record.rules, language)  # type: ignore[arg-type]
            for one in report.findings:
                if one.rule == rule:
                    place = place_words(one, language, on_paper=True)
                    return Example(yaml_of(fields), f"{place}{report.worded(one, language)}")
    return None
