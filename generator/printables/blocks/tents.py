"""Tents for tables: two faces head to head about a fold, how to play and what earns points."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Annotated, Literal

from pydantic import Field

from generator.game import Game
from generator.game.facts import ColourId, Facts, Id, Names
from generator.paper import shapes as art
from generator.paper.measures import HAIR_GAP
from generator.paper.text import LABEL, DoesNotFitError, Lettering, descender_depth, line_height
from generator.printables.context import Context
from generator.printables.page_furniture import title_line
from generator.printables.pictures import picture
from generator.printables.printable import Block, PictureId, Room, RuleId, TextId
from generator.printables.sketch import CORNER, Sketch, die_face, token
from generator.reading.nodes import Path
from generator.words import Message, message

# How many pitches wide a tent is, how large its type is in points for each mm of one, how much
# larger that of what earns points, and the least.
PITCHES, TYPE, LARGER, LEAST = 8.0, 0.6, 1.2, 8.0
# In sizes of the type: a picture beside a rule, one beside points, a die, white beside a picture
# and between columns, and what is added at most above and below a row where there is room.
PICTURE, SMALL, DIE, BESIDE, BETWEEN, SPREAD = 2.7, 1.9, 1.15, 0.7, 2.6, 0.7
# How much of a line what something is worth takes at most, and how many items are in two columns.
WORTH, IN_TWO = 0.6, 4
# The texts of a line of points: what earns them, and how many.
TEXTS = ("points", "worth")


class PointsRow(Facts):
    """What earns points: the texts `points.<id>` and `worth.<id>` say what, and how many."""

    id: Annotated[Id, Names("text", texts=("points.{}", "worth.{}"))]
    """What it is called: as the rule that it is about, where there is one."""
    picture: PictureId | None = None
    """The picture before it, where no dice are: rule sheets print it beside the rule."""
    marker: ColourId | None = None
    """The colour of the marker before it."""
    dice: tuple[Annotated[int, Field(ge=1, le=6)], ...] = ()
    """The faces of the dice before it."""

    def item(self, setting: Context) -> "_Item":
        """Return it as an item of a face: nothing to see where that is not told."""
        game, said = setting.game, setting.sentences
        words, worth = (setting.text(f"{key}.{self.id}") for key in TEXTS)
        if (colour := self.marker) is not None:
            label = said.label(colour)
            return _Item(words, worth, SMALL, lambda side: token(setting, colour, label, side))
        if self.dice:
            count = len(self.dice)
            return _Item(words, worth, DIE * count, lambda wide: _dice(self.dice, wide / count))
        if (name := self.picture) is not None:
            return _Item(words, worth, SMALL, lambda side: picture(game, name, side))
        return _Item(words, worth)


@dataclass(frozen=True, slots=True)
class _Item:
    """What is said, at the right what that is worth, and before it something to see, of a width."""

    words: str
    worth: str = ""
    wide: float = 0.0
    shown: Callable[[art.Mm], art.Drawing] = lambda wide: art.Drawing(wide, 0.0)

    def set_in(self, width: art.Mm, how: Lettering, bold_font: str) -> list[art.Drawing]:
        """Set its words and its worth, which is bold, side by side."""
        bold = replace(how, font=bold_font, align="right")
        right = min(bold.width(self.worth) + art.to_mm(0.1), WORTH * width)
        left = width - right - (art.to_mm(how.size) if self.worth else 0.0)
        texts = ((how, self.words, left), (bold, self.worth, right))
        return [one.fit(words, "tent", room) for one, words, room in texts if words]


@dataclass(frozen=True, slots=True)
class _Face:
    """The items of a face, in one column or two, and their type."""

    items: Sequence[_Item]
    width: art.Mm
    how: Lettering
    bold_font: str

    @property
    def em(self) -> art.Mm:
        return art.to_mm(self.how.size)

    def widths(self) -> tuple[int, art.Mm, art.Mm]:
        """Return how many columns there are, how wide one is, and what its pictures take of it."""
        columns = 2 if len(self.items) >= IN_TWO else 1
        widest = max(one.wide for one in self.items)
        column = (self.width - (columns - 1) * BETWEEN * self.em) / columns
        return columns, column, (widest + BESIDE) * self.em if widest else 0.0

    def has_lines(self, most: int) -> bool:
        """Return whether no text has more lines than that."""
        _, column, indent = self.widths()
        high = self.how.height + (most - 0.5) * line_height(self.how.size)
        with suppress(DoesNotFitError):
            texts = (one.set_in(column - indent, self.how, self.bold_font) for one in self.items)
            return all(one.height < high for both in texts for one in both)
        return False

    def draw(self, setting: Context) -> list[art.Drawing]:
        """Draw the items column by column: a drawing for each row, and one for what is between."""
        columns, column, indent = self.widths()
        rows, how, drawn = -(-len(self.items) // columns), self.how, list[art.Drawing]()
        # Tails hang below what the eye takes for the middle of a line.
        tails = descender_depth(how.font, how.size)
        lefts = [number * (column + BETWEEN * self.em) for number in range(columns)]
        for row in range(rows):
            sketch, items = Sketch(setting), self.items[row::rows]
            pictures = [one.shown(one.wide * self.em) for one in items]
            texts = [one.set_in(column - indent, how, self.bold_font) for one in items]
            high = max(one.height + tails for both in texts for one in both)
            high = max(high, *(one.height for one in pictures))
            for left, shown, (words, *worth) in zip(lefts, pictures, texts, strict=False):
                middle = left + (indent - BESIDE * self.em - shown.width) / 2
                sketch.place(shown, middle, 0.0, high)
                sketch.place(words, left + indent, tails / 2, high)
                for one in worth:
                    sketch.place(one, left + column - one.width, tails / 2, high)
            drawn.append(sketch.drawing(self.width, high))
        ends = [(left, left + column) for left in lefts if self.items[0].worth]
        lines = tuple(art.Line(left, 0.0, right, 0.0, art.FAINT) for left, right in ends)
        return [*chain(*((one, art.Drawing(self.width, 0.0, lines)) for one in drawn))][:-1]


class TentBlock(Block):
    """Print a tent to be folded: how to play on one face, what earns points on the other.

    How to win stands on both. Its words are as large as the paper lets them be.
    """

    block: Literal["tent"]
    aim: Annotated[tuple[RuleId, ...], Field(max_length=2)] = ()
    """The rule that says how to win, on both faces; of two, one on each."""
    rules: Annotated[tuple[RuleId, ...], Field(max_length=8)] = ()
    """The rules on the first face, in order; they take two lines each at most."""
    texts: Annotated[tuple[TextId, ...], Field(max_length=8)] = ()
    """What stands there instead for a game of its own: texts, the first of them as the aim."""
    heading: TextId | None = None
    """The words above the second face, where it does not tell points."""
    pictures: tuple[PictureId, ...]
    """A picture beside each rule, in order."""
    points: Annotated[tuple[PointsRow, ...], Field(min_length=1, max_length=12)]
    """What earns points, on the second face."""

    def faults(self, game: Game) -> Iterator[tuple[Path, Message]]:
        yield from super().faults(game)
        found, wanted = len(self.pictures), len(self.rules or self.texts[1:])
        if bool(self.rules and self.aim) == bool(self.texts):
            yield (), message("game.tent-says")
        elif found != wanted:
            yield ("pictures",), message("game.pictures", n=found, wanted=wanted)

    def width_in_pitches(self, game: Game) -> float:
        return PITCHES

    def draw(self, setting: Context, room: Room) -> art.Drawing:
        style, most = setting.style, TYPE * room.pitch / setting.style.scale
        told = list(map(setting.sentences.to_player, self.rules))
        aims = list(map(setting.sentences.to_player, self.aim))
        if self.texts:
            goal, *told = map(setting.text, self.texts)
            aims = [goal]
        turn = [
            _Item(words, "", PICTURE, partial(picture, setting.game, name))
            for words, name in zip(told, self.pictures, strict=True)
        ]
        points = [one.item(setting) for one in self.points]
        # A face of few rules, like that of the points, has room for a larger type than its title's.
        larger = LARGER * most
        faces = (
            _largest(setting, room.width, turn, larger if len(turn) <= IN_TWO else most, 2),
            _largest(setting, room.width, points, larger, 1),
        )
        how = replace(faces[0].how, size=min(faces[0].how.size, most * style.scale))
        em, spread = art.to_mm(how.size), room.between(0.6, 1.2)
        second = setting.text(self.heading) if self.heading else setting.say("print.points-heading")
        heads = ((setting.say("print.reminder"), aims[0]), (second, aims[-1]))
        tops = [_draw_top(setting, room.width, how, *one) for one in heads]
        bodies, panels = [face.draw(setting) for face in faces], list[art.Drawing]()
        gaps = [spread * face.em / 2 for face in faces]
        lows = [art.column(*body, gap=gap).height for body, gap in zip(bodies, gaps, strict=True)]
        high = max(top.height + low for top, low in zip(tops, lows, strict=True))
        for top, body, gap, low in zip(tops, bodies, gaps, lows, strict=True):
            # The lower of both faces has more white between its rows.
            white = min((high - top.height - low) / (len(body) + 1), SPREAD * em)
            under = max(0.9, spread) * em + 2 * white
            panels.append(art.column(top, art.column(*body, gap=gap + white), gap=under))
        white = em * room.between(1.0, 1.8)
        return _fold(setting, room.width, panels, white)


def _fold(
    setting: Context,
    width: art.Mm,
    panels: Sequence[art.Drawing],
    white: art.Mm,
) -> art.Drawing:
    """Put both faces head to head about the line where the paper is folded."""
    first, second = panels
    # Lines about pictures reach beyond them.
    high = max(first.height, second.height) + HAIR_GAP
    fold = high + white
    sketch = Sketch(setting)
    label = setting.style.lettering(LABEL, colour="secondary")
    sketch.put(art.Placed(second, width, high, 180.0))
    sketch.put(art.Line(0.0, fold, width, fold, art.DOTTED))
    sketch.write(setting.say("print.fold"), 0.0, fold - 1.0, label)
    sketch.place(first, 0.0, fold + white)
    return sketch.drawing(width, 2 * fold)


def _largest(
    setting: Context, width: art.Mm, items: Sequence[_Item], size: art.Pt, lines: int
) -> _Face:
    """Return a face in the largest type in which no text of it has more lines."""
    least, how = setting.style.lettering(LEAST).size, setting.style.lettering(size)
    sizes = replace(how, least=least).sizes()
    bold = setting.style.family.bold
    tried = [_Face(items, width, replace(how, size=one, least=None), bold) for one in sizes]
    return next((face for face in tried if face.has_lines(lines)), tried[-1])


def _dice(faces: Sequence[int], across: art.Mm) -> art.Drawing:
    return art.row(*(die_face(face, 0.9 * across) for face in faces), gap=0.1 * across)


def _draw_top(setting: Context, width: art.Mm, how: Lettering, words: str, aim: str) -> art.Drawing:
    """Draw the title, and below it how to win, after a label in the colour of the game."""
    em, scale, face = art.to_mm(how.size), setting.style.scale, setting.game.head.face
    title, small = 1.5 * how.size / scale, how.size / scale
    head = title_line(setting, width, title, words, small)
    bold = replace(how, font=setting.style.family.bold)
    colour = face.colour if face else "ink"
    label, sketch = setting.say("print.aim"), Sketch(setting)
    tab, tails = bold.width(label) + 1.4 * em, descender_depth(bold.font, bold.size)
    said = bold.fit(aim, "tent", width - tab - 1.6 * em)
    high = said.height + 1.1 * em
    sketch.put(art.Rect(0.0, 0.0, width, high, "white", art.EDGE, CORNER))
    sketch.put(art.Rect(0.0, 0.0, tab, high, colour, art.EDGE, CORNER))
    sketch.centre(label, tab / 2, high / 2, replace(bold, colour=f"{colour}.on", align="middle"))
    sketch.place(said, tab + 0.8 * em, tails / 2, high)
    return art.column(head, sketch.drawing(width, high), gap=0.6 * em)
