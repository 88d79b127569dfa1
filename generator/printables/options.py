"""What a person may choose for a printable, the same for every kind."""

from dataclasses import dataclass

from generator.paper.faces import FontChoice
from generator.paper.palette import Ink
from generator.paper.sizes import PAPERS, PaperName, PaperSize
from generator.paper.style import Style
from generator.words import Language


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of one print run; `per_page` None means the printable's own number."""

    language: Language = "fr"
    paper: PaperName = "a4"
    ink: Ink = "colour"
    per_page: int | None = None
    large: bool = False
    font: FontChoice = "standard"
    copies: int = 1
    names: tuple[str, ...] = ()

    @property
    def size(self) -> PaperSize:
        """Return the sheet of paper, upright."""
        return PAPERS[self.paper]

    @property
    def style(self) -> Style:
        """Return typeface, language and size."""
        return Style(self.language, self.font, self.large)

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
        )
        return "".join(f".{word}" for word, differs in chosen if differs)
