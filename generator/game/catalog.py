"""Games by name: which there are, and loading one with every fault of its folder at once."""

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from generator import paths
from generator.errors import DataError, LudokitError, both, gathered
from generator.game.agreement import Written, disagreements
from generator.game.game import Game
from generator.game.head import GameFile, Head
from generator.game.sentences import LanguageFile, SentencesFile, sentences
from generator.game.vocabulary import field_aliases
from generator.reading.canonical import canonical
from generator.reading.files import read_file
from generator.reading.fit import fit
from generator.reading.nodes import MapNode, Node, Scalar, fault, split
from generator.words import LANGUAGES, Language, message, not_one_of

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
    known = folders(root)
    if name not in known:
        raise LudokitError(message("game.unknown", reason=not_one_of(name, known)))
    return load_folder(known[name])


def load_folder(folder: Path) -> Game:
    """Load the game in a folder; raise DataError with every fault of its files at once."""
    if not folder.is_dir():
        raise LudokitError(message("game.not-a-folder", folder=str(folder)))
    files: Mapping[Language, Path] = {lang: folder / f"{lang}.yaml" for lang in LANGUAGES}
    top, *tops = gathered(
        partial(_read, folder / GAME_FILE, GameFile),
        *(partial(_read, path, LanguageFile) for path in files.values()),
    )
    rest, sections = split(top, SECTIONS)
    spoken = {lang: split(node, ("guide",)) for lang, node in zip(files, tops, strict=True)}
    head, said = both(
        lambda: _head(rest, folder),
        lambda: _sentence_files({lang: node for lang, (node, _) in spoken.items()}),
    )
    written = Written(
        head,
        top,
        _keys(sections.get("printables")),
        said,
        dict(zip(files, tops, strict=True)),
        {**_figures(head), **dict(_numbers(sections.get("mechanics"), "mechanics"))},
    )
    if problems := tuple(disagreements(written)):
        raise DataError(problems)
    return Game(
        folder,
        head,
        {lang: sentences(file, lang, written.figures) for lang, file in said.items()},
        sections,
        {
            lang: guide
            for lang, (_, taken) in spoken.items()
            if isinstance(guide := taken.get("guide"), MapNode)
        },
        written.figures,
    )


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


def _sentence_files(nodes: Mapping[Language, MapNode]) -> Mapping[Language, SentencesFile]:
    fitted = gathered(
        *(partial(fit, node, SentencesFile, field_aliases()) for node in nodes.values())
    )
    return dict(zip(nodes, fitted, strict=True))


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
