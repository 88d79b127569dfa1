"""Names of cells, colours and score parts in messages: kept as ids until the language is known."""

from collections.abc import Iterable, Mapping

from generator.game.sentences import Sentences
from generator.words import Language, Message, message, say

NAMED = "rules.named"
# The directions that the program has words for; others have those of the game, if any.
DIRECTIONS = frozenset({"row", "column", "rising", "falling", "region", "sheet"})


def cells(*ids: str) -> Message:
    """Return how a message names cells: by the labels that are printed on them."""
    return message(NAMED, kind="cells", ids=ids)


def words(kind: str, *ids: str) -> Message:
    """Return how a message names things of any kind that the game has words for, or the score."""
    return message(NAMED, kind=kind, ids=ids)


def in_line(direction: str) -> Message:
    """Return how a message says that something stands in a line of a direction: `in this row`."""
    return words("lines", direction)


def word_for(kind: str, name: str, said: Sentences) -> str:
    """Return the word a game has for an id in one language, the id where it has none."""
    if kind == "cells":
        return said.label(name)
    if kind == "fields":
        return said.field_word(name)
    if kind == "score":
        return said.texts.get(f"score.{name}") or said.words.get("colours", {}).get(name, name)
    return said.words.get(kind, {}).get(name, name)


def table_names(language: Language) -> tuple[str, ...]:
    """Return what those who play are called where no pupil's name may stand: names of tables."""
    return tuple(say(message("records.table-names"), language).split(", "))


def names_in(kind: str, names: Iterable[str], said: Sentences) -> Mapping[str, tuple[str, ...]]:
    """Return the word for each of some ids in one language, as records may have it."""
    return {name: (word_for(kind, name, said),) for name in names}


def localise(reason: Message, said: Sentences) -> Message:
    """Return a message with the ids in it put into the words of one language."""
    values = dict(reason.values)
    if reason.key == NAMED:
        kind, ids = str(values["kind"]), values["ids"]
        names = tuple(map(str, ids)) if isinstance(ids, tuple) else ()
        if kind == "lines" and names[0] not in said.words.get("lines", {}):
            return message(f"rules.along-{names[0] if names[0] in DIRECTIONS else 'line'}")
        return message(NAMED, ids=tuple(word_for(kind, name, said) for name in names))
    inner = ((n, localise(v, said) if isinstance(v, Message) else v) for n, v in values.items())
    return message(reason.key, **dict(inner))
