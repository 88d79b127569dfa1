"""Services that print single cards: which sizes they ask for, and which of these a deck gets."""

from collections.abc import Mapping
from functools import cache
from math import log
from typing import Annotated

from pydantic import Field

from generator import paths
from generator.game.facts import Facts, Id, Sentence
from generator.game.head import Source
from generator.paper.shapes import Size
from generator.print_shop.card_designs import CardFormat
from generator.reading.text_files import read_file
from generator.reading.validate import validate

FILE = "print-shops.yaml"
DPI, INCH = 300, 25.4
# A card of a shape that differs by more is another card, not the same one larger or smaller.
LIKE = log(1.12)

Dots = Annotated[int, Field(ge=1, le=10_000)]


class CardService(Facts):
    """A service that prints cards from pictures that stand upright; lengths in dots."""

    name: Sentence
    page: Annotated[str, Field(pattern="^https://")]
    bleed: Annotated[float, Field(gt=0, le=100)]
    formats: Annotated[Mapping[Id, tuple[Dots, Dots]], Field(min_length=1)]
    sources: Annotated[tuple[Source, ...], Field(min_length=1)]

    def cut_size(self, name: str) -> Size:
        """Return the width and height of a format in mm, as it is cut."""
        cut = [(side - 2 * self.bleed) / DPI * INCH for side in self.formats[name]]
        return round(cut[0], 3), round(cut[1], 3)

    def format_for(self, card: Size, name: str = "") -> CardFormat | None:
        """Return the format of a name, or else the one most like a card; None where none is."""
        upright, is_turned = (min(card), max(card)), card[0] > card[1]
        sizes = [self.cut_size(one) for one in self.formats if name in {"", one}]
        like = [one for one in sizes if name or _difference(one, upright) < LIKE]
        if not like:
            return None
        width, height = min(like, key=lambda one: abs(log(one[0] * one[1] / card[0] / card[1])))
        size = (height, width) if is_turned else (width, height)
        return CardFormat(size, self.bleed / DPI * INCH, is_turned)


class _Services(Facts):
    services: Mapping[Id, CardService]


@cache
def card_services() -> Mapping[str, CardService]:
    """Return the services by the names of their folders; DataError with every fault."""
    return validate(read_file(paths.rules_data() / FILE), _Services).services


def _difference(one: Size, other: Size) -> float:
    return abs(log(one[1] / one[0] * other[0] / other[1]))
