"""Slides to project: one idea each, a question before its answer, type that the last row reads."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from random import Random
from string import ascii_uppercase
from typing import TypeVar

from generator.documents.figures import WIDTH as USUAL
from generator.documents.figures import (
    draw_bars,
    draw_position,
    draw_sum_chart,
    draw_table,
    filled_rows,
    with_answer,
    without_answer,
)
from generator.documents.guide_parts import QuantityTable
from generator.documents.guide_section import quantities_for
from generator.documents.health import local_advice
from generator.documents.lesson import Guide, LessonStep, OnPaper, Position, Solution
from generator.game.head import Face
from generator.game.parts import Dice
from generator.paper import shapes as art
from generator.paper.measures import COLUMN_GAP, OUTER_MARGIN, PART_GAP
from generator.paper.page import SLIDE, Copy, Page
from generator.paper.text import Lettering
from generator.printables.context import Context
from generator.printables.page_furniture import draw_emblem, footer_height
from generator.printables.pattern import draw_strip
from generator.printables.sketch import Sketch
from generator.words import message

Item = TypeVar("Item")

# The game's title, a heading, what stands beside it, and words from the largest to the smallest.
TITLE: art.Pt = 80.0
HEADING: art.Pt = 34.0
ASIDE_SIZE: art.Pt = 24.0
MOST_ASIDE = 0.45
# Above a table, in the size that it is drawn at before it is enlarged.
TITLE_SIZE: art.Pt = 13.0
SIZES: tuple[art.Pt, ...] = (40.0, 36.0, 32.0, 28.0, 26.0, 24.0)
# Few words that have the whole width are larger.
LARGE: tuple[art.Pt, ...] = (60.0, 54.0, 48.0, 44.0)
SLACK: art.Mm = 0.5
TOP: art.Mm = 12.0
PARTS_APART: art.Mm = 9.0
WIDTH = SLIDE.width - 2 * OUTER_MARGIN
# The emblem on the first slide.
EMBLEM: art.Mm = 48.0
# From this ratio of width to height on a picture stands above the words, else at their left, with
# at most these shares of the slide's height or width. A low one is centred in the last share.
WIDE_RATIO = 1.7
HIGH, ACROSS, LOW = 0.6, 0.52, 0.4
# A picture with a larger ratio is drawn for less width, which may fold it into several rows.
STRIP = 6.0
FOLDED = (USUAL, USUAL / 2, USUAL / 3)
SENTENCE = re.compile(r"(?<=[.?!…]) +(?=[A-ZÀ-Þ«“])")

# Large words leave this share of their room white, that a slide is no wall of words.
FILLED = 0.72


class _Bold(str):
    """A paragraph in bold type: a heading or an answer."""

    __slots__ = ()


# A position without its answer, and with it.
Pictures = tuple[art.Drawing, art.Drawing]


def slides(guide: Guide, setting: Context) -> Iterator[Page]:
    """Yield a title for each session, then what each step says, shows and asks, in its order."""
    for steps in guide.lesson.sessions():
        yield _Deck(guide, setting, steps[0], "").title()
        ends = map(str, accumulate((step.minutes for step in steps), initial=0))
        for step, (start, end) in zip(steps, pairwise(ends), strict=False):
            span = setting.say(message("guide.span", start=start, end=end))
            deck, names = _Deck(guide, setting, step, span), [*step.slides()]
            for name in names:
                yield from deck.shown(name)
            if not names:
                yield from deck.slides_of((span,))


@dataclass(frozen=True, slots=True)
class _Deck:
    """Draws the slides of a step, which have one size whatever the paper."""

    guide: Guide
    setting: Context
    step: LessonStep
    span: str

    def shown(self, slide: str) -> Iterator[Page]:
        """Yield the slides of something that the step shows: `turn.1`, `marked.offer`."""
        what, *which = slide.split(".")
        yield from SHOWN[what](self, which)

    def says(self, _: Sequence[str]) -> Iterator[Page]:
        yield from self.slides_of(self.step.says)

    def asks(self, which: Sequence[str]) -> Iterator[Page]:
        for one in _numbered(self.step.asks, which):
            pictures = self.pictures(one.position) if one.position else None
            yield from self.question_and_answer(one.question, (one.answer,), pictures)

    def exit(self, _: Sequence[str]) -> Iterator[Page]:
        yield from self.without_answers(self.guide.lesson.exit)

    def slips(self, _: Sequence[str]) -> Iterator[Page]:
        yield from self.without_answers(self.guide.lesson.slips)

    def without_answers(self, questions: Sequence[OnPaper]) -> Iterator[Page]:
        for one in questions:
            yield from self.slides_of((one.question,), aside=self.setting.say("guide.question"))

    def answers(self, _: Sequence[str]) -> Iterator[Page]:
        for one in self.guide.lesson.exit:
            yield from self.question_and_answer(one.question, (one.answer,))

    def quiz(self, _: Sequence[str]) -> Iterator[Page]:
        for one in self.guide.lesson.quiz:
            lettered = zip(ascii_uppercase, one.choices or (), strict=False)
            choices = tuple(f"{letter}. {choice}" for letter, choice in lettered)
            yield from self.question_and_answer(one.question, (one.answer,), None, choices)

    def board(self, _: Sequence[str]) -> Iterator[Page]:
        if (board := self.guide.rule_sheet.board) is not None:
            yield from self.alone(self.pictures(board.position)[0])

    def turn(self, which: Sequence[str]) -> Iterator[Page]:
        turn = self.guide.rule_sheet.turn
        for step in _numbered(turn.steps, which) if turn else ():
            drawn = step.position and self.picture_of(self.guide.positions[step.position])
            says = (step.says,) if step.says else ()
            yield from self.slides_of(says, (drawn, drawn) if drawn else None, lead=step.title)

    def counting(self, _: Sequence[str]) -> Iterator[Page]:
        """Yield the scoring example, bare and then in words."""
        sheet = self.guide.rule_sheet
        if sheet.position is not None:
            pictures = self.pictures(sheet.position)
            heading = sheet.heading or self.setting.say("guide.counting")
            yield from self.slides_of((), pictures, heading)
            yield from self.slides_of((*map(str, sheet.example),), pictures[::-1], heading)

    def together(self, which: Sequence[str]) -> Iterator[Page]:
        told = self.guide.together
        for part in _numbered(told.each_turn, which) if told else ():
            yield from self.slides_of((part.text,), lead=part.what)

    def frame(self, _: Sequence[str]) -> Iterator[Page]:
        """Yield what everybody reads; what else is said of the frame is for the teacher."""
        topic = self.guide.lesson.frame[0]
        yield from self.slides_of(topic.text, lead=topic.title)

    def examples(self, which: Sequence[str]) -> Iterator[Page]:
        for one in _numbered(self.guide.lesson.examples, which):
            pictures = self.pictures(one.position)
            yield from self.question_and_answer(one.question, (one.answer,), pictures)

    def keep(self, _: Sequence[str]) -> Iterator[Page]:
        if (kept := self.guide.lesson.keep) is not None:
            yield from self.slides_of(kept.text, lead=kept.heading)

    def position(self, which: Sequence[str]) -> Iterator[Page]:
        yield from self.alone(self.pictures(which[0])[0])

    def marked(self, which: Sequence[str]) -> Iterator[Page]:
        yield from self.alone(self.pictures(which[0])[1])

    def alone(self, drawn: art.Drawing) -> Iterator[Page]:
        """Yield a picture without words."""
        yield from self.slides_of((), (drawn, drawn))

    def tables(self, which: Sequence[str]) -> Iterator[Page]:
        for one in _numbered(self.guide.lesson.annex.tables, which):
            yield self.table(one)

    def blank(self, which: Sequence[str]) -> Iterator[Page]:
        for one in _numbered(self.guide.lesson.annex.tables, which):
            yield self.table(one, blank=True)

    def chart(self, _: Sequence[str]) -> Iterator[Page]:
        if (dice := self.guide.lesson.annex.dice) is not None:
            yield from self.alone(draw_sum_chart(self.setting.game.part(dice, Dice), self.setting))

    def laboratory(self, _: Sequence[str]) -> Iterator[Page]:
        """Yield the question, the ways to play, the bet and how it is played; no result."""
        say = self.setting.say
        if (found := self.guide.lesson.laboratory) is not None:
            yield from self.slides_of((found.question,), aside=say("guide.question"))
            for way in found.ways:
                yield from self.slides_of((way.told,), lead=way.name)
            yield from self.slides_of((found.predict,), lead=say("guide.predict"))
            yield from self.slides_of((found.play,), lead=say("guide.play"))

    def computed(self, _: Sequence[str]) -> Iterator[Page]:
        """Yield the results of the laboratory."""
        say = self.setting.say
        if (found := self.guide.lesson.laboratory) is not None:
            heads = say("guide.way"), say("guide.margin")
            yield self.table(found.table(say("guide.computed"), found.question, heads))

    def services(self, _: Sequence[str]) -> Iterator[Page]:
        rows = [(one.fact, call) for call, one in local_advice(self.setting).services()]
        heads = self.setting.say("guide.services").split(" (")[0], self.setting.say("guide.call")
        if rows:
            yield from self.alone(draw_table(heads, rows, self.setting))
        yield from self.slides_of(self.guide.lesson.services)

    def table(self, told: QuantityTable, *, blank: bool = False) -> Page:
        """Draw a table, with its bars at its right where both stay large."""
        known = quantities_for(self.setting.game, self.setting.options.language)
        drawn = draw_table(told.heads, filled_rows(told, known), self.setting, blank=blank)
        bars = draw_bars(told, known, self.setting) if told.beside and not blank else None
        whole = art.row(drawn, bars, gap=PARTS_APART, middle=True) if bars else drawn
        bold = self.setting.style.lettering(TITLE_SIZE, "bold", align="middle")
        title = bold.fit(told.title, "table", max(whole.width, WIDTH / 2))
        whole = art.column(title, whole, gap=COLUMN_GAP, middle=True)
        (page,) = self.alone(whole)
        return page

    def lettering(self, size: art.Pt, *, is_bold: bool = False) -> Lettering:
        """Return a typeface of the game's style; unlike those it does not grow with large type."""
        family = self.setting.style.family
        return Lettering(family.bold if is_bold else family.regular, size)

    def title(self) -> Page:
        said = self.setting.sentences
        title = self.lettering(TITLE, is_bold=True).fit(said.title, "title", WIDTH)
        lines = [replace(title, role="title")]
        bold, plain = self.lettering(SIZES[0], is_bold=True), self.lettering(SIZES[3])
        told = (bold, self.step.session or ""), (plain, said.world), (plain, said.tagline)
        lines += (how.fit(words, "title", WIDTH) for how, words in told if words)
        whole, high = art.column(*lines, gap=PARTS_APART), SLIDE.height - 3 * TOP
        side = min(EMBLEM, high - whole.height - PARTS_APART)
        if (face := self.setting.game.head.face) is not None and side > 0:
            whole = art.column(self._banner(face, side), whole, gap=PARTS_APART)
        return _page(said.title, art.centred_in(whole, WIDTH, high))

    def _banner(self, face: Face, side: art.Mm) -> art.Drawing:
        """Draw the emblem, a band and the game's pattern beside it."""
        sketch, left = Sketch(self.setting), side + PARTS_APART
        size, band = (WIDTH - left, 0.7 * side), 0.1 * side
        sketch.put(art.Rect(left, side - band, WIDTH - left, band, face.colour, None, band / 2))
        sketch.place(draw_emblem(self.setting.game, face, side), 0.0, 0.0)
        sketch.place(draw_strip(face.pattern, size, face.colour, 0.35 * side), left, 0.0)
        return sketch.drawing(WIDTH, side)

    def pictures(self, name: str, solution: Solution | None = None) -> Pictures:
        position = self.guide.positions[name]
        question, answer = without_answer(position), with_answer(position, solution)
        return self.picture_of(question), self.picture_of(answer)

    def picture_of(self, position: Position) -> art.Drawing:
        """Draw a position, for less and less width while it is a low, wide strip."""
        for width in FOLDED:
            picture = draw_position(position, self.setting, width)
            if picture.width <= STRIP * picture.height:
                break
        return picture

    def tasks(self, which: Sequence[str]) -> Iterator[Page]:
        """Yield a task, and one of its questions or all."""
        task = self.guide.lesson.tasks[int(which[0]) - 1]
        shown = task.position and self.pictures(task.position, task.solution)
        yield from self.slides_of(task.text, shown or None, task.level)
        for one in _numbered(task.asks, which[1:]):
            own = self.pictures(one.position, task.solution) if one.position else shown or None
            yield from self.question_and_answer(one.question, (one.answer,), own)

    def contrasts(self, _: Sequence[str]) -> Iterator[Page]:
        say, chance = self.setting.say, Random(0)
        order = [*self.guide.lesson.contrasts]
        chance.shuffle(order)
        for one in order:
            sentence = chance.choice((one.game, one.life))
            game, life = say("guide.in-game"), say("guide.in-life")
            both = (f"{game} → {one.game}", f"{life} → {one.life}")
            yield from self.slides_of((sentence,), None, say("guide.question"))
            yield from self.slides_of((*map(_Bold, both),), None, say("guide.answer"))

    def question_and_answer(
        self,
        question: str,
        answer: Sequence[str],
        pictures: Pictures | None = None,
        choices: Sequence[str] = (),
    ) -> Iterator[Page]:
        """Yield a question, then its answer, with the picture in the same place and size."""
        say, after = self.setting.say, pictures and pictures[::-1]
        yield from self.slides_of((question, *choices), pictures, say("guide.question"))
        # Beside a picture there is room for one of both.
        words = (*(() if pictures else (question,)), *map(_Bold, answer))
        yield from self.slides_of(words, after, say("guide.answer"))

    def slides_of(
        self,
        words: Sequence[str],
        pictures: Pictures | None = None,
        aside: str = "",
        *,
        lead: str | None = None,
    ) -> Iterator[Page]:
        """Yield words on as few slides as hold them, each with the step and the first picture."""
        heading, words = self.step.title, (*([_Bold(lead)] if lead else ()), *words)
        head = self.head(heading, " · ".join(filter(None, (aside, self.span))))
        foot = footer_height(self.setting, SLIDE) + PART_GAP
        height = SLIDE.height - TOP - foot - head.height - PARTS_APART

        def slide(below: art.Drawing) -> Page:
            return _page(heading, art.column(head, below, gap=PARTS_APART))

        if pictures is None:
            for part in self.parts(words, (WIDTH, height)):
                # Few words stand in the middle of the room.
                yield slide(art.centred_in(part, WIDTH, height))
            return
        picture, is_wide = _fit_picture(pictures, (WIDTH, height), is_alone=not words)
        if not words:
            yield slide(art.centred_in(picture, WIDTH, height))
            return
        high = max(picture.height, LOW * height)
        room = WIDTH, height - high - COLUMN_GAP
        if not is_wide:
            room = WIDTH - picture.width - PARTS_APART, height
        for part in self.parts(words, room):
            both = art.row(picture, part, gap=PARTS_APART, middle=True)
            if is_wide:
                gap = min(2 * PARTS_APART, height - high - part.height)
                both = art.column(art.centred_in(picture, WIDTH, high), part, gap=gap)
            yield slide(both)

    def head(self, heading: str, aside: str) -> art.Drawing:
        bold, how = self.lettering(HEADING, is_bold=True), self.lettering(ASIDE_SIZE)
        # Beside a step's title there is room for a word, not for a sentence.
        aside = aside if how.width(aside) <= MOST_ASIDE * WIDTH else self.span
        sketch, room = Sketch(self.setting), WIDTH - how.width(aside) - PARTS_APART
        words = bold.fit(heading, "heading", room)
        sketch.place(replace(words, role="heading"), 0.0, 0.0)
        sketch.write(aside, WIDTH - how.width(aside), bold.height, how)
        return sketch.drawing(WIDTH, words.height)

    def parts(self, words: Sequence[str], room: art.Size) -> Iterator[art.Drawing]:
        """Yield words as large as one slide holds, else on several, or raise DoesNotFitError."""
        width, height = room
        usual = self.set_paragraphs(words, SIZES[0], width)
        for size in (*LARGE, *SIZES) if width == WIDTH else SIZES:
            whole = self.set_paragraphs(words, size, width)
            # Larger words beside a picture take no more lines than usual ones.
            most = usual.height * max(1, size / SIZES[0]) + SLACK
            if whole.height <= min(height, max(most, height * FILLED * (room[0] == WIDTH))):
                yield whole
                return
        held: list[str] = []
        for one in self.pieces(words, room):
            self.how(one, SIZES[-1]).fit(one, "slide", width, height)
            if held and self.set_paragraphs((*held, one), SIZES[-1], width).height > height:
                yield self.set_paragraphs(held, SIZES[-1], width)
                held = []
            held.append(one)
        yield self.set_paragraphs(held, SIZES[-1], width)

    def pieces(self, words: Sequence[str], room: art.Size) -> Iterator[str]:
        for paragraph in words:
            is_whole = self.set_paragraphs((paragraph,), SIZES[-1], room[0]).height <= room[1]
            split = SENTENCE.split(paragraph)
            yield from (paragraph,) if is_whole else map(type(paragraph), split)

    def how(self, words: str, size: art.Pt) -> Lettering:
        return self.lettering(size, is_bold=isinstance(words, _Bold))

    def set_paragraphs(self, words: Sequence[str], size: art.Pt, width: art.Mm) -> art.Drawing:
        drawn = (self.how(one, size).fit(one, "slide", width) for one in words)
        return art.column(*drawn, gap=COLUMN_GAP)


def _fit_picture(pictures: Pictures, room: art.Size, *, is_alone: bool) -> tuple[art.Drawing, bool]:
    """Return the first picture at a size that suits both, and whether words go below it."""
    width, height = (max(getattr(p, side) for p in pictures) for side in ("width", "height"))
    is_wide = width > WIDE_RATIO * height
    across, high = room
    if not is_alone:
        across, high = (across, high * HIGH) if is_wide else (across * ACROSS, high)
    return art.scaled(pictures[0], min(across / width, high / height)), is_wide


# What draws the slides of each thing that a step may show.
SHOWN: Mapping[str, Callable[[_Deck, Sequence[str]], Iterator[Page]]] = {
    "says": _Deck.says,
    "asks": _Deck.asks,
    "board": _Deck.board,
    "turn": _Deck.turn,
    "counting": _Deck.counting,
    "together": _Deck.together,
    "examples": _Deck.examples,
    "tasks": _Deck.tasks,
    "position": _Deck.position,
    "marked": _Deck.marked,
    "tables": _Deck.tables,
    "blank": _Deck.blank,
    "chart": _Deck.chart,
    "frame": _Deck.frame,
    "game-or-life": _Deck.contrasts,
    "services": _Deck.services,
    "exit": _Deck.exit,
    "slips": _Deck.slips,
    "answers": _Deck.answers,
    "keep": _Deck.keep,
    "quiz": _Deck.quiz,
    "laboratory": _Deck.laboratory,
    "computed": _Deck.computed,
}


def _numbered(items: Sequence[Item], which: Sequence[str]) -> Iterator[Item]:
    """Yield one of several by its number from 1, or all of them."""
    yield from (items[int(which[0]) - 1],) if which else items


def _page(bookmark: str, drawing: art.Drawing) -> Page:
    copy = Copy(1, art.Placed(drawing, OUTER_MARGIN, TOP), is_read=True)
    return Page(SLIDE, copies=(copy,), bookmark=bookmark)
