"""A suggestion is made where one word stands out, in the reader's language, never for a name."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from generator import game
from generator.reading import schema
from generator.reading.schema import Fields
from generator.records.reading import records_of_bytes
from generator.records.record_format import catalog_rules, record_format
from generator.records.replay import report_of
from generator.records.writing import translate_fields, yaml_of
from generator.words import BUILT_IN, Message, fold, nearest_word, say


def messages(value: object) -> Iterator[Message]:
    """Yield a message and those within it."""
    if isinstance(value, Message):
        yield value
        for _, inner in value.values:
            yield from messages(inner)


def judged(text: str, file: str) -> list[Message]:
    """Return all that is wrong with what can be read of a file, message within message."""
    reports = [report_of(one) for one in records_of_bytes(text.encode(), file)]
    problems = (one.message for report in reports for one in report.problems)
    return [inner for one in problems for inner in messages(one)]


def near_misses(name: str) -> Iterator[str]:
    """Yield words of a game's fields and values without a letter, as a name begins."""
    how = record_format(catalog_rules(name))
    fields = dict.fromkeys(schema.field_names_in(Fields(how.model)))
    words = {word for field in fields for word in (field, *how.aliases.other_words(field))}
    tables = (several for table in how.aliases.words.values() for several in table.values())
    words |= {word for several in tables for word in several}
    reserved = {fold(word) for word in words} | {fold(one) for one in fields}
    for word in sorted(words):
        slip = word[:-2] + word[-1]
        if word.isalpha() and len(slip) > 2 and fold(slip) not in reserved:
            yield slip.capitalize()


def odd_records(name: str, players: list[str]) -> Iterator[tuple[str, str]]:
    """Yield records and tables in which names stand where fields and values should."""
    rules, one = catalog_rules(name), players[0]
    body = rules.body_fields[0]
    shapes: tuple[dict[str, Any], ...] = (
        {one: 3},
        {body: [{one: 3}]},
        {body: [{"player": one, "box": one, "dice": one, "writes": {one: one}, "roll": one}]},
        {body: [{"player": one[:-1], "first": one + "x", "plays": [{"lays": one}]}]},
        {body: one, "final": {one: one, one + "x": 3}, "sheets": {one[1:]: {one: one}}},
        {"variant": one, "place": one, body: []},
    )
    for shape in shapes:
        fields = {"game": name, "players": players, **shape}
        for language in BUILT_IN:
            yield yaml_of(translate_fields(fields, rules, language)), "a.yaml"
        yield json.dumps(fields), "a.json"
    yield f"jeu;{name}\n{one};3\njoueur;{one};total\n{one};{one};x\n{players[1]};3;3\n", "a.csv"
    yield f"{one};{name}\njoueur;{one}\n{one};3\n{players[1]};3\n", "a.csv"


@pytest.mark.few(2)
@pytest.mark.parametrize("name", game.game_names())
def test_never_for_a_players_name(name: str) -> None:
    """No message suggests a player's name, nor another word for one, however near that is."""
    names = [*dict.fromkeys(near_misses(name))]
    assert len(names) > 3
    for at in range(0, len(names) - 1, max(len(names) // 6, 1)):
        players = names[at : at + 2]
        spelt = {fold(one) for one in players}
        for text, file in odd_records(name, players):
            for said in judged(text, file):
                values = dict(said.values)
                if "near" in values:
                    near = say(message_of(values["near"]), "en")
                    assert fold(near) not in spelt
                    assert fold(str(values.get("found", ""))) not in spelt


def message_of(value: object) -> Message:
    """Return a value as a message, to be said."""
    return value if isinstance(value, Message) else Message("reading.words", (("ids", str(value)),))


@pytest.mark.parametrize(
    ("found", "allowed", "near"),
    [
        ("turs", ["turns", "sheets"], "turns"),
        ("jouer", ["joueur", "joue", "passe"], None),
        ("O10", ["O1", "O2", "J1"], "O1"),
        ("row", ["raw", "how", "bow"], None),
        ("zzz", ["turns", "sheets"], None),
    ],
)
def test_one_stands_out(found: str, allowed: list[str], near: str | None) -> None:
    """A word is suggested where it is like the one found, and no other as like it."""
    assert nearest_word(found, allowed) == near


def test_words_of_one_meaning_are_no_rivals() -> None:
    """Several words for one thing stand out together."""
    assert nearest_word("jouer", {"joueur": "player", "joue": "player"}) == "joueur"
    assert nearest_word("jouer", {"joueur": "player", "joue": "plays"}) is None


def test_in_the_readers_language() -> None:
    """A French word that is nearly right is suggested to an English reader in English."""
    text = "jeu: dental\njoueurs: [Ana, Ben]\ntours:\n- {joueur: Ana, case: brosages}\njouerus: 3\n"
    (report,) = [report_of(one) for one in records_of_bytes(text.encode(), "a.yaml")]
    for language, word in (("en", "'players'"), ("fr", "'joueurs'")):
        told = " ".join(one.worded(language) for one in report.problems_in(language))
        assert word in told
