"""What a person may choose for a printable, and what its blocks may ask: game, words and style."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache, lru_cache
from typing import Annotated, Literal

from pydantic import Field

from generator import paths
from generator.errors import DataError
from generator.game import Game
from generator.game.facts import Facts, Id
from generator.game.head import Source, Tone
from generator.game.sentences import Sentences
from generator.paper.imposition import Duplex, Perforated
from generator.paper.page import SIZES, TRUE, PaperName, PaperSize, Printer
from generator.paper.palette import HOUSE, WHITE, Ink, Palette, Swatch, lightness_of
from generator.paper.shapes import Mm
from generator.paper.text import FontChoice, Style
from generator.reading.text_files import read_file
from generator.reading.validate import validate
from generator.words import Language, Message, message, typeset_message

# By what the players keep what they have done: a pencil, pieces, or what is ready sooner.
PlayWith = Literal["sooner", "pencil", "pieces"]
# Whether cards are cut at home alone, or somebody else makes them too.
MadeFor = Literal["home", "printshop"]
# The sides of the paper that are printed; what is cut out may be turned about the short edge.
Sides = Literal["one-side", "two-sides", "short-edge"]
# Width and height in mm of the sizes with a name; any other is typed `57x87`.
CARD_SIZES = {"poker": (63.0, 88.0), "bridge": (57.0, 89.0), "tarot": (70.0, 120.0)}
CARD_SIZES |= {"mini": (44.0, 68.0), "square": (70.0, 70.0)}
# What a kit is, not how it is printed: no name of a file tells it.
OF_KITS = ("contents", "class_name")
# Nor is it told what is made beside a printable.
UNTOLD = (*OF_KITS, "made_for")
# Names chosen make a longer file name than this: their number is given instead.
LONGEST_ONLY = 40
# The shape that goes with a colour, so that colour never tells alone.
SIGNS: dict[Tone, str] = {"circle": "●", "triangle": "▲", "square": "■"}
SIGNS |= {"star": "★", "hexagon": "⬢", "diamond": "♦"}
# The sign of a colour that is nearly white, CIE lightness, as a player draws it with a pencil.
HOLLOW: dict[Tone, str] = {"circle": "○", "triangle": "△", "square": "□", "star": "☆"}
NEARLY_WHITE = 90.0
# What is sold in North America as near as can be to these weights in g/m².
STOCKS = {80: "plan.stock-plain", 160: "plan.stock-cover", 200: "plan.stock-index"}


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of one print run; `per_page` None means the printable's own number.

    `only` names the cards wanted, all where empty; `card_size` is a name or `57x87`. Lists are
    dealt by `seed` for the number of `pupils`, 0 for the usual one. What holds in one country is
    told of `country`, or of the usual one of the language. A kit is for a class of a name,
    and holds `contents`: printables, or all of a purpose; everything where none is named. It is at
    `tables`, 0 for as many as is usual. Exercises are of some `kinds` and a `difficulty`, and they
    and the lesson for a `year` of school. `asked` is the language that the game does not have.
    """

    language: Language = "fr"
    paper: PaperName = "a4"
    per_page: Annotated[int, Field(ge=1, le=100)] | None = None
    ink: Ink = "colour"
    large: bool = False
    font: FontChoice = "standard"
    copies: Annotated[int, Field(ge=1, le=500)] = 1
    names: tuple[str, ...] = ()
    duplex: Duplex = "long-edge"
    bleed: Annotated[Mm, Field(ge=0, le=10)] = 0.0
    made_for: MadeFor = "home"
    card_size: str = "poker"
    only: tuple[str, ...] = ()
    printer: Printer = TRUE
    play_with: PlayWith = "sooner"
    seed: Annotated[int, Field(ge=0, le=999_999_999)] = 1
    pupils: Annotated[int, Field(ge=0, le=500)] = 0
    country: str = ""
    contents: tuple[str, ...] = ()
    class_name: str = ""
    tables: Annotated[int, Field(ge=0, le=500)] = 0
    year: str | None = None
    kinds: tuple[str, ...] = ()
    difficulty: Annotated[int, Field(ge=1, le=3)] | None = None
    no_signs: bool = False
    asked: Language = ""

    @property
    def size(self) -> PaperSize:
        """Return the sheet of paper, upright."""
        return SIZES[self.paper]

    @property
    def style(self) -> Style:
        """Return typeface, language and size."""
        return Style(self.language, self.font, self.large)

    @property
    def card(self) -> tuple[Mm, Mm]:
        """Return the width and height of a card."""
        if (sheet := self.perforated) is not None:
            return sheet.card
        if self.card_size in CARD_SIZES:
            return CARD_SIZES[self.card_size]
        width, height = map(float, self.card_size.split("x"))
        return width, height

    def card_like(self, usual: tuple[Mm, Mm]) -> tuple[Mm, Mm]:
        """Return the width and height of a card, to be broken out of a sheet as upright as usual.

        It is turned on the sheet where cards lie there and stand in the deck.
        """
        width, height = self.card
        lies_otherwise = (usual[1] - usual[0]) * (height - width) < 0
        return (height, width) if self.perforated and lies_otherwise else (width, height)

    @property
    def perforated(self) -> Perforated | None:
        """Return the sheet of cards to break out that the cards' size is named for, if it is."""
        return perforated_sheets().get(self.card_size)

    def in_language_of(self, game: Game) -> "Options":
        """Return the choices in a language that a game has, with the one asked for."""
        language = game.language(self.language)
        return (
            self
            if language == self.language
            else replace(self, language=language, asked=self.language)
        )

    def chosen(self) -> tuple[str, ...]:
        """Return the names of the options that are not as usual."""
        usual = Options(self.language, asked=self.asked)
        names = (field.name for field in fields(self))
        return tuple(name for name in names if getattr(self, name) != getattr(usual, name))

    def without(self, names: Iterable[str]) -> "Options":
        """Return the choices with the named options as usual."""
        usual = Options(self.language, asked=self.asked)
        return replace(self, **{name: getattr(usual, name) for name in names})

    def suffix(self) -> str:
        """Return what is not usual, for file names: `.letter.grey`."""
        only = f"only-{'-'.join(self.only)}"
        said = {
            "per_page": f"{self.per_page}-a-page",
            "large": "large",
            "copies": f"{self.copies}-copies",
            "names": "names",
            "duplex": "no-backs" if self.duplex == "none" else self.duplex,
            "bleed": f"bleed-{self.bleed:g}",
            "only": only if len(only) <= LONGEST_ONLY else f"only-{len(self.only)}-cards",
            "printer": "printer",
            "seed": f"seed-{self.seed}",
            "kinds": "-".join(self.kinds),
            "difficulty": f"difficulty-{self.difficulty}",
            "pupils": f"{self.pupils}-pupils",
            "tables": f"{self.tables}-tables",
            "no_signs": "no-signs",
        }
        named = (name for name in self.chosen() if name not in UNTOLD)
        return "".join(f".{said.get(name) or getattr(self, name)}" for name in named)


class _SoldSheets(Facts):
    sheets: Mapping[Id, Perforated]
    sources: tuple[Source, ...]


@cache
def perforated_sheets() -> Mapping[str, Perforated]:
    """Return the sheets of cards to break out, by the name of their size."""
    return validate(read_file(paths.templates() / "perforated.yaml"), _SoldSheets).sheets


def sheet_words(size: str) -> Message | None:
    """Return which products a size of cards is named for, and what is on a sheet; None for none."""
    if (sheet := perforated_sheets().get(size)) is None:
        return None
    card = "\u00a0×\u00a0".join(f"{side:g}" for side in sheet.card)
    count, paper = sheet.columns * sheet.rows, sheet.paper.capitalize()
    return message(
        "page.value-card-size-sheet", product=sheet.product, n=count, card=card, paper=paper
    )


@dataclass(frozen=True, slots=True)
class Context:
    """One printable of a game as somebody wants it; `name` is for prints that data do not name.

    `noted` are the parts whose notes stand on its pages: where there are none, none is called.
    """

    game: Game
    printable: str
    options: Options
    name: str = ""
    noted: tuple[str, ...] = ()

    @property
    def style(self) -> Style:
        """Return typeface, language and size."""
        return self.options.style

    @property
    def usual(self) -> "Context":
        """Return it as it is usually printed: not large, and on A4 where A3 would enlarge it."""
        options = self.options
        paper = "a4" if options.paper == "a3" else options.paper
        return replace(self, options=replace(options, large=False, paper=paper))

    @property
    def sentences(self) -> Sentences:
        """Return the game's sentences in the language of the paper."""
        return self.game.sentences_in(self.options.language)

    @property
    def title(self) -> str:
        """Return the printable's name in the language of the paper."""
        return self.name or self.sentences.printables[self.printable]

    def text(self, key: str) -> str:
        """Return a game's own word: a score part, the name of a track."""
        return self.sentences.texts[key]

    def name_label(self) -> str:
        """Return what a line for a name asks for: a table's where a game prints no pupil's."""
        return self.say("print.name" if self.game.head.pupil_names else "print.table-name")

    def say(self, words: str | Message) -> str:
        """Return the program's own words in the language of the paper, as a printer sets them."""
        worded = message(words) if isinstance(words, str) else words
        return typeset_message(worded, self.options.language)

    def paper_weight(self, weight: int) -> str:
        """Return how heavy paper is: in g, or as it is sold where Letter is."""
        stock = STOCKS.get(weight) if self.options.paper == "letter" else None
        return self.say(stock or message("plan.grams", weight=weight))

    def shape(self, colour: str) -> Tone:
        """Return the shape that goes with a colour of the game."""
        return colour_shapes(self.game)[colour]

    def sign(self, colour: str | None) -> str:
        """Return that shape as a letter; nothing without a colour, or without a shape for it."""
        if not colour:
            return ""
        inks = Palette(((colour, Swatch(self.game.head.colours[colour].colour)),))
        is_pale = lightness_of(inks.fill(colour)) >= NEARLY_WHITE
        signs = SIGNS | HOLLOW if is_pale else SIGNS
        return signs.get(self.shape(colour), "")

    def colour_word(self, colour: str) -> str:
        """Return what a colour of the game is called."""
        return self.sentences.words.get("colours", {}).get(colour, colour)

    def with_sign(self, colour: str | None, words: str) -> str:
        """Return words after that letter."""
        return f"{self.sign(colour)} {words}".strip()


@lru_cache(maxsize=8)
def colour_shapes(game: Game) -> Mapping[str, Tone]:
    """Return the shape of each colour: the one it is given, else the next that none is given."""
    shown = {name: colour.shape for name, colour in game.head.colours.items()}
    free = (tone for tone in SIGNS if tone not in shown.values())
    return {name: next(free, "none") if tone == "none" else tone for name, tone in shown.items()}


def check_colours(game: Game) -> None:
    """Raise DataError naming each colour that is called as one of the house, or as a tint.

    So is the colour of a face on which white words are not read.
    """
    names, taken = game.head.colours, tuple(HOUSE)
    faults = {n: message("game.house-colour", found=n, taken=taken) for n in names if n in HOUSE}
    # Behind a dot stands which shade of a colour is meant: `orange.tint`.
    faults |= {n: message("game.dotted-colour", found=n) for n in names if "." in n}
    wrong = [(("colours", name), why) for name, why in faults.items()]
    if (face := game.head.face) is not None:
        known = tuple((name, Swatch(one.colour)) for name, one in names.items())
        if face.colour in names and Palette(known).fill(f"{face.colour}.on") != WHITE:
            wrong.append((("face", "colour"), message("game.face-pale", found=face.colour)))
    DataError.raise_for(game.fault(path, why) for path, why in wrong)


def palette(game: Game, ink: Ink) -> Palette:
    """Return the house colours and the game's, in one ink; raise DataError as `check_colours`."""
    check_colours(game)
    colours = game.head.colours.items()
    return Palette(tuple((name, Swatch(one.colour, one.grey)) for name, one in colours), ink)
