"""What stands about the pieces of a page: head, notes, footer and ruler; and a pupil's name."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from generator.errors import DataError, LudokitError, Problem
from generator.game.head import Provenance
from generator.paper import text as lettered
from generator.paper.page import OUTER_MARGIN, PRINTABLE_EDGE, Copy, Page, PaperSize, all_cells
from generator.paper.shapes import HAIRLINE, Drawing, Line, Mm, Placed, Shape, Stroke, above
from generator.printables.context import PrintContext
from generator.reading.files import Name
from generator.words import message, traits

RULER: Mm = 50.0
TICK: Mm = 2.0
GAP: Mm = 6.0
# What the footer takes off the page's foot, the space above it included.
BAND: Mm = 12.5
# White above and below footnotes, after the title of a head, and beneath it.
NOTE_GAP: Mm = 0.8
BESIDE_TITLE: Mm = 4.0
HEAD_GAP: Mm = 2.5
# What is reconstructed is marked once, twice...
MARK = "°"


@dataclass(frozen=True, slots=True)
class Numbered:
    """Which page of how many this is."""

    number: int
    of: int


# No page's number takes more room.
WIDEST = Numbered(888, 888)


def footer(
    setting: PrintContext, size: PaperSize, page: Numbered, footnotes: Sequence[str] = ()
) -> tuple[Shape, ...]:
    """Draw the footer of a page: footnotes, words at the left margin, the ruler at the right."""
    margin = OUTER_MARGIN
    words = _words(setting, size.width - 2 * margin, page)
    bottom = size.height - PRINTABLE_EDGE - 0.5
    foot = (Placed(words, margin, bottom - words.height), *_ruler(setting, size, bottom - 1.0))
    notes = _notes(setting, size.width - 2 * margin, footnotes)
    if not notes.shapes:
        return foot
    return (Placed(notes, margin, bottom - words.height - NOTE_GAP - notes.height), *foot)


def band(setting: PrintContext, size: PaperSize, footnotes: Sequence[str] = ()) -> Mm:
    """Return what a footer with such footnotes takes off the foot of a page."""
    width = size.width - 2 * OUTER_MARGIN
    notes = _notes(setting, width, footnotes)
    words = _words(setting, width, WIDEST)
    foot = max(BAND, PRINTABLE_EDGE + 0.5 + words.height + NOTE_GAP)
    return foot + notes.height + NOTE_GAP if notes.shapes else foot


def _words(setting: PrintContext, width: Mm, page: Numbered) -> Drawing:
    head, said = setting.game.head, setting.said
    lines = (
        (said.title, head.credits.makers(), said.rights),
        (
            setting.title,
            setting.say(message("print.page", number=str(page.number), of=str(page.of))),
            traits(setting.options.language).name,
            setting.say(message("print.version", version=str(head.version))),
            sheet_id(setting),
        ),
    )
    words = "\n".join(" · ".join(filter(None, line)) for line in lines)
    return _lettering(setting).fitted(words, "footer", width - RULER - GAP)


def _notes(setting: PrintContext, width: Mm, footnotes: Sequence[str]) -> Drawing:
    """Draw footnotes, and the notice that nobody of the health professions has read the game."""
    if (notice := not_reviewed(setting)) is not None:
        footnotes = (*footnotes, notice)
    if not footnotes:
        return Drawing(width, 0.0)
    how = _lettering(setting)
    line = "  ".join(footnotes)
    # Short notes share a line, since a page of cards has little room.
    is_short = how.width(line) <= width
    return how.fitted(line if is_short else "\n".join(footnotes), "footnotes", width)


def not_reviewed(setting: PrintContext) -> str | None:
    """Return the notice that no health professional has read a game, where each page says so."""
    health = setting.game.head.health
    if health is not None and health.on_every_page and not health.reviewed_by:
        return setting.say("print.not-reviewed")
    return None


def _lettering(setting: PrintContext) -> lettered.Lettering:
    return lettered.Lettering(
        setting.style.family.regular, lettered.FOOTER, "secondary", least=lettered.FOOTER
    )


def sheet_id(setting: PrintContext) -> str:
    """Return the id that names this printout: game, printable, language and choices."""
    options = setting.options
    return f"{setting.game.name}/{options.language}/{setting.printable}{options.suffix()}"


def _ruler(setting: PrintContext, size: PaperSize, y: Mm) -> Iterator[Shape]:
    """Yield a line of 50 mm with a tick every 10 mm, and what it is for."""
    x, how = size.width - OUTER_MARGIN - RULER, _lettering(setting)
    words = setting.say(message("print.ruler", length=f"{RULER:g}"))
    how.fitted(words, "ruler", RULER)
    yield from lettered.set_line(
        words, x, y - TICK - lettered.line_height(how.size) + how.height, how
    )
    stroke = Stroke("secondary", HAIRLINE * 1.5)
    yield Line(x, y, x + RULER, y, stroke)
    for number in range(6):
        length = TICK if number in {0, 5} else TICK * 0.6
        yield Line(x + number * RULER / 5, y, x + number * RULER / 5, y - length, stroke)


def page(  # noqa: PLR0913 - what a page is made of
    setting: PrintContext,
    size: PaperSize,
    number: Numbered,
    copies: Sequence[Copy],
    *,
    shapes: tuple[Shape, ...] = (),
    footnotes: Sequence[str] = (),
    bookmark: str = "",
    is_back: bool = False,
) -> Page:
    """Return a page of copies with its footer; `shapes` are what else stands about them."""
    foot = footer(setting, size, number, footnotes)
    around = Drawing(size.width, size.height, (*shapes, *foot))
    bookmark = bookmark or f"{setting.title} {number.number}"
    return Page(size, around, tuple(copies), bookmark, is_back)


def headline(setting: PrintContext, width: Mm, notes: Sequence[str] = ()) -> Drawing:
    """Draw the game's title, the printable's beside it, and what is to be known beneath."""
    style = setting.style
    bold = style.lettering(lettered.TITLE, "bold")
    base, title = bold.height, setting.said.title
    start = bold.width(title) + style.length(BESIDE_TITLE)
    plain = style.lettering(lettered.SECTION, "regular", "secondary")
    words = (
        *lettered.set_line(title, 0.0, base, bold),
        *lettered.set_line(setting.title, start, base, plain),
    )
    how = style.lettering(lettered.TEXT)
    texts = (how.fitted(note, "note", width, language=style.language) for note in notes)
    return above(Drawing(width, base, words), *texts, gap=style.length(HEAD_GAP))


def sign(setting: PrintContext, part: str) -> str:
    """Return the mark that a reconstructed fact of a part carries, or nothing."""
    return "".join(
        MARK * number
        for number, fact in enumerate(_reconstructed(setting), start=1)
        if part in fact.parts
    )


def footnotes(setting: PrintContext, parts: Iterable[str]) -> tuple[str, ...]:
    """Return a footnote for each reconstructed fact that concerns one of the parts shown."""
    shown = set(parts)
    return tuple(
        f"{MARK * number} {setting.said.provenance[fact.fact]}"
        for number, fact in enumerate(_reconstructed(setting), start=1)
        if shown & set(fact.parts)
    )


def _reconstructed(setting: PrintContext) -> Iterator[Provenance]:
    """Yield the facts in the data's order: the first has one mark, the next one two."""
    return (fact for fact in setting.game.head.provenance if fact.standing == "reconstructed")


NAME_SIZE = 11.0
# How far above its writing line a name of two lines may reach, and beyond the sheet's own top.
ROOM_ABOVE = 1.6
BEYOND: Mm = 1.2


def with_name(sheet: Drawing, name: str, setting: PrintContext) -> Drawing:
    """Return the sheet with a name on its line; a long one wraps or steps down to 7 pt.

    The sheet stays one drawing for all names, so that a file holds it once. Raise DoesNotFitError
    or GlyphMissingError naming the name that cannot be printed, LudokitError where there is no line
    for one.
    """
    if not name:
        return sheet
    line = next((cell for cell in all_cells(sheet) if cell.id == "name"), None)
    if line is None:
        raise LudokitError(message("print.no-name-line", printable=setting.title))
    size = NAME_SIZE * setting.style.scale
    how = lettered.Lettering(setting.style.family.bold, size, least=lettered.LEAST_SIZE)
    low = line.y + line.height + setting.style.length(0.4)
    height = min(line.height * ROOM_ABOVE, low + BEYOND)
    words = how.fitted(name, "name", line.width, height)
    y = low - words.height
    return Drawing(
        sheet.width,
        sheet.height,
        (Placed(sheet, 0.0, 0.0), Placed(words, line.x + 1.0, y)),
        title=sheet.title,
    )


def require_printable(names: Sequence[Name], file: str, font: lettered.FontChoice) -> None:
    """Raise DataError naming every line whose name has a character that no shipped font has."""
    problems = []
    for name in names:
        try:
            tuple(lettered.runs(name.text, lettered.FAMILIES[font].bold))
        except lettered.GlyphMissingError as error:
            problems.append(Problem(file, name.line, 1, "", error.message))
    if problems:
        raise DataError(problems)
