"""What stops a run, what does not, and that the exit code never says what is not so."""

import errno
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from generator import paths
from generator.cli import program
from generator.cli.program import run
from generator.reading import text_files

Captured = pytest.CaptureFixture[str]
CHECKOUT = Path(__file__).parents[2]
EXAMPLES = paths.rules_data() / "qwinto" / "examples"
LEGAL = EXAMPLES / "legal-turns.yaml"
SHEET = """\
game: qwinto
players: [{first}, Ben]
sheets: {{{first}: {{orange: [~, 5, ~, ~, 4, ~, ~, ~, ~]}}}}
"""
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="files of POSIX systems")


def one(folder: Path, file: str, first: str = "Ana") -> Path:
    """Write a record of two sheets with one error; `first` is one of the players."""
    path = folder / file
    path.write_text(SHEET.format(first=first), encoding="utf-8")
    return path


def ended(*arguments: str, line: str = "", **environment: str) -> tuple[int, bytes, bytes]:
    """Run the command in a process of its own, through a line of the shell where one is given."""
    asked = [sys.executable, "-m", "generator", *arguments]
    if line:
        asked = ["sh", "-c", line, *asked]
    kept = {**os.environ, "LUDOKIT_LANG": "en", **environment}
    done = subprocess.run(asked, capture_output=True, check=False, env=kept)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("form", ["text", "json", "jsonl", "sarif"])
def test_a_name_that_cannot_be_printed_stops_nobody(
    tmp_path: Path, capsys: Captured, form: str
) -> None:
    """The class is reported and drawn but for one sheet, which is named with the reason."""
    folder = tmp_path / "class"
    folder.mkdir()
    for file, name in (
        ("a.yaml", "Ana"),
        ("b.yaml", "עדי"),
        ("c.yaml", "Léa"),
        ("d.yaml", "X" * 90),
    ):
        one(folder, file, name)
    asked = ["verify", str(folder), "--correct", "--to", str(tmp_path), "--lang", "en"]
    assert run([*asked, "--format", form]) == 2
    shown = capsys.readouterr()
    for file in ("a", "b", "c", "d"):
        assert f"{file}.yaml" in shown.out
    if form in {"json", "sarif"}:
        assert json.loads(shown.out)
    assert "b.yaml: no correction sheet: no shipped font has the character 'ע'" in shown.err
    assert "d.yaml: no correction sheet: " in shown.err
    drawn = sorted(path.name[0] for path in (tmp_path / "corrections").iterdir())
    assert drawn == ["a", "c"]


@POSIX
@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("wh:at?", "wh_at_"),
        ("班", "班"),
        ("x" * 240, "x" * 200),
        ("con", "_con"),
    ],
)
def test_any_file_name_has_a_sheet(tmp_path: Path, name: str, stem: str, capsys: Captured) -> None:
    """A file whose name no other system holds gets a sheet under a name that every system holds."""
    path = one(tmp_path, f"{name}.yaml")
    assert run(["verify", str(path), "--correct", "--to", str(tmp_path)]) == 1
    (drawn,) = (tmp_path / "corrections").iterdir()
    assert drawn.name.rsplit("-", 1)[0] == stem
    assert str(drawn) in capsys.readouterr().err


def test_a_sheet_that_is_kept_stops_nobody(tmp_path: Path, capsys: Captured) -> None:
    """With --no-overwrite a sheet that is there is told, and the others are written."""
    first, second = one(tmp_path, "a.yaml"), one(tmp_path, "b.yaml")
    asked = ["verify", "--correct", "--no-overwrite", "--to", str(tmp_path), "--lang", "en"]
    assert run([*asked, str(first)]) == 1
    assert run([*asked, str(first), str(second)]) == 2
    assert "already there, and kept" in capsys.readouterr().err
    assert len(list((tmp_path / "corrections").iterdir())) == 2


@POSIX
def test_what_cannot_be_read_is_a_problem_of_its_own(tmp_path: Path, capsys: Captured) -> None:
    """A pipe, a device or a name that is too long is told, and the others are judged."""
    os.mkfifo(tmp_path / "pipe.yaml")
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "zero.jsonl").symlink_to("/dev/zero")
    wrong = ["x" * 300 + ".yaml", str(tmp_path / "none.yaml")]
    asked = ["verify", *wrong, str(tmp_path), str(LEGAL), "--format", "json", "--lang", "en"]
    assert run(asked) == 2
    reports = json.loads(capsys.readouterr().out)
    told = [report["problems"][0]["message"] for report in reports[:-1]]
    assert told[0] == "the file cannot be read: the name is too long"
    assert told[1].startswith("no such file")
    assert told[2:] == ["this is no file but a pipe or a device"] * 3
    assert reports[-1]["valid"]


@POSIX
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads all")
def test_without_rights(tmp_path: Path, capsys: Captured) -> None:
    """A file or folder that may not be read is a problem of its own, in the reader's language."""
    closed, folder = one(tmp_path, "closed.yaml"), tmp_path / "folder"
    folder.mkdir()
    within = one(folder, "within.yaml")
    closed.chmod(0)
    folder.chmod(0)
    try:
        asked = ["verify", str(closed), str(within), str(folder), str(LEGAL)]
        assert run([*asked, "--format", "jsonl", "--lang", "fr"]) == 2
        shown = capsys.readouterr()
        assert len(shown.out.splitlines()) == 3
        assert shown.out.count("droits insuffisants") == 2
        assert run(["record", "qwinto", "--to", str(folder / "new.yaml"), "--lang", "fr"]) == 2
        assert "droits" in capsys.readouterr().err
    finally:
        folder.chmod(0o700)


def test_an_accident_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    """What nobody foresaw has its own code, the version and the place; all of it when asked for."""

    def broken(*_: object) -> None:
        raise KeyError("score.green")  # noqa: EM101 - as Python raises it

    monkeypatch.setattr(program, "program", broken)
    assert run(["games", "--lang", "en"]) == 70
    (line,) = capsys.readouterr().err.splitlines()
    assert "KeyError: 'score.green' [test_accidents.py:" in line
    monkeypatch.setenv("LUDOKIT_DEBUG", "1")
    assert run(["games", "--lang", "en"]) == 70
    assert "Traceback" in capsys.readouterr().err


def test_a_disk_that_fails_is_no_accident(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """Where the data of a game cannot be read from the disk, that is told of the record."""
    from generator.records import replay

    def judged(_: object) -> object:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(replay, "replay", judged)
    asked = ["verify", str(one(tmp_path, "a.yaml")), "--format", "json", "--lang", "en"]
    assert run(asked) == 2
    shown = capsys.readouterr()
    (report,) = json.loads(shown.out)
    assert report["problems"][0]["message"] == os.strerror(errno.EIO)
    assert "fault of its own" not in shown.err


def test_an_accident_in_one_record_stops_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """The others are judged and drawn, the JSON is whole, and the accident has the last word."""
    files = [one(tmp_path, f"{letter}.yaml") for letter in "abc"]
    from generator import correction
    from generator.records import replay

    judge, draw = replay.replay, correction.draw_correction

    def judged(record: object) -> object:
        if "b.yaml" in str(getattr(record, "file", "")):
            raise ZeroDivisionError
        return judge(record)  # type: ignore[arg-type]

    def drawn(report: object, *more: object) -> object:
        if "c.yaml" in str(getattr(report, "file", "")):
            raise IndexError
        return draw(report, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(replay, "replay", judged)
    monkeypatch.setattr(correction, "draw_correction", drawn)
    asked = ["verify", *map(str, files), "--correct", "--to", str(tmp_path), "--format", "json"]
    assert run([*asked, "--lang", "en"]) == 70
    shown = capsys.readouterr()
    assert [report["readable"] for report in json.loads(shown.out)] == [True, False, True]
    assert "IndexError" in shown.err
    assert "ZeroDivisionError" in shown.err.splitlines()[-1]
    assert len(list((tmp_path / "corrections").iterdir())) == 1


@pytest.mark.few(2)
@POSIX
@pytest.mark.parametrize(
    ("line", "code"),
    [
        pytest.param('"$0" "$@" > /dev/full', 2, id="full disk"),
        pytest.param('"$0" "$@" > /dev/full 2> /dev/full', 2, id="nowhere to tell it"),
        pytest.param('"$0" "$@" >&-', 2, id="no output"),
        pytest.param('"$0" "$@" 2>&-', 0, id="no place for faults"),
    ],
)
def test_broken_streams(line: str, code: int) -> None:
    """A stream that is full or closed is one line at most and never says that a rule is broken."""
    found, _, told = ended("verify", str(LEGAL), line=line)
    assert (found, b"Traceback" in told) == (code, False)
    assert len(told.splitlines()) <= 1


@POSIX
@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (("verify", str(LEGAL), "--format", "json"), 2),
        (("verify", str(LEGAL), "--quiet"), 0),
        (("record", "qwinto"), 2),
        (("sample", "qwinto"), 2),
        (("schema", "game"), 2),
        (("games",), 2),
        (("check", "yams"), 2),
        (("doctor",), 2),
        (("--help",), 2),
        (("new", "mine", "--blank"), 0),
    ],
)
def test_a_standard_output_that_is_closed(
    asked: tuple[str, ...], code: int, tmp_path: Path
) -> None:
    """A report, a record or a list that is lost is one line; what goes into files needs none."""
    found, _, told = ended(*asked, line=f'cd {tmp_path}; "$0" "$@" >&-', PYTHONPATH=str(CHECKOUT))
    assert (found, told.count(b"\n")) == (code, 1 if code else 0)
    assert (b"standard output is closed" in told) == (code == 2)


@POSIX
def test_a_folder_that_leads_to_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the folder of one's own games is a link to itself there are none, and nothing fails."""
    (tmp_path / "rules_data").symlink_to("rules_data")
    monkeypatch.chdir(tmp_path)
    for asked, code in ((["games"], 0), (["doctor"], 0), (["new", "mine", "--blank"], 2)):
        assert run(asked) == code


@pytest.mark.parametrize(
    ("variable", "value", "asked", "code"),
    [
        ("TZ", ":/etc/passwd", ("print", "yams", "rules"), 0),
        ("TZ", "nowhere/at all", ("print", "yams", "rules"), 0),
        ("PYTHONOPTIMIZE", "1", ("games",), 2),
    ],
)
def test_strange_surroundings(
    tmp_path: Path, variable: str, value: str, asked: tuple[str, ...], code: int
) -> None:
    """No time zone is a fault; a Python without assertions, which draws otherwise, is refused."""
    to = ("--to", str(tmp_path)) if "print" in asked else ()
    found, _, told = ended(*asked, *to, **{variable: value})
    assert (found, told.count(b"\n")) == (code, 1 if code else 0)


@pytest.mark.rest
def test_games_with_faults_are_no_accident(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """What breaks the program in a game of one's own is told as the fault that `check` finds."""
    shutil.copytree(paths.rules_data() / "yams", tmp_path / "rules_data" / "own")
    file = tmp_path / "rules_data" / "own" / "game.yaml"
    text = file.read_text(encoding="utf-8").replace("name: yams", "name: own", 1)
    monkeypatch.chdir(tmp_path)

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("generator.make.make", fail)
    for wrong, code, word in ((text, 70, "ZeroDivisionError"), (text + "more: 1\n", 2, "more")):
        file.write_text(wrong, encoding="utf-8")
        assert run(["print", "own", "score-sheets", "--lang", "en"]) == code
        assert word in capsys.readouterr().err


def test_a_file_that_memory_does_not_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """A file that cannot be read for want of memory is told, and no report is lost for it."""
    files = [one(tmp_path, f"{letter}.yaml") for letter in "abc"]
    read, seen = text_files.read_bytes, list[str]()

    def reads(path: Path) -> bytes:
        # What comes before has been told by now, whatever this file does.
        seen.append(capsys.readouterr().out)
        if path.stem == "b":
            raise MemoryError
        return read(path)

    monkeypatch.setattr("generator.records.reading.read_bytes", reads)
    assert run(["verify", *map(str, files), "--lang", "en"]) == 2
    assert ["a.yaml" in seen[1], "b.yaml" in seen[2]] == [True, True]
    shown = capsys.readouterr()
    assert "c.yaml" in shown.out
    assert "there is not enough memory for this" in seen[2]
    assert "fault of its own" not in seen[2] + shown.err


@POSIX
def test_a_reader_that_has_left() -> None:
    """A closed pipe (`| head`) is no broken rule, and there is nothing to say about it."""
    line = '{ "$0" "$@"; echo $? >&2; } | true'
    _, _, told = ended("games", line=line)
    assert told in {b"0\n", b"2\n"}


@POSIX
def test_no_standard_input() -> None:
    """A dash with a closed standard input is an empty record."""
    code, told, _ = ended("verify", "-", line='"$0" "$@" <&-')
    assert (code, b"the file is empty" in told) == (2, True)


@POSIX
def test_names_that_are_no_text(tmp_path: Path) -> None:
    """Bytes of a file name that are no UTF-8 stand in JSON and SARIF as numbers."""
    name = os.fsdecode(b"bad\xff.yaml")
    try:
        one(tmp_path, name)
    except OSError:
        pytest.skip("the disk takes no such name")
    for form in ("json", "sarif", "jsonl", "text"):
        code, out, _ = ended("verify", str(tmp_path), "--format", form)
        assert code == 1
        out.decode()
        if form != "text":
            assert json.loads(out)


@pytest.mark.few(1)
@pytest.mark.parametrize("form", ["text", "json"])
def test_an_output_that_lacks_letters(tmp_path: Path, form: str) -> None:
    """What an old encoding lacks is written as its number, in JSON too."""
    path = one(tmp_path, "a.yaml", "Ana😀")
    code, out, _ = ended("verify", str(path), "--format", form, PYTHONIOENCODING="cp1252")
    assert code == 1
    assert rb"Ana\ud83d\ude00" in out
    if form == "json":
        assert "Ana😀" in json.loads(out.decode("cp1252"))[0]["scores"]


def test_signs_that_a_terminal_obeys(tmp_path: Path, capsys: Captured) -> None:
    """In JSON a sign that turns the line round or moves the cursor is written as its number."""
    path = tmp_path / "a.json"
    path.write_text('{"game": "qwinto", "players": ["A\\u009b", "B\\u202e"], "turns": []}')
    run(["verify", str(path), "--format", "json"])
    out = capsys.readouterr().out
    assert r"A\u009b" in out
    assert list(json.loads(out)[0]["scores"]) == ["A\x9b", "B\u202e"]
