"""Sheets of tokens to cut out, told apart by shape and sign as well as by colour."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from pydantic import Field

from generator.game.facts import Count, Facts, Id
from generator.game.head import Tone
from generator.game.parts import Markers, Supply
from generator.paper.compose import above
from generator.paper.cutting import Edge, Piece
from generator.paper.imposition import best_grid
from generator.paper.page import Page
from generator.paper.shapes import Drawing, Placed, Shape
from generator.paper.sizes import OUTER_MARGIN
from generator.paper.style import LABEL
from generator.paper.text import cap_height, set_line, width_of
from generator.paper.units import Mm
from generator.printables import furniture
from generator.printables.headline import headline
from generator.printables.pages import HEADING_TOP, UNDER_HEADING, imposed_pages
from generator.printables.pictures import picture
from generator.printables.setting import Setting
from generator.printables.token import LOWER, outline, token

# White between two tokens, and how their size is tried out.
GUTTER: Mm = 2.0
STEP: Mm = 0.25
SMALL: Mm = 6.0
GAP: Mm = 2.5
# A picture's width as a share of its token, where the shape has less room than a circle.
PICTURE = 0.56
PICTURES: dict[Tone, float] = {
    "square": 0.5,
    "triangle": 0.34,
    "diamond": 0.42,
    "star": 0.34,
}


class TokenGroup(Facts):
    """So many tokens of one look: the colour's shape, and a sign or a picture of the game.

    `text` is the game's text that names them in the legend.
    """

    colour: Id
    count: Count
    text: Id
    sign: Annotated[str, Field(max_length=3)] = ""
    picture: Id | None = None


class TokensEntry(Facts):
    """A set of tokens: groups of their own, and those of a part, markers or a supply.

    `across` is the least width in mm and the largest; `note` a text of the game above the tokens;
    `picture` stands on every token of a supply.
    """

    kind: Literal["tokens"]
    across: tuple[Annotated[float, Field(ge=8, le=60)], Annotated[float, Field(ge=8, le=60)]]
    part: Id | None = None
    groups: tuple[TokenGroup, ...] = ()
    note: Id | None = None
    picture: Id | None = None


@dataclass(frozen=True, slots=True)
class Lot:
    """Tokens of one look, their name for the legend, and how many of them a set has."""

    colour: str
    sign: str
    picture: str | None
    name: str
    count: int


def plan(entry: TokensEntry, setting: Setting) -> tuple[Page, ...]:
    """Plan the pages: as many whole sets as a page holds, the tokens then as large as can be.

    With copies, that many times as many sets.
    """
    lots = lots_of(entry, setting)
    notes = (setting.say("print.small-parts"),)
    heading = _heading(entry, lots, setting)
    room = Edge(
        top=HEADING_TOP + heading.height + UNDER_HEADING,
        bottom=furniture.band(setting, setting.options.size.width - 2 * OUTER_MARGIN, notes),
    )
    least, most = (setting.style.length(one) for one in entry.across)
    each = sum(lot.count for lot in lots)
    sets = max(1, _per_page(least, setting, room) // each)
    across = least
    while across + STEP <= most and _per_page(across + STEP, setting, room) >= sets * each:
        across += STEP
    pieces = tuple(_pieces(lots, across, setting)) * (sets * setting.options.copies)
    cutting = setting.options.cutting(GUTTER)
    return imposed_pages(pieces, setting, cutting, heading=heading, footnotes=notes)


def lots_of(entry: TokensEntry, setting: Setting) -> tuple[Lot, ...]:
    """Return what a set consists of: the tokens of the part, then the groups."""
    return (*_of_part(entry, setting), *(_of_group(group, setting) for group in entry.groups))


def _of_part(entry: TokensEntry, setting: Setting) -> Iterator[Lot]:
    if entry.part is None:
        return
    supply = setting.game.head.parts.get(entry.part)
    if isinstance(supply, Supply):
        for colour in supply.colours:
            name = setting.said.words.get("colours", {}).get(colour, colour)
            yield Lot(colour, "", entry.picture, name, supply.each)
        return
    for marker in setting.game.part(entry.part, Markers).all():
        sign, name = setting.said.label(marker.id), setting.text(f"marker.{marker.id}")
        yield Lot(marker.colour, sign, None, name, marker.copies)


def _of_group(group: TokenGroup, setting: Setting) -> Lot:
    return Lot(group.colour, group.sign, group.picture, setting.text(group.text), group.count)


def _per_page(across: Mm, setting: Setting, room: Edge) -> int:
    piece = Piece("token", Drawing(across, across), is_straight=False)
    cutting = setting.options.cutting(GUTTER)
    return best_grid([piece], setting.options.size, edge=room, cutting=cutting).per_page


def _pieces(lots: tuple[Lot, ...], across: Mm, setting: Setting) -> Iterator[Piece]:
    for lot in lots:
        piece = Piece(lot.name, _drawn(lot, across, setting), is_straight=False)
        yield from (piece for _ in range(lot.count))


def _drawn(lot: Lot, across: Mm, setting: Setting) -> Drawing:
    """Draw a token; a picture stands where its sign would."""
    if lot.picture is None:
        drawing = token(setting, lot.colour, lot.sign, across)
        return replace(drawing, title=f"{lot.colour} {lot.sign}".strip())
    tone = setting.game.head.colours[lot.colour].shape
    middle = across / 2
    shown = picture(setting.game, lot.picture, across * PICTURES.get(tone, PICTURE))
    lower = middle * LOWER if tone == "triangle" else 0.0
    inside = Placed(shown, middle - shown.width / 2, middle + lower - shown.height / 2)
    ground = outline(tone, middle, middle, middle, fill=lot.colour)
    return Drawing(across, across, (ground, inside), title=f"{lot.colour} {lot.picture}")


def _heading(entry: TokensEntry, lots: tuple[Lot, ...], setting: Setting) -> Drawing:
    """Draw the title, how tokens are made, and a legend with the number of each in a set."""
    width = setting.options.size.width - 2 * OUTER_MARGIN
    notes = [setting.text(entry.note)] if entry.note else []
    head = headline(setting, width, (*notes, setting.say("print.tokens-how")))
    return above(head, _legend(lots, setting, width), gap=setting.style.length(GAP))


def _legend(lots: tuple[Lot, ...], setting: Setting, width: Mm) -> Drawing:
    """Draw each look in small with its name and number, in as many lines as it takes."""
    style = setting.style
    how = style.lettering(LABEL)
    side = style.length(SMALL)
    shapes: list[Shape] = []
    x = y = 0.0
    for lot in lots:
        words = f"{lot.name} × {lot.count}"
        taken = side + 1.5 + width_of(words, how.font, how.size)
        if x and x + taken > width:
            x, y = 0.0, y + side + 1.5
        shapes.append(Placed(_drawn(lot, side, setting), x, y))
        base = y + side / 2 + cap_height(how.font, how.size) / 2
        shapes += set_line(words, x + side + 1.5, base, how)
        x += taken + style.length(5.0)
    return Drawing(width, y + side, tuple(shapes))
