"""Decks of cards; lists that a game is made from, a table or rows of data; rings and lotos."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field, model_validator

from generator.game.facts import ColourId, Count, Facts, Id, Index, Names, Part, PictureName
from generator.reading.validate import Fault
from generator.words import message, not_one_of

Role = Literal["protects", "halts", "searches", "sorts"]


class DiceFormula(Facts):
    """So many dice, and what is added to them: `1+2` on a card."""

    dice: Annotated[int, Field(ge=1, le=6)]
    """How many dice are thrown."""
    plus: Index = 0
    """What is added to their sum."""

    def as_printed(self) -> str:
        """Return the throw as it is printed."""
        return f"{self.dice}+{self.plus}" if self.plus else str(self.dice)


class CardLook(Facts):
    """What tells cards of a kind without their colour: a sign, and the frame of their picture."""

    sign: Id | None = None
    """The picture at the left of the band, where a hand shows it."""
    frame: Id | None = None
    """The picture about the card's own, 49 wide and 43 high; its tinted areas take the band's."""


class CardType(CardLook):
    """A type of cards: how they look, and the fields that each of its cards needs."""

    band: ColourId
    """The colour of the band on its cards."""
    needs: tuple[Literal["colour", "attack", "defence", "kills", "links"], ...] = ()
    """The fields that each of its cards must have."""


class Card(Facts):
    """One design; `copies` is how often the deck holds it, `notes` the health facts it prints.

    `name` is what else the card is called in a record, `family` a finer word than its type.
    """

    type: Id
    """Its type, one of `types`."""
    copies: Count
    """How often the deck holds it."""
    name: Id | None = None
    """What else it is called in a record."""
    family: Id | None = None
    """A finer word than its type, a text of the language file."""
    role: Role | None = None
    """What it does that no other card does, in games whose rules ask: it `protects` whom it lies
    before, `halts` a player for a turn, `searches` a hand for a card, or `sorts` the pile."""
    colour: ColourId | None = None
    """Its colour, one of the game's."""
    picture: PictureName | None = None
    """Its picture, a file of the folder `pictures` without `.svg`, or a drawing: `icon:tooth`."""
    attack: DiceFormula | None = None
    """The dice that it attacks with."""
    defence: DiceFormula | None = None
    """The dice that it defends itself with."""
    kills: tuple[Id, ...] = ()
    """The cards that it removes."""
    links: tuple[Id, ...] = ()
    """What it goes with: the full sectors of its circle, as colours."""
    notes: tuple[Id, ...] = ()
    """The health facts or texts printed on it."""


class Deck(Part):
    """Cards that share a back; `count` is how many the whole deck has."""

    part: Literal["deck"]
    count: Annotated[int, Field(ge=1, le=10000)]
    """How many cards the whole deck has, copies included."""
    types: Annotated[Mapping[Id, CardType], Field(min_length=1)]
    """The types of cards by name."""
    families: Mapping[Id, CardLook] = {}
    """How cards of a family look, where that is not as the others of their type."""
    cards: Annotated[Mapping[Id, Card], Field(min_length=1)]
    """The designs by name; the title of each is the text `card.` and its name."""
    short: Mapping[Id, Count] = {}
    """How often a smaller deck of the same game holds each of its designs."""

    @model_validator(mode="after")
    def _fits_together(self) -> "Deck":
        for name, card in self.cards.items():
            at = ("cards", name)
            if card.type not in self.types:
                raise Fault(not_one_of(card.type, self.types), (*at, "type"))
            for field in self.types[card.type].needs:
                if not getattr(card, field):
                    reason = message("game.card-needs", card=name, type=card.type, field=field)
                    raise Fault(reason, at)
            for field in ("kills", "links"):
                for number, other in enumerate(getattr(card, field)):
                    if other not in self.cards:
                        raise Fault(not_one_of(other, self.cards), (*at, field, number))
        if (found := sum(card.copies for card in self.cards.values())) != self.count:
            reason = message("game.deck-count", found=str(found), count=str(self.count))
            raise Fault(reason, ("count",))
        return self

    @model_validator(mode="after")
    def _names_what_it_has(self) -> "Deck":
        known = {card.family for card in self.cards.values() if card.family}
        for family in set(self.families) - known:
            raise Fault(not_one_of(family, known), ("families", family))
        for name, copies in self.short.items():
            enough = [one for one, card in self.cards.items() if card.copies >= copies]
            if name not in enough:
                raise Fault(not_one_of(name, enough), ("short", name))
        return self

    def printed(self, *, short: bool = False) -> tuple[str, ...]:
        """Return the id of every card as often as the deck holds it, or the smaller deck."""
        copies = self.short if short else {name: card.copies for name, card in self.cards.items()}
        return tuple(name for name, count in copies.items() for _ in range(count))

    def look(self, name: str) -> CardLook:
        """Return how a card looks: as its family, else as its type."""
        card = self.cards[name]
        return self.families.get(card.family or "", self.types[card.type])

    def of_type(self, *types: str) -> tuple[str, ...]:
        """Return the ids of the designs of some types, in the data's order."""
        return tuple(name for name, card in self.cards.items() if card.type in types)

    def coloured(self) -> tuple[str, ...]:
        """Return the designs with a colour of their own: a ring has a sector for each of them."""
        return tuple(name for name, card in self.cards.items() if card.colour)

    def figures(self) -> Mapping[str, int]:
        types = Counter(self.cards[name].type for name in self.printed())
        designs = {name: card.copies for name, card in self.cards.items()}
        return {**designs, **types, "cards": self.count, "short": sum(self.short.values())}


Words = Annotated[str, Field(max_length=500)]

Wins = Literal["line", "full"]


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """The cells of a loto board, and which of them stay blank.

    `blanks` is "middle" for a free cell in the middle, "rows" where half of the cells of each row
    are filled, rounded up, and each column at least once, as on traditional boards of 3 x 9, "tens"
    for those with the numbers 1 to 90 (item 0 is the 1), rising in the column of their ten.
    """

    rows: int
    columns: int
    blanks: Literal["none", "middle", "rows", "tens"] = "none"

    @property
    def filled_cells(self) -> int:
        """How many cells hold an item."""
        if self.blanks in {"rows", "tens"}:
            return self.rows * ((self.columns + 1) // 2)
        return self.rows * self.columns - (self.blanks == "middle")


LAYOUTS: Mapping[str, BoardLayout] = MappingProxyType(
    {
        "2x3": BoardLayout(2, 3),
        "3x3": BoardLayout(3, 3),
        "4x4": BoardLayout(4, 4),
        "5x5": BoardLayout(5, 5),
        "5x5-free": BoardLayout(5, 5, "middle"),
        "3x9": BoardLayout(3, 9, "rows"),
        "3x9-numbers": BoardLayout(3, 9, "tens"),
    }
)

# What boards are like where nobody says it, the first that the list is long enough for.
USUAL_LAYOUTS = ("4x4", "3x3", "2x3")

if TYPE_CHECKING:
    LayoutName = str
else:
    LayoutName = Literal[tuple(LAYOUTS)]

# A file beside `game.yaml`, in no other folder, without signs that some system cannot have.
FILE_NAME = r"^[^/\\:*?\"<>|]+\.[A-Za-z]+$"
FileName = Annotated[str, Field(pattern=FILE_NAME, max_length=120)]
# A column, or several whose cells stand together: `picture+word`.
Side = Annotated[str, Field(pattern=r"^[^+]+(\+[^+]+)*$", max_length=80)]


class Listing(Part):
    """Rows of things to learn: a word and its answer, a picture, a definition, as columns.

    The columns are called as their headings say it, in any language, else first, second; of
    those that are no known word the first stands for the `word`, the second for the `answer`.
    """

    part: Literal["list"]
    file: FileName | None = None
    """The table's file beside `game.yaml`: `.csv`, `.xlsx`, `.ods`, `.yaml`, a text of columns."""
    headings: bool | None = None
    """Whether the first row of the file names the columns. Left out, it does where one of its cells
    is a word for a column (`word`, `answer`...) or is named by the game; else all are rows."""
    rows: tuple[Mapping[Words, Words | int | float], ...] = ()
    """The rows in place of a file, each with its columns: `{word: 3 × 4, answer: 12}`."""

    levels: tuple[Words | int, ...] = ()
    """Only the rows whose column `level` says one of these, as `[1, 2]`; left out, all rows."""
    without: tuple[Words, ...] = ()
    """The words by which rows are left out: those that are too long for the cards."""

    @model_validator(mode="after")
    def _is_somewhere(self) -> "Listing":
        if (self.file is None) == (not self.rows):
            raise Fault(message("table.one-of"), ("file",) if self.file else ())
        return self


class Ring(Part):
    """Tiles or cards that lie in one closed ring, dealt of the pairs of a list.

    What is printed and what is judged are dealt alike, by the seed.
    """

    part: Literal["ring"]
    list: Annotated[Id, Names("part", (Listing,))]
    """The list whose pairs are dealt."""
    sides: Annotated[tuple[Side, ...], Field(max_length=2)] = ()
    """The columns that follow one another, by name or heading: after the first comes the second, as
    an answer after its word. Left out, those that other printables show."""
    set: Literal["ring", "full"] = "ring"
    """A `ring` has a tile for each pair, a `full` set one for every two things and its doubles."""
    most: Annotated[int, Field(ge=2, le=120)] | None = None
    """How many tiles or cards at most where no class is told, of a full set how many things. Left
    out, as many as the list gives, 120 at most; of a full set 7 things, which make 28 tiles."""
    halves: bool = False
    """Whether there are two rings, as equal as can be: one for each half of a class."""

    @model_validator(mode="after")
    def _is_one_set(self) -> "Ring":
        if self.halves and self.set == "full":
            raise Fault(message("list.set-halves"), ("halves",))
        return self


class Loto(Part):
    """A loto: boards with words of a list, which are called one by one."""

    part: Literal["loto"]
    list: Annotated[Id, Names("part", (Listing,))]
    """The list whose rows are called."""
    sides: Annotated[tuple[Side, ...], Field(max_length=2)] = ()
    """The columns by name or heading: what stands on the boards, then what is called. Left out, the
    word is called, and its answer, definition or picture stands on the boards."""
    layout: LayoutName = "4x4"
    """The cells of a board: `5x5-free` has a free one in the middle, `3x9` blank ones in each row,
    `3x9-numbers` is for a list of 90, a column of a board for each ten."""
    wins: Wins = "line"
    """What wins: a `line` (of a square board also a column or a diagonal), or the `full` board."""
