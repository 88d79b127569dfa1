"""Where every cell lies on the printed pages: `<name>.boxes.json` beside a drawn PDF."""

import json
from collections.abc import Sequence

from generator.paper.page import Page
from generator.printables.context import PrintContext

FORMAT = 1
# A hundredth of a millimetre is finer than any printer.
DIGITS = 3


def boxes_json(pages: Sequence[Page], setting: PrintContext) -> str:
    """Return the cells of all pages as JSON; lengths in mm from the page's top left."""
    cells = [
        {
            "page": number,
            "copy": copy,
            "id": cell.id,
            "label": cell.label,
            "x": round(cell.x, DIGITS),
            "y": round(cell.y, DIGITS),
            "width": round(cell.width, DIGITS),
            "height": round(cell.height, DIGITS),
        }
        for number, page in enumerate(pages, start=1)
        for copy, cell in page.cells()
    ]
    head = {
        "format": FORMAT,
        "game": setting.game.name,
        "printable": setting.printable,
        "lang": setting.options.language,
        "paper": setting.options.paper,
    }
    lines = ",\n".join("  " + json.dumps(cell, ensure_ascii=False) for cell in cells)
    return json.dumps(head, ensure_ascii=False)[:-1] + f', "cells": [\n{lines}\n]}}\n'
