"""What is chosen of a game from a list on the command line, without a file of one's own."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from generator.cli.program import run
from generator.from_list import file_name, name_and_title
from generator.options import LIST_CHOICES, OF_EACH_LIST, OF_SOME_LISTS
from tests.render.measured import texts

ROWS = "mot;réponse;famille\n" + "".join(f"mot {n};réponse {n};f{n // 5}\n" for n in range(40))


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("table.csv").write_text(ROWS, encoding="utf-8")


def printed(kind: str, *words: str, name: str = "jeu") -> tuple[dict[str, Any], str]:
    """Print a game from the list; return its contents and the words of its pages."""
    line = ("print", name, "--as", kind, "--table", "table.csv", "--lang", "fr", "--quiet")
    assert run([*line, *words]) == 0
    (folder,) = Path("output").glob("*/fr")
    (file,) = folder.glob(f"{kind}*.contents.json")
    (pdf,) = folder.glob(f"{kind}*.pdf")
    said = " ".join(" ".join(texts(pdf.read_bytes())).split())
    return json.loads(file.read_text(encoding="utf-8")), said


def test_how_many_pairs() -> None:
    """A memory has as many pairs as are asked for."""
    contents, _ = printed("memory", "--pairs", "8")
    assert len(contents["pairs"]) == 8


def test_how_many_members() -> None:
    """Each family has as many cards as are asked for."""
    contents, _ = printed("families", "--members", "3")
    assert {len(one["members"]) for one in contents["families"]} == {3}


def test_the_grid_of_a_loto() -> None:
    """A loto has the boards that are asked for, and those of words alone where sides are named."""
    contents, said = printed("loto", "--grid", "3x3", "--sides", "réponse,mot")
    assert {(len(one["rows"]), len(one["rows"][0])) for one in contents["boards"]} == {(3, 3)}
    assert contents["boards"][0]["rows"][0][0].startswith("réponse")
    assert "mot 1" in said


def test_how_many_signs() -> None:
    """A card of one-in-common has as many signs as are asked for."""
    contents, _ = printed("one-in-common", "--signs", "4")
    assert {len(one["signs"] if isinstance(one, dict) else one) for one in contents["cards"]} == {4}


def test_how_many_squares() -> None:
    """A goose board has as many squares as are asked for."""
    contents, _ = printed("goose", "--squares", "50")
    assert contents["squares"] == 50


@pytest.mark.parametrize("command", ["print", "new"])
def test_which_levels(command: str) -> None:
    """Only the rows of the levels that are asked for are in the game, as one types them."""
    rows = "".join(f"mot {n};réponse {n};{n % 3}\n" for n in range(30))
    Path("table.csv").write_text("mot;réponse;niveau\n" + rows, encoding="utf-8")
    if command == "new":
        line = ("new", "jeu", "--as", "memory", "--table", "table.csv", "--levels", "0, 2")
        assert run([*line, "--lang", "fr"]) == 0
        assert run(["print", "jeu", "memory", "--lang", "fr", "--quiet"]) == 0
        (file,) = Path("output").rglob("memory.contents.json")
        contents = json.loads(file.read_text(encoding="utf-8"))
    else:
        contents, _ = printed("memory", "--levels", "0, 2")
    assert {int(word.split()[1]) % 3 for word, _ in contents["pairs"]} == {0, 2}
    assert len(contents["pairs"]) == 20


def test_a_level_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    """A level that no row says is named, with those that there are."""
    Path("table.csv").write_text("mot;réponse;niveau\na;b;1\nc;d;2\n", encoding="utf-8")
    line = ("print", "jeu", "--as", "quiz", "--table", "table.csv", "--lang", "fr")
    assert run([*line, "--levels", "1,3"]) == 2
    assert "niveau de la liste\u00a0: '3' ne fait pas partie de 1, 2" in capsys.readouterr().err


def test_how_many_decks() -> None:
    """Decks are told apart by numbers on their backs."""
    _, said = printed("memory", "--pairs", "6", "--decks", "3")
    assert {f"Jeu · {number}" in said for number in (1, 2, 3)} == {True}
    assert "Jeu · 4" not in said


def test_a_title_with_accents_and_marks() -> None:
    """The title stands on the cards as it is typed."""
    _, said = printed("memory", "--title", "Les « éléments » d'Été")
    assert "Les « éléments » d’Été" in said


@pytest.mark.parametrize(
    ("typed", "title", "found"),
    [
        ("elements", "", ("elements", "Éléments")),
        ("éléments", "", ("elements", "Éléments")),
        ("capitales", "", ("capitales", "Capitales")),
        ("irregular-verbs", "", ("irregular-verbs", "Verbes irréguliers")),
        ("Animaux 6e B", "", ("animaux-6e-b", "Animaux 6e B")),
        ("mes-mots", "", ("mes-mots", "Mes mots")),
        ("mes-mots", "  Mots   d’été ", ("mes-mots", "Mots d’été")),
        ("Ελλάδα", "", ("liste", "Ελλάδα")),
        ("6e B", "", ("liste-6e-b", "6e B")),
        ("x" * 90, "", ("x" * 40, "X" + "x" * 89)),
    ],
)
def test_a_name_makes_a_file_and_a_title(typed: str, title: str, found: Sequence[str]) -> None:
    """Accents, capitals and blanks stay in the title and leave the name of the files."""
    assert name_and_title(typed, title, "fr") == tuple(found)
    assert file_name(typed, "fr") == found[0]


@pytest.mark.parametrize("kind", OF_SOME_LISTS)
def test_what_changes_nothing_is_refused(capsys: pytest.CaptureFixture[str], kind: str) -> None:
    """A choice that another kind has is named, with what to do; nothing is made."""
    values = {"sides": "mot", "grid": "3x3", "signs": "4", "squares": "50", "title": "A"}
    for name in (*LIST_CHOICES, "decks"):
        if name not in {*OF_EACH_LIST, *OF_SOME_LISTS[kind]}:
            line = ("print", "jeu", "--as", kind, "--table", "table.csv", "--lang", "fr")
            assert run([*line, f"--{name}", values.get(name, "6")]) == 2
            assert "n'y change rien" in capsys.readouterr().err
    assert not Path("output").exists()


@pytest.mark.parametrize("name", LIST_CHOICES)
def test_a_choice_needs_a_list(capsys: pytest.CaptureFixture[str], name: str) -> None:
    """Without a list there is nothing to choose."""
    values = {"grid": "3x3", "signs": "4", "squares": "50", "title": "A", "sides": "mot"}
    values["theme"] = "mer"
    values["levels"] = "1"
    assert run(["print", "qwinto", f"--{name}", values.get(name, "6"), "--lang", "en"]) == 2
    assert "--table" in capsys.readouterr().err


LONG = "mot;réponse\n" + "".join(f"mot {n};réponse {n}\n" for n in range(9))
ENDLESS = "anticonstitutionnellement"


@pytest.mark.parametrize(
    ("word", "size", "code"),
    [
        ("incompréhensiblement", None, 0),
        (ENDLESS, "60 × 60", 0),
        (ENDLESS * 9, None, 2),
    ],
)
def test_cards_are_as_large_as_words_need(
    capsys: pytest.CaptureFixture[str], word: str, size: str | None, code: int
) -> None:
    """A word too long for the usual cards takes the deck to larger ones, and that is said."""
    assert asked("memory", word) == code
    told = " ".join(capsys.readouterr().err.split())
    assert ("cartes de" in told) == (size is not None)
    assert size is None or f"cartes de {size} mm" in told
    assert code or [*Path("output/jeu/fr").glob("memory*.pdf")]


def asked(kind: str, word: str, *words: str, rows: str = LONG, language: str = "fr") -> int:
    """Print a game from a list with one more word; return the exit code."""
    Path("table.csv").write_text(f"{rows}{word};x\n", encoding="utf-8")
    line = ("print", "jeu", "--as", kind, "--table", "table.csv", "--lang", language)
    return run([*line, *words])


@pytest.mark.parametrize(
    ("kind", "word", "option", "language"),
    [
        ("memory", ENDLESS * 2, "--taille-cartes", "fr"),
        ("memory", ENDLESS * 2, "--card-size", "en"),
        ("dominoes", ENDLESS, "--card-size", "en"),
        ("quiz", ENDLESS * 3 + "ensemble", "--taille-cartes", "fr"),
    ],
)
def test_the_ways_on_lead_on(
    capsys: pytest.CaptureFixture[str], kind: str, word: str, option: str, language: str
) -> None:
    """Where no usual card holds a word nothing is made but three ways on; the two typed work."""
    assert asked(kind, word, language=language) == 2
    assert not Path("output").exists()
    told = capsys.readouterr().err
    assert "A11" in told
    assert not re.search(r"'list'|points", told)
    found = re.search(rf"{option} (\d+x\d+)", told)
    assert found
    assert asked(kind, word, option, found[1], language=language) == 0
    (leave,) = re.findall(r"--(?:leave-out|sans-les-trop-longs)", told)
    assert asked(kind, word, leave, language=language) == 0


@pytest.mark.parametrize(
    ("word", "words", "layout", "code"),
    [
        (ENDLESS + "ment", (), "3x3", 0),
        (ENDLESS + "ment", ("--grid", "4x4"), "3x3", 2),
        (ENDLESS * 9, (), None, 2),
    ],
)
def test_boards_are_as_coarse_as_words_need(
    capsys: pytest.CaptureFixture[str], word: str, words: Sequence[str], layout: str, code: int
) -> None:
    """Words too long for the cells of a loto take it to larger ones, or these are a way on."""
    rows = "mot;réponse\n" + "".join(f"mot {n};réponse {n}\n" for n in range(40))
    assert asked("loto", f"mot 41;{word}", *words, rows=rows) == code
    told = " ".join(capsys.readouterr().err.split())
    assert (f"--grille {layout}" in told) == (code == 2 and layout is not None)
    assert ("cartons de" in told) == (code == 0)


@pytest.mark.parametrize("kind", OF_SOME_LISTS)
def test_what_is_too_long_is_left_out(capsys: pytest.CaptureFixture[str], kind: str) -> None:
    """Left out, a word is named with its cell and stands nowhere; the others all do."""
    rows = "mot;réponse;famille\n" + "".join(f"mot {n};rép {n};f{n // 4}\n" for n in range(16))
    word = "y" * 400
    # Of a family that lacks one nothing is left.
    row = f"mot 16;{word};x\n{word};a;x\nmot 18;b;x\nmot 19;c"
    assert asked(kind, row, "--leave-out", rows=rows) == 0
    told = " ".join(capsys.readouterr().err.split())
    assert "laissé de côté" in told
    assert "assez pour ce jeu" in told
    words = "".join(one.read_text("utf-8") for one in Path("output").rglob("*.contents.json"))
    assert word not in words


def test_too_few_rows_that_are_left(capsys: pytest.CaptureFixture[str]) -> None:
    """Where too few rows are left there is no game, and that is why."""
    rows = "mot;réponse\n" + "".join(f"mot {n};réponse {n}\n" for n in range(5))
    assert asked("memory", "y" * 400, "--leave-out", rows=rows) == 2
    told = capsys.readouterr().err
    assert "(A7)" in told
    assert "6" in told
    assert not Path("output").exists()


@pytest.mark.parametrize("kind", ["memory", "flashcards", "chain", "dominoes", "quiz", "goose"])
def test_rows_that_ask_for_nothing_are_told(capsys: pytest.CaptureFixture[str], kind: str) -> None:
    """A row of twice the same is told with both its cells, and the game is made all the same."""
    assert asked(kind, "let;let\nput", rows=LONG) == 0
    told = capsys.readouterr().err
    assert "let (A11, B11)" in told
    assert "put" not in told


@pytest.mark.parametrize(("kind", "code"), [("quiz", 0), ("chain", 0), ("memory", 2)])
def test_rows_that_are_there_twice_are_told(
    capsys: pytest.CaptureFixture[str], kind: str, code: int
) -> None:
    """The same row again is told with both cells, or refused where a side may stand but once."""
    assert asked(kind, "mot 3;réponse 3\nput", rows=LONG) == code
    told = capsys.readouterr().err
    assert "A5" in told
    assert "A11" in told


def test_levels_are_chosen_before_rows_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    """A level of which the only row is too long is still one of the list."""
    rows = "mot;réponse;niveau\n" + "".join(f"mot {n};réponse {n};1\n" for n in range(12))
    long = f"{'z' * 400};a;2"
    assert asked("memory", long, "--leave-out", "--levels", "1, 2,", rows=rows) == 0
    assert "laissé de côté" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["leave-out", "decks"])
def test_a_folder_holds_no_choice_of_one_print(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """What is chosen for one print alone is no option of `new`."""
    line = ["new", "jeu", "--as", "memory", "--table", "table.csv", "--lang", "fr", f"--{name}"]
    assert run([*line, *(["3"] if name == "decks" else [])]) == 2
    assert "n'existe pas" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["loto", "dominoes", "memory"])
def test_a_side_that_is_no_column_is_told(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A game made with a side that its list has not is refused by its check, with the columns."""
    line = ("--as", kind, "--table", "table.csv", "--sides", "mot,image", "--lang", "en")
    assert run(["new", "own", *line]) == 0
    assert run(["check", "own", "--lang", "en"]) == 2
    assert "'image' is not one of famille, mot, réponse" in "".join(capsys.readouterr())
