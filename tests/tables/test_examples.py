"""The example tables that are shipped: what they say is right, and in both languages the same."""

from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import gcd, prod
from xml.etree import ElementTree as ET

import pytest

from generator import paths
from generator.game.catalog import game_names
from generator.paper.text import FAMILIES, can_print
from generator.tables.table import Table, read_table, repeated_cells
from generator.words import LANGUAGES, Language

FOLDER = paths.rules_data() / "tables"
EXAMPLES = ("capitals", "elements", "fractions", "irregular-verbs", "multiplication", "notes")
FILES = tuple(f"{name}.{language}.csv" for name in EXAMPLES for language in LANGUAGES)
SHADED, DOT, PLAIN = "#4a8fd0", "#000000", "#ffffff"
SVG = "{http://www.w3.org/2000/svg}"
# From the lowest line of the staff each step up is half a space of ten.
LOWEST_LINE, HALF_SPACE = 90, 5
STEPS = "CDEFGAB"
SYLLABLES = ("do", "ré", "mi", "fa", "sol", "la", "si")
ACCIDENTALS = {"sharp": "dièse", "flat": "bémol"}


def example(name: str, language: str) -> Table:
    """Return an example in a language."""
    return read_table(FOLDER / f"{name}.{language}.csv")


def words(table: Table, column: str | int) -> list[str]:
    """Return what stands in a column, by its name or number."""
    if isinstance(column, int):
        return [row[column].words for row in table.rows]
    return [cell.words for cell in table.column(column)]


def both(name: str, column: str | int) -> tuple[list[str], list[str]]:
    """Return what stands in a column in French and in English."""
    return words(example(name, "fr"), column), words(example(name, "en"), column)


def drawn(name: str) -> ET.Element:
    """Return a picture as it is written."""
    return ET.parse(FOLDER / name).getroot()  # noqa: S314 - our own


def test_every_table_there_is_an_example() -> None:
    """The folder holds the six examples in every language and no other table."""
    assert sorted(file.name for file in FOLDER.glob("*.csv")) == sorted(FILES)


def test_examples_are_no_games() -> None:
    """The folder of examples is not taken for a game."""
    assert FOLDER.name not in game_names()


@pytest.mark.parametrize("file", FILES)
def test_an_example_reads(file: str) -> None:
    """An example has 30 to 60 rows, each with a word, an answer, a family and all else filled."""
    table = read_table(FOLDER / file)
    assert table.columns[:2] == ("word", "answer")
    assert table.columns[-1] == "family"
    assert 30 <= len(table.rows) <= 60
    assert all(cell.words for row in table.rows for cell in row)


@pytest.mark.parametrize("file", FILES)
def test_an_example_is_plain_text(file: str) -> None:
    """An example is UTF-8 with semicolons, its lines of one length, the first of them its head."""
    data = (FOLDER / file).read_bytes()
    assert data.startswith(BOM_UTF8)  # else a French Excel garbles the accents
    text = data.decode("utf-8-sig")
    head, *lines = text.splitlines()
    assert text.endswith("\n")
    assert {line.count(";") for line in lines} == {head.count(";")}


@pytest.mark.parametrize("file", FILES)
def test_nothing_stands_twice(file: str) -> None:
    """No word, answer or other fact stands in two rows: every pair of a game is the only one."""
    table = read_table(FOLDER / file)
    for name in set(table.columns) - {"family", "level"}:
        assert not list(repeated_cells(table.column(name)))


@pytest.mark.parametrize("file", FILES)
def test_every_letter_can_be_printed(file: str) -> None:
    """The typefaces, that for dyslexic readers too, have all letters of an example."""
    fonts = {font for family in FAMILIES.values() for font in (family.regular, family.bold)}
    for row in read_table(FOLDER / file).rows:
        for cell in row:
            assert all(can_print(cell.words, font) for font in fonts), cell


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "fr"])
@pytest.mark.parametrize("name", EXAMPLES)
def test_all_languages_have_the_same_rows(name: str, language: Language) -> None:
    """Row by row a language has one family as French has, and pictures and numbers alike."""
    french, english = example(name, "fr"), example(name, language)
    pairs = list(zip(words(french, "family"), words(english, "family"), strict=True))
    assert len(set(pairs)) == len({one for one, _ in pairs}) == len({one for _, one in pairs})
    for one, other in zip(french.rows, english.rows, strict=True):
        for cell, twin in zip(one, other, strict=True):
            if cell.is_picture or cell.words.isdecimal():
                assert cell.words == twin.words


@pytest.mark.parametrize("name", EXAMPLES)
def test_families_are_large_enough_to_play(name: str) -> None:
    """Every family has four members or more, as many as the others; of elements nature decides."""
    sizes = Counter(words(example(name, "fr"), "family")).values()
    assert min(sizes) >= 4
    assert len(set(sizes)) == 1 or name == "elements"


@pytest.mark.parametrize("name", sorted({*EXAMPLES} - {"elements", "notes"}))
def test_a_family_stands_together(name: str) -> None:
    """The rows of a family follow one another, so that a teacher can take it out or keep it."""
    found = words(example(name, "fr"), "family")
    changes = sum(one != other for one, other in pairwise(found))
    assert changes + 1 == len(set(found))


@pytest.mark.parametrize("language", ["fr", "en"])
def test_products_are_right(language: str) -> None:
    """Each sum of the multiplication table gives its result and belongs to its first factor."""
    table = example("multiplication", language)
    rows = zip(words(table, "word"), words(table, "answer"), words(table, "family"), strict=True)
    for asked, result, family in rows:
        factors = [int(factor) for factor in asked.split(" × ")]
        assert prod(factors) == int(result)
        assert str(factors[0]) in family.split()
        assert all(2 <= factor <= 10 for factor in factors)
    # What is hard is a factor of 6 to 9.
    hard = (sum(one in "6789" for one in asked.split(" × ")) for asked in words(table, "word"))
    assert words(table, "level") == [str(1 + one) for one in hard]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_examples_of_verbs_are_in_the_past(language: str) -> None:
    """Each sentence has the past of its verb as a word, a capital and a full stop."""
    table = example("irregular-verbs", language)
    for past, said in zip(words(table, "answer"), words(table, "example"), strict=True):
        assert {*past.split(", ")} <= {*said.rstrip(".").split()}
        assert said[0].isupper()
        assert said.endswith(".")
        assert len(said) <= 40


def decimal(value: Fraction) -> str:
    """Return a decimal of four places at most, with `…` where it goes on."""
    digits, rest = divmod(value.numerator * 10**4, value.denominator)
    text = f"{digits // 10**4}.{digits % 10**4:04}"
    return f"{text}…" if rest else text.rstrip("0").rstrip(".")


def test_fractions_are_right() -> None:
    """Each fraction is in lowest terms; its equal and its decimal have its value, in both tongues.

    Those of one family have one denominator.
    """
    french, english = example("fractions", "fr"), example("fractions", "en")
    kinds = set[tuple[int, str]]()
    for (one, _, equal, comma, family), point in zip(
        ([cell.words for cell in row] for row in french.rows), words(english, 3), strict=True
    ):
        above, below = map(int, one.split("/"))
        assert gcd(above, below) == 1
        assert one != equal
        assert Fraction(equal) == Fraction(one)
        assert point == decimal(Fraction(one))
        assert comma == point.replace(".", ",")
        kinds.add((below, family))
    assert words(french, "word") == words(english, "word")
    assert words(french, 2) == words(english, 2)
    assert len(kinds) == len({below for below, _ in kinds}) == len({family for _, family in kinds})


def test_parts_are_coloured_as_the_fraction_says() -> None:
    """A picture has whole discs in as many parts as the fraction's, so many of them coloured.

    Each of these has a dot as well, so that they are seen where no colour is printed.
    """
    table = example("fractions", "fr")
    for fraction, picture in zip(words(table, "word"), words(table, "answer"), strict=True):
        above, below = map(int, fraction.split("/"))
        fills = [shape.get("fill") for shape in drawn(picture)]
        assert fills == [SHADED, DOT] * above + [PLAIN] * (-above % below)


def test_elements_are_numbered_and_signed_alike() -> None:
    """Elements run from 1 to 36, with one symbol and each other's names in both languages."""
    for numbers in both("elements", 2):
        assert numbers == [str(number) for number in range(1, 37)]
    french, english = both("elements", "answer")
    assert french == english
    assert all(sign.isalpha() and sign == sign.capitalize() for sign in french)
    crossed = example("elements", "en"), example("elements", "fr")
    assert words(crossed[0], 3) == words(crossed[1], "word")
    assert words(crossed[1], 3) == words(crossed[0], "word")


def test_verbs_have_the_same_forms_in_both_languages() -> None:
    """Infinitive, past, participle and example are English in both, the French verb beside."""
    for column in range(5):
        french, english = both("irregular-verbs", column)
        assert french == english


@pytest.mark.parametrize(
    ("like", "alike"),
    [("cut", (True, True)), ("bring", (False, True)), ("tell", (False, True))],
)
def test_kinds_of_verbs_keep_their_promise(like: str, alike: tuple[bool, bool]) -> None:
    """Of verbs like *cut* all forms are one, of those like *bring* and *tell* the last two."""
    table = example("irregular-verbs", "en")
    rows = [[cell.words for cell in row] for row in table.rows]
    found = [row for row in rows if row[-1] == f"like {like}"]
    assert like in {row[0] for row in found}
    assert {(row[0] == row[1], row[1] == row[2]) for row in found} == {alike}


def called(english: str) -> tuple[int, int, str]:
    """Return the step of a note from C, its octave and its accidental: `F sharp 4`."""
    letter, *sign, octave = english.split() if " " in english else (english[0], english[1:])
    return STEPS.index(letter), int(octave), " ".join(sign)


def test_notes_have_the_names_of_both_languages() -> None:
    """C4 is do3: the French count octaves one lower; each file has the names of the other too."""
    french, english = example("notes", "fr"), example("notes", "en")
    assert words(french, 2) == words(english, "word")
    assert words(english, 2) == words(french, "word")
    for name, other in zip(words(french, "word"), words(english, "word"), strict=True):
        step, octave, sign = called(other)
        middle = f" {ACCIDENTALS[sign]} " if sign else ""
        assert name == f"{SYLLABLES[step]}{middle}{octave - 1}"


def heads() -> Iterator[tuple[tuple[int, int, str], ET.Element]]:
    """Yield what each note is called, and its picture."""
    table = example("notes", "en")
    for name, picture in zip(words(table, "word"), words(table, "answer"), strict=True):
        yield called(name), drawn(picture)


def test_notes_stand_where_their_names_say() -> None:
    """E4 stands on the lowest line of the treble clef, G2 on that of the bass clef."""
    for (step, octave, _), picture in heads():
        below = (STEPS.index("E"), 4) if octave >= 4 else (STEPS.index("G"), 2)
        up = step + 7 * octave - (below[0] + 7 * below[1])
        (head,) = picture.iter(f"{SVG}ellipse")
        assert float(head.get("cy", "")) == LOWEST_LINE - HALF_SPACE * up
        # Two of the dots of a bass clef are its own, beside the end of its curve.
        assert len(list(picture.iter(f"{SVG}circle"))) == (1 if octave >= 4 else 3)


def across(picture: ET.Element) -> Sequence[float]:
    """Return how high the level lines of a note lie, from the top."""
    lines = [one for one in picture.iter(f"{SVG}line") if one.get("y1") == one.get("y2")]
    return sorted(float(line.get("y1", "")) for line in lines)


def test_notes_beyond_the_staff_have_ledger_lines() -> None:
    """A staff has five lines, and as many more as lead to a note above or below it."""
    staff = [50.0, 60.0, 70.0, 80.0, 90.0]
    for _, picture in heads():
        (head,) = picture.iter(f"{SVG}ellipse")
        at = int(head.get("cy", ""))
        more = [float(line) for line in (*range(100, at + 1, 10), *range(40, at - 1, -10))]
        assert across(picture) == sorted(staff + more)


def test_every_picture_is_used() -> None:
    """The pictures beside the tables are those that they name, drawn with plain shapes alone."""
    named = {
        cell.words
        for file in FILES
        for row in read_table(FOLDER / file).rows
        for cell in row
        if cell.is_picture
    }
    assert named == {file.relative_to(FOLDER).as_posix() for file in FOLDER.rglob("*.svg")}
    plain = {f"{SVG}{tag}" for tag in ("svg", "path", "circle", "ellipse", "line")}
    assert plain >= {shape.tag for name in named for shape in drawn(name).iter()}


def test_sources_are_named() -> None:
    """Of each example it is said what was read to write it."""
    told = (FOLDER / "SOURCES.md").read_text(encoding="utf-8")
    heads = [line.removeprefix("### ") for line in told.splitlines() if line.startswith("### ")]
    assert sorted(name for head in heads for name in head.split(", ")) == sorted(EXAMPLES)
