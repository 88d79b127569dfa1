"""A game of one's own: begun with answers, shown with its faults, drawn anew when a file is saved.

On one's own machine its files lie in `rules_data`; inside a browser they are held by that, and lie
there only while the program runs.
"""

import re
import zlib
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import chain, islice
from pathlib import Path, PurePosixPath
from shutil import rmtree
from tempfile import TemporaryDirectory
from zipfile import BadZipFile, ZipFile

from flask import Response, abort, current_app, g, jsonify, redirect, render_template, request
from flask import url_for as address_of
from werkzeug.datastructures import FileStorage
from werkzeug.wrappers import Response as Answer

from generator import paths
from generator.check import check
from generator.errors import DataError, LudokitError, Problem
from generator.from_list import (
    ListChoices,
    file_name,
    folder_of_list,
    name_and_title,
    shipped_tables,
)
from generator.game.catalog import GAME_FILE, folder_state, is_word
from generator.new_game import new_game_files, read_answers
from generator.options import ASKED, OF_NEW, Option, describe
from generator.output import safe_stem, write_all
from generator.page import jobs, progress
from generator.page.jobs import PrintJob, load_game
from generator.page.orders import ordered, submit_order
from generator.page.pages import job_queue, pages
from generator.page.wording import failure_of, reasons_of, worded
from generator.print_request import PrintRequest
from generator.printables.context import Options
from generator.words import message

Faults = Sequence[Problem]
# Lines shown above and below one with a fault, and faults shown at once.
AROUND, MOST_SHOWN = 2, 100
# The most that a browser holds of a game: files, and bytes of all of them.
MOST_FILES, MOST_HELD = 200, 2_000_000
# What systems put beside the files of a person.
STRANGE = re.compile(r"(?:^|/)(?:\.(?!\./)|__MACOSX/|Thumbs\.db$)")

# How the facts of a game name it.
NAMED = re.compile(rb"(?m)^(?:name|nom):[ ]*([a-z0-9-]{1,80})")


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line of a file by its number, what is wrong in it, and whether lines before it are left."""

    number: int
    before: str
    wrong: str
    faults: tuple[str, ...]
    is_apart: bool


@pages.get("/own/", endpoint="own_games")
def _own_games() -> str:
    job_queue().warm()
    return _form({})


@pages.post("/own/", endpoint="begin_game")
def _begin_game() -> tuple[str, int] | Answer:
    """Begin a game with the answers of a form, or report what does not do."""
    values: dict[str, str] = {}
    try:
        names = ("kind", "title", "as", "shipped", *chain(*map(_asked, ASKED)))
        values |= {name: progress.typed(name) for name in names}
        name, files = _new_game(values)
        write_all(paths.own_rules_data(), files, overwrite=False)
    except LudokitError as error:
        return _form(values, reasons_of(error, g.language)), progress.UNPROCESSABLE
    return redirect(address_of("page.own_game", game=name), code=303)


@pages.get("/own/<game>/", endpoint="own_game")
def _own_game(game: str) -> str | tuple[str, int]:
    """Show a game with its faults and its printables, or nothing where no file was saved since."""
    is_held, is_part = current_app.config["FRAMED"], "HX-Request" in request.headers
    if is_held and is_word(game) and not (paths.own_rules_data() / game).is_dir():
        # The program was started anew: the browser has it, or nobody.
        return render_template("own-lost.html", game=game)
    folder = _folder_of(game)
    state = folder_state(folder)
    if is_part and request.args.get("state") == state:
        return "", progress.NOTHING_NEW
    held = {path: b64encode(data).decode() for path, data in _files_of(folder)} if is_held else None
    told = {"game": game, "place": folder, "state": state, "held": held, **_printed(game)}
    return render_template("own-shown.html" if is_part else "own-game.html", **told)


@pages.get("/own/<game>/faults", endpoint="own_faults")
def _own_faults(game: str) -> str:
    folder = _folder_of(game)
    faults, warnings = job_queue().run(find_faults, folder)
    found = (*faults, *warnings)
    shown = [*_beside_lines(folder, found[:MOST_SHOWN])]
    more = max(0, len(found) - MOST_SHOWN)
    return render_template("own-faults.html", faults=len(faults), files=shown, more=more)


@pages.get("/own/<game>/<name>.zip", endpoint="own_archive")
def _own_archive(game: str, name: str) -> Response:
    files = {f"{game}/{path}": data for path, data in _files_of(_folder_of(game))}
    return progress.download(files, f"{name}.zip", game)


@pages.post("/own/hold", endpoint="hold_game")
def _hold_game() -> Response:
    """Lay out the files of a game that a browser holds; on one's own machine nothing is."""
    if not current_app.config["FRAMED"]:
        abort(404)
    name, files = _sent_game()
    folder = paths.own_rules_data() / name
    rmtree(folder, ignore_errors=True)
    write_all(folder, files)
    return jsonify({"name": name, "at": address_of("page.own_game", game=name)})


def find_faults(folder: Path) -> tuple[Faults, Faults]:
    """Return the faults of a game's folder, and what its author may want to look at."""
    try:
        return (), check(folder).warnings
    except DataError as error:
        return error.problems, ()
    except Exception as error:  # noqa: BLE001 - told like any other fault, and the page goes on
        return (Problem("", None, None, "", failure_of(error).message),), ()


def _asked(of: str) -> Mapping[str, Option]:
    """Return the questions of a kind of game by the names of their fields."""
    return {f"{of}.{name}": OF_NEW[name] for name in ASKED[of] if name in OF_NEW}


def _form(values: Mapping[str, str], reasons: Sequence[str] = ()) -> str:
    own = paths.own_rules_data()
    is_here = own.is_dir() and not current_app.config["FRAMED"]
    here = [file.parent.name for file in own.glob(f"*/{GAME_FILE}")] if is_here else []
    return render_template(
        "own.html",
        games=sorted(here),
        asked={kind: asked for kind in ASKED if (asked := _asked(kind))},
        kinds=describe("as").values,
        shipped=[*shipped_tables(g.language)],
        values=values,
        reasons=reasons,
    )


def _new_game(values: Mapping[str, str]) -> tuple[str, Mapping[str, bytes]]:
    """Return the name of a game that a form asks for, and its files."""
    kind, language = values["kind"], g.language
    if kind not in ASKED:
        raise LudokitError(message("page.no-kind"))
    typed = values["title"].strip() or worded(message("page.own-name"), language)
    name, title = name_and_title(file_name(typed, language), typed, language)
    if _asked(kind):
        own = {one.name: values[field].strip() for field, one in _asked(kind).items()}
        return name, new_game_files(name, kind, read_answers(kind, own, language), language, title)
    if values["as"] not in describe("as").values:
        raise LudokitError(message("page.no-kind"))
    chosen = ListChoices(facts=(("title", title),))
    with TemporaryDirectory(prefix="ludokit-") as folder:
        given = name, values["as"], _table_in(Path(folder), values), language, chosen
        # A stranger's file is read by a process of its own.
        return name, jobs.in_own_process(folder_of_list, *given)


def _table_in(folder: Path, values: Mapping[str, str]) -> Path:
    """Return the table that was sent, as a file of a folder, or a shipped one."""
    sent, shipped = request.files.get("table"), shipped_tables(g.language)
    if sent is not None and sent.filename:
        called = Path(sent.filename.replace("\\", "/"))
        table = folder / f"{safe_stem(called.stem)}{called.suffix.lower()}"
        table.write_bytes(_content(sent))
        return table
    if values["shipped"] not in shipped:
        raise LudokitError(message("page.no-list"))
    return shipped[values["shipped"]]


def _folder_of(game: str) -> Path:
    """Return the folder of a game of one's own; 404 for any other (no path traversal)."""
    folder = paths.own_rules_data() / game
    return folder if is_word(game) and folder.is_dir() else abort(404)


def _printed(game: str) -> dict[str, object]:
    """Return the context of what is printed of a game, nothing where it cannot be read."""
    job_queue().abandon(request.args.get("before", ""))
    try:
        found = load_game(game)
        chosen = PrintRequest(Options(found.language(g.language)))
        work: PrintJob = submit_order(ordered(found, chosen), {})
    except LudokitError:
        return {"work": None}
    return progress.progress_context(work)


def _beside_lines(folder: Path, faults: Faults) -> Iterator[tuple[str, list[str], list[ShownLine]]]:
    """Yield each file with faults: its name, those of the whole file, lines with those in them."""
    by_file: dict[str, list[Problem]] = {}
    for one in faults:
        by_file.setdefault(one.file, []).append(one)
    for file, those in by_file.items():
        path = Path(file)
        lines = path.read_text("utf-8", errors="replace").splitlines() if path.is_file() else []
        shown, last = list[ShownLine](), 0
        for number in range(1, len(lines) + 1):
            if all(abs(number - (one.line or -AROUND)) > AROUND for one in those):
                continue
            here, line = [one for one in those if one.line == number], lines[number - 1]
            at = (here[0].column or 1) - 1 if here else len(line)
            told = tuple(map(_told, here))
            shown.append(ShownLine(number, line[:at], line[at:], told, number > last + 1))
            last = number
        whole = [_told(one) for one in those if not one.line or one.line > len(lines)]
        name = path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.name
        yield name, whole, shown


def _told(fault: Problem) -> str:
    words = worded(fault.message, g.language)
    return f"{fault.field}: {words}" if fault.field else words


def _files_of(folder: Path) -> Iterator[tuple[str, bytes]]:
    for file in islice(sorted(folder.rglob("[!.]*")), MOST_FILES):
        if file.is_file() and not file.is_symlink():
            yield file.relative_to(folder).as_posix(), file.read_bytes()


def _sent_game() -> tuple[str, Mapping[str, bytes]]:
    """Return the name and the files of a game that was sent, as a folder or packed."""
    sent = [(one.filename or "", _content(one)) for one in request.files.getlist("files")]
    packed = len(sent) == 1 and sent[0][0].lower().endswith(".zip")
    named = _unpack(sent[0][1]) if packed else sent
    files = {PurePosixPath(one.replace("\\", "/")): data for one, data in named}
    homes = [one.parent for one in files if one.name == GAME_FILE and not STRANGE.search(str(one))]
    if not homes:
        raise LudokitError(message("page.own-no-game"))
    home = min(homes, key=lambda one: len(one.parts))
    own = {
        one.relative_to(home).as_posix(): data
        for one, data in files.items()
        if one.is_relative_to(home) and not STRANGE.search(str(one))
    }
    _require_small(len(own), sum(map(len, own.values())))
    name = NAMED.search(own[GAME_FILE])
    called = name[1].decode() if name else home.name
    return called if is_word(called) else file_name(called, g.language), own


def _content(file: FileStorage) -> bytes:
    with file.stream:
        return file.stream.read()


def _unpack(data: bytes) -> Sequence[tuple[str, bytes]]:
    try:
        with ZipFile(BytesIO(data)) as archive:
            every = [one for one in archive.infolist() if not one.is_dir()]
            _require_small(len(every), sum(one.file_size for one in every))
            return [(one.filename, archive.read(one)) for one in every]
    except (BadZipFile, EOFError, NotImplementedError, RuntimeError, zlib.error) as error:
        raise LudokitError(message("page.own-no-archive")) from error


def _require_small(files: int, size: int) -> None:
    if files > MOST_FILES or size > MOST_HELD:
        most = {"files": MOST_FILES, "size": MOST_HELD // 1_000_000}
        raise LudokitError(message("page.own-too-large", **most))
