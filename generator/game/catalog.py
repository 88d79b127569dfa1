"""Games by name: which there are, and loading one with every fault of its folder at once."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from generator import paths
from generator.errors import DataError, LudokitError, Problem
from generator.game.agreement import Written, disagreements
from generator.game.game import Game
from generator.game.head import GameFile, Head
from generator.game.sentences import LanguageFile, SentencesFile, field_aliases, sentences
from generator.reading.expected import canonical
from generator.reading.files import read_file
from generator.reading.fit import sift
from generator.reading.nodes import ListNode, MapNode, Node, Scalar, dotted, fault, split
from generator.reading.nodes import Path as Steps
from generator.words import LANGUAGES, Language, fold, message, not_one_of

T = TypeVar("T")

GAME_FILE = "game.yaml"
SECTIONS = ("mechanics", "printables", "kit")


def folders(root: Path | None = None) -> Mapping[str, Path]:
    """Return the folder of each game by its name, in alphabetical order.

    Without a root these are the games that came with the program and those in `rules_data` of the
    current folder; of two with one name, the program's.
    """
    roots = (paths.own_rules_data(), paths.rules_data()) if root is None else (root,)
    found = {
        file.parent.name: file.parent for root in roots for file in root.glob(f"*/{GAME_FILE}")
    }
    return dict(sorted(found.items()))


def names(root: Path | None = None) -> tuple[str, ...]:
    """Return the games that have a folder, in alphabetical order."""
    return tuple(folders(root))


def load(name: str, root: Path | None = None) -> Game:
    """Load a game by its folder's name.

    Raise LudokitError with the nearest name where there is none, DataError with every fault of its
    files.
    """
    return load_folder(folder_of(name, root))


def folder_of(name: str, root: Path | None = None) -> Path:
    """Return a game's folder, its name in capitals or not; raise LudokitError with the nearest."""
    known = folders(root)
    for one, folder in known.items():
        if fold(one) == fold(name):
            return folder
    raise LudokitError(message("game.unknown", reason=not_one_of(name, known)))


def load_folder(folder: Path) -> Game:
    """Load the game in a folder; raise DataError with every fault of its files at once."""
    game, problems = read_folder(folder)
    if game is None or problems:
        raise DataError(problems)
    return game


def read_folder(folder: Path) -> tuple[Game | None, tuple[Problem, ...]]:
    """Return the game in a folder, as far as it can be read, and every fault of its files.

    A game with faults is good for nothing but to look for more of them.
    """
    if not folder.is_dir():
        raise LudokitError(message("game.not-a-folder", folder=str(folder)))
    problems: list[Problem] = []
    facts = _tried(partial(_read_facts, folder, problems), problems)
    spoken = _read_languages(folder, problems)
    if facts is None or not spoken:
        return None, tuple(problems)
    written = Written(
        facts.head,
        facts.top,
        _keys(facts.sections.get("printables")),
        {lang: one.file for lang, one in spoken.items()},
        {lang: one.top for lang, one in spoken.items()},
        {**_figures(facts.head), **dict(_numbers(facts.sections.get("mechanics"), "mechanics"))},
    )
    told = tuple(disagreements(written))
    problems += told
    if any(one.field.startswith(("parts", "provenance")) for one in told):
        return None, tuple(problems)  # the sections would only repeat them
    figures = _Figures(written.figures) if problems else written.figures
    game = Game(
        folder,
        facts.head,
        {lang: sentences(one.file, lang, figures) for lang, one in spoken.items()},
        {key.text: node for key, node in facts.top.pairs},
        {lang: one.guide for lang, one in spoken.items() if one.guide is not None},
        written.figures,
    )
    return game, tuple(problems)


def _tried(read: Callable[[], T], problems: list[Problem]) -> T | None:
    """Return what is read; where it cannot be, None, its faults added to the others."""
    try:
        return read()
    except DataError as error:
        problems += error.problems
        return None


class _Figures(dict[str, str]):
    """Figures that sentences name; one that is not there, which has been told, by its name."""

    def __missing__(self, name: str) -> str:
        return name


@dataclass(frozen=True, slots=True)
class _FactsRead:
    """`game.yaml` as it was read: whole, its head as a value, the other sections as written."""

    top: MapNode
    head: Head
    sections: Mapping[str, Node]


@dataclass(frozen=True, slots=True)
class _LanguageRead:
    """A language file as it was read: whole, its sentences as a value, its guide as written."""

    top: MapNode
    file: SentencesFile
    guide: MapNode | None


def _read_facts(folder: Path, problems: list[Problem]) -> _FactsRead | None:
    top = _read(folder / GAME_FILE, GameFile)
    rest, sections = split(top, SECTIONS)
    head, told = sift(rest, Head, field_aliases())
    problems += _with_empty(rest, told)
    if head is None:
        return None
    if head.name != folder.name:
        reason = message("game.other-folder", name=head.name, folder=folder.name)
        problems.append(fault((rest.get("name") or rest).place, "name", reason))
    return _FactsRead(top, head, sections)


def _read_languages(folder: Path, problems: list[Problem]) -> Mapping[Language, _LanguageRead]:
    """Read the game's files of sentences; a game without any and a stray file are faults."""
    files = {lang: folder / f"{lang}.yaml" for lang in LANGUAGES}
    known = {GAME_FILE, *(file.name for file in files.values())}
    found = {lang: file for lang, file in files.items() if file.exists()}
    read = {
        lang: _tried(partial(_read_language, file, problems), problems)
        for lang, file in found.items()
    }
    strays = sorted(file for file in folder.glob("*.yaml") if file.name not in known)
    problems += [_stray(file, known) for file in strays]
    if not found:
        reason = message("game.no-language", files=tuple(file.name for file in files.values()))
        problems.append(Problem(str(folder), None, None, "", reason))
    return {lang: one for lang, one in read.items() if one is not None}


def _read_language(path: Path, problems: list[Problem]) -> _LanguageRead | None:
    top = _read(path, LanguageFile)
    rest, taken = split(top, ("guide",))
    guide = taken.get("guide")
    file, told = sift(rest, SentencesFile, field_aliases())
    problems += _with_empty(rest, told)
    if file is None:
        return None
    return _LanguageRead(top, file, guide if isinstance(guide, MapNode) else None)


def _stray(file: Path, known: Collection[str]) -> Problem:
    reason = message("game.stray-file", reason=not_one_of(file.name, known))
    return Problem(str(file), None, None, "", reason)


def _read(path: Path, model: type[GameFile | LanguageFile]) -> MapNode:
    """Read a file with the field names of either language made canonical."""
    node = canonical(read_file(path), model, field_aliases())
    if isinstance(node, MapNode):
        return node
    raise DataError([fault(node.place, "", message("game.not-a-mapping"))])


def _with_empty(node: Node, told: Iterable[Problem]) -> list[Problem]:
    """Return the fields that are named and left empty, then what else is wrong."""
    empty = list(_empty(node, ()))
    places = {(one.line, one.column) for one in empty}
    return [*empty, *(one for one in told if (one.line, one.column) not in places)]


def _empty(node: Node, path: Steps) -> Iterator[Problem]:
    """Yield the fields where nothing stands; `~` says that nothing is meant."""
    match node:
        case MapNode(pairs):
            for key, inner in pairs:
                yield from _empty(inner, (*path, key.text))
        case Scalar(value=None, text=""):
            yield fault(node.place, dotted(path), message("reading.to-fill"))
        case _:
            pass


def _keys(section: Node | None) -> tuple[str, ...]:
    return tuple(key.text for key, _ in section.pairs) if isinstance(section, MapNode) else ()


def _numbers(node: Node | None, name: str) -> Iterator[tuple[str, str]]:
    """Yield the whole numbers of a section by dotted names: `mechanics.points.win`, `care.1`."""
    match node:
        case MapNode(pairs):
            for key, inner in pairs:
                yield from _numbers(inner, f"{name}.{key.text}")
        case ListNode(items):
            for place, inner in enumerate(items, 1):
                yield from _numbers(inner, f"{name}.{place}")
        case Scalar(value=int(value)) if not isinstance(value, bool):
            yield name, str(value)
        case _:
            pass


def _figures(head: Head) -> Mapping[str, str]:
    """Return what `{part.figure}` in sentences stands for."""
    own = {"players.least": str(head.players[0]), "players.most": str(head.players[1])}
    return own | {
        f"{name}.{figure}": str(value)
        for name, part in head.parts.items()
        for figure, value in part.figures().items()
    }
