"""What lies beside a drawn PDF: its cells, or what else is to be counted in it, as JSON."""

import json
from collections.abc import Iterable, Mapping, Sequence

from generator.paper.page import Page
from generator.printables.context import PrintContext


def boxes_json(pages: Sequence[Page], setting: PrintContext) -> str:
    """Return the cells of all pages as JSON; lengths in mm from the page's top left."""
    cells = (
        {"page": number, "copy": copy, "id": cell.id, "label": cell.label}
        | {side: round(getattr(cell, side), 3) for side in ("x", "y", "width", "height")}
        for number, page in enumerate(pages, start=1)
        for copy, cell in page.cells()
    )
    return list_json(setting, {"paper": setting.options.paper}, "cells", cells)


def list_json(
    setting: PrintContext, facts: Mapping[str, object], name: str, items: Iterable[object]
) -> str:
    """Return a list as JSON, an item a line, after what printable it is of and more facts."""
    head = {"format": 1, "game": setting.game.name, "printable": setting.printable}
    head |= {"lang": setting.options.language, **facts}
    lines = ",\n".join("  " + json.dumps(one, ensure_ascii=False) for one in items)
    return json.dumps(head, ensure_ascii=False)[:-1] + f', "{name}": [\n{lines}\n]}}\n'
