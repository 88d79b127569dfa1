"""The boxed edition of a kit: what a table plays with, and the paper that holds it.

Labels, boxes for pieces, belts for pads of sheets, envelopes for what is folded, dice to fold, and
the rules as a booklet that goes into the envelope.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Literal, get_args

from generator import classroom
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
from generator.game.parts import Dice, Pool
from generator.make import FLIPS, Print, document, facts_of
from generator.paper import folding
from generator.paper import shapes as art
from generator.paper.folding import Net
from generator.paper.measures import (
    BLOCK_GAP,
    COLUMN_GAP,
    DRAWING_GAP,
    OUTER_MARGIN,
    PART_GAP,
    PRINTABLE_EDGE,
)
from generator.paper.page import Copy, Page, PaperSize
from generator.paper.shapes import Drawing, Mm, Rect, Size
from generator.paper.text import SECTION, TEXT, TITLE, Lettering, set_middle
from generator.printables import planning
from generator.printables.context import SIGNS, Context, Options, palette
from generator.printables.kinds.cards import CardsEntry
from generator.printables.kinds.dice_nets import cube_net
from generator.printables.kinds.pieces import TilesEntry, TokensEntry
from generator.printables.kinds.sheet import SheetEntry
from generator.printables.page_furniture import (
    HEADING_TOP,
    add_footers,
    draw_emblem,
    footer_height,
    headline,
    name_cells,
    row_room,
    rows_on_pages,
)
from generator.printables.printable import (
    EDITION,
    DocumentEntry,
    DrawnEntry,
    EditionPart,
    Finishing,
)
from generator.printables.sketch import PLACES, Sketch
from generator.scored_example import draw_examples
from generator.words import Message, message

BOOKLET = "booklet"
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
    "edition-dice": 160,
    "edition-boxes": 200,
    "edition-belts": 80,
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
# How many sheets a pad has at least, and how high the belt about it is.
PAD = 24
BELT: Mm = 33.0
WIDEST: Mm = 230.0
# What of a belt's height each stripe along its edges takes, and how wide to its height a front is
# where its title stands beside the emblem.
STRIPE, WIDE = 0.11, 2.0
# The edge of a die to fold, its faces, and what of a face its band of colour takes.
DIE: Mm = 20.0
FACES = 6
DIE_BAND = 0.13
SIGN_SIZE = 11.0
DIE_PITCH: Mm = 4.2
# The rules are set in the largest of these that needs no more pages than a sheet folded once has,
# and leaves no more of the last one blank, in mm.
RULES = "rules"
BOOKLET_FITS = ("booklet larger", "booklet", "booklet smaller")
BOOKLET_PAGES, BOOKLET_BLANK = 4, 100.0
# In a box, dice in theirs, a belt about a pad, an envelope; or in none, beside these.
Keeping = Literal["boxed", "rolled", "belted", "folded", "beside"]
# What holds what is kept so; a label is always there, and nothing holds what lies beside.
HOLDS: Mapping[Keeping, EditionPart] = {
    "rolled": "edition-dice",
    "boxed": "edition-boxes",
    "belted": "edition-belts",
    "folded": "edition-envelopes",
}


@dataclass(frozen=True, slots=True)
class Content:
    """What a table gets of something: how many of one size, and how thick each of them is."""

    title: str
    count: int
    size: Size
    each: Mm
    kept: Keeping

    @property
    def thickness(self) -> Mm:
        """Return how thick all of it is, one upon another and not folded."""
        return self.count * self.each

    @property
    def pad(self) -> int:
        """Return how many sheets its belt holds: those of some games."""
        return self.count * -(-PAD // self.count)


@dataclass(frozen=True, slots=True)
class Die:
    """Dice to fold that are alike: how many, their colour, and whether pips have its shape."""

    count: int
    colour: str
    is_signed: bool = False


def dice_to_fold(game: Game, way: str | None) -> tuple[Die, ...]:
    """Return the dice that a table brings, to fold: those of six faces, in the game's colours."""
    wanted = classroom.read_kit_section(game).bring.values()
    named = [one.count for one in wanted if one.play_with in {None, way}]
    face, found = game.head.face, list[Die]()
    for name, part in game.head.parts.items():
        if f"{name}.count" not in named or not isinstance(part, Dice | Pool):
            continue
        if part.sides == FACES and isinstance(part, Dice):
            found += (Die(1, colour, is_signed=len(part.dice) > 1) for colour in part.dice)
        elif part.sides == FACES and isinstance(part, Pool):
            found.append(Die(part.dice, face.colour if face else "ink"))
    return tuple(found)


def contents_of_table(
    game: Game, options: Options, plan: PrintPlan, *, has_booklet: bool = False
) -> tuple[Content, ...]:
    """Return what one table plays with, each as large as it is after cutting."""
    seats = max(plan.seating.sizes, default=1)
    table, setting = ClassSeating((seats,)), Context(game, EDITION, options)
    titles, paper = setting.sentences.printables, options.size
    found = []
    for row in plan.rows:
        of, need, title = planning.entry(game, row.printable), row.need, titles[row.printable]
        if row.is_key or need.per == "class":
            continue
        each: Mm = need.weight * BULK
        kept: Keeping = "beside" if need.weight >= LIGHTEST_BOARD else "folded"
        if not isinstance(of, DrawnEntry):
            sheets, size = -(-(row.paper or 1) // row.sets), (paper.width, paper.height)
            if has_booklet and isinstance(of, DocumentEntry) and of.template == RULES:
                title, sheets = setting.say("edition.booklet"), 1
                size, each = (paper.height / 2, paper.width), 2 * each
            found.append(Content(title, sheets, size, each, "folded"))
            continue
        left_out = planning.chosen_but_ignored(game, row.printable, options)
        pages = planning.plan(game, row.printable, options.without(left_out))
        fronts = [copy.placed.drawing for one in pages if not one.is_back for copy in one.copies]
        size, count = (fronts[0].width, fronts[0].height), copies_needed(need, table)
        is_written = isinstance(of, SheetEntry) and (of.head or any(map(name_cells, fronts)))
        if isinstance(of, SheetEntry) and of.head:
            # What stays together under a head is a whole page.
            size, count = (paper.width, paper.height), -(-count // (len(fronts) - 1))
        if isinstance(of, CardsEntry | TilesEntry | TokensEntry):
            count, kept = count * len(fronts), "boxed"
        elif kept == "folded" and is_written:
            kept = "belted"
        found.append(Content(title, count, size, each, kept))
    if dice := dice_to_fold(game, plan.way):
        count = sum(die.count for die in dice)
        found.append(Content(setting.say("edition.dice"), count, (DIE, DIE), DIE, "rolled"))
    return tuple(found)


def boxes_for(contents: Sequence[Content]) -> Iterator[tuple[Content, Net]]:
    """Yield a box for each kind of pieces, several where one would be too thick."""
    for one in contents:
        if one.kept not in {"boxed", "rolled"}:
            continue
        across, down = STACKS if max(one.size) < SMALL else (1, 1)
        across = min(across, one.count)
        down = min(down, -(-one.count // across))
        stacked = -(-one.count // (across * down))
        boxes = max(1, -(-int(stacked * one.each * 100) // int(THICKEST * 100)))
        thick = -(-stacked // boxes) * one.each
        box = folding.tuck_box(one.size[0] * across, one.size[1] * down, thick)
        yield from ((replace(one, count=-(-one.count // boxes)), box) for _ in range(boxes))


def belts_for(
    contents: Sequence[Content], longest: Mm
) -> Iterator[tuple[Content, tuple[Net, ...]]]:
    """Yield for each pad of sheets its belt, in two halves where one is longer than a page."""
    for one in contents:
        if one.kept == "belted":
            (wide, high), thick = one.size, one.pad * one.each
            # A half about a whole page would take one for itself.
            wide, high = sorted(one.size) if wide > WIDEST else (wide, high)
            yield one, folding.belt(wide, min(BELT, high / 2), thick, longest)


def envelopes_for(
    contents: Sequence[Content], options: Options
) -> tuple[tuple[tuple[Net, ...], int], ...]:
    """Return equal envelopes for all paper: each as a net with a long flap, a short one, none.

    Beside each stands how often its papers are folded at most.
    """
    quarter = options.size.height / 2, options.size.width / 2
    sizes, thick, most = [(0.0, 0.0)], 0.0, 0
    for one in contents:
        if one.kept == "folded":
            size, folds = folding.folded(one.size, quarter)
            sizes.append(size)
            thick, most = thick + one.thickness * 2**folds, max(most, folds)
    if thick == 0.0:
        return ()
    count = -(-int(thick * 100) // int(THICKEST_FOLDED * 100))
    wide, high = (max(along) for along in zip(*sizes, strict=True))
    ways = tuple(folding.envelope(wide, high, thick / count, flap) for flap in FLAPS)
    return ((ways, most),) * count


def _has_typeset_rules(game: Game) -> bool:
    from generator.render.html_to_pdf import load_layout

    if not isinstance(planning.entries(game).get(RULES), DocumentEntry):
        return False
    with suppress(ImportError, OSError):
        load_layout()
        return True
    return False


def make_booklet(game: Game, options: Options, plan: PrintPlan) -> bytes | None:
    """Make the rules as a sheet that is folded once; none without rules, or without Pango."""
    from generator.render.html_to_pdf import fill_document, lay_out_html
    from generator.render.merge_booklet import impose_booklet

    found = planning.entries(game).get(RULES)
    # A sheet of A3 would make pages as large as those of the rule sheet.
    setting = Context(game, RULES, options).usual
    if not isinstance(found, DocumentEntry) or not _has_typeset_rules(game):
        return None
    template, told, about = document(setting, found, setting.options, lambda: plan)
    size = setting.options.size
    for fit in BOOKLET_FITS:
        own = {**told, "fit": fit, "page_size": f"{size.height / 2:g}mm {size.width:g}mm"}
        flowed = lay_out_html(fill_document(f"{template}.html.j2", own), about)
        is_filled = flowed.blank_heights[-1] <= BOOKLET_BLANK
        if flowed.pages <= BOOKLET_PAGES and is_filled:
            break
    return impose_booklet(flowed.data)


def draw_faced(net: Net, setting: Context, words: str) -> Drawing:
    """Draw a net with the game's face in front: cut solid lines, fold dotted ones, glue hatched."""
    (front,) = (panel for panel in net if panel.name == "front")
    left, low, right, top = *front.corners[0], *front.corners[2]
    face = _draw_face(setting, (abs(right - left), abs(top - low)), (words,))
    return Drawing(*folding.extent(net), (*folding.draw_net(net, (front.bearing(face),)),))


def _draw_belt(net: Net, setting: Context, words: str) -> Drawing:
    """Draw a belt: the colour of the game along its edges, its face in front."""
    face, shown = setting.game.head.face, list[art.Shape]()
    for panel in (panel for panel in net if panel.name in {"front", "back"}):
        (left, low), (right, _), (_, top), _ = panel.corners
        left, right = min(left, right), max(left, right)
        stripe = STRIPE * (low - top)
        if face is not None:
            shown += (Rect(left, y, right - left, stripe, face.colour) for y in (top, low - stripe))
        if panel.name == "front":
            inner = right - left, low - top - 2 * stripe
            shown.append(art.Placed(_draw_face(setting, inner, (words,)), left, top + stripe))
    return Drawing(*folding.extent(net), (*folding.draw_net(net, shown),))


def _draw_face(setting: Context, size: Size, words: Sequence[str]) -> Drawing:
    """Draw the face of a game with its title and other words, where it is wide beside these."""
    (width, height), face = size, setting.game.head.face
    is_wide = width > WIDE * height
    side = 0.0 if face is None else min(width - 2 * BLOCK_GAP, height * (0.8 if is_wide else 0.5))
    room = width - 2 * BLOCK_GAP - (side + BLOCK_GAP if is_wide else 0.0)
    align: art.Align = "left" if is_wide else "middle"
    bold = setting.style.lettering(TITLE, "bold", align=align, steps_down=True)
    plain = setting.style.lettering(TEXT, align=align, steps_down=True)
    told = [bold.fit(setting.sentences.title, "title", room)]
    told += (plain.fit(one, "face", room) for one in words)
    gap, free = (DRAWING_GAP if is_wide else BLOCK_GAP), height - (0.0 if is_wide else side)
    while told and sum(one.height + gap for one in told) > free:
        told.pop()
    whole = art.column(*told, gap=gap)
    sketch = Sketch(setting)
    if face is not None:
        emblem = draw_emblem(setting.game, face, side)
        if is_wide:
            whole = art.row(emblem, whole, gap=BLOCK_GAP, middle=True)
        else:
            band = Rect(0.0, side * 0.42, room, side * 0.16, face.colour)
            shown = Drawing(room, side, (band, art.Placed(emblem, (room - side) / 2, 0.0)))
            whole = art.column(shown, whole, gap=gap, middle=True)
    sketch.place(whole, BLOCK_GAP, 0.0, height)
    return sketch.drawing(width, height)


def _draw_die(die: Die, setting: Context) -> Drawing:
    inset, faces = DIE * DIE_BAND, list[Drawing]()
    field = Rect(inset, inset, DIE - 2 * inset, DIE - 2 * inset, "white", art.THIN, inset)
    # Pips are letters, which stay black in every ink.
    how = Lettering(setting.style.family.bold, SIGN_SIZE, "ink", "middle")
    sign = setting.sign(die.colour) if die.is_signed else SIGNS["circle"]
    for number in range(1, FACES + 1):
        sketch = Sketch(setting)
        sketch.put(Rect(0.0, 0.0, DIE, DIE, die.colour), field)
        for x, y in PLACES[number]:
            at = DIE / 2 + x * DIE_PITCH, DIE / 2 + y * DIE_PITCH
            sketch.put(*set_middle(sign, *at, how))
        faces.append(sketch.drawing(DIE, DIE))
    return replace(cube_net(faces, DIE), alt=setting.title)


def make_edition(game: Game, options: Options, plan: PrintPlan) -> Print:
    """Make all of a table's edition; LudokitError names what no page holds."""
    from generator.render.pdf import draw

    setting, played = _edition_setting(game, options), _played(game, options, plan)
    pages = [sheet.page for sheet in _plan_sheets(game, options, played)]
    own = setting.options
    data = draw(pages, palette(game, own.ink), facts_of(setting, FLIPS["one-side"]), own.printer)
    files, titles = {f"{EDITION}/{EDITION}{own.suffix()}.pdf": data}, setting.sentences.printables
    notes = list[Message]()
    held = {one.kept for one in _contents(game, options, played)}
    if not {part for kept, part in HOLDS.items() if kept in held} <= {*_wanted_parts(options)}:
        return Print(EDITION, setting.title, files)
    if (booklet := make_booklet(game, own, plan)) is not None:
        file = f"{EDITION}/{BOOKLET}{own.suffix()}.pdf"
        files[file] = booklet
        notes.append(message("edition.booklet-how", file=file))
    # What is for the back of a sheet is neither bound nor counted: its paper is the sheet's.
    examples = draw_examples(game, options)
    for name, entry in planning.of_kind(game, SheetEntry).items():
        if entry.example is None or entry.play_with not in {None, plan.way}:
            continue
        if (back := examples.get(name)) is None:
            notes.append(message("edition.example-none", what=titles[name]))
            continue
        file = f"{EDITION}/{name}{own.suffix()}.back.pdf"
        files[file] = back
        notes.append(message("edition.example-back", what=titles[name], file=file))
    return Print(EDITION, setting.title, files, tuple(notes))


def edition_rows(game: Game, options: Options, plan: PrintPlan, before: int) -> Iterator[PlanRow]:
    """Yield what each part comes to for all tables, `before` pages of a kit behind its first."""
    sheets = _plan_sheets(game, options, _played(game, options, plan))
    for part in dict.fromkeys(sheet.part for sheet in sheets):
        works = [sheet.work for sheet in sheets if sheet.part == part]
        folded, shaped = sum(one.folded for one in works), sum(one.shaped for one in works)
        need = CopyNeed(per="group", weight=WEIGHTS[part])
        on_page, copies = works[0].copies_per_page, copies_needed(need, plan.seating)
        work = Finishing(on_page, folded=folded, shaped=shaped)
        row = PlanRow(part, need, copies, len(works), "one-side", work, before=before)
        yield replace(row, purpose=EDITION)
        before += len(works)


def _edition_setting(game: Game, options: Options) -> Context:
    setting = Context(game, EDITION, options.without(IDLE))
    return replace(setting, name=setting.say("edition.title"))


def _played(game: Game, options: Options, plan: PrintPlan) -> PrintPlan:
    """Return what is played with: all there is, where nothing of it is printed with the edition."""
    wanted = replace(options, contents=("play",))
    found = plan if plan.rows else expected_plan(game, wanted, plan.seating)
    return PrintPlan(plan.seating, found.rows, found.others)


def _wanted_parts(options: Options) -> tuple[EditionPart, ...]:
    return planning.edition_parts(options) or get_args(EditionPart)


@lru_cache(maxsize=16)
def _contents(game: Game, options: Options, plan: PrintPlan) -> tuple[Content, ...]:
    return contents_of_table(game, options, plan, has_booklet=_has_typeset_rules(game))


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A page of a part of the edition, and what is done with it."""

    part: EditionPart
    page: Page
    work: Finishing


@lru_cache(maxsize=16)
def _plan_sheets(game: Game, options: Options, plan: PrintPlan) -> tuple[_Sheet, ...]:
    contents, wanted = _contents(game, options, plan), _wanted_parts(options)
    kept = list[_Sheet]()

    def planned(setting: Context) -> tuple[Page, ...]:
        every = list(_sheets(setting, plan, contents))
        kept[:] = [sheet for part in wanted for sheet in every if sheet.part == part]
        if not kept:
            raise LudokitError(message("edition.nothing"))
        return add_footers(setting, [sheet.page for sheet in kept])

    pages = planning.plan_checked(_edition_setting(game, options), planned)
    return tuple(replace(one, page=page) for one, page in zip(kept, pages, strict=True))


def _sheets(setting: Context, plan: PrintPlan, contents: Sequence[Content]) -> Iterator[_Sheet]:
    """Yield the label, then the nets of dice, boxes, belts and envelopes."""
    say, tables = setting.say, plan.seating.tables
    weights = {part: setting.paper_weight(weight) for part, weight in WEIGHTS.items()}
    yield _Sheet("edition-label", _label_page(setting, plan, contents), Finishing(1, shaped=2))
    every, boxes = dice_to_fold(setting.game, plan.way), list(boxes_for(contents))
    dice = [drawn for die in every for drawn in [_draw_die(die, setting)] * die.count]
    how = say(message("edition.dice-how", n=len(dice), weight=weights["edition-dice"]))
    own = [_draw_box(setting, *box) for box in boxes if box[0].kept == "rolled"]
    yield from _pages_of("edition-dice", setting, how, (*dice, *own), tables)
    for one, net in (box for box in boxes if box[0].kept == "boxed"):
        weight = weights["edition-boxes"]
        how = say(message("edition.box-how", what=one.title, n=one.count, weight=weight))
        yield _net_sheet("edition-boxes", setting, (net,), how, _held(setting, one))
    belts, longest = list[Drawing](), setting.options.size.height - 2 * PRINTABLE_EDGE
    for one, nets in belts_for(contents, longest):
        held = say(message("edition.pad", what=one.title, n=one.pad))
        belts += (_draw_belt(net, setting, held) for net in nets)
    how = say(message("edition.belt-how", weight=weights["edition-belts"]))
    yield from _pages_of("edition-belts", setting, how, belts, tables)
    for ways, folds in envelopes_for(contents, setting.options):
        weight = weights["edition-envelopes"]
        how = say(message("edition.envelope-how", n=folds, weight=weight))
        glance = say(setting.game.head.at_a_glance())
        yield _net_sheet("edition-envelopes", setting, ways, how, glance)


def _held(setting: Context, one: Content) -> str:
    return setting.say(message("edition.kept-boxed", what=one.title, n=one.count))


def _draw_box(setting: Context, one: Content, net: Net) -> Drawing:
    return draw_faced(net, setting, _held(setting, one))


def _pages_of(
    part: EditionPart,
    setting: Context,
    how: str,
    nets: Sequence[Drawing],
    tables: int,
) -> Iterator[_Sheet]:
    paper = setting.options.size
    size = paper.rotated() if part == "edition-belts" else paper
    width, high = row_room(setting, (), size)
    room = size.width - 2 * PRINTABLE_EDGE

    def headed(*drawn: Drawing) -> list[Page]:
        return rows_on_pages([headline(setting, width, (how,)), *drawn], setting, (), size)

    def planned(sets: int) -> list[Page]:
        rows = art.in_rows([*nets] * sets, room, COLUMN_GAP, lambda one: one.width)
        return headed(*(art.row(*row, gap=COLUMN_GAP) for row in rows if row))

    alone = planned(1) if nets else []
    if len(alone) > 1:
        # Turned, with the longest first, they may need no second page.
        whole = _in_turned_columns(nets, high - headline(setting, width, (how,)).height - PART_GAP)
        alone = headed(whole) if whole.width <= room else alone
    # What is left of a page holds those of other tables.
    every = ((n, planned(n)) for n in range(tables, 1, -1))
    fitting = (one for one in every if len(one[1]) == len(alone))
    sets, pages = next(fitting, (1, alone))
    for number, page in enumerate(pages):
        # All nets of a printable are told with its first page.
        held = 0 if number else len(nets) * sets
        yield _Sheet(part, page, Finishing(sets, shaped=held, folded=held))


def _in_turned_columns(nets: Sequence[Drawing], height: Mm) -> Drawing:
    """Lay nets on their sides into columns no higher than that, the longest first."""
    turned = (
        Drawing(one.height, one.width, (art.Placed(one, one.height, 0.0, 90.0),)) for one in nets
    )
    longest = sorted(turned, key=lambda one: -one.height)
    columns = art.in_rows(longest, height, DRAWING_GAP, lambda one: one.height)
    return art.row(*(art.column(*one, gap=DRAWING_GAP) for one in columns), gap=DRAWING_GAP)


def _net_sheet(
    part: EditionPart, setting: Context, ways: Sequence[Net], how: str, words: str
) -> _Sheet:
    paper = setting.options.size
    for net, size in product(ways, (paper, paper.rotated())):
        width = size.width - 2 * OUTER_MARGIN
        head = headline(setting, width, (how,))
        top = HEADING_TOP + head.height + PART_GAP
        room = size.height - top - footer_height(setting, size)
        wide, high = folding.extent(net)
        if wide <= size.width - 2 * PRINTABLE_EDGE and high <= room:
            drawn = replace(draw_faced(net, setting, words), alt=how)
            x, y = (size.width - wide) / 2, top + (room - high) / 2
            copies = (Copy(1, art.Placed(drawn, x, y)),)
            work = Finishing(1, shaped=folding.pieces_cut(net), folded=1)
            return _Sheet(part, Page(size, _heading(setting, head, size), copies), work)
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
    for one in contents:
        line = message(f"edition.kept-{one.kept}", what=one.title, n=one.count)
        words = plain.fit(say(line), "contents", width - 3 * BLOCK_GAP - TICK)
        box = Drawing(TICK, TICK, (Rect(0.0, 0.0, TICK, TICK, "white", art.EDGE),))
        rows.append(art.row(box, words, gap=DRAWING_GAP, middle=True))
    label = art.column(*rows, gap=DRAWING_GAP)
    framed = art.centred_in(label, width, label.height + 2 * BLOCK_GAP)
    label = replace(framed, shapes=(art.Placed(label, BLOCK_GAP, BLOCK_GAP),))
    weight = setting.paper_weight(WEIGHTS["edition-label"])
    told = [say(message("edition.label-how", weight=weight))]
    if any(one.title == say("edition.booklet") for one in contents):
        told.append(say(message("edition.booklet-how", file=BOOKLET)))
    head = headline(setting, width, told)
    top = HEADING_TOP + head.height + 2 * BLOCK_GAP
    room = size.height - top - footer_height(setting, size) - label.height - 2 * BLOCK_GAP
    glance = filter(None, (setting.sentences.tagline, say(setting.game.head.at_a_glance())))
    cover = _frame(setting, _draw_face(setting, (width, min(room, width)), tuple(glance)))
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
