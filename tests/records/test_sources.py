"""Where records come from: files by their ending, folders, lines of a stream."""

import json
import os
from errno import EIO
from io import BytesIO
from pathlib import Path
from shutil import copytree

import pytest

from generator import paths
from generator.errors import DataError
from generator.reading.nodes import LIMIT_BYTES
from generator.records.reading import record_files
from generator.words import say
from tests.judged import verify, verify_lines, verify_stream

RECORD = {
    "game": "qwinto",
    "players": ["Ana", "Ben"],
    "turns": [{"dice": {"yellow": 1}, "miss": True}],
}


def _line(**more: object) -> str:
    return json.dumps({**RECORD, **more})


def test_files_of_a_folder(tmp_path: Path) -> None:
    """A folder means its record files by name; hidden and other files are passed over."""
    for name in ("b.yaml", "a.YML", "c.jsonl", "d.json", "note.txt", ".hidden.yaml"):
        (tmp_path / name).touch()
    (tmp_path / "e.yaml").mkdir()
    named = tmp_path / "note.txt"
    found = (*record_files(tmp_path), *record_files(named))
    assert [file.name for file in found] == ["a.YML", "b.yaml", "c.jsonl", "d.json", "note.txt"]


def test_folder_without_records(tmp_path: Path) -> None:
    """A folder without records is a problem that says what they look like."""
    with pytest.raises(DataError, match=r"no record in this folder.*\.jsonl"):
        record_files(tmp_path)


@pytest.mark.parametrize("name", ["game.yaml", "game.yml", "game.json"])
def test_one_record_a_file(tmp_path: Path, name: str) -> None:
    """YAML and JSON files hold one record each."""
    file = tmp_path / name
    file.write_text(_line(), encoding="utf-8")
    (report,) = verify(file)
    assert (report.file, report.index, report.is_valid) == (str(file), 0, True)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    """A file of another ending, or none at all, is an unreadable record with a reason."""
    (other,) = verify(tmp_path / "game.txt")
    (missing,) = verify(tmp_path / "game.jsonl")
    assert [r.exit_code for r in (other, missing)] == [2, 2]
    assert [r.index for r in (other, missing)] == [0, 0]
    assert ".jsonl" in other.problems[0].worded("en")
    assert missing.problems[0].worded("en").endswith("no such file")


def test_lines(tmp_path: Path) -> None:
    """Each line is a record with its own line number and index; empty lines are passed over."""
    lines = [_line(), "", _line(turns=[{"dice": {}}]), "{", _line(players=["Ana"])]
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    reports = list(verify(file))
    assert [report.index for report in reports] == [0, 1, 2, 3]
    assert [report.exit_code for report in reports] == [0, 1, 2, 2]
    assert reports[1].findings[0].line == 3
    assert [report.problems[0].line for report in reports[2:]] == [4, 5]


def test_lines_within_limits() -> None:
    """A line over the limit is refused and the next is read; a bad byte names its line."""
    long = b'"' + b"x" * (LIMIT_BYTES * 2) + b'"'
    data = b"\n".join([long, _line().encode(), b'{"game": "\xff"}', long])
    reports = list(verify_lines(BytesIO(data), "games.jsonl"))
    assert [report.exit_code for report in reports] == [2, 0, 2, 2]
    keys = [report.problems[0].message.key for report in reports if report.problems]
    assert keys == ["reading.too-big", "reading.not-utf8", "reading.too-big"]
    places = [(r.problems[0].line, r.problems[0].column) for r in reports if r.problems]
    assert places == [(1, 1), (3, 11), (4, 1)]


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
@pytest.mark.parametrize(("size", "is_good"), [(LIMIT_BYTES, True), (LIMIT_BYTES + 1, False)])
def test_longest_line(size: int, end: bytes, *, is_good: bool) -> None:
    """A line may be as long as allowed, however it ends."""
    line = _line().encode()
    line = line[:1] + b" " * (size - len(line)) + line[1:]
    (report,) = verify_lines(BytesIO(line + end), "games.jsonl")
    assert (report.exit_code == 0) == is_good


def test_lines_without_any() -> None:
    """A stream of empty lines is told to be empty."""
    (report,) = verify_lines(BytesIO(b"\n\n"), "games.jsonl")
    assert report.problems[0].message.key == "reading.empty"


def test_lines_are_read_one_at_a_time() -> None:
    """The first report comes before the second line is read."""

    class Stream(BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            """Give one record, then fail."""
            if self.tell():
                raise EOFError
            return super().readline(size)

    stream = Stream((_line() + "\n" + _line() + "\n").encode())
    reports = verify_lines(stream, "games.jsonl")
    assert next(reports).is_valid
    with pytest.raises(EOFError):
        next(reports)


def test_faults_of_the_games_own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record of a game whose data is broken is unreadable, and the data's fault is named."""
    monkeypatch.chdir(tmp_path)
    data = Path("rules_data") / "mine" / "game.yaml"
    copytree(paths.rules_data() / "qwinto", data.parent)
    text = data.read_text(encoding="utf-8").replace("name: qwinto", "name: mine")
    data.write_text(text + "colour: red\n", encoding="utf-8")
    file = tmp_path / "game.json"
    file.write_text(_line().replace('"qwinto"', '"mine"'), encoding="utf-8")
    (report,) = verify(file)
    assert (report.exit_code, report.game_name) == (2, "mine")
    assert report.problems[0].file == str(data)


def _broken(*_: object) -> None:
    raise OSError(EIO, os.strerror(EIO))


@pytest.mark.parametrize("name", ["game.yaml", "game.csv"])
def test_a_disk_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """A file that cannot be read to its end is one record, with the system's reason."""
    monkeypatch.setattr("generator.records.reading.read_bytes", _broken)
    (report,) = verify(tmp_path / name)
    (problem,) = report.problems_in("en")
    assert (report.exit_code, problem.file) == (2, str(tmp_path / name))
    assert os.strerror(EIO).lower() in say(problem.message, "en").lower()


def test_a_folder_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that cannot be listed is a problem, with the system's reason."""
    monkeypatch.setattr(Path, "iterdir", _broken)
    with pytest.raises(DataError) as caught:
        record_files(tmp_path)
    assert [problem.file for problem in caught.value.problems] == [str(tmp_path)]


def test_a_stream_that_fails() -> None:
    """Standard input that fails on the way is one record that cannot be read."""

    class Stream(BytesIO):
        read = _broken  # type: ignore[assignment]

    (report,) = verify_stream(Stream())
    assert (report.exit_code, len(report.problems)) == (2, 1)


def test_a_broken_game_beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game is known by its title although the data of another one cannot be read."""
    monkeypatch.chdir(tmp_path)
    mine = Path("rules_data") / "mine" / "game.yaml"
    mine.parent.mkdir(parents=True)
    mine.write_text("name: [", encoding="utf-8")
    file = tmp_path / "game.yaml"
    file.write_text("jeu: La course à 20\njoueurs: [Ana, Ben]\nmanches: []\n", encoding="utf-8")
    (report,) = verify(file)
    assert (report.problems, report.game_name) == ((), "course-a-20")
