"""Cards to cut out, fronts and backs, and the same deck as images for virtual tabletops."""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, pairwise
from typing import Annotated, Literal

from pydantic import Field

from generator.errors import LudokitError
from generator.game import Game
from generator.game.facts import Id
from generator.game.parts import Deck
from generator.paper.cutting import Piece
from generator.paper.page import Copy, Page
from generator.paper.shapes import HEAVY_LINE, Clip, Drawing, Placed, Rect, Shape, Stroke
from generator.paper.sizes import PaperSize
from generator.paper.units import Mm
from generator.printables.context import PrintContext
from generator.printables.kinds.card_face import (
    BEYOND,
    PADDING,
    Blank,
    Look,
    Subject,
    Zone,
    face,
    words_in,
)
from generator.printables.kinds.entry import DrawnEntry, Work
from generator.printables.notes import footnotes
from generator.printables.options import CARD_SIZES
from generator.printables.pages import imposed_pages
from generator.words import fold, message, not_one_of

# Pictures in the longer rows.
WIDE = 3


def back(zones: Sequence[Zone], deck: Deck, blank: Blank) -> Drawing:
    """Draw the back of a deck: the game's title among the pictures of a type of its cards."""
    setting, width, height = blank.setting, blank.width, blank.height
    by_name: dict[str, Zone] = {zone.zone: zone for zone in zones}
    names = deck.of_type(by_name["picture"].shows) if "picture" in by_name else ()
    colour = deck.types[deck.cards[names[0]].type].band if names else "ink"
    inset = setting.style.length(PADDING)
    frame = Rect(
        inset,
        inset,
        width - 2 * inset,
        height - 2 * inset,
        "white",
        Stroke(colour, HEAVY_LINE),
        inset / 2,
    )
    ground = Rect(-BEYOND, -BEYOND, width + 2 * BEYOND, height + 2 * BEYOND, f"{colour}.tint")
    shapes: list[Shape] = [ground, frame, *_strewn(names, deck, colour, blank)]
    subject = Subject(deck, names[0] if names else next(iter(deck.cards)), setting)
    title = words_in(
        subject,
        "back",
        setting.text(by_name["title"].shows),
        (blank.inner - 2 * inset, 0.0),
        Look(15.0, "bold", colour, "middle"),
    )
    shapes.append(Placed(title, 2 * inset, (height - title.height) / 2))
    return Drawing(width, height, (*shapes, *blank.edge()), title="back")


def _strewn(names: Sequence[str], deck: Deck, colour: str, blank: Blank) -> Iterator[Shape]:
    """Yield pictures in staggered rows above and below the middle, which the title has."""
    if not names:
        return
    style = blank.setting.style
    side, inset = style.length(9.0), style.length(PADDING + 4.0)
    pitch = (blank.width - 2 * inset - side) / (WIDE - 1)
    down = side + style.length(3.2)
    rows = int((blank.height / 2 - inset - style.length(9.0)) / down)
    subject = Subject(deck, names[0], blank.setting)
    turn = cycle(names)
    above = [(row, inset + row * down) for row in range(rows)]
    below = [(row, blank.height - y - side) for row, y in reversed(above)]
    for row, y in (*above, *below):
        for column in range(WIDE - row % 2):
            x = inset + (column + row % 2 / 2) * pitch
            yield Placed(subject.picture(next(turn), side, colour), x, y)


# Edges nearer than this, in mm, are parted by one cut.
ONE_CUT: Mm = 0.3


class CardsEntry(DrawnEntry):
    """A deck of the game: what the face of each type of card shows, and what the back does."""

    kind: Literal["cards"]
    part: Id
    faces: Mapping[Id, Annotated[tuple[Zone, ...], Field(min_length=1)]]
    back: tuple[Zone, ...] = ()

    uses = frozenset({"duplex", "bleed", "card_size", "only"})

    def plan(self, setting: PrintContext) -> tuple[Page, ...]:
        """Plan the pages of a deck, or of the cards chosen, as often as wanted.

        Raise LudokitError with the nearest name for a card that the deck does not have.
        """
        names = wanted(self, setting.game, setting.options.only) * setting.options.copies
        fronts = {name: front(self, setting, name) for name in dict.fromkeys(names)}
        reverse = back_of(self, setting)
        pieces = tuple(Piece(name, fronts[name], reverse) for name in names)
        notes = footnotes(setting, (self.part,))
        return imposed_pages(pieces, setting, setting.options.cutting(), footnotes=notes)

    def work(self, setting: PrintContext, pages: Sequence[Page]) -> Work:
        """Return what a set holds and what there is to do with it."""
        cuts = sum(_edges(page) for page in pages if not page.is_back)
        return Work(setting.options.copies, cuts=cuts)


def _edges(page: Page) -> int:
    """Return along how many lines the cards of a page begin or end: each is one cut."""
    lefts = [copy.placed.x for copy in page.copies]
    tops = [copy.placed.y for copy in page.copies]
    rights = [copy.placed.x + copy.placed.drawing.width for copy in page.copies]
    lows = [copy.placed.y + copy.placed.drawing.height for copy in page.copies]
    return _apart([*lefts, *rights]) + _apart([*tops, *lows])


def _apart(places: Sequence[float]) -> int:
    """Count places, those next to each other as one."""
    ordered = sorted(places)
    return 1 + sum(b - a > ONE_CUT for a, b in pairwise(ordered))


def front(entry: CardsEntry, setting: PrintContext, name: str) -> Drawing:
    """Draw the front of a card."""
    deck = setting.game.part(entry.part, Deck)
    return face(entry.faces[deck.cards[name].type], deck, name, blank(setting))


def back_of(entry: CardsEntry, setting: PrintContext) -> Drawing | None:
    """Draw the back that all cards share, where the deck has one."""
    deck = setting.game.part(entry.part, Deck)
    return back(entry.back, deck, blank(setting)) if entry.back else None


def blank(setting: PrintContext) -> Blank:
    """Return the card that faces are drawn on: its size, larger for low vision."""
    width, height = size_of(setting)
    return Blank(setting, width, height)


def size_of(setting: PrintContext) -> tuple[Mm, Mm]:
    """Return the width and height of a card."""
    width, height = CARD_SIZES[setting.options.card_size]
    return setting.style.length(width), setting.style.length(height)


def wanted(entry: CardsEntry, game: Game, only: Sequence[str]) -> tuple[str, ...]:
    """Return the ids of the cards to print, all copies of those named, or of the whole deck.

    A card is named by its id, or as a record or its title says in either language, without regard
    to case and accents.
    """
    deck = game.part(entry.part, Deck)
    if not only:
        return deck.printed()
    called = {name: _names(game, deck, name) for name in deck.cards}
    known = {fold(word): name for name, words in called.items() for word in words}
    for word in only:
        if fold(word) not in known:
            raise LudokitError(message("print.unknown-card", reason=not_one_of(word, known)))
    chosen = {known[fold(word)] for word in only}
    return tuple(name for name in deck.printed() if name in chosen)


def _names(game: Game, deck: Deck, name: str) -> Iterator[str]:
    """Yield everything that a card is called; of a title in two words each of them."""
    other = deck.cards[name].name
    yield from (name, other or name)
    for said in game.said.values():
        title = said.texts[f"card.{name}"]
        yield from (title, *(word.strip(" ()") for word in title.split("(")))
        yield said.words.get("cards", {}).get(name, name)
        if other:
            yield said.words.get("behaviours", {}).get(other, other)


FORMAT = 1
COLUMNS, ROWS = 10, 7


def sheets(entry: CardsEntry, setting: PrintContext) -> tuple[Page, ...]:
    """Plan a page for each image of the deck, cards side by side; the last one is the back."""
    names = wanted(entry, setting.game, setting.options.only)
    fronts = {name: front(entry, setting, name) for name in dict.fromkeys(names)}
    most = COLUMNS * ROWS
    pages = [
        _grid([fronts[name] for name in names[start : start + most]], setting)
        for start in range(0, len(names), most)
    ]
    back = back_of(entry, setting)
    return (*pages, *([] if back is None else [_grid([back], setting)]))


def _grid(cards: list[Drawing], setting: PrintContext) -> Page:
    width, height = size_of(setting)
    rows = -(-len(cards) // COLUMNS)
    columns = min(len(cards), COLUMNS)
    shown = Clip(0.0, 0.0, width, height)
    copies = tuple(
        Copy(
            number + 1,
            Placed(card, number % COLUMNS * width, number // COLUMNS * height, clip=shown),
        )
        for number, card in enumerate(cards)
    )
    size = PaperSize(setting.options.paper, columns * width, rows * height)
    return Page(size, Drawing(size.width, size.height), copies)


def card_list(entry: CardsEntry, setting: PrintContext, stem: str) -> str:
    """Return the list of the cards as JSON: image, row and column, each counted from 1."""
    deck = setting.game.part(entry.part, Deck)
    names = wanted(entry, setting.game, setting.options.only)
    head = {
        "format": FORMAT,
        "game": setting.game.name,
        "printable": setting.printable,
        "lang": setting.options.language,
        "columns": min(len(names), COLUMNS),
        "back": f"{stem}-back.png" if entry.back else None,
    }
    lines = ",\n".join(
        "  " + json.dumps(one, ensure_ascii=False) for one in _cards(setting, deck, names, stem)
    )
    return json.dumps(head, ensure_ascii=False)[:-1] + f', "cards": [\n{lines}\n]}}\n'


def _cards(
    setting: PrintContext, deck: Deck, names: tuple[str, ...], stem: str
) -> Iterator[dict[str, object]]:
    for number, name in enumerate(names):
        image, place = divmod(number, COLUMNS * ROWS)
        row, column = divmod(place, COLUMNS)
        yield {
            "image": f"{stem}-{image + 1}.png",
            "row": row + 1,
            "column": column + 1,
            "id": name,
            "title": setting.text(f"card.{name}"),
            "type": deck.cards[name].type,
        }
