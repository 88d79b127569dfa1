"""A sheet to measure a printer by: scale, shift of the back, margins, weights of line, inks."""

from collections.abc import Iterator

from generator.paper.compose import above
from generator.paper.page import Page
from generator.paper.palette import Palette, Swatch, grey_of, hex_of
from generator.paper.shapes import (
    CELL_LINE,
    HAIRLINE,
    HEAVY_LINE,
    WRITING_LINE,
    Drawing,
    Line,
    Placed,
    Rect,
    Shape,
    Stroke,
)
from generator.paper.sizes import PaperSize
from generator.paper.style import FOOTER, LABEL, SECTION, TEXT, TITLE, Style
from generator.paper.text import TextBox, cap_height, fitted, set_line
from generator.paper.units import Mm
from generator.printables.calibration_marks import measure, stairs, target
from generator.printables.options import Options
from generator.words import message, say, traits, typeset

# Where the text begins and ends: stairs of margin marks stand outside.
INSET: Mm = 22.0
ACROSS: Mm = 150.0
DOWN: Mm = 200.0
# About the middle of the page, where the needle goes through.
CLEAR: Mm = 18.0
# The fields of a profile, with what an example has in them.
FIELDS = {
    "scale_x": "98.7",
    "scale_y": "99.4",
    "back_x": "0.5",
    "back_y": "-1.0",
    "left": "4",
    "top": "4",
    "right": "4",
    "bottom": "5",
}
STEPS = ("print", "length", "margins", "needle", "file")
COLOURS: dict[str, str] = {
    "orange": "#d9661f",
    "yellow": "#e6bc23",
    "green": "#2f7d4f",
    "blue": "#1f5fa8",
    "purple": "#6b4596",
    "red": "#b8322a",
}
GREYS = tuple(range(0, 101, 10))
WEIGHTS = (0.25, HAIRLINE, WRITING_LINE, CELL_LINE, HEAVY_LINE)
PATCH: Mm = 10.0
COLOUR: Mm = 20.0


def calibration(options: Options) -> tuple[Page, Page]:
    """Plan the two sides: what to measure, and where the back lands with the profile to fill in."""
    size = options.size
    front = Drawing(size.width, size.height, tuple(_front(options, size)))
    back = Drawing(size.width, size.height, tuple(_back(options, size)))
    title = say(message("calibrate.title"), options.language)
    turned = say(message("print.back", title=title), options.language)
    return Page(size, front, (), title), Page(size, back, (), turned, is_back=True)


def calibration_palette(options: Options) -> Palette:
    """Return the house colours with those of the two ramps."""
    greys = {f"grey{light}": Swatch(hex_of(grey_of(light)), float(light)) for light in GREYS}
    colours = {name: Swatch(colour) for name, colour in COLOURS.items()}
    return Palette((*colours.items(), *greys.items()), options.ink)


def _front(options: Options, size: PaperSize) -> Iterator[Shape]:
    font = options.style.family.regular
    yield from stairs(size, font)
    width = size.width - 2 * INSET
    head = above(_title(options, width), _steps(options, width - 14.0), gap=4.0)
    yield Placed(head, INSET, INSET)
    x, y = size.width / 2, size.height / 2
    lines = above(_weights(options), _greys(options), gap=6.0)
    top, bottom = INSET + head.height, y - CLEAR
    yield Placed(lines, INSET, top + (bottom - top - lines.height) / 2)
    yield from target(x, y, font, None)
    hint = options.style.lettering(LABEL, "regular", "secondary")
    yield from set_line(_say(options, "needle-here"), x + CLEAR, y + 1.0, hint)
    colours = _colours(options)
    ruler = size.height - INSET - 8.0
    yield Placed(colours, INSET, y + CLEAR + (ruler - 8.0 - y - CLEAR - colours.height) / 2)
    yield from measure((size.width - ACROSS) / 2, ruler, ACROSS, font)
    # Beside the text, as far from the edge as it is.
    upright = (size.height - DOWN) / 2
    yield from measure(size.width - INSET, upright, DOWN, font, is_upright=True)
    yield from _foot(options, size, 1)


def _back(options: Options, size: PaperSize) -> Iterator[Shape]:
    style, width = options.style, size.width - 2 * INSET
    words = _text(options, "back-how", width)
    head = above(_title(options, width), words, _profile(options, width), gap=4.0)
    yield Placed(head, INSET, INSET - 4.0)
    x, y = size.width / 2, size.height / 2
    yield from target(x, y, style.family.regular, style.family.bold)
    below = above(_text(options, "profile-how", width), _example(options, width), gap=5.0)
    yield Placed(below, INSET, y + CLEAR + 6.0)
    yield from _foot(options, size, 2)


def _foot(options: Options, size: PaperSize, page: int) -> Iterator[Shape]:
    """Yield which page this is; the stairs have the middle of the edge."""
    how = options.style.lettering(FOOTER, "regular", "secondary")
    said = say(message("print.page", number=str(page), of="2"), options.language)
    language = traits(options.language).name
    words = f"ludokit calibrate · {said} · {language} · {size.name}"
    yield from set_line(words, INSET, size.height - 12.0, how)


def _text(options: Options, key: str, width: Mm) -> Drawing:
    box = TextBox(key, width, language=options.language)
    return fitted(_say(options, key), box, options.style.lettering(TEXT))


def _title(options: Options, width: Mm) -> Drawing:
    style = options.style
    return fitted(_say(options, "title"), TextBox("title", width), style.lettering(TITLE, "bold"))


def _steps(options: Options, width: Mm) -> Drawing:
    """Draw what to do, step by step."""
    style = options.style
    drawn = []
    for number, step in enumerate(STEPS, start=1):
        sign = style.lettering(TEXT, "bold")
        box = TextBox(step, width - 6.0, language=options.language)
        values = {"across": f"{ACROSS:g}", "down": f"{DOWN:g}"}
        words = fitted(_say(options, step, **values), box, style.lettering(TEXT))
        base = cap_height(sign.font, sign.size)
        shapes: tuple[Shape, ...] = (
            *set_line(str(number), 0.0, base, sign),
            Placed(words, 6.0, 0.0),
        )
        drawn.append(Drawing(width, words.height, shapes))
    return above(*drawn, gap=2.4)


def _weights(options: Options) -> Drawing:
    """Draw lines of the weights that printables use, each with its width."""
    how = options.style.lettering(LABEL, "regular", "ink", "middle")
    shapes: list[Shape] = []
    for number, weight in enumerate(WEIGHTS):
        x = number * 30.0
        shapes.append(Line(x, 1.0, x + 24.0, 1.0, Stroke("ink", weight)))
        shapes += set_line(f"{weight:g} pt", x + 12.0, 6.0, how)
    return _named(options, "weights", Drawing(30.0 * len(WEIGHTS), 7.0, tuple(shapes)))


def _greys(options: Options) -> Drawing:
    """Draw greys of even lightness, black to white."""
    how = options.style.lettering(7.0, "regular", "ink", "middle")
    shapes: list[Shape] = []
    for number, light in enumerate(GREYS):
        x = number * (PATCH + 3.0)
        shapes.append(Rect(x, 0.0, PATCH, PATCH, f"grey{light}", Stroke("rule", HAIRLINE)))
        shapes += set_line(str(light), x + PATCH / 2, PATCH + 3.2, how)
    return _named(options, "greys", Drawing((PATCH + 3.0) * len(GREYS), PATCH + 4, tuple(shapes)))


def _colours(options: Options) -> Drawing:
    """Draw the colours of the house, full and pale, with letters in what is legible on each."""
    shapes: list[Shape] = []
    for number, name in enumerate(COLOURS):
        for place, (fill, on) in enumerate(((name, f"{name}.on"), (f"{name}.tint", "ink"))):
            x, y = number * (COLOUR + 3.0), place * COLOUR
            shapes.append(Rect(x, y, COLOUR, COLOUR, fill, Stroke("rule", HAIRLINE)))
            how = options.style.lettering(SECTION, "bold", on, "middle")
            base = y + (COLOUR + cap_height(how.font, how.size)) / 2
            shapes += set_line("Aa", x + COLOUR / 2, base, how)
    width = (COLOUR + 3.0) * len(COLOURS)
    return _named(options, "colours", Drawing(width, 2 * COLOUR, tuple(shapes)))


def _named(options: Options, key: str, drawing: Drawing) -> Drawing:
    how = options.style.lettering(LABEL, "bold")
    name = fitted(_say(options, key), TextBox(key, drawing.width), how)
    return above(name, drawing, gap=1.5)


def _profile(options: Options, width: Mm) -> Drawing:
    """Draw the profile with blanks to fill in."""
    how = options.style.lettering(SECTION, "bold")
    heading = fitted(_say(options, "profile"), TextBox("profile", width), how)
    blanks = above(*(_blank(options, row, width) for row in FIELDS), gap=0.0)
    return above(heading, blanks, gap=1.0)


def _example(options: Options, width: Mm) -> Drawing:
    """Draw a profile as it is typed."""
    style = options.style
    heading = fitted(_say(options, "example"), TextBox("example", width), style.lettering(LABEL))
    lines = "\n".join(f"{_path(field)} = {value}" for field, value in FIELDS.items())
    sample = fitted(lines, TextBox("example", width - 8.0), style.lettering(TEXT, "bold"))
    frame = Rect(0.0, 0.0, width, sample.height + 7.0, "rule.tint", None, 1.0)
    box = Drawing(width, sample.height + 7.0, (frame, Placed(sample, 4.0, 3.5)))
    return above(heading, box, gap=1.5)


def _path(field: str) -> str:
    return f"margins.{field}" if field in {"left", "top", "right", "bottom"} else field


def _blank(options: Options, field: str, width: Mm) -> Drawing:
    """Draw a line of the profile: its field, a line to write on, and what goes there."""
    style: Style = options.style
    high, start, end = 7.4, 34.0, 66.0
    base = high - 2.0
    bold, plain = style.lettering(TEXT, "bold"), style.lettering(TEXT, "regular", "secondary")
    shapes: tuple[Shape, ...] = (
        *set_line(f"{_path(field)} =", 0.0, base, bold),
        Line(start, base + 0.8, end, base + 0.8, Stroke("ink", WRITING_LINE)),
        *set_line(_say(options, f"field-{field.replace('_', '-')}"), end + 4.0, base, plain),
    )
    return Drawing(width, high, shapes)


def _say(options: Options, key: str, /, **values: str) -> str:
    words = say(message(f"calibrate.{key}", **values), options.language)
    return typeset(words, options.language)
