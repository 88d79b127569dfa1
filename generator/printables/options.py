"""What a person may choose for a printable, the same for every kind."""

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Literal, TypeAlias

from generator.paper.imposition import Cutting, Duplex
from generator.paper.page import PAPERS, TRUE, PaperName, PaperSize, Printer
from generator.paper.palette import Ink
from generator.paper.shapes import Mm
from generator.paper.text import FontChoice, Style
from generator.words import Language

CardSize: TypeAlias = Literal["63x88", "57x87", "70x120"]
CARD_SIZES: dict[CardSize, tuple[Mm, Mm]] = {
    "63x88": (63.0, 88.0),
    "57x87": (57.0, 87.0),
    "70x120": (70.0, 120.0),
}
# Names chosen make a longer file name than this: their number is given instead.
LONGEST_ONLY = 40


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of one print run; `per_page` None means the printable's own number.

    `only` names the cards wanted, all where empty; `bleed` is in mm; `printer` corrects the file
    for a printer that does not print true.
    """

    language: Language = "fr"
    paper: PaperName = "a4"
    ink: Ink = "colour"
    per_page: int | None = None
    large: bool = False
    font: FontChoice = "standard"
    copies: int = 1
    names: tuple[str, ...] = ()
    duplex: Duplex = "long-edge"
    bleed: Mm = 0.0
    card_size: CardSize = "63x88"
    only: tuple[str, ...] = ()
    seed: int = 1
    printer: Printer = TRUE

    @property
    def size(self) -> PaperSize:
        """Return the sheet of paper, upright."""
        return PAPERS[self.paper]

    @property
    def style(self) -> Style:
        """Return typeface, language and size."""
        return Style(self.language, self.font, self.large)

    def cutting(self, gutter: Mm = 0.0) -> Cutting:
        """Return how pieces are cut and turned, with such a space between two of them."""
        return Cutting(gutter, self.bleed, self.duplex)

    def chosen(self) -> tuple[str, ...]:
        """Return the names of the options that are not as usual."""
        usual = Options(language=self.language)
        return tuple(
            field.name
            for field in fields(self)
            if getattr(self, field.name) != getattr(usual, field.name)
        )

    def without(self, names: Iterable[str]) -> "Options":
        """Return the choices with the named options as usual."""
        usual = Options(language=self.language)
        return replace(self, **{name: getattr(usual, name) for name in names})

    def suffix(self) -> str:
        """Return what is not usual, for file names: `.letter.grey`."""
        usual = Options()
        chosen = (
            (self.paper, self.paper != usual.paper),
            (f"{self.per_page}-a-page", self.per_page is not None),
            (self.ink, self.ink != usual.ink),
            ("large", self.large),
            (self.font, self.font != usual.font),
            (f"{self.copies}-copies", self.copies != usual.copies),
            ("names", bool(self.names)),
            ("no-backs" if self.duplex == "none" else self.duplex, self.duplex != usual.duplex),
            (f"bleed-{self.bleed:g}", self.bleed != usual.bleed),
            (self.card_size, self.card_size != usual.card_size),
            (_only(self.only), bool(self.only)),
            (f"seed-{self.seed}", self.seed != usual.seed),
            ("printer", self.printer != usual.printer),
        )
        return "".join(f".{word}" for word, differs in chosen if differs)


def _only(names: tuple[str, ...]) -> str:
    words = f"only-{'-'.join(names)}"
    return words if len(words) <= LONGEST_ONLY else f"only-{len(names)}-cards"
