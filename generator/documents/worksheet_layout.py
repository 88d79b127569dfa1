"""What pupils' papers are made of: a head to write a name in, a picture, questions, lines; keys."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, product, starmap
from math import ceil

from generator.documents.lesson import OnPaper
from generator.paper import shapes as art
from generator.paper import text as lettered
from generator.paper.measures import (
    COLUMN_GAP,
    OUTER_MARGIN,
    PAGE_TOP,
    PART_GAP,
    ROUNDING,
    WORDS_GAP,
    WRITING_PITCH,
)
from generator.paper.page import Copy, Page, PaperSize, sized_words
from generator.printables.blocks.written import HeadingBlock
from generator.printables.context import Context
from generator.printables.page_furniture import row_room, title_line
from generator.printables.printable import Room
from generator.printables.sketch import CORNER, Sketch, lined_field

# What a child of ten reads, and the heading above it.
READ: art.Pt = 12.0
HEADING: art.Pt = 15.0
# The letters of a child on a line to write on that is as wide as a page.
LETTERS = 44
# White beside the number of a question.
NUMBER_ASIDE: art.Mm = 2.6
DISC: art.Mm = 6.0
# A box to try things out: its lowest and its highest, and the lines an answer first gains at most.
LEAST_BOX: art.Mm = 22.0
MOST_BOX: art.Mm = 70.0
MOST_MORE = 3
FILLED = 20
# The narrowest box beside a picture.
NARROWEST: art.Mm = 45.0
# A picture has this share of its page, or all of it, and the questions go on to another.
LEAST_SHARE, SHARE = 0.3, 1.0
# Pictures are enlarged no further: their lines grow with them.
MOST = 1.8
STAR = "★"
# More white than this lets a page fall apart.
WIDEST: art.Mm = 16.0
# Where more than this share of a page is left white below rows so spread, it is put to use.
WORTH = 0.2
# The shares of a page's height tried for even pages: the least that takes no page more.
EVEN = (0.55, 0.65, 0.75, 0.85, 1.0)


@dataclass(frozen=True, slots=True)
class QuestionLayout:
    """A question with what it is answered in: lines to write on, or boxes to tick."""

    words: str
    lines: int = 1
    choices: tuple[str, ...] = ()
    picture: art.Drawing | None = None


def question_layout(question: OnPaper) -> QuestionLayout:
    """Return a question with the lines that its author asks for, or that its answer takes."""
    return QuestionLayout(question.question, question.lines or ceil(len(question.answer) / LETTERS))


def page_head(
    setting: Context, width: art.Mm, heading: str, level: str = "", note: str = ""
) -> art.Drawing:
    """Draw title, name and date on one line, then heading, note and, at the right, the level."""
    line = HeadingBlock(block="heading").draw(setting, Room(width, 0.0, 1.0))
    right = setting.style.lettering(READ, "bold", align="right")
    bold = setting.style.lettering(HEADING, "bold")
    room_, sketch = width - right.width(level) - COLUMN_GAP, Sketch(setting)
    words = bold.fit(heading, "heading", room_)
    sketch.place(replace(words, role="heading"), 0.0, 0.0)
    if note:
        start, plain = bold.width(heading) + COLUMN_GAP, setting.style.lettering(lettered.TEXT)
        aside = plain.fit(note, "note", room_ - start, language=setting.options.language)
        sketch.place(aside, start, bold.height - plain.height)
    sketch.write(level, width, bold.height, right)
    below = sketch.drawing(width, words.height)
    return art.column(line, below, gap=setting.style.length(COLUMN_GAP))


def signature(setting: Context, width: art.Mm) -> art.Drawing:
    """Draw a line for the name and one for the date."""
    style, sketch = setting.style, Sketch(setting)
    how, start, height = style.lettering(lettered.TEXT), 0.0, style.length(WRITING_PITCH)
    named, dated = setting.name_label(), setting.say("print.date")
    for cell, label, share in (("name", named, 0.66), ("date", dated, 0.34)):
        end = start + width * share
        left = sketch.write(label, start, height - 1.0, how) + style.length(WORDS_GAP)
        wide = end - left - NUMBER_ASIDE
        sketch.writing_line(art.CellBox(cell, label, left, 0.0, wide, height), -1.0)
        start = end
    return sketch.drawing(width, height)


def draw_paragraphs(words: Sequence[str], setting: Context, width: art.Mm) -> art.Drawing:
    """Set paragraphs in the size that pupils read."""
    how, language = setting.style.lettering(READ), setting.options.language
    drawn = (how.fit(one, "text", width, language=language) for one in words)
    return art.column(*drawn, gap=setting.style.length(2.5))


def draw_question(number: int, one: QuestionLayout, setting: Context, width: art.Mm) -> art.Drawing:
    """Draw a question after its number in a disc, its picture as it is, then lines or choices."""
    style, sketch = setting.style, Sketch(setting)
    how, disc = style.lettering(READ), style.length(DISC)
    start = disc + style.length(NUMBER_ASIDE)
    figure = style.lettering(10.0, "bold", "ink.on", "middle")
    words = how.fit(one.words, "question", width - start, language=style.language)
    top = max(0.0, (disc - how.height) / 2)
    sketch.put(art.Circle(disc / 2, disc / 2, disc / 2, "ink"))
    sketch.centre(str(number), disc / 2, disc / 2, figure)
    sketch.place(words, start, top)
    low = max(disc, top + words.height) + style.length(WORDS_GAP)
    if one.picture is not None:
        left = start + (width - start - one.picture.width) / 2
        sketch.place(one.picture, left, low + style.length(WORDS_GAP))
        low += one.picture.height + 2 * style.length(WORDS_GAP)
    if one.choices:
        chosen = draw_choices(number, one.choices, setting, width - start)
        sketch.place(chosen, start, low)
        return sketch.drawing(width, low + chosen.height)
    step = style.length(WRITING_PITCH)
    for line in range(one.lines):
        name, at = f"answer{number}.{line + 1}", (start, low + line * step)
        sketch.writing_line(art.CellBox(name, one.words, *at, width - start, step), 0.0)
    return sketch.drawing(width, low + one.lines * step)


BOX: art.Mm = 4.4


def draw_choices(number: int, found: Sequence[str], setting: Context, width: art.Mm) -> art.Drawing:
    """Draw boxes to tick before their words, in as many equal columns as hold the longest."""
    style = setting.style
    how, box, gap = style.lettering(READ - 1), style.length(BOX), style.length(NUMBER_ASIDE)
    widest = max(map(how.width, found)) + box + 3 * gap
    columns = max(1, min(len(found), int(width / widest)))
    each, drawn = width / columns, []
    for place, words in enumerate(found):
        sketch = Sketch(setting)
        said = how.fit(words, "choice", each - box - 2 * gap, language=style.language)
        top = max(0.0, (box - how.height) / 2)
        sketch.box(art.CellBox(f"answer{number}.{place + 1}", words, 0.0, 0.0, box, box))
        sketch.place(said, box + gap, top)
        drawn.append(sketch.drawing(each, max(box, top + said.height)))
    rows = [drawn[at : at + columns] for at in range(0, len(drawn), columns)]
    return art.column(*(art.row(*row) for row in rows), gap=style.length(2.0))


def fit_picture(
    picture: art.Drawing, width: art.Mm, height: art.Mm, most: float = MOST
) -> art.Drawing:
    """Return a picture as large as it may be, in the middle of a width."""
    scale = min(width / picture.width, height / picture.height, most)
    larger = art.scaled(picture, scale)
    return art.centred_in(larger, width, larger.height)


def page_room(setting: Context, sheet: PaperSize | None = None) -> art.Size:
    """Return the width and height of a page of this module, clear of margins and footer."""
    width, height = row_room(setting, (), sheet)
    return width, height - PART_GAP


def sheet_for(width: art.Mm, setting: Context) -> PaperSize:
    """Return the sheet for something so wide: upright as long as that has room for it."""
    size = setting.options.size
    return size if width <= page_room(setting)[0] + ROUNDING else size.rotated()


def task_pages(
    top: Callable[[Context, art.Mm], art.Drawing],
    picture: Callable[[Context], art.Drawing] | None,
    asked: Sequence[QuestionLayout],
    setting: Context,
    bookmark: str,
) -> Iterator[Page]:
    """Yield the pages of a task; on a single one picture and lines grow until it is full.

    A large picture is the usual one enlarged, on a page that lies on its side where it is too wide.
    """
    shown, sheet, is_boxed = picture and picture(setting), setting.options.size, False
    if picture is not None and setting.options.large:
        usual = setting.usual
        (width, height), shown = page_room(usual), picture(usual)
        above = [top(usual, width), *_draw_all(asked, usual, width)]
        high = _picture_height(above, usual, height)
        scale = min(width / shown.width, high / shown.height, MOST)
        shown = art.scaled(shown, lettered.LARGER * scale)
        sheet = sheet_for(shown.width, setting)
    (width, height), gap = page_room(setting, sheet), setting.style.length(COLUMN_GAP)
    head, drawn = top(setting, width), _draw_all(asked, setting, width)
    rows = [head]
    if shown is not None and setting.options.large and head.height + gap + shown.height > height:
        # It lies beside its questions on a page of its own.
        drawn = [*drawn, fit_picture(shown, width, height)]
    elif shown is not None:
        high = _picture_height([head, *drawn], setting, height)
        high = max(high, shown.height) if setting.options.large else high
        boxed = _box_beside(shown, setting, (width, high))
        is_boxed = boxed is not None
        rows.append(boxed or fit_picture(shown, width, high))
    pages = art.in_rows((*rows, *drawn), height, gap, lambda row: row.height)
    if len(pages) == 1:
        taken = sum(row.height + gap for row in rows) - gap - ROUNDING
        spare = 0.0 if is_boxed else MOST_BOX
        room = width, height - taken
        more = draw_questions(asked, setting, room, spare=spare, most=MOST_MORE)
        pages = [[*rows, *more]]
    for page in pages:
        is_filled = is_boxed and len(pages) == 1
        fill = partial(_page, below=trial_box) if is_filled else page_with_trial_box
        yield fill(page, setting, bookmark, sheet=sheet)


def _draw_all(
    asked: Sequence[QuestionLayout], setting: Context, width: art.Mm
) -> list[art.Drawing]:
    return [draw_question(n, one, setting, width) for n, one in enumerate(asked, start=1)]


def _picture_height(rows: Sequence[art.Drawing], setting: Context, height: art.Mm) -> art.Mm:
    """Return the height of a picture between a head and questions, or on a page of its own."""
    (head, *drawn), gap = rows, setting.style.length(COLUMN_GAP)
    free = height - head.height - gap
    whole = free - sum(one.height + gap for one in drawn) - ROUNDING
    # In large type, whose page is small, a picture has a larger share at least.
    least = setting.style.length(LEAST_SHARE)
    return whole if whole >= least * free else SHARE * free


def _box_beside(picture: art.Drawing, setting: Context, room: art.Size) -> art.Drawing | None:
    (width, height), gap = room, setting.style.length(COLUMN_GAP)
    scale = min(width / picture.width, height / picture.height, MOST)
    wide = width - picture.width * scale - gap
    if wide < setting.style.length(NARROWEST):
        return None
    larger = fit_picture(picture, width - wide - gap, height)
    return art.row(larger, trial_box(setting, wide, larger.height), gap=gap)


def even_pages(rows: Sequence[art.Drawing], setting: Context) -> Iterator[Page]:
    """Yield as few pages as hold the rows, about equally full, with the rows spread over each."""
    (_, height), gap = page_room(setting), setting.style.length(COLUMN_GAP)
    ways = [art.in_rows(rows, height * share, gap, lambda row: row.height) for share in EVEN]
    for page in min(ways, key=len):
        yield _page(page, setting, below=trial_box)


def draw_questions(
    asked: Sequence[QuestionLayout],
    setting: Context,
    of: art.Size,
    *,
    spare: art.Mm = 0.0,
    most: int = FILLED,
) -> list[art.Drawing]:
    """Return questions with up to `most` lines more until `spare` is left, or fewer to fit."""
    (width, height), gap = of, setting.style.length(COLUMN_GAP)

    def drawn(more: int) -> list[art.Drawing]:
        lined = [replace(one, lines=max(1, one.lines + more)) for one in asked]
        return _draw_all(lined, setting, width)

    def rest(of: list[art.Drawing]) -> art.Mm:
        return height - sum(one.height + gap for one in of)

    found, more = drawn(0), 0
    while rest(found) > spare and more < most and rest(longer := drawn(more + 1)) >= 0:
        found, more = longer, more + 1
    while rest(found) < 0 and more > -most:
        more -= 1
        found = drawn(more)
    return found


def page_with_trial_box(
    rows: Sequence[art.Drawing],
    setting: Context,
    bookmark: str = "",
    gap: art.Mm = COLUMN_GAP,
    *,
    sheet: PaperSize | None = None,
) -> Page:
    """Plan a page of rows, with a box below them, or, where that would be too low, spread out."""
    (width, height), gap = page_room(setting, sheet), setting.style.length(gap)
    # Exercises leave just so much: the last digit of a sum is not the same in every Python.
    rest = round(height - sum(row.height + gap for row in rows), 6)
    if rest >= setting.style.length(LEAST_BOX):
        rows = (*rows, trial_box(setting, width, rest))
    return _page(rows, setting, bookmark, sheet=sheet)


def _page(
    rows: Sequence[art.Drawing],
    setting: Context,
    bookmark: str = "",
    *,
    below: Callable[[Context, art.Mm, art.Mm], art.Drawing] | None = None,
    sheet: PaperSize | None = None,
) -> Page:
    """Plan a page of rows spread out; where white would still be left, `below` draws in it."""
    size = sheet or setting.options.size
    (width, height), widest = page_room(setting, size), setting.style.length(WIDEST)
    rest = height - sum(row.height for row in rows)
    left = rest - widest * (len(rows) - 1)
    if below is not None and left > size.height * WORTH:
        rows, rest = (*rows, below(setting, width, left - widest)), widest * len(rows)
    gap = rest / (len(rows) - 1) if len(rows) > 1 else 0.0
    whole = art.column(*rows, gap=min(gap, widest))
    copy = Copy(1, art.Placed(whole, OUTER_MARGIN, PAGE_TOP), is_read=True)
    return Page(size, copies=(copy,), bookmark=bookmark)


def trial_box(setting: Context, width: art.Mm, height: art.Mm) -> art.Drawing:
    """Draw an empty box to compute and to draw in."""
    sketch, how = Sketch(setting), setting.style.lettering(lettered.LABEL, "bold")
    sketch.put(art.Rect(0.0, 0.0, width, height, None, art.THIN, CORNER))
    sketch.write(setting.say("guide.try-out"), 3.0, 3.0 + how.height, how)
    return sketch.drawing(width, height)


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """A paper or task in the key: its picture; each question, its answer, and what backs it."""

    heading: str
    answers: tuple[tuple[str, ...], ...]
    picture: art.Drawing | None = None


# How wide pictures of a key are, as shares of the page: above the answers, and beside them, 0 for
# never. From this ratio of width to height on they stand above where both are possible.
WIDE_RATIO = 2.0
Shares = tuple[float, float]
WAYS: tuple[Shares, ...] = (
    *((share, 0.0) for share in (0.9, 0.8, 0.65)),
    *((0.8, 0.58), (0.74, 0.5), (0.68, 0.42), (0.62, 0.36), (0.5, 0.46)),
    *((0.0, share) for share in (0.5, 0.42, 0.39, 0.36, 0.3)),
)
# The scale of narrow pictures at most where all stands on one page: wide ones need the room.
MOST_IN_KEY = 1.1
# Pictures with smaller words than these are avoided.
LEAST_WORDS: art.Pt = 4.8
KEY_SIZES: tuple[art.Pt, ...] = (READ, 11.0, 10.0)


def answer_key_pages(keys: Sequence[KeyEntry], setting: Context) -> Iterator[Page]:
    """Yield the teacher's key as large as one page holds legibly, else as large as entries fit."""
    width, height = page_room(setting)
    gap, name = setting.style.length(COLUMN_GAP), setting.say("guide.key")
    title = title_line(setting, width, lettered.TITLE, f"{setting.title} · {name}")

    def rows_in(way: Shares, size: art.Pt, most: float = MOST_IN_KEY) -> list[art.Drawing]:
        drawn = (_in_key(one, setting, way, size, most) for one in keys)
        return [title, *chain.from_iterable(drawn)]

    def high(rows: Sequence[art.Drawing]) -> art.Mm:
        return sum(row.height + gap for row in rows) - gap

    ways, least = [*product(WAYS, KEY_SIZES)], setting.style.length(LEAST_WORDS)
    single = (rows for rows in starmap(rows_in, ways) if high(rows) <= height)

    def is_legible(rows: Sequence[art.Drawing]) -> bool:
        return all(size >= least for row in rows for _, size in sized_words(row))

    def is_held(rows: Sequence[art.Drawing]) -> bool:
        return high(rows[:2]) <= height and max(row.height for row in rows) <= height

    large = (rows_in(*way, MOST) for way in ways)
    rows = next(filter(is_legible, single), None) or next(filter(is_held, large), None)
    rows = rows or rows_in(*ways[-1])
    for page in art.in_rows(rows, height, gap, lambda row: row.height):
        yield replace(_page(page, setting, name, below=notes), is_key=True)


def notes(setting: Context, width: art.Mm, height: art.Mm) -> art.Drawing:
    """Draw lines for the teacher's notes."""
    return lined_field(setting, setting.say("guide.notes"), (width, height))


def _in_key(
    key: KeyEntry, setting: Context, way: Shares, size: art.Pt, most: float
) -> Iterator[art.Drawing]:
    """Yield heading, picture and answers as one row; without a heading each answer as its own."""
    gap, (width, _) = setting.style.length(COLUMN_GAP), page_room(setting)
    if not key.heading:
        yield from _answers(key, setting, width, size)
        return
    bold, between = setting.style.lettering(lettered.SECTION, "bold"), setting.style.length(3.0)
    heading = replace(bold.fit(key.heading, "heading", width), role="heading")
    if key.picture is None:
        yield art.column(heading, *_answers(key, setting, width, size), gap=between)
        return
    is_wide = key.picture.width > WIDE_RATIO * key.picture.height
    above, beside = way
    is_above = above > 0 and (is_wide or not beside)
    wide = min(width * (above if is_above else beside), key.picture.width * most)
    small = fit_picture(key.picture, wide, wide, most)
    if is_above:
        yield art.column(heading, small, *_answers(key, setting, width, size), gap=between)
        return
    told = art.column(*_answers(key, setting, width - small.width - gap, size), gap=between)
    yield art.column(heading, art.row(small, told, gap=gap), gap=between)


def _answers(key: KeyEntry, setting: Context, width: art.Mm, size: art.Pt) -> Iterator[art.Drawing]:
    style = setting.style
    how, indent = style.lettering(size), style.length(8.0)
    bold = replace(how, font=style.family.bold)
    quiet = style.lettering(size - 1.5)
    for number, told in enumerate(key.answers, start=1):
        sketch, ways = Sketch(setting), (how, bold, *(quiet for _ in told[2:]))
        sketch.write(f"{number}.", 0.0, how.height, bold)
        pairs, wide = zip(ways, told, strict=True), width - indent
        lines = (way.fit(one, "answer", wide, language=style.language) for way, one in pairs)
        whole = art.column(*lines, gap=style.length(0.8))
        sketch.place(whole, indent, 0.0)
        yield sketch.drawing(width, whole.height)
