"""The boxed edition of a kit: labels, and the boxes and envelopes that hold a table's papers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import get_args

from generator.classroom import (
    ClassSeating,
    CopyNeed,
    PlanRow,
    PrintPlan,
    copies_needed,
    expected_plan,
)
from generator.errors import LudokitError
from generator.game import Game
from generator.make import FLIPS, Print, facts_of
from generator.paper import folding
from generator.paper import shapes as art
from generator.paper.folding import Net
from generator.paper.measures import BLOCK_GAP, DRAWING_GAP, OUTER_MARGIN, PART_GAP, PRINTABLE_EDGE
from generator.paper.page import Copy, Page, PaperSize
from generator.paper.shapes import Drawing, Mm, Rect, Size
from generator.paper.text import SECTION, TEXT, TITLE
from generator.printables import planning
from generator.printables.context import Context, Options, palette
from generator.printables.kinds.cards import CardsEntry
from generator.printables.kinds.pieces import TilesEntry, TokensEntry
from generator.printables.page_furniture import (
    HEADING_TOP,
    add_footers,
    count_grid_cuts,
    draw_emblem,
    footer_height,
    headline,
)
from generator.printables.printable import EDITION, DrawnEntry, EditionPart, Finishing
from generator.printables.sketch import Sketch
from generator.scored_example import draw_examples
from generator.words import Message, message

# What changes neither a label nor a net.
IDLE = (
    *("large", "names", "copies", "per_page", "pupils", "tables"),
    *("country", "duplex", "bleed", "seed"),
)
# How thick paper is for what it weighs, in mm for each g/m².
BULK = 0.00125
# How heavy the paper of each part is, in g/m².
WEIGHTS: Mapping[EditionPart, int] = {
    "edition-label": 80,
    "edition-boxes": 200,
    "edition-envelopes": 160,
}
# Pieces smaller than this lie in stacks, three across and two down.
SMALL: Mm = 30.0
STACKS = (3, 2)
# No pile is thicker: what is more gets a box or an envelope of its own.
THICKEST: Mm = 30.0
THICKEST_FOLDED: Mm = 8.0
# The flap that closes an envelope, the longest that a page has room for.
FLAPS: tuple[Mm, ...] = (28.0, 18.0, 0.0)
# Heavier paper is not folded into an envelope: boards, and what nets become.
LIGHTEST_BOARD = 160
# What a class's label asks to be checked off.
TICK: Mm = 5.0


@dataclass(frozen=True, slots=True)
class Content:
    """What a table gets of a printable: pieces of one size, and the weight of their paper."""

    printable: str
    count: int
    size: Size
    weight: int
    is_pieces: bool = False

    @property
    def is_beside(self) -> bool:
        """Tell whether it lies beside its box, since it is neither pieces nor paper to fold."""
        return not self.is_pieces and self.weight >= LIGHTEST_BOARD

    @property
    def thickness(self) -> Mm:
        """Return how thick all of it is, one upon another and not folded."""
        return self.count * self.weight * BULK


def contents_of_table(game: Game, options: Options, plan: PrintPlan) -> tuple[Content, ...]:
    """Return what one table plays with, each as large as it is after cutting."""
    seats = max(plan.seating.sizes, default=1)
    table = ClassSeating((seats,))
    found = []
    for row in plan.rows:
        of, need = planning.entry(game, row.printable), row.need
        if row.is_key or need.per == "class":
            continue
        if not isinstance(of, DrawnEntry):
            paper = options.size.width, options.size.height
            sheets = -(-(row.paper or 1) // row.sets)
            found.append(Content(row.printable, sheets, paper, need.weight))
            continue
        left_out = planning.chosen_but_ignored(game, row.printable, options)
        pages = planning.plan(game, row.printable, options.without(left_out))
        fronts = [copy.placed.drawing for one in pages if not one.is_back for copy in one.copies]
        each, is_pieces = fronts[0], isinstance(of, CardsEntry | TilesEntry | TokensEntry)
        count = copies_needed(need, table) * (len(fronts) if is_pieces else 1)
        size = each.width, each.height
        found.append(Content(row.printable, count, size, need.weight, is_pieces))
    return tuple(found)


def boxes_for(contents: Sequence[Content]) -> Iterator[tuple[Content, Net]]:
    """Yield a box for each kind of pieces, several where one would be too thick."""
    for one in contents:
        if not one.is_pieces:
            continue
        stacks = STACKS if max(one.size) < SMALL else (1, 1)
        stacked = -(-one.count // (stacks[0] * stacks[1]))
        boxes = max(1, -(-int(stacked * one.weight * BULK * 100) // int(THICKEST * 100)))
        thick = -(-stacked // boxes) * one.weight * BULK
        box = folding.tuck_box(one.size[0] * stacks[0], one.size[1] * stacks[1], thick)
        yield from ((replace(one, count=-(-one.count // boxes)), box) for _ in range(boxes))


def envelopes_for(
    contents: Sequence[Content], options: Options
) -> tuple[tuple[tuple[Net, ...], int], ...]:
    """Return equal envelopes for all paper: each as a net with a long flap, a short one, none.

    Beside each stands how often its papers are folded at most.
    """
    quarter = options.size.height / 2, options.size.width / 2
    sizes, thick, most = [(0.0, 0.0)], 0.0, 0
    for one in contents:
        if not one.is_pieces and not one.is_beside:
            size, folds = folding.folded(one.size, quarter)
            sizes.append(size)
            thick, most = thick + one.thickness * 2**folds, max(most, folds)
    if thick == 0.0:
        return ()
    count = -(-int(thick * 100) // int(THICKEST_FOLDED * 100))
    wide, high = (max(along) for along in zip(*sizes, strict=True))
    ways = tuple(folding.envelope(wide, high, thick / count, flap) for flap in FLAPS)
    return ((ways, most),) * count


def draw_faced(net: Net, setting: Context) -> Drawing:
    """Draw a net with the game's face in front: cut solid lines, fold dotted ones, glue hatched."""
    sketch = Sketch(setting)
    sketch.put(*folding.draw_net(net))
    (front,) = (panel for panel in net if panel.name == "front")
    left, low, right, top = *front.corners[0], *front.corners[2]
    face = _draw_face(setting, abs(right - left), abs(top - low))
    sketch.put(front.bearing(face))
    return sketch.drawing(*folding.extent(net))


def _draw_face(setting: Context, width: Mm, height: Mm, *, is_cover: bool = False) -> Drawing:
    sketch, face, said = Sketch(setting), setting.game.head.face, setting.sentences
    room = width - 2 * BLOCK_GAP
    bold = setting.style.lettering(TITLE, "bold", align="middle", steps_down=True)
    plain = setting.style.lettering(TEXT, align="middle", steps_down=True)
    title = bold.fit(said.title, "title", room)
    words = plain.fit(setting.say(setting.game.head.at_a_glance()), "face", room)
    parts = [title, words]
    if is_cover and said.tagline:
        parts.insert(1, plain.fit(said.tagline, "tagline", room))
    if face is not None:
        side = min(room, height / 2)
        band = Rect(0.0, side * 0.42, room, side * 0.16, face.colour)
        emblem = art.Placed(draw_emblem(setting.game, face, side), (room - side) / 2, 0.0)
        parts.insert(0, Drawing(room, side, (band, emblem)))
    whole = art.column(*parts, gap=BLOCK_GAP, middle=True)
    sketch.place(whole, BLOCK_GAP, 0.0, height)
    return sketch.drawing(width, height)


def make_edition(game: Game, options: Options, plan: PrintPlan) -> Print:
    """Make the labels, boxes and envelopes of a table; LudokitError names what no page holds."""
    from generator.render.pdf import draw

    setting = _edition_setting(game, options)
    pages = [page for _, page in plan_edition(game, options, _played(game, options, plan))]
    own = setting.options
    data = draw(pages, palette(game, own.ink), facts_of(setting, FLIPS["one-side"]), own.printer)
    files, titles = {f"{EDITION}/{EDITION}{own.suffix()}.pdf": data}, setting.sentences.printables
    notes = list[Message]()
    # What is for the back of a sheet is neither bound nor counted: its paper is the sheet's.
    is_whole = len(planning.edition_parts(options)) in {0, len(get_args(EditionPart))}
    for name, back in draw_examples(game, options).items() if is_whole else ():
        file = f"{EDITION}/{name}.back{own.suffix()}.pdf"
        files[file] = back
        notes.append(message("edition.example-back", what=titles[name], file=file))
    return Print(EDITION, setting.title, files, tuple(notes))


def edition_rows(game: Game, options: Options, plan: PrintPlan, before: int) -> Iterator[PlanRow]:
    """Yield what each part comes to for all tables, `before` pages of a kit behind its first."""
    planned = plan_edition(game, options, _played(game, options, plan))
    for part in dict.fromkeys(part for part, _ in planned):
        pages = [page for of, page in planned if of == part]
        count, is_label = len(pages), part == "edition-label"
        cuts, folded = (count_grid_cuts(pages), 0) if is_label else (0, count)
        need, work = CopyNeed(per="group", weight=WEIGHTS[part]), Finishing(1, cuts, folded)
        copies = copies_needed(need, plan.seating)
        row = PlanRow(part, need, copies, count, "one-side", work, before=before)
        yield replace(row, purpose=EDITION)
        before += count


def _edition_setting(game: Game, options: Options) -> Context:
    setting = Context(game, EDITION, options.without(IDLE))
    return replace(setting, name=setting.say("edition.title"))


def _played(game: Game, options: Options, plan: PrintPlan) -> PrintPlan:
    """Return what is played with: all there is, where nothing of it is printed with the edition."""
    wanted = replace(options, contents=("play",))
    rows = plan.rows or expected_plan(game, wanted, plan.seating).rows
    return PrintPlan(plan.seating, rows)


@lru_cache(maxsize=16)
def plan_edition(
    game: Game, options: Options, plan: PrintPlan
) -> tuple[tuple[EditionPart, Page], ...]:
    """Plan the pages of the parts that are wanted, all where none is named; each with its part."""
    contents, parts = contents_of_table(game, options, plan), list[EditionPart]()
    wanted: tuple[EditionPart, ...] = planning.edition_parts(options) or get_args(EditionPart)

    def planned(setting: Context) -> tuple[Page, ...]:
        pages = [_label_page(setting, plan, contents)]
        titles, say = setting.sentences.printables, setting.say
        parts.append("edition-label")
        for one, net in boxes_for(contents):
            weight, what = WEIGHTS["edition-boxes"], titles[one.printable]
            how = message("edition.box-how", what=what, n=one.count, weight=weight)
            pages.append(_net_page(setting, (net,), say(how)))
            parts.append("edition-boxes")
        for ways, folds in envelopes_for(contents, setting.options):
            weight = WEIGHTS["edition-envelopes"]
            how = message("edition.envelope-how", n=folds, weight=weight)
            pages.append(_net_page(setting, ways, say(how)))
            parts.append("edition-envelopes")
        every = tuple(zip(parts, pages, strict=True))
        kept = [(part, page) for part in wanted for of, page in every if of == part]
        parts[:] = [part for part, _ in kept]
        if not kept:
            raise LudokitError(message("edition.nothing"))
        return add_footers(setting, [page for _, page in kept])

    pages = planning.plan_checked(_edition_setting(game, options), planned)
    return tuple(zip(parts, pages, strict=True))


def _net_page(setting: Context, ways: Sequence[Net], how: str) -> Page:
    paper = setting.options.size
    for net, size in product(ways, (paper, paper.rotated())):
        width = size.width - 2 * OUTER_MARGIN
        head = headline(setting, width, (how,))
        top = HEADING_TOP + head.height + PART_GAP
        room = size.height - top - footer_height(setting, size)
        wide, high = folding.extent(net)
        if wide <= size.width - 2 * PRINTABLE_EDGE and high <= room:
            drawn = replace(draw_faced(net, setting), alt=how)
            x, y = (size.width - wide) / 2, top + (room - high) / 2
            return Page(size, _heading(setting, head, size), (Copy(1, art.Placed(drawn, x, y)),))
    wide, high = folding.extent(ways[-1])
    raise LudokitError(message("edition.too-large", width=f"{wide:.0f}", height=f"{high:.0f}"))


def _heading(setting: Context, head: Drawing, size: PaperSize) -> Drawing:
    sketch = Sketch(setting)
    sketch.place(head, OUTER_MARGIN, HEADING_TOP)
    return sketch.drawing(size.width, size.height)


def _label_page(setting: Context, plan: PrintPlan, contents: Sequence[Content]) -> Page:
    size, say = setting.options.size, setting.say
    width = size.width - 2 * OUTER_MARGIN
    bold = setting.style.lettering(SECTION, "bold")
    plain = setting.style.lettering(TEXT)
    named = message("edition.class", name=setting.options.class_name or "…………………………")
    rows = [bold.fit(say(named), "class", width - 2 * BLOCK_GAP)]
    tables = message("edition.tables", n=plan.seating.tables)
    rows.append(plain.fit(say(tables), "tables", width - 2 * BLOCK_GAP))
    titles = setting.sentences.printables
    for one in contents:
        key = "edition.beside" if one.is_beside else "edition.line"
        key = "edition.pieces" if one.is_pieces else key
        line = message(key, what=titles[one.printable], n=one.count)
        words = plain.fit(say(line), "contents", width - 3 * BLOCK_GAP - TICK)
        box = Drawing(TICK, TICK, (Rect(0.0, 0.0, TICK, TICK, "white", art.EDGE),))
        rows.append(art.row(box, words, gap=DRAWING_GAP, middle=True))
    label = art.column(*rows, gap=DRAWING_GAP)
    framed = art.centred_in(label, width, label.height + 2 * BLOCK_GAP)
    label = replace(framed, shapes=(art.Placed(label, BLOCK_GAP, BLOCK_GAP),))
    how = say(message("edition.label-how", weight=WEIGHTS["edition-label"]))
    head = headline(setting, width, (how,))
    top = HEADING_TOP + head.height + 2 * BLOCK_GAP
    room = size.height - top - footer_height(setting, size) - label.height - 2 * BLOCK_GAP
    cover = _frame(setting, _draw_face(setting, width, min(room, width), is_cover=True))
    copies = (
        Copy(1, art.Placed(cover, OUTER_MARGIN, top)),
        Copy(2, art.Placed(_frame(setting, label), OUTER_MARGIN, top + cover.height + BLOCK_GAP)),
    )
    return Page(size, _heading(setting, head, size), copies)


def _frame(setting: Context, inside: Drawing) -> Drawing:
    sketch = Sketch(setting)
    sketch.place(inside, 0.0, 0.0)
    sketch.put(Rect(0.0, 0.0, inside.width, inside.height, None, art.EDGE))
    return sketch.drawing(inside.width, inside.height)
