"""A made-up deck of any number of different cards, laid out once for every program to draw."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random

from generator.paper.imposition import Cutting, Piece, impose
from generator.paper.measures import CELL_LINE, HAIRLINE
from generator.paper.page import PAPERS, Copy, Margins, Page
from generator.paper.palette import Palette, Swatch
from generator.paper.shapes import Circle, Drawing, Path, Placed, Rect, Shape, Stroke, ring_sector
from generator.paper.text import Style

WIDTH, HEIGHT, PADDING, BAND = 63.0, 88.0, 4.0, 13.5
STYLE = Style("en")
COLOURS = ("orange", "blue", "green", "violet")
PALETTE = Palette(
    tuple(
        zip(
            COLOURS,
            (Swatch("#d9661f"), Swatch("#2f74c8"), Swatch("#2f7d47"), Swatch("#754a9c")),
            strict=True,
        )
    )
)
WORDS = (
    *("heron", "pond", "reed", "frog", "lily", "otter", "stone", "river", "moss", "cloud"),
    *("rain", "shore", "willow", "nest", "feather", "ripple", "mud", "dawn", "dusk", "bridge"),
)


@dataclass(frozen=True, slots=True)
class Said:
    """What a card of the made-up deck says."""

    title: str
    kind: str
    text: str
    colour: str


@cache
def said(number: int) -> Said:
    """Return the words of a card, ready before any program begins: no two cards say the same."""
    chance = Random(number)  # noqa: S311 - a made-up deck
    words = [chance.choice(WORDS) for _ in range(18)]
    text = f"{' '.join(words)} {number}."
    return Said(
        f"{words[0].title()} {number}",
        f"{words[1]} · {number % 7 + 1}",
        text.capitalize(),
        COLOURS[number % len(COLOURS)],
    )


@cache
def emblem(colour: str) -> Drawing:
    """Return the picture that cards of a colour share."""
    ring, white = Stroke(colour, 1.6), Stroke("white", CELL_LINE)
    sectors: tuple[Path, ...] = tuple(
        ring_sector((14.0, 14.0), (7.0, 13.5), (turn, turn + 60), colour, white)
        for turn in range(0, 360, 90)
    )
    return Drawing(28.0, 28.0, (*sectors, Circle(14.0, 14.0, 4.5, "white", ring)))


def card(number: int) -> Drawing:
    """Draw a card: a band with title and kind, an emblem, a text that is wrapped to fit."""
    words = said(number)
    inner = WIDTH - 2 * PADDING
    on = f"{words.colour}.on"
    title = STYLE.lettering(13.0, "bold", on).fit(words.title, "title", inner, 5.4)
    kind = STYLE.lettering(7.5, "regular", on).fit(words.kind, "kind", inner, 3.6)
    text = STYLE.lettering(8.5, steps_down=True).fit(words.text, "text", inner, 24.0)
    shapes: tuple[Shape, ...] = (
        Rect(0.0, 0.0, WIDTH, BAND, words.colour),
        Placed(title, PADDING, 3.4),
        Placed(kind, PADDING, 9.2),
        Placed(emblem(words.colour), (WIDTH - 28.0) / 2, 19.0),
        Placed(text, PADDING, HEIGHT - PADDING - text.height),
        Rect(0.0, 0.0, WIDTH, HEIGHT, None, Stroke("secondary", HAIRLINE), 3.0),
    )
    return Drawing(WIDTH, HEIGHT, shapes)


def plan(cards: int) -> tuple[Page, ...]:
    """Plan a deck of so many different cards, nine on a page."""
    return tuple(pages(range(cards)))


def pages(numbers: range) -> Iterator[Page]:
    """Yield the pages of some cards."""
    size = PAPERS["a4"]
    pieces = tuple(Piece(str(number), card(number)) for number in numbers)
    for page in impose(pieces, size, edge=Margins(bottom=12.5), cutting=Cutting()):
        # As pages of a game tell what is on their cards.
        copies = (
            Copy(one.number, one.placed, alt=said(numbers[one.number - 1]).title)
            for one in page.copies
        )
        yield replace(page, copies=tuple(copies))
