"""A legend: small samples of what is drawn, each with what it means, side by side."""

from collections.abc import Sequence
from dataclasses import dataclass

from generator.paper.compose import beside
from generator.paper.shapes import Drawing, Placed
from generator.paper.style import LABEL
from generator.paper.text import TextBox, fitted
from generator.paper.units import Mm
from generator.printables.setting import Setting

GAP: Mm = 4.0
INDENT: Mm = 1.8


@dataclass(frozen=True, slots=True)
class Sample:
    """Something drawn, and what it means."""

    drawing: Drawing
    words: str


def legend(samples: Sequence[Sample], setting: Setting, width: Mm) -> Drawing:
    """Draw samples in columns of one width, each with its words at the right of it."""
    if not samples:
        return Drawing(width, 0.0)
    each = (width - GAP * (len(samples) - 1)) / len(samples)
    return beside(*(_sample(sample, setting, each) for sample in samples), gap=GAP)


def _sample(sample: Sample, setting: Setting, width: Mm) -> Drawing:
    how = setting.style.lettering(LABEL, steps_down=True)
    start = sample.drawing.width + INDENT
    words = fitted(sample.words, TextBox("legend", width - start), how)
    height = max(sample.drawing.height, words.height)
    return Drawing(
        width,
        height,
        (
            Placed(sample.drawing, 0.0, (height - sample.drawing.height) / 2),
            Placed(words, start, (height - words.height) / 2),
        ),
    )
