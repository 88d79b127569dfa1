"""A game's kit: every printable, one merged PDF with bookmarks, and a manifest of what was made."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from generator.game import Game
from generator.press import Print, facts, printed
from generator.printables.options import Options
from generator.printables.setting import Setting
from generator.render.document import DocumentFacts

FORMAT = 1


def prints(game: Game, options: Options) -> Iterator[Print]:
    """Make the printables of a game one by one, in the order of its data."""
    for printable in game.printables():
        yield printed(game, printable, options)


def bound(game: Game, options: Options, made: Sequence[Print]) -> Print:
    """Bind what was made into `kit.pdf` with its bookmarks, and list it in `manifest.json`."""
    from generator.render.merge import merged

    stem = f"kit{options.suffix()}"
    parts = [(one.title, one.pdf) for one in made if one.pdf is not None]
    files = {f"{stem}.pdf": merged(parts, _facts(game, options))}
    listed = {**{name: data for one in made for name, data in one.files.items()}, **files}
    files[f"manifest{options.suffix()}.json"] = _manifest(game, options, listed)
    return Print("kit", "kit", files)


def _facts(game: Game, options: Options) -> DocumentFacts:
    said = game.said[options.language]
    first = facts(Setting(game, game.printables()[0], options))
    return DocumentFacts(
        said.title, first.author, first.subject, (said.title, "ludokit"), options.language
    )


def _manifest(game: Game, options: Options, files: dict[str, bytes]) -> bytes:
    """List the files with their fingerprints, so that anybody can tell whether a kit is whole."""
    content = {
        "format": FORMAT,
        "game": game.name,
        "rules": game.head.version,
        "options": asdict(options),
        "files": [
            {"name": name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
            for name, data in sorted(files.items())
        ],
    }
    return (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode()
