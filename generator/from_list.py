"""Games made from a list: a table of one's own becomes a folder, or is printed at once."""

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path, PureWindowsPath
from tempfile import TemporaryDirectory

from generator import paths
from generator.errors import DataError, LudokitError, Problem
from generator.game import Game, load_folder
from generator.game.catalog import LONGEST, is_word, list_game_files, require_free
from generator.game.parts.listing import FILE_NAME, Listing
from generator.listgames.loto.deal import usual_layout
from generator.listgames.planner import ListGameEntry, load_table
from generator.printables.planning import kinds_of
from generator.printables.user_pictures import picture_file
from generator.reading.text_files import READERS
from generator.tables.table import (
    SUFFIXES,
    Headings,
    Table,
    read_table,
    rows_of_levels,
    unknown_levels,
)
from generator.words import (
    Language,
    Message,
    fallbacks,
    fold,
    language_table,
    message,
    not_one_of,
    say,
    typed_words,
)

# The part of such a game that is its list.
LIST = "list"


@dataclass(frozen=True, slots=True)
class ListChoices:
    """What is chosen of a game from a list: what its first row is, for how many pupils it is.

    `facts` fill in what the templates of its kind leave open, such as a title; rows that nothing
    holds are left out where `leave_out` is chosen.
    """

    headings: Headings | None = None
    pupils: int = 0
    facts: tuple[tuple[str, str], ...] = ()
    leave_out: bool = False


AS_USUAL = ListChoices()
# What has no place of its own in the templates of such games.
ADDED = ("members", "pairs", "signs")


def template_facts(chosen: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return what is chosen, by option, as the templates take it."""
    facts = {name: words for name, words in chosen.items() if name not in ADDED}
    if "grid" in facts:
        facts["layout"] = facts.pop("grid")
    if sides := facts.pop("sides", ""):
        facts["sides"] = f", sides: {_several(sides)}"
    if levels := facts.pop("levels", ""):
        facts["levels"] = _several(levels)
    more = "".join(f", {name}: {chosen[name]}" for name in ADDED if name in chosen)
    more += ", cover: true" if "pack" in facts else ""
    return (*facts.items(), *((("more", more),) if more else ()))


def _several(typed: str) -> str:
    """Return what is parted by commas as a list of JSON, which YAML reads too."""
    parted = [one.strip() for one in typed.split(",")]
    return json.dumps([*filter(None, parted)], ensure_ascii=False)


def on_cards_of(choices: ListChoices, size: str) -> ListChoices:
    """Return choices with cards of a size, `60x60`, for what is made of such a game besides."""
    facts, (width, height) = dict(choices.facts), size.split("x")
    facts["more"] = f"{facts.get('more', '')}, size: [{width}, {height}]"
    return replace(choices, facts=tuple(facts.items()))


def name_and_title(typed: str, title: str, language: Language) -> tuple[str, str]:
    """Return the name of a game's files, without accents and blanks, and its title, of one typed.

    A shipped list whose name is typed has the title that it has in the language.
    """
    title = " ".join(title.split())
    if not title:
        tables = [file.stem.split(".")[0] for file in shipped_tables(language).values()]
        own = language_table(language)["typed"].get("tables", {})
        known = {
            fold(one): name for name in tables for one in typed_words(name, language, "tables")
        }
        # The last of its own words is the one with accents.
        called = own.get(known.get(fold(typed), ""), known.get(fold(typed), typed))
        shown = called if isinstance(called, str) else called[-1]
        shown = shown.replace("-", " ") if is_word(shown) else shown
        title = shown[:1].upper() + shown[1:]
    return typed if is_word(typed) else file_name(typed, language), title


def file_name(title: str, language: Language) -> str:
    """Return a game's name for a title: lower case, no accents, words parted by hyphens."""
    usual = say(message("page.list-name"), language)
    plain = re.sub(r"[^a-z0-9]+", "-", fold(title)).strip("-")[:LONGEST].strip("-") or usual
    return plain if plain[0].isalpha() else f"{usual}-{plain}"[:LONGEST].strip("-")


def list_kinds() -> tuple[str, ...]:
    """Return the kinds of games that are made from a list."""
    return kinds_of(ListGameEntry)


def table_file(given: Path, language: Language) -> Path:
    """Return the file that is meant, or a shipped table by its name; LudokitError for neither."""
    if given.is_file() or given.suffix:
        if given.suffix.lower() not in SUFFIXES or not re.match(FILE_NAME, given.name):
            reason = message("list.no-table-name", found=given.name, allowed=SUFFIXES)
            raise LudokitError(reason)
        return given
    known = shipped_tables(language)
    for file in known.values():
        if fold(given.name) in map(fold, typed_words(file.name.split(".")[0], language, "tables")):
            return file
    reason = not_one_of(str(given), known)
    raise LudokitError(message("list.no-table", reason=reason))


def shipped_tables(language: Language) -> Mapping[str, Path]:
    """Return the tables of the program, by what is typed for them in a language.

    They are in the language, or in the first it falls back to that has any.
    """
    spoken = (language, *fallbacks(language))
    found = (sorted((paths.rules_data() / "tables").glob(f"*.{one}.csv")) for one in spoken)
    files: Sequence[Path] = next(filter(None, found), ())
    return {typed_words(file.name.split(".")[0], language, "tables")[0]: file for file in files}


def folder_of_list(
    name: str, kind: str, table: Path, language: Language, choices: ListChoices = AS_USUAL
) -> Mapping[str, bytes]:
    """Return the files of a new game: its own, the table, and the pictures that the table names."""
    require_free(name)
    table = table_file(table, language)
    rows = _chosen_table(table, choices).rows
    named = dict.fromkeys(cell.words for row in rows for cell in row if cell.is_picture)
    files = {**list_game_files(name, kind, table.name, language, _facts(choices))}
    files[table.name] = table.read_bytes()
    for picture in named:
        # What is wrong with one is told when it is printed; a drawing of the program has no file.
        with suppress(LudokitError):
            file = picture_file(table.parent, picture)
            files[PureWindowsPath(picture).as_posix()] = file.read_bytes()
    return {f"{name}/{path}": data for path, data in files.items()}


def _chosen_table(file: Path, choices: ListChoices) -> Table:
    """Return a table, its rows of the levels that are chosen; LudokitError for no such level."""
    table = read_table(file, choices.headings)
    levels: list[str] = json.loads(dict(choices.facts).get("levels", "[]"))
    for _, reason in unknown_levels(table, levels):
        raise LudokitError(message("list.no-level", reason=reason))
    return rows_of_levels(table, levels) if levels else table


def _facts(choices: ListChoices) -> Mapping[str, str]:
    return {**dict(choices.facts), "headings": choices.headings or ""}


def game_of_list(
    name: str, kind: str, table: Path, language: Language, choices: ListChoices = AS_USUAL
) -> Game:
    """Return a game made from a list, which has no folder of its own but the table's.

    A loto has the largest boards of which the list gives each pupil one, if nobody chooses.
    """
    table = table_file(table, language)
    if not table.is_file():
        raise DataError([Problem(str(table), None, None, "", message("reading.no-file"))])
    facts, rows = _facts(choices), _chosen_table(table, choices).rows
    if kind == "loto" and "layout" not in facts:
        facts = {**facts, "layout": usual_layout(len(rows), choices.pupils)}
    with TemporaryDirectory(prefix="ludokit-") as folder:
        own = Path(folder) / name
        files = list_game_files(name, kind, table.name, language, facts)
        own.mkdir()
        for path, data in files.items():
            (own / path).write_bytes(data)
        game = load_folder(own)
    return replace(game, folder=table.parent)


def understood(game: Game) -> Message:
    """Return what is read of the list that a game is made from, in a line; DataError for faults."""
    said, listing = load_table(game, LIST).understood(), game.part(LIST, Listing)
    suffix = Path(listing.file or "").suffix.lower()
    if listing.headings is None or suffix not in READERS:
        return said
    return message("table.understood-no-headings", understood=said, suffix=suffix)
