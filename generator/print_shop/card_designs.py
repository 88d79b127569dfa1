"""The cards of a deck that differ, and a page for each side of one."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from generator.errors import LudokitError
from generator.paper.imposition import Piece
from generator.paper.page import Box, Copy, Page, PaperSize
from generator.paper.shapes import Drawing, Mm, Placed, Rect, Size
from generator.paper.text import DoesNotFitError
from generator.printables.context import Context
from generator.printables.printable import DrawnEntry
from generator.words import fold, message

LONGEST_STEM = 30


@dataclass(frozen=True, slots=True)
class CardFormat:
    """A card as it is cut, how far its colour goes beyond that, and whether its page is turned."""

    size: Size
    bleed: Mm = 0.0
    is_turned: bool = False


@dataclass(frozen=True, slots=True)
class CardDesign:
    """A card that is printed in some copies, and the names of its two pictures."""

    piece: Piece
    title: str
    copies: int
    front: str
    back: str

    @property
    def size(self) -> Size:
        """Return its width and height."""
        return self.piece.front.width, self.piece.front.height

    def sides(self) -> Iterator[tuple[str, Drawing, bool]]:
        """Yield name and drawing of its front, then of its back, if it has one, with True."""
        yield self.front, self.piece.front, False
        if self.piece.back is not None:
            yield self.back, self.piece.back, True

    def with_back(self) -> "CardDesign":
        """Return it with a white back where it has none."""
        if self.piece.back is not None:
            return self
        return replace(self, piece=replace(self.piece, back=Drawing(*self.size)))


def card_designs(found: DrawnEntry, setting: Context) -> tuple[CardDesign, ...]:
    """Return the cards of a deck in its order; LudokitError where words do not fit them."""
    try:
        pieces = found.deck_pieces(setting)
    except DoesNotFitError as error:
        reason = message("print.cannot", printable=setting.title, reason=error.message)
        raise LudokitError(reason) from error
    keys = [(one.name, id(one.front), id(one.back)) for one in pieces]
    different, copies = dict(zip(keys, pieces, strict=True)), Counter(keys)
    behind = Counter(id(one.back) for one in different.values())
    backs = {one: f"back-{number}" for number, one in enumerate(behind, start=1)}
    wide, designs, texts = len(str(len(different))), list[CardDesign](), setting.sentences.texts
    for number, (key, piece) in enumerate(different.items(), start=1):
        front = f"{number:0{wide}}-{_stem(piece.name)}".strip("-")
        back = "back" if len(behind) == 1 else backs[id(piece.back)]
        # Each with its own answer behind it.
        back = f"{front}-back" if len(behind) == len(different) > 1 else back
        title = texts.get(f"card.{piece.name}", piece.name)
        designs.append(CardDesign(piece, title, copies[key], front, back))
    return tuple(designs)


def _stem(name: str) -> str:
    """Return what of a card's name every system can hold."""
    return re.sub("[^a-z0-9]+", "-", fold(name))[:LONGEST_STEM].strip("-")


def card_page(drawing: Drawing, of: CardFormat, number: int, *, is_back: bool) -> Page:
    """Return a page with one side of a card; one that lies is turned so that its page stands."""
    (width, height), by = of.size, of.bleed
    shown = Rect(-by, -by, width + 2 * by, height + 2 * by)
    placed = Placed(drawing, by, by, clip=shown)
    if of.is_turned:
        # The other way behind: turned over from left to right, the card is read upright.
        corner = (by, by + width, 270.0) if is_back else (by + height, by, 90.0)
        placed, width, height = Placed(drawing, *corner, clip=shown), height, width
    whole = Box(0.0, 0.0, width + 2 * by, height + 2 * by)
    boxes = (Box(by, by, by + width, by + height), whole) if by else ()
    size = PaperSize("a4", *whole.size)
    return Page(size, copies=(Copy(number, placed),), is_back=is_back, boxes=boxes)
