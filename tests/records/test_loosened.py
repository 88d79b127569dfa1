"""Random records typed in a hurry are judged as if they had been typed with care."""

from random import Random
from typing import Any

import pytest
import yaml

from generator.reading.nodes import plain
from generator.reading.yaml_text import parse_yaml
from generator.records.reading import records_of_bytes
from generator.records.record_format import catalog_rules
from generator.records.replay import report_of
from generator.records.writing import sample_record
from generator.words import BUILT_IN, Language, fold

HEAD = ("format", "rules", "variant", "game", "règles", "variante", "jeu")
PLAYERS = ("players", "joueurs")
NAMES = ("Ana", "Léo")
TRUTH = {"fr": ("non", "oui"), "en": ("no", "yes")}


class _Hurry:
    """Somebody who types without capitals, accents, brackets and care; every second time."""

    def __init__(self, chance: Random, language: Language) -> None:
        self._chance, self._language = chance, language

    def typed(self, value: Any) -> Any:  # noqa: ANN401, PLR0911 - plain YAML, a case for each
        """Return a value as it comes out."""
        is_careful = self._chance.randrange(2)
        match value:
            case dict():
                return self._block(value, is_careful=bool(is_careful))
            case list():
                return self._list(value, is_careful=bool(is_careful))
            case _ if is_careful:
                return value
            case bool():
                return TRUTH[self._language][value]
            case str() if value in NAMES:
                return fold(value)
            case str() if value[:1].isalpha() and value[1:].isdecimal():
                return f"{value[0].lower()} {value[1:]}"
            case _:
                return value

    def _list(self, value: list[Any], *, is_careful: bool) -> Any:  # noqa: ANN401
        typed = [self.typed(item) for item in value]
        if is_careful or not value:
            return typed
        if all(type(item) is int for item in value):
            text = self._chance.choice((" ", ", ")).join(map(str, value))
            return text if len(value) > 1 else value[0]
        return ", ".join(typed) if all(isinstance(item, str) for item in value) else typed

    def _block(self, value: dict[str, Any], *, is_careful: bool) -> Any:  # noqa: ANN401
        typed = {self._name(name): self.typed(inner) for name, inner in value.items()}
        flat = all(type(inner) in {int, str} for inner in value.values())
        if is_careful or not flat or not value:
            return typed
        sign = self._chance.choice((" ", "=", " = "))
        return ", ".join(f"{name}{sign}{inner}" for name, inner in typed.items())

    def _name(self, name: str) -> str:
        return fold(name) if name in NAMES and self._chance.randrange(2) else name

    def record(self, fields: dict[str, Any]) -> dict[str, Any]:
        """Return a record's fields as they come out, those of the head nearly all with care."""
        found = {}
        for name, value in fields.items():
            is_list = name in PLAYERS and len(value) > 1 and self._chance.randrange(2)
            kept = value if name in (*HEAD, *PLAYERS) else self.typed(value)
            found[name] = ", ".join(value) if is_list else kept
        return found


def _judgement(text: str) -> object:
    (report,) = map(report_of, records_of_bytes(text.encode(), "a.yaml"))
    assert report.is_readable, [problem.worded("en") for problem in report.problems]
    findings = [(f.rule, f.turn, f.round, f.player, f.where, f.instead) for f in report.findings]
    return findings, report.scores, report.winners, report.players


@pytest.mark.few(8)
@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_record_typed_in_a_hurry(judged_game: str, seed: int, language: Language) -> None:
    """Names, lists, blocks and cells typed loosely change nothing of a report."""
    rules = catalog_rules(judged_game)
    players = NAMES[: rules.default_player_count()]
    made = sample_record(rules, seed=seed, language=language, errors=seed, players=players)
    hurry = _Hurry(Random(seed), language)  # noqa: S311 - a hurry, not a secret
    fields: Any = plain(parse_yaml(made.text, "a.yaml")[0])
    text = yaml.dump(hurry.record(fields), allow_unicode=True, sort_keys=False, width=100_000)
    assert _judgement(text) == _judgement(made.text)


@pytest.mark.parametrize("end", ["\r", "\r\n"])
def test_lines_that_end_otherwise(end: str) -> None:
    """What is typed in a hurry is read the same where an old Mac, or Windows, ends its lines."""
    typed = "jeu: boite\njoueurs: [Ana, Ben Oit]\nmanches: 1\ntours:\n"
    typed += "- joueur: ana\n  lancers: 5 5 ferme 2 8\n"
    (usual,), (other,) = (
        records_of_bytes(text.encode(), "a.yaml") for text in (typed, typed.replace("\n", end))
    )
    found = report_of(other)
    assert found.notes
    assert found.notes == report_of(usual).notes


@pytest.mark.parametrize("game", ["boite", "crowns"])
def test_names_before_what_is_no_list(game: str) -> None:
    """Where nothing can be read of what stands behind players' names, that is told."""
    typed = f"jeu: {game}\njoueurs: [Ana, Ben]\ntours:\n"
    typed += "- joueur: Ana\n  dés: {Ana: hm, Ben: ah}\n"
    (text,) = records_of_bytes(typed.encode(), "a.yaml")
    assert [problem.line for problem in report_of(text).problems] == [5]
