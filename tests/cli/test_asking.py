"""A terminal is asked what a new game is; nothing else is, and who leaves leaves nothing behind."""

import io
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from generator.check import check
from generator.cli import catalog_commands
from generator.cli.program import run

# A shell may have its programs in the background pass over Ctrl-C.
HEEDING = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from generator.cli import main
main(sys.argv[1:])
"""
Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in an empty folder, where new games go."""
    monkeypatch.chdir(tmp_path)


def _answer(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Sit at a terminal and type lines."""
    monkeypatch.setattr(catalog_commands, "is_terminal", lambda: True)
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_enter_takes_what_is_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five times Enter makes a sheet of four rows, for two to four players, with two dice."""
    _answer(monkeypatch, *[""] * 5)
    assert run(["new", "mon-jeu", "--langue", "fr"]) == 0
    game = check(Path("rules_data/mon-jeu")).game
    assert (game.head.players, game.figures["dice.count"]) == ((2, 4), "2")
    assert (game.figures["sheet.rows"], game.figures["sheet.cells"]) == ("4", "8")


def test_wrong_answers_are_asked_again(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    """What does not do is told with what would, and asked again until an answer does."""
    _answer(monkeypatch, "shet", "sheet", "9", "2", "12", "two", "2", "3", "4-1", "3")
    assert run(["new", "my-game", "--lang", "en"]) == 0
    said = capsys.readouterr().out
    assert "did you mean 'sheet'?" in said
    assert "'9' is not a whole number from 1 to 6" in said
    # A row of twelve rising numbers is full with three dice at least.
    assert said.count("Dice, 3 to 6 [3]: ") == 3
    assert "'4-1' goes from more to less" in said
    assert check(Path("rules_data/my-game")).game.head.players == (3, 3)


@pytest.mark.parametrize(
    ("answers", "printable"),
    [(["paquet", "12", "2-6"], "cards"), (["liste", "loto", "rien", ""], "loto")],
)
def test_deck_and_list(answers: list[str], printable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A deck is asked how many cards it has, a list what it is made into."""
    _answer(monkeypatch, *answers)
    assert run(["new", "mon-jeu", "--langue", "fr"]) == 0
    assert printable in check(Path("rules_data/mon-jeu")).game.printables()


def test_a_name_that_is_taken_is_told_before_all_else(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """Nobody answers questions for a game that cannot be called so."""
    _answer(monkeypatch)
    assert run(["new", "qwinto", "--lang", "en"]) == 2
    assert "is the name of a game already" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="terminals are files here")
def test_who_leaves_leaves_nothing_behind(tmp_path: Path) -> None:
    """Ctrl-C at a question ends with 130, and nothing was written; a real terminal is asked."""
    import pty

    own, theirs = pty.openpty()
    done = subprocess.Popen(
        [sys.executable, "-c", HEEDING, "new", "my-game", "--lang", "en"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    said = b""
    while b"[sheet]: " not in said:
        said += os.read(own, 1000)
    os.write(own, b"\n")
    while b"[4]: " not in said:
        said += os.read(own, 1000)
    try:
        # A key that is pressed just before the program waits for one is not heard.
        while done.poll() is None:
            done.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                done.wait(timeout=1)
        assert done.returncode == 130
    finally:
        done.kill()
        os.close(own)
    assert [*tmp_path.iterdir()] == []


def test_without_a_terminal_nobody_is_asked(tmp_path: Path, capsys: Captured) -> None:
    """A script that begins a game has a copy of Qwinto, as it always had, and is told so."""
    assert run(["new", "my-game", "--lang", "en"]) == 0
    assert (tmp_path / "rules_data/my-game/guide.yaml").is_file()
    assert "a copy of qwinto" in capsys.readouterr().out
    assert run(["new", "my-sheet", "--sheet", "--lang", "en"]) == 0
    assert "a copy" not in capsys.readouterr().out
