"""Question cards: one reads the question out, and judges by the answer at the foot of the card."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal

from generator.game import Game
from generator.game.lists import table_of
from generator.paper import shapes as art
from generator.paper import text as lettered
from generator.paper.imposition import Piece
from generator.paper.page import Page
from generator.printables import listed
from generator.printables.context import PrintContext
from generator.printables.kinds.pairs import FRAME, INSET, Length, ListedCards, back, framed
from generator.printables.listed import Contents, Item
from generator.printables.pages import imposed_pages
from generator.printables.sketch import Sketch
from generator.tables.table import Table
from generator.words import message

# How much of a card's height the answer has, on its head, and its largest type.
FOOT = 0.24
ANSWER: art.Pt = 16.0
# The height of what stands above the question; white about the line under it.
HEAD: art.Mm = 6.0
GAP: art.Mm = 1.5


class QuizEntry(ListedCards):
    """Question cards: the question, and at the foot the answer, on its head and small."""

    kind: Literal["quiz"]
    size: tuple[Length, Length] = (88.0, 63.0)
    """Width and height of a card in mm."""

    def plan(self, setting: PrintContext) -> tuple[Page, ...]:
        """Plan the cards in the order of the list, then rules, label and all answers."""
        found, size = listed.items(self, setting, twins=True), self.card(setting)
        faces = self._faces(found, setting, size)
        reverse = back(setting, size, self.colour)
        pieces = [
            Piece(one.sides[0].words, face, reverse) for one, face in zip(found, faces, strict=True)
        ]
        lines = [" – ".join(content.words for content in one.sides) for one in found]
        told = listed.Told(message("list.quiz-rules"), len(found), message("list.all"))
        key = listed.key_pages(self, setting, told, lines)
        return imposed_pages(pieces * setting.options.copies, setting, after=key)

    def columns(self, game: Game) -> Sequence[str]:
        """Return the columns of questions and answers: a `question` goes before a word."""
        usual, table = super().columns(game), table_of(game, self.part)
        if self.sides or not table.has("question"):
            return usual
        return ("question", *[name for name in usual if name != "question"][-1:])

    def contents(self, setting: PrintContext) -> Contents:
        """Return the cards, question before answer."""
        found = listed.items(self, setting, twins=True)
        return Contents("cards", [[content.words for content in one.sides] for one in found])

    def _faces(
        self, found: Sequence[Item], setting: PrintContext, size: art.Size
    ) -> Iterator[art.Drawing]:
        """Yield the faces; raise DataError with each cell whose words do not fit."""
        table, style = table_of(setting.game, self.part), setting.style
        inner, high = (side - 2 * style.length(INSET) for side in size)
        head = style.length(HEAD)
        gap = style.length(GAP)
        rooms = (inner, high * (1 - FOOT) - head - 2 * gap), (inner, high * FOOT - gap)
        sizes = listed.LARGEST, ANSWER * style.scale
        drawn = [
            listed.all_drawn(
                (one.sides[side] for one in found),
                partial(listed.drawn, setting=setting, room=rooms[side], largest=sizes[side]),
            )
            for side in range(2)
        ]
        squares = table.column("square") if table.has("square") else ()
        asked = self._asked(table, setting)
        for one in found:
            square = squares[one.number].words if squares else ""
            on = setting.say(message("list.quiz-square", square=square)) if square else ""
            both = (drawn[side][content] for side, content in enumerate(one.sides))
            yield _face(setting, size, (asked, on), *both)

    def _asked(self, table: Table, setting: PrintContext) -> str:
        """Return what is asked of every word: what the column of the answers is called."""
        asks, answers = self.columns(setting.game)
        heading = dict(zip(table.columns, table.headings, strict=True)).get(answers, answers)
        if asks == "question" or not heading:
            return ""
        return setting.say(message("list.quiz-asked", words=heading))


def _face(
    setting: PrintContext,
    size: art.Size,
    head: tuple[str, str],
    question: art.Drawing,
    answer: art.Drawing,
) -> art.Drawing:
    """Draw a card: what is asked and the board's square above, the answer at the foot, turned."""
    sketch, style, (width, height) = Sketch(setting), setting.style, size
    frame, inset = style.length(FRAME), style.length(INSET)
    top, inner = inset + style.length(HEAD), width - 2 * inset
    foot = height - inset - (height - 2 * inset) * FOOT
    sketch.put(framed(size, frame))
    bold = style.lettering(lettered.SECTION, "bold")
    places = zip(head, (bold, replace(bold, align="right")), (inset, width - inset), strict=True)
    for words, how, x in places:
        fitting = how.narrowed(words, inner / 2, lettered.LEAST_SIZE) if words else how
        sketch.write(words, x, inset + bold.height, fitting)
    gap = style.length(GAP)
    sketch.place(question, inset + (inner - question.width) / 2, top, foot - top - gap)
    sketch.put(art.Line(frame, foot, width - frame, foot, art.THIN))
    low = height - inset + gap
    turned = art.set_in(answer, inner, low - foot - gap)
    sketch.put(art.Placed(turned, width - inset, low, 180.0))
    return replace(sketch.drawing(width, height), title=question.title)
