"""A sheet to measure a printer by, and the profile that somebody writes after it."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field

from generator.errors import DataError
from generator.game.facts import Facts
from generator.paper import shapes as art
from generator.paper import text as lettered
from generator.paper.measures import CELL_LINE, HAIRLINE, HEAVY_LINE, PRINTABLE_EDGE, WRITING_LINE
from generator.paper.page import Margins, Page, PaperSize, Printer
from generator.paper.palette import Palette, Swatch, grey_of, hex_of
from generator.paper.shapes import CUT, Circle, Drawing, Line, Mm, Placed, Pt, Rect, Shape, Stroke
from generator.paper.text import LABEL, SECTION, TEXT, TITLE, Lettering, set_line, set_middle
from generator.printables.context import Options
from generator.reading.nodes import Place, decode, problem_at
from generator.reading.text_files import parse_file, read_bytes, require_size
from generator.reading.validate import Fault, validate
from generator.words import format_number, message, numeral, paper_language, say, typeset_message

SMALL_SIZE = 7.0
# How many millimetres from the edge stairs go, and how long a step is.
DEEPEST = 14
STAIR_LENGTH: Mm = 5.0
REACH = 10
# Where the text begins and ends: stairs of margin marks stand outside.
TEXT_LEFT: Mm = 22.0
RULER_ACROSS: Mm = 150.0
RULER_DOWN: Mm = 200.0
# About the middle of the page, where the needle goes through.
NEEDLE_ROOM: Mm = 18.0
# The lines of a profile, with what an example has in them; margins stand within their own field.
PROFILE = (
    *("scale_x: 98.7", "scale_y: 99.4", "back_x: 0.5", "back_y: -1.0"),
    *("margins:", "\u00a0\u00a0left: 4", "\u00a0\u00a0top: 4"),
    *("\u00a0\u00a0right: 4", "\u00a0\u00a0bottom: 5"),
)
STEPS = ("print", "length", "margins", "needle", "file")
COLOURS = {"orange": "#f08a3c", "yellow": "#e6bc23", "green": "#2f7d4f"}
COLOURS |= {"blue": "#1f5fa8", "purple": "#6b4596", "red": "#b8322a"}
GREYS = tuple(range(0, 101, 10))
WEIGHTS = (0.25, HAIRLINE, WRITING_LINE, CELL_LINE, HEAVY_LINE)
PATCH: Mm = 10.0
COLOUR: Mm = 20.0
LEAST, MOST = 0.9, 1.1
MOST_BYTES = 20_000
# `scale_x = 98.7`: the form of profiles that an earlier calibration page asked for.
_OLD_LINE = re.compile(r"[ \t]*[\w.]+[ \t]*=")


def ruler(x: Mm, y: Mm, length: Mm, font: str, *, is_upright: bool = False) -> Iterator[Shape]:
    """Yield a line of a length between two cross strokes, with its length beside it."""

    def at(along: Mm, aside: Mm) -> tuple[Mm, Mm]:
        return (x + aside, y + along) if is_upright else (x + along, y + aside)

    yield Line(*at(0.0, 0.0), *at(length, 0.0), CUT)
    for far in range(0, round(length) + 1, 10):
        reach = 1.2 if 0 < far < length else 3.0
        yield Line(*at(far, -reach), *at(far, reach), CUT)
    how = Lettering(font, SMALL_SIZE + 1.0, "ink", "right" if is_upright else "middle")
    lower = 1.0 if is_upright else 0.0
    yield from set_line(f"{length:g} mm", *at(length / 2 + lower, -3.0), how)


def _edge_stairs(size: PaperSize, font: str) -> Iterator[Shape]:
    start, low = (side / 2 - DEEPEST * STAIR_LENGTH / 4 for side in (size.width, size.height))
    how = Lettering(font, SMALL_SIZE, "ink", "middle")
    for place, depth in enumerate(range(2, DEEPEST + 1, 2)):
        x, y = start + place * STAIR_LENGTH, low + place * STAIR_LENGTH
        for edge in (depth, size.height - depth):
            yield Line(x, edge, x + STAIR_LENGTH - 1.0, edge, art.THIN)
        for edge in (depth, size.width - depth):
            yield Line(edge, y, edge, y + STAIR_LENGTH - 1.0, art.THIN)
        inside, half = DEEPEST + 2.5, (STAIR_LENGTH - 1.0) / 2
        for far in (inside, size.height - inside):
            yield from set_middle(str(depth), x + half, far, how)
        for far in (inside, size.width - inside):
            yield from set_middle(str(depth), far, y + half, how)


def needle_target(x: Mm, y: Mm, font: str, bold: str | None) -> Iterator[Shape]:
    """Yield the cross that a needle goes through; in bold, a grid of the shifts of a back."""
    far = REACH + 4.0
    cross = Line(x - far, y, x + far, y, CUT), Line(x, y - far, x, y + far, CUT)
    yield from cross
    if bold is None:
        yield Circle(x, y, 3.0, None, CUT)
        yield Circle(x, y, REACH - 2.0, None, CUT)
        return
    for number in range(-REACH, REACH + 1):
        stroke = art.FAINT if number % 2 else art.QUIET
        yield Line(x + number, y - REACH, x + number, y + REACH, stroke)
        yield Line(x - REACH, y + number, x + REACH, y + number, stroke)
    yield from cross
    how = Lettering(font, SMALL_SIZE, "ink", "middle")
    for number in (-10, -5, 5, 10):
        words, aside = numeral(-number, plus=True), replace(how, align="right")
        yield from set_line(words, x + number, y - REACH - 5.5, how)
        yield from set_middle(words, x - REACH - 5.5, y + number, aside)
    name = Lettering(bold, SMALL_SIZE + 1.0)
    yield from set_line("back_x", x + REACH + 5.0, y - REACH - 5.5, name)
    left = x - REACH - 5.5 - name.width("back_y")
    yield from set_line("back_y", left, y + REACH + 5.5, name)


def plan_calibration(options: Options) -> tuple[Page, Page]:
    """Plan the two sides: what to measure, and where the back lands with the profile to fill in."""
    size = options.size
    front = Drawing(size.width, size.height, tuple(_front(options, size)))
    back = Drawing(size.width, size.height, tuple(_back(options, size)))
    title = say(message("calibrate.title"), options.language)
    turned = say(message("print.back", title=title), options.language)
    return Page(size, front, (), title), Page(size, back, (), turned, is_back=True)


def calibration_palette(options: Options) -> Palette:
    """Return the house colours with those that are shown."""
    return Palette(tuple((name, Swatch(one)) for name, one in COLOURS.items()), options.ink)


def _front(options: Options, size: PaperSize) -> Iterator[Shape]:
    font, width = options.style.family.regular, size.width - 2 * TEXT_LEFT
    yield from _edge_stairs(size, font)
    title = replace(_draw_words(options, "title", width, TITLE), role="title")
    head = art.column(title, _draw_steps(options, width - 14.0), gap=4.0)
    yield Placed(head, TEXT_LEFT, TEXT_LEFT)
    x, y = size.width / 2, size.height / 2
    # In outline there is no grey to be told from another.
    greys = () if options.ink == "outline" else (_draw_greys(options),)
    lines = art.column(_draw_line_weights(options), *greys, gap=6.0)
    top, bottom = TEXT_LEFT + head.height, y - NEEDLE_ROOM
    yield Placed(lines, TEXT_LEFT, top + (bottom - top - lines.height) / 2)
    yield from needle_target(x, y, font, None)
    hint = options.style.lettering(LABEL, "regular", "secondary")
    yield from set_line(_say(options, "needle-here"), x + NEEDLE_ROOM, y + 1.0, hint)
    colours = _draw_colours(options)
    ruler_top = size.height - TEXT_LEFT - 8.0
    white = ruler_top - 8.0 - y - NEEDLE_ROOM - colours.height
    yield Placed(colours, TEXT_LEFT, y + NEEDLE_ROOM + white / 2)
    yield from ruler((size.width - RULER_ACROSS) / 2, ruler_top, RULER_ACROSS, font)
    right, top = size.width - TEXT_LEFT, (size.height - RULER_DOWN) / 2
    yield from ruler(right, top, RULER_DOWN, font, is_upright=True)
    yield from _foot(options, size, 1)


def _back(options: Options, size: PaperSize) -> Iterator[Shape]:
    family, width = options.style.family, size.width - 2 * TEXT_LEFT
    blanks = art.column(*(_draw_profile_line(options, line, width) for line in PROFILE))
    heading = _draw_words(options, "profile", width, SECTION)
    profile = art.column(heading, blanks, gap=1.0)
    title = replace(_draw_words(options, "title", width, TITLE), role="title")
    head = art.column(title, _draw_words(options, "back-how", width), profile, gap=4.0)
    yield Placed(head, TEXT_LEFT, TEXT_LEFT - 4.0)
    x, y = size.width / 2, size.height / 2
    yield from needle_target(x, y, family.regular, family.bold)
    how, example = _draw_words(options, "profile-how", width), _draw_example(options, width)
    below = art.column(how, example, gap=5.0)
    yield Placed(below, TEXT_LEFT, y + NEEDLE_ROOM + 6.0)
    yield from _foot(options, size, 2)


def _foot(options: Options, size: PaperSize, page: int) -> Iterator[Shape]:
    how = options.style.lettering(lettered.FOOTER, "regular", "secondary")
    said = say(message("print.page", number=str(page), of="2"), options.language)
    language = paper_language(options.language)
    words = f"ludokit calibrate · {said} · {language} · {size.name}"
    yield from set_line(words, TEXT_LEFT, size.height - 12.0, how)


def _draw_words(options: Options, key: str, width: Mm, size: Pt = TEXT) -> Drawing:
    how = options.style.lettering(size, "regular" if size == TEXT else "bold")
    return how.fit(_say(options, key), key, width, language=options.language)


def _draw_steps(options: Options, width: Mm) -> Drawing:
    lettering, drawn = options.style.lettering, []
    bold, plain = lettering(TEXT, "bold"), lettering(TEXT)
    for number, step in enumerate(STEPS, start=1):
        said = _say(options, step, across=f"{RULER_ACROSS:g}", down=f"{RULER_DOWN:g}")
        words = plain.fit(said, step, width - 6.0, language=options.language)
        sign = set_line(str(number), 0.0, bold.height, bold)
        drawn.append(Drawing(width, words.height, (*sign, Placed(words, 6.0, 0.0))))
    return art.column(*drawn, gap=2.4)


def _draw_line_weights(options: Options) -> Drawing:
    how = options.style.lettering(LABEL, "regular", "ink", "middle")
    shapes: list[Shape] = []
    for number, weight in enumerate(WEIGHTS):
        x = number * 30.0
        shapes.append(Line(x, 1.0, x + 24.0, 1.0, Stroke("ink", weight)))
        words = f"{format_number(weight, options.language)}\u00a0pt"
        shapes += set_line(words, x + 12.0, 6.0, how)
    return _with_title(options, "weights", Drawing(30.0 * len(WEIGHTS), 7.0, tuple(shapes)))


def _draw_greys(options: Options) -> Drawing:
    how = options.style.lettering(7.0, "regular", "ink", "middle")
    shapes: list[Shape] = []
    for number, light in enumerate(GREYS):
        x = number * (PATCH + 3.0)
        # As it is: a colour with a name would be made dark enough for words.
        grey = hex_of(grey_of(light))
        shapes.append(Rect(x, 0.0, PATCH, PATCH, grey, art.FAINT))
        shapes += set_line(str(light), x + PATCH / 2, PATCH + 3.2, how)
    width = (PATCH + 3.0) * len(GREYS)
    return _with_title(options, "greys", Drawing(width, PATCH + 4, tuple(shapes)))


def _draw_colours(options: Options) -> Drawing:
    shapes: list[Shape] = []
    for number, name in enumerate(COLOURS):
        for place, (fill, on) in enumerate(((name, f"{name}.on"), (f"{name}.tint", "ink"))):
            x, y = number * (COLOUR + 3.0), place * COLOUR
            shapes.append(Rect(x, y, COLOUR, COLOUR, fill, art.FAINT))
            how = options.style.lettering(SECTION, "bold", on, "middle")
            shapes += set_middle("Aa", x + COLOUR / 2, y + COLOUR / 2, how)
    width = (COLOUR + 3.0) * len(COLOURS)
    return _with_title(options, "colours", Drawing(width, 2 * COLOUR, tuple(shapes)))


def _with_title(options: Options, key: str, drawing: Drawing) -> Drawing:
    title = _draw_words(options, key, drawing.width, LABEL)
    return art.column(title, drawing, gap=1.5)


def _draw_example(options: Options, width: Mm) -> Drawing:
    bold, lines = options.style.lettering(TEXT, "bold"), "\n".join(PROFILE)
    sample = bold.fit(lines, "example", width - 8.0)
    frame = Rect(0.0, 0.0, width, sample.height + 7.0, "rule.tint", None, 1.0)
    box = Drawing(width, frame.height, (frame, Placed(sample, 4.0, 3.5)))
    label = options.style.lettering(LABEL)
    said = label.fit(_say(options, "example"), "example", width, language=options.language)
    return art.column(said, box, gap=1.5)


def _draw_profile_line(options: Options, written: str, width: Mm) -> Drawing:
    high, base, start, end = 7.4, 5.4, 34.0, 66.0
    bold = options.style.lettering(TEXT, "bold")
    field, _, value = written.partition(":")
    name = set_line(f"{field}:", 0.0, base, bold)
    if not value:
        return Drawing(width, high, name)
    line = Line(start, base + 0.8, end, base + 0.8, art.THIN)
    plain = options.style.lettering(TEXT, "regular", "secondary")
    said = _say(options, f"field-{field.strip().replace('_', '-')}")
    meaning = set_line(said, end + 4.0, base, plain)
    return Drawing(width, high, (*name, line, *meaning))


def _say(options: Options, key: str, /, **values: str) -> str:
    return typeset_message(message(f"calibrate.{key}", **values), options.language)


def _scale(written: float) -> float:
    for scale in (written, written / 100.0):
        if LEAST <= scale <= MOST:
            return scale
    raise Fault(message("print.scale", found=f"{written:g}"))


Scale = Annotated[float, AfterValidator(_scale)]
Shift = Annotated[float, Field(ge=-20, le=20)]
Margin = Annotated[float, Field(ge=0, le=40)]


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
    return profile_in(read_bytes(path, MOST_BYTES), path)


def profile_in(data: bytes, path: Path) -> Printer:
    """Return the profile in the bytes of a file that is called so, as `read_profile`."""
    lines = enumerate(decode(require_size(data, path, MOST_BYTES), str(path)).splitlines(), start=1)
    old = next((number for number, line in lines if _OLD_LINE.match(line)), None)
    if old is not None or path.suffix.lower() == ".toml":
        place = Place(str(path), old or 1, 1)
        raise DataError([problem_at(place, "", message("print.profile-form"))])
    found = validate(parse_file(data, path), ProfileFile)
    scales = (found.scale_x, found.scale_y, found.back_x, found.back_y)
    return Printer(*scales, Margins(**found.margins.model_dump()))
