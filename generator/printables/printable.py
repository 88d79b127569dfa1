"""The models of a printable and of a block on it, which check themselves against their game.

A field that names something of the game says so in its type (`colour: ColourId`), and is checked
without a line of code. A block is a subclass with a fixed word in `block`, a kind of printable one
with a fixed word in `kind`; being one is enough to be read, drawn, checked and counted.
"""

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, Self, TypeVar

from generator.game import Game
from generator.game.agreement import Need
from generator.game.drawings import shipped_pictures
from generator.game.facts import Facts, Id, Names, PictureName, SchoolAge, names_in_model
from generator.paper.imposition import Piece
from generator.paper.page import PAPERS, Page, PaperName
from generator.paper.shapes import Drawing, Mm
from generator.printables import pictures
from generator.printables.context import Context, Options
from generator.printables.page_furniture import count_cuts
from generator.reading.nodes import Path
from generator.reading.validate import Fault
from generator.words import Message, message, not_one_of

Kind = TypeVar("Kind")
HealthId = Annotated[Id, Names("health")]
PictureId = Annotated[PictureName, Names("picture")]
PrintableId = Annotated[Id, Names("printable")]
SourceId = Annotated[Id, Names("source")]
RuleId = Annotated[Id, Names("rule")]
TextId = Annotated[Id, Names("text", texts=("{}",))]
# Whom one copy is for: how many there are of them is known of every class.
Per = Literal["pupil", "player", "group", "class"]


class PrintableData(Facts):
    """Data of a printable that know the words they need, and their faults by path in the model."""

    def needs(self, game: Game) -> Iterator[Need]:
        """Yield the words without which it cannot be printed: the texts that it names."""
        for path, names, found in names_in_model(self):
            yield from (Need("texts", text.format(found), path) for text in names.texts)

    def faults(self, game: Game) -> Iterator[tuple[Path, Message]]:
        """Yield every name that the game does not know, and what could not be drawn."""
        return unknown_names(self, game)


def unknown_names(
    model: Facts, game: Game, positions: Collection[str] = ()
) -> Iterator[tuple[Path, Message]]:
    """Yield every name in a model that the game, or a guide with its positions, does not know."""
    for path, names, found in names_in_model(model):
        known = positions if names.what == "position" else _known_names(names, game)
        if known is None or found in known:
            continue
        if names.kinds and not known:
            kind = names.kinds[0].__name__.lower()
            yield path, message("game.no-part", part=found, kind=kind, game=game.name)
        elif names.what == "picture" and (reason := pictures.missing_picture(game, found)):
            yield path, reason
        else:
            yield path, not_one_of(found, known)


def known_part(game: Game, name: str, kind: type[Kind]) -> Kind | None:
    """Return a part of a kind, None where there is no such one: that is a fault of its own."""
    found = game.head.parts.get(name)
    return found if isinstance(found, kind) else None


def _known_names(names: Names, game: Game) -> Collection[str] | None:
    # None of what every language has for itself.
    head, kinds = game.head, names.kinds or (object,)
    known: Mapping[str, Callable[[], Collection[str]]] = {
        "part": lambda: [name for name, one in head.parts.items() if isinstance(one, kinds)],
        "colour": lambda: tuple(head.colours),
        "picture": lambda: (*pictures.picture_names(game), *shipped_pictures()),
        "printable": game.printables,
        "rule": lambda: [rule.id for rule in head.rules],
        "health": lambda: [fact.fact for fact in head.health.facts] if head.health else [],
        "source": lambda: tuple(head.health.sources) if head.health else (),
    }
    return known[names.what]() if names.what in known else None


@dataclass(frozen=True, slots=True)
class Room:
    """A width to fill, the pitch of writing cells, and how airy (0 to 1) the page can be.

    The pitch, from the middle of one cell to the next, is sought: the largest at which all fits.
    `games` is how many games have a column of boxes each; with 0 there is one, without columns.
    """

    width: Mm
    pitch: Mm
    air: float = 0.0
    games: int = 0

    def between(self, tight: float, airy: float) -> float:
        """Return a length or ratio between its tight and its airy value."""
        return tight + (airy - tight) * self.air


class Block(PrintableData):
    """A block of a sheet, told apart by `block`; paths are counted from the block on."""

    block: str
    beside: bool = False
    """Whether it stands next to the block before it, not below."""
    under: bool = False
    """Whether it stands below a block that is `beside` another, in the same column."""
    span: ClassVar[float] = 0.0
    is_written_in: ClassVar[bool] = False
    # Whether it has a place for a name, or one for each player.
    takes_names: ClassVar[bool] = False

    @abstractmethod
    def draw(self, setting: Context, room: Room) -> Drawing:
        """Draw the block as wide as its room, as high as it takes."""

    def fold_lines(self, game: Game) -> "tuple[Block, ...]":
        """Return it in lines half as long: what stands in its place, and what beneath all else."""
        return (self,)

    def width_in_pitches(self, game: Game) -> float:
        """Return how many pitches of a writing cell it is wide, 0 where it has no such cells."""
        return self.span

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the parts of the game that it shows."""
        part: Any = getattr(self, "part", None)
        return () if part is None else (part,)

    @property
    def is_spare(self) -> bool:
        """Return whether it is left out where there is no room for it."""
        return False

    @property
    def is_dispensable(self) -> bool:
        """Return whether it is left out where not even the smallest cells leave room for it."""
        return False

    def width_cause(self, game: Game) -> Path:
        """Return the place in `game.yaml` that makes it as wide as it is; none is its own entry."""
        return ("parts", self.parts[0]) if self.parts else ()


@dataclass(frozen=True, slots=True)
class Finishing:
    """What one set of printed pages holds: copies a page, straight cuts, what is folded, glue.

    What is `shaped` is cut with scissors, and takes longer than its folding tells.
    """

    copies_per_page: int
    cuts: int = 0
    folded: int = 0
    glued: bool = False
    shaped: int = 0


# To play, for the lesson, to go further, to put into boxes.
Purpose = Literal["play", "lesson", "further", "edition"]
EDITION: Purpose = "edition"
# What a boxed edition is made of, each on a paper of its own: no game names it in its data.
EditionPart = Literal[
    "edition-label", "edition-dice", "edition-boxes", "edition-belts", "edition-envelopes"
]
LessonPaper = Literal["worksheets", "slides", "slips", "exit-tickets", "keep", "quiz", "exercises"]
# How many pupils get one of their own where nobody says how many there are.
USUAL_PUPILS = 4


def copies_on_page(paper: LessonPaper, options: Options) -> tuple[int, int]:
    """Return how many of a paper lie side by side on a page, and how many below one another."""
    # On A3 there is room for as many in large type.
    is_large = options.large and options.paper != "a3"
    if paper in {"slips", "exit-tickets"}:
        return (1, 2) if is_large else (2, 2)
    return (1, 2) if paper == "keep" and not is_large else (1, 1)


class Entry(PrintableData):
    """A printable of a game, told apart by `kind`.

    Paths are counted from the entry on, or from the top where they begin with `parts` or `health`.
    """

    kind: str
    play_with: Literal["pencil", "pieces"] | None = None
    """What players have where they use it, a `pencil` or `pieces`; left out, either."""
    from_age: SchoolAge | None = None
    """The age from which pupils play with it; the kit of a younger year of school is without it."""
    # The options heeded besides those that every printable heeds, as `Options` names them.
    supported_options: ClassVar[frozenset[str]] = frozenset()
    # Whether paper is printed on both sides although no page is a back.
    is_two_sided: ClassVar[bool] = False
    papers: ClassVar[tuple[PaperName, ...]] = tuple(PAPERS)
    # For whom one copy is printed where the data do not say.
    usual_per: ClassVar[Per] = "group"
    # How heavy the paper is where the data do not say, in g/m².
    usual_weight: ClassVar[int] = 80

    def completed(self, game: Game) -> Self:
        """Return the entry with what it leaves to the parts of the game filled in."""
        return self

    @property
    def purpose(self) -> Purpose:
        """Return what it is printed for."""
        return "play"

    @property
    def ignored_options(self) -> frozenset[str]:
        """Return the options that every printable heeds and that make no difference to this one."""
        return frozenset()


class DrawnEntry(Entry):
    """A printable that is drawn page by page."""

    @abstractmethod
    def plan(self, setting: Context) -> tuple[Page, ...]:
        """Plan the pages; raise DoesNotFitError or LudokitError where that cannot be done."""

    def planned(self, setting: Context) -> tuple[Page, ...]:
        """Plan the pages, or take them from where they are kept."""
        return self.plan(setting)

    def deck_pieces(self, setting: Context) -> Sequence[Piece]:
        """Return every card of a deck, those that are alike as often as it has them."""
        return ()

    def holds_cards(self, game: Game, only: Sequence[str]) -> bool:
        """Return whether all the cards called so are there, or it is no deck of cards."""
        return True

    def copy_of(self, setting: Context, part: str) -> Drawing | None:
        """Return the one of many different copies that records name so; none if all are alike."""
        return None

    def finishing(self, setting: Context, pages: Sequence[Page]) -> Finishing:
        """Return what the pages planned hold, and what there is to cut, fold and glue."""
        copies = [copy for page in pages for copy in page.copies]
        # Tiles are cut along an edge and glued on to the first of their board.
        tiles = [copy.number for copy in copies if copy.own is not None]
        glued, held = len(tiles) - len(set(tiles)), max(copy.number for copy in copies)
        return Finishing(held, cuts=count_cuts(pages) + glued, glued=glued > 0)


class DocumentEntry(Entry):
    """A flowed document, filled from a template: a guide, a rule sheet."""

    kind: Literal["document"]
    template: Id
    """What is written: `guide`, `rules`, `handout`, `laboratory`, `together` or `trial`."""

    supported_options = frozenset({"year"})

    @property
    def purpose(self) -> Purpose:
        known: Mapping[str, Purpose] = {"rules": "play", "guide": "lesson"}
        return known.get(self.template, "further")

    @property
    def ignored_options(self) -> frozenset[str]:
        """Return what makes no difference to rules, which are the same for every year."""
        return frozenset({"year"} if self.template in {"rules", "together"} else ())


class LessonEntry(Entry):
    """A paper of the lesson, drawn from the positions and the questions of the guide."""

    kind: Literal["lesson"]
    paper: LessonPaper
    """What is printed: `worksheets`, `slides`, `slips`, `exit-tickets`, `keep` or `quiz` from the
    guide, or `exercises`, other ones for each pupil."""

    supported_options = frozenset({"seed", "names", "pupils", "year", "kinds", "difficulty"})

    @property
    def is_for_each(self) -> bool:
        """Return whether every pupil gets another one: a set has them all."""
        return self.paper == "exercises"

    @property
    def purpose(self) -> Purpose:
        return "further" if self.is_for_each else "lesson"

    @property
    def is_projected(self) -> bool:
        """Return whether it is shown to the class instead of printed."""
        return self.paper == "slides"

    @property
    def ignored_options(self) -> frozenset[str]:
        """Return what makes no difference to slides, of one size; or where all get the same."""
        shown = frozenset({"paper", "large", "copies"} if self.is_projected else ())
        return shown if self.is_for_each else shown | self.supported_options - {"year"}

    def finishing(self, setting: Context) -> Finishing:
        """Return how many of them a page holds, and the cuts that part them."""
        across, down = copies_on_page(self.paper, setting.options)
        # The last one takes the footer off.
        return Finishing(across * down, cuts=across - 1 + down if down > 1 else 0)


def rising_range(pair: tuple[float, float]) -> tuple[float, float]:
    """Return a range as written; raise Fault where its end lies before its start."""
    if pair[0] > pair[1]:
        raise Fault(message("game.range", least=f"{pair[0]:g}", most=f"{pair[1]:g}"))
    return pair
