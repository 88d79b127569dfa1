"""JSON to nodes."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.errors import DataError
from generator.reading.json_text import sift_json
from generator.reading.nodes import MapNode, plain
from generator.words import LANGUAGES, Language
from tests.nodes import read_json

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**17), 10**17)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(max_codepoint=0x2FF)),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.text(st.characters(max_codepoint=0x2FF)), inner)
    ),
    max_leaves=20,
)


def _faults(text: str, language: Language = "en") -> list[str]:
    with pytest.raises(DataError) as raised:
        read_json(text, "f")
    return [line.removeprefix("f:") for line in raised.value.worded(language).splitlines()]


@given(JSON)
def test_reads_what_json_writes(value: object) -> None:
    """What the standard library writes is read as the same value."""
    found = plain(read_json(json.dumps(value), "f"))
    assert json.dumps(found) == json.dumps(value) or _has_equal_floats(found, value)


def _has_equal_floats(one: object, other: object) -> bool:
    return one == other or (
        isinstance(one, float) and isinstance(other, float) and math.isclose(one, other)
    )


def test_escapes_and_forms() -> None:
    """Escaped signs are put together, text is in NFC, long keys and numbers are read."""
    text = (
        '{"a": "\\ud83d\\ude00", "e\\u0301": "Le\u0301a", "%s": 12345678901234567890, "f": 1e999}'
    )
    assert plain(read_json(text % ("k" * 2000), "f")) == {
        "a": "😀",
        "é": "Léa",
        "k" * 2000: "12345678901234567890",
        "f": "1e999",
    }


def test_places() -> None:
    """Every value knows its place; a record of a file of many counts from its line."""
    node = read_json('{"a": 1,\n  "é": [2]}', "f", first_line=7)
    assert isinstance(node, MapNode)
    key, inner = node.pairs[1]
    assert (node.place.line, node.place.column) == (7, 1)
    assert (key.place.line, key.place.column) == (8, 3)
    assert (inner.place.line, inner.place.column) == (8, 8)


def _answers(text: str) -> list[str]:
    try:
        read_json(text, "f")
    except DataError as error:
        return [error.worded(language) for language in LANGUAGES]
    json.loads(text)
    return []


@pytest.mark.parametrize(
    ("text", "english", "french"),
    [
        ("", "1:1: the file is empty", "1:1: le fichier est vide"),
        (
            '{"a": 1, "a": 2}',
            "1:10: 'a' stands twice; first on line 1",
            "1:10: 'a' figure deux fois\u202f; d'abord à la ligne 1",
        ),
        ("[NaN]", "1:2: NaN is not a number in JSON", "1:2: NaN n'est pas un nombre en JSON"),
        (
            '["\\ud83d"]',
            "1:2: half of an escaped sign (\\ud83d); write the sign itself",
            "1:2: la moitié d'un signe échappé (\\ud83d)\u202f; écrivez le signe lui-même",
        ),
        (
            "[1 2]",
            "1:4: a comma or ']' is missing before this",
            "1:4: il manque une virgule ou ']' avant ceci",
        ),
        (
            "[1,\n",
            "2:1: the text ends too early; a value is missing",
            "2:1: le texte s'arrête trop tôt\u202f; il manque une valeur",
        ),
        (
            '{"a": 1',
            "1:8: the text ends too early; '}' is missing",
            "1:8: le texte s'arrête trop tôt\u202f; il manque '}'",
        ),
        (
            '{"a" 1}',
            "1:6: '1' cannot stand here; a colon is expected",
            "1:6: '1' ne peut pas se trouver ici\u202f; on attend un deux-points",
        ),
        (
            "{a: 1}",
            "1:2: 'a' cannot stand here; a field name in double quotes is expected",
            (
                "1:2: 'a' ne peut pas se trouver ici\u202f; on attend un nom de champ "
                "entre guillemets doubles"
            ),
        ),
        (
            "[True]",
            "1:2: 'True' is not a word of JSON; did you mean 'true'?",
            "1:2: 'True' n'est pas un mot de JSON\u202f; vouliez-vous dire 'true'\u202f?",
        ),
        (
            "[1,]",
            "1:4: ']' cannot stand here; a value is expected",
            "1:4: ']' ne peut pas se trouver ici\u202f; on attend une valeur",
        ),
        (
            "[01]",
            "1:2: '01' cannot stand here; a value is expected",
            "1:2: '01' ne peut pas se trouver ici\u202f; on attend une valeur",
        ),
        (
            '["a',
            "1:2: the quotes opened here are not closed",
            "1:2: le guillemet ouvert ici n'est pas fermé",
        ),
        (
            '["a\tb"]',
            "1:4: the sign U+0009 is not allowed here",
            "1:4: le signe U+0009 n'est pas admis ici",
        ),
        (
            "[1] 2",
            "1:5: more text after the end of the record",
            "1:5: il reste du texte après la fin de la fiche",
        ),
    ],
)
def test_refused(text: str, english: str, french: str) -> None:
    """What is not JSON is refused at its place, in the reader's language."""
    assert _faults(text) == [english]
    assert _faults(text, "fr") == [french]


def test_bad_escape() -> None:
    """An escape nobody knows is refused where it stands."""
    assert _faults('["\\q"]')[0].startswith("1:3: unknown sign after a backslash")


def test_every_fault_at_once() -> None:
    """Faults that let reading go on are all listed, and so is the one that does not."""
    text = '{"a": NaN,\n"a": -Infinity,\n"b": "\\udc00",\n"c": tru}'
    assert [fault.split(": ")[0] for fault in _faults(text)] == ["1:7", "2:1", "2:6", "3:6", "4:6"]


@pytest.mark.parametrize("text", ["[" * 200_000, '{"a":' * 200_000])
def test_depth(text: str) -> None:
    """However deep a file is nested, it is one readable problem."""
    (fault,) = _faults(text)
    assert fault.endswith("nested deeper than 64 levels")
    plain(read_json("[" * 64 + "]" * 64, "f"))


@pytest.mark.parametrize("mark", ["\u0301\u0316", r"\u0301\u0316"], ids=["plain", "escaped"])
def test_piled_accents(mark: str) -> None:
    """Accents piled on a letter, which take long to sort, are refused in one line."""
    assert _faults(f'["e{mark * 50_000}"]') == ["1:2: more than 30 accents on one letter"]


def test_half_a_sign_is_one_fault() -> None:
    """Half of an escaped sign is told by itself, and what it stands in is read."""
    node, problems = sift_json('{"a": "\\ud800"}', "a.json")
    assert [one.message.key for one in problems] == ["reading.lone-surrogate"]
    assert plain(node) == {"a": "?"}


def test_very_many_faults() -> None:
    """A file full of faults is given up after the first thousand, and that is said."""
    faults = _faults('{"a": 1' + ',"a": 1' * 100_000)
    assert len(faults) == 1001
    assert any(fault.endswith("too many faults; nothing more is read") for fault in faults)


@given(st.text() | st.text(alphabet='{}[]:,"\\u0d8-+.eE19 \ntruefalsn', max_size=30))
def test_any_text(text: str) -> None:
    """Any text gives a node or a DataError, and a node only where the standard library reads."""
    assert all(_answers(text))
