"""A game of one's own: begun as a copy of one that there is."""

import re
from collections.abc import Mapping
from pathlib import Path

from generator.errors import LudokitError
from generator.game.catalog import GAME_FILE, folders, load
from generator.game.head import GameFile
from generator.game.vocabulary import field_aliases
from generator.reading.expected import canonical
from generator.reading.files import read_file
from generator.reading.nodes import MapNode, Place
from generator.words import message

# What a game needs besides its facts; examples are left, since other rules make them wrong.
COPIED = ("*.yaml", "pictures/*")
# Small letters, as the folders of the catalog have them: a name is a word of command lines.
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LONGEST = 40


def started(name: str, model: str) -> Mapping[str, bytes]:
    """Return the files of a new game, a game of the catalog under another name.

    Raise LudokitError for a name that is taken or no word for a command line, and where there is no
    such model; DataError where the model's own data are faulty.
    """
    known = folders()
    if not NAME.fullmatch(name) or len(name) > LONGEST:
        raise LudokitError(message("game.no-name", found=name, most=LONGEST))
    if name in known:
        raise LudokitError(message("game.name-taken", found=name, folder=str(known[name])))
    folder = load(model).folder
    files = {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for pattern in COPIED
        for file in sorted(folder.glob(pattern))
    }
    renamed = _renamed(files[GAME_FILE].decode(), model, name, _place_of_name(folder))
    return {f"{name}/{path}": data for path, data in (files | {GAME_FILE: renamed}).items()}


def _place_of_name(folder: Path) -> Place:
    """Return where the game's own name stands in its file."""
    top = canonical(read_file(folder / GAME_FILE), GameFile, field_aliases())
    node = top.get("name") if isinstance(top, MapNode) else None
    return (node or top).place


def _renamed(text: str, old: str, new: str, place: Place) -> bytes:
    """Return the text with the name at its place replaced, comments and all the rest kept."""
    lines = text.splitlines(keepends=True)
    line = lines[place.line - 1]
    start = place.column - 1
    lines[place.line - 1] = line[:start] + line[start:].replace(old, new, 1)
    return "".join(lines).encode()
