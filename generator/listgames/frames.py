"""What a theme puts about a card: a band in the shape of its frame, signs in corners, a back."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import cycle
from typing import get_args

from generator.game import Game
from generator.game.head import Frame, Pattern, Tone
from generator.game.themes import STRAIGHT, FrameShape, themes
from generator.paper import shapes as art
from generator.paper.page import Box, Extents
from generator.paper.shapes import Drawing, Mm, Path, PathStep, Placed, Point, Pt, Rect, Size
from generator.paper.text import LEAST_SIZE, Lettering, set_middle
from generator.printables.context import SIGNS, Context, colour_shapes
from generator.printables.page_furniture import draw_emblem
from generator.printables.pattern import PLACES, draw_back
from generator.printables.pictures import picture, svg_outline
from generator.printables.sketch import Sketch, token
from generator.tables.table import Table, TableCell
from generator.words import fold

ROUND: Mm = 3.0
# How wide the band about a card is, outside the line about what is read.
BAND: Mm = 1.4
# How long a step of an edge is, and how far within the band it begins.
STEP: Mm = 4.2
DEEP: Mm = 0.6
# A sign in a corner, the largest and the least; how far it lies from the line, and words from it:
# on small cards less.
SIGN_SIDES: tuple[Mm, ...] = (8.0, 6.5, 5.0, 4.2)
INSIDE: Mm = 0.9
SMALL: Mm = 3.2
NEAREST: tuple[tuple[Mm, Mm], ...] = ((50.0, 4.0), (0.0, 3.0))
# A corner of a card: (0, 0) is the upper left, (1, 1) the lower right.
Corner = tuple[int, int]
# The columns whose values have colours and signs, the first that a list has.
GROUPS = ("family", "level")
# The emblem of a back on a poker card.
EMBLEM: Mm = 15.0
MOTIF: Mm = 8.0
# The title of a back, and the least it is set in before it is broken.
TITLE: Pt = 15.0
LEAST: Pt = 9.0


def draw_frame(setting: Context, size: Size, inset: Mm, colour: str = "") -> Drawing:
    """Draw the line about what is read on a card, a distance from its cut, and the band about it.

    The band is in a colour, else in that of the face; a game without a face has none.
    """
    width, height = size
    if (face := setting.game.head.face) is None:
        rect = Rect(inset, inset, width - 2 * inset, height - 2 * inset, None, art.PIECE, ROUND)
        return Drawing(width, height, (rect,))
    return _draw_frame(face.frame, size, inset, colour or face.colour)


@lru_cache(maxsize=64)
def _draw_frame(frame: Frame, size: Size, inset: Mm, colour: str) -> Drawing:
    shape = themes().frames[frame]
    # On narrow frames the band is narrower: the cut may be a millimetre off.
    scale = min(BAND, inset * 0.5) / BAND
    white, depth = shape.white * scale, DEEP * scale * (shape.edge != STRAIGHT)
    line = _outline(shape, inset, size, shape.reach, STRAIGHT)
    hole = _outline(shape, inset - white, size, shape.reach + white, STRAIGHT)
    outer = _outline(shape, inset - BAND * scale + depth, size, shape.outer, shape.edge)
    band = Path((*outer, *_backwards(hole)), colour, None)
    return Drawing(*size, (band, Path(tuple(line), None, art.PIECE)))


def _outline(
    shape: FrameShape,
    inset: Mm,
    size: Size,
    reach: Mm,
    edge: str,
) -> list[PathStep]:
    """Return a corner turned into all four, clockwise, and the sides between."""
    (right, low), corner = (side - inset for side in size), svg_outline(shape.corner)
    steps = list[PathStep]()
    for turn, at in enumerate(((inset, inset), (right, inset), (right, low), (inset, low))):
        own = [_moved(step, complex(*at), reach * 1j**turn) for step in corner]
        steps += _side(edge, steps[-1], own[0]) if steps else own[:1]
        steps += own[1:]
    return [*steps, *_side(edge, steps[-1], steps[0]), art.CLOSE]


def _moved(step: PathStep, at: complex, by: complex) -> PathStep:
    """Return a step of an outline turned and enlarged by a complex number, then moved."""
    points = (at + complex(*point) * by for point in step.points)
    return PathStep(step.way, tuple((point.real, point.imag) for point in points))


def _side(edge: str, one: PathStep, other: PathStep) -> Iterator[PathStep]:
    """Yield a side from the end of a step to where another begins; in an edge up is outwards."""
    begin, way = complex(*one.points[-1]), complex(*other.points[0])
    count = max(1, round(abs(way - begin) / STEP)) if edge != STRAIGHT else 1
    way = (way - begin) / count
    steps = svg_outline(edge)[1:]
    yield from (_moved(step, begin + way * n, way) for n in range(count) for step in steps)


def _backwards(steps: Sequence[PathStep]) -> Iterator[PathStep]:
    """Yield a closed outline the other way round, so that it is a hole."""
    drawn = [step for step in steps if step.points]
    yield PathStep("M", (drawn[-1].points[-1],))
    for before, step in zip(drawn[-2::-1], drawn[:0:-1], strict=True):
        yield PathStep(step.way, (*step.points[-2::-1], before.points[-1]))
    yield art.CLOSE


@dataclass(frozen=True, slots=True)
class FamilySign:
    """What tells a family from the others: a shape, a colour and, if shapes are few, a number."""

    tone: Tone
    colour: str
    number: str = ""


def family_signs(colours: Sequence[str], game: Game, count: int) -> tuple[FamilySign, ...]:
    """Return a sign for each family: colours in their shapes, numbered where shapes run out."""
    colours = colours or tuple(game.head.colours)[: len(SIGNS)] or ("ink",)
    known = {} if colours == ("ink",) else colour_shapes(game)
    found = dict[Tone, str]()
    for colour in colours:
        if known.get(colour, "none") != "none":
            found.setdefault(known[colour], colour)
    free = (tone for tone in SIGNS if tone not in found)
    found |= dict(zip([*free], cycle(colours), strict=False))
    shown = [*found.items()]
    numbers = [str(number + 1) if count > len(shown) else "" for number in range(count)]
    return tuple(
        FamilySign(*shown[number % len(shown)], words) for number, words in enumerate(numbers)
    )


def _groups(table: Table) -> Sequence[TableCell]:
    """Return what each row says of its family or level, the first of these that a list has."""
    column = next((name for name in GROUPS if table.has(name)), None)
    return table.column(column) if column else ()


def row_signs(table: Table, game: Game) -> Mapping[int, FamilySign]:
    """Return the sign of each row, by its number, in a list of several families or levels."""
    words = [fold(cell.words) for cell in _groups(table)]
    names = [*dict.fromkeys(filter(None, words))]
    signs = dict(zip(names, family_signs((), game, len(names)), strict=True))
    return {n: signs[word] for n, word in enumerate(words) if word and len(names) > 1}


def sign_legend(table: Table, game: Game) -> Iterator[str]:
    """Yield what the sign of each family or level says, for a key."""
    cells, told = _groups(table), dict[FamilySign, str]()
    for number, sign in row_signs(table, game).items():
        told.setdefault(sign, cells[number].words)
    yield from (f"{SIGNS[one.tone]}{one.number} {words}" for one, words in told.items())


@dataclass(frozen=True, slots=True)
class DeckLook:
    """What is about the contents of all cards of a deck: their frame, and signs at `places`."""

    setting: Context
    size: Size
    inset: Mm
    places: tuple[tuple[Point, Mm], ...] = ()

    def draw(self, sign: FamilySign | None = None) -> Drawing:
        """Draw it in the colour of a family, with its sign, and with the emblem of the game."""
        setting, places = self.setting, iter(self.places)
        shapes = [*draw_frame(setting, self.size, self.inset, sign.colour if sign else "").shapes]
        if sign and (place := next(places, None)):
            (x, y), side = place
            shapes.append(Placed(token(setting, sign.colour, sign.number, side, sign.tone), x, y))
        elif sign:
            # Where contents fill their cards, as small as the sign of a side across from it.
            how, in_corner = setting.style.lettering(LEAST_SIZE), setting.style.length(SMALL)
            at = self.inset + in_corner, self.size[1] - self.inset - in_corner
            how = replace(how, colour=sign.colour, align="middle")
            shapes += set_middle(f"{SIGNS[sign.tone]}{sign.number}", *at, how)
        if (face := setting.game.head.face) and (place := next(places, None)):
            shapes.append(Placed(draw_emblem(setting.game, face, place[1]), *place[0]))
        return Drawing(*self.size, tuple(shapes))

    def with_places(self, contents: Iterable[Box], corners: Sequence[Corner]) -> "DeckLook":
        """Return it with signs in the corners that no contents of a card come near.

        They are the same places on all cards; contents that fill their cards leave none. Without a
        family's sign the emblem has the first.
        """
        boxes, near = [*contents], self.inset + self.setting.style.length(INSIDE)
        white = next(margin for least, margin in NEAREST if min(self.size) >= least)
        places = list[tuple[Point, Mm]]()
        for right, down in corners:
            for side in map(self.setting.style.length, SIGN_SIDES):
                x, y = (
                    near + at * (whole - 2 * near - side)
                    for at, whole in zip((right, down), self.size, strict=True)
                )
                about = Box(x - white, y - white, x + side + white, y + side + white)
                if side <= min(self.size) / 6 and not any(map(about.shared, boxes)):
                    places.append(((x, y), side))
                    break
        return replace(self, places=tuple(places))


def place_emblem(sketch: Sketch, at: Point, side: Mm) -> Mm:
    """Place the emblem of a game; return where words beside it begin, 0 for a game without one."""
    if (face := sketch.setting.game.head.face) is None:
        return 0.0
    sketch.place(draw_emblem(sketch.setting.game, face, side), *at)
    return at[0] + side * 1.25


def boxes_in(drawn: Iterable[Drawing], field: Box) -> Iterator[Box]:
    """Yield the boxes about what drawings show that lie in the middle of a field."""
    extents, (across, down) = Extents(), field.size
    for one in drawn:
        x, y = field.left + (across - one.width) / 2, field.top + (down - one.height) / 2
        if (box := extents.placed(Placed(one, x, y))) is not None:
            yield box


def draw_deck_back(
    setting: Context,
    size: Size,
    colour: str = "",
    deck: int = 0,
) -> Drawing:
    """Draw a back that hides an offset and looks the same turned round: pattern, emblem, title.

    That of a deck among several has its number, and another pattern than those beside it.
    """
    game, style, face = setting.game, setting.style, setting.game.head.face
    colour = colour or (face.colour if face else "secondary")
    patterns: tuple[Pattern, ...] = get_args(Pattern)
    own = patterns.index(face.pattern if face else "dots")
    scale = min(size[0] / 63.0, size[1] / 88.0)
    named = f"{setting.sentences.title} · {deck}" if deck else setting.sentences.title
    room = size[0] - 2 * style.length(5.0)
    how = Lettering(style.family.bold, TITLE * style.scale, colour, "middle")
    how = how.narrow_to(named, room - 0.5, LEAST * style.scale)
    title = how.fit(named, "back", min(room, how.width(named) + 0.2))
    middle = [*([draw_emblem(game, face, EMBLEM * scale)] if face else []), title]
    # A long title takes the room of the lower ones.
    count = len(PLACES) if title.width < size[0] * 0.48 else 2
    motifs = [picture(game, face.motif, MOTIF * scale)] * count if face and face.motif else []
    return draw_back(patterns[(own + deck) % len(patterns)], size, colour, middle, motifs)
