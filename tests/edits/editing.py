"""Edits of game data at random, as authors make them: a row too many, a name mistyped."""

from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import yaml

from generator.reading.nodes import plain
from generator.reading.text_files import read_file

Tree: TypeAlias = Any
Steps: TypeAlias = tuple[str | int, ...]

NUMBERS = (0, -1, 1, 2, 3, 7, 13, 40, 100, 1000, 999_999, 3.5, "seven", True, None)
WORDS = ("", " ", "x", "zzz", "W" * 200, "mot " * 400, "{sheet.none}", "😀 Ж", "<b>&</b>", "\u202e")
LIKELY = {
    "parts": 12, "mechanics": 5, "printables": 12, "rules": 3, "colours": 4, "kit": 3,
    "texts": 4, "words": 4, "labels": 4, "guide": 6,
}  # fmt: skip


@dataclass(frozen=True)
class Edit:
    """What was done, in which file, where, and the words that stood or stand there."""

    file: str
    path: Steps
    what: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Spot:
    """A place in a tree: what holds it, and its key or index there."""

    path: Steps
    holder: Tree

    @property
    def key(self) -> Any:  # noqa: ANN401 - a name or an index
        """Return the name or index under which it is held."""
        return self.path[-1]

    @property
    def value(self) -> Tree:
        """Return what stands there."""
        return self.holder[self.key]


def edit(folder: Path, chance: Random, game: str) -> Edit:
    """Change one thing in a game's folder, which is given another name, and say what."""
    read = {file.name: plain(read_file(file)) for file in sorted(folder.glob("*.yaml"))}
    # A file with an empty list, as of trials that nobody has told yet, has nothing to change.
    trees: dict[str, Tree] = {name: tree for name, tree in read.items() if tree}
    trees["game.yaml"]["name"] = game
    name = "game.yaml" if chance.random() < 0.65 else chance.choice(list(trees))
    done = None
    while done is None:
        done = change_tree(trees[name], name, chance)
    for file, tree in trees.items():
        text = yaml.safe_dump(tree, allow_unicode=True, sort_keys=False, width=1000)
        (folder / file).write_text(text, encoding="utf-8")
    folder.rename(folder.with_name(game))
    return done


def change_tree(tree: Tree, file: str, chance: Random) -> Edit | None:
    """Change one thing in the tree of a file, and say what; None where that change is none."""
    # However long a section is; what the rest is built on is edited more often.
    sections = [key for key in tree if key not in {"format", "name"}] or list(tree)
    section = chance.choices(sections, [LIKELY.get(key, 1) for key in sections])[0]
    spots = [Spot((section,), tree), *_spots(tree[section], (section,))]
    change = chance.choice(CHANGES)
    return change(chance.choice(spots), file, chance)


def _spots(tree: Tree, path: Steps) -> Iterator[Spot]:
    keys: Iterable[str | int] = ()
    if isinstance(tree, dict | list):
        keys = tree if isinstance(tree, dict) else range(len(tree))
    for key in keys:
        value = tree[key]
        yield Spot((*path, key), tree)
        yield from _spots(value, (*path, key))


def _drop(spot: Spot, file: str, _: Random) -> Edit:
    gone = spot.value
    del spot.holder[spot.key]
    return Edit(file, spot.path, "drop", _words(gone))


def _add(spot: Spot, file: str, chance: Random) -> Edit | None:
    """Add a copy under new names: another row, die, card, square, rule."""
    new = _renamed(deepcopy(spot.value), chance)
    if isinstance(spot.holder, list):
        spot.holder.insert(spot.key + chance.randrange(2), new)
    else:
        spot.holder[f"{spot.key}-too"] = new
    return Edit(file, spot.path, "add", (*_words(new), f"{spot.key}-too"))


def _twice(spot: Spot, file: str, _: Random) -> Edit | None:
    """Say the same thing twice."""
    if not isinstance(spot.holder, list):
        return None
    spot.holder.insert(spot.key, deepcopy(spot.value))
    return Edit(file, spot.path, "twice", _words(spot.value))


def _rename(spot: Spot, file: str, chance: Random) -> Edit | None:
    if not isinstance(spot.holder, dict):
        return None
    new = chance.choice([f"{spot.key}x", "zzz", str(spot.key)[:-1] or "y", str(spot.key).upper()])
    if new in spot.holder:
        return None
    pairs = [(new if key == spot.key else key, value) for key, value in spot.holder.items()]
    words = (str(spot.key), new, *_words(spot.value))
    spot.holder.clear()
    spot.holder.update(pairs)
    return Edit(file, (*spot.path[:-1], new), "rename", words)


def _number(spot: Spot, file: str, chance: Random) -> Edit | None:
    if not isinstance(spot.value, int | float):
        return None
    words = _words(spot.value)
    spot.holder[spot.key] = chance.choice(NUMBERS)
    return Edit(file, spot.path, "number", (*words, *_words(spot.value)))


def _word(spot: Spot, file: str, chance: Random) -> Edit | None:
    if not isinstance(spot.value, str):
        return None
    words = _words(spot.value)
    siblings = spot.holder.values() if isinstance(spot.holder, dict) else spot.holder
    others = [word for word in siblings if isinstance(word, str)]
    spot.holder[spot.key] = chance.choice([*WORDS, *others])
    return Edit(file, spot.path, "word", (*words, *_words(spot.value)))


def _swap(spot: Spot, file: str, chance: Random) -> Edit | None:
    keys = list(spot.holder) if isinstance(spot.holder, dict) else list(range(len(spot.holder)))
    other = chance.choice(keys)
    if other == spot.key or other in {"name", "format"} or spot.holder[other] == spot.value:
        return None
    spot.holder[spot.key], spot.holder[other] = spot.holder[other], spot.holder[spot.key]
    words = (str(other), *_words(spot.value), *_words(spot.holder[other]))
    return Edit(file, spot.path, "swap", words)


def _reshape(spot: Spot, file: str, chance: Random) -> Edit:
    """Put something of another shape: a list for a mapping, a word for a list."""
    words = _words(spot.value)
    spot.holder[spot.key] = chance.choice(["word", 5, [], {}, ["a", "b"], {"a": 1}, None])
    return Edit(file, spot.path, "reshape", words)


CHANGES: tuple[Callable[[Spot, str, Random], Edit | None], ...] = (
    _drop, _add, _add, _twice, _rename, _number, _number, _word, _swap, _reshape,
)  # fmt: skip


def _renamed(tree: Tree, chance: Random) -> Tree:
    if isinstance(tree, dict):
        names = {"id", "fact", "rule"} & set(tree)
        return tree | {key: f"{tree[key]}{chance.choice('QZ')}" for key in names}
    if isinstance(tree, str):
        return chance.choice([f"{tree}q", "green", "blue", "pink"])
    return tree


def _words(tree: Tree) -> tuple[str, ...]:
    """Return the names in a piece of a tree that a fault may quote."""
    if isinstance(tree, dict):
        return tuple(w for key, value in tree.items() for w in (str(key), *_words(value)))[:400]
    if isinstance(tree, list):
        return tuple(word for value in tree for word in _words(value))[:400]
    return (str(tree),)
