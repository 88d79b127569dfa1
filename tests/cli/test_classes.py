"""A list with a column for the class: a file for each class, as if it had been asked for alone."""

from pathlib import Path

import pytest

from generator.cli.program import run
from generator.errors import DataError
from generator.reading import text_files
from generator.reading.text_files import Name, read_classes

Captured = pytest.CaptureFixture[str]
BOARD = """prénom;nom;Classe
Ana;Roy;6e B
Ben;Li;CE1/CE2
Cléo;Ng;6E  b
Dan;Ott;CE1/CE2
"""
SHEETS = ("print", "qwinto", "score-sheets")


@pytest.fixture
def board(tmp_path: Path) -> Path:
    """Return a list of two classes, one of them written in two ways."""
    path = tmp_path / "board.csv"
    path.write_text(BOARD, encoding="utf-8")
    return path


def made(folder: Path) -> dict[str, bytes]:
    """Return the files of Qwinto in a folder, by name."""
    return {path.name: path.read_bytes() for path in (folder / "qwinto" / "en").iterdir()}


@pytest.mark.few(1)
@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_file_for_each_class(board: Path, jobs: int, tmp_path: Path, capsys: Captured) -> None:
    """Each file has the bytes that its class alone would have, and its class in the name."""
    to = tmp_path / "all"
    asked = ["--lang", "en", *SHEETS, "--names", str(board), "--jobs", str(jobs), "--to", str(to)]
    assert run(asked) == 0
    stems = [f"score-sheets.names.{name}" for name in ("6e B", "CE1-CE2")]
    told = [f"wrote {to / 'qwinto' / 'en' / stem}.pdf" for stem in stems]
    assert capsys.readouterr().out.splitlines() == told
    found = made(to)
    assert len(found) == 4
    alone, one = tmp_path / "class.txt", tmp_path / "one"
    for stem, names in zip(stems, ("Ana Roy\nCléo Ng\n", "Ben Li\nDan Ott\n"), strict=True):
        alone.write_text(names, encoding="utf-8")
        assert run(["--lang", "en", *SHEETS, "--names", str(alone), "--to", str(one)]) == 0
        for ending in ("pdf", "boxes.json"):
            assert found[f"{stem}.{ending}"] == made(one)[f"score-sheets.names.{ending}"]


def test_a_printable_without_names(board: Path, tmp_path: Path) -> None:
    """What carries no name, asked for by itself with a list of classes, is made, and once."""
    asked = ["--lang", "en", "print", "boite", "boxes", "--names", str(board)]
    assert run([*asked, "--to", str(tmp_path)]) == 0
    assert [one.name for one in tmp_path.glob("boite/en/*.pdf")] == ["boxes.pdf"]


@pytest.mark.rest
@pytest.mark.slow
def test_what_has_no_names_is_made_once(board: Path, tmp_path: Path) -> None:
    """Without the name of a printable all are made: what carries names for each class."""
    asked = ["--lang", "en", "print", "crowns", "--names", str(board), "--to", str(tmp_path)]
    assert run(asked) == 0
    found = [path.name for path in (tmp_path / "crowns" / "en").glob("*.pdf")]
    for name in ("6e B", "CE1-CE2"):
        assert f"score-sheets.names.{name}.pdf" in found
    assert found.count("rules.pdf") + found.count("tokens.pdf") == 2
    assert len([name for name in found if name.startswith("rules")]) == 1


def test_one_class_is_a_class(tmp_path: Path) -> None:
    """A list of one class is called as one that does not say its class."""
    path = tmp_path / "class.csv"
    path.write_text("nom;classe\nAna;6e B\nBen;6e B\n", encoding="utf-8")
    assert run(["--lang", "en", *SHEETS, "--names", str(path), "--to", str(tmp_path)]) == 0
    assert sorted(made(tmp_path)) == ["score-sheets.names.boxes.json", "score-sheets.names.pdf"]


def test_a_kit_is_for_one_class(board: Path, tmp_path: Path, capsys: Captured) -> None:
    """A kit refuses a list of several classes, and says what to do with it."""
    to = tmp_path / "out"
    assert run(["--lang", "en", "kit", "qwinto", "--names", str(board), "--to", str(to)]) == 2
    told = capsys.readouterr().err
    assert f"{board}:3:1: 2 classes in this list (6e B, CE1/CE2...), and one is wanted" in told
    assert "ludokit print GAME --names LIST" in told
    assert not to.exists()


def test_classes_that_would_be_one_file(tmp_path: Path, capsys: Captured) -> None:
    """Two classes whose files would have one name are told, and nothing is written."""
    path, to = tmp_path / "board.csv", tmp_path / "out"
    path.write_text("nom;classe\nAna;1/2\nBen;1-2\n", encoding="utf-8")
    assert run(["--lang", "en", *SHEETS, "--names", str(path), "--to", str(to)]) == 2
    assert "the classes '1/2' and '1-2' would be the same file '1-2'" in capsys.readouterr().err
    assert not to.exists()


def test_a_name_that_no_typeface_has(tmp_path: Path, capsys: Captured) -> None:
    """Such a name is told with its line once, whichever its class, and becomes a line to write."""
    path = tmp_path / "board.csv"
    path.write_text("nom;classe\nAna;A\nไทย;A\nBen;B\nไทย;B\n", encoding="utf-8")
    asked = ["--lang", "en", *SHEETS, "--names", str(path), "--to", str(tmp_path), "--jobs", "1"]
    assert run(asked) == 0
    told = capsys.readouterr().err.splitlines()
    assert [line.split(": ")[0] for line in told] == [f"{path}:3", f"{path}:5"]


def test_read(board: Path) -> None:
    """Classes come in the order in which they begin, each with its names and their lines."""
    assert read_classes(board) == {
        "6e B": (Name("Ana Roy", 2), Name("Cléo Ng", 4)),
        "CE1/CE2": (Name("Ben Li", 3), Name("Dan Ott", 5)),
    }


def test_names_without_a_class(tmp_path: Path) -> None:
    """Each name without a class is told by its line, where others have one."""
    path = tmp_path / "board.csv"
    path.write_text("nom;classe\nAna;A\nBen\nCléo;\n", encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_classes(path)
    assert [one.line for one in caught.value.problems] == [3, 4]
    assert "this name has no class" in caught.value.worded("en")


@pytest.mark.parametrize(("each", "most", "line"), [(3, 100, 5), (100, 4, 6)])
def test_limits(
    each: int, most: int, line: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Too many names in a class, or in all of them, are refused with the line of the first."""
    assert (text_files.MOST_NAMES, text_files.MOST_OF_CLASSES) == (1_000, 100_000)
    monkeypatch.setattr(text_files, "MOST_NAMES", each)
    monkeypatch.setattr(text_files, "MOST_OF_CLASSES", most)
    path = tmp_path / "board.csv"
    path.write_text("nom;classe\n" + "Ana;A\n" * 4 + "Ben;B\n" * 4, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_classes(path)
    assert caught.value.problems[0].line == line
    assert f"more than {min(each, most)} names" in caught.value.worded("en")


def test_no_sign_that_a_terminal_obeys(tmp_path: Path, capsys: Captured) -> None:
    """A class's name goes into names of files without signs that turn words about."""
    path = tmp_path / "board.csv"
    path.write_text("nom;classe\nAna;A\u202eB\nBen;C\x1b[2J\n", encoding="utf-8")
    assert list(read_classes(path)) == ["A B", "C [2J"]
    assert capsys.readouterr().out == ""
