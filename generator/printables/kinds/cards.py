"""Cards to cut out, fronts and backs: faces by templates in the data, one back for the deck."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field

from generator.errors import LudokitError
from generator.game import Game
from generator.game.facts import Facts, Id
from generator.game.parts import Deck
from generator.paper.cutting import Piece
from generator.paper.page import Page
from generator.paper.shapes import Drawing
from generator.paper.units import Mm
from generator.printables.kinds.card_back import back
from generator.printables.kinds.card_blank import Blank, Zone
from generator.printables.kinds.card_face import face
from generator.printables.leaves import pages_of
from generator.printables.notes import footnotes
from generator.printables.options import CARD_SIZES
from generator.printables.setting import Setting
from generator.words import fold, message, not_one_of


class CardsEntry(Facts):
    """A deck of the game: what the face of each type of card shows, and what the back does."""

    kind: Literal["cards"]
    part: Id
    faces: Mapping[Id, Annotated[tuple[Zone, ...], Field(min_length=1)]]
    back: tuple[Zone, ...] = ()


def plan(entry: CardsEntry, setting: Setting) -> tuple[Page, ...]:
    """Plan the pages of a deck, or of the cards chosen, as often as wanted.

    Raise LudokitError with the nearest name for a card that the deck does not have.
    """
    names = wanted(entry, setting.game, setting.options.only) * setting.options.copies
    fronts = {name: front(entry, setting, name) for name in dict.fromkeys(names)}
    reverse = back_of(entry, setting)
    pieces = tuple(Piece(name, fronts[name], reverse) for name in names)
    notes = footnotes(setting, (entry.part,))
    return pages_of(pieces, setting, setting.options.cutting(), footnotes=notes)


def front(entry: CardsEntry, setting: Setting, name: str) -> Drawing:
    """Draw the front of a card."""
    deck = setting.game.part(entry.part, Deck)
    return face(entry.faces[deck.cards[name].type], deck, name, blank(setting))


def back_of(entry: CardsEntry, setting: Setting) -> Drawing | None:
    """Draw the back that all cards share, where the deck has one."""
    deck = setting.game.part(entry.part, Deck)
    return back(entry.back, deck, blank(setting)) if entry.back else None


def blank(setting: Setting) -> Blank:
    """Return the card that faces are drawn on: its size, larger for low vision."""
    width, height = size_of(setting)
    return Blank(setting, width, height)


def size_of(setting: Setting) -> tuple[Mm, Mm]:
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
