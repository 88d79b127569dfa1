"""What lies beside a drawn PDF: its cells, or what else is to be counted in it, as JSON."""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from generator.paper.page import Page
from generator.paper.shapes import CellBox
from generator.printables.context import PrintContext


def boxes_json(pages: Sequence[Page], setting: PrintContext) -> str:
    """Return the cells of all pages as JSON; lengths in mm from the page's top left."""

    @cache
    def told(cell: CellBox) -> str:
        sides = {side: round(getattr(cell, side), 3) for side in ("x", "y", "width", "height")}
        return _json({"id": cell.id, "label": cell.label} | sides)[1:]

    # A cell lies where it lies on the other pages of a class: it is worded once for all of them.
    cells = (
        f'{{"page": {number}, "copy": {copy}, {told(cell)}'
        for number, page in enumerate(pages, start=1)
        for copy, cell in page.cells()
    )
    return _listed(setting, {"paper": setting.options.paper}, "cells", cells)


def list_json(
    setting: PrintContext, facts: Mapping[str, object], name: str, items: Iterable[object]
) -> str:
    """Return a list as JSON, an item a line, after what printable it is of and more facts."""
    return _listed(setting, facts, name, map(_json, items))


def _listed(
    setting: PrintContext, facts: Mapping[str, object], name: str, items: Iterable[str]
) -> str:
    head = {"format": 1, "game": setting.game.name, "printable": setting.printable}
    head |= {"lang": setting.options.language, **facts}
    lines = ",\n".join(f"  {one}" for one in items)
    return _json(head)[:-1] + f', "{name}": [\n{lines}\n]}}\n'


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
