"""Each limit that SECURITY.md names: as much is taken, and one more is refused for that reason."""

import re
from collections.abc import Callable, Iterable
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pikepdf
import pytest
from flask import Flask, request

from generator.errors import DataError, LudokitError
from generator.page import checking, own_games, progress
from generator.page.app import create_app
from generator.page.jobs import JobQueue, Order
from generator.paper.photographs import pixel_size
from generator.print_request import PrintRequest
from generator.printables.calibration import read_profile
from generator.printables.context import Options
from generator.printables.pictures import check_pictures
from generator.printables.svg_sanitiser import sanitise_svg
from generator.printables.user_pictures import user_picture
from generator.reading.text_files import parse_file, read_classes, read_file
from generator.reading.workbooks import workbook_rows
from generator.records.reading import records_of_bytes
from generator.records.spreadsheet_records import records_in_table
from generator.scans.picture_files import pictures_of
from generator.tables.table import read_table
from tests.farm.forms import multipart
from tests.hostile.test_folders import SVG, png_of
from tests.reading.test_workbooks import of_cells, parts
from tests.reading.workbooks import workbook, zipped

PAGE = (Path(__file__).parents[2] / "SECURITY.md").read_text(encoding="utf-8")


def told(attempt: Callable[[], object]) -> set[str]:
    """Return the keys of the faults that something is refused for."""
    try:
        attempt()
    except DataError as error:
        return {problem.message.key for problem in error.problems}
    except LudokitError as error:
        return {error.message.key}
    return set()


def written(folder: Path, name: str, data: bytes) -> Path:
    """Write a file and return its path."""
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    return path


def record(data: bytes, name: str) -> set[str]:
    """Return the keys of the faults of the first record in a file."""
    return {one.message.key for one in next(iter(records_of_bytes(data, name))).source().problems}


def photograph(folder: Path, size: int) -> set[str]:
    """Return why a file of so many bytes is no photograph; they do not lie on the disk."""
    path = written(folder, "a.png", png_of(9, 9))
    with path.open("r+b") as file:
        file.truncate(size)
    return told(lambda: pixel_size(path))


def scan(folder: Path, pages: int, size: int = 0) -> set[str]:
    """Return why a scan of so many pages, or of so many bytes that lie on no disk, is not read."""
    pdf = pikepdf.new()
    for _ in range(pages):
        pdf.add_blank_page(page_size=(9, 9))
    pdf.save(path := folder / "a.pdf")
    if size:
        with path.open("r+b") as file:
            file.truncate(size)
    return {one.fault.key for one in pictures_of(path.name, path) if one.fault}


def drawing(folder: Path, text: str) -> set[str]:
    """Return why a drawing beside a list cannot be printed."""
    path = written(folder, f"{len(text)}.svg", text.encode())
    return told(lambda: user_picture(folder, path.name, 9.0, 9.0))


def names(folder: Path, of: Iterable[str]) -> set[str]:
    """Return why a list of names with their classes is refused."""
    data = "classe;nom\n" + "".join(f"{one};n\n" for one in of)
    return told(lambda: read_classes(written(folder, "n.csv", data.encode())))


def listed(folder: Path, data: bytes) -> set[str]:
    """Return why a table makes no game."""
    return told(lambda: read_table(written(folder, "a.csv", data)))


def sheets(data: str) -> set[str]:
    """Return why a table of final sheets has no record."""
    found = records_in_table(data.encode(), Path("a.csv"))
    return {problem.message.key for _, problems, _ in found for problem in problems}


def unpacked(size: int) -> set[str]:
    """Return why a spreadsheet is refused whose parts, unpacked, have so many bytes."""
    files = parts(workbook([["a"]]))
    files["note.txt"] = " " * (size - sum(map(len, files.values())))
    return told(lambda: [*workbook_rows(zipped(files))])


def celled(count: int) -> set[str]:
    """Return why a spreadsheet of so many cells is refused, which shows nothing."""
    rows = [f"<row>{'<c/>' * 10_000}</row>"] * (count // 10_000)
    data = of_cells("".join((*rows, f"<row>{'<c/>' * (count % 10_000)}</row>")))
    return told(lambda: [*workbook_rows(data)])


def pictured(folder: Path, count: int) -> set[str]:
    """Return why a game of so many pictures, all broken, is refused."""
    for number in range(count):
        written(folder / "pictures", f"p{number}.svg", b"")
    game: Any = SimpleNamespace(folder=folder, head=SimpleNamespace(colours=()))
    return told(lambda: check_pictures(game))


def sent(size: int) -> set[str]:
    """Return why the page refuses a file in a form of so many bytes."""
    empty, kind = multipart([], [["x", "a.csv", "", ""]], {})
    body, _ = multipart([], [["x", "a.csv", "a", ""]], {"a": bytes(size - len(empty))})
    return posted(body, kind)


def typed(size: int) -> set[str]:
    """Return why the page refuses a form in a field of which so many bytes are typed."""
    found = posted(*multipart([["names-text", "x" * size]], [], {}))
    return found | posted(b"a=".ljust(size, b"x"), "application/x-www-form-urlencoded")


def lined(size: int) -> set[str]:
    """Return why the page refuses so many signs in a field of one line."""
    app = own_page()
    with app.test_request_context("/", method="POST", data={"title": "x" * size}):
        return told(lambda: progress.typed("title"))


def held(files: int, size: int) -> set[str]:
    """Return why a browser does not hold a game of so many files, with so many bytes in all."""
    body = [(BytesIO(b"name: a".ljust(size)), "a/game.yaml")]
    body += [(BytesIO(), f"a/{number}.txt") for number in range(files - 1)]
    app = own_page()
    with app.test_request_context("/", method="POST", data={"files": body}):
        found = told(own_games._sent_game)
        # What is large lies in a file until then.
        request.environ["wsgi.input"].close()
        return found


def own_page() -> Flask:
    """Return a page on which nothing is made."""
    app = create_app("key", JobQueue(lambda: "work"))
    app.config.update(PORT=8412, SERVER_NAME="127.0.0.1:8412")
    return app


def posted(body: bytes, kind: str) -> set[str]:
    """Return the status with which the page answers a form."""
    answer = (
        own_page()
        .test_client()
        .post(
            "/key/en/kit/qwinto/",
            input_stream=BytesIO(body),
            content_length=len(body),
            content_type=kind,
            headers={"Origin": "http://127.0.0.1:8412"},
        )
    )
    return {str(answer.status_code)}


def judged(count: int) -> set[str]:
    """Return whether some of so many records are not judged."""
    lines = b'{"game": "none"}\n' * count
    found = [*checking._check_uploads((("a.jsonl", lines),), "en")]
    return {"left out"} if len(found) < count else set()


def drawn(count: int) -> set[str]:
    """Return whether some of so many readable records have no correction."""
    found: list[Any] = [SimpleNamespace(report=SimpleNamespace(game=True))] * count
    return {"left out"} if len([*checking._readable(found)]) < count else set()


def queued(count: int) -> set[str]:
    """Return why so much work may not wait."""
    queue = JobQueue(iter(map(str, range(count))).__next__)

    def submit() -> None:
        for seed in range(count):
            queue.submit(Order("yams", PrintRequest(Options(seed=seed))), {})

    return told(submit)


# The line of the table, its number, what is done with so much, and what tells one too many.
Attempt = Callable[[int, Path], set[str]]
CASES: list[tuple[str, int, Attempt, str]] = [
    (
        "a file of game data, a record, a line of `.jsonl`",
        1_000_000,
        lambda n, at: told(lambda: read_file(written(at, "game.yaml", b"a: 1 #".ljust(n)))),
        "reading.too-big",
    ),
    (
        "a file of game data, a record, a line of `.jsonl`",
        1_000_000,
        lambda n, _: record(b"game: qwinto #".ljust(n), "a.yaml"),
        "reading.too-big",
    ),
    (
        "a file of game data, a record, a line of `.jsonl`",
        1_000_000,
        lambda n, _: record(b'{"game": "qwinto"' + b" " * (n - 18) + b"}\n", "a.jsonl"),
        "reading.too-big",
    ),
    (
        "commas and ends of lines in a record",
        10_000,
        lambda n, _: record(b"game: qwinto #" + b"," * n, "a.yaml"),
        "records.too-many-parts",
    ),
    (
        "a printer's profile",
        20_000,
        lambda n, at: told(lambda: read_profile(written(at, "p.yaml", b"scale_x: 100 #".ljust(n)))),
        "reading.too-big",
    ),
    *(
        (
            "levels of lists and fields within one another",
            64,
            lambda n, _, name=name: told(lambda: parse_file(b"[" * n + b"]" * n, Path(name))),
            "reading.too-deep",
        )
        for name in ("a.yaml", "a.json")
    ),
    (
        "names in a list",
        10_000_000,
        lambda n, at: told(lambda: read_classes(written(at, "n.txt", b"Ana\n".ljust(n, b"\n")))),
        "reading.too-big",
    ),
    ("names in a list", 1_000, lambda n, at: names(at, ["6e"] * n), "names.too-many"),
    (
        "names in a list",
        100_000,
        lambda n, at: names(at, (str(one // 900) for one in range(n))),
        "names.too-many",
    ),
    (
        "a table for a game from a list",
        5_000_000,
        lambda n, at: listed(at, b"a;b\n".ljust(n)),
        "reading.too-big",
    ),
    (
        "a table for a game from a list",
        10_000,
        lambda n, at: listed(at, b"word;answer\n" + b"a;b\n" * n),
        "table.too-large",
    ),
    (
        "a table for a game from a list",
        40,
        lambda n, at: listed(at, (";".join("a" * n) + "\n").encode()),
        "table.too-large",
    ),
    (
        "a table for a game from a list",
        500,
        lambda n, at: listed(at, b"a;" + b"b" * n + b"\n"),
        "table.long",
    ),
    (
        "final sheets in a table",
        2_000,
        lambda n, _: sheets("player;a\n" + "Ana;1\n" * (n - 1)),
        "table.too-large",
    ),
    (
        "final sheets in a table",
        200,
        lambda n, _: sheets("player" + ";a" * (n - 1) + "\nAna;1\n"),
        "table.too-large",
    ),
    ("a spreadsheet, unpacked", 20_000_000, lambda n, _: unpacked(n), "reading.too-big"),
    ("a spreadsheet, unpacked", 2_000_000, lambda n, _: celled(n), "reading.too-many-cells"),
    ("pictures of a game", 1_000, lambda n, at: pictured(at, n), "picture.too-many-files"),
    (
        "a drawing (SVG)",
        1_000_000,
        lambda n, at: drawing(at, f"{SVG}<path d='M0 0L9 9'/></svg>".ljust(n)),
        "picture.too-heavy",
    ),
    (
        "a drawing (SVG)",
        20_000,
        lambda n, _: told(lambda: sanitise_svg(f"{SVG}{'<g/>' * (n - 1)}</svg>".encode())),
        "picture.too-many-shapes",
    ),
    ("a photograph", 50_000_000, lambda n, at: photograph(at, n), "picture.too-heavy"),
    (
        "a photograph",
        40_000_000,
        lambda n, at: told(lambda: pixel_size(written(at, f"{n}.png", png_of(n, 1)))),
        "picture.too-many-dots",
    ),
    ("a scan to read sheets from", 500, lambda n, at: scan(at, n), "scans.too-many-pages"),
    (
        "a scan to read sheets from",
        200_000_000,
        lambda n, at: scan(at, 1, n),
        "picture.too-heavy",
    ),
    ("what is handed in to the page at once", 24_000_000, lambda n, _: sent(n), "413"),
    ("text typed into a field of the page", 500_000, lambda n, _: typed(n), "413"),
    ("text typed into a field of the page", 2_000, lambda n, _: lined(n), "page.long-field"),
    ("records handed in to the page at once", 1_000, lambda n, _: judged(n), "left out"),
    ("records handed in to the page at once", 200, lambda n, _: drawn(n), "left out"),
    (
        "a game that a browser holds, as a folder or an archive",
        200,
        lambda n, _: held(n, 9),
        "page.own-too-large",
    ),
    (
        "a game that a browser holds, as a folder or an archive",
        2_000_000,
        lambda n, _: held(1, n),
        "page.own-too-large",
    ),
    ("work that waits on the page", 20, lambda n, _: queued(n), "page.busy"),
]


@pytest.mark.slow
@pytest.mark.few(6)
@pytest.mark.parametrize(
    ("most", "attempt", "reason"),
    [pytest.param(*one[1:], id=f"{one[0]} {one[1]} {n}") for n, one in enumerate(CASES)],
)
def test_one_more(most: int, attempt: Attempt, reason: str, tmp_path: Path) -> None:
    """As much as the page says is not refused for its size; one more is."""
    for more in (0, 1):
        folder = tmp_path / str(more)
        folder.mkdir()
        assert (reason in attempt(most + more, folder)) == bool(more)


def test_every_number_has_its_case() -> None:
    """Each number in the table of limits is tried here."""
    lines = re.findall(r"^\| ([^|]+?) \| ([^|]*[0-9][^|]*) \|$", PAGE, re.MULTILINE)
    wanted = {
        (what, int(number.replace(",", "")))
        for what, figures in lines
        for number in re.findall("[0-9][0-9,]*", figures)
    }
    assert wanted == {(what, most) for what, most, *_ in CASES}
