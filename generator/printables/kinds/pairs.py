"""Cards made from pairs of a list: a memory, flashcards, question cards.

The two sides of a pair are two cards of a memory, the two sides of a flashcard, or a question that
one reads out and the answer at the foot of the card by which he judges.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from random import Random
from typing import Annotated, Literal

from pydantic import Field

from generator.errors import LudokitError
from generator.game import Game
from generator.game.facts import ColourId
from generator.game.lists import table_of
from generator.paper import shapes as art
from generator.paper import text as lettered
from generator.paper.imposition import Piece
from generator.paper.page import Page
from generator.printables import listed
from generator.printables.context import PrintContext
from generator.printables.declaring import Work
from generator.printables.listed import Content, Contents, Item, ListedEntry, OfListEntry, Told
from generator.printables.pages import grid_cuts, imposed_pages
from generator.printables.sketch import Sketch
from generator.tables.table import Table
from generator.words import message

# White between the cut of a card and what is read; where its sign stands, from its corner.
INSET: art.Mm = 6.5
SIGN: art.Mm = 6.2
FRAME: art.Mm = 3.0
ROUND: art.Mm = 3.0
# So few pairs are no game, so many no lesson.
LEAST_PAIRS, MOST_PAIRS = 6, 40
# What tells the two sides of a memory apart without a colour.
SIGNS = ("●", "■")
# How far apart the dots of a back lie, and how far they reach beyond its edges.
STREWN: art.Mm = 7.0
BEYOND: art.Mm = 10.0
# How much of a question card's height the answer has, on its head, and its largest type; the height
# of what stands above the question, and white about the line under it.
FOOT = 0.24
ANSWER: art.Pt = 16.0
ASKED: art.Mm = 6.0
ASKED_GAP: art.Mm = 1.5

Length = Annotated[float, Field(ge=25, le=220)]


class SizedCards(OfListEntry):
    """Cards made from a list, of one size; `--card-size` asks for another."""

    size: tuple[Length, Length] = (48.0, 48.0)
    """Width and height of a card in mm."""

    uses = OfListEntry.uses | {"card_size"}
    usual_weight = 160

    def card(self, setting: PrintContext) -> art.Size:
        """Return width and height of a card in mm."""
        options = setting.options
        width, height = options.card if "card_size" in options.chosen() else self.size
        return setting.style.length(width), setting.style.length(height)

    def work(self, setting: PrintContext, pages: Sequence[Page]) -> Work:
        """Return what a set holds and what there is to do with it."""
        cut = [page for page in pages if page.copies]
        return Work(setting.options.copies, cuts=grid_cuts(cut))

    def laid(
        self,
        setting: PrintContext,
        pieces: Sequence[Piece],
        told: Told,
        lines: Iterable[str],
        spare: Sequence[Piece] = (),
    ) -> tuple[Page, ...]:
        """Plan the cards, as often as copies are wanted, then what the teacher is told."""
        key = listed.key_pages(self, setting, told, lines)
        pieces = [*pieces] * setting.options.copies
        return imposed_pages(pieces, setting, spare=spare, after=key)


class ListedCards(SizedCards, ListedEntry):
    """Such cards with backs."""

    colour: ColourId | None = None
    """The colour of the backs, one of the game's; left out, grey."""


class MemoryEntry(ListedCards):
    """A memory: for each pair two cards that show different things, and a key."""

    kind: Literal["memory"]
    pairs: Annotated[int, Field(ge=LEAST_PAIRS, le=MOST_PAIRS)] | None = None
    """How many pairs, 6 to 40; left out, as many as the list has. Of more, chance chooses."""

    def plan(self, setting: PrintContext) -> tuple[Page, ...]:
        """Plan the cards, shuffled so that where they lie tells no pair, then the key."""
        chosen = self.chosen(setting)
        size = self.card(setting)
        cards = [(content, side) for one in chosen for side, content in enumerate(one.sides)]
        faces = _faces(cards, setting, size)
        Random(setting.options.seed).shuffle(cards)  # noqa: S311 - a game's chance
        reverse = back(setting, size, self.colour)
        pieces = [Piece(content.words, faces[content, side], reverse) for content, side in cards]
        lines = [" – ".join(one.words) for one in chosen]
        told = Told(message("list.memory-rules"), len(cards), message("list.memory-key"))
        spare = Piece("blank", _face(art.Drawing(0.0, 0.0), None, setting, size), reverse)
        return self.laid(setting, pieces, told, lines, [spare])

    def chosen(self, setting: PrintContext) -> Sequence[Item]:
        """Return the pairs that are played with; LudokitError where the list has fewer."""
        found = listed.items(self, setting)
        wanted = self.pairs or max(LEAST_PAIRS, min(len(found), MOST_PAIRS))
        if wanted > len(found):
            raise LudokitError(message("list.few", found=len(found), wanted=wanted))
        kept = Random(setting.options.seed).sample(range(len(found)), wanted)  # noqa: S311
        return [found[number] for number in sorted(kept)]

    def contents(self, setting: PrintContext) -> Contents:
        """Return the pairs."""
        return Contents("pairs", [one.words for one in self.chosen(setting)])


class FlashcardsEntry(ListedCards):
    """Flashcards: the question on one side of a card, the answer on the other."""

    kind: Literal["flashcards"]
    size: tuple[Length, Length] = (88.0, 63.0)
    """Width and height of a card in mm."""

    usual_per = "pupil"

    def plan(self, setting: PrintContext) -> tuple[Page, ...]:
        """Plan the cards in the order of the list, each answer behind its question."""
        found, size = listed.items(self, setting), self.card(setting)
        cards = [(content, side) for one in found for side, content in enumerate(one.sides)]
        faces = _faces(cards, setting, size)
        pieces = [
            Piece(one.sides[0].words, *(faces[content, n] for n, content in enumerate(one.sides)))
            for one in found
        ]
        lines = [" – ".join(one.words) for one in found]
        told = Told(message("list.flashcards-rules"), len(found), message("list.all"))
        blank = (_face(art.Drawing(0.0, 0.0), side, setting, size) for side in range(2))
        return self.laid(setting, pieces, told, lines, [Piece("blank", *blank)])

    def contents(self, setting: PrintContext) -> Contents:
        """Return the cards, question before answer."""
        return Contents("cards", [one.words for one in listed.items(self, setting)])


class QuizEntry(ListedCards):
    """Question cards: the question, and at the foot the answer, on its head and small."""

    kind: Literal["quiz"]
    size: tuple[Length, Length] = (88.0, 63.0)
    """Width and height of a card in mm."""

    def plan(self, setting: PrintContext) -> tuple[Page, ...]:
        """Plan the cards in the order of the list, then rules, label and all answers."""
        found, size = listed.items(self, setting, twins=True), self.card(setting)
        faces = self._asking_faces(found, setting, size)
        reverse = back(setting, size, self.colour)
        pieces = [
            Piece(one.sides[0].words, face, reverse) for one, face in zip(found, faces, strict=True)
        ]
        lines = [" – ".join(one.words) for one in found]
        told = Told(message("list.quiz-rules"), len(found), message("list.all"))
        return self.laid(setting, pieces, told, lines)

    def columns(self, game: Game) -> Sequence[str]:
        """Return the columns of questions and answers: a `question` goes before a word."""
        usual, table = super().columns(game), table_of(game, self.part)
        if self.sides or not table.has("question"):
            return usual
        return ("question", *[name for name in usual if name != "question"][-1:])

    def contents(self, setting: PrintContext) -> Contents:
        """Return the cards, question before answer."""
        return Contents("cards", [one.words for one in listed.items(self, setting, twins=True)])

    def _asking_faces(
        self, found: Sequence[Item], setting: PrintContext, size: art.Size
    ) -> Iterator[art.Drawing]:
        """Yield the faces; raise DataError with each cell whose words do not fit."""
        table, style = table_of(setting.game, self.part), setting.style
        inner, high = (side - 2 * style.length(INSET) for side in size)
        head, gap = style.length(ASKED), style.length(ASKED_GAP)
        above, below = (inner, high * (1 - FOOT) - head - 2 * gap), (inner, high * FOOT - gap)
        asking = listed.all_drawn({one.sides[0]: above for one in found}, setting)
        answers = {one.sides[1]: below for one in found}
        answering = listed.all_drawn(answers, setting, ANSWER * style.scale)
        squares = table.column("square") if table.has("square") else ()
        asked = self._asked(table, setting)
        for one in found:
            square = squares[one.number].words if squares else ""
            on = setting.say(message("list.quiz-square", square=square)) if square else ""
            question, answer = one.sides
            yield _asking(setting, size, (asked, on), asking[question], answering[answer])

    def _asked(self, table: Table, setting: PrintContext) -> str:
        """Return what is asked of every word: what the column of the answers is called."""
        asks, answers = self.columns(setting.game)
        heading = dict(zip(table.columns, table.headings, strict=True)).get(answers, answers)
        if asks == "question" or not heading:
            return ""
        return setting.say(message("list.quiz-asked", words=heading))


def _faces(
    cards: Sequence[tuple[Content, int]], setting: PrintContext, size: art.Size
) -> Mapping[tuple[Content, int], art.Drawing]:
    """Draw the faces of cards; raise DataError with each cell whose words do not fit."""
    inset = setting.style.length(INSET)
    room = size[0] - 2 * inset, size[1] - 2 * inset
    made = listed.all_drawn(dict.fromkeys((content for content, _ in cards), room), setting)
    return {
        (content, side): _face(made[content], side, setting, size)
        for content, side in dict.fromkeys(cards)
    }


def _face(
    drawn: art.Drawing, side: int | None, setting: PrintContext, size: art.Size
) -> art.Drawing:
    """Return a card: its content in the middle, the sign of its side in a corner, if it has one."""
    sketch, (width, height) = Sketch(setting), size
    sketch.put(framed(size, setting.style.length(FRAME)))
    sketch.place(drawn, (width - drawn.width) / 2, (height - drawn.height) / 2)
    at = setting.style.length(SIGN)
    sign = setting.style.lettering(lettered.LEAST_SIZE, "regular", "secondary", "middle")
    if side is not None:
        sketch.centre(SIGNS[side], width - at, height - at, sign)
    return sketch.drawing(width, height, drawn.title)


def _asking(
    setting: PrintContext,
    size: art.Size,
    head: tuple[str, str],
    question: art.Drawing,
    answer: art.Drawing,
) -> art.Drawing:
    """Draw a card: what is asked and the board's square above, the answer at the foot, turned."""
    sketch, style, (width, height) = Sketch(setting), setting.style, size
    frame, inset = style.length(FRAME), style.length(INSET)
    top, inner = inset + style.length(ASKED), width - 2 * inset
    foot = height - inset - (height - 2 * inset) * FOOT
    sketch.put(framed(size, frame))
    bold = style.lettering(lettered.SECTION, "bold")
    places = zip(head, (bold, replace(bold, align="right")), (inset, width - inset), strict=True)
    for words, how, x in places:
        fitting = how.narrowed(words, inner / 2, lettered.LEAST_SIZE) if words else how
        sketch.write(words, x, inset + bold.height, fitting)
    gap = style.length(ASKED_GAP)
    sketch.place(question, inset + (inner - question.width) / 2, top, foot - top - gap)
    sketch.put(art.Line(frame, foot, width - frame, foot, art.THIN))
    low = height - inset + gap
    turned = art.set_in(answer, inner, low - foot - gap)
    sketch.put(art.Placed(turned, width - inset, low, 180.0))
    return sketch.drawing(width, height, question.title)


def framed(size: art.Size, frame: art.Mm) -> art.Rect:
    """Return the line about what is read on a card, so far inside its cut."""
    width, height = size
    return art.Rect(frame, frame, width - 2 * frame, height - 2 * frame, None, art.PIECE, ROUND)


def back(setting: PrintContext, size: art.Size, colour: str | None) -> art.Drawing:
    """Draw a back that hides an offset and looks the same turned round: dots, the title twice."""
    (width, height), style = size, setting.style
    ground, ink = (f"{colour}.tint", colour) if colour else ("white", "secondary")
    # Even numbers: the dots go on across the cuts between cards.
    columns, rows = (2 * max(1, round(side / style.length(2 * STREWN))) for side in size)
    wide, high = width / columns, height / rows
    far = int(BEYOND / min(wide, high)) + 1
    shapes: list[art.Shape] = [
        art.Rect(-BEYOND, -BEYOND, width + 2 * BEYOND, height + 2 * BEYOND, ground)
    ]
    for row, column in product(range(-far, rows + far), range(-far, columns + far)):
        if (row + column) % 2 == 0 and not rows / 2 - 2 < row + 0.5 < rows / 2 + 2:
            x, y = (column + 0.5) * wide, (row + 0.5) * high
            shapes.append(art.Circle(x, y, 0.2 * min(wide, high), ink))
    how = style.lettering(lettered.SECTION, "bold", align="middle", steps_down=True)
    title = how.fitted(setting.said.title, "back", width - 2 * style.length(INSET))
    half = art.set_in(title, width, 1.6 * high)
    shapes += (
        art.Placed(half, 0.0, height / 2 - half.height),
        art.Placed(half, width, height / 2 + half.height, 180.0),
    )
    return art.Drawing(width, height, tuple(shapes), title="back")
