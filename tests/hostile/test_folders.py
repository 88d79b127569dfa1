"""Games, lists, pictures and settings made to hurt: each is told what is wrong with it, in time."""

import os
import shutil
import struct
import sys
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from generator import paths
from tests.hostile.attacked import attacked

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="processes are measured on Linux"),
]

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
PICTURE = "pictures/condom.svg"
MARKS = "\u0300\u0316"
TABLE = "word;answer\n" + "".join(f"word {one};answer {one}\n" for one in range(12))


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a game of one's own in it, sound as yet."""
    folder = tmp_path_factory.mktemp("own")
    shutil.copytree(
        paths.rules_data() / "sti",
        folder / "rules_data" / "own",
        ignore=shutil.ignore_patterns("examples"),
    )
    game = folder / "rules_data" / "own" / "game.yaml"
    words = game.read_text(encoding="utf-8").replace("name: sti", "name: own", 1)
    game.write_text(words, encoding="utf-8")
    return folder


@pytest.fixture
def game(own: Path, tmp_path: Path) -> Path:
    """Return a game of one's own that may be spoilt."""
    shutil.copytree(own / "rules_data", tmp_path / "rules_data")
    return tmp_path / "rules_data" / "own"


def drawn(inner: str) -> Callable[[Path], None]:
    """Return what puts a drawing in the place of a card's picture."""
    return lambda game: _write(game / PICTURE, f"{SVG}{inner}</svg>")


def said(file: str, old: str, new: str) -> Callable[[Path], None]:
    """Return what changes some words of a game's data."""

    def change(game: Path) -> None:
        words = (game / file).read_text(encoding="utf-8")
        assert old in words
        _write(game / file, words.replace(old, new, 1))

    return change


def added(file: str, more: str) -> Callable[[Path], None]:
    """Return what adds some words to a game's data."""
    return lambda game: _write(game / file, (game / file).read_text(encoding="utf-8") + more)


def _write(path: Path, words: str) -> None:
    path.unlink(missing_ok=True)
    path.write_text(words, encoding="utf-8")


def _pipe(file: str) -> Callable[[Path], None]:
    def change(game: Path) -> None:
        (game / file).unlink(missing_ok=True)
        os.mkfifo(game / file)

    return change


def _link(file: str, to: str) -> Callable[[Path], None]:
    def change(game: Path) -> None:
        (game / file).unlink(missing_ok=True)
        (game / file).symlink_to(to)

    return change


def _crowd(game: Path) -> None:
    sound = (game / PICTURE).read_bytes()
    for number in range(4_000):
        (game / "pictures" / f"p{number}.svg").write_bytes(sound)


TEN = "&{0};" * 10
ENTITIES = (
    '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">'
    + "".join(f"<!ENTITY {chr(98 + n)} '{TEN.format(chr(97 + n))}'>" for n in range(9))
    + "]>"
)
CASES: dict[str, tuple[Callable[[Path], None], str]] = {
    "an arc of nothing": (
        drawn('<path d="M0 0A10000 10000 0 1 1 1e-320 1e-320"/>'),
        "condom.svg:1:",
    ),
    "a box of nothing": (
        lambda game: _write(game / PICTURE, SVG.replace("24 24", "1e-300 1e-300") + "</svg>"),
        "condom.svg:1:",
    ),
    "steps without end": (drawn(f'<path d="M0 0{"L1 1" * 200_000}"/>'), "condom.svg"),
    "shapes without end": (drawn('<path d="M0 0"/>' * 60_000), "condom.svg"),
    "attributes without end": (
        drawn("<path " + "".join(f"a{n}='1' " for n in range(60_000)) + "/>"),
        "condom.svg",
    ),
    "groups in groups": (drawn("<g>" * 100_000), "condom.svg"),
    "entities that multiply": (
        lambda game: _write(game / PICTURE, f"{ENTITIES}{SVG}<text>&j;</text></svg>"),
        "condom.svg",
    ),
    "an entity of this machine": (
        lambda game: _write(
            game / PICTURE,
            f'<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>{SVG}<text>&a;</text></svg>',
        ),
        "condom.svg",
    ),
    "a script": (drawn("<script>alert(1)</script>"), "shapes only"),
    "a picture from elsewhere": (
        drawn('<image href="http://localhost/a.png" width="9" height="9"/>'),
        "condom.svg",
    ),
    "a picture that shows itself": (
        drawn('<g id="a"><use href="#a"/><use href="#a"/></g>'),
        "condom.svg",
    ),
    "pictures that show one another": (
        drawn(
            '<defs><path id="a0" d="M0 0L9 9"/>'
            + "".join(
                f'<g id="a{n + 1}"><use href="#a{n}"/><use href="#a{n}"/></g>' for n in range(30)
            )
            + '</defs><use href="#a30"/>'
        ),
        "condom.svg",
    ),
    "numbers without end": (drawn(f'<path d="M{"9" * 400_000} 0"/>'), "condom.svg"),
    "turns without end": (
        drawn(f'<path transform="{"rotate(1)" * 50_000}" d="M0 0L9 9"/>'),
        "condom.svg",
    ),
    "a picture that is a pipe": (_pipe(PICTURE), "condom.svg"),
    "a picture that is a device": (_link(PICTURE, "/dev/zero"), "condom.svg"),
    "a picture from outside": (_link(PICTURE, "/etc/passwd"), "condom.svg"),
    "4,000 pictures": (_crowd, "1,000 at most"),
    "words that are a pipe": (_pipe("en.yaml"), "en.yaml"),
    "words that are a device": (_link("en.yaml", "/dev/zero"), "en.yaml"),
    "a title that commands": (
        said("en.yaml", "title: ", 'title: "\\e]0;owned\\a\\u202E"\nold: '),
        "U+001B",
    ),
    "a title that is markup": (said("en.yaml", "title: ", 'title: "[/bold]{{7*7}}"\nold: '), "old"),
    "20,000 sentences too many": (
        added("en.yaml", "".join(f"s{n}: word\n" for n in range(20_000))),
        "unknown field",
    ),
    "lists in lists": (added("game.yaml", "more: " + "[" * 100_000), "64"),
    "an alias that doubles": (
        added("game.yaml", "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n"),
        "game.yaml",
    ),
    "marks upon a letter": (added("en.yaml", "more: a" + MARKS * 40_000), "30 accents"),
    "a number of 100,000 digits": (added("game.yaml", f"more: {'9' * 100_000}\n"), "game.yaml"),
    "a version beyond numbers": (said("game.yaml", "version: ", "version: 1e999 #"), "version"),
    "a million players": (said("game.yaml", "players: [", "players: [2, 1000000] # ["), "players"),
    "a deck of a million": (said("game.yaml", "copies: 4,", "copies: 1000000,"), "copies"),
}


@pytest.mark.few(2)
@pytest.mark.parametrize("case", CASES)
def test_games(game: Path, case: str) -> None:
    """A game that is made to hurt is told, and the games that are sound can still be listed."""
    spoil, word = CASES[case]
    spoil(game)
    folder = game.parents[1]
    told = attacked(folder, "check", "own")
    assert told.wrong() == []
    assert word in told.words
    assert "root:" not in told.words
    listed = attacked(folder, "games")
    assert listed.wrong() == []
    assert "yams" in listed.out


def png_of(width: int, height: int) -> bytes:
    """Return a picture that says it is so large, and holds a few bytes."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    dots = zlib.compress(bytes(min(width * 3 + 1, 10_000_000)) * 3, 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", dots) + chunk(b"IEND", b"")


def _sheet(path: Path, rows: int) -> None:
    """Write a spreadsheet whose pages grow a thousandfold when they are unpacked."""
    cells = b'<row><c t="inlineStr"><is><t>a</t></is></c></row>' * rows
    page = (
        b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
    )
    book = (
        b'<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" '
        b'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">'
        b'<sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>'
    )
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    relations = b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/'
    relations += b'relationships"><Relationship Id="r1" Type="%s/worksheet" ' % kind.encode()
    relations += b'Target="worksheets/sheet1.xml"/></Relationships>'
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", book)
        archive.writestr("xl/_rels/workbook.xml.rels", relations)
        archive.writestr("xl/worksheets/sheet1.xml", page + cells + b"</sheetData></worksheet>")


TABLES: dict[str, tuple[str, Callable[[Path], object], str]] = {
    "a cell of 200,000 signs": (
        "a.csv",
        lambda path: path.write_text(f"word;answer\n{'x' * 200_000};b\n", encoding="utf-8"),
        "a.csv",
    ),
    "300,000 rows": (
        "a.csv",
        lambda path: path.write_text("word;answer\n" + "a;b\n" * 300_000, encoding="utf-8"),
        "rows",
    ),
    "columns without end": (
        "a.csv",
        lambda path: path.write_text(f"{'a;' * 90_000}\nb\n", encoding="utf-8"),
        "columns",
    ),
    "a quote that never ends": (
        "a.csv",
        lambda path: path.write_text('word;answer\n"' + "a;b\n" * 100_000, encoding="utf-8"),
        "a.csv",
    ),
    "zeros": ("a.csv", lambda path: path.write_bytes(bytes(3_000_000)), "a.csv"),
    "ten megabytes": ("a.csv", lambda path: path.write_bytes(b"a;b\n" * 2_500_000), "5,000,000"),
    "a spreadsheet that unpacks without end": (
        "a.xlsx",
        lambda path: _sheet(path, 2_000_000),
        "a.xlsx",
    ),
    "a spreadsheet that is none": ("a.xlsx", lambda path: path.write_bytes(b"PK" * 900), "a.xlsx"),
    "a spreadsheet of a page that is missing": (
        "a.ods",
        lambda path: zipfile.ZipFile(path, "w").close(),
        "a.ods",
    ),
    "a pipe": ("a.csv", os.mkfifo, "a.csv"),
    "a device": ("a.csv", lambda path: path.symlink_to("/dev/zero"), "a.csv"),
    "a picture that would fill the memory": (
        "a.csv",
        lambda path: (
            path.write_text(TABLE.replace("answer 3\n", "bomb.png\n"), encoding="utf-8"),
            (path.parent / "bomb.png").write_bytes(png_of(60_000, 60_000)),
        ),
        "megapixels",
    ),
    "a picture from elsewhere": (
        "a.csv",
        lambda path: path.write_text(
            TABLE.replace("answer 3\n", "../../../../etc/passwd.png\n"), encoding="utf-8"
        ),
        "passwd.png",
    ),
}


@pytest.mark.few(2)
@pytest.mark.parametrize("case", TABLES)
def test_tables(tmp_path: Path, case: str) -> None:
    """A table that is made to hurt is told, and nothing is printed."""
    name, write, word = TABLES[case]
    write(tmp_path / name)
    told = attacked(tmp_path, "print", "own", "--as", "memory", "--table", name, "--to", "out")
    assert told.wrong() == []
    assert word in told.words
    assert (told.code, (tmp_path / "out").exists()) == (2, False)


NAMES: dict[str, tuple[str, bytes]] = {
    "a name of 200,000 letters": ("n.csv", b"name\n" + b"x" * 200_000),
    "100,000 names": ("n.txt", b"Ana\n" * 100_000),
    "two megabytes": ("n.txt", b"x\n" * 1_000_000),
    "zeros": ("n.txt", bytes(900_000)),
    "quotes": ("n.csv", b'"' * 900_000),
    "marks upon a letter": ("n.txt", ("a" + MARKS * 60_000).encode()),
    "bytes of no letters": ("n.txt", b"\xff\xfe\xff" * 9_000),
    "a spreadsheet that is none": ("n.xlsx", b"PK\x03\x04" * 900),
}


@pytest.mark.few(1)
@pytest.mark.parametrize("case", NAMES)
def test_names(tmp_path: Path, case: str) -> None:
    """A list of names that is made to hurt is told, and stops no machine."""
    name, data = NAMES[case]
    (tmp_path / name).write_bytes(data)
    told = attacked(tmp_path, "print", "yams", "score-sheets", "--names", name, "--to", "out")
    assert told.wrong() == []
    assert told.code == 2


def test_names_that_command(tmp_path: Path) -> None:
    """A name of signs that a terminal obeys becomes a line to write on, and is told as numbers."""
    (tmp_path / "n.txt").write_text("\x1b[2J\x07\u202eAna\n", encoding="utf-8")
    told = attacked(tmp_path, "print", "yams", "score-sheets", "--names", "n.txt", "--to", "out")
    assert told.wrong() == []
    assert (told.code, r"'\u001b[2J\u0007\u202eAna'" in told.err) == (0, True)


PRINTERS: dict[str, str] = {
    "a number of 5,000 digits": f"scale_x: {'1' * 5_000}",
    "a number beyond numbers": "scale_x: 1e999",
    "nothing times nothing": "scale_x: 0",
    "what is no number": "scale_x: .nan",
    "levels without end": "scale_x: " + "[" * 100_000,
    "keys without end": "".join(f"a{n}: 1\n" for n in range(90_000)),
}


@pytest.mark.few(1)
@pytest.mark.parametrize("case", PRINTERS)
def test_printers(tmp_path: Path, case: str) -> None:
    """A printer's profile that is made to hurt is told."""
    (tmp_path / "p.yaml").write_text(PRINTERS[case], encoding="utf-8")
    told = attacked(tmp_path, "print", "yams", "score-sheets", "--printer", "p.yaml")
    assert told.wrong() == []
    assert (told.code, "p.yaml" in told.words) == (2, True)


@pytest.mark.long
def test_as_many_questions_as_a_list_has(tmp_path: Path) -> None:
    """A quiz of the longest list, on 2,300 pages, takes hardly longer a page than a shorter one."""
    made = []
    for count in (2_000, 9_999):
        rows = "".join(f"question {n};answer {n}\n" for n in range(count))
        (tmp_path / f"{count}.csv").write_text(f"question;answer\n{rows}", encoding="utf-8")
        told = attacked(tmp_path, "print", "own", "--as", "quiz", "--table", f"{count}.csv")
        assert (told.code, replace(told, seconds=0.0).wrong()) == (0, [])
        made.append(told.seconds)
    # Five times the pages; beside other work the yardstick is a fifth off.
    assert made[1] <= 6 * made[0]


LINES: dict[str, tuple[str, ...]] = {
    "a game that is a path": ("print", "../../../etc"),
    "a game of 100,000 letters": ("print", "x" * 100_000),
    "a game of signs": ("print", "\x1b[2J\u202e"),
    "a paper of signs": ("print", "yams", "--paper", "\x1b]0;owned\x07"),
    "a million copies": ("print", "yams", "score-sheets", "--copies", "1000000"),
    "a number of 5,000 digits": ("print", "yams", "score-sheets", "--copies", "9" * 5_000),
    "half a copy": ("print", "yams", "score-sheets", "--copies", "0.5"),
    "a million pupils": ("kit", "yams", "--pupils", "1000000"),
    "a bleed beyond paper": ("print", "sti", "cards", "--bleed", "1e308"),
    "a card of nothing": ("print", "sti", "cards", "--card-size", "0x0"),
    "a card beyond paper": ("print", "sti", "cards", "--card-size", "999999999x9"),
    "players without end": ("sample", "qwinto", "--players", ",".join("abcdefghij" * 900)),
    "errors without end": ("sample", "qwinto", "--errors", "1000000"),
    "a folder that is a file": ("print", "yams", "score-sheets", "--to", "/dev/null/a"),
    "a new game that is a path": ("new", "../../owned", "--from", "yams"),
}


@pytest.mark.few(3)
@pytest.mark.parametrize("case", LINES)
def test_lines(tmp_path: Path, case: str) -> None:
    """A command line that asks for what nobody can bear is refused in a line or two."""
    told = attacked(tmp_path, *LINES[case])
    assert told.wrong() == []
    assert told.code == 2
    assert len(told.err) < 8_000
    assert not list(tmp_path.parent.rglob("owned"))
