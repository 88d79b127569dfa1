"""Tables of final sheets on the command line: begun, verified, corrected."""

from pathlib import Path

import pytest

from generator.cli.program import run
from tests.judged import verify

Captured = pytest.CaptureFixture[str]
CLASS = "jeu;qwinto\ntable;joueur;O1;O2\n1;Ana;5;4\n1;Ben;3;\n2;Cléo;2;\n2;Dan;6;5\n"


def test_begun(tmp_path: Path) -> None:
    """A table is begun under a name that ends so, with a line for each player."""
    file = tmp_path / "classe.csv"
    assert run(["fiche", "qwinto", "--vers", str(file), "--joueurs", "Zoé, Ben,"]) == 0
    assert file.read_bytes().startswith(b"\xef\xbb\xbfjeu;qwinto\r\ntable;joueur;O1;")
    assert "points manqués" in file.read_text(encoding="utf-8-sig")
    (report,) = verify(file)
    assert report.players == ("Zoé", "Ben")
    assert run(["verify", str(file)]) == 0


def test_begun_on_the_screen(capsys: Captured) -> None:
    """Asked for by its form, a table goes to the screen, in the columns of the language."""
    assert run(["record", "sti", "--format", "csv", "--lang", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == ["game,sti", "table,player,life", "1,Fox,", "1,Otter,"]


def test_form_goes_before_the_name(tmp_path: Path) -> None:
    """A form that is asked for is written whatever the file is called."""
    file = tmp_path / "game.csv"
    assert run(["record", "qwinto", "--format", "yaml", "--to", str(file), "--lang", "en"]) == 0
    assert file.read_bytes().startswith(b"# A game")


@pytest.mark.parametrize("game", ["doce", "boite", "course-a-20"])
def test_no_table(game: str, capsys: Captured) -> None:
    """A game without final sheets of its own has no table, and is told how it is typed."""
    assert run(["record", game, "--format", "csv", "--lang", "en"]) == 2
    assert f"begun by 'ludokit record {game}'" in capsys.readouterr().err


def test_players_of_a_blank_record(capsys: Captured) -> None:
    """A blank record has the players that are named, as many as the game takes."""
    assert run(["record", "qwinto", "--players", "Zoé, Tom", "--lang", "en"]) == 0
    assert "players: [Zoé, Tom]" in capsys.readouterr().out
    assert run(["record", "doce", "--players", "Zoé", "--lang", "en"]) == 2
    assert "1 players; this game is for 2 to 2" in capsys.readouterr().err


def test_verified_and_corrected(tmp_path: Path, capsys: Captured) -> None:
    """Each game of a class's table is judged, has its correction, and counts for the class page."""
    (tmp_path / "6e-B").mkdir()
    (tmp_path / "6e-B" / "class.csv").write_text(CLASS, encoding="utf-8")
    asked = ["--correct", "--class-page", "--to", str(tmp_path / "output"), "--lang", "en"]
    assert run(["verify", str(tmp_path / "6e-B"), *asked]) == 1
    shown = capsys.readouterr()
    assert "line 3, Ana – O2: 4 is not larger than 5" in shown.out
    assert "line 6, Dan – O2: 5 is not larger than 6" in shown.out
    assert "2 records – valid: 0, with errors: 2, unreadable: 0" in shown.err
    drawn = sorted(path.name for path in (tmp_path / "output" / "corrections").iterdir())
    assert len(drawn) == 2
    assert drawn[0].endswith("-1.pdf")
    assert (tmp_path / "output" / "class-pages" / "6e-B-qwinto.pdf").is_file()


@pytest.mark.rest
def test_judged_side_by_side(tmp_path: Path, capsys: Captured) -> None:
    """Games of a table are judged by other processes as by this one."""
    file = tmp_path / "class.csv"
    rows = "".join(f"{n};a{n};5;4\n{n};b{n};3;\n" for n in range(40))
    file.write_text(f"jeu;qwinto\ntable;joueur;O1;O2\n{rows}", encoding="utf-8")
    told = []
    for jobs in ("1", "2"):
        assert run(["verify", str(file), "--format", "jsonl", "--jobs", jobs]) == 1
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    assert len(told[0].splitlines()) == 40
