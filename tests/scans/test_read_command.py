"""`ludokit read`: from pictures to tables that are judged, and all that a teacher does wrong."""

import csv
import os
from io import StringIO
from pathlib import Path

import cv2
import numpy as np
import pikepdf
import pytest
from PIL import Image

from generator.cli.program import run
from generator.printables.context import Options
from tests.programs import ended
from tests.scans import simulated
from tests.scans.filled_pages import as_file, boards, filled

Capture = pytest.CaptureFixture[str]
NAMES = ("Zoé", "Émile", "Anna", "Anne")
# Which differ by what follows, and not at all in print.
ALIKE = ("Marie-Christine", "Marie-Christine L", "Marie-Claude", "Marie\u2011Claude")


def read(*given: object, to: Path) -> int:
    """Run the command in English."""
    return run(["--lang", "en", "read", *map(str, given), "--to", str(to)])


def rows_of(table: Path) -> list[dict[str, str]]:
    """Return the rows of a table by their headings."""
    first, *rest = table.read_text(encoding="utf-8-sig").splitlines()
    assert first.startswith("game,")
    return [*csv.DictReader(StringIO("\n".join(rest)))]


def laid(folder: Path, **pages: simulated.Image) -> Path:
    """Write pages as photographs into a folder."""
    folder.mkdir(exist_ok=True)
    for name, page in pages.items():
        (folder / f"{name}.jpg").write_bytes(as_file(page))
    return folder


def listed(folder: Path, *names: str) -> Path:
    """Write a list of names."""
    file = folder / "names.txt"
    file.write_text("\n".join(names), encoding="utf-8")
    return file


def test_the_command_writes_a_table_that_is_judged(tmp_path: Path, capsys: Capture) -> None:
    """From photographs to a table that `verify` takes; one that is there already is kept."""
    photos, to = laid(tmp_path / "photos", one=boards()), tmp_path / "class.csv"
    assert read(photos, to=to) == 0
    said = capsys.readouterr().err
    assert "Boards to colour, Sheet 1: read" in said
    assert "no cell is left to look at" in said
    assert f"ludokit verify {to} --correct" in said
    rows = rows_of(to)
    assert [row["photo"] for row in rows] == ["one.jpg", "one.jpg"]
    assert [[*row.values()][1:4:2] for row in rows] == [["Sheet 1", ""], ["Sheet 2", "1x6 2x2 6x1"]]
    assert run(["--lang", "en", "verify", str(to)]) == 0
    before = to.read_bytes()
    assert read(photos, to=to) == 2
    assert "stays as it is" in capsys.readouterr().err
    assert to.read_bytes() == before


def test_names_are_those_that_are_seen_in_print(tmp_path: Path, capsys: Capture) -> None:
    """Whatever the order of the list and however many sheets each has; the others are told."""
    options = Options("en", names=NAMES, copies=2)
    pages = {f"p{n}": filled("crowns", "pencil-boards", options, page=n) for n in (1, 2, 3)}
    photos, to = laid(tmp_path / "photos", **pages), tmp_path / "class.csv"
    names = listed(tmp_path, "Tom", *reversed(NAMES))
    assert read(photos, "--names", names, to=to) == 0
    # Cut and laid on one another, sheets lie in order: the first and the fifth on one page.
    assert [row["player"] for row in rows_of(to)] == [
        *("Zoé", "Anna", "Zoé (2)", "Anna (2)", "Émile", "Anne")
    ]
    said = capsys.readouterr().err
    assert "No sheet of: Tom." in said
    assert "no name of the list" not in said


def test_names_that_are_nearly_alike_are_told_apart_or_not_given(tmp_path: Path) -> None:
    """Where one name is the beginning of another each has its own; two alike in print have none."""
    options = Options("en", names=ALIKE)
    pages = {f"p{n}": filled("crowns", "pencil-boards", options, page=n) for n in (1, 2)}
    soft = {name: cv2.GaussianBlur(page, (0, 0), 2.0) for name, page in pages.items()}
    for number, seen in enumerate((pages, soft)):
        photos, to = laid(tmp_path / f"photos{number}", **seen), tmp_path / f"class{number}.csv"
        assert read(photos, "--names", listed(tmp_path, *ALIKE), to=to) == 0
        assert sorted(row["player"] for row in rows_of(to)) == [*ALIKE[:2], "Sheet 3", "Sheet 4"]


def test_a_name_twice_on_a_sheet_is_two_players(tmp_path: Path) -> None:
    """Two pupils of one first name in the columns of a sheet stay two."""
    options = Options("en", names=("Lucas", "Lucas", "Zoé"))
    cells = [(1, f"player{n}.score.total") for n in (1, 2, 3)]
    page = filled("crowns", "score-sheets", options, numbers=cells)
    photos, to = laid(tmp_path / "photos", a=page), tmp_path / "class.csv"
    assert read(photos, "--names", listed(tmp_path, "Lucas", "Zoé"), to=to) == 1
    assert [row["player"] for row in rows_of(to)] == ["Lucas", "Lucas (2)", "Zoé"]


def test_a_file_name_is_no_formula(tmp_path: Path) -> None:
    """What a spreadsheet would work out is words in the table."""
    photos, to = laid(tmp_path / "photos", **{"=1+1": boards()}), tmp_path / "class.csv"
    assert read(photos, to=to) == 0
    assert {row["photo"] for row in rows_of(to)} == {"'=1+1.jpg"}


def test_what_is_written_by_hand_is_no_name_of_the_list(tmp_path: Path, capsys: Capture) -> None:
    """Sheets without a printed name are called by their numbers, copies of one by a second too."""
    hand = filled("crowns", "pencil-boards", Options("en"), numbers=[(1, "name")])
    photos, to = laid(tmp_path / "photos", a=hand, b=boards()), tmp_path / "class.csv"
    assert read(photos, "--names", listed(tmp_path, *NAMES), to=to) == 0
    players = [row["player"] for row in rows_of(to)]
    assert players == ["Sheet 1", "Sheet 2", "Sheet 1 (2)", "Sheet 2 (2)"]
    said = capsys.readouterr().err
    assert "4 players have no name of the list" in said
    assert "No sheet of: Zoé, Émile, Anna, Anne." in said
    assert said.count("this is the same sheet as on a.jpg") == 2


def test_those_who_share_a_sheet_have_a_table(tmp_path: Path) -> None:
    """A sheet of six columns is one table of six; date and table's name make no seventh."""
    columns = range(1, 7)
    score = [(1, f"player{n}.score.total") for n in columns]
    others = [(1, "date"), (1, "table"), *((1, f"name.{n}") for n in columns)]
    page = filled("crowns", "score-sheets", Options("en"), numbers=[*score, *others])
    photos, to = laid(tmp_path / "photos", a=page, b=page), tmp_path / "class.csv"
    assert read(photos, to=to) == 1
    rows = rows_of(to)
    assert [row["table"] for row in rows] == [*"111111", *"222222"]
    assert [row["player"] for row in rows][4:8] == [
        *("Sheet 1, player 5", "Sheet 1, player 6"),
        *("Sheet 1, player 1 (2)", "Sheet 1, player 2 (2)"),
    ]


def test_each_game_on_a_sheet_has_its_tables(tmp_path: Path) -> None:
    """Two games in the columns of one sheet are two games of one pupil, not of two."""
    options = Options("en", names=NAMES[:2])
    cells = [(1, "ones"), (4, "ones"), (5, "ones")]
    page = filled("yams", "score-sheets", options, numbers=cells)
    photos, to = laid(tmp_path / "photos", a=page), tmp_path / "class.csv"
    assert read(photos, "--names", listed(tmp_path, *NAMES), to=to) == 1
    found = [(row["table"], row["player"]) for row in rows_of(to)]
    assert found == [("1", "Zoé"), ("1", "Émile"), ("2", "Émile")]


def test_each_round_on_a_sheet_has_its_table(tmp_path: Path) -> None:
    """Columns that are rounds of one team are games of that team, not players."""
    cells = [(1, "round1.life.20"), (1, "round3.life.12")]
    page = filled("sti", "life-sheet", Options("en"), *cells)
    photos, to = laid(tmp_path / "photos", a=page), tmp_path / "class.csv"
    assert read(photos, to=to) == 0
    assert [(row["table"], row["player"]) for row in rows_of(to)] == [
        ("1", "Sheet 1"),
        ("2", "Sheet 1"),
    ]


def test_open_cells_cannot_be_overlooked(tmp_path: Path, capsys: Capture) -> None:
    """Numbers are left to be typed: no judge accepts a question mark, and says where to look."""
    cells = [(1, "ones"), (1, "score.total"), (1, "name"), (1, "date")]
    page = filled("yams", "score-sheets", Options("en"), numbers=cells)
    photos, to = laid(tmp_path / "photos", a=page), tmp_path / "class.csv"
    assert read(photos, to=to) == 1
    # Name and date are no cells of the table.
    assert "2 cells are left to look at" in capsys.readouterr().err
    assert run(["--lang", "en", "verify", str(to)]) == 2
    said = capsys.readouterr().out
    assert "2 faults" in said
    assert "type what is written on a.jpg, or empty the cell" in said


def test_a_mark_in_doubt_is_told_by_its_cell(tmp_path: Path, capsys: Capture) -> None:
    """Behind the name of a cell `?` asks for a look, with a photograph and without."""
    table = tmp_path / "class.csv"
    table.write_text("game,crowns\ntable,player,photo,tokens\n1,Ana,a.jpg,1x6 2x2?\n2,Ben,,3x3?\n")
    assert run(["--lang", "en", "verify", str(table)]) == 2
    said = capsys.readouterr().out
    assert "D3: nobody has looked at 2x2 yet: keep, without “?”, what is marked on a.jpg" in said
    assert "D4: nobody has looked at 3x3 yet: keep, without “?”, what is marked on the" in said


def test_several_games_have_a_table_each_or_none(tmp_path: Path, capsys: Capture) -> None:
    """Each table is named by its game; where one is there already, none is written."""
    yams = filled("yams", "score-sheets", Options("en"), numbers=[(1, "ones")])
    photos, to = laid(tmp_path / "photos", a=boards(), b=yams), tmp_path / "out" / "class.csv"
    to.parent.mkdir()
    assert read(photos, to=to) == 1
    assert sorted(one.name for one in to.parent.iterdir()) == ["class-crowns.csv", "class-yams.csv"]
    (to.parent / "class-crowns.csv").unlink()
    assert read(photos, to=to) == 2
    assert "class-yams.csv' exists and stays as it is" in capsys.readouterr().err
    assert [one.name for one in to.parent.iterdir()] == ["class-yams.csv"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["photos"], "for example: ludokit read photos --to class.csv"),
        (["photos", "--to", "a.xlsx"], "type: --to a.csv"),
        (["photos", "--to", "pile"], "type: --to pile.csv"),
        (["photos", "--to", "a:b.csv"], "a:b.csv"),
        (["photos", "--to", "."], "type: --to pile.csv"),
        (["photos", "--to", "empty"], "type: --to empty/pile.csv"),
        (["phots", "--to", "a.csv"], "phots: no such file; did you mean 'photos'?"),
        (["empty", "--to", "a.csv"], "empty: no photograph and no scan is in this folder"),
    ],
)
def test_what_is_typed_wrong_is_told_at_once(
    given: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """The table's name is looked at before any picture, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    laid(tmp_path / "photos", a=np.full((99, 99), 255, np.uint8))
    (tmp_path / "empty").mkdir()
    assert run(["--lang", "en", "read", *given]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert "a.jpg" not in told
    assert sorted(one.name for one in tmp_path.iterdir()) == ["empty", "photos"]


@pytest.mark.parametrize("missing", ["cv2", "numpy", "zxingcpp"])
def test_without_its_libraries_it_says_what_to_type(missing: str) -> None:
    """The line that installs what is missing is told; nothing is written."""
    gone = f"import sys\nsys.modules[{missing!r}] = None\nfrom generator.cli.program import run\n"
    code, said, complaint = ended(
        f"{gone}sys.exit(run(['--lang', 'en', 'read', 'x', '--to', 'y.csv']))"
    )
    assert (code, said) == (2, "")
    assert "-m pip install " in complaint


def test_one_bad_picture_does_not_stop_the_others(tmp_path: Path, capsys: Capture) -> None:
    """What cannot be read is told, the rest is read, and the exit code says that some was not."""
    photos = laid(tmp_path / "photos", p3=boards())
    (photos / "p1.jpg").write_bytes(b"none")
    (photos / "p2.pdf").write_bytes(b"none")
    (photos / "p4.HEIC").write_bytes(b"of another kind")
    (photos / "p5.pdf").symlink_to(tmp_path / "gone")
    (photos / "p6.jpg").mkdir()
    os.mkfifo(photos / "p7.jpg")
    long = Image.new("1", (70_000, 9))
    long.save(photos / "p8.png")
    (photos / "._p3.jpg").write_bytes(b"what a system leaves on a stick")
    (photos / "notes.txt").write_text("none of these")
    with pikepdf.new() as endless:
        endless.add_blank_page()
        endless.pages[0].MediaBox = pikepdf.Object.parse(b"[0 0 1" + b"0" * 39 + b".0 9]")
        endless.save(photos / "p9.pdf")
    to = tmp_path / "a.csv"
    assert read(photos, tmp_path / "not-there.pdf", tmp_path / ("n" * 300), to=to) == 2
    said = [line.split(": ", 1) for line in capsys.readouterr().err.splitlines()]
    told = {line[0]: line[1] for line in said if line[0].startswith(("p", "n"))}
    assert "neither a PNG nor a JPEG" in told["p1.jpg"]
    assert "damaged" in told["p2.pdf"]
    assert "read" in told["p3.jpg"]
    assert ".heic is not read" in told["p4.HEIC"]
    assert "no such file" in told["p5.pdf"]
    assert "a folder within a folder" in told["p6.jpg"]
    assert "no file but a pipe" in told["p7.jpg"]
    assert "no sheet" in told["p8.png"]
    assert "damaged" in told["page 1 of p9.pdf"]
    assert "no such file" in told["not-there.pdf"]
    assert len(told) == 11
    assert "too long" in told["n" * 300]
    assert len(rows_of(to)) == 2
