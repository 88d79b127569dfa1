"""What stands inside a circuit: title, what each kind of square does, the place of the cube."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from generator.game.parts import Circuit
from generator.paper.compose import above
from generator.paper.shapes import CELL_LINE, CellBox, Drawing, Placed, Rect, Shape, Stroke
from generator.paper.style import LABEL, SECTION
from generator.paper.text import LEAST_SIZE, DoesNotFitError, Lettering, TextBox, fitted
from generator.paper.units import Mm
from generator.printables.pictures import picture
from generator.printables.setting import Setting

TITLE = 34.0
AIM = 14.0
NAME = 14.0
DOES = 11.5
ICON: Mm = 20.0
COLUMN_GAP: Mm = 4.0
GAP: Mm = 1.5
# A cube of 16 mm lies within.
CUBE: Mm = 22.0


@dataclass(frozen=True, slots=True)
class Frame:
    """A field of a board."""

    x: Mm
    y: Mm
    width: Mm
    height: Mm


def inside(frame: Frame, circuit: Circuit, setting: Setting) -> Iterator[Shape]:
    """Yield the title, the aim of the game, and a column for each kind of square."""
    y = frame.y
    icon = ICON / setting.style.scale
    # Both are large enough for low vision; what the squares do gets the room.
    family = setting.style.family
    lines = (
        (setting.said.title, TITLE, family.bold),
        (setting.text("board.aim"), AIM, family.regular),
    )
    for words, size, font in lines:
        how = Lettering(font, size, "ink", "middle", LEAST_SIZE)
        said = fitted(words, TextBox("board", frame.width, frame.height * 0.2), how)
        yield Placed(said, frame.x, y)
        y += said.height + 2.0
    kinds = tuple(dict.fromkeys(square.kind for square in circuit.squares))
    width = (frame.width - COLUMN_GAP * (len(kinds) - 1)) / len(kinds)
    y += 1.5
    field = Frame(frame.x, y, width, frame.y + frame.height - y - icon - GAP)
    texts = _texts(field, kinds, setting)
    for number, (kind, said) in enumerate(zip(kinds, texts, strict=True)):
        x = frame.x + number * (width + COLUMN_GAP)
        shown = next(square.picture for square in circuit.squares if square.kind == kind)
        yield Placed(picture(setting.game, shown, icon), x + (width - icon) / 2, y)
        yield Placed(said, x, y + icon + GAP)


def _texts(frame: Frame, kinds: Sequence[str], setting: Setting) -> tuple[Drawing, ...]:
    """Return the name of each kind and what to do there, all as large as the longest allows.

    Raise DoesNotFitError naming the kind whose words do not fit even at the smallest size.
    """
    bold = setting.style.lettering(NAME, "bold", "ink", "middle", steps_down=True)
    plain = setting.style.lettering(DOES, "regular", "ink", "middle", steps_down=True)
    for large, small in zip_longest(bold.sizes(), plain.sizes(), fillvalue=LEAST_SIZE):
        names = replace(bold, size=large, least=large)
        words = replace(plain, size=small, least=small)
        try:
            return tuple(_text(kind, frame, setting, (names, words)) for kind in kinds)
        except DoesNotFitError:
            if small == LEAST_SIZE:
                raise
    raise AssertionError


def _text(kind: str, frame: Frame, setting: Setting, how: tuple[Lettering, Lettering]) -> Drawing:
    name = fitted(setting.text(f"square.{kind}"), TextBox(kind, frame.width, frame.height), how[0])
    box = TextBox(kind, frame.width, frame.height - name.height - GAP)
    return above(name, fitted(setting.text(f"square.{kind}.does"), box, how[1]), gap=GAP)


def cube_place(frame: Frame, shown: str, setting: Setting) -> tuple[tuple[Shape, ...], CellBox]:
    """Return the place of the cube, its name beneath, and where it is."""
    bold = setting.style.lettering(SECTION, "bold", "ink", "middle", steps_down=True)
    plain = setting.style.lettering(LABEL, "regular", "secondary", "middle", steps_down=True)
    rest = (frame.height - CUBE - 3 * GAP) / 2
    name = fitted(setting.text("board.cube"), TextBox("cube", frame.width, rest * 1.1), bold)
    note = fitted(setting.text("board.cube-note"), TextBox("cube", frame.width, rest), plain)
    x, y = frame.x + (frame.width - CUBE) / 2, frame.y
    under = y + CUBE + GAP
    drawn = picture(setting.game, shown, CUBE - 6.0)
    shapes = (
        Rect(x, y, CUBE, CUBE, "white", Stroke("ink", CELL_LINE, "dotted"), 1.5),
        Placed(drawn, x + 3.0, y + 3.0),
        Placed(name, frame.x, under),
        Placed(note, frame.x, under + name.height + GAP),
    )
    return shapes, CellBox("cube", setting.text("board.cube"), x, y, CUBE, CUBE)
