"""Sheets of paper and the part of them that every printer reaches."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from generator.paper.units import Mm

PaperName: TypeAlias = Literal["a4", "letter", "a3"]

# What office printers leave white, and the margin that look.md asks of a page.
PRINTABLE_EDGE: Mm = 5.0
OUTER_MARGIN: Mm = 12.0


@dataclass(frozen=True, slots=True)
class PaperSize:
    """A sheet, upright unless turned; lengths in millimetres."""

    name: PaperName
    width: Mm
    height: Mm

    def turned(self) -> "PaperSize":
        """Return the same sheet lying on its side."""
        return PaperSize(self.name, self.height, self.width)

    @property
    def is_landscape(self) -> bool:
        """Tell whether the sheet is wider than high."""
        return self.width > self.height


PAPERS: dict[PaperName, PaperSize] = {
    "a4": PaperSize("a4", 210.0, 297.0),
    "letter": PaperSize("letter", 215.9, 279.4),
    "a3": PaperSize("a3", 297.0, 420.0),
}
