"""Whether a game's files agree with one another: names used stand there, in every language."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from generator.errors import Problem
from generator.game.facts import named
from generator.game.head import Head
from generator.game.sentences import FIGURE, SentencesFile, letters_of, stands_for
from generator.reading.nodes import (
    ListNode,
    MapNode,
    Node,
    Path,
    Scalar,
    child,
    dotted,
    fault,
    place_of,
)
from generator.words import Language, Message, fold, message, not_one_of

# The sections of a language file whose keys are ids of game.yaml.
KEYED = ("rules", "provenance", "printables", "health")
MECHANICS = "mechanics"
# Besides parts, what placeholders may begin with.
OTHERS = (MECHANICS, "players")


@dataclass(frozen=True, slots=True)
class Written:
    """The files of a game as written and as fitted, with the figures its sentences may name."""

    head: Head
    top: MapNode
    printables: tuple[str, ...]
    files: Mapping[Language, SentencesFile]
    tops: Mapping[Language, MapNode]
    figures: Mapping[str, str]


def disagreements(written: Written) -> Iterator[Problem]:
    """Yield every place where the files of a game do not agree."""
    yield from _strangers(written)
    for language in written.files:
        yield from _keys(written, language)
    yield from _figures(written)
    yield from _same_texts(written)
    yield from _same_cells(written)


def _same_cells(written: Written) -> Iterator[Problem]:
    """Yield each word that could mean two cells: their ids, and their labels in every language.

    A record may name a cell by any of them, so such a word could be judged wrong.
    """
    meant: dict[str, str] = {}
    parts = written.head.parts
    for name, part in parts.items():
        ids = part.cell_ids()
        twice = next((cell for cell in ids if meant.setdefault(fold(cell), name) != name), None)
        if twice is not None or len({fold(cell) for cell in ids}) < len(ids):
            reason = message("game.cell-twice", cell=twice or ids[0], part=name)
            yield _at(written.top, ("parts", name), reason)
    meant = {fold(cell): cell for part in parts.values() for cell in part.cell_ids()}
    for language, file in written.files.items():
        told: set[str] = set()
        for cell in list(meant.values()):
            letters = letters_of(cell)
            label = file.labels.get(letters, letters) + cell[len(letters) :]
            other = meant.setdefault(fold(label), cell)
            if other != cell and letters not in told:
                told.add(letters)
                reason = message("game.label-twice", label=label, one=other, other=cell)
                yield _at(written.tops[language], ("labels", letters), reason)


def _strangers(written: Written) -> Iterator[Problem]:
    """Yield the colours and parts that are named in the head and are not there."""
    for path, names, word in named(written.head):
        role = "part" if names.what == "part" else ""
        known = written.head.parts if role else written.head.colours
        if word not in known:
            yield _at(written.top, path, not_one_of(word, known, role=role))


def _keys(written: Written, language: Language) -> Iterator[Problem]:
    """Compare the ids that need a sentence with those that have one."""
    head, file = written.head, written.files[language]
    wanted: Mapping[str, Collection[str]] = {
        "rules": [rule.id for rule in head.rules],
        "provenance": [fact.fact for fact in head.provenance],
        "printables": written.printables,
        "health": [fact.fact for fact in head.health.facts] if head.health else [],
    }
    for section in KEYED:
        said = getattr(file, section)
        for missing in (key for key in wanted[section] if key not in said):
            reason = message("game.no-sentence", name=missing, language=language)
            yield _at(written.tops[language], (section,), reason)
        for extra in (key for key in said if key not in wanted[section]):
            yield _at(written.tops[language], (section, extra), not_one_of(extra, wanted[section]))
    sources = head.health.sources if head.health else {}
    for extra in (key for key in file.sources if key not in sources):
        yield _at(written.tops[language], ("sources", extra), not_one_of(extra, sources))
    for extra in (name for name in file.nouns if name not in written.figures):
        yield _at(written.tops[language], ("nouns", extra), not_one_of(extra, written.figures))


def _same_texts(written: Written) -> Iterator[Problem]:
    """Compare the languages: what one says freely, every one says."""
    for section in ("texts", "labels"):
        every = dict.fromkeys(
            key for file in written.files.values() for key in getattr(file, section)
        )
        for language, file in written.files.items():
            for key in every:
                if key not in getattr(file, section):
                    reason = message("game.no-sentence", name=key, language=language)
                    yield _at(written.tops[language], (section,), reason)


def _figures(written: Written) -> Iterator[Problem]:
    """Yield placeholders that nothing fills; of one cause the first, in whatever language."""
    told: set[str] = set()
    for language, top in written.tops.items():
        for scalar, path in _scalars(top, ()):
            for name in FIGURE.findall(scalar.text):
                part, *field = name.split(".")
                cause = part if part not in (*written.head.parts, *OTHERS) else name
                if stands_for(name, written.figures, language) or cause in told:
                    continue
                told.add(cause)
                named = child(written.top, part)
                if part == MECHANICS and named and place_of(named, tuple(field)) != named.place:
                    # It stands there, and is no number: the sentences are not at fault.
                    yield _at(written.top, (part, *field), message("game.no-figure"))
                elif cause == part:
                    yield _at(top, path, not_one_of(part, written.head.parts, role="part"))
                else:
                    yield _at(top, path, not_one_of(name, written.figures))


def _scalars(node: Node, path: Path) -> Iterator[tuple[Scalar, Path]]:
    match node:
        case Scalar():
            yield node, path
        case ListNode():
            for number, item in enumerate(node.items):
                yield from _scalars(item, (*path, number))
        case MapNode():
            for key, value in node.pairs:
                yield from _scalars(value, (*path, key.text))


def _at(top: Node, path: Path, reason: Message) -> Problem:
    return fault(place_of(top, path), dotted(path), reason)
