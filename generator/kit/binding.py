"""What was made is bound into one PDF, the print plan first, and listed in a manifest."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from generator.game import Game
from generator.kit.plan_sheet import plan_print
from generator.kit.print_plan import Ordered
from generator.make import Print, facts
from generator.printables.context import PrintContext
from generator.printables.options import Options
from generator.render.document import DocumentFacts

FORMAT = 1


def bound(
    game: Game, options: Options, made: Sequence[Print], order: Ordered
) -> tuple[Print, Print]:
    """Return the print plan of what was made, and `kit.pdf` of both with its `manifest.json`.

    In `kit.pdf` each printable stands once, however large the class: the plan says how often each
    page is printed.
    """
    from generator.render.merge import merged

    plan = plan_print(game, options, made, order)
    stem = f"kit{options.suffix()}"
    parts = [(one.title, one.pdf) for one in (plan, *made) if one.pdf is not None]
    files = {f"{stem}.pdf": merged(parts, _facts(game, options))}
    listed = {name: data for one in (plan, *made) for name, data in one.files.items()} | files
    files[f"manifest{options.suffix()}.json"] = _manifest(game, options, order, listed)
    return plan, Print("kit", "kit", files)


def _facts(game: Game, options: Options) -> DocumentFacts:
    said = game.said_in(options.language)
    first = facts(PrintContext(game, "kit", options, name="kit"))
    return DocumentFacts(
        said.title, first.author, first.subject, (said.title, "ludokit"), options.language
    )


def _manifest(game: Game, options: Options, order: Ordered, files: Mapping[str, bytes]) -> bytes:
    """List the files with their fingerprints, so that anybody can tell whether a kit is whole."""
    content = {
        "format": FORMAT,
        "game": game.name,
        "rules": game.head.version,
        "options": asdict(options),
        "pupils": order.pupils,
        "tables": order.seating.sizes,
        "referees": order.seating.referees,
        "files": [
            {"name": name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
            for name, data in sorted(files.items())
        ],
    }
    return (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode()
