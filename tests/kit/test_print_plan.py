"""The print plan: counted again from the PDFs, worded in both languages, for every game."""

import re
from collections import Counter
from pathlib import Path

import pytest

from generator.classroom import (
    PrintPlan,
    expected_plan,
    print_plan,
    seat_class,
    typical_pages,
    with_uses,
    work_seconds,
)
from generator.cli.program import run
from generator.documents.guide_section import read_guide
from generator.game import game_names
from generator.kit import (
    _finishing_steps,
    bind_kit,
    make_plan_document,
    options_for_class,
    page_counts,
    paper_piles,
    seat_for_kit,
)
from generator.make import Print
from generator.paper.page import PaperName
from generator.printables.context import Options
from generator.printables.planning import printables_played_with
from generator.render.preview import page_count
from generator.words import Language, say
from tests.documents.read_back import close
from tests.kit.kits import plan_alone, singly
from tests.render.conforming import faults
from tests.render.measured import ink_box, picture_of, texts
from tests.shipped import load

# A guide has ten pages at most.
A_GUIDE = 10
HALF_AN_HOUR = 30


def planned(name: str, pupils: int, group: int, options: Options | None = None) -> PrintPlan:
    """Return the plan of a game for a class, its documents taken for two pages."""
    game, chosen = load(name), options or Options()
    lengths = dict.fromkeys(game.printables(), 2)
    return print_plan(game, chosen, lengths, seat_class(game, pupils, group))


@pytest.mark.parametrize(
    ("paper", "stocks"),
    [("a4", ("80 g", "160 g", "200 g")), ("letter", ("20 lb bond", "65 lb cover", "110 lb index"))],
)
def test_paper_is_told_as_it_is_sold(paper: PaperName, stocks: tuple[str, ...]) -> None:
    """A plan on Letter asks for American stock, on A4 for grams, at each printable and in all."""
    options = Options("en", paper, play_with="pieces")
    words = close(" ".join(texts(plan_alone(load("doce"), options))))
    for stock in stocks:
        assert words.count(close(stock)) >= 2, stock
    assert paper == "a4" or not re.search(r"\d0g\b", words)


@pytest.mark.few(3)
@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize(
    "pupils",
    [
        pytest.param(2, marks=pytest.mark.long),
        7,
        27,
        pytest.param(36, marks=pytest.mark.long),
    ],
)
def test_enough_of_everything(name: str, pupils: int) -> None:
    """What is printed holds at least the copies wanted, and not a whole set more."""
    game = load(name)
    found = planned(name, pupils, 4)
    every = (*found.rows, *found.others, *found.lesson, *found.projected)
    assert {row.printable for row in every} == set(game.printables())
    for row in (*found.rows, *found.lesson):
        if row.named:  # a page for each, all in one set
            assert row.sets == 1
        else:
            assert (
                row.copies
                <= row.sets * row.work.copies_per_page
                < row.copies + row.work.copies_per_page
            )
        by = 1 if row.sides == "one-side" else 2
        assert row.paper == row.sets * -(-(row.pages or 0) // by)
    assert found.printed == sum(row.sets * (row.pages or 0) for row in found.rows)


@pytest.mark.few(2)
@pytest.mark.parametrize("name", game_names())
def test_order_of_printing(name: str) -> None:
    """Paper is changed once for each kind: plain before heavy, one side before both."""
    rows = planned(name, 27, 4).rows
    kinds = [(row.need.weight, row.sides) for row in rows]
    assert kinds == sorted(kinds)


def test_a_class_of_qwinto() -> None:
    """27 pupils by four need nine pages of score sheets, and a form at each of seven tables."""
    rows = {row.printable: row for row in planned("qwinto", 27, 4).rows}
    sheets, form = rows["score-sheets"], rows["record-form"]
    assert (sheets.copies, sheets.sets, sheets.printed, sheets.paper) == (27, 9, 9, 9)
    assert (form.copies, form.sets, form.printed, form.paper) == (7, 7, 21, 14)
    # Nine sheets are two stacks, with three cuts each: one takes the footers off.
    assert sheets.cuts == 6


def test_named_sheets_are_cut_as_a_pile() -> None:
    """A class's sheets with names take as many cuts as sheets without, and the plan says more."""
    names = tuple(f"Pupil {number}" for number in range(27))
    rows = (*planned("qwinto", 27, 4).rows, *planned("qwinto", 27, 4, Options(names=names)).rows)
    one, other = (row for row in rows if row.printable == "score-sheets")
    assert (one.named, other.named) == (False, True)
    assert (other.paper, other.cuts) == (one.paper, one.cuts) == (9, 6)
    assert [say(words, "en") for words in _finishing_steps(other)] == [
        "6 straight cuts",
        "the piles laid on one another: in the order of the list",
    ]


@pytest.mark.few(2)
@pytest.mark.parametrize("name", game_names())
def test_a_class_is_ready_in_half_an_hour(name: str) -> None:
    """What a game's kit counts for 27 pupils is printed and cut in 30 minutes, by its plan."""
    game = load(name)
    lengths = {one: typical_pages(game, one, Options()) or A_GUIDE for one in game.printables()}
    found = print_plan(game, Options(), lengths, seat_for_kit(game, Options(), 27, None))
    assert found.minutes() <= HALF_AN_HOUR
    if found.others:
        assert found.minutes() <= found.for_other_way().minutes()


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("game", "pencil", "pieces"),
    [
        ("crowns", {"pencil-boards"}, {"boards", "tokens"}),
        ("dental", {"pencil-charts", "wheel"}, {"dentition-charts", "tokens", "dice"}),
        ("doce", {"play-sheets"}, {"board", "pieces", "score-track"}),
        ("sti", set(), {"cards", "life-tracks", "life-sheet", "aids", "reminder"}),
    ],
)
def test_what_is_ready_sooner_is_counted(game: str, pencil: set[str], pieces: set[str]) -> None:
    """The version without scissors is counted, the other stands beside, unless wished for."""
    usual, wished = planned(game, 27, 4), planned(game, 27, 4, Options(play_with="pieces"))
    assert {row.printable for row in usual.others} == pieces
    assert pencil < {row.printable for row in usual.rows}
    assert {row.printable for row in wished.others} == pencil
    assert pieces < {row.printable for row in wished.rows}
    assert wished.minutes() == usual.for_other_way().minutes() > usual.minutes()
    played = Options(play_with="pieces", contents=("play",))
    printables = printables_played_with(load(game), played)
    assert {*printables} == {row.printable for row in wished.rows}


@pytest.mark.few(1)
@pytest.mark.parametrize(("language", "words"), [("fr", "en version légère"), ("en", "all pieces")])
def test_a_kit_says_which_version_it_counts(language: Language, words: str) -> None:
    """The plan tells how long both take, where the other version lies, and its estimates."""
    game = load("crowns")
    said = close(" ".join(texts(plan_alone(game, Options(language)))))
    assert close(words) in said
    assert close(game.sentences[language].printables["tokens"]) in said
    assert close(f"{work_seconds()['cut']} s ") in said


@pytest.mark.rest
def test_a_plan_in_large_type_stays_on_its_page() -> None:
    """The table of what to print ends at the margin in large type too."""
    pdf = plan_alone(load("crowns"), Options("fr", large=True))
    assert ink_box(picture_of(pdf))[2] <= 2100 - 150


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "options",
    [
        Options("fr"),
        pytest.param(Options("fr", "letter", large=True), marks=pytest.mark.long),
        pytest.param(Options("en", large=True), marks=pytest.mark.long),
        pytest.param(Options("en", "letter"), marks=pytest.mark.long),
        pytest.param(Options("en", font="dyslexia", ink="grey"), marks=pytest.mark.long),
    ],
    ids=lambda options: f"{options.language}{options.suffix()}",
)
@pytest.mark.parametrize("name", game_names())
def test_a_plan_is_accessible(name: str, options: Options) -> None:
    """The plan of every game conforms to PDF/UA-1, however it is set."""
    assert faults(plan_alone(load(name), options)) == ()


@pytest.mark.parametrize("per_page", [1, 2, 4, 8])
def test_sheets_a_page_change_the_plan(per_page: int) -> None:
    """Fewer sheets a page are printed more often."""
    rows = planned("qwinto", 27, 4, Options(per_page=per_page)).rows
    sheets = next(row for row in rows if row.printable == "score-sheets")
    assert sheets.sets == -(-27 // per_page)


def test_without_pupils_one_table() -> None:
    """A kit for nobody in particular is for one table of the game's usual size."""
    game, options = load("qwinto"), Options("en")
    seating = seat_for_kit(game, options, None, None)
    assert (seating.is_class, seating.sizes) == (False, (4,))


@pytest.mark.few(1)
@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_what_is_folded_is_what_the_data_count(paper: PaperName) -> None:
    """Three cubes and four pawns are put together at each table, spare ones of a page left out."""
    rows = planned("dental", 27, 4, Options(paper=paper, play_with="pieces")).rows
    dice = next(row for row in rows if row.printable == "dice")
    assert (dice.work.folded, dice.sets) == (7, 7)


@pytest.mark.rest
def test_without_pango_the_plan_is_html(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where documents cannot be PDF the plan is HTML, and points to the files beside it.

    It has no lines for notes: without pages nobody can tell how many there is room for.
    """

    def missing() -> None:
        raise OSError

    monkeypatch.setattr("generator.render.html_to_pdf.load_layout", missing)
    game, options = load("qwinto"), Options("en")
    singles = singly(game, options)
    sheet, whole = bind_kit(game, options, singles, seat_for_kit(game, options, 27, 4))
    (name,) = sheet.files
    assert name == "plan.html"
    assert b"guide.html" in sheet.files[name]
    assert b'<section class="notes">' not in sheet.files[name]
    bindable = [one.pdf for one in singles if one.printable != "slides"]
    drawn_pages = sum(page_count(pdf) for pdf in bindable if pdf is not None)
    assert page_count(whole.pdf or b"") == drawn_pages


@pytest.mark.rest
def test_a_wish_that_one_sheet_cannot_grant_leaves_the_others() -> None:
    """Names and sheets a page go to the papers that offer them; it is said which do not."""
    options = Options("en", per_page=4, names=("Ana", "Ben"))
    game = load("qwinto")
    seating = seat_for_kit(game, options, 27, 4)
    options = options_for_class(game, options, seating)
    singles = singly(game, options)
    assert [len(one.pdf or b"") > 0 for one in singles] == [True] * len(singles)
    told = [say(note, "en") for one in singles for note in one.notes]
    assert any(note.startswith("Table reminders: made without --names") for note in told)
    assert any(note.startswith("Table reminders: made without --per-page") for note in told)
    sheet, _ = bind_kit(game, options, singles, seating)
    said = close(" ".join(texts(sheet.pdf or b"")))
    assert close("Score sheets: 25 sheets have a line to write on instead of a name") in said


@pytest.mark.few(2)
@pytest.mark.parametrize("name", game_names())
def test_five_print_jobs_at_most(name: str) -> None:
    """A kit for 27 pupils is played from five files at most, one for each kind of paper.

    The papers of the lesson and those to go further are in two each at most, and nothing is lost.
    """
    found = planned(name, 27, 4)
    piles = paper_piles(load(name), found, Options())
    purposes = Counter(pile.id.split("-")[0] for pile in piles)
    assert 1 <= purposes["play"] <= 5
    assert max(purposes["lesson"], purposes["further"]) <= 2
    rows = [row for pile in piles for row in pile.rows]
    assert Counter(map(id, rows)) == Counter(map(id, (*found.rows, *found.lesson)))


def test_a_list_of_names_is_the_class() -> None:
    """Pupils are counted from the list; those who are not on it have a line to write on."""
    game, options = load("qwinto"), Options(names=("Ana", "Ben", "Zoé"))
    assert seat_for_kit(game, options, None, None).pupils == 3
    seating = seat_for_kit(game, options, 5, None)
    assert (seating.pupils, seating.notes) == (5, ())
    assert options_for_class(game, options, seating).names == ("Ana", "Ben", "Zoé", "", "")
    fewer = seat_for_kit(game, options, 2, None)
    assert fewer.pupils == 3
    assert [say(note, "en") for note in fewer.notes] == [
        "the list has 3 names, and 2 pupils were counted: it is for the list"
    ]


def test_sheets_without_a_name_are_told() -> None:
    """The plan says how many sheets of a class have a line instead of a name."""
    game, options = load("qwinto"), Options("en", names=("Ana", "Ben", "", ""))
    prints = [Print(one, one, {}) for one in game.printables()]
    seating = seat_for_kit(game, options, None, None)
    found = print_plan(game, options, page_counts(prints), seating)
    sheet = make_plan_document(game, options, prints, found)
    said = close(" ".join(texts(sheet.pdf or b"")))
    assert close("2 sheets have a line to write on instead of a name") in said


@pytest.mark.long
def test_pictures_of_a_kit_show_each_page_once(tmp_path: Path) -> None:
    """With --preview there is a picture of each page, and none of the copies to print."""
    assert run(["kit", "course-a-20", "--pupils", "8", "--preview", "--to", str(tmp_path)]) == 0
    names = {path.name for path in tmp_path.rglob("*.png")}
    assert {"plan-1.png", "strip-1.png", "kit-2.png"} <= names
    assert not [name for name in names if "a-imprimer" in name]


@pytest.mark.parametrize(
    ("options", "names"),
    [
        (
            Options("fr"),
            {"qwinto-a-imprimer-recto.pdf", "qwinto-a-imprimer-recto-verso-paysage.pdf"},
        ),
        (
            Options("fr", class_name="6ᵉ B"),
            {
                "qwinto-6eB-a-imprimer-recto-verso.pdf",
                "qwinto-6eB-lecon-aujourdhui-recto.pdf",
                "qwinto-6eB-lecon-qui-a-fini-recto.pdf",
                "qwinto-6eB-lecon-suivante-recto.pdf",
            },
        ),
        (Options("en", class_name="6B"), {"qwinto-6B-to-print-two-sided.pdf"}),
        (
            Options("fr", ink="grey", paper="letter", per_page=4, copies=2),
            {"qwinto-a-imprimer-recto-letter-par-page-4-gris-exemplaires-2.pdf"},
        ),
        (
            Options("en", duplex="none", class_name="../<x>"),
            {"qwinto-x-to-print-one-sided-duplex-none.pdf"},
        ),
    ],
)
def test_files_to_print_are_called_what_they_hold(options: Options, names: set[str]) -> None:
    """Their names say in the reader's language which game, for whom, what for and how to print."""
    game = load("qwinto")
    uses = read_guide(game, options.language).lesson.uses()
    found = with_uses(game, planned("qwinto", 27, 4, options), uses)
    assert names - {pile.name for pile in paper_piles(game, found, options)} == set()


@pytest.mark.few(2)
@pytest.mark.parametrize("name", game_names())
def test_pages_that_lie_are_apart_on_both_sides(name: str) -> None:
    """No file for both sides has upright and lying pages, which a printer turns differently."""
    for pile in paper_piles(load(name), planned(name, 27, 4), Options()):
        lying = {row.is_landscape for row in pile.rows}
        assert len(lying) == 1 or pile.id.endswith("one-side")
        assert pile.id.endswith("-landscape") == (lying == {True} and "two-sides" in pile.id)


@pytest.mark.parametrize(("year", "piles"), [(None, ("play", "play")), ("3e", ())])
def test_what_a_younger_year_does_not_play_is_not_printed(
    year: str | None, piles: tuple[str, ...]
) -> None:
    """The attack rules and the record form of the STI game are with what is to play; none in 3e."""
    game, options = load("sti"), Options("fr", year=year)
    found = expected_plan(game, options, seat_class(game, 28, 4))
    plan = with_uses(game, found, read_guide(game, "fr", year).lesson.uses())
    rows = {row.printable: row for row in (*plan.rows, *plan.lesson)}
    told = [rows[name] for name in ("rules", "record-form") if name in rows]
    assert tuple(row.pile for row in told) == piles
    assert "together" in rows
    assert [row.copies for row in told] == [7, 1][: len(told)]
