"""The worked line of a printed record form is a record: it can be typed, read and judged."""

from typing import Any

import pytest

from generator.game import game_names
from generator.printables.context import Context, Options
from generator.printables.kinds.form import FormEntry, told_of_file, typed_lines
from generator.printables.planning import entries
from generator.reading.yaml_text import parse_yaml
from generator.records.reading import RecordSource, read_record
from generator.records.record_format import catalog_rules
from generator.records.record_schema import record_json_schema
from generator.records.replay import replay
from generator.records.report import ERROR, Report
from generator.rules.optional import paper_cells
from generator.words import BUILT_IN, Language, message, say

FORMS = [
    (name, printable)
    for name in game_names()
    for printable, entry in entries(catalog_rules(name).game).items()
    if isinstance(entry, FormEntry)
]


def form(name: str, printable: str) -> FormEntry:
    """Return a record form of a game."""
    found = entries(catalog_rules(name).game)[printable]
    assert isinstance(found, FormEntry)
    return found


def judged(name: str, text: str) -> Report:
    """Return the report of a record as typed."""
    rules = catalog_rules(name)
    node, problems = parse_yaml(text, "form.yaml")
    assert not problems
    return replay(read_record(rules, RecordSource("form.yaml", 0, node)))


@pytest.mark.parametrize(("name", "printable"), FORMS)
@pytest.mark.parametrize("language", BUILT_IN)
def test_worked_line_is_a_legal_record(name: str, printable: str, language: Language) -> None:
    """What stands beside the form as typed is read and breaks no rule."""
    setting = Context(catalog_rules(name).game, printable, Options(language=language))
    report = judged(name, "\n".join(typed_lines(form(name, printable).worked, setting)))
    assert [found.rule for found in report.findings if found.severity == ERROR] == []


@pytest.mark.parametrize(("name", "printable"), FORMS)
def test_columns_are_fields_of_the_record(name: str, printable: str) -> None:
    """Each column is a field of the record file, the turn's number, or has a heading of its own."""
    known = _properties(record_json_schema(catalog_rules(name), "en")) | {"turn", "round"}
    said = catalog_rules(name).game.sentences
    for column in form(name, printable).columns:
        headed = all(f"column.{column}" in one.texts for one in said.values())
        assert headed or column.split(".")[0] in known, column


@pytest.mark.parametrize(("name", "printable"), FORMS)
@pytest.mark.parametrize("language", BUILT_IN)
def test_final_sheets_first(name: str, printable: str, language: Language) -> None:
    """A guide says that final sheets are enough, and of those games alone where they are."""
    rules = catalog_rules(name)
    setting = Context(rules.game, printable, Options(language=language))
    words = " ".join(" ".join(told_of_file(form(name, printable), setting)).split())
    begun = {"fr": "ludokit fiche {} --vers {}", "en": "ludokit record {} --to {}"}[language]
    command = begun.format(name, say(message("records.blank-table"), language))
    assert (command in words) == bool(paper_cells(rules, 0))


def _properties(piece: Any) -> set[str]:  # noqa: ANN401 - any piece of a schema
    if isinstance(piece, list):
        return set().union(*map(_properties, piece)) if piece else set()
    if not isinstance(piece, dict):
        return set()
    own = set(piece.get("properties", {}))
    return own.union(*map(_properties, piece.values())) if piece else own
