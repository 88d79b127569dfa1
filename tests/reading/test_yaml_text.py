"""YAML to nodes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.errors import DataError
from generator.reading.nodes import MapNode, Plain, Scalar, plain
from generator.words import LANGUAGES, Language
from tests.nodes import read_yaml


def _faults(text: str, language: Language = "en") -> list[str]:
    with pytest.raises(DataError) as raised:
        read_yaml(text, "f")
    return [line.removeprefix("f:") for line in raised.value.worded(language).splitlines()]


def _answers(text: str) -> list[str]:
    try:
        plain(read_yaml(text, "f"))
    except DataError as error:
        return [error.worded(language) for language in LANGUAGES]
    return []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (
            "a: [1, no, 1:30, 2026-03-14, ~, '5', true]",
            {"a": [1, "no", "1:30", "2026-03-14", None, "5", True]},
        ),
        ("1: a\ntrue: b\n~: c", {"1": "a", "true": "b", "~": "c"}),
        ("a:\nb: ''", {"a": None, "b": ""}),
        ("a: |\n  x\n  y\n", {"a": "x\ny\n"}),
        ("{a b}", {"a b": None}),
        ("a: {<<: 1}", {"a": {"<<": 1}}),
        ("# Léa\n- Le\u0301a\n", ["Léa"]),
        ("%YAML 1.2\n---\na", "a"),
        ("[" * 64 + "]" * 64, None),
    ],
)
def test_read(text: str, value: Plain) -> None:
    """Text is read as YAML 1.2 has it, in NFC."""
    found = plain(read_yaml(text, "f"))
    assert value is None or found == value


def test_places_and_quotes() -> None:
    """Every word knows its place in the original text, and whether it stood in quotes."""
    node = read_yaml("é😀: 1\nb:  'no'\n", "f")
    assert isinstance(node, MapNode)
    _, (key, value) = node.pairs
    assert isinstance(value, Scalar)
    assert (key.place.line, key.place.column, key.quoted) == (2, 1, False)
    assert (value.place.line, value.place.column, value.quoted) == (2, 5, True)


@pytest.mark.parametrize(
    ("text", "english", "french"),
    [
        (
            "a: 1\nb: 2\na: 3",
            "3:1: 'a' stands twice; first on line 1",
            "3:1: 'a' figure deux fois\u202f; d'abord à la ligne 1",
        ),
        (
            "Léa: 1\nLe\u0301a: 3",
            "2:1: 'Léa' stands twice; first on line 1",
            "2:1: 'Léa' figure deux fois\u202f; d'abord à la ligne 1",
        ),
        (
            "a: &x 1",
            "1:4: the anchor '&x' is not allowed here; write the text out",
            "1:4: l'ancre '&x' n'est pas admise ici\u202f; écrivez le texte en entier",
        ),
        (
            "a: *x",
            "1:4: the alias '*x' is not allowed here; write the text out",
            "1:4: l'alias '*x' n'est pas admis ici\u202f; écrivez le texte en entier",
        ),
        (
            "a: !!str 1",
            "1:4: the tag '!!str' is not allowed here",
            "1:4: l'étiquette '!!str' n'est pas admise ici",
        ),
        (
            "a: ! 1",
            "1:4: the tag '!' is not allowed here",
            "1:4: l'étiquette '!' n'est pas admise ici",
        ),
        (
            "a: !!python/object:x {}",
            "1:4: the tag '!!python/object:x' is not allowed here",
            "1:4: l'étiquette '!!python/object:x' n'est pas admise ici",
        ),
        (
            "a: !e!x 1",
            "1:4: the tag '!' is not allowed here",
            "1:4: l'étiquette '!' n'est pas admise ici",
        ),
        (
            "? [a]\n: 1",
            "1:3: a field name must be a word, not a list or a block",
            "1:3: un nom de champ doit être un mot, pas une liste ni un bloc",
        ),
        (
            "a: 1\n---\nb: 1",
            "2:1: a second document begins here; one a file",
            "2:1: un second document commence ici\u202f; un seul par fichier",
        ),
        (
            "%TAG ! !x\n---\na",
            "1:1: lines that begin with '%' are not allowed here",
            "1:1: les lignes qui commencent par '%' ne sont pas admises ici",
        ),
        (
            "%YAML 3.0\n---\na",
            "1:1: lines that begin with '%' are not allowed here",
            "1:1: les lignes qui commencent par '%' ne sont pas admises ici",
        ),
        ("", "1:1: the file is empty", "1:1: le fichier est vide"),
        ("# only\n", "1:1: the file is empty", "1:1: le fichier est vide"),
        ("---\n", "1:1: the file is empty", "1:1: le fichier est vide"),
        (
            "a: b\x1b[0m",
            "1:5: the sign U+001B is not allowed here",
            "1:5: le signe U+001B n'est pas admis ici",
        ),
        (
            "a:\n\tb: 1",
            "2:1: a tab cannot indent; use spaces",
            "2:1: une tabulation ne peut pas servir de retrait\u202f; utilisez des espaces",
        ),
        (
            "a: [1, 2",
            "1:4: the bracket opened here is not closed: ']' is missing",
            "1:4: le crochet ouvert ici n'est pas fermé\u00a0: il manque ']'",
        ),
        (
            "a: {b: 1",
            "1:4: the bracket opened here is not closed: '}' is missing",
            "1:4: le crochet ouvert ici n'est pas fermé\u00a0: il manque '}'",
        ),
        (
            "a: ['b' 'c']",
            "1:9: a comma or ']' is missing before this",
            "1:9: il manque une virgule ou ']' avant ceci",
        ),
        (
            "a: 'x\nb: 1",
            "1:4: the quotes opened here are not closed",
            "1:4: le guillemet ouvert ici n'est pas fermé",
        ),
        (
            "a: @x",
            "1:4: no text may begin with '@'; put it in quotes",
            "1:4: aucun texte ne peut commencer par '@'\u202f; mettez-le entre guillemets",
        ),
        (
            "a: *",
            "1:4: no text may begin with '*'; put it in quotes",
            "1:4: aucun texte ne peut commencer par '*'\u202f; mettez-le entre guillemets",
        ),
        ("a: ]", "1:4: ']' cannot stand here", "1:4: ']' ne peut pas se trouver ici"),
        (
            "a: b: c",
            "1:5: a colon cannot stand here; put the text in quotes",
            (
                "1:5: un deux-points ne peut pas se trouver ici\u202f; mettez le "
                "texte entre guillemets"
            ),
        ),
        (
            "a: 1\nb\n",
            "2:1: a colon is missing after this field name",
            "2:1: il manque un deux-points après ce nom de champ",
        ),
        (
            "- a\nb: 1",
            "2:1: this line does not fit the ones above: check its indentation",
            "2:1: cette ligne ne s'accorde pas avec les précédentes\u00a0: vérifiez son retrait",
        ),
        (
            "a: 'x' y",
            (
                "1:8: this does not belong to what stands before it; a text with "
                "special signs needs quotes"
            ),
            (
                "1:8: ceci ne se rattache pas à ce qui précède\u202f; un texte avec "
                "des signes spéciaux se met entre guillemets"
            ),
        ),
        (
            'a: "\\q"',
            "1:5: unknown sign after a backslash in a quoted text; write '\\\\' for a backslash",
            (
                "1:5: signe inconnu après une barre oblique inverse dans un texte "
                "entre guillemets\u202f; écrivez '\\\\' pour la barre"
            ),
        ),
        ("a: |x\n", "1:5: this cannot be read as YAML", "1:5: ceci ne se lit pas comme du YAML"),
    ],
)
def test_refused(text: str, english: str, french: str) -> None:
    """What is not allowed is refused at its place, in the reader's language."""
    assert _faults(text) == [english]
    assert _faults(text, "fr") == [french]


def test_every_fault_at_once() -> None:
    """Faults that let reading go on are all listed, in reading order."""
    text = "a: &x 1\nb: *x\na: !t 2\n? {k: 1}\n: {d: 1, d: 2, d: 3}\n---\nz"
    places = [fault.split(": ")[0] for fault in _faults(text)]
    assert places == ["1:4", "2:4", "3:1", "3:4", "4:3", "5:10", "5:16", "6:1"]


def test_faults_before_a_syntax_error() -> None:
    """A syntax error does not hide what was found before it."""
    assert [fault[:4] for fault in _faults("a: &x 1\nb: [")] == ["1:4:", "2:4:"]


@pytest.mark.parametrize("text", ["[" * 200_000, "{a: " * 100_000, "- " * 100_000])
def test_depth(text: str) -> None:
    """However deep a file is nested, it is one readable problem."""
    (fault,) = _faults(text)
    assert fault.endswith("nested deeper than 64 levels")


@pytest.mark.parametrize("mark", ["\u0301\u0316", r"\u0301\u0316"], ids=["plain", "escaped"])
def test_piled_accents(mark: str) -> None:
    """Accents piled on a letter, which take long to sort, are refused; one is not."""
    assert _faults(f'["e\u0301", "e{mark * 50_000}"]') == [
        "1:8: more than 30 accents on one letter"
    ]


def test_control_signs_are_listed_up_to_a_limit() -> None:
    """A file of control signs does not make an endless list."""
    assert len(_faults("\x01" * 5000)) == 100


def test_very_many_faults() -> None:
    """A file full of faults is given up after the first thousand, and that is said."""
    faults = _faults("a: 1\n" * 100_000)
    assert len(faults) == 1001
    assert any(fault.endswith("too many faults; nothing more is read") for fault in faults)


@given(st.text() | st.text(alphabet="ab01:-?[]{},&*!|>'\"%@`# \n\t\\\ufeff\u2028~.", max_size=40))
def test_any_text(text: str) -> None:
    """Any text gives a node or a DataError that can be worded in both languages."""
    assert all(_answers(text))
