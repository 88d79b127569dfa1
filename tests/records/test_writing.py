"""Records written by the program: samples, blanks and any record read back are the same."""

import json
import re
import unicodedata
from io import BytesIO
from pathlib import Path

import jsonschema
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from generator import game, paths
from generator.reading.nodes import MapNode, plain
from generator.reading.yaml_text import parse_yaml
from generator.records.reading import Record, RecordSource, read_record, records_of_file
from generator.records.record_format import catalog_rules
from generator.records.record_schema import record_json_schema
from generator.records.replay import replay
from generator.records.report import Report
from generator.records.writing import blank_record, names_for, sample_record, yaml_of
from generator.rules import AnyRules
from generator.rules.optional import paper_cells
from generator.words import BUILT_IN, Language
from tests import prose
from tests.judged import verify_stream, written

EXAMPLES = sorted(
    file
    for name in game.game_names()
    for file in (paths.rules_data() / name / "examples").glob("*")
    if file.suffix in {".yaml", ".json"}
)


def _record(rules: AnyRules, text: str) -> Record:
    node, problems = parse_yaml(text, "x")
    return read_record(rules, RecordSource("x", 0, node, problems))


@pytest.mark.few(40)
@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.name)
def test_write_read_write(file: Path, language: Language) -> None:
    """A record written and read again is the same record, and writes the same text."""
    rules = catalog_rules(file.parent.parent.name)
    (source,) = records_of_file(file)
    record = read_record(rules, source.source())
    text = written(rules, record, language)
    again = _record(rules, text)
    assert again.content == record.content
    assert written(rules, again, language) == text
    first, second = replay(record), replay(again)
    assert [found.rule for found in first.findings] == [found.rule for found in second.findings]


def test_what_was_not_written_is_not_written(qwinto: AnyRules) -> None:
    """A record has no line for what it does not say."""
    text = "game: qwinto\nplayers: [Ana, Ben]\nturns: [{dice: {yellow: 1}, miss: true}]\n"
    again = written(qwinto, _record(qwinto, text), "en")
    assert "~" not in again
    assert "null" not in again
    assert "place" not in again


def test_french_record_has_no_english_word(qwinto: AnyRules) -> None:
    """A record in French has French field names, colours and labels."""
    text = sample_record(qwinto, seed=2, language="fr").text
    assert not {"turns", "dice", "yellow", "player", "writes", "sheets"} & set(
        text.replace(":", " ").replace("{", " ").split()
    )
    assert "J" in text
    assert "Y" not in text


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(10**17), 10**17) | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=12,
    )
)
def test_any_fields_are_written_so_that_they_read_back(value: object) -> None:
    """Any text, number, list or mapping comes back as it was, whatever signs are in it."""

    def composed(value: object) -> object:
        match value:
            case str():
                return unicodedata.normalize("NFC", value)
            case list():
                return [composed(item) for item in value]
            case dict():
                return {composed(key): composed(item) for key, item in value.items()}
            case _:
                return value

    node, _ = parse_yaml(yaml_of({"value": value, "more": [value, {"deep": value}]}), "x")
    assert isinstance(node, MapNode)
    fields = plain(node)
    assert isinstance(fields, dict)
    assert fields["value"] == composed(value)
    assert fields["more"] == [composed(value), {"deep": composed(value)}]


@pytest.mark.parametrize("language", BUILT_IN)
def test_blank_record(judged_game: str, language: Language) -> None:
    """A blank record is readable, breaks no rule, and stays so with its comments taken away.

    Final sheets stand in it where they are enough, the turns as a comment.
    """
    rules = catalog_rules(judged_game)
    text, cells = blank_record(rules, language), paper_cells(rules, 0)
    (report,) = verify_stream(BytesIO(text.encode()))
    assert report.is_valid
    assert {found.rule for found in report.findings} == (set() if cells else {"unfinished"})
    assert report.played is not None
    assert report.played.has_turns != bool(cells)
    fields = "\n".join(
        line if line.endswith((".", ")")) else line.removeprefix("# ")
        for line in text.splitlines()[2:]
    )
    (full,) = verify_stream(BytesIO(fields.encode()))
    assert full.is_valid, full.problems
    assert full.added_up or len(rules.body_fields) == 1


@pytest.mark.parametrize("language", BUILT_IN)
def test_blank_record_names_every_field_of_a_whole_game(
    judged_game: str, language: Language
) -> None:
    """What a record of a whole game closes with stands in the blank one too, in its language."""
    rules = catalog_rules(judged_game)
    whole = yaml.safe_load(sample_record(rules, seed=0, language=language).text)
    names = set(whole) - {"variant", "variante"}
    for entries in whole.values():
        if isinstance(entries, list) and isinstance(entries[0], dict):
            names |= set.intersection(*map(set, entries))
    shown = set(re.findall(r"(\w+):", blank_record(rules, language)))
    assert names <= shown


def first_entry(rules: AnyRules, entry: str, language: Language = "en") -> Report:
    """Return the report of a record that has one entry."""
    players = ", ".join(names_for(rules, language)[: rules.default_player_count()])
    text = f"game: {rules.game.name}\nplayers: [{players}]\n{rules.body_fields[0]}:\n{entry}\n"
    (report,) = verify_stream(BytesIO(text.encode()))
    return report


@pytest.mark.parametrize("language", BUILT_IN)
def test_the_shortest_entry(judged_game: str, language: Language) -> None:
    """The shortest entry that a blank record shows is one, breaks no rule and names no player."""
    rules = catalog_rules(judged_game)
    (entry,) = re.findall(r"\((- \{.*\})\)\.$", blank_record(rules, language), re.MULTILINE)
    report = first_entry(rules, entry, language)
    assert (report.problems, report.errors) == ((), ())
    assert not {"player:", "joueur:", "premier:", "first:"} & {*re.findall(r"\w+:", entry)}


@pytest.mark.parametrize("language", BUILT_IN)
def test_the_manual_shows_the_shortest_entries(language: Language) -> None:
    """The manual has a shortest entry for each game, and each is one that breaks no rule."""
    page = (prose.MANUAL / language / "records.md").read_text(encoding="utf-8")
    shown = dict(re.findall(r"^\| `([\w-]+)` \| `(- .*)` \|$", page, re.MULTILINE))
    assert {*shown} == {*game.game_names()}
    for name, entry in shown.items():
        report = first_entry(catalog_rules(name), entry, language)
        assert (report.problems, report.errors) == ((), ()), name


def test_blank_record_closes_a_round_as_a_record_does() -> None:
    """The lines that tell how DOCE's rounds and the match end are read as they stand."""
    rules = catalog_rules("doce")
    endings = re.findall(r"\((\w+: .+)\)\.$", blank_record(rules, "en"), re.MULTILINE)
    assert [line.partition(":")[0] for line in endings] == ["result", "total"]
    text = (
        f"game: doce\nplayers: [Ana, Ben]\nrounds:\n- turns: [D4=4]\n  {endings[0]}\n{endings[1]}\n"
    )
    (report,) = verify_stream(BytesIO(text.encode()))
    assert report.problems == ()
    assert {found.rule for found in report.findings} >= {"result-wrong"}


@pytest.mark.parametrize("language", BUILT_IN)
def test_blank_record_names_the_variants(judged_game: str, language: Language) -> None:
    """The line of each variant stands in a remark, as a record takes it; without any, none does."""
    rules = catalog_rules(judged_game)
    field = rules.game.sentences_in(language).field_word("variant")
    remarks = [line for line in blank_record(rules, language).splitlines() if f"({field}: " in line]
    variants = [name for name in rules.player_ranges() if name]
    if not variants:
        assert remarks == []
        return
    lines = remarks[0].partition("(")[2].removesuffix(").").split(" · ")
    for line, name in zip(lines, variants, strict=True):
        seats = rules.player_ranges()[name][0]
        text = f"game: {judged_game}\nplayers: [{', '.join('ABCD'[:seats])}]\n{line}\n"
        text += f"{rules.body_fields[0]}: []\n"
        (report,) = verify_stream(BytesIO(text.encode()))
        assert report.is_valid, line


@pytest.mark.parametrize("language", BUILT_IN)
def test_schema_fits_records_of_its_language(judged_game: str, language: Language) -> None:
    """The schema of a language takes a record in it and the ids; the English one no French."""
    rules = catalog_rules(judged_game)
    form = json.loads(json.dumps(record_json_schema(rules, language)))
    assert form["title"] == rules.game.sentences[language].title
    schema = jsonschema.Draft202012Validator(form)
    made = {one: sample_record(rules, seed=6, language=one) for one in BUILT_IN}
    fitting = [one for one in made if schema.is_valid(plain(parse_yaml(made[one].text, "x")[0]))]
    assert language in fitting
    assert language != "en" or fitting == ["en"]
    played = made[language].report.played
    assert played is not None
    content = played.content.model_dump(mode="json", exclude_none=True, exclude_unset=True)
    assert schema.is_valid(content)


def test_worked_line_of_the_form_is_a_record(judged_game: str) -> None:
    """The worked line that the record form prints is a record that breaks no rule."""
    rules = catalog_rules(judged_game)
    section = rules.game.sections["printables"]
    assert isinstance(section, MapNode)
    worked = [
        fields["worked"]
        for _, entry in section.pairs
        if isinstance(fields := plain(entry), dict) and "worked" in fields
    ]
    assert worked
    for body in worked:
        assert isinstance(body, dict)
        record = _record(rules, yaml_of({"game": judged_game, **body}))
        assert {found.severity for found in replay(record).findings} <= {"warning"}
