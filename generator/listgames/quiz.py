"""Question cards: one reads the question out and judges by the answer at the foot of the card."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

from generator.game import Game
from generator.listgames.card_set import (
    FRAME,
    INSET,
    BackedCardsEntry,
    CardSet,
    Length,
    card_frame,
    patterned_back,
)
from generator.listgames.contents import Item, draw_contents
from generator.listgames.planner import Contents
from generator.paper import shapes as art
from generator.paper import text as lettered
from generator.paper.imposition import Piece
from generator.printables.context import PrintContext
from generator.printables.sketch import Sketch
from generator.words import message

# How much of a card's height the answer has, on its head, and its largest type; the height of what
# stands above the question, and white about the line under it.
ANSWER_SHARE = 0.24
ANSWER: art.Pt = 16.0
HEADING: art.Mm = 6.0
HEADING_GAP: art.Mm = 1.5


class QuizEntry(BackedCardsEntry):
    """Question cards: the question, and at the foot the answer, on its head and small."""

    kind: Literal["quiz"]
    size: tuple[Length, Length] = (88.0, 63.0)
    """Width and height of a card in mm."""

    def columns(self, game: Game) -> Sequence[str]:
        """Return the columns of questions and answers: a `question` goes before a word."""
        usual = super().columns(game)
        if self.sides or not self.table(game).has("question"):
            return usual
        return ("question", *[name for name in usual if name != "question"][-1:])

    def deal(self, setting: PrintContext) -> CardSet[Item]:
        found = self.items(setting, twins=True)
        contents = Contents("cards", [one.words for one in found])
        lines = [" – ".join(one.words) for one in found]
        return CardSet(found, contents, "list.quiz-rules", "list.all", lines)

    def draw(self, setting: PrintContext, cards: Sequence[Item]) -> Sequence[Piece]:
        faces = [*self._faces(setting, cards)]
        back = patterned_back(setting, self.card_size(setting), self.colour)
        return [
            Piece(one.sides[0].words, face, back) for one, face in zip(cards, faces, strict=True)
        ]

    def _faces(self, setting: PrintContext, cards: Sequence[Item]) -> Iterator[art.Drawing]:
        table, style, size = self.table(setting.game), setting.style, self.card_size(setting)
        inner, high = (side - 2 * style.length(INSET) for side in size)
        head, gap = style.length(HEADING), style.length(HEADING_GAP)
        above, below = (
            (inner, high * (1 - ANSWER_SHARE) - head - 2 * gap),
            (inner, high * ANSWER_SHARE - gap),
        )
        questions = draw_contents({one.sides[0]: above for one in cards}, setting)
        rooms = {one.sides[1]: below for one in cards}
        answers = draw_contents(rooms, setting, ANSWER * style.scale)
        squares = table.column("square") if table.has("square") else ()
        heading = self._answer_heading(setting)
        for one in cards:
            square = squares[one.number].words if squares else ""
            on = setting.say(message("list.quiz-square", square=square)) if square else ""
            question, answer = one.sides
            yield _draw_face(setting, size, (heading, on), questions[question], answers[answer])

    def _answer_heading(self, setting: PrintContext) -> str:
        """Return what is asked of every word: what the column of the answers is called."""
        table, (asks, answers) = self.table(setting.game), self.columns(setting.game)
        heading = dict(zip(table.columns, table.headings, strict=True)).get(answers, answers)
        if asks == "question" or not heading:
            return ""
        return setting.say(message("list.quiz-asked", words=heading))


def _draw_face(
    setting: PrintContext,
    size: art.Size,
    head: tuple[str, str],
    question: art.Drawing,
    answer: art.Drawing,
) -> art.Drawing:
    """Draw a card: what is asked and the board's square above, the answer at the foot, turned."""
    sketch, style, (width, height) = Sketch(setting), setting.style, size
    frame, inset = style.length(FRAME), style.length(INSET)
    top, inner = inset + style.length(HEADING), width - 2 * inset
    foot = height - inset - (height - 2 * inset) * ANSWER_SHARE
    sketch.put(card_frame(size, frame))
    bold = style.lettering(lettered.SECTION, "bold")
    places = zip(head, (bold, replace(bold, align="right")), (inset, width - inset), strict=True)
    for words, how, x in places:
        fitting = how.narrow_to(words, inner / 2, lettered.LEAST_SIZE) if words else how
        sketch.write(words, x, inset + bold.height, fitting)
    gap = style.length(HEADING_GAP)
    sketch.place(question, inset + (inner - question.width) / 2, top, foot - top - gap)
    sketch.put(art.Line(frame, foot, width - frame, foot, art.THIN))
    low = height - inset + gap
    turned = art.centred_in(answer, inner, low - foot - gap)
    sketch.put(art.Placed(turned, width - inset, low, 180.0))
    return sketch.drawing(width, height, question.title)
