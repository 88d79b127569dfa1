"""Nodes and their places."""

import subprocess
import sys

import pytest

from generator.reading.nodes import MapNode, Path, Place, dotted, place_of, plain, without
from tests.nodes import read_yaml

NODE = read_yaml("a: 1\nturns:\n- {dice: {orange: 2}}\n- x\n", "f")


@pytest.mark.parametrize(
    ("path", "line", "column"),
    [
        ((), 1, 1),
        (("turns", 0, "dice", "orange"), 3, 19),
        (("turns", 1), 4, 3),
        (("turns", 7, "dice"), 3, 1),
        (("turns", "x"), 3, 1),
        (("nothing",), 1, 1),
    ],
)
def test_place_of(path: Path, line: int, column: int) -> None:
    """A path leads to its place; where it breaks off, to the last place on it."""
    assert place_of(NODE, path) == Place("f", line, column)


def test_dotted() -> None:
    """A path reads as names and numbers, items counted from 1."""
    assert dotted(("turns", 2, "dice", "orange")) == "turns[3].dice.orange"
    assert dotted((0, "a")) == "[1].a"
    assert dotted(()) == ""


def test_without() -> None:
    """Fields are taken out whole and the rest stays in order."""
    assert isinstance(NODE, MapNode)
    assert plain(without(NODE, ("turns", "missing"))) == {"a": 1}


def test_plain() -> None:
    """A node without its places is what JSON would hold; named places stay as written."""
    assert plain(NODE) == {"a": 1, "turns": [{"dice": {"orange": 2}}, "x"]}
    assert plain(NODE, frozenset({Place("f", 1, 4)})) == {
        "a": "1",
        "turns": [{"dice": {"orange": 2}}, "x"],
    }


def test_get_and_key() -> None:
    """A field is found by its name, and its name has a place of its own."""
    assert isinstance(NODE, MapNode)
    key = NODE.key("turns")
    assert key is not None
    assert key.place == Place("f", 2, 1)
    assert NODE.get("x") is None
    assert NODE.key("x") is None


def test_import_is_light() -> None:
    """Nodes and words are there without the heavy libraries."""
    code = (
        "import sys, generator.reading.nodes, generator.words\n"
        "print(sorted({'pydantic', 'babel', 'yaml', 'difflib'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
