"""What lies beside a drawn PDF: its cells, or what else is to be counted in it, as JSON."""

import json
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from generator.paper.page import BLANK, CellIndex, Copy, Page, Sign, placed_cells
from generator.paper.shapes import CellBox
from generator.printables.context import Context

# What the signs of a sheet are called, by their numbers.
SIGNS = ("top-left", "top-right", "bottom-right", "bottom-left", "code")


def boxes_json(pages: Sequence[Page], setting: Context) -> str:
    """Return the cells and signs of all pages as JSON; lengths in mm from the page's top left."""
    cells = CellIndex()
    known: dict[Hashable, list[tuple[int, str]]] = {}

    def told(copy: Copy) -> Iterator[tuple[int, str]]:
        # The sheets of a class have the same cells at the same places: these are worded once.
        placed, every = copy.shown(), cells.of(copy.placed.drawing)
        key = id(every), replace(placed, drawing=BLANK)
        if key not in known:
            known[key] = [(one.game, _cell_json(one)) for one in placed_cells(placed, every)]
        numbers = copy.numbers(every)
        return ((numbers[game], cell) for game, cell in known[key])

    lines = (
        f'{{"page": {number}, "copy": {of}, {cell}'
        for number, page in enumerate(pages, start=1)
        for copy in page.copies
        for of, cell in told(copy)
    )
    signs = [_sign_json(number, one) for number, page in enumerate(pages, 1) for one in page.signs]
    lists = {"cells": lines, **({"signs": signs} if signs else {})}
    return _lines_json(setting, {"paper": setting.options.paper}, lists)


def _sign_json(page: int, sign: Sign) -> str:
    sides = {side: round(getattr(sign, side), 3) for side in ("x", "y", "side")}
    return _json({"page": page, "copy": sign.copy, "sign": SIGNS[sign.corner]} | sides)


def _cell_json(cell: CellBox) -> str:
    sides = {side: round(getattr(cell, side), 3) for side in ("x", "y", "width", "height")}
    return _json({"id": cell.id, "label": cell.label} | sides)[1:]


def list_json(
    setting: Context, facts: Mapping[str, object], name: str, items: Iterable[object]
) -> str:
    """Return a list as JSON, an item a line, after what printable it is of and more facts."""
    return _lines_json(setting, facts, {name: map(_json, items)})


def _lines_json(
    setting: Context, facts: Mapping[str, object], lists: Mapping[str, Iterable[str]]
) -> str:
    head = {"format": 1, "game": setting.game.name, "printable": setting.printable}
    head |= {"lang": setting.options.language, **facts}
    every = ((name, ",\n".join(f"  {one}" for one in items)) for name, items in lists.items())
    said = "".join(f', "{name}": [\n{lines}\n]' for name, lines in every)
    return f"{_json(head)[:-1]}{said}}}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
