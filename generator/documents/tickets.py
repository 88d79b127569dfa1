"""What is cut from a page for each pupil: exit tickets, and the half page that pupils keep."""

from collections.abc import Callable, Iterator
from itertools import product

from generator.documents import pupil_page
from generator.documents.figures import drawn
from generator.documents.lesson import Guide, Keep, Position
from generator.paper import shapes as art
from generator.paper import text as lettered
from generator.paper.page import PRINTABLE_EDGE, Copy, Page
from generator.paper.text import DoesNotFitError
from generator.printables.context import PrintContext
from generator.printables.declaring import Paper, held
from generator.printables.pages import band, title_line
from generator.printables.sketch import Sketch
from generator.words import clipped, message

# White between what is printed and a cut, at the sides and above and below.
ASIDE: art.Mm = 9.0
ABOVE: art.Mm = 8.0
GAP: art.Mm = 4.0
# Sentences to keep, from the largest size that fits to the smallest.
SIZES: tuple[art.Pt, ...] = (15.0, 14.0, 13.0, 12.0, 11.0)
# A picture so many times wider than high stands below the words, another at their right.
WIDE = 1.7
ACROSS, HIGH = 0.42, 0.42


def exit_tickets(guide: Guide, setting: PrintContext) -> Iterator[Page]:
    """Yield a page of tickets, all alike."""
    asked = tuple(map(pupil_page.asked_on_paper, guide.lesson.exit))

    def ticket(width: art.Mm, height: art.Mm) -> art.Drawing:
        line = title_line(setting, width, lettered.SECTION + 1, small=lettered.TEXT)
        head = art.above(line, pupil_page.signature(setting, width), gap=GAP)
        gap = setting.style.length(pupil_page.GAP)
        questions = pupil_page.filled(asked, setting, (width, height - head.height))
        return art.above(head, *questions, gap=gap)

    yield _cut_apart("exit-tickets", setting, ticket)


def keep(guide: Guide, setting: PrintContext) -> Iterator[Page]:
    """Yield a page of what pupils keep, twice."""
    kept = guide.lesson.keep
    if kept is not None:
        shown = None if kept.position is None else guide.positions[kept.position]
        yield _cut_apart("keep", setting, lambda *room: _kept(kept, shown, setting, room))


def _kept(kept: Keep, shown: Position | None, setting: PrintContext, room: art.Size) -> art.Drawing:
    """Draw the heading, the sentences as large as fits, and the picture below or beside them."""
    (width, height), bold = room, setting.style.lettering(pupil_page.HEADING, "bold")
    line = title_line(setting, width, lettered.SECTION + 1, small=lettered.TEXT)
    head = art.above(line, bold.fitted(kept.heading, "heading", width), gap=1.5 * GAP)
    free = height - head.height - GAP
    if shown is None:
        return art.above(head, _listed(kept, setting, (width, free)), gap=GAP)
    picture = drawn(shown, setting)
    if picture.width > WIDE * picture.height:
        below = _captioned(picture, shown, setting, (width, free * HIGH))
        words = _listed(kept, setting, (width, free - below.height - GAP))
        return art.above(head, words, below, gap=GAP)
    beside = _captioned(picture, shown, setting, (width * ACROSS, free))
    words = _listed(kept, setting, (width - beside.width - 2 * GAP, free))
    return art.above(head, art.beside(words, beside, gap=2 * GAP), gap=GAP)


def _captioned(
    picture: art.Drawing, shown: Position, setting: PrintContext, room: art.Size
) -> art.Drawing:
    """Draw a picture as large as a room allows above its caption."""
    width, height = room
    how = setting.style.lettering(lettered.TEXT, align="middle")
    caption = how.fitted(shown.caption, "caption", width, language=setting.style.language)
    larger = pupil_page.fitted_picture(picture, width, height - caption.height - GAP / 2)
    return art.above(larger, caption, gap=GAP / 2)


def _listed(kept: Keep, setting: PrintContext, room: art.Size) -> art.Drawing:
    """Draw the sentences, each after a dot, at the largest size that fits."""
    width, height = room
    for size in SIZES:
        how, rows = setting.style.lettering(size), []
        indent = setting.style.length(6.0)
        for sentence in kept.text:
            sketch = Sketch(setting)
            words = how.fitted(sentence, "keep", width - indent, language=setting.style.language)
            sketch.put(art.Circle(indent * 0.3, how.height / 2, how.height * 0.24, "ink"))
            sketch.place(words, indent, 0.0)
            rows.append(sketch.drawing(width, words.height))
        taken = sum(row.height for row in rows)
        if (gap := (height - taken) / len(rows)) >= GAP / 2:
            words = art.above(*rows, gap=min(gap, 3 * how.height))
            return art.set_in(words, width, height)
    raise _too_long(kept.text[-1], "keep")


def _too_long(words: str, box: str) -> DoesNotFitError:
    told = {"box": box, "words": clipped(words), "least": f"{SIZES[-1]:g}"}
    return DoesNotFitError(message("paper.does-not-fit", **told))


def _cut_apart(
    paper: Paper, setting: PrintContext, draw: Callable[[art.Mm, art.Mm], art.Drawing]
) -> Page:
    """Plan a page of equal papers, parted by straight cuts; the last one takes the footer off."""
    size, (across, down) = setting.options.size, held(paper, setting.options)
    width, height = size.width / across, (size.height - band(setting, size)) / down
    one = draw(width - 2 * ASIDE, height - 2 * ABOVE)
    if one.height > height - 2 * ABOVE + pupil_page.SLACK:
        raise _too_long(setting.title, paper)
    places = enumerate(product(range(down), range(across)), start=1)
    copies = (
        Copy(n, art.Placed(one, column * width + ASIDE, row * height + ABOVE), is_read=True)
        for n, (row, column) in places
    )
    around, edge = Sketch(setting), PRINTABLE_EDGE
    for row in range(1, down + 1) if down > 1 else ():
        around.put(art.Line(edge, row * height, size.width - edge, row * height, art.THREAD))
    for column in range(1, across):
        x = column * width
        around.put(art.Line(x, edge, x, down * height, art.THREAD))
    return Page(size, around.drawing(size.width, size.height), tuple(copies), setting.title)
