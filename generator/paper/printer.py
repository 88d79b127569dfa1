"""How a printer strays from the file, as measured on its calibration page."""

from dataclasses import dataclass

from generator.paper.cutting import USUAL_EDGE, Edge
from generator.paper.units import Mm


@dataclass(frozen=True, slots=True)
class Printer:
    """What a printer makes of 1 mm in x and y, where a back lands, and what it leaves white.

    `back_x` and `back_y` say how far right and down of its place a back page is printed, as seen on
    the back.
    """

    scale_x: float = 1.0
    scale_y: float = 1.0
    back_x: Mm = 0.0
    back_y: Mm = 0.0
    margins: Edge = USUAL_EDGE

    def corrected(
        self, width: Mm, height: Mm, *, is_back: bool
    ) -> tuple[float, float, Mm, Mm] | None:
        """Return scale in x and y, then the shift in x and y, that undo what the printer does.

        Scaling is about the middle of the page. None where there is nothing to undo.
        """
        x, y = 1 / self.scale_x, 1 / self.scale_y
        right, down = (self.back_x * x, self.back_y * y) if is_back else (0.0, 0.0)
        found = (x, y, (1 - x) * width / 2 - right, (1 - y) * height / 2 - down)
        return None if found == (1.0, 1.0, 0.0, 0.0) else found


TRUE = Printer()
