"""The section `guide` of a language file: read, compared with the game, and filled with numbers."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from generator.errors import DataError, LudokitError, Problem, gathered
from generator.game import Game
from generator.game.vocabulary import field_aliases
from generator.guides.lesson import Guide
from generator.guides.misfits import differences, misfits
from generator.guides.numbers import NAME, filled, numbers
from generator.printables.kinds.entry import DocumentEntry
from generator.printables.planning import entries
from generator.reading.fit import fit
from generator.reading.nodes import ListNode, MapNode, Node, Path, Scalar, dotted, fault, in_order
from generator.words import Language, Message, message, not_one_of, typeset

SECTION = "guide"


def check(game: Game) -> None:
    """Read the guide of every language; raise DataError with every fault of all of them."""
    gathered(
        *(partial(guide, game, language) for language in game.lessons),
        partial(_complete, game),
    )
    if faults := tuple(differences(game.lessons)):
        raise DataError(faults)


def _complete(game: Game) -> None:
    """Raise DataError naming the languages without the guide that a printable needs."""
    if any(isinstance(entry, DocumentEntry) for entry in entries(game).values()):
        missing = (language for language in game.said if language not in game.lessons)
        faults = [
            Problem(
                str(game.folder / f"{language}.yaml"), None, None, SECTION, _none(game, language)
            )
            for language in missing
        ]
        if faults:
            raise DataError(faults)


def _none(game: Game, language: Language) -> Message:
    return message("guide.missing", game=game.name, language=language)


def guide(game: Game, language: Language) -> Guide:
    """Return a game's guide, its texts typeset and filled with numbers.

    Raise LudokitError where the game has none, DataError with every fault of the section.
    """
    if language not in game.lessons:
        raise LudokitError(_none(game, language))
    node = game.lessons[language]
    plain = fit(node, Guide, field_aliases(), SECTION)
    known = numbers(game, plain.positions, language)
    if problems := (*misfits(game, plain, node), *_unknown(node, (SECTION,), known)):
        raise DataError(in_order(problems))
    told = _told(node, lambda words: typeset(filled(words, known), language))
    return fit(told, Guide, field_aliases(), SECTION)


def _told(node: Node, put: Callable[[str], str]) -> Node:
    """Return the section with each text filled in and typeset, every place kept."""
    match node:
        case Scalar():
            if not isinstance(node.value, str):
                return node
            return replace(node, text=put(node.text), value=put(node.value))
        case ListNode():
            return replace(node, items=tuple(_told(item, put) for item in node.items))
        case MapNode():
            return replace(node, pairs=tuple((key, _told(value, put)) for key, value in node.pairs))


def _unknown(node: Node, path: Path, known: Mapping[str, str]) -> Iterator[Problem]:
    """Yield the names in braces that stand for nothing."""
    match node:
        case Scalar():
            for name in NAME.findall(node.text):
                if name not in known:
                    yield fault(node.place, dotted(path), not_one_of(name, known))
        case ListNode():
            for number, item in enumerate(node.items):
                yield from _unknown(item, (*path, number), known)
        case MapNode():
            for key, value in node.pairs:
                yield from _unknown(value, (*path, key.text), known)
