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
    per_page: int | None = None
    ink: Ink = "colour"
    large: bool = False
    font: FontChoice = "standard"
    copies: int = 1
    names: tuple[str, ...] = ()
    duplex: Duplex = "long-edge"
    bleed: Mm = 0.0
    card_size: CardSize = "63x88"
    only: tuple[str, ...] = ()
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
        said = {
            "per_page": f"{self.per_page}-a-page",
            "large": "large",
            "copies": f"{self.copies}-copies",
            "names": "names",
            "duplex": "no-backs" if self.duplex == "none" else self.duplex,
            "bleed": f"bleed-{self.bleed:g}",
            "only": _only(self.only),
            "printer": "printer",
        }
        return "".join(f".{said.get(name) or getattr(self, name)}" for name in self.chosen())


def _only(names: tuple[str, ...]) -> str:
    words = f"only-{'-'.join(names)}"
    return words if len(words) <= LONGEST_ONLY else f"only-{len(names)}-cards"
