"""Folders of games made from a list: a table as text, and changes to what is printed."""

from collections.abc import Iterable
from pathlib import Path

from generator.game import Game, load_folder
from generator.game.catalog import list_game_files
from generator.words import Language


def made_of(
    folder: Path,
    kind: str,
    table: str,
    language: Language = "fr",
    *,
    more: str = "",
    changes: Iterable[tuple[str, str]] = (),
) -> Game:
    """Return a game of a kind made from a table; its printable has `more` fields, or others."""
    own = folder / "liste"
    own.mkdir(exist_ok=True)
    (own / "liste.csv").write_text(table, encoding="utf-8")
    for path, data in list_game_files("liste", kind, "liste.csv", language).items():
        words = data.decode().replace(f"kind: {kind},", f"kind: {kind}, {more}")
        for old, new in changes:
            assert path != "game.yaml" or old in words
            words = words.replace(old, new)
        (own / path).write_text(words, encoding="utf-8")
    return load_folder(own)
