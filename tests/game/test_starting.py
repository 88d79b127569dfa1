"""A game of one's own begins as a copy, and is a game like the others from then on."""

from pathlib import Path

import pytest

from generator import paths
from generator.check import check
from generator.cli.program import run
from generator.errors import LudokitError
from generator.game import load, names, started


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in an empty folder, where new games go."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("model", names())
def test_a_copy_is_in_order(model: str) -> None:
    """A new game differs from its model by its name alone, and passes the check as it is."""
    assert run(["new", "my-game", "--from", model, "--lang", "en"]) == 0
    folder = Path("rules_data/my-game")
    assert check(folder).game.head.name == "my-game"
    before = (paths.rules_data() / model / "game.yaml").read_text(encoding="utf-8").splitlines()
    after = (folder / "game.yaml").read_text(encoding="utf-8").splitlines()
    changed = [pair for pair in zip(before, after, strict=True) if len(set(pair)) > 1]
    assert changed == [(f"name: {model}", "name: my-game")]


def test_a_new_game_is_printed_and_verified(capsys: pytest.CaptureFixture[str]) -> None:
    """Every command knows a game that lies in `rules_data` of the current folder."""
    run(["new", "my-game", "--lang", "en"])
    assert "my-game" in names()
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
    assert run(["new", "my-game", "--to", "elsewhere", "--lang", "en"]) == 2
    assert str(file) in capsys.readouterr().err
    assert [path.name for path in file.parent.iterdir()] == ["fr.yaml"]
    assert file.read_text() == "mine"


def test_the_program_wins() -> None:
    """A folder of one's own with the name of a game of the program is not taken for it."""
    own = Path("rules_data/qwinto")
    own.mkdir(parents=True)
    (own / "game.yaml").write_text("name: qwinto\n")
    assert load("qwinto").folder == paths.rules_data() / "qwinto"


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
        started(name, model)
    assert told in caught.value.worded("en")


def test_longest_name() -> None:
    """Forty signs still do."""
    assert started("a" * 40, "qwinto")
