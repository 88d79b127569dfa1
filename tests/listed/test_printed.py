"""What is printed of lists is what stands beside it, by position, and set as a printer would."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from time import process_time

import pytest

from generator.cli.program import run
from generator.fitting import fit_game
from generator.from_list import list_kinds
from generator.printables.context import Options
from tests.costs import is_within
from tests.listed.made_up import LISTS, SHIPPED, STRANGE, deck_of
from tests.listed.printed import Shown, letters, shown

# From the edge of a field to the line about its words, in mm: at the left, top, right and bottom,
# None where no line of the card is near them.
Insets = tuple[float | None, float | None, float | None, float | None]
LINES: Mapping[tuple[str, str], Insets] = {
    ("chain", "left"): (3, 3, 3, 0),
    ("chain", "right"): (3, 0, 3, 3),
    ("dominoes", "left"): (2.4, 2.4, 0, 2.4),
    ("dominoes", "right"): (0, 2.4, 2.4, 2.4),
    ("families", "word"): (13, 13, 3, None),
    ("flashcards", "answer"): (3, 3, 3, 3),
    ("flashcards", "word"): (3, 3, 3, 3),
    ("loto", "board"): (0, 0, 0, 0),
    ("memory", "answer"): (3, 3, 3, 3),
    ("memory", "word"): (3, 3, 3, 3),
    ("quiz", "answer"): (3, None, 3, 3),
    ("quiz", "word"): (3, None, 3, None),
}
# Letters may lean out of their place by a hair, as an f does.
HAIR = 0.4
# Games whose list is printed by another printable.
PRINTED_BY = {"goose": "quiz"}
# How many fields of a list of 400 rows are compared with what stands beside them, for each seed.
FIELDS: Mapping[str, int] = {
    "chain": 50,
    "dominoes": 240,
    "families": 800,
    "flashcards": 800,
    "loto": 576,
    "memory": 80,
    "one-in-common": 57,
    "quiz": 800,
}
SEEDS = (1, 2, 3, 4)
FOUR_HUNDRED = "four hundred rows"


def fields(folder: Path, kind: str, name: str, options: Options) -> list[Shown]:
    """Return what is printed of a list, with nothing chosen but the options."""
    made = fit_game(deck_of(folder, kind, name), kind, options)
    return [*shown(made.game, PRINTED_BY.get(kind, kind), made.heeded_options)]


def whites(kind: str, one: Shown) -> Iterator[float]:
    """Yield how far the words of a field are from the lines about it."""
    left, top, right, bottom = LINES[kind, one.role]
    if left is not None:
        yield min(sign.box.left for sign in one.signs) - one.field.left - left
    if top is not None:
        yield min(sign.box.top for sign in one.signs) - one.field.top - top
    if right is not None:
        yield one.field.right - right - max(sign.box.right for sign in one.signs)
    if bottom is not None:
        yield one.field.bottom - bottom - max(sign.box.bottom for sign in one.signs)


@pytest.mark.few(14)
@pytest.mark.parametrize("name", [*SHIPPED, *LISTS])
@pytest.mark.parametrize("kind", list_kinds())
def test_each_list_is_set_as_a_printer_would(tmp_path: Path, kind: str, name: str) -> None:
    """With no option at all words of a role have two sizes, 70 % at least, 9 pt, and white about.

    Signs of one-in-common vary on purpose, by 1.6 to 1 at most.
    """
    found = [one for one in fields(tmp_path, kind, name, Options("fr")) if one.signs]
    kind = PRINTED_BY.get(kind, kind)
    sizes = defaultdict[str, set[float]](set)
    for one in found:
        sizes[one.role] |= {sign.size for sign in one.signs}
    for role, own in sizes.items():
        assert min(own) >= 9.0
        if kind == "one-in-common":
            assert max(own) <= 1.605 * min(own)
        elif role:
            assert len(own) <= 2
            assert min(own) >= 0.699 * max(own)
    for one in found:
        if (kind, one.role) in LINES:
            side = min(one.field.right - one.field.left, one.field.bottom - one.field.top)
            wanted = 4.0 if side >= 50 or kind == "chain" else 3.0
            assert min(whites(kind, one)) >= wanted - HAIR


def assert_as_said(found: Iterable[Shown]) -> None:
    """Hold fields to what the file beside the PDF says of them."""
    assert [
        one for one in found if one.said is not None and letters(one.signs) != letters(one.said)
    ] == []


@pytest.mark.few(8)
@pytest.mark.parametrize("name", [*SHIPPED, *LISTS])
@pytest.mark.parametrize("kind", FIELDS)
def test_each_field_shows_what_is_said_of_it(tmp_path: Path, kind: str, name: str) -> None:
    """What stands in each field of the PDF is what `.contents.json` says, on Letter and in grey."""
    assert_as_said(fields(tmp_path, kind, name, Options("fr", paper="letter", ink="grey")))


@pytest.mark.few(4)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", FIELDS)
def test_ten_thousand_fields_show_what_is_said(tmp_path: Path, kind: str, seed: int) -> None:
    """Of long lists and large classes, too, ten thousand fields in all."""
    pupils = 36 if kind == "loto" else 0
    found = fields(tmp_path, kind, FOUR_HUNDRED, Options("fr", seed=seed, pupils=pupils))
    assert len(found) == FIELDS[kind]
    assert_as_said(found)
    assert len(SEEDS) * sum(FIELDS.values()) >= 10_000


@pytest.mark.parametrize("kind", list_kinds())
def test_letters_that_no_typeface_has_are_named(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    kind: str,
) -> None:
    """A script that no typeface here has is refused at its cell, by the letter; nothing is made."""
    monkeypatch.chdir(tmp_path)
    rows = "".join(f"mot {n};réponse {n};f{n // 4}\n" for n in range(19))
    Path("table.csv").write_text(f"mot;réponse;famille\n{rows}{STRANGE};{STRANGE};f4\n", "utf-8")
    assert run(["print", "jeu", "--as", kind, "--table", "table.csv", "--lang", "fr"]) == 2
    told = capsys.readouterr().err
    assert re.search(r"[AB]21", told)
    assert any(letter in told for letter in STRANGE)
    assert not Path("output").exists()


@pytest.mark.benchmark
@pytest.mark.few(3)
@pytest.mark.parametrize("kind", list_kinds())
def test_four_hundred_rows_take_less_than_three_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """A game of 400 rows is read, fitted, dealt, drawn and written in three seconds of work."""
    deck_of(tmp_path, kind, FOUR_HUNDRED)
    monkeypatch.chdir(tmp_path)
    begun = process_time()
    line = ("print", "jeu", "--as", kind, "--table", "liste/liste.csv", "--lang", "fr", "--quiet")
    assert run(line) == 0
    assert is_within(process_time() - begun, 3)
