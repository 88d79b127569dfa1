"""A game of one's own begins as a copy, and is a game like the others from then on."""

import json
import re
import shutil
from pathlib import Path

import pytest

from generator import paths
from generator.check import check
from generator.cli.program import run
from generator.errors import LudokitError
from generator.game import copied_game_files, game_names, load
from generator.new_game import new_game_files
from generator.words import BUILT_IN, Language

# A check of every game of the catalog is in test_catalog.py: of copies a small one's will do.
MODELS = [
    pytest.param(one, marks=[] if one == "doce" else pytest.mark.long) for one in game_names()
]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in an empty folder, where new games go."""
    monkeypatch.chdir(tmp_path)


def _fill(folder: Path) -> None:
    """Fill in what is to be filled in, and take out what may be."""
    for file in folder.glob("*.yaml"):
        text = re.sub(r"(?m)^(title|titre):.*", "title: My game", file.read_text("utf-8"))
        text = re.sub(r"(?m)^  authors: #.*", "  authors: [Ana Small]", text)
        text = re.sub(r"(?m)^( *publisher|rights|rights_long):.*\n", "", text)
        file.write_text(text, "utf-8")


@pytest.mark.few(1)
@pytest.mark.parametrize("model", game_names())
def test_a_copy_has_no_owner(model: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Title, authors, publisher and rights are empty, and check tells those and nothing else."""
    assert run(["new", "my-game", "--from", model]) == 0
    folder = Path("rules_data/my-game")
    text = "".join(file.read_text("utf-8") for file in sorted(folder.glob("*.yaml")))
    owner = load(model)
    house = owner.head.credits.publisher or ""
    kept = [line for line in text.splitlines() if "rights" in line or "publisher" in line]
    assert not house or house not in "".join(kept)
    capsys.readouterr()
    assert run(["check", "my-game", "--lang", "en"]) == 2
    told = [line.split(": ") for line in capsys.readouterr().err.splitlines()]
    assert all(line[2].startswith("nothing is written here") for line in told)
    assert [line[1] for line in told] == [
        *("credits.authors", "credits.publisher"),
        *("title", "rights", "rights_long") * len(load(model).sentences),
    ]


@pytest.mark.rest
@pytest.mark.slow
@pytest.mark.parametrize("model", MODELS)
def test_a_copy_is_in_order(model: str) -> None:
    """What is filled in is a game like its model, whose other facts and sentences are kept."""
    assert run(["new", "my-game", "--from", model]) == 0
    folder = Path("rules_data/my-game")
    _fill(folder)
    head = check(folder).game.head
    assert (head.name, head.credits.authors) == ("my-game", ("Ana Small",))
    assert head.parts == load(model).head.parts


def test_a_copy_in_one_language() -> None:
    """The language asked for is the only one of the new game."""
    assert run(["--lang", "en", "new", "my-game", "--from", "doce"]) == 0
    assert sorted(file.name for file in Path("rules_data/my-game").glob("*.yaml")) == [
        "en.yaml",
        "game.yaml",
        "guide.yaml",
    ]


@pytest.mark.few(1)
@pytest.mark.parametrize("language", BUILT_IN)
def test_a_blank_game_is_in_order_at_once(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The least there is passes the check, and prints a sheet to play with, in one language."""
    assert run(["new", "my-game", "--blank", "--lang", language]) == 0
    folder = Path("rules_data/my-game")
    assert {file.name for file in folder.iterdir()} == {"game.yaml", f"{language}.yaml"}
    assert len((folder / "game.yaml").read_text("utf-8").splitlines()) < 40
    capsys.readouterr()
    assert run(["check", "my-game", "--lang", language]) == 0
    assert capsys.readouterr().err == ""
    assert run(["kit", "My-Game", "--pupils", "27", "--lang", language]) == 0
    made = {file.name for file in Path(f"output/my-game/{language}").iterdir()}
    assert {"score-sheet.pdf", "kit.pdf"} <= made


SHEETS = {
    "usual": "",
    "smallest": "--rows 1 --cells 2 --dice 1 --players 1",
    "widest": "--rangees 6 --cases-par-rangee 12 --des 3 --joueurs 1-8",
    "one row": "--rows 1 --cells 6 --dice 1 --players 3",
    "six dice": "--rows 2 --cells 12 --dice 6 --players 2–6",
}


@pytest.mark.few(2)
@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("said", SHEETS)
def test_a_sheet_is_judged_at_once(
    said: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The sheet that is asked for is in order, prints, and is judged: wrong records are refused."""
    assert run(["new", "my-game", "--sheet", *SHEETS[said].split(), "--lang", language]) == 0
    folder = Path("rules_data/my-game")
    assert {file.name for file in folder.iterdir()} == {"game.yaml", f"{language}.yaml"}
    capsys.readouterr()
    assert (check(folder).warnings, run(["check", "my-game", "--lang", language])) == ((), 0)
    assert run(["print", "my-game", "score-sheets", "record-form", "--lang", language]) == 0
    for errors, code in (("0", 0), ("1", 1)):
        record = f"game-{errors}.yaml"
        assert run(["sample", "my-game", "--errors", errors, "--to", record]) == 0
        assert run(["verify", record]) == code


@pytest.mark.few(1)
@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("cards", ["2", "24", "120"])
def test_a_deck_prints_at_once(cards: str, language: str) -> None:
    """The deck that is asked for is in order and prints as many cards."""
    words = ["new", "my-game", "--paquet", "--cartes", cards, "--lang", language]
    assert run(words) == 0
    game = check(Path("rules_data/my-game")).game
    assert game.figures["deck.cards"] == cards
    assert run(["print", "my-game", "--lang", language]) == 0
    boxes = json.loads(Path(f"output/my-game/{language}/cards.boxes.json").read_text("utf-8"))
    assert boxes


@pytest.mark.parametrize("language", BUILT_IN)
def test_a_comment_stands_where_a_choice_was_made(language: Language) -> None:
    """Each answer stands beside a comment in the reader's language that says whose choice it is."""
    answers = {"rows": 3, "cells": 7, "dice": 4, "players": "2-5"}
    files = new_game_files("my-game", "sheet", answers, language)
    lines = files["my-game/game.yaml"].decode().splitlines()
    told = {"fr": "# vous avez choisi", "en": "# you chose"}[language]
    chosen = [line.split(told)[0].strip() for line in lines if told in line]
    assert chosen == [
        *("players: [2, 5]", "cells: 7", "rows:"),
        "dice: {part: pool, dice: 4, sides: 6}",
    ]
    at = next(number for number, line in enumerate(lines) if line.strip().startswith("rows:"))
    assert [line.strip()[:8] for line in lines[at + 1 : at + 5]] == [
        *("- {id: A", "- {id: B", "- {id: C", "dice: {p")
    ]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--sheet --rows 0", "--rows: '0' is not a whole number from 1 to 6"),
        ("--sheet --cells 12 --dice 2", "--dice: '2' is not a whole number from 3 to 6"),
        ("--sheet --players 5-2", "--players: '5-2' goes from more to less"),
        ("--sheet --players many", "--players: 'many' is not a whole number from 1 to 8"),
        ("--deck --rows 3", "--rows has no meaning here"),
        ("--dice 3", "--dice has no meaning here"),
        ("--sheet --deck", "choose: --sheet, --deck"),
        ("--deck --from doce", "choose: --sheet, --deck"),
    ],
)
def test_answers_that_do_not_do(words: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What does not do is told with what would, and nothing is written."""
    assert run(["new", "my-game", *words.split(), "--lang", "en"]) == 2
    assert told in capsys.readouterr().err
    assert not Path("rules_data").exists()


def test_blank_or_copy(capsys: pytest.CaptureFixture[str]) -> None:
    """A game is begun with a copy or with the least, not with both."""
    assert run(["new", "my-game", "--blank", "--from", "doce", "--lang", "en"]) == 2
    assert "--blank" in capsys.readouterr().err


def test_a_new_game_is_printed_and_verified(capsys: pytest.CaptureFixture[str]) -> None:
    """Every command knows a game that lies in `rules_data` of the current folder."""
    run(["new", "my-game"])
    _fill(Path("rules_data/my-game"))
    assert "my-game" in game_names()
    assert load("my-game").folder == Path("rules_data/my-game")
    assert run(["print", "my-game", "score-sheets", "--lang", "en"]) == 0
    assert Path("output/my-game/en/score-sheets.pdf").is_file()
    assert run(["sample", "my-game", "--to", "game.yaml"]) == 0
    assert run(["verify", "game.yaml", "--lang", "en"]) == 0
    capsys.readouterr()
    assert run(["games", "--lang", "en"]) == 0
    assert "my-game" in capsys.readouterr().out


def test_nothing_is_written_over(capsys: pytest.CaptureFixture[str]) -> None:
    """A folder with files of the same names stays as it is."""
    file = Path("elsewhere/my-game/fr.yaml")
    file.parent.mkdir(parents=True)
    file.write_text("mine")
    assert run(["new", "my-game", "--to", "elsewhere"]) == 2
    assert str(file) in capsys.readouterr().err
    assert [path.name for path in file.parent.iterdir()] == ["fr.yaml"]
    assert file.read_text() == "mine"


def test_ones_own_wins() -> None:
    """A folder of one's own is taken instead of the program's game of the same name."""
    own = Path("rules_data/qwinto")
    shutil.copytree(paths.rules_data() / "qwinto", own)
    assert load("qwinto").folder == own


@pytest.mark.parametrize(
    ("name", "model", "told"),
    [
        pytest.param("qwinto", "qwinto", "is the name of a game already", id="taken"),
        pytest.param("../up", "qwinto", "does not do as a game's name", id="path"),
        pytest.param("Été", "qwinto", "does not do as a game's name", id="capitals"),
        pytest.param("a" * 41, "qwinto", "40 signs at most", id="long"),
        pytest.param("", "qwinto", "does not do as a game's name", id="nothing"),
        pytest.param("my-game", "qwunto", "did you mean 'qwinto'?", id="no such model"),
    ],
)
def test_refused(name: str, model: str, told: str) -> None:
    """A name that is taken or no word, and a model that is not there, are refused with a hint."""
    with pytest.raises(LudokitError) as caught:
        copied_game_files(name, model, "en")
    assert told in caught.value.worded("en")


def test_longest_name() -> None:
    """Forty signs still do."""
    assert copied_game_files("a" * 40, "qwinto", "en")
