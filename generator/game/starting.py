"""A game of one's own: begun as a copy of one that there is, or with the least that prints."""

import re
from collections.abc import Collection, Mapping
from pathlib import Path
from string import Template

from generator import paths
from generator.errors import LudokitError
from generator.game.catalog import GAME_FILE, folders, load
from generator.game.head import GameFile
from generator.game.sentences import LanguageFile, field_aliases
from generator.reading.expected import canonical
from generator.reading.files import read_file
from generator.reading.nodes import MapNode
from generator.words import Language, message, say

# Examples are left where they are, since other rules make them wrong.
PICTURES = "pictures/*"
# Small letters, as the folders of the catalog have them: a name is a word of command lines.
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LONGEST = 40
# What the files of a blank game say in the reader's language, under `new.`.
COMMENTS = (
    *("facts", "version", "players", "age", "minutes", "parts", "printables", "kit"),
    *("sentences", "title-more", "printable-titles", "texts", "score-sheet", "points", "notes"),
)


def started(
    name: str, model: str, language: Language, only: Collection[Language] = ()
) -> Mapping[str, bytes]:
    """Return the files of a new game: a game of the catalog under another name, and nobody's yet.

    Title, authors, publisher and rights are empty, with comments; `only` are the languages wanted,
    or all of the model's. Raise LudokitError for a name that is taken or no word, and where there
    is no such model; DataError where its own data are faulty.
    """
    _require_free(name)
    game = load(model)
    spoken = [one for one in game.said if one in only] or list(game.said)
    credit = {field: say(message(f"new.{field}"), language) for field in ("authors", "publisher")}
    rows = "".join(f"\n  {field}: # {comment}" for field, comment in credit.items())
    files = {GAME_FILE: _changed(game.folder / GAME_FILE, {"name": f" {name}", "credits": rows})}
    for one in spoken:
        words = {field: message(f"new.{field}") for field in ("title", "rights", "rights_long")}
        empty = {field: f" # {say(told, one)}" for field, told in words.items()}
        files[f"{one}.yaml"] = _changed(game.folder / f"{one}.yaml", empty)
    for file in sorted(game.folder.glob(PICTURES)):
        files[file.relative_to(game.folder).as_posix()] = file.read_bytes()
    return {f"{name}/{path}": data for path, data in files.items()}


def blank(name: str, language: Language) -> Mapping[str, bytes]:
    """Return the least that prints, in one language; LudokitError for a name taken or no word."""
    _require_free(name)
    words = {one.replace("-", "_"): say(message(f"new.{one}"), language) for one in COMMENTS}
    words |= {"name": name, "title": name.replace("-", " ").capitalize()}
    files = {"game.yaml": GAME_FILE, "sentences.yaml": f"{language}.yaml"}
    return {
        f"{name}/{file}": Template((paths.templates() / "new" / template).read_text("utf-8"))
        .substitute(words)
        .encode()
        for template, file in files.items()
    }


def _require_free(name: str) -> None:
    known = folders()
    if not NAME.fullmatch(name) or len(name) > LONGEST:
        raise LudokitError(message("game.no-name", found=name, most=LONGEST))
    if name in known:
        raise LudokitError(message("game.name-taken", found=name, folder=str(known[name])))


def _changed(file: Path, values: Mapping[str, str]) -> bytes:
    """Return a file with the values of some fields replaced, comments and all the rest kept."""
    model = GameFile if file.name == GAME_FILE else LanguageFile
    top = canonical(read_file(file), model, field_aliases())
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    pairs = top.pairs if isinstance(top, MapNode) else ()
    ends = [*(key.place.line - 1 for key, _ in pairs[1:]), len(lines)]
    for (key, _), end in reversed([*zip(pairs, ends, strict=True)]):
        if key.text in values:
            start, kept = key.place.line - 1, end
            # The empty lines and comments at its end are the next field's.
            while kept > start + 1 and (not lines[kept - 1].strip() or lines[kept - 1][0] == "#"):
                kept -= 1
            lines[start:kept] = [f"{key.spelling()}:{values[key.text]}\n"]
    return "".join(lines).encode()
