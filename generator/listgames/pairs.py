"""Flashcards, a memory and question cards: both sides of a row on one card, or on two."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from random import Random
from typing import Annotated, Literal

from pydantic import Field

from generator.errors import LudokitError
from generator.game import Game
from generator.game.parts.listing import Side
from generator.listgames.card_set import (
    FRAME,
    BackedCardsEntry,
    CardSetEntry,
    Length,
    card_inset,
    deck_look,
    draw_contents,
    pair_faces,
    signed_face,
)
from generator.listgames.frames import DeckLook, FamilySign, sign_legend
from generator.listgames.notes import draw_notes
from generator.listgames.planner import DealtGame, Item, in_steps, level_words
from generator.paper import text as lettered
from generator.paper.imposition import Piece
from generator.paper.measures import WORDS_GAP
from generator.paper.shapes import THIN, Drawing, Line, Mm, Placed, Size, centred_in
from generator.printables.context import Context
from generator.printables.sketch import Sketch
from generator.tables import table as tables
from generator.words import Message, message

# Fewer pairs are no game of memory, more no lesson.
LEAST_PAIRS, MOST_PAIRS = 6, 40
# What a game is told by: the name of what it has, its rules and its key.
Texts = tuple[str, str | Message, str]
# Those of a memory, by the number of its sides.
MEMORY_TEXTS = {
    2: ("pairs", "list.memory-rules", "list.memory-key"),
    3: ("threes", "list.memory-three-rules", "list.memory-three-key"),
}
# What stands small beside the question of a flashcard, and beside its answer.
BESIDE = (("hint",), ("sound", "example"))
# How much of a question card's height the answer has, on its head, and what stands on top.
ANSWER_SHARE = 0.24
HEADING: Mm = 6.0


def _deal_pairs(
    entry: BackedCardsEntry,
    setting: Context,
    found: Sequence[Item],
    texts: Texts,
) -> DealtGame:
    name, rules, key = texts
    lines = [*sign_legend(entry.table(setting.game), setting.game), *map(_key_line, found)]
    return DealtGame(name, [one.words for one in found], rules, key, lines, found)


def _key_line(item: Item) -> str:
    return " – ".join(item.words)


class FlashcardsEntry(BackedCardsEntry):
    """Flashcards: the question on one side of a card, the answer on the other."""

    asks = True
    kind: Literal["flashcards"]
    size: tuple[Length, Length] = (88.0, 63.0)
    """Width and height of a card in mm."""

    supported_options = CardSetEntry.supported_options
    usual_per = "pupil"

    def decks(self, setting: Context, drawn: Sequence[Piece]) -> Sequence[Piece]:
        # Their backs are answers: nothing could tell decks apart.
        return drawn

    def cover_back(self, setting: Context, drawn: Sequence[Piece]) -> Drawing:
        return self.draw_back(setting)

    def deal(self, setting: Context) -> DealtGame:
        found, cells = self.items(setting), self.notes(setting, *chain(*BESIDE))
        rules = in_steps("list.flashcards-rules", *(f"list.note-{name}" for name in cells))
        facts = {name: [cell.words for cell in column] for name, column in cells.items()}
        dealt = _deal_pairs(self, setting, found, ("cards", rules, "list.all"))
        return replace(dealt, facts=facts)

    def draw(self, setting: Context, cards: Sequence[Item]) -> Sequence[Piece]:
        size, rows = self.card_size(setting), [one.number for one in cards]
        inset, sides = card_inset(setting, size), list[Sequence[Drawing]]()
        room = size[0] - 2 * inset, size[1] - 2 * inset
        for side, names in enumerate(BESIDE):
            shown = draw_notes(self.notes(setting, *names), rows, setting, room)
            made = draw_contents({one.sides[side]: shown.main_room for one in cards}, setting)
            sides.append([shown.below(made[one.sides[side]], one.number) for one in cards])
        look, signs = deck_look(setting, size, chain(*sides)), self.group_signs(setting, cards)
        abouts = [look.draw(signs.get(one.sides[0])) for one in cards]
        faces = [
            [signed_face(setting, size, side, *of) for of in zip(drawn, abouts, strict=True)]
            for side, drawn in enumerate(sides)
        ]
        return [
            Piece(one.sides[0].words, *of)
            for one, of in zip(cards, zip(*faces, strict=True), strict=True)
        ]

    def fillers(self, setting: Context) -> Sequence[Piece]:
        size = self.card_size(setting)
        return [Piece("blank", *(signed_face(setting, size, side) for side in range(2)))]


class MemoryEntry(BackedCardsEntry):
    """A memory: for each pair two cards that show different things, or three, and a key."""

    asks = True
    kind: Literal["memory"]
    sides: Annotated[tuple[Side, ...], Field(max_length=3)] = ()
    """The columns that the cards of a pair show, as elsewhere; three columns make three cards that
    belong together: `[word, answer, picture]`."""
    pairs: Annotated[int, Field(ge=LEAST_PAIRS, le=MOST_PAIRS)] | None = None
    """How many pairs, 6 to 40, or how many threes; left out, as many as the list has, of threes 26
    at most. Of more, chance chooses."""

    def deal(self, setting: Context) -> DealtGame:
        count = max(2, len(self.sides))
        found = self.items(setting, count)
        wanted = self.pairs or max(LEAST_PAIRS, min(len(found), 2 * MOST_PAIRS // count))
        if wanted > len(found):
            raise LudokitError(message("list.few", found=len(found), wanted=wanted))
        kept = Random(setting.options.seed).sample(range(len(found)), wanted)
        chosen = [found[number] for number in sorted(kept)]
        return _deal_pairs(self, setting, chosen, MEMORY_TEXTS[count])

    def cover_rules(self, setting: Context) -> str:
        has_three = len(self.sides) == max(MEMORY_TEXTS)
        return "list.card-memory-three" if has_three else super().cover_rules(setting)

    def draw(self, setting: Context, cards: Sequence[Item]) -> Sequence[Piece]:
        """Draw the cards of each pair, shuffled so that where they lie tells none."""
        sides = [(content, side) for one in cards for side, content in enumerate(one.sides)]
        size = self.card_size(setting)
        back, signs = self.draw_back(setting), self.group_signs(setting, cards)
        faces = pair_faces(sides, setting, size, signs)
        pieces = [Piece(content.words, faces[content, side], back) for content, side in sides]
        Random(setting.options.seed).shuffle(pieces)
        return pieces

    def fillers(self, setting: Context) -> Sequence[Piece]:
        return [
            Piece("blank", signed_face(setting, self.card_size(setting)), self.draw_back(setting))
        ]


class QuizEntry(BackedCardsEntry):
    """Question cards: the question, and at the foot the answer, on its head and small."""

    asks = True
    kind: Literal["quiz"]
    size: tuple[Length, Length] = (88.0, 63.0)
    """Width and height of a card in mm."""

    def columns(self, game: Game) -> Sequence[str]:
        """Return the columns of questions and answers: a `question` goes before a word."""
        usual = super().columns(game)
        if self.sides or not self.table(game).has("question"):
            return usual
        return ("question", *[name for name in usual if name != "question"][-1:])

    def deal(self, setting: Context) -> DealtGame:
        """Return the cards, the easiest first; the key names the levels."""
        found, levels = self.items(setting, twins=True), self._levels(setting)
        if not levels:
            return _deal_pairs(self, setting, found, ("cards", "list.quiz-rules", "list.all"))
        table = self.table(setting.game)
        order = tables.levels_of(table)
        found = tuple(sorted(found, key=lambda one: ("", *order).index(levels[one.number])))
        rules = in_steps("list.quiz-rules", "list.quiz-levels")
        facts = {"levels": [levels[one.number] for one in found]}
        dealt = _deal_pairs(self, setting, found, ("cards", rules, "list.all"))
        lines, last = [*sign_legend(table, setting.game)], ""
        for one in found:
            if levels[one.number] != last:
                last = levels[one.number]
                lines.append(f"— {level_words(last, setting)} —")
            lines.append(_key_line(one))
        return replace(dealt, lines=lines, facts=facts)

    def _levels(self, setting: Context) -> Sequence[str]:
        """Return the level of each row, where the list has several."""
        table = self.table(setting.game)
        is_levelled = tables.levels_of(table)
        return [cell.words for cell in table.column("level")] if is_levelled else ()

    def draw(self, setting: Context, cards: Sequence[Item]) -> Sequence[Piece]:
        table = self.table(setting.game)
        style, size = setting.style, self.card_size(setting)
        inset = card_inset(setting, size)
        inner, high = (side - 2 * inset for side in size)
        head, gap = style.length(HEADING), style.length(WORDS_GAP)
        above = inner, high * (1 - ANSWER_SHARE) - head - 2 * gap
        below = inner, high * ANSWER_SHARE - gap
        questions = draw_contents({one.sides[0]: above for one in cards}, setting)
        answers = draw_contents({one.sides[1]: below for one in cards}, setting, 16.0 * style.scale)
        squares = table.column("square") if table.has("square") else ()
        levels = self._levels(setting)
        heading = self._answer_heading(setting)
        back, pieces, signs = self.draw_back(setting), [], self.group_signs(setting, cards)
        for one in cards:
            square = squares[one.number].words if squares else ""
            told = [setting.say(message("list.quiz-square", square=square))] if square else []
            told += [level_words(levels[one.number], setting)] if levels else []
            on = " · ".join(filter(None, told))
            question, answer = one.sides
            shown = questions[question], answers[answer]
            face = _draw_face(setting, size, (heading, on), shown, signs.get(question))
            pieces.append(Piece(question.words, face, back))
        return pieces

    def _answer_heading(self, setting: Context) -> str:
        table, (asks, answers) = self.table(setting.game), self.columns(setting.game)
        heading = dict(zip(table.columns, table.headings, strict=True)).get(answers, answers)
        if asks == "question" or not heading:
            return ""
        return setting.say(message("list.quiz-asked", words=heading))


def _draw_face(
    setting: Context,
    size: Size,
    head: tuple[str, str],
    shown: tuple[Drawing, Drawing],
    sign: FamilySign | None,
) -> Drawing:
    sketch, style = Sketch(setting), setting.style
    (width, height), (question, answer) = size, shown
    frame, inset = style.length(FRAME), card_inset(setting, size)
    top, inner = inset + style.length(HEADING), width - 2 * inset
    bold = style.lettering(lettered.SECTION, "bold")
    foot = height - inset - (height - 2 * inset) * ANSWER_SHARE
    # Emblem and sign stand before the heading.
    side = style.length(HEADING) * 0.95
    count = (setting.game.head.face is not None) + (sign is not None)
    places = [((inset + n * side * 1.15, inset), side) for n in range(count)]
    sketch.place(DeckLook(setting, size, frame, tuple(places)).draw(sign), 0.0, 0.0)
    left = places[-1][0][0] + side * 1.3 if places else inset
    rooms = (inner / 2 - left + inset, inner / 2)
    hows, ends = (bold, replace(bold, align="right")), (left, width - inset)
    for words, how, x, room in zip(head, hows, ends, rooms, strict=True):
        fitting = how.narrow_to(words, room, lettered.LEAST_SIZE) if words else how
        sketch.write(words, x, inset + (side + bold.height) / 2, fitting)
    gap = style.length(WORDS_GAP)
    sketch.place(question, inset + (inner - question.width) / 2, top, foot - top - gap)
    sketch.put(Line(frame, foot, width - frame, foot, THIN))
    low = height - inset
    turned = centred_in(answer, inner, low - foot - gap)
    sketch.put(Placed(turned, width - inset, low, 180.0))
    return sketch.drawing(width, height, question.title)
