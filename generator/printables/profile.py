"""A printer's profile: what somebody measured on its calibration page, as a TOML file."""

from pathlib import Path
from typing import Annotated, TypeAlias

from pydantic import AfterValidator, Field

from generator.game.facts import Facts
from generator.paper.cutting import Edge
from generator.paper.printer import Printer
from generator.paper.sizes import PRINTABLE_EDGE
from generator.reading.files import read_bytes
from generator.reading.fit import Fault, fit
from generator.reading.text import decode
from generator.reading.toml_text import read_toml
from generator.words import message

PER_CENT = 100.0
LEAST, MOST = 0.9, 1.1


def _scale(written: float) -> float:
    """Return a scale as a share of 1; raise Fault for what can be neither share nor per cent."""
    for scale in (written, written / PER_CENT):
        if LEAST <= scale <= MOST:
            return scale
    raise Fault(message("print.scale", found=f"{written:g}"))


Scale: TypeAlias = Annotated[float, AfterValidator(_scale)]
Shift: TypeAlias = Annotated[float, Field(ge=-20, le=20)]
Margin: TypeAlias = Annotated[float, Field(ge=0, le=40)]


class MarginsFile(Facts):
    """What the printer leaves white at each edge, in mm."""

    left: Margin = PRINTABLE_EDGE
    top: Margin = PRINTABLE_EDGE
    right: Margin = PRINTABLE_EDGE
    bottom: Margin = PRINTABLE_EDGE


class ProfileFile(Facts):
    """Scales in per cent (98.7) or as a share (0.987), shifts of the back and margins in mm."""

    name: Annotated[str, Field(max_length=100)] = ""
    scale_x: Scale = 1.0
    scale_y: Scale = 1.0
    back_x: Shift = 0.0
    back_y: Shift = 0.0
    margins: MarginsFile = MarginsFile()


def read_profile(path: Path) -> Printer:
    """Read a printer's profile; raise DataError with everything that is wrong with it."""
    node = read_toml(decode(read_bytes(path), str(path)), str(path))
    found = fit(node, ProfileFile)
    margins = found.margins
    edge = Edge(margins.left, margins.top, margins.right, margins.bottom)
    return Printer(found.scale_x, found.scale_y, found.back_x, found.back_y, edge)
