"""Games by name: which there are, and loading one with every fault of its folder at once."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from generator import paths
from generator.errors import DataError, LudokitError, Problem, both, gathered
from generator.game.agreement import Written, disagreements
from generator.game.game import Game
from generator.game.head import GameFile, Head
from generator.game.sentences import LanguageFile, SentencesFile, sentences
from generator.game.vocabulary import field_aliases
from generator.reading.expected import canonical
from generator.reading.files import read_file
from generator.reading.fit import fit
from generator.reading.nodes import MapNode, Node, Scalar, fault, split
from generator.words import LANGUAGES, Language, fold, message, not_one_of

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
    if not folder.is_dir():
        raise LudokitError(message("game.not-a-folder", folder=str(folder)))
    facts, spoken = both(partial(_read_facts, folder), partial(_read_languages, folder))
    written = Written(
        facts.head,
        facts.top,
        _keys(facts.sections.get("printables")),
        {lang: one.file for lang, one in spoken.items()},
        {lang: one.top for lang, one in spoken.items()},
        {**_figures(facts.head), **dict(_numbers(facts.sections.get("mechanics"), "mechanics"))},
    )
    if problems := tuple(disagreements(written)):
        raise DataError(problems)
    return Game(
        folder,
        facts.head,
        {lang: sentences(one.file, lang, written.figures) for lang, one in spoken.items()},
        facts.sections,
        {lang: one.guide for lang, one in spoken.items() if one.guide is not None},
        written.figures,
    )


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


def _read_facts(folder: Path) -> _FactsRead:
    top = _read(folder / GAME_FILE, GameFile)
    rest, sections = split(top, SECTIONS)
    return _FactsRead(top, _head(rest, folder), sections)


def _read_languages(folder: Path) -> Mapping[Language, _LanguageRead]:
    """Read the game's files of sentences; a game without any and a stray file are faults."""
    files = {lang: folder / f"{lang}.yaml" for lang in LANGUAGES}
    known = {GAME_FILE, *(file.name for file in files.values())}
    strays = sorted(file for file in folder.glob("*.yaml") if file.name not in known)
    problems = [_stray(file, known) for file in strays]
    found = {lang: file for lang, file in files.items() if file.exists()}
    if not found:
        reason = message("game.no-language", files=tuple(file.name for file in files.values()))
        problems.append(Problem(str(folder), None, None, "", reason))

    def no_others() -> None:
        if problems:
            raise DataError(problems)

    read, _ = both(
        lambda: gathered(*(partial(_read_language, file) for file in found.values())), no_others
    )
    return dict(zip(found, read, strict=True))


def _read_language(path: Path) -> _LanguageRead:
    top = _read(path, LanguageFile)
    rest, taken = split(top, ("guide",))
    guide = taken.get("guide")
    file = fit(rest, SentencesFile, field_aliases())
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


def _head(rest: MapNode, folder: Path) -> Head:
    head = fit(rest, Head, field_aliases())
    if head.name != folder.name:
        reason = message("game.other-folder", name=head.name, folder=folder.name)
        raise DataError([fault((rest.get("name") or rest).place, "name", reason)])
    return head


def _keys(section: Node | None) -> tuple[str, ...]:
    return tuple(key.text for key, _ in section.pairs) if isinstance(section, MapNode) else ()


def _numbers(node: Node | None, name: str) -> Iterator[tuple[str, str]]:
    """Yield the whole numbers of a section under their dotted names: `mechanics.points.win`."""
    match node:
        case MapNode(pairs):
            for key, inner in pairs:
                yield from _numbers(inner, f"{name}.{key.text}")
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
