"""Papers of a lesson by name: worksheets, quiz, exit tickets and pages to keep are drawn here."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, product

from generator.documents import slides, worksheet_layout
from generator.documents.exercises import exercise_pages as exercises
from generator.documents.figures import (
    draw_position,
    draw_table,
    filled_rows,
    with_answer,
    without_answer,
)
from generator.documents.guide_section import quantities_for, read_guide
from generator.documents.health import source_titles
from generator.documents.lesson import Guide, Keep, OnPaper, Position, Task
from generator.game import Game
from generator.paper import shapes as art
from generator.paper.measures import BLOCK_GAP, COLUMN_GAP, PRINTABLE_EDGE, ROUNDING
from generator.paper.page import Copy, Page, PaperSize
from generator.paper.text import LARGER, SECTION, TEXT, DoesNotFitError
from generator.printables import planning
from generator.printables.context import Context, Options
from generator.printables.page_furniture import add_footers, footer_height, title_line
from generator.printables.printable import LessonEntry, LessonPaper, copies_on_page
from generator.printables.sketch import Sketch
from generator.words import clip_text, message

Planner = Callable[[Guide, Context], Iterator[Page]]
# White between what is printed and a cut, at the sides and above and below.
CUT_SIDE_WHITE: art.Mm = 9.0
ABOVE: art.Mm = 8.0
# Sentences to keep, from the largest size that fits to the smallest.
SIZES: tuple[art.Pt, ...] = (15.0, 14.0, 13.0, 12.0, 11.0)
# From this ratio of width to height on a picture stands below the words, else at their right.
WIDE_RATIO = 1.7
ACROSS, HIGH = 0.42, 0.42
# Words stand above a picture that would leave them less than the rest of this share.
MOST_ACROSS = 0.5


def plan_paper(game: Game, printable: str, options: Options) -> tuple[Page, ...]:
    """Plan a paper of the lesson, in its copies, and its key once; raise as `planning.plan`."""
    found = planning.entry(game, printable)
    if not isinstance(found, LessonEntry):
        raise TypeError(printable)

    def plan(setting: Context) -> tuple[Page, ...]:
        told = read_guide(game, setting.options.language, options.year)
        of_class, *of_teacher = (planned(told, setting) for planned in PLANNERS[found.paper])
        pages = tuple(of_class) * setting.options.copies
        return add_footers(setting, (*pages, *chain.from_iterable(of_teacher)))

    return planning.plan_checked(Context(game, printable, options), plan)


def worksheets(guide: Guide, setting: Context) -> Iterator[Page]:
    """Yield the page of each task, without its answers."""
    levels = list(dict.fromkeys(task.level for task in guide.lesson.tasks))
    for task in guide.lesson.tasks:
        level = f"{worksheet_layout.STAR * (levels.index(task.level) + 1)} {task.level}"
        top, picture = partial(_draw_top, task, level), None
        if task.position is not None:
            picture = partial(draw_position, without_answer(guide.positions[task.position]))
        asked = tuple(map(worksheet_layout.question_layout, task.asks))
        name = f"{task.level} – {task.title}"
        yield from worksheet_layout.task_pages(top, picture, asked, setting, name)


def _draw_top(task: Task, level: str, setting: Context, width: art.Mm) -> art.Drawing:
    head = worksheet_layout.page_head(setting, width, task.title, level)
    told = worksheet_layout.draw_paragraphs(task.text, setting, width)
    return art.column(head, told, gap=setting.style.length(4.0))


def worksheets_key(guide: Guide, setting: Context) -> Iterator[Page]:
    """Yield the pages of the key: each position with its answer, and the answers."""
    keys, shown = [], list[Position]()
    for task in guide.lesson.tasks:
        answers = tuple((pair.question, pair.answer) for pair in task.asks)
        picture = None
        if task.position is not None:
            position = guide.positions[task.position]
            answer = with_answer(position, task.solution)
            # A position without marks is drawn once.
            if answer != without_answer(position) or position not in shown:
                picture = draw_position(answer, setting)
            shown.append(position)
        keys.append(worksheet_layout.KeyEntry(f"{task.level} – {task.title}", answers, picture))
    yield from worksheet_layout.answer_key_pages(keys, setting)


def quiz(guide: Guide, setting: Context) -> Iterator[Page]:
    """Yield the pages of questions, each with boxes to tick or a line to write on."""
    width, _ = worksheet_layout.page_room(setting)
    questions = guide.lesson.quiz
    points = setting.say(message("guide.out-of", n=len(questions)))
    rows = [worksheet_layout.page_head(setting, width, setting.title, points)]
    for number, one in enumerate(questions, start=1):
        told = worksheet_layout.QuestionLayout(one.question, choices=one.choices or ())
        rows.append(worksheet_layout.draw_question(number, told, setting, width))
    yield from worksheet_layout.even_pages(rows, setting)


def quiz_key(guide: Guide, setting: Context) -> Iterator[Page]:
    """Yield the pages of the key: each answer, and the sources and rules that it rests on."""
    told = []
    for one in guide.lesson.quiz:
        rules = [setting.sentences.rules[rule] for rule in one.rules]
        sources = message("guide.sources", sources=" · ".join(source_titles(one.sources, setting)))
        named = [setting.say(sources)] if one.sources else []
        told.append((one.question, one.answer, *named, *rules))
    keys = [worksheet_layout.KeyEntry("", tuple(told))]
    yield from worksheet_layout.answer_key_pages(keys, setting)


def exit_tickets(guide: Guide, setting: Context) -> Iterator[Page]:
    """Yield a page of tickets, all alike."""
    yield _tickets("exit-tickets", guide.lesson.exit, guide, setting)


def slips(guide: Guide, setting: Context) -> Iterator[Page]:
    """Yield a page of slips, all alike."""
    yield _tickets("slips", guide.lesson.slips, guide, setting)


def _tickets(paper: LessonPaper, asked: Sequence[OnPaper], guide: Guide, setting: Context) -> Page:
    """Plan a page of equal papers with questions, and with tables of the annex to fill in."""
    layouts, tables = tuple(map(worksheet_layout.question_layout, asked)), guide.lesson.annex.tables
    filled = [tables[one.annex_table - 1] for one in asked if one.annex_table]
    names = quantities_for(setting.game, setting.options.language)
    # One above the other, they are wide enough for a table beside the questions.
    is_beside = bool(filled) and copies_on_page(paper, setting.options)[0] == 1

    def ticket(width: art.Mm, height: art.Mm) -> art.Drawing:
        line = title_line(setting, width, SECTION + 1, small=TEXT)
        gap = setting.style.length(COLUMN_GAP)
        room = (width - gap) / 2 if is_beside else width
        blank = [
            draw_table(one.heads, filled_rows(one, names), setting, room, blank=True)
            for one in filled
        ]
        # Where no paper has a pupil's name, what is collected has none at all.
        named = setting.game.head.pupil_names
        signed = (worksheet_layout.signature(setting, width),) if named else ()
        above = () if is_beside else blank
        head = art.column(line, *signed, *above, gap=BLOCK_GAP)
        free = (room, height - head.height - (gap if is_beside else 0.0))
        questions = worksheet_layout.draw_questions(layouts, setting, free)
        if not is_beside:
            return art.column(head, *questions, gap=gap)
        beside = art.row(
            art.column(*blank, gap=BLOCK_GAP), art.column(*questions, gap=gap), gap=gap
        )
        return art.column(head, beside, gap=gap)

    return _page_to_cut(paper, setting, ticket, setting.options.size)


def pages_to_keep(guide: Guide, setting: Context) -> Iterator[Page]:
    """Yield a page of what pupils keep, twice; large on its side for a wide picture."""
    if (kept := guide.lesson.keep) is None:
        return
    sheet, picture = setting.options.size, None
    if kept.position is not None:
        position = guide.positions[kept.position]
        picture = _kept_picture(kept, position, setting.usual if setting.options.large else setting)
        if setting.options.large:
            picture = replace(picture, drawn=art.scaled(picture.drawn, LARGER))
            if picture.drawn.width > _room_to_cut("keep", setting, sheet)[0]:
                sheet = sheet.rotated()
    draw = partial(_draw_kept, kept, picture, setting)
    yield _page_to_cut("keep", setting, draw, sheet)


@dataclass(frozen=True, slots=True)
class _KeptPicture:
    drawn: art.Drawing
    caption: str
    is_below: bool

    def captioned(self, width: art.Mm, setting: Context, room: art.Mm = 0.0) -> art.Drawing:
        how, language = setting.style.lettering(TEXT, align="middle"), setting.options.language
        words = how.fit(self.caption, "caption", width, language=language)
        high = max(self.drawn.height, room - words.height - BLOCK_GAP / 2)
        larger = worksheet_layout.fit_picture(self.drawn, width, high)
        return art.column(larger, words, gap=BLOCK_GAP / 2)


def _kept_picture(kept: Keep, position: Position, setting: Context) -> _KeptPicture:
    """Return the picture of what is kept, below the words or at their right, as it fits there."""
    width, height = _room_to_cut("keep", setting, setting.options.size)
    free = height - _draw_kept_head(kept, setting, width).height - BLOCK_GAP
    drawn = draw_position(position, setting)
    is_below = drawn.width > WIDE_RATIO * drawn.height
    wide, high = (width, free * HIGH) if is_below else (width * ACROSS, free)
    found = _KeptPicture(drawn, position.caption, is_below)
    high -= found.captioned(wide, setting).height - drawn.height
    scale = min(wide / drawn.width, high / drawn.height, worksheet_layout.MOST)
    return replace(found, drawn=art.scaled(drawn, scale))


def _draw_kept_head(kept: Keep, setting: Context, width: art.Mm) -> art.Drawing:
    bold = setting.style.lettering(worksheet_layout.HEADING, "bold")
    line = title_line(setting, width, SECTION + 1, small=TEXT)
    return art.column(line, bold.fit(kept.heading, "heading", width), gap=1.5 * BLOCK_GAP)


def _draw_kept(
    kept: Keep, picture: _KeptPicture | None, setting: Context, width: art.Mm, height: art.Mm
) -> art.Drawing:
    head = _draw_kept_head(kept, setting, width)
    free = height - head.height - BLOCK_GAP
    if picture is None:
        return art.column(head, _draw_sentences(kept, setting, (width, free)), gap=BLOCK_GAP)
    if picture.is_below or picture.drawn.width > MOST_ACROSS * width:
        below = picture.captioned(width, setting, free * HIGH)
        words = _draw_sentences(kept, setting, (width, free - below.height - BLOCK_GAP))
        return art.column(head, words, below, gap=BLOCK_GAP)
    beside = picture.captioned(max(width * ACROSS, picture.drawn.width), setting)
    words = _draw_sentences(kept, setting, (width - beside.width - 2 * BLOCK_GAP, free))
    return art.column(head, art.row(words, beside, gap=2 * BLOCK_GAP), gap=BLOCK_GAP)


def _draw_sentences(kept: Keep, setting: Context, room: art.Size) -> art.Drawing:
    width, height = room
    for size in SIZES:
        how, rows = setting.style.lettering(size), []
        indent = setting.style.length(6.0)
        for sentence in kept.text:
            sketch = Sketch(setting)
            words = how.fit(sentence, "keep", width - indent, language=setting.style.language)
            sketch.put(art.Circle(indent * 0.3, how.height / 2, how.height * 0.24, "ink"))
            sketch.place(words, indent, 0.0)
            rows.append(sketch.drawing(width, words.height))
        taken = sum(row.height for row in rows)
        if (gap := (height - taken) / len(rows)) >= BLOCK_GAP / 2:
            words = art.column(*rows, gap=min(gap, 3 * how.height))
            return art.centred_in(words, width, height)
    raise _too_long(kept.text[-1], "keep")


def _too_long(words: str, box: str) -> DoesNotFitError:
    told = {"box": box, "words": clip_text(words), "least": f"{SIZES[-1]:g}"}
    return DoesNotFitError(message("paper.does-not-fit", **told))


def _room_to_cut(paper: LessonPaper, setting: Context, size: PaperSize) -> art.Size:
    """Return the width and height of each of the papers that are cut out of a sheet."""
    across, down = copies_on_page(paper, setting.options)
    height = (size.height - footer_height(setting, size)) / down
    return size.width / across - 2 * CUT_SIDE_WHITE, height - 2 * ABOVE


def _page_to_cut(
    paper: LessonPaper,
    setting: Context,
    draw: Callable[[art.Mm, art.Mm], art.Drawing],
    size: PaperSize,
) -> Page:
    """Plan a page of equal papers, parted by straight cuts; the last one takes the footer off."""
    across, down = copies_on_page(paper, setting.options)
    wide, high = _room_to_cut(paper, setting, size)
    one, width, height = draw(wide, high), wide + 2 * CUT_SIDE_WHITE, high + 2 * ABOVE
    if one.height > height - 2 * ABOVE + ROUNDING:
        raise _too_long(setting.title, paper)
    places = enumerate(product(range(down), range(across)), start=1)
    copies = []
    for n, (row, column) in places:
        placed = art.Placed(one, column * width + CUT_SIDE_WHITE, row * height + ABOVE)
        copies.append(Copy(n, placed, is_read=True))
    around, edge = Sketch(setting), PRINTABLE_EDGE
    for row in range(1, down + 1) if down > 1 else ():
        around.put(art.Line(edge, row * height, size.width - edge, row * height, art.THREAD))
    for column in range(1, across):
        x = column * width
        around.put(art.Line(x, edge, x, down * height, art.THREAD))
    return Page(size, around.drawing(size.width, size.height), tuple(copies), setting.title)


# What plans the pages of each paper that the class gets, and the teacher's key where it has one.
PLANNERS: Mapping[LessonPaper, tuple[Planner, ...]] = {
    "worksheets": (worksheets, worksheets_key),
    "slides": (slides.slides,),
    "slips": (slips,),
    "exit-tickets": (exit_tickets,),
    "keep": (pages_to_keep,),
    "quiz": (quiz, quiz_key),
    "exercises": (exercises.exercise_pages, exercises.exercise_key),
}
