"""Exercises on paper: a page for each pupil, and the teacher's key in the order of the names."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from string import ascii_lowercase

from generator.documents import worksheet_layout
from generator.documents.exercises.drawn import draw_fill_in_table, draw_turns
from generator.documents.exercises.generation import (
    Exercise,
    ExerciseChoice,
    NumberedExercise,
    class_set,
    exercise_kinds,
    kind_title,
    trained_by,
)
from generator.documents.figures import draw_position
from generator.documents.lesson import Guide, Position
from generator.documents.worksheet_layout import DISC, LEAST_BOX, NUMBER_ASIDE, QuestionLayout
from generator.errors import LudokitError
from generator.paper import shapes as art
from generator.paper import text as lettered
from generator.paper.measures import COLUMN_GAP, OUTER_MARGIN, PAGE_TOP
from generator.paper.page import Copy, Page, sized_words
from generator.printables.context import Context
from generator.printables.page_furniture import title_line, with_names
from generator.printables.planning import of_kind
from generator.printables.printable import DocumentEntry
from generator.printables.sketch import Sketch
from generator.words import message, typeset


@dataclass(frozen=True, slots=True)
class _Layout:
    """The width of pictures, the share of a line one may take beside words, the white between."""

    wide: art.Mm
    share: float
    gap: art.Mm


# In the order they are tried.
LAYOUTS = (
    *(_Layout(wide, 0.5, COLUMN_GAP) for wide in (170.0, 150.0, 132.0)),
    *(_Layout(wide, 0.62, COLUMN_GAP) for wide in (132.0, 114.0)),
    *(_Layout(wide, 0.62, COLUMN_GAP / 2) for wide in (132.0, 114.0, 90.0)),
    *(_Layout(wide, 0.62, COLUMN_GAP / 4) for wide in (132.0, 114.0, 90.0)),
)
# How far what belongs to a question stands to its right.
INDENT: art.Mm = DISC + NUMBER_ASIDE
# Words of a picture no longer than this are signs in cells, and may be this small.
SIGN, SIGN_SIZE = 3, 5.5
# The template of the rule sheet, which pupils need at hand.
RULES = "rules"
# White below the line above an exercise, and about the cells of the key.
UNDER: art.Mm = 2.5
CELL: art.Mm = 2.0
NEAR: art.Mm = 0.1
ROW: art.Mm = 1.3
# How wide a name is in the key at most.
NAME: art.Mm = 34.0


def _class(setting: Context) -> Iterator[tuple[str, str, tuple[NumberedExercise, ...]]]:
    options = setting.options
    made = class_set(setting.game, options.language, ExerciseChoice.of(options))
    names = options.names or ("",) * len(made)
    for number, (name, exercises) in enumerate(zip(names, made, strict=True), start=1):
        yield f"{number:02}", name, exercises


def exercise_pages(_: Guide, setting: Context) -> Iterator[Page]:
    """Yield a page for each pupil, under the name, and further ones for what it cannot hold."""
    game, seed, said = setting.game.name, setting.options.seed, setting.sentences
    rules = [said.printables[name] for name in of_kind(setting.game, DocumentEntry, template=RULES)]
    beside = setting.say(message("exercise.beside", rules=rules[0])) if rules else ""
    for number, name, exercises in _class(setting):
        sheet = setting.say(message("exercise.sheet", game=game, number=number, seed=seed))
        told = setting.title, sheet, beside
        layout, size = _layout(exercises, setting, told), setting.options.size
        pictures = [_picture(one, setting, layout) for one in exercises]
        if setting.options.large:
            widest = max((one.width for one in pictures if one is not None), default=0.0)
            size = worksheet_layout.sheet_for(widest + setting.style.length(INDENT), setting)
        width, height = worksheet_layout.page_room(setting, size)
        pairs = zip(exercises, pictures, strict=True)
        found = [_exercise(*pair, setting, width, layout.share) for pair in pairs]
        head = worksheet_layout.page_head(setting, width, *told)
        gap, between = layout.gap, setting.style.length(layout.gap)
        rest = height - head.height - sum(row.height + between for row in found)
        if rest >= 0:
            # More white below each, as long as there is room for a box to try things out.
            box = setting.style.length(LEAST_BOX + gap)
            more = min(between, max(0.0, rest - box) / len(found))
            found = [replace(row, height=row.height + more) for row in found]
        rows = [*with_names(head, ((name,),), setting), *found]
        for page in art.in_rows(rows, height, between, lambda row: row.height):
            bookmark = name or number
            yield worksheet_layout.page_with_trial_box(page, setting, bookmark, gap, sheet=size)


def _layout(
    exercises: Sequence[NumberedExercise], setting: Context, told: tuple[str, str, str]
) -> _Layout:
    """Return the first layout that takes one page; the first of all, with more pages, if none."""
    # What is large is the usual page enlarged, and goes on to a second one.
    usual = setting.usual if setting.options.large else setting
    width, height = worksheet_layout.page_room(usual)
    height -= worksheet_layout.page_head(usual, width, *told).height
    for one in LAYOUTS:
        rows = (
            _exercise(each, _picture(each, usual, one), usual, width, one.share)
            for each in exercises
        )
        if sum(row.height + one.gap for row in rows) <= height:
            return one
    return LAYOUTS[0]


def _exercise(
    one: NumberedExercise,
    picture: art.Drawing | None,
    setting: Context,
    width: art.Mm,
    share: float,
) -> art.Drawing:
    found, style, number = one.exercise, setting.style, int(one.id[-1])
    line, gap = _line(one, setting, width), style.length(COLUMN_GAP)
    asked, start = QuestionLayout(found.question, found.lines), style.length(INDENT)
    table = found.table
    if picture is None and table and len(table.rows) >= len(table.heads) - 1:
        # A square table stands beside its question, as a figure does.
        picture, found = draw_fill_in_table(table, setting, width), replace(found, table=None)
    if picture is not None:
        picture = art.scaled(picture, min(1.0, (width - start) / picture.width))
        if picture.width <= width * share:
            rest = width - picture.width - gap
            asked = replace(asked, picture=_noted(found, setting, rest - start))
            told = worksheet_layout.draw_question(number, asked, setting, rest)
            if (left := picture.height - told.height - gap) >= style.length(LEAST_BOX):
                box = worksheet_layout.trial_box(setting, rest, left)
                told = art.column(told, box, gap=gap)
            return art.column(line, art.row(told, picture, gap=gap), gap=UNDER)
    noted = _noted(found, setting, width - start)
    shown = [one for one in (picture, noted) if one is not None]
    if shown:
        asked = replace(asked, picture=art.column(*shown, gap=style.length(UNDER)))
    told = worksheet_layout.draw_question(number, asked, setting, width)
    return art.column(line, told, gap=UNDER)


def _noted(found: Exercise, setting: Context, width: art.Mm) -> art.Drawing | None:
    """Draw turns and a table, which may stand beside a position."""
    drawn = [draw_turns(found.turns, setting, width)] if found.turns else []
    drawn += [draw_fill_in_table(found.table, setting, width)] if found.table else []
    return art.column(*drawn, gap=setting.style.length(UNDER)) if drawn else None


def _picture(one: NumberedExercise, setting: Context, layout: _Layout) -> art.Drawing | None:
    """Draw the position of an exercise so that it is legible; large as the usual one, enlarged."""
    position = one.exercise.position
    if position is None:
        return None
    usual = setting.usual if setting.options.large else setting
    picture, larger = _drawn(position, usual, layout.wide), 1.0
    read = lettered.LABEL if setting.options.large else lettered.LEAST_SIZE
    for words, size in sized_words(picture):
        larger = max(larger, (SIGN_SIZE if len(words) <= SIGN else read) / size)
    most = worksheet_layout.page_room(usual)[0] - INDENT
    picture = art.scaled(picture, min(larger, most / picture.width))
    return art.scaled(picture, lettered.LARGER) if setting.options.large else picture


def _drawn(position: Position, setting: Context, wide: art.Mm) -> art.Drawing:
    """Draw a position at a width, or wider if it would be illegible."""
    wider = [one.wide for one in reversed(LAYOUTS) if one.wide > wide]
    for width in (wide, *wider[:-1]):
        with suppress(LudokitError):
            return draw_position(position, setting, width)
    return draw_position(position, setting, LAYOUTS[0].wide)


def _line(one: NumberedExercise, setting: Context, width: art.Mm) -> art.Drawing:
    style, sketch = setting.style, Sketch(setting)
    how = style.lettering(lettered.LABEL, "bold")
    high = how.height + style.length(1.2)
    named = kind_title(one.kind, setting.options.language)
    stars = worksheet_layout.STAR * one.level
    sketch.write(f"{stars} {named}", 0.0, how.height, how)
    right = style.lettering(lettered.LABEL, "regular", "secondary", "right")
    sketch.write(one.id, width, how.height, right)
    sketch.put(art.Line(0.0, high, width, high, art.QUIET))
    return sketch.drawing(width, high)


def exercise_key(_: Guide, setting: Context) -> Iterator[Page]:
    """Yield the pages of the key: a row for each sheet, an answer and its way for each exercise."""
    width, height = worksheet_layout.page_room(setting)
    style, name = setting.style, setting.say("guide.key")
    title = title_line(setting, width, lettered.TITLE, f"{setting.title} · {name}")
    seed = setting.say(message("exercise.seed", seed=setting.options.seed))
    note = style.lettering(lettered.TEXT).fit(seed, "seed", width)
    class_ = [*_class(setting)]
    rules = {one.exercise.rule for _, _, own in class_ for one in own if one.exercise.rule}
    letters = dict(zip(sorted(rules), ascii_lowercase, strict=False))

    def answer(one: NumberedExercise) -> _Cell:
        stars, found = worksheet_layout.STAR * one.level, one.exercise
        told = " – ".join(filter(None, (found.answer, letters.get(found.rule or "", ""))))
        way = (typeset(words, setting.options.language) for words in found.way)
        return f"{stars} {told}", *way

    told: list[tuple[_Cell, ...]] = [
        ((f"{number} {pupil}".strip(),), *map(answer, own)) for number, pupil, own in class_
    ]
    places = (str(place) for place in range(1, max(map(len, told))))
    heads: tuple[_Cell, ...] = (("",), *((place,) for place in places))
    widths = _widths([heads, *told], setting, width)
    head = _row(heads, widths, setting, is_head=True)
    gap = style.length(3.0)
    top = art.column(title, note, head, gap=gap)
    answers = [_row(cells, widths, setting) for cells in told]
    rest = list[art.Drawing]()
    for rule, letter in letters.items():
        words = f"{letter} – {setting.sentences.to_player(rule)}"
        below = style.lettering(lettered.LABEL).fit(words, "rule", width - 2 * CELL)
        rest.append(art.Drawing(width, below.height + 2 * ROW, (art.Placed(below, CELL, 2 * ROW),)))
    rest += _trained(class_, setting, width)
    for page in art.in_rows([*answers, *rest], height - top.height, 0.0, lambda row: row.height):
        # Columns have heads where answers stand in them.
        above = top if page[0] in answers else art.column(title, note, gap=gap)
        whole = art.column(above, *page)
        left = height - whole.height - COLUMN_GAP
        # Below few pupils there is room for the teacher's notes.
        if left > setting.options.size.height / 5:
            whole = art.column(whole, worksheet_layout.notes(setting, width, left), gap=COLUMN_GAP)
        copies = (Copy(1, art.Placed(whole, OUTER_MARGIN, PAGE_TOP), is_read=True),)
        yield Page(setting.options.size, copies=copies, bookmark=name, is_key=True)


def _trained(
    class_: Sequence[tuple[str, str, Sequence[NumberedExercise]]], setting: Context, width: art.Mm
) -> Iterator[art.Drawing]:
    """Yield what each kind of the exercises trains, with which tool, and who says so."""
    language, choice = setting.options.language, ExerciseChoice.of(setting.options)
    kinds, style = {one.kind for _, _, own in class_ for one in own}, setting.style
    bold, plain = style.lettering(lettered.LABEL, "bold"), style.lettering(lettered.LABEL)
    own = [kind for kind in exercise_kinds(setting.game, language) if kind.name in kinds]
    for heading, lines in trained_by(own, choice, language):
        for number, line in enumerate((heading, *lines)):
            told = (plain if number else bold).fit(line, "trained", width - 2 * CELL)
            above = ROW if number else 4 * ROW
            yield art.Drawing(width, told.height + above + ROW, (art.Placed(told, CELL, above),))


# What stands in a cell of the key: the answer, and below it the way.
_Cell = tuple[str, ...]


def _widths(rows: Sequence[Sequence[_Cell]], setting: Context, width: art.Mm) -> list[art.Mm]:
    how = setting.style.lettering(lettered.LABEL, "bold")
    wanted = [
        max(how.width(words) for cell in cells for words in cell) + 2 * CELL + NEAR
        for cells in zip(*rows, strict=True)
    ]
    wanted[0] = min(wanted[0], setting.style.length(NAME))
    found, left = dict[int, art.Mm](), width
    for number in sorted(range(len(wanted)), key=wanted.__getitem__):
        found[number] = min(wanted[number], left / (len(wanted) - len(found)))
        left -= found[number]
    return [found[number] + left / len(wanted) for number in range(len(wanted))]


def _row(
    cells: Sequence[_Cell], widths: Sequence[art.Mm], setting: Context, *, is_head: bool = False
) -> art.Drawing:
    style, sketch = setting.style, Sketch(setting)
    plain = style.lettering(lettered.LABEL, steps_down=True)
    bold = replace(plain, font=style.family.bold)
    drawn = []
    for number, (cell, width) in enumerate(zip(cells, widths, strict=True)):
        answer, *way = cell
        is_bold = is_head or not number or bool(way)
        lines = ((answer, bold if is_bold else plain), *((words, plain) for words in way))
        room, language = width - 2 * CELL, style.language
        told = (how.fit(words, "answer", room, language=language) for words, how in lines)
        drawn.append(art.column(*told, gap=ROW))
    high, x = max(one.height for one in drawn) + 2 * ROW, 0.0
    for one, width in zip(drawn, widths, strict=True):
        sketch.place(one, x + CELL, ROW)
        x += width
    sketch.put(art.Line(0.0, high, x, high, art.THIN if is_head else art.QUIET))
    return sketch.drawing(x, high)
