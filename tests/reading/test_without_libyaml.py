"""Where libyaml cannot be had, PyYAML's own parser and writer do the same, only slower."""

from pathlib import Path

import pytest
import yaml

from generator import paths
from generator.errors import DataError, Problem
from generator.game import game_names
from generator.reading import yaml_text
from generator.reading.nodes import Node
from generator.reading.yaml_text import parse_yaml
from generator.records import writing
from generator.rules import load
from tests import shipped

SHIPPED = sorted(paths.rules_data().glob("*/*.yaml"))
# A line for each way in which people break YAML.
FAULTY = (
    *("a: [1, 2", "a: {b: 1", "a: [1 2]\nb: ]", 'a: "x', "a: 'x", "a: 1\n b: 2", "a:\n  - 1\n - 2"),
    *("\ta: 1", "a: @x", "a: `x`", "a: b: c", "- a\nb: 1", "a: 1\nb", 'a: "\\q"', 'a: "\\u12"'),
    *("a: !x!y 1", "%YAML 3.0\n---\na: 1", "a: *x", "a: &x 1", "a: 1\n---\nb: 2", "a: [1, 2}}"),
    *("a: }", 'a: "x" y', "a: 'x'y", 'j: ["a "b""]', "[", "]", "a:\n\t- 1", "a: *"),
    *("a: &", "---\n...\nx", 'a: "\n', "a: - b", "- - : x", "@", "a: [,]", "a: {,}", "a: %x"),
    *("a: ,", "a:\n  b: 1\n c: 2", "a: 'it's'", 'x: "Jean "JL""', "a: [b\n", "a: {b: [1}"),
    "key with no colon\nother: 1",
)


def both(text: str, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Node | None, list[Problem]]]:
    """Read a text with each parser: what is read, and what is wrong."""
    found: list[tuple[Node | None, list[Problem]]] = []
    for loader in (yaml.CLoader, yaml.Loader):
        monkeypatch.setattr(yaml_text, "_LOADER", loader)
        try:
            node, told = parse_yaml(text, "a.yaml")
            found.append((node, list(told)))
        except DataError as error:
            found.append((None, list(error.problems)))
    return found


@pytest.mark.few(2)
@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_the_same_is_read(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every shipped file says the same, at the same places."""
    with_libyaml, without = both(file.read_text(encoding="utf-8"), monkeypatch)
    assert without == with_libyaml
    assert without[0] is not None


@pytest.mark.parametrize("text", FAULTY)
def test_the_same_is_wrong(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is broken is told in the same words, at the same places."""
    with_libyaml, without = both(text, monkeypatch)
    assert without == with_libyaml
    assert without[1]


@pytest.mark.few(2)
@pytest.mark.parametrize("name", game_names())
def test_the_same_is_written(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record is written in the same bytes."""
    rules = load(shipped.load(name))
    found = [writing.blank_record(rules, "fr", ["Zoé", "a: b"])]
    own = {"yaml_implicit_resolvers": writing._Dumper.yaml_implicit_resolvers}
    plain = type("Plain", (yaml.SafeDumper,), own)
    monkeypatch.setattr(writing, "_Dumper", plain)
    found.append(writing.blank_record(rules, "fr", ["Zoé", "a: b"]))
    assert found[0] == found[1]
