"""Memories and flashcards made from a list, as they are printed."""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from unicodedata import normalize

import pytest

from generator.cli.program import run
from generator.errors import DataError, LudokitError
from generator.game import load_folder
from generator.make import make
from generator.paper.page import Page
from generator.paper.shapes import CUT, Drawing, Placed, Shape, Text
from generator.printables.context import Options
from generator.printables.planning import plan
from tests.listed.lists import SUMS, listed, words
from tests.reading.workbooks import workbook
from tests.render.measured import texts


def typed(line: str) -> list[str]:
    """Return the words of a command line."""
    return line.split()


def titles(pages: Sequence[Page]) -> list[str]:
    """Return what is on the fronts of all cards, in order."""
    fronts = (copy for page in pages if not page.is_back for copy in page.copies)
    return [title for copy in fronts if (title := copy.placed.drawing.title)]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_memory_has_both_cards_of_each_pair(tmp_path: Path, language: str) -> None:
    """Every word and every answer is on one card, in an order of the seed, and all in the key."""
    game = listed(tmp_path, "memory", language=language)
    pages = plan(game, "memory", Options(language))
    assert Counter(titles(pages)) == Counter(word for pair in SUMS for word in pair)
    assert titles(pages) == titles(plan(game, "memory", Options(language)))
    assert titles(pages) != titles(plan(game, "memory", Options(language, seed=2)))
    *_, key = texts(make(game, "memory", Options(language)).pdf or b"")
    assert all(f"{word} – {answer}" in key for word, answer in SUMS)


def test_a_long_list_gives_forty_pairs(tmp_path: Path) -> None:
    """Of sixty words chance chooses forty, others for another seed; pairs stay together."""
    game, chosen = listed(tmp_path, "memory", words(60)), []
    for seed in (1, 2):
        made = make(game, "memory", Options(seed=seed))
        (name,) = [name for name in made.files if name.endswith(".contents.json")]
        chosen.append(json.loads(made.files[name])["pairs"])
        assert len(chosen[-1]) == 40
        assert {tuple(pair) for pair in chosen[-1]} <= set(words(60))
    assert chosen[0] != chosen[1]


@pytest.mark.parametrize(("paper", "ink"), [*product(("a4", "letter", "a3"), ("colour", "grey"))])
def test_a_flashcard_has_its_answer_behind_it(tmp_path: Path, paper: str, ink: str) -> None:
    """Front and back of a card have one number, by which they are imposed behind one another."""
    game = listed(tmp_path, "flashcards", words(20))
    options = Options(paper=paper, ink=ink)  # type: ignore[arg-type]
    sides: dict[bool, dict[int, str]] = {False: {}, True: {}}
    for page in plan(game, "flashcards", options):
        sides[page.is_back] |= {c.number: c.placed.drawing.title for c in page.copies}
    found = {(front, sides[True][number]) for number, front in sides[False].items()}
    assert found - {("", "")} == set(words(20))


@pytest.mark.parametrize("kind", ["memory", "flashcards"])
def test_large_words_are_larger(tmp_path: Path, kind: str) -> None:
    """One long word takes the size of few others, and large print is larger than usual."""
    pairs = [("un", "deux"), ("anticonstitutionnel", "extraordinaire"), *words(4)]
    game = listed(tmp_path, kind, pairs)
    sizes = {}
    for large in (False, True):
        pages = plan(game, kind, Options(large=large))
        shown = [
            text for page in pages for copy in page.copies for text in said(copy.placed.drawing)
        ]
        sizes[large] = {text.words: text.size for text in shown}
    assert 1.0 < sizes[False]["un"] / sizes[False]["anticonstitutionnel"] <= 1 / 0.7
    assert all(sizes[True][one] >= 1.3 * size for one, size in sizes[False].items())


@pytest.mark.parametrize("long", [0, 5, 19])
def test_the_columns_of_a_key_are_even(tmp_path: Path, long: int) -> None:
    """Wherever the answers of three lines stand, no column is much longer than another."""
    rows = [(f"mot {n}", f"{n} et " * (20 if n < long else 1) + "fin") for n in range(20)]
    game = listed(tmp_path, "flashcards", rows)
    *_, key = plan(game, "flashcards", Options())
    placed = (one.drawing for one in key.furniture.shapes if isinstance(one, Placed))
    columns = [one for one in placed if any(text.words.startswith("mot") for text in said(one))]
    heights = [one.height for one in columns]
    tallest = max(
        line.drawing.height for one in columns for line in one.shapes if isinstance(line, Placed)
    )
    assert len(heights) > 1
    assert max(heights) - min(heights) <= tallest


def said(drawing: Drawing) -> Iterator[Text]:
    """Yield the words of a drawing and of all that lies in it."""
    return (shape for shape in shapes(drawing) if isinstance(shape, Text))


def shapes(drawing: Drawing) -> Iterator[Shape]:
    """Yield the shapes of a drawing and of all that lies in it."""
    for shape in drawing.shapes:
        if isinstance(shape, Placed):
            yield from shapes(shape.drawing)
        else:
            yield shape


@pytest.mark.parametrize(
    ("rows", "faults"),
    [
        pytest.param([("un", "1"), ("", "2")], ["3:1: A3: empty cell"], id="empty"),
        pytest.param(
            [("un", "1"), ("deux", "1"), ("Un", "3")],
            ["3:2: B3: 1 is in B2 already", "4:1: A4: Un is in A2 already"],
            id="said twice",
        ),
        pytest.param(
            [("un", "1"), ("🐈", "2")],
            ["3:1: A3: no shipped font has the character '🐈' (U+1F408)"],
            id="no letter of ours",
        ),
        pytest.param([*SUMS, ("a" * 200, "2")], ["8:1: A8: "], id="a word of 200 letters"),
        pytest.param([("un", "chat.png")], ["2:2: B2: "], id="no such picture"),
    ],
)
def test_refused_at_its_cell(
    tmp_path: Path, rows: Sequence[Sequence[str]], faults: Sequence[str]
) -> None:
    """What cannot be printed is told at its cell, all at once, before anything is made."""
    game = listed(tmp_path, "memory", rows)
    with pytest.raises(DataError) as caught:
        plan(game, "memory", Options())
    told = caught.value.worded("en").replace(f"{game.folder}/liste.csv:", "").splitlines()
    assert len(told) == len(faults)
    assert all(line.startswith(fault) for line, fault in zip(told, faults, strict=True))


def test_perforated_sheets(tmp_path: Path) -> None:
    """Ten cards lie where the sheet is perforated, their backs behind them, without a cut mark."""
    game = listed(tmp_path, "flashcards", words(12))
    pages = plan(game, "flashcards", Options(card_size="perforated-85x54"))
    front, back = pages[:2]
    corners = sorted((copy.placed.x, copy.placed.y) for copy in front.copies)
    assert corners == [(x, 13.5 + 54 * row) for x in (15.0, 110.0) for row in range(5)]
    turned = sorted((210 - one.placed.x - 85, one.placed.y) for one in back.copies)
    assert turned == corners
    assert CUT not in [
        getattr(one, "stroke", None) for page in pages for one in shapes(page.furniture)
    ]


@pytest.mark.parametrize(
    "choice", [{"paper": "letter"}, {"large": True}, {"bleed": 3.0}, {"duplex": "fold"}]
)
def test_perforated_sheets_are_as_they_are(tmp_path: Path, choice: dict[str, object]) -> None:
    """Other paper, larger cards, a bleed and a fold do not go onto them, and that is told."""
    game = listed(tmp_path, "flashcards", words(12))
    options = Options(card_size="perforated-85x54", **choice)  # type: ignore[arg-type]
    with pytest.raises(LudokitError, match=r"perforated sheets \(Avery C32011.*\) are a4"):
        plan(game, "flashcards", options)


def test_too_few_pairs(tmp_path: Path) -> None:
    """Five pairs are no memory, and the list says how many it has."""
    with pytest.raises(LudokitError, match="gives 5 rows for this game, and 6 are needed"):
        plan(listed(tmp_path, "memory", words(5)), "memory", Options())


def test_one_column_makes_no_pairs(tmp_path: Path) -> None:
    """A bare list of words is told to lack a second column."""
    game = listed(tmp_path, "memory", [("un",), ("deux",)])
    with pytest.raises(LudokitError, match="two columns"):
        plan(game, "memory", Options())


def test_from_a_spreadsheet_to_the_printed_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three commands: make the game, check it, print it; its folder is found by its name."""
    monkeypatch.chdir(tmp_path)
    rows = [["Pays", "Capitale"], *([f"pays {n}", f"ville {n}"] for n in range(8))]
    Path("pays.xlsx").write_bytes(workbook(rows))
    assert run(typed("nouveau pays --comme memory --tableau pays.xlsx --vers rules_data")) == 0
    assert len(Path("rules_data/pays/game.yaml").read_text(encoding="utf-8").splitlines()) <= 24
    assert run(["controler", "pays"]) == 0
    assert run(["imprimer", "pays"]) == 0
    assert run(["kit", "pays", "--eleves", "27", "--quiet"]) == 0
    made = {path.name for path in Path("output/pays/fr").iterdir()}
    assert {"memory.pdf", "memory.contents.json", "kit.pdf", "plan.pdf"} <= made


@pytest.mark.parametrize(
    ("named", "lies", "copied"),
    [
        ("chat.png", "chat.png", "chat.png"),
        ("images\\chat.png", "images/chat.png", "images/chat.png"),
        ("./images/chat.png", "images/chat.png", "images/chat.png"),
        ("école.png", normalize("NFD", "école.png"), "école.png"),
    ],
)
def test_pictures_come_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str, lies: str, copied: str
) -> None:
    """A new game has its list's pictures whole, however large or named, and none from elsewhere."""
    photograph = bytes(range(256)) * 8_000  # two million: more than a file of words may have
    home = tmp_path / "home"
    (home / lies).parent.mkdir(parents=True)
    for file in (home / lies, tmp_path / "b.png"):
        file.write_bytes(photograph)
    monkeypatch.chdir(home)
    Path("liste.csv").write_text(f"mot;image\nun;{named}\ndeux;../b.png\n", encoding="utf-8")
    assert run(typed("new pays --as flashcards --table liste.csv --to made --lang en")) == 0
    made = {path for path in Path("made/pays").rglob("*") if path.suffix == ".png"}
    assert {path.relative_to("made/pays").as_posix() for path in made} == {copied}
    assert Path("made/pays", copied).read_bytes() == photograph


def test_another_game_of_the_same_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a folder of its own a list is printed as any kind, and leaves nothing else behind."""
    monkeypatch.chdir(tmp_path)
    Path("pays.csv").write_text("Pays;Capitale\nPérou;Lima\nCuba;La Havane\n", encoding="utf-8")
    assert run(typed("print pays --as flashcards --table pays.csv --lang en")) == 0
    assert {path.name for path in tmp_path.iterdir()} == {"pays.csv", "output"}
    assert Path("output/pays/en/flashcards.pdf").is_file()


def test_both_words_are_needed(capsys: pytest.CaptureFixture[str]) -> None:
    """A kind without a table, and a table without a kind, are told in one line."""
    for command, given in product(("print", "new"), ("--as memory", "--table x.csv")):
        assert run(typed(f"{command} pays {given} --lang en")) == 2
        assert "both are needed" in capsys.readouterr().err


@pytest.mark.parametrize(("language", "name"), [("fr", "capitales"), ("en", "capitals")])
def test_a_list_that_is_shipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, name: str
) -> None:
    """A list that comes with the program is found by its name in the reader's language."""
    monkeypatch.chdir(tmp_path)
    assert run(typed(f"print {name} --as memory --table {name} --lang {language}")) == 0
    (made,) = Path("output").rglob("*.contents.json")
    pairs = json.loads(made.read_text(encoding="utf-8"))["pairs"]
    assert len(pairs) == 40


def test_no_such_list(capsys: pytest.CaptureFixture[str]) -> None:
    """A name that is neither a file nor a shipped list gets the nearest that there is."""
    assert run(typed("print x --as memory --table capitale --lang fr")) == 2
    assert "vouliez-vous dire 'capitales'" in capsys.readouterr().err


def test_rows_of_a_level(tmp_path: Path) -> None:
    """A list may be played by levels: only the rows of those asked for are printed."""
    rows = [(*pair, str(number % 3)) for number, pair in enumerate(words(30))]
    game = listed(tmp_path, "flashcards", rows, headings=("mot", "réponse", "niveau"))
    assert len(set(titles(plan(game, "flashcards", Options())))) == 30
    file = game.folder / "game.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('csv"}', 'csv", levels: [0, 2]}'), encoding="utf-8")
    game = load_folder(game.folder)
    assert set(titles(plan(game, "flashcards", Options()))) == {
        word for word, _, level in rows if level != "1"
    }
    file.write_text(text.replace('csv"}', 'csv", levels: [0, 7]}'), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        plan(load_folder(game.folder), "flashcards", Options())
    assert "parts.list.levels[2]: '7' is not one of 0, 1, 2" in caught.value.worded("en")


def test_whose_the_pictures_are(tmp_path: Path) -> None:
    """A column of credits is printed on the teacher's page, each credit once, under a heading."""
    rows = [
        (*pair, "Ana Petit" if number % 2 else "Ben Roy") for number, pair in enumerate(words(8))
    ]
    game = listed(tmp_path, "memory", rows, headings=("mot", "réponse", "crédit"))
    *_, key = texts(make(game, "memory", Options()).pdf or b"")
    said = key.split("Crédits des images")[1]
    assert (said.count("Ana Petit"), said.count("Ben Roy")) == (1, 1)


@pytest.mark.skipif(sys.platform == "win32", reason="no such names there")
@pytest.mark.parametrize("name", ["passwd", "liste.pdf", 'a"b.csv', "a:b.csv"])
def test_no_name_of_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """A file that cannot be a table by its name is told so, before it is read."""
    monkeypatch.chdir(tmp_path)
    Path(name).write_text("mot;réponse\nun;1\n", encoding="utf-8")
    for command in ("print", "new"):
        assert run([command, "essai", "--as", "flashcards", "--table", name, "--lang", "en"]) == 2
        assert f"'{name}' is no file of a list" in capsys.readouterr().err
