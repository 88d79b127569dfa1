"""Bars above the tables of an annex: panels that share one scale, the tallest bar of each heavy."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from generator.guides.families import teaching
from generator.guides.lesson import Tabled
from generator.guides.tables import Bar, Computed, Shown
from generator.paper.compose import above, beside
from generator.paper.shapes import (
    HEAVY_LINE,
    WRITING_LINE,
    Drawing,
    Line,
    Placed,
    Rect,
    Shape,
    Stroke,
)
from generator.paper.style import LABEL
from generator.paper.text import TextBox, cap_height, fitted, set_line, width_of
from generator.paper.units import Mm
from generator.printables.setting import Setting, palette
from generator.render.picture import Picture, picture

WIDTH: Mm = 158.0
NARROW: Mm = 74.0
HEIGHT: Mm = 17.0
# How far bars lie apart: no nearer, and never further, than this.
PITCH: tuple[Mm, Mm] = (7.2, 20.0)
BAR = 0.64
AIR: Mm = 1.4
GAP: Mm = 5.0
ASIDE: Mm = 9.0


@dataclass(frozen=True, slots=True)
class _Panel:
    """Bars that stand on one line, `pitch` apart."""

    name: str
    bars: tuple[Bar, ...]
    heights: tuple[Mm, ...]
    pitch: Mm

    @property
    def width(self) -> Mm:
        return self.pitch * len(self.bars)


def shown(tables: Sequence[Tabled], setting: Setting) -> tuple[Shown, ...]:
    """Return the tables of an annex with their rows and charts."""
    if not tables:
        return ()
    computed = teaching(setting.game).tables(setting.game, setting.options.language)
    return tuple(
        Shown(told, computed[told.shows].rows, _chart(told, computed[told.shows], setting))
        for told in tables
    )


def _chart(told: Tabled, computed: Computed, setting: Setting) -> Picture | None:
    """Draw the panels side by side as far as they fit, then one under another."""
    if not told.panels:
        return None
    room = NARROW if told.beside else WIDTH
    pitch = _pitch(computed.panels, room, setting)
    top = max(bar.height for panel in computed.panels for bar in panel)
    rows: list[list[_Panel]] = [[]]
    for name, bars in zip(told.panels, computed.panels, strict=True):
        heights = tuple(float(bar.height / top) * HEIGHT for bar in bars)
        panel = _Panel(name, tuple(bars), heights, pitch)
        if sum(one.width + ASIDE for one in rows[-1]) + panel.width > room and rows[-1]:
            rows.append([])
        rows[-1].append(panel)
    drawing = above(*(_on_one_line(row, setting) for row in rows), gap=GAP)
    colours = palette(setting.game, setting.options.ink)
    return picture(drawing, colours, title=told.alt or told.title)


def _on_one_line(row: Sequence[_Panel], setting: Setting) -> Drawing:
    """Put panels side by side, their feet level, and their names."""
    tallest = max(max(panel.heights) for panel in row)
    panels = [_drawn(panel, tallest, setting) for panel in row]
    height = max(panel.height for panel in panels)
    level = (Drawing(one.width, height, (Placed(one, 0.0, height - one.height),)) for one in panels)
    return beside(*level, gap=ASIDE)


def _pitch(panels: Sequence[Sequence[Bar]], room: Mm, setting: Setting) -> Mm:
    """Return how far bars lie apart: as the widest word wants, and as the width allows."""
    font = setting.style.family.bold
    size = setting.style.lettering(LABEL).size
    words = [word for bars in panels for bar in bars for word in (*bar.name.split(), bar.words)]
    wanted = max(width_of(word, font, size) for word in words) + AIR
    most = max(len(bars) for bars in panels)
    return min(max(PITCH[0], wanted), PITCH[1], room / most)


def _drawn(panel: _Panel, tallest: Mm, setting: Setting) -> Drawing:
    """Draw bars on one line, their words above and their names below them."""
    bold = setting.style.lettering(LABEL, "bold", "ink", steps_down=True)
    figures = cap_height(bold.font, bold.size)
    pitch, width = panel.pitch, panel.width
    head = fitted(panel.name, TextBox("panel", width), bold)
    base = head.height + AIR + figures + AIR + tallest
    shapes: list[Shape] = [Placed(head, 0.0, 0.0)]
    shapes.append(Line(0.0, base, width, base, Stroke("ink", WRITING_LINE)))
    foot = figures
    for number, (bar, height) in enumerate(zip(panel.bars, panel.heights, strict=True)):
        left = number * pitch
        box = Rect(left + pitch * (1 - BAR) / 2, base - height, pitch * BAR, height)
        shapes += _bar(bar, box, setting, is_heavy=height == max(panel.heights))
        below = replace(bold, align="middle")
        under = fitted(bar.name, TextBox("bar", pitch - 0.6), below)
        shapes.append(Placed(under, left + 0.3, base + AIR))
        foot = max(foot, under.height)
    return Drawing(width, base + AIR + foot, tuple(shapes))


def _bar(bar: Bar, box: Rect, setting: Setting, *, is_heavy: bool) -> Iterator[Shape]:
    fill, edge = ("secondary", HEAVY_LINE) if is_heavy else ("rule", WRITING_LINE)
    yield replace(box, fill=fill, stroke=Stroke("ink", edge))
    how = setting.style.lettering(LABEL, "regular", "ink", "middle", steps_down=True)
    yield from set_line(bar.words, box.x + box.width / 2, box.y - 0.9, how)
