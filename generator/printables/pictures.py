"""A game's own pictures, `pictures/*.svg`: outlines in palette colours, read into drawings.

A picture is an `svg` with a `viewBox` and in it nothing but `path`, `circle`, `rect` and `polygon`.
`fill` and `stroke` name `none`, a colour of the house (`ink`, `secondary`, `rule`, `white`) or one
of the game's, each also pale (`red.tint`) or as what is legible on it (`red.on`); `stroke-width` is
in the units of the view box; all three may stand on the `svg` for all shapes. A file has 200 kB and
500 shapes at most, a game 1,000 pictures. Anything else is a fault: the folder may come from
strangers.

A picture as drawing programs write it, with groups, styles or colours of its own (`#2f74c8`), is
drawn as it is, like those of lists. `icon:tooth` is a drawing that comes with the program, as are
`flag:fr` and `map:fr`; of drawings and maps the colour `face` is that of the game's face, pale.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import islice, product
from os.path import lexists
from pathlib import Path as File
from typing import Literal, NoReturn
from xml.parsers import expat

from generator.errors import DataError, LudokitError, Problem, gather_problems
from generator.game import Game
from generator.game.drawings import drawing_file
from generator.paper import shapes as art
from generator.paper.palette import HOUSE, recolour
from generator.printables.flat_svg import flat_svg, svg_drawing
from generator.reading.nodes import Place, decode, problem_at
from generator.reading.text_files import read_bytes
from generator.words import Message, clip_text, message, not_one_of, shipped_picture

FOLDER = "pictures"
SVG = "http://www.w3.org/2000/svg"
MOST_SHAPES = 500
MOST_STEPS = 4000
MOST_BYTES = 200_000
MOST_PICTURES = 1000
# Of one picture; a file may be full of what does not belong there.
MOST_FAULTS = 100
# Larger numbers have no place in a picture that is printed a few centimetres wide, nor has a view
# box that is this many times as long as wide.
LARGEST = 10_000.0
LONGEST = 20.0
# The numbers that fontTools reads right; it passes over everything it does not know.
_NUMBER = r"[-+]?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?"
# What a picture in the colours of the game has none of.
_ORDINARY = re.compile(
    r"<(?:g|ellipse|line|polyline|use|defs|style|symbol)[\s/>]|\s(?:style|transform)\s*="
    r"|(?:fill|stroke)\s*=\s*[\"'](?:#|rgb|url)"
)
# The colour of a drawing of the program that follows the game.
FACE = "face"
_IN_OUTLINE = re.compile(rf"{_NUMBER}|[MmZzLlHhVvCcSsQqTtAa]")
# What fontTools calls the steps of a path.
WAYS: Mapping[str, Literal["M", "L", "C"]] = {"moveTo": "M", "lineTo": "L", "curveTo": "C"}
# What an element may say besides its paint, and which of that it must say.
PAINT = ("fill", "stroke", "stroke-width")
ELEMENTS = {
    "svg": (("xmlns", "viewBox"), ("viewBox",)),
    "path": (("d",), ("d",)),
    "circle": (("cx", "cy", "r"), ("r",)),
    "rect": (("x", "y", "width", "height", "rx"), ("width", "height")),
    "polygon": (("points",), ("points",)),
}


class UnreadableError(ValueError):
    """A number or an outline cannot be read; its words are what was found."""


def picture_names(game: Game) -> tuple[str, ...]:
    """Return the names of the game's pictures, in alphabetical order."""
    return tuple(sorted(file.stem for file in (game.folder / FOLDER).glob("*.svg")))


def picture(game: Game, name: str, side: art.Mm) -> art.Drawing:
    """Return a picture of the game in the width of a square, no higher; faults as of `as_wide`."""
    drawn = picture_of_width(game, name, side)
    if drawn.height <= side * 1.001:
        return drawn
    return art.centred_in(picture_of_width(game, name, side * side / drawn.height), side, side)


def picture_of_width(game: Game, name: str, width: art.Mm) -> art.Drawing:
    """Return a picture as wide as wanted; LudokitError for one unknown, DataError for faults."""
    if (reason := missing_picture(game, name)) is not None:
        raise LudokitError(reason)
    if (shipped := shipped_picture(name)) is not None:
        return read_icon(drawing_file(*shipped), width, second_tone(game))
    file = _file(game, name)
    if len(read_bytes(file)) > MOST_BYTES:
        raise DataError([Problem(str(file), None, None, "", message("picture.too-large"))])
    return _drawn(file, width, tuple(game.head.colours))


def largest_shipped(game: Game, kind: str, name: str, room: tuple[art.Mm, art.Mm]) -> art.Drawing:
    """Return a picture of the program as large as it fits; LudokitError for one unknown."""
    file, tone = drawing_file(kind, name), second_tone(game)
    drawn = read_icon(file, min(room), tone)
    larger = min(room[0] / drawn.width, room[1] / drawn.height)
    return drawn if larger < 1.001 else read_icon(file, larger * min(room), tone)  # noqa: PLR2004 - square


def second_tone(game: Game) -> str:
    """Return the colour of a game that is the second tone of the program's drawings."""
    if (face := game.head.face) is None:
        return "rule.tint"
    return face.accent or f"{face.colour}.tint"


def read_icon(file: File, side: art.Mm, face: str) -> art.Drawing:
    """Return a picture of the program as wide as wanted, its second tone, if any, in a colour."""
    return recolour(_drawn(file, side, (FACE,)), (FACE, face))


def _drawn(file: File, width: art.Mm, colours: tuple[str, ...]) -> art.Drawing:
    words = decode(read_bytes(file), str(file))
    if not _ORDINARY.search(words):
        return _read(words, str(file), colours, width)
    try:
        return svg_drawing(flat_svg(file), width)
    except LudokitError as error:
        raise DataError([Problem(str(file), None, None, "", error.message)]) from None


def missing_picture(game: Game, name: str) -> Message | None:
    """Return why the game has no picture of a name, or None where it has one."""
    if (shipped := shipped_picture(name)) is not None:
        try:
            drawing_file(*shipped)
        except LudokitError as error:
            return error.message
        return None
    # What is there and no file is told when it is opened.
    if re.fullmatch(r"[\w.-]+", name) and lexists(_file(game, name)):
        return None
    known = picture_names(game)
    if not known:
        return message("picture.none", found=clip_text(name))
    return message("picture.unknown", reason=not_one_of(name, known))


def _file(game: Game, name: str) -> File:
    return game.folder / FOLDER / f"{name}.svg"


def check_pictures(game: Game) -> None:
    """Read every picture of the game; raise DataError with the faults of all of them."""
    if len(found := picture_names(game)) > MOST_PICTURES:
        reason = message("picture.too-many-files", most=MOST_PICTURES, n=len(found))
        raise DataError([Problem(str(game.folder / FOLDER), None, None, "", reason)])
    gather_problems(*(partial(picture, game, name, 1.0) for name in found))
    if (face := game.head.face) is not None:
        named = [("emblem", face.emblem)] + ([("motif", face.motif)] if face.motif else [])
        faults = ((field, missing_picture(game, name)) for field, name in named)
        DataError.raise_for(game.fault(("face", field), why) for field, why in faults if why)


@lru_cache(maxsize=1024)
def _read(text: str, file: str, colours: tuple[str, ...], width: art.Mm) -> art.Drawing:
    problems: list[Problem] = []
    variants = product((*HOUSE, *colours), ("", ".tint", ".on"))
    names_of_colours = tuple(map("".join, variants))
    svg, *others = _elements(text, file)
    for element in (svg, *others):
        problems += islice(element.faults(names_of_colours), MOST_FAULTS)
    DataError.raise_for(problems[:MOST_FAULTS])
    left, top, wide, high = _svg_numbers(svg.attributes["viewBox"])
    scale = width / wide
    shapes = tuple(element.shape(left, top, scale) for element in others)
    return art.Drawing(width, high * scale, shapes, title=File(file).stem)


@dataclass(frozen=True, slots=True)
class _Element:
    name: str
    attributes: Mapping[str, str]
    place: Place
    inside: str | None
    given: Mapping[str, str]

    def faults(self, colours: tuple[str, ...]) -> Iterator[Problem]:
        known = [name for name in ELEMENTS if (name == "svg") == (self.inside is None)]
        if self.name not in known:
            yield self._fault(self.name, not_one_of(self.name, known))
            return
        if self.inside not in {None, "svg"}:
            yield self._fault(self.name, message("picture.inside", found=str(self.inside)))
        allowed, needed = ELEMENTS[self.name]
        for field in (field for field in needed if field not in self.attributes):
            yield self._fault(field, message("reading.missing-field"))
        for field, words in self.attributes.items():
            if reason := self._reason(field, words, (*allowed, *PAINT), colours):
                yield self._fault(field, reason)

    def _reason(
        self, field: str, words: str, allowed: tuple[str, ...], colours: tuple[str, ...]
    ) -> Message | None:
        if field not in allowed:
            return not_one_of(field, allowed)
        if field in {"fill", "stroke"}:
            known = ("none", *colours)
            return None if words in known else not_one_of(words, known)
        try:
            self._require(field, words)
        except UnreadableError as error:
            return message("picture.unreadable", found=clip_text(str(error)), most=f"{LARGEST:g}")
        return None

    def _require(self, field: str, words: str) -> None:
        match field:
            case "xmlns":
                holds = words == SVG
            case "d":
                holds = bool(svg_outline(words))
            case "points":
                points = _svg_numbers(words)
                holds = len(points) >= 6 and len(points) % 2 == 0  # noqa: PLR2004 - three corners
            case "viewBox":
                box = _svg_numbers(words)
                holds = len(box) == 4 and min(box[2:]) >= 0.1  # noqa: PLR2004 - x, y and two sides
                holds = holds and max(box[2:]) <= LONGEST * min(box[2:])
            case "r" | "width" | "height" | "stroke-width":
                holds = _svg_number(words) > 0
            case _:
                _svg_number(words)
                return
        if not holds:
            raise UnreadableError(words)

    def shape(self, left: float, top: float, scale: float) -> art.Shape:
        """Return the shape in mm, seen from the view box's corner, its stroke in points."""
        said = {**self.given, **self.attributes}
        colour, line = said.get("fill", "ink"), said.get("stroke", "none")
        thick = art.to_points(_svg_number(said.get("stroke-width", "1")) * scale)
        fill = None if colour == "none" else colour
        stroke = None if line == "none" else art.Stroke(line, thick)

        def at(field: str, start: float = 0.0) -> float:
            return (_svg_number(self.attributes.get(field, "0")) - start) * scale

        match self.name:
            case "circle":
                return art.Circle(at("cx", left), at("cy", top), at("r"), fill, stroke)
            case "rect":
                x, y = at("x", left), at("y", top)
                return art.Rect(x, y, at("width"), at("height"), fill, stroke, at("rx"))
            case "polygon":
                found = _svg_numbers(self.attributes["points"])
                pairs = zip(found[::2], found[1::2], strict=True)
                corners = (((x - left) * scale, (y - top) * scale) for x, y in pairs)
                return art.Polygon(tuple(corners), fill, stroke)
            case _:
                return art.Path(svg_outline(self.attributes["d"], left, top, scale), fill, stroke)

    def _fault(self, field: str, reason: Message) -> Problem:
        return problem_at(self.place, clip_text(field), reason)


def _elements(text: str, file: str) -> tuple[_Element, ...]:
    parser = expat.ParserCreate()
    parser.buffer_text = True
    found: list[_Element] = []
    open_names: list[str] = []

    def here() -> Place:
        return Place(file, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)

    def refuse(reason: Message) -> NoReturn:
        raise DataError([problem_at(here(), "", reason)])

    def start(name: str, said: dict[str, str]) -> None:
        if len(found) > MOST_SHAPES:
            refuse(message("picture.too-many", most=str(MOST_SHAPES)))
        of_svg = found[0].attributes if found else {}
        given = {key: of_svg[key] for key in PAINT if key in of_svg}
        inside = open_names[-1] if open_names else None
        found.append(_Element(name, said, here(), inside, given))
        open_names.append(name)

    def words(said: str) -> None:
        if said.strip():
            refuse(message("picture.words", found=clip_text(said.strip())))

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: open_names.pop()
    parser.CharacterDataHandler = words
    parser.StartDoctypeDeclHandler = lambda *_: refuse(message("picture.doctype"))
    parser.ProcessingInstructionHandler = lambda *_: refuse(message("picture.instruction"))
    try:
        parser.Parse(text, True)  # noqa: FBT003 - expat's word for the end
    except expat.ExpatError as error:
        place = Place(file, error.lineno, error.offset + 1)
        raise DataError([problem_at(place, "", message("picture.not-xml"))]) from None
    return tuple(found)


def _svg_number(words: str) -> float:
    if not re.fullmatch(_NUMBER, words) or abs(float(words)) > LARGEST:
        raise UnreadableError(words)
    return float(words)


def _svg_numbers(words: str) -> tuple[float, ...]:
    return tuple(_svg_number(word) for word in words.replace(",", " ").split())


def svg_outline(
    words: str, left: float = 0.0, top: float = 0.0, scale: float = 1.0
) -> tuple[art.PathStep, ...]:
    """Read the `d` of an SVG path, seen from a corner; UnreadableError where no pen could go."""
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.svgLib.path.arc import EllipticalArc
    from fontTools.svgLib.path.parser import parse_path

    def arc(start: complex, across: float, down: float, *rest: float) -> object:
        if not across * down:  # fontTools would leave a gap
            raise UnreadableError(words)
        return EllipticalArc(start, across, down, *rest)

    if stray := _IN_OUTLINE.sub("", words).strip(" ,\t\r\n"):
        raise UnreadableError(stray)
    for found in _IN_OUTLINE.findall(words):
        if not found.isalpha():
            _svg_number(found)
    pen = RecordingPen()
    try:
        parse_path(words, pen, arc_class=arc)
    except (ValueError, IndexError, ArithmeticError):
        raise UnreadableError(words) from None
    points = (far for _, points in pen.value for point in points for far in point)
    if not 0 < len(pen.value) <= MOST_STEPS or not all(abs(far) <= LARGEST for far in points):
        raise UnreadableError(words)
    placed = (
        (name, tuple(((x - left) * scale, (y - top) * scale) for x, y in points))
        for name, points in pen.value
    )
    return _steps(placed)


def _steps(drawn: Iterable[tuple[str, tuple[art.Point, ...]]]) -> tuple[art.PathStep, ...]:
    steps: list[art.PathStep] = []
    start = at = (0.0, 0.0)
    for name, points in drawn:
        match name, points:
            case "qCurveTo", (control, end):
                curve = (_towards_control(at, control), _towards_control(end, control), end)
                steps.append(art.PathStep("C", curve))
            case "closePath", _:
                # fontTools draws the line that closing draws anyway.
                if steps[-1] == art.PathStep("L", (start,)):
                    steps.pop()
                steps.append(art.CLOSE)
            case _ if name in WAYS:
                steps.append(art.PathStep(WAYS[name], points))
        if name == "moveTo":
            (start,) = points
        at = points[-1] if points else start
    return tuple(steps)


def _towards_control(end: art.Point, control: art.Point) -> art.Point:
    # Two thirds of the way.
    return end[0] + (control[0] - end[0]) * 2 / 3, end[1] + (control[1] - end[1]) * 2 / 3
