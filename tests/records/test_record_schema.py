"""The JSON Schema of records takes what is read strictly, and refuses what cannot be read."""

import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator import game, paths
from generator.reading import schema
from generator.reading.nodes import plain
from generator.reading.yaml_text import parse_yaml
from generator.records.reading import Record, RecordText, read_strictly
from generator.records.record_format import catalog_rules, record_format
from generator.records.record_schema import record_json_schema
from generator.records.replay import report_of
from generator.records.writing import sample_record, translate_fields, yaml_of
from generator.words import BUILT_IN, Language

GAMES = game.game_names()
# What cannot be read though it keeps to the schema, each with what JSON Schema cannot say.
BEYOND = {
    # Which names stand elsewhere in the record, whatever their capitals and accents.
    *("records.stranger", "records.two-names", "records.field-as-player"),
    # How a name looks: blanks round it, capitals, a number beside the same as text.
    *("records.name-twice", "records.reserved-name", "records.blank-name"),
    # Sums, and comparisons of one value with others.
    *("rules.dental.too-many-teeth", "rules.sti.nobody-left"),
}
PLAIN: tuple[Any, ...] = (
    None,
    0,
    -1,
    3,
    19,
    10**17,
    10**18,
    True,
    False,
    [],
    {},
    "",
    "x",
    "  ",
    "oui",
)
PLAIN += (
    "no",
    "Ana",
    "Zoe",
    "none",
    "pass",
    "2026-02-03",
    [1, 2],
    ["Ana", "Ana"],
    {"Ana": 3},
    "C3=4",
)
PLAIN += ("x d2, C3 = 4", "A1=1 B2=2", "A1=7")


@cache
def _validator(name: str, language: Language) -> jsonschema.Draft202012Validator:
    made = record_json_schema(catalog_rules(name), language)
    jsonschema.Draft202012Validator.check_schema(made)
    return jsonschema.Draft202012Validator(made)


@cache
def _words(name: str, language: Language) -> tuple[str, ...]:
    """Return names of fields and words of a game in a language, and ids."""
    form = record_format(catalog_rules(name))
    aliases, fields = (
        form.display_aliases[language],
        [*schema.field_names_in(schema.Fields(form.model))],
    )
    options = [*schema.options_in(schema.Fields(form.model))]
    tables = [table.get(word, ()) for table in aliases.words.values() for word in options]
    others = [word for one in (*tables, *map(aliases.other_words, fields)) for word in one]
    return tuple(dict.fromkeys((*fields, *options, *others)))


@cache
def _record(name: str, language: Language, seed: int) -> dict[str, Any]:
    rules = catalog_rules(name)
    played = sample_record(rules, seed=seed, language=language, errors=seed % 3).report.played
    assert played is not None
    content = played.content.model_dump(mode="json", exclude_none=True, exclude_unset=True)
    for field in rules.body_fields:
        if isinstance(content.get(field), list):
            content[field] = content[field][: seed % 4]
    return translate_fields(content, rules, language) if seed % 2 else content


def _places(value: Any) -> Iterator[tuple[Any, Any]]:  # noqa: ANN401 - of JSON
    """Yield every mapping and list below with each of its keys or indexes."""
    for key in [*value] if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from _places(value[key])


def _changed(record: dict[str, Any], words: tuple[str, ...], chance: Random) -> dict[str, Any]:
    """Return a copy with something left out, put in, doubled, or called otherwise."""
    changed: dict[str, Any] = json.loads(json.dumps(record))
    for _ in range(chance.randint(0, 2)):
        holder, key = chance.choice([*_places(changed), (changed, "place")])
        other = chance.choice((chance.choice(PLAIN), chance.choice(words)))
        match chance.randrange(4), holder:
            case 0, _ if key in holder or isinstance(holder, list):
                del holder[key]
            case 1, dict():
                holder[chance.choice(words)] = holder.get(key, other)
            case 1, list():
                holder.append(holder[key])
            case 2, dict() if key in holder:
                holder[chance.choice(words)] = holder.pop(key)
            case _:
                holder[key] = other
    if changed.get("format") is True:  # which the reader takes for 1
        changed["format"] = 1
    return changed


# Words are spelt as the tables have them: of capitals and accents, which the reader does not mind,
# JSON Schema cannot say the same.
@pytest.mark.few(6)
@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=100, deadline=None)
@given(chance=st.randoms(use_true_random=False))
def test_the_schema_takes_what_can_be_read(name: str, language: Language, chance: Random) -> None:
    """What is read strictly keeps to the schema, and what keeps to it can be read."""
    record = _changed(_record(name, language, chance.randrange(24)), _words(name, language), chance)
    is_fitting = _validator(name, language).is_valid(record)
    for text, is_json in ((json.dumps(record), True), (yaml_of(record), False)):
        written = RecordText("x", text=text, is_json=is_json)
        if isinstance(read_strictly(written), Record):
            assert is_fitting, json.dumps(record, ensure_ascii=False)
        elif is_fitting:
            told = {one.message.key for one in report_of(written).problems}
            assert told <= BEYOND, (told, record)


EXAMPLES = [
    file
    for file in sorted(paths.rules_data().glob("*/examples/*.yaml"))
    if file.stem.startswith(("legal", "illegal"))
]


@pytest.mark.parametrize("name", GAMES)
def test_no_word_has_blanks_at_its_ends(name: str) -> None:
    """No field or word of a record begins or ends with a blank, which nobody sees."""
    words = {word for language in BUILT_IN for word in _words(name, language)}
    assert sorted(word for word in words if word != word.strip()) == []


def test_the_schemas_take_the_examples() -> None:
    """Each example of a game keeps to its schema in French or in English, and some to one alone."""
    taken = set[tuple[Language, ...]]()
    for file in EXAMPLES:
        name, node = file.parts[-3], parse_yaml(file.read_text(encoding="utf-8"), "")[0]
        fits = [one for one in BUILT_IN if _validator(name, one).is_valid(plain(node))]
        assert fits, file
        taken.add(tuple(fits))
    assert len(taken) > 1


REFUSED = [
    pytest.param("qwinto", {"players": ["Ana", "Ben"]}, id="no body"),
    pytest.param("qwinto", {"players": [], "turns": []}, id="nobody"),
    pytest.param("qwinto", {"players": ["Ana"], "turns": []}, id="one too few"),
    pytest.param("qwinto", {"players": ["Ana", "Ana"], "turns": []}, id="one name twice"),
    pytest.param("qwinto", {"players": [*"ABCDEFG"], "turns": []}, id="one too many"),
    pytest.param("crowns", {"players": ["A", "B"], "variant": "solo", "turns": []}, id="not solo"),
    pytest.param("qwinto", {"players": ["Ana", "none"], "turns": []}, id="a word for nobody"),
    pytest.param("qwinto", {"players": ["Ana", "Ben"], "joueurs": [], "turns": []}, id="twice"),
    pytest.param("dental", {"players": ["A", "B"], "turns": [{"marks": {"17": "red"}}]}, id="17"),
    pytest.param("doce", {"players": ["A", "B"], "rounds": [{"turns": ["A1=7"]}]}, id="face"),
    pytest.param("doce", {"players": ["A", "B"], "rounds": [{"turns": ["A1=1 A2=1"]}]}, id="dice"),
    pytest.param(
        "yams", {"players": ["A"], "turns": [{"dice": [1], "throws": [[1]]}]}, id="dice and throws"
    ),
]


@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize(("name", "record"), REFUSED)
def test_the_schemas_refuse(name: str, record: dict[str, Any], language: Language) -> None:
    """What nobody can read is refused, and is refused by the reader too."""
    whole = {"game": name, **record}
    assert not _validator(name, language).is_valid(whole)
    assert report_of(RecordText("x", text=json.dumps(whole), is_json=True)).problems


@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("box", ["fives", "short", "three", "full"])
def test_the_schemas_take_ids_and_labels(box: str, language: Language) -> None:
    """A box is taken by its id and by its label, on a turn and on a sheet."""
    said = catalog_rules("yams").game.sentences_in(language)
    for word in (box, said.label(box)):
        turn = {"throws": [[1, 2, 3, 4, 5]], "box": word}
        record = {"game": "yams", "players": ["A"], "turns": [turn], "sheets": {"A": {word: 0}}}
        assert _validator("yams", language).is_valid(record), word
