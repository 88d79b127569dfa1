"""The rules of a game as its judge knows them, each with an example record that breaks it."""

from collections.abc import Iterator
from dataclasses import dataclass

from generator.game import Game
from generator.printables.context import Options, PrintContext
from generator.reading.nodes import plain
from generator.records.reading import Record, read_strictly, records_of_file
from generator.records.replay import replay
from generator.records.report import place_in_words
from generator.records.writing import translate_fields, yaml_of
from generator.words import Language


@dataclass(frozen=True, slots=True)
class JudgedRule:
    """A rule, where its wording comes from, and perhaps a record that breaks it, with a finding."""

    id: str
    sentence: str
    standing: str
    record: str
    finding: str


def judged_rules(game: Game, language: Language) -> Iterator[JudgedRule]:
    """Yield every rule of a game in the order of its data, in a language that the game has."""
    setting = PrintContext(game, "", Options(language))
    for rule in game.head.rules:
        is_sure = rule.standing == "source"
        standing = "" if is_sure else setting.say(f"guide.standing-{rule.standing}")
        sentence = setting.sentences.rules[rule.id]
        yield JudgedRule(rule.id, sentence, standing, *_example(game, rule.id, language))


def _example(game: Game, rule: str, language: Language) -> tuple[str, str]:
    """Return the game's own example of a broken rule and its finding, if it has one."""
    file = game.folder / "examples" / f"illegal-{rule}.yaml"
    if not file.is_file():
        return "", ""
    for written in records_of_file(file):
        record = read_strictly(written)
        if isinstance(record, Record):
            report = replay(record)
            fields = translate_fields(plain(record.form), record.rules, language)  # type: ignore[arg-type]
            for one in report.findings:
                if one.rule == rule:
                    place = place_in_words(one, language, on_paper=True)
                    return yaml_of(fields), f"{place}{report.message_in(one, language)}"
    return "", ""
