"""The protocol for real paper: twelve sheets to print, fill in and photograph, and what each says.

`python -m tests.scans.protocol FOLDER` writes `protocol.pdf`, a page of what to do and twelve
sheets on which small grey dots say where a mark or a number goes, and `wanted.json`, what each
photograph has to give. `tests/photographs/README.md` says what becomes of the photographs.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from random import Random

import pikepdf
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from generator.game import load
from generator.make import make
from generator.printables.context import Options
from generator.records.record_format import catalog_rules
from generator.rules.optional import paper_cells
from generator.scans.piles import takes_mark
from tests.scans.read_back import AREAS

SEED = 39
# What is printed, once for each pen.
SHEETS = (
    *(("crowns", "pencil-boards"), ("boite", "score-sheets")),
    *(("dental", "pencil-charts"), ("qwinto", "score-sheets")),
)
PENS = ("a pencil", "a ball pen", "a felt pen")
MARK_SHARE = 0.3
STEPS = (
    "1. Print this file at 100 %, on one side. Copy pages 6 to 9 once on a photocopier, and use",
    "   the copies instead of these pages.",
    "2. On each sheet a grey dot stands in some cells. Where it is round, cross, tick or shade the",
    "   cell, as you like; where it is a number, write that number. Rub out one mark on each page.",
    "   Pages 2 to 5: a pencil. Pages 6 to 9: a ball pen. Pages 10 to 13: a felt pen.",
    "3. Photograph each page with a telephone, by hand, as you would in class: some by a window,",
    "   some under a lamp, two of them folded once, two with a thumb on a corner.",
    "4. Put the twelve photographs into tests/photographs, named 02.jpg to 13.jpg by their page,",
    "   with wanted.json beside them, and run the line of its README.",
    "5. Write what it says into tests/photographs/README.md: printer, copier, telephone, figures.",
)


def sheets() -> Iterator[tuple[str, str, bytes, list[Mapping[str, object]]]]:
    """Yield the game, the printable, the first page as PDF and its cells, twelve times."""
    for number in range(len(SHEETS) * len(PENS)):
        game, printable = SHEETS[number % len(SHEETS)]
        made = make(load(game), printable, Options("en"))
        boxes = json.loads(next(d for n, d in made.files.items() if n.endswith(".boxes.json")))
        yield game, printable, made.pdf or b"", boxes["cells"]


def main(folder: Path) -> None:
    """Write the file to print, and what its photographs have to give."""
    wanted, parts = dict[str, dict[str, str]](), [_instructions()]
    for number, (game, printable, pdf, cells) in enumerate(sheets(), start=2):
        asked = _asked(game, cells, Random(SEED + number))  # noqa: S311 - an example
        parts.append(_dotted(pdf, cells, asked))
        wanted[f"{number:02}"] = {f"{copy}/{cell}": text for (copy, cell), text in asked.items()}
        wanted[f"{number:02}"] |= {"sheet": f"{game} {printable}"}
    with pikepdf.new() as whole:
        for part in parts:
            with pikepdf.open(BytesIO(part)) as one:
                whole.pages.extend(one.pages)
        whole.save(folder / "protocol.pdf", deterministic_id=True)
    text = json.dumps(wanted, indent=1, sort_keys=True)
    (folder / "wanted.json").write_text(f"{text}\n", encoding="utf-8")


def _asked(
    game: str, cells: list[Mapping[str, object]], chance: Random
) -> dict[tuple[int, str], str]:
    known = {one.id: one for one in paper_cells(catalog_rules(game), 0)}
    found = dict[tuple[int, str], str]()
    for one in cells:
        name, label = str(one["id"]), str(one["label"])
        if (
            one["page"] == 1
            and name not in {"name", "date", *AREAS}
            and chance.random() < MARK_SHARE
        ):
            is_mark = takes_mark(name, label, known)
            found[int(str(one["copy"])), name] = "x" if is_mark else str(chance.randint(1, 18))
    return found


def _instructions() -> bytes:
    file = BytesIO()
    canvas = Canvas(file, pagesize=(210 * mm, 297 * mm), invariant=1)
    canvas.setFont("Helvetica-Bold", 16)
    canvas.drawString(20 * mm, 270 * mm, "Real paper: a quarter of an hour with a printer")
    canvas.setFont("Helvetica", 11)
    for number, line in enumerate(STEPS):
        canvas.drawString(20 * mm, (255 - 7 * number) * mm, line)
    canvas.showPage()
    canvas.save()
    return file.getvalue()


def _dotted(
    pdf: bytes, cells: list[Mapping[str, object]], asked: Mapping[tuple[int, str], str]
) -> bytes:
    file = BytesIO()
    with pikepdf.open(BytesIO(pdf)) as document:
        del document.pages[1:]
        page, over = document.pages[0], BytesIO()
        width, height = (float(side) for side in page.mediabox[2:])
        canvas = Canvas(over, pagesize=(width, height), invariant=1)
        canvas.setFillGray(0.72)
        canvas.setFont("Helvetica", 6)
        for one in cells:
            text = asked.get((int(str(one["copy"])), str(one["id"]))) if one["page"] == 1 else None
            x, y, wide = (float(str(one[side])) for side in ("x", "y", "width"))
            left, base = (x + wide - 1.6) * mm, height - (y + 1.8) * mm
            if text == "x":
                canvas.circle(left, base, 0.5 * mm, stroke=0, fill=1)
            elif text is not None:
                canvas.drawRightString(left, base, text)
        canvas.showPage()
        canvas.save()
        with pikepdf.open(BytesIO(over.getvalue())) as layer:
            page.add_overlay(layer.pages[0], pikepdf.Rectangle(page.mediabox))
            document.save(file)
    return file.getvalue()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
