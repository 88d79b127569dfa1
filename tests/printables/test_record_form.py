"""The record form: its columns are the record's, its worked line is in the file's words."""

import json
import re
from io import BytesIO
from typing import Any

import pytest

from generator.documents.guide_section import read_guide
from generator.game import game_names
from generator.make import make
from generator.paper.page import PaperName
from generator.printables.context import Context, Options
from generator.printables.kinds.form import (
    FormEntry,
    lay_out_columns,
    told_of_file,
    typed_lines,
    worked_lines,
)
from generator.printables.planning import entry, plan
from generator.reading.nodes import plain
from generator.records.record_format import catalog_rules
from generator.records.writing import sample_record
from generator.words import BUILT_IN, Language
from tests.judged import verify_stream
from tests.nodes import read_yaml
from tests.render.drawings import words_of
from tests.render.measured import picture_of, sizes_mm, texts
from tests.shipped import load

# What a copier looks at, in dots to the inch, and how dark that is of 255 which it makes black.
COPIED, HALF = 300, 128


def form(options: Options) -> tuple[bytes, list[dict[str, Any]]]:
    """Return the PDF and the cells of its boxes file."""
    made = make(load("qwinto"), "record-form", options)
    pdf, boxes = made.files.values()
    return pdf, json.loads(boxes)["cells"]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("large", [False, True])
def test_turns_are_numbered_through(paper: PaperName, large: bool) -> None:  # noqa: FBT001 - a column
    """Turns run over the pages without a gap, each with a box for every field.

    From the second page on the number is written by hand: a longer game prints that page again.
    """
    pdf, cells = form(Options(paper=paper, large=large))
    assert len(sizes_mm(pdf)) == (4 if large else 3)
    turns = [cell["id"].split(".", 1) for cell in cells if cell["id"].startswith("turn")]
    numbers = sorted({int(turn.removeprefix("turn")) for turn, _ in turns})
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= 40
    fields = {"player", "miss", *(f"writes.{n}" for n in range(1, 7))}
    fields |= {f"{roll}.{c}" for roll in ("dice", "reroll") for c in ("orange", "yellow", "purple")}
    by_hand = [int(turn.removeprefix("turn")) for turn, field in turns if field == "number"]
    assert by_hand == numbers[numbers.index(by_hand[0]) :]
    for number in numbers:
        here = {field for turn, field in turns if turn == f"turn{number}"}
        assert here == fields | ({"number"} if number in by_hand else set())


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=[] if game in {"dental", "qwinto", "sti"} else pytest.mark.long)
        for game in game_names()
    ],
)
def test_lines_survive_a_photocopier(game: str) -> None:
    """Where a copy has only black and white, each cell of a form keeps the line below it."""
    made = make(load(game), "record-form", Options())
    pdf, boxes = made.files.values()
    copy = picture_of(pdf, COPIED).convert("L")
    cells = [c for c in json.loads(boxes)["cells"] if c["page"] == 1 and "turn" in c["id"]]
    assert len(cells) > 20
    for cell in cells:
        left, right = (round(at * COPIED / 25.4) for at in (cell["x"], cell["x"] + cell["width"]))
        foot = round((cell["y"] + cell["height"]) * COPIED / 25.4)
        beside = copy.crop((left, foot - 4, right, foot + 5))
        pixels = beside.tobytes()
        darkest = [min(pixels[x :: beside.width]) for x in range(beside.width)]
        assert max(darkest) < HALF


@pytest.mark.parametrize(
    ("paper", "large", "pages"), [("a4", 0, 2), ("letter", 0, 2), ("a4", 1, 3)]
)
def test_few_columns_stand_upright(paper: PaperName, large: int, pages: int) -> None:
    """A game of Crowns takes one sheet of two sides, and three or four cells fill their column."""
    planned = plan(load("crowns"), "record-form", Options(paper=paper, large=bool(large)))
    assert len(planned) == pages
    assert all(page.size.width < page.size.height for page in planned)
    widths = {cell.width for page in planned for _, cell in page.cells() if "places" in cell.id}
    assert 45 < min(widths) <= max(widths) < 80


# What cannot come about in the first turns of a game, and is told in words.
LATE = {"crowns": {"discards"}, "dental": {"stops"}}


@pytest.mark.parametrize("name", game_names())
def test_every_column_has_an_example(name: str) -> None:
    """Lines of each form show what is written in every column, or its key does."""
    found, setting = entry(load(name), "record-form"), Context(load(name), "", Options())
    assert isinstance(found, FormEntry)
    lines = worked_lines(found.worked, found.examples, setting)
    shown = {column for line in lines for column in line}
    missing = {one.removesuffix(".*") for one in found.columns} - shown
    # A race may be over sooner.
    assert {one for one in missing if not one.startswith("says.")} == LATE.get(name, set())
    assert all(f"key.{one.split('.')[0]}" in setting.sentences.texts for one in missing)


@pytest.mark.few(8)
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("name", game_names())
def test_every_page_tells_its_columns(name: str, large: bool) -> None:  # noqa: FBT001 - a column
    """A page printed alone tells what columns take, or where large says that page 1 does."""
    setting = Context(load(name), "record-form", Options("en", large=large))
    found = entry(load(name), "record-form")
    assert isinstance(found, FormEntry)
    keys = {f"key.{one.split('.')[0]}" for one in found.columns} & setting.sentences.texts.keys()
    for page in plan(setting.game, setting.printable, setting.options):
        said = words_of(page.copies[0].placed.drawing)
        is_told = all(setting.text(key) in said for key in keys)
        assert is_told or (large and setting.say("print.form-key") in said)


def test_examples_stand_above_the_first_turn() -> None:
    """The lines of examples leave no cell, and the turns begin below them."""
    cells = [c for page in plan(load("sti"), "record-form", Options()) for _, c in page.cells()]
    top = min(cell.y for cell in cells if cell.id == "turn1.lays")
    head = next(cell for cell in cells if cell.id == "player.6")
    assert top - head.y - head.height > 4 * 8


@pytest.mark.parametrize("large", [False, True])
def test_a_table_for_each_player(large: bool) -> None:  # noqa: FBT001 - a column
    """In Yams each player has a line for every turn, a line for the name, and boxes for the sums.

    The second page has no names: for more players it is printed again.
    """
    pages = plan(load("yams"), "record-form", Options(large=large))
    assert len(pages) == (4 if large else 2)
    cells = [cell.id for page in pages for _, cell in page.cells()]
    assert {one for one in cells if one.endswith("dice.5")} == {
        f"turn{n}.dice.5" for n in range(1, 53)
    }
    assert {f"player.{n}" for n in range(1, 5)} <= set(cells)
    assert {f"player{n}.score.total" for n in range(1, 5)} <= set(cells)


@pytest.mark.parametrize("large", [False, True])
def test_lines_are_high_enough(large: bool) -> None:  # noqa: FBT001 - a column
    """There is a line to write on every 8 mm, 1.4 times that for low vision."""
    _, cells = form(Options(large=large))
    assert {c["height"] for c in cells if c["id"].startswith("turn")} == {
        8.0 * (1.4 if large else 1)
    }


@pytest.mark.parametrize(
    ("language", "words"),
    [
        pytest.param(
            "fr", ["tour", "joueur", "dés", "relance", "inscrit", "manqué", "jaune"], id="fr"
        ),
        pytest.param(
            "en", ["turn", "player", "dice", "reroll", "writes", "miss", "yellow"], id="en"
        ),
    ],
)
def test_headings_are_the_files_words(language: Language, words: list[str]) -> None:
    """The columns are headed by the words that a record file takes."""
    pdf, _ = form(Options(language=language))
    for word in words:
        assert word in texts(pdf)[0]


@pytest.mark.parametrize("language", BUILT_IN)
def test_file_words_are_listed_in_both_languages(language: Language) -> None:
    """A guide lists each field of the file in French and English, once; its form has none."""
    game = load("qwinto")
    found, setting = entry(game, "record-form"), Context(game, "", Options(language))
    assert isinstance(found, FormEntry)
    said = " ".join(" ".join(told_of_file(found, setting)).split())
    pdf, _ = form(Options(language=language))
    assert "ludokit" not in " ".join(texts(pdf))
    for pair in ("joueurs = players", "tours = turns", "inscrit = writes", "feuilles = sheets"):
        assert said.count(pair) == 1


def test_worked_line_is_the_typed_one() -> None:
    """The first grey line and the file in the guide tell the same turn, in the paper's words."""
    setting = Context(load("qwinto"), "record-form", Options())
    form_entry = entry(load("qwinto"), "record-form")
    assert isinstance(form_entry, FormEntry)
    record = form_entry.worked
    words, _ = worked_lines(record, (), setting)
    columns = {column.id for column in lay_out_columns(form_entry.columns, (), setting, 273.0)}
    assert {name: said for name, said in words.items() if name in columns} == {
        "turn": "exemple",
        "player": "Ana",
        "dice.orange": "2",
        "dice.yellow": "4",
        "reroll.orange": "4",
        "reroll.yellow": "5",
        "writes.1": "J3",
        "writes.2": "O5",
    }
    file: Any = plain(read_yaml("\n".join(typed_lines(record, setting)), "partie.yaml"))
    assert file["tours"][:1] == [
        {
            "joueur": "Ana",
            "dés": {"orange": 2, "jaune": 4},
            "relance": {"orange": 4, "jaune": 5},
            "inscrit": {"Ana": "J3", "Ben": "O5"},
        }
    ]


@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("name", game_names())
def test_worked_record_verifies_as_it_is_typed(name: str, language: Language) -> None:
    """What stands under the form breaks no rule when typed as it stands, and begins as it does."""
    setting = Context(load(name), "record-form", Options(language))
    found = entry(load(name), "record-form")
    assert isinstance(found, FormEntry)
    words = "\n".join(typed_lines(found.worked, setting))
    (report,) = verify_stream(BytesIO(words.encode()))
    assert report.is_readable
    assert {one.rule for one in report.findings} <= {"unfinished"}
    lines = worked_lines(found.worked, found.examples, setting)
    laid = [one.id for one in lay_out_columns(found.columns, (), setting, 273.0)]
    cells = (cell for line in lines for cell in line.items() if cell[0] in laid)
    # A tick is typed as a word, a player of DOCE by the name.
    said = [one for column, one in cells if column not in {"turn", "box", "turns.player", "miss"}]
    # On paper a colon stands as in print.
    every = re.split(r"[ ,]+", ",".join(said).replace("\u00a0:", ":"))
    assert [one for one in every if one not in words] == []


# What is a line of the form where that is not a turn.
LINES = {"boite": "throws", "doce": "turns", "sti": "plays"}


@pytest.mark.long
@pytest.mark.parametrize("name", game_names())
def test_lines_do_for_the_longest_game(name: str) -> None:
    """Of 200 games at a usual table none has more lines, or pages of lines are printed again."""
    game, rules = load(name), catalog_rules(name)
    found = entry(game, "record-form")
    assert isinstance(found, FormEntry)
    if found.again:
        return
    players = ("Ana", "Ben", "Zoé", "Tom")[: read_guide(game, "fr").lesson.group]
    longest = 0
    for seed in range(200):
        played = sample_record(rules, seed=seed, language="en", players=players)
        record: Any = plain(read_yaml(played.text, "game.yaml"))
        turns = record.get("turns") or record["rounds"]
        field = LINES.get(name)
        longest = max(longest, sum(len(turn[field]) if field else 1 for turn in turns))
    cells = (cell.id for page in plan(game, "record-form", Options()) for _, cell in page.cells())
    assert longest <= len({cell.split(".")[0] for cell in cells if cell.startswith("turn")})
