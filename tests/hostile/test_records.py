"""Records made to hurt: none costs more than seconds, and each is told what is wrong with it."""

import json
import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from generator import paths
from tests.hostile.attacked import Told, attacked

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="processes are measured on Linux"),
]

HEAD = "game: qwinto\nplayers: [Ana, Ben]\n"
MOST = 990_000  # bytes, just below what a record may have
PARTS = 9_900  # commas and ends of lines, just below what a record may have
MARKS = "\u0300\u0316"  # two that no order holds together


def keys(number: int, value: str) -> str:
    """Return so many fields that nothing knows."""
    return ", ".join(f"c{one}: {value}" for one in range(number))


def turns(many: int, one: str) -> str:
    """Return a record of so many equal turns."""
    return HEAD + "turns:\n" + f"- {one}\n" * many


def nearly(many: int) -> str:
    """Return names that are nearly those of the players, each another."""
    return ", ".join(f"An{one}a: O1" for one in range(many))


def blown(example: str, at: tuple[str | int, ...], value: object) -> str:
    """Return an example record as JSON with another value at a place."""
    text = (paths.rules_data() / f"{example}.json").read_text(encoding="utf-8")
    record = json.loads(text)
    within = record
    for step in at[:-1]:
        within = within[step]
    within[at[-1]] = value
    return json.dumps(record)


DENTAL = "dental/examples/legal-turns"
YAML: dict[str, tuple[Callable[[], str], str]] = {
    "8,000 dice that are none": (
        lambda: turns(1, f"dice: {{{keys(8_000, '1')}}}"),
        "c0: “c0” is not a die",
    ),
    "as many as a record holds": (
        lambda: turns(1, f"dice: {{{keys(PARTS, '1')}}}"),
        "c0: “c0” is not a die",
    ),
    "writes of 30,000 strangers": (
        lambda: turns(1, f"writes: {{{keys(PARTS, 'O1')}}}"),
        "“c0” is not in the list of players",
    ),
    "names nearly right": (
        lambda: turns(1, f"dice: {{orange: 1}}\n  writes: {{{nearly(PARTS)}}}"),
        "is not in the list of players",
    ),
    "sheets of strangers": (
        lambda: f"{HEAD}turns: []\nsheets:\n" + "".join(f"  c{n}: {{}}\n" for n in range(PARTS)),
        "“c0” is not in the list of players",
    ),
    "marks upon a letter": (lambda: f"{HEAD}turns: []\nplace: a{MARKS * 40_000}", "30 accents"),
    "marks upon a key": (
        lambda: f"{HEAD}turns: []\n? a{MARKS * 100_000}\n: 1",
        "30 accents",
    ),
    "marks upon a name": (
        lambda: f"game: qwinto\nplayers: [a{MARKS * 100_000}, Ben]",
        "30 accents",
    ),
    "a field of a megabyte": (lambda: f"{HEAD}turns: []\n? {'x' * 900_000}\n: 1", "unknown field"),
    "a name of a megabyte": (
        lambda: f"game: qwinto\nplayers: [{'x' * 900_000}, Ben]\nturns: []",
        "at most 100 characters",
    ),
    "200,000 empty turns": (lambda: turns(199_000, "{}"), "more than 10,000"),
    "as many empty turns as a record holds": (lambda: turns(PARTS, "{}"), "turn"),
    "turns without end": (lambda: turns(PARTS, "dice: {orange: 1}"), "turn"),
    "misses without end": (
        lambda: turns(PARTS // 2, "dice: {orange: 1}\n  miss: true"),
        "turn",
    ),
    "one turn of many dice": (
        lambda: "game: crowns\nplayers: [Ana, Ben]\nturns: [{dice: [" + "6, " * PARTS + "6]}]",
        "turn 1",
    ),
    "one turn of many cells": (
        lambda: (
            "game: crowns\nplayers: [Ana, Ben]\nturns: [{dice: [1, 1, 1, 1, 1, 1], places: ["
            + "1x1, " * PARTS
            + "1x1]}]"
        ),
        "1x1",
    ),
    "moves without end": (
        lambda: "game: doce\nplayers: [Ana, Ben]\nrounds: [{turns: [" + "C3=4, " * PARTS + "]}]",
        "C3",
    ),
    "rounds without end": (
        lambda: "game: doce\nplayers: [Ana, Ben]\nrounds:\n" + "- turns: []\n" * PARTS,
        "round",
    ),
    "plays without end": (
        lambda: (
            "game: sti\nplayers: [Ana, Ben]\nturns: [{plays: [" + "{lays: red}, " * PARTS + "]}]"
        ),
        "red",
    ),
    "players without end": (
        lambda: "game: qwinto\nplayers: [" + ", ".join(f"p{n}" for n in range(PARTS)) + "]",
        "at most 100",
    ),
    "lists in lists": (lambda: HEAD + "turns: " + "[" * 400_000, "64"),
    "fields in fields": (lambda: HEAD + "turns: " + "{a: " * 200_000, "64"),
    "indents in indents": (
        lambda: HEAD + "".join(" " * deep + "a:\n" for deep in range(1_300)),
        "64",
    ),
    "an alias that doubles": (
        lambda: (
            "a: &a [x, x]\n"
            + "".join(
                f"{chr(98 + n)}: &{chr(98 + n)} [*{chr(97 + n)}, *{chr(97 + n)}]\n"
                for n in range(24)
            )
        ),
        "alias",
    ),
    "a tag that would run": (
        lambda: f'{HEAD}turns: !!python/object/apply:os.system ["touch owned"]',
        "tag",
    ),
    "documents without end": (lambda: "---\n" * PARTS, "a second document"),
    "nothing but commas": (lambda: HEAD + "turns: [" + "," * PARTS, "','"),
    "nothing but quotes": (lambda: HEAD + 'place: "' + '\\"' * 400_000, "quote"),
    "nothing but colons": (lambda: "a:" * 400_000, "colon"),
    "nothing but dashes": (lambda: HEAD + "turns:\n" + "- " * 300_000, "64"),
    "nothing but lines": (lambda: "\n" * MOST, "more than 10,000"),
    "nothing but a note": (lambda: "#" * MOST, "the file is empty"),
    "a number of 100,000 digits": (lambda: f"{HEAD}rules: {'9' * 100_000}\nturns: []", "rules"),
    "a number beyond numbers": (lambda: f"{HEAD}rules: 1e99999\nturns: []", "rules"),
    "what is no number": (lambda: f"{HEAD}rules: .nan\nturns: []", "rules"),
    "a date beyond time": (lambda: f"{HEAD}date: 99999-99-99\nturns: []", "date"),
    "signs that command": (
        lambda: (
            'game: qwinto\nplayers: ["A\\e]0;owned\\a", "B\\u202E\\u009B2J"]\nturns: [{miss: 3}]'
        ),
        "miss",
    ),
    "a game that is a path": (
        lambda: "game: ../../etc/passwd\nplayers: [Ana, Ben]\nturns: []",
        "is not one of",
    ),
    "a game with a megabyte of name": (
        lambda: f"game: {'qwinto' * 100_000}\nplayers: [Ana, Ben]",
        "is not one of",
    ),
}
JSON: dict[str, tuple[Callable[[], str], str]] = {
    "lists in lists": (lambda: "[" * 900_000, "64"),
    "objects in objects": (lambda: '{"a":' * 190_000, "64"),
    "as many keys as a record holds": (
        lambda: json.dumps({"game": "qwinto", **{f"c{n}": 1 for n in range(PARTS)}}),
        "unknown field",
    ),
    "a key thousands of times": (lambda: "{" + '"game": 1,' * PARTS + '"game": 1}', "twice"),
    "marks that are none": (
        lambda: blown(DENTAL, ("turns", 0, "marks"), {f"c{n}": "red" for n in range(PARTS - 200)}),
        "c0",
    ),
    "a number of 900,000 digits": (lambda: '{"rules": ' + "9" * 900_000 + "}", "rules"),
    "numbers beyond numbers": (
        lambda: '{"game": "qwinto", "players": [1e999, -0.0, NaN, Infinity]}',
        "NaN",
    ),
    "half a sign": (
        lambda: '{"game": "qwinto", "players": ["\\ud800", "\\udfff"], "turns": []}',
        "sign",
    ),
    "a text that never ends": (lambda: '{"game": "' + "\\u0041" * 150_000, "backslash"),
    "escapes without end": (
        lambda: json.dumps({"game": "qwinto", "place": "\\" * 400_000}),
        "players: this field is missing",
    ),
}
BYTES: dict[str, tuple[bytes, str]] = {
    "UTF-16": ("game: qwinto".encode("utf-16"), "UTF-8"),
    "bytes of no letters": (b"\xff\xfe\xfa" * 300_000, "UTF-8"),
    "zeros": (b"\0" * MOST, ""),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 3_000, "UTF-8"),
    "an archive": (b"PK\x03\x04" + bytes(900_000), ""),
    "more than a record may have": (b"#" * 2_000_000, "1,000,000"),
    "nothing": (b"", "the file is empty"),
}


def held(told: Told, word: str) -> None:
    """Check that an attack was refused in the program's own words, in time."""
    assert told.wrong() == []
    assert word in told.words
    assert len(told.words) < 8_000_000


@pytest.mark.few(4)
@pytest.mark.parametrize("case", YAML)
def test_yaml(tmp_path: Path, case: str) -> None:
    """A record in YAML that is made to hurt is told, within what a machine can bear."""
    text, word = YAML[case]
    (tmp_path / "a.yaml").write_text(text()[:MOST], encoding="utf-8")
    held(attacked(tmp_path, "verify", "a.yaml"), word)
    assert not (tmp_path / "owned").exists()


@pytest.mark.few(2)
@pytest.mark.parametrize("case", JSON)
def test_json(tmp_path: Path, case: str) -> None:
    """A record in JSON that is made to hurt is told, within what a machine can bear."""
    text, word = JSON[case]
    (tmp_path / "a.json").write_text(text()[:MOST], encoding="utf-8")
    held(attacked(tmp_path, "verify", "a.json"), word)


@pytest.mark.few(2)
@pytest.mark.parametrize("case", BYTES)
@pytest.mark.parametrize("name", ["a.yaml", "a.json"])
def test_bytes(tmp_path: Path, case: str, name: str) -> None:
    """Bytes that are no record are told, whatever the file is called."""
    data, word = BYTES[case]
    (tmp_path / name).write_bytes(data)
    told = attacked(tmp_path, "verify", name)
    held(told, word)
    assert told.code == 2


def lines() -> Iterator[tuple[str, bytes, int]]:
    """Yield archives that are made to hurt, and how many reports each gets."""
    good = json.dumps({"game": "qwinto", "players": ["Ana", "Ben"], "turns": []}).encode()
    yield "a line of 20 MB", good + b"\n" + b"[" * 20_000_000 + b"\n" + good, 3
    yield "no end of line", b'{"game": "' + b"x" * 5_000_000, 1
    yield "5,000 broken lines", b"{\n" * 5_000, 5_000
    yield "a million empty lines", b"\n" * 1_000_000 + good, 1
    yield "lines that are no objects", b'1\n"a"\nnull\n[]\ntrue\n', 5
    yield "zeros", b"\0" * 3_000_000, 1


@pytest.mark.few(1)
@pytest.mark.parametrize("case", list(lines()), ids=lambda case: case[0])
def test_archives(tmp_path: Path, case: tuple[str, bytes, int]) -> None:
    """A line of an archive that is made to hurt costs neither the others nor the machine."""
    _, data, many = case
    (tmp_path / "a.jsonl").write_bytes(data)
    told = attacked(tmp_path, "verify", "a.jsonl", "--format", "jsonl", "--jobs", "1")
    assert told.wrong() == []
    reports = [json.loads(line) for line in told.out.splitlines()]
    assert len(reports) == many


@pytest.mark.few(1)
@pytest.mark.parametrize("form", ["text", "json", "jsonl", "sarif"])
def test_many_faults_in_each_form(tmp_path: Path, form: str) -> None:
    """A record with more faults than anybody reads is told in so many, in every form."""
    (tmp_path / "a.yaml").write_text(turns(PARTS, "{}"), encoding="utf-8")
    told = attacked(tmp_path, "verify", "a.yaml", "--format", form)
    assert told.wrong() == []
    if form in {"json", "sarif"}:
        assert json.loads(told.out)


def _looped(folder: Path) -> None:
    (folder / "in").mkdir()
    (folder / "in" / "again").symlink_to(folder)


def _deep(folder: Path) -> None:
    within = folder
    for _ in range(300):
        within = within / "d"
        within.mkdir()
    (within / "a.yaml").write_text(HEAD, encoding="utf-8")


def _crowd(folder: Path) -> None:
    for number in range(1_500):
        (folder / f"{number}.yaml").write_text("game: [", encoding="utf-8")


FOLDERS: dict[str, Callable[[Path], None]] = {
    "a pipe": lambda folder: os.mkfifo(folder / "a.yaml"),
    "an archive that is a pipe": lambda folder: os.mkfifo(folder / "a.jsonl"),
    "a table that is a pipe": lambda folder: os.mkfifo(folder / "a.csv"),
    "a device": lambda folder: (folder / "a.yaml").symlink_to("/dev/zero"),
    "an archive that is a device": lambda folder: (folder / "a.jsonl").symlink_to("/dev/zero"),
    "a link to itself": lambda folder: (folder / "a.yaml").symlink_to(folder / "a.yaml"),
    "a folder within itself": _looped,
    "folders in folders": _deep,
    "1,500 files": _crowd,
    "names of signs": lambda folder: (folder / "a\x1b[2J\u202e.yaml").touch(),
    "a folder that is called a record": lambda folder: (folder / "a.yaml").mkdir(),
}


@pytest.mark.few(2)
@pytest.mark.parametrize("case", FOLDERS)
def test_folders(tmp_path: Path, case: str) -> None:
    """A folder with a trap in it is judged to its end."""
    folder = tmp_path / "class"
    folder.mkdir()
    FOLDERS[case](folder)
    (folder / "z.yaml").write_text(f"{HEAD}turns: []", encoding="utf-8")
    told = attacked(tmp_path, "verify", "class")
    assert told.wrong() == []
    assert "z.yaml" in told.out


@pytest.mark.few(1)
def test_names_on_paper(tmp_path: Path) -> None:
    """Names that are paths, markup or commands are words on a correction sheet, nothing else."""
    names = ["../../x", "{{7*7}}", "<script>alert(1)</script>", "[bold]", "%n$(touch owned)"]
    record = {
        "game": "qwinto",
        "players": names,
        "sheets": {name: {"orange": [9, 5, *[None] * 7]} for name in names},
    }
    (tmp_path / "..%2f..yaml").write_text(json.dumps(record), encoding="utf-8")
    told = attacked(tmp_path, "verify", "..%2f..yaml", "--correct", "--to", "out")
    assert told.wrong() == []
    assert told.code == 1
    made = [path for path in tmp_path.rglob("*") if path.suffix == ".pdf"]
    assert [path.parent for path in made] == [tmp_path / "out" / "corrections"]
    assert not list(tmp_path.rglob("owned"))


GROWING: dict[str, Callable[[int], str]] = {
    "dice": lambda many: turns(1, f"dice: {{{keys(20 * many, '1')}}}"),
    "names": lambda many: turns(1, f"dice: {{orange: 1}}\n  writes: {{{nearly(10 * many)}}}"),
    "turns": lambda many: turns(10 * many, "dice: {orange: 1}"),
    "plays": lambda many: (
        "game: sti\nplayers: [Ana, Ben]\nturns: [{plays: [" + "{lays: red}, " * (10 * many) + "]}]"
    ),
    "moves": lambda many: (
        "game: doce\nplayers: [Ana, Ben]\nrounds: [{turns: [" + "C3=4, " * (20 * many) + "]}]"
    ),
}


@pytest.mark.few(1)
@pytest.mark.parametrize("case", GROWING)
def test_cost_is_linear(tmp_path: Path, case: str) -> None:
    """Four times the record costs at most about four times as much."""
    cost = partial(_cost, tmp_path, GROWING[case])
    little, much = cost(500), cost(2_000)
    assert much <= 6 * max(little, 0.15)


def _cost(folder: Path, made: Callable[[int], str], many: int) -> float:
    (folder / "a.yaml").write_text(made(many), encoding="utf-8")
    return min(attacked(folder, "verify", "a.yaml").seconds for _ in range(2))
