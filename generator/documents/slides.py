"""Slides to project: one idea each, a question before its answer, type that the last row reads."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from generator.documents.figures import WIDTH as USUAL
from generator.documents.figures import draw_position, with_answer, without_answer
from generator.documents.lesson import Contrast, Guide, Position, RuleSheet, Solution, Task
from generator.game.head import Face
from generator.paper import shapes as art
from generator.paper.measures import COLUMN_GAP, OUTER_MARGIN, PART_GAP
from generator.paper.page import SLIDE, Copy, Page
from generator.paper.text import Lettering
from generator.printables.context import Context
from generator.printables.page_furniture import draw_emblem, footer_height
from generator.printables.pattern import draw_strip
from generator.printables.sketch import Sketch

# The game's title, a heading, what stands beside it, and words from the largest to the smallest.
TITLE: art.Pt = 80.0
HEADING: art.Pt = 34.0
ASIDE_SIZE: art.Pt = 24.0
SIZES: tuple[art.Pt, ...] = (40.0, 36.0, 32.0, 28.0, 26.0, 24.0)
# Few words that have the whole width are larger.
LARGE: tuple[art.Pt, ...] = (54.0, 48.0, 44.0)
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

# A position without its answer, and with it.
Pictures = tuple[art.Drawing, art.Drawing]


def slides(guide: Guide, setting: Context) -> Iterator[Page]:
    """Yield title, ground rules, board, turn and score; questions and answers; game and life."""
    lesson, deck = guide.lesson, _Deck(guide, setting)
    yield deck.title()
    # What else is said of the frame is for the teacher.
    for topic in lesson.frame[:1]:
        yield from deck.slides_of(topic.title, topic.text)
    yield from deck.rules(guide.rule_sheet)
    for example in lesson.examples:
        pictures = deck.pictures(example.position)
        answer = (example.answer,)
        yield from deck.question_and_answer(example.title, example.question, answer, pictures)
    for task in lesson.tasks:
        yield from deck.task(task)
    yield from deck.contrasts(lesson.contrasts)


@dataclass(frozen=True, slots=True)
class _Deck:
    """Draws slides, which have one size whatever the paper."""

    guide: Guide
    setting: Context

    def lettering(self, size: art.Pt, *, is_bold: bool = False) -> Lettering:
        """Return a typeface of the game's style; unlike those it does not grow with large type."""
        family = self.setting.style.family
        return Lettering(family.bold if is_bold else family.regular, size)

    def title(self) -> Page:
        said = self.setting.sentences
        title = self.lettering(TITLE, is_bold=True).fit(said.title, "title", WIDTH)
        lines = [replace(title, role="title")]
        bold, plain = self.lettering(SIZES[0], is_bold=True), self.lettering(SIZES[3])
        told = (bold, said.world), (plain, said.tagline)
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

    def pictures(self, name: str | None, solution: Solution | None = None) -> Pictures | None:
        if name is None:
            return None
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

    def rules(self, sheet: RuleSheet) -> Iterator[Page]:
        """Yield the board, each step of a turn, and the scoring example, bare and then in words."""
        shown, turn = self.guide.positions, sheet.turn
        if sheet.board is not None:
            board = self.picture_of(shown[sheet.board.position])
            yield from self.slides_of(self.setting.sentences.title, (), (board, board))
        for step in turn.steps if turn else ():
            heading = step.title or (turn.heading if turn else "")
            drawn = self.picture_of(shown[step.position]) if step.position else None
            says = (step.says,) if step.says else ()
            yield from self.slides_of(heading, says, (drawn, drawn) if drawn else None)
        if (pictures := self.pictures(sheet.position)) is not None:
            heading = sheet.heading or self.setting.say("guide.counting")
            yield from self.slides_of(heading, (), pictures)
            answer = self.setting.say("guide.answer")
            yield from self.slides_of(heading, (*map(str, sheet.example),), pictures[::-1], answer)

    def task(self, task: Task) -> Iterator[Page]:
        pictures = self.pictures(task.position, task.solution)
        yield from self.slides_of(task.title, task.text, pictures, task.level)
        for one in task.asks:
            own = self.pictures(one.position, task.solution) if one.position else pictures
            yield from self.question_and_answer(task.title, one.question, (one.answer,), own)

    def contrasts(self, found: Sequence[Contrast]) -> Iterator[Page]:
        say, order, chance = self.setting.say, [*found], Random(0)
        chance.shuffle(order)
        for one in order:
            sentence = chance.choice((one.game, one.life))
            game, life = say("guide.in-game"), say("guide.in-life")
            both = (f"{game} → {one.game}", f"{life} → {one.life}")
            yield from self.question_and_answer(say("guide.game-or-life"), sentence, both)

    def question_and_answer(
        self, heading: str, question: str, answer: Sequence[str], pictures: Pictures | None = None
    ) -> Iterator[Page]:
        """Yield a question, then its answer, with the picture in the same place and size."""
        say, after = self.setting.say, pictures and pictures[::-1]
        yield from self.slides_of(heading, (question,), pictures, say("guide.question"))
        yield from self.slides_of(heading, answer, after, say("guide.answer"), is_bold=True)

    def slides_of(
        self,
        heading: str,
        words: Sequence[str],
        pictures: Pictures | None = None,
        aside: str = "",
        *,
        is_bold: bool = False,
    ) -> Iterator[Page]:
        """Yield words on as few slides as hold them, each with the heading and first picture."""
        head = self.head(heading, aside)
        foot = footer_height(self.setting, SLIDE) + PART_GAP
        height = SLIDE.height - TOP - foot - head.height - PARTS_APART

        def slide(below: art.Drawing) -> Page:
            return _page(heading, art.column(head, below, gap=PARTS_APART))

        if pictures is None:
            for part in self.parts(words, (WIDTH, height), is_bold=is_bold):
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
        for part in self.parts(words, room, is_bold=is_bold):
            both = art.row(picture, part, gap=PARTS_APART)
            if is_wide:
                gap = min(2 * PARTS_APART, height - high - part.height)
                both = art.column(art.centred_in(picture, WIDTH, high), part, gap=gap)
            yield slide(both)

    def head(self, heading: str, aside: str) -> art.Drawing:
        bold, how = self.lettering(HEADING, is_bold=True), self.lettering(ASIDE_SIZE)
        sketch, room = Sketch(self.setting), WIDTH - how.width(aside) - PARTS_APART
        words = bold.fit(heading, "heading", room)
        sketch.place(replace(words, role="heading"), 0.0, 0.0)
        sketch.write(aside, WIDTH - how.width(aside), bold.height, how)
        return sketch.drawing(WIDTH, words.height)

    def parts(
        self, words: Sequence[str], room: art.Size, *, is_bold: bool = False
    ) -> Iterator[art.Drawing]:
        """Yield words as large as one slide holds, else on several, or raise DoesNotFitError."""
        width, height = room
        usual = self.set_paragraphs(words, self.lettering(SIZES[0], is_bold=is_bold), width)
        for size in (*LARGE, *SIZES) if width == WIDTH else SIZES:
            whole = self.set_paragraphs(words, self.lettering(size, is_bold=is_bold), width)
            # Larger words take no more lines than usual ones.
            if whole.height <= min(height, usual.height * max(1, size / SIZES[0]) + SLACK):
                yield whole
                return
        how = self.lettering(SIZES[-1], is_bold=is_bold)
        held: list[str] = []
        for one in self.pieces(words, how, room):
            how.fit(one, "slide", width, height)
            if held and self.set_paragraphs((*held, one), how, width).height > height:
                yield self.set_paragraphs(held, how, width)
                held = []
            held.append(one)
        yield self.set_paragraphs(held, how, width)

    def pieces(self, words: Sequence[str], how: Lettering, room: art.Size) -> Iterator[str]:
        for paragraph in words:
            is_whole = self.set_paragraphs((paragraph,), how, room[0]).height <= room[1]
            yield from (paragraph,) if is_whole else SENTENCE.split(paragraph)

    def set_paragraphs(self, words: Sequence[str], how: Lettering, width: art.Mm) -> art.Drawing:
        return art.column(*(how.fit(one, "slide", width) for one in words), gap=COLUMN_GAP)


def _fit_picture(pictures: Pictures, room: art.Size, *, is_alone: bool) -> tuple[art.Drawing, bool]:
    """Return the first picture at a size that suits both, and whether words go below it."""
    width, height = (max(getattr(p, side) for p in pictures) for side in ("width", "height"))
    is_wide = width > WIDE_RATIO * height
    across, high = room
    if not is_alone:
        across, high = (across, high * HIGH) if is_wide else (across * ACROSS, high)
    return art.scaled(pictures[0], min(across / width, high / height)), is_wide


def _page(bookmark: str, drawing: art.Drawing) -> Page:
    copy = Copy(1, art.Placed(drawing, OUTER_MARGIN, TOP), is_read=True)
    return Page(SLIDE, copies=(copy,), bookmark=bookmark)
