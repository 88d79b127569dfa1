"""How a printable is set: typeface, language and size."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from generator.paper.faces import FAMILIES, Family, FontChoice
from generator.paper.shapes import Align
from generator.paper.text import LEAST_SIZE, Lettering
from generator.paper.units import Mm, Pt
from generator.words import Language

Weight: TypeAlias = Literal["regular", "bold", "italic", "bold_italic"]

# Type sizes of look.md in points.
TITLE: Pt = 18.0
SECTION: Pt = 12.0
TEXT: Pt = 9.5
LABEL: Pt = 8.5
CELL_LABEL: Pt = 5.5
FOOTER: Pt = 6.8
LARGE = 1.4


@dataclass(frozen=True, slots=True)
class Style:
    """Typeface, language and enlargement (1, or 1.4 for low vision) of a printable."""

    language: Language
    font: FontChoice = "standard"
    large: bool = False

    @property
    def family(self) -> Family:
        """Return the fonts of the chosen typeface."""
        return FAMILIES[self.font]

    @property
    def scale(self) -> float:
        """Return how much larger than usual everything is."""
        return LARGE if self.large else 1.0

    def lettering(
        self,
        size: Pt,
        weight: Weight = "regular",
        colour: str = "ink",
        align: Align = "left",
        *,
        steps_down: bool = False,
    ) -> Lettering:
        """Return how to set words of a house size; stepping down goes to 7 pt and no further."""
        scaled = size * self.scale
        least = min(scaled, LEAST_SIZE) if steps_down else scaled
        return Lettering(getattr(self.family, weight), scaled, colour, align, least)

    def length(self, length: Mm) -> Mm:
        """Return a length, enlarged where everything is."""
        return length * self.scale
