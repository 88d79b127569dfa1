"""The pictures of the manual for authors: what each rule of a sheet allows, drawn on paper.

A rule about cells is drawn alone, whatever else the game's rules forbid: a tick stands in each cell
that takes the number said. Others are shown by a position of a guide, or by dice.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from generator.game import Game, Mark, load, load_folder, number_mark
from generator.guides.guide_text import guide
from generator.guides.teaching import block_of, teaching
from generator.paper import shapes as art
from generator.paper.marks import write_in
from generator.paper.page import Page, PaperSize
from generator.printables.blocks.boards import GridBlock
from generator.printables.context import Options, PrintContext, palette
from generator.printables.declaring import Room
from generator.printables.sketch import die_face
from generator.render.document import DocumentFacts
from generator.render.pdf import draw
from generator.render.preview import pages_png
from generator.rules import load as load_rules
from generator.rules.sheet.placing import Alike, Free, Ordered, Rolled
from generator.rules.sheet.plan import Sheet
from generator.rules.sheet.primitives import Placing, Try
from generator.rules.sheet.write import Write

GAMES = Path(__file__).parent / "games"
WIDTH, WIDE, PITCH, MARGIN, DIE = 96.0, 158.0, 7.0, 3.0, 9.0
DPI = 84
Numbers = Mapping[str, int]

# The rule alone, the game whose sheet it is drawn on, what stands there, the number, the dice.
PLACED: Mapping[str, tuple[Placing, str, Numbers, int, tuple[str, ...]]] = {
    "free": (Free(rule="free"), "qwinto", {"O2": 5, "Y4": 8, "P6": 9}, 7, ()),
    "rolled": (Rolled(rule="rolled"), "qwinto", {}, 9, ("orange", "purple")),
    "rises": (Ordered(rule="rises"), "qwinto", {"O4": 5, "O8": 12, "Y3": 9, "P5": 4}, 7, ()),
    "falls": (Ordered(rule="falls"), "qwinto", {"O4": 12, "O8": 5, "Y3": 9, "P5": 4}, 7, ()),
    "differs": (
        Alike(rule="differs", along="column"), "qwinto", {"O2": 7, "Y5": 9, "P7": 7}, 7, (),
    ),
    "equals": (Alike(rule="equals", along="region"), "parcelles", {"A1": 4, "C2": 6}, 4, ()),
}  # fmt: skip
# Positions of guides, by the rules that they show.
SHOWN: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("qwinto", "full"): (
        *("score-rows", "score-bonus", "score-boxes", "ends"),
        *("miss-due", "miss-or-write", "miss-limit"),
    ),
    ("crowns", "full"): ("score-cells", "score-whole", "tokens"),
    ("crowns", "offer"): ("shown", "enough"),
    ("yams", "full"): ("score-groups", "as-rolled"),
    ("boite", "offer"): ("adds-up", "must-cross"),
    ("boite", "end"): ("fewer-dice",),
    ("boite", "full"): ("goes-on", "stops", "noted-open", "noted-points"),
    ("course-a-20", "next"): ("steps", "within"),
}
# Throws one under another: those that are allowed.
THROWN: Mapping[str, tuple[tuple[int, ...], ...]] = {
    "same-dice": ((3, 5), (6, 1)),
    "throws": ((2, 3, 5, 5, 6), (1, 5, 5, 5, 4), (5, 5, 5, 5, 4)),
}


def pictures() -> Iterator[tuple[str, bytes]]:
    """Yield each picture with the rule that it is named after."""
    for word, (one, name, numbers, number, rolled) in PLACED.items():
        game = load(name) if name == "qwinto" else load_folder(GAMES / name)
        yield word, _png(_allowed(one, game, numbers, number, rolled), game)
    for (name, position), words in SHOWN.items():
        game, setting = load(name), PrintContext(load(name), "", Options(language="en"))
        found = guide(game, "en").positions[position]
        yield words[0], _png(teaching(game).drawing(found, setting, WIDE), game)
    for word, throws in THROWN.items():
        rows = [art.beside(*(die_face(face, DIE) for face in roll), gap=1.5) for roll in throws]
        yield word, _png(art.above(*rows, gap=2.0), load("qwinto"))


def picture_of(word: str) -> str | None:
    """Return the rule whose picture shows a rule; None where there is nothing to see."""
    shared = {one: words[0] for words in SHOWN.values() for one in words}
    return word if word in {*PLACED, *THROWN} else shared.get(word)


def _allowed(
    one: Placing, game: Game, numbers: Numbers, number: int, rolled: tuple[str, ...]
) -> art.Drawing:
    """Draw a grid with the numbers that stand there, and a tick where one more may stand."""
    rules = load_rules(game)
    assert isinstance(rules, Write)
    kit, setting = rules.layout.kit, PrintContext(game, "", Options(language="en"))
    block = block_of(game, "", GridBlock)
    drawn = block.draw(setting, Room(WIDTH, min(PITCH, WIDTH / block.width_in_pitches(game))))
    tries = (Try(kit, Sheet(numbers), cell, number, frozenset(rolled)) for cell in kit.plan.spots)
    marks = {cell: number_mark(found) for cell, found in numbers.items()}
    open_ = [tried.cell for tried in tries if one.broken(tried) is None]
    ticks = {cell: Mark(text="✓", colour="secondary") for cell in open_ if cell not in numbers}
    return write_in(drawn, {**ticks, **marks}, setting.style.family.bold)


def _png(drawing: art.Drawing, game: Game) -> bytes:
    size = PaperSize("a4", drawing.width + 2 * MARGIN, drawing.height + 2 * MARGIN)
    page = Page(size, art.Drawing(size.width, size.height, (art.Placed(drawing, MARGIN, MARGIN),)))
    pdf = draw((page,), palette(game, "colour"), DocumentFacts("", language="en"))
    return pages_png(pdf, DPI)[0]
