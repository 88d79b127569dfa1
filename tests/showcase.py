"""The pictures of README and manual, made from the prints: `python -m tests.showcase`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args

from PIL import Image

from generator.correction import draw_correction
from generator.from_list import ListChoices, game_of_list, list_kinds, template_facts
from generator.game import game_names, load, load_folder
from generator.game.drawings import drawings
from generator.game.themes import themes
from generator.listgames.card_set import BackedCardsEntry, CardSetEntry
from generator.make import make, make_drawing_sheets
from generator.output import write_all
from generator.paper.palette import Ink
from generator.printables.context import Options
from generator.printables.planning import entry
from generator.records.record_format import catalog_rules
from generator.records.writing import sample_record
from generator.render.preview import pages_png
from generator.words import BUILT_IN, Language
from tests import manual, rule_pictures

FOLDER = Path("docs")
SHADOW = (201, 206, 214)
GROUND = (243, 244, 246)
DPI = 42
SMALL_DPI = 34
NAMES_DPI = 62
THEMES_DPI = 56
# A corner of a page of cards, in pixels.
CORNER = (14, 20, 290, 240)
# Of every printable beside all others, as seen at arm's length.
TINY_DPI, TINY_GAP, TINY = 22, 8, (182, 258)
EACH = 2
# A game whose two errors lie on the sheets, ringed, and no later number stands where one was.
SEED = 188


def pictures() -> Mapping[str, bytes]:
    """Return each picture by its file name."""
    french, english = Options(), Options(language="en")
    return {
        "qwinto-paper.png": sheet(
            ("score-sheets", french),
            ("score-sheets", Options(ink="grey", language="en")),
            ("score-sheets", Options(ink="outline", per_page=4)),
        ),
        "qwinto-record.png": sheet(("record-form", french)),
        "qwinto-correction.png": sheet_png((corrected(french.language),), 1, dpi=DPI, each=1),
        "games.png": sheet_png(tuple(several()), 3, dpi=SMALL_DPI, each=1),
        "lists.png": sheet_png(tuple(of_lists()), 4, dpi=SMALL_DPI, each=1),
        "lesson.png": sheet_png(tuple(for_a_lesson()), 4, dpi=SMALL_DPI, each=1),
        "qwinto-guide.png": sheet(("rules", english), ("guide", french)),
        **{f"drawings-{language}.png": drawn_names(language) for language in BUILT_IN},
        **{f"faces/{ink}.png": faces(ink) for ink in get_args(Ink)},
        "themes.png": in_all_themes("families"),
        **{
            f"themes/{kind}.png": in_all_themes(kind) for kind in list_kinds() if kind != "families"
        },
        **{f"rules/{word}.png": png for word, png in rule_pictures.pictures()},
        **{name: png for language in BUILT_IN for name, png in of_the_manual(language)},
    }


def of_the_manual(language: Language) -> Iterator[tuple[str, bytes]]:
    """Yield what is printed first of each game of the manual for authors, by the file it names."""
    for chapter in manual.chapters(language).values():
        for shown in re.findall(r"\(\.\./docs/(own-.*\.png)\)", chapter):
            with TemporaryDirectory() as folder:
                manual.save(chapter, Path(folder))
                (facts,) = Path(folder).glob("rules_data/*/game.yaml")
                game = load_folder(facts.parent)
                pdf = make(game, game.printables()[0], Options(language)).pdf or b""
                yield shown, sheet_png((pdf,), 1, dpi=DPI, each=1)


def sheet(*wanted: tuple[str, Options], columns: int = 4) -> bytes:
    """Return the first pages of some Qwinto printables side by side."""
    pdfs = [pdf for name, options in wanted if (pdf := make(load("qwinto"), name, options).pdf)]
    return sheet_png(pdfs, columns, dpi=DPI, each=EACH)


def several() -> Iterator[bytes]:
    """Yield a printable of each of the other games."""
    for game, name, options in (
        ("crowns", "boards", Options()),
        ("dental", "dentition-charts", Options()),
        ("doce", "pieces", Options()),
        ("sti", "cards", Options()),
        ("yams", "score-sheets", Options()),
        ("dental", "board", Options(paper="a3")),
        ("boite", "boxes", Options()),
        ("course-a-20", "strip", Options(language="en")),
    ):
        if pdf := make(load(game), name, options).pdf:
            yield pdf


def faces(ink: Ink) -> bytes:
    """Return the first page of every printable, a game a row: which game it is tells its face."""
    sheet = on_a_sheet([tuple(first_pages(name, ink)) for name in game_names()], TINY_GAP)
    # Small colours are kept, which a palette by how often they stand there leaves out.
    return png_of(sheet.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE))


def drawn_names(language: Language) -> bytes:
    """Return all drawings that come with the program, with their names in a language."""
    pdf = make_drawing_sheets([f"icon:{name}" for name in drawings()], Options(language))
    pages = [Image.open(BytesIO(page)).convert("L") for page in pages_png(pdf, NAMES_DPI)]
    return png_of(on_a_sheet([pages[:2], pages[2:]], TINY_GAP).quantize(16))


def first_pages(name: str, ink: Ink) -> Iterator[Image.Image]:
    """Yield the first page of each printable of a game, upright pages' width at most."""
    game, options = load(name), Options(ink=ink)
    for printable in game.printables():
        if pdf := make(game, printable, options).pdf:
            (page, *_) = pages_png(pdf, TINY_DPI)
            picture = Image.open(BytesIO(page)).convert("RGB")
            picture.thumbnail(TINY)
            yield picture


def for_a_lesson() -> Iterator[bytes]:
    """Yield papers of a lesson: what shows the rules, what is asked, what is kept."""
    for game, name, options in (
        ("sti", "rules", Options()),
        ("dental", "worksheets", Options()),
        ("crowns", "exercises", Options(language="en")),
        ("yams", "laboratory", Options()),
        ("qwinto", "exit-tickets", Options(language="en", ink="grey")),
        ("doce", "keep", Options()),
        ("boite", "quiz", Options()),
        ("sti", "together", Options()),
    ):
        if pdf := make(load(game), name, options).pdf:
            yield pdf


def of_lists() -> Iterator[bytes]:
    """Yield games made from the lists that are shipped, each another kind."""
    for title, kind, table, language in (
        ("capitales", "goose", "capitals", "fr"),
        ("calculs", "loto", "multiplication", "fr"),
        ("fractions", "memory", "fractions", "fr"),
        ("verbes", "chain", "irregular-verbs", "fr"),
        ("elements", "dominoes", "elements", "en"),
        ("notes", "memory", "notes", "fr"),
        ("capitals", "families", "capitals", "en"),
        ("elements", "one-in-common", "elements", "fr"),
    ):
        game = game_of_list(title, kind, Path(table), language)
        if pdf := make(game, game.printables()[0], Options(language)).pdf:
            yield pdf


def in_all_themes(kind: str) -> bytes:
    """Return a corner of the first page of a kind of game in each theme, and of its back if any."""
    shown = [*_themed_pages(kind)]
    across = len(shown) // (4 if len(shown) > len(themes().themes) else 2)
    rows = [shown[at : at + across] for at in range(0, len(shown), across)]
    sheet = on_a_sheet(rows, TINY_GAP)
    return png_of(sheet.quantize(96, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE))


def _themed_pages(kind: str) -> Iterator[Image.Image]:
    for theme in themes().themes:
        choices = ListChoices(facts=template_facts({"theme": theme, "title": "Capitales"}))
        game = game_of_list("capitales", kind, Path("capitals"), "fr", choices)
        is_cut = isinstance(made := entry(game, kind), CardSetEntry)
        pages = pages_png(
            make(game, kind, Options()).pdf or b"", THEMES_DPI if is_cut else SMALL_DPI
        )
        for page in pages[: 1 + isinstance(made, BackedCardsEntry)]:
            picture = Image.open(BytesIO(page)).convert("RGB")
            yield picture.crop(CORNER) if is_cut else picture


def corrected(language: Language) -> bytes:
    """Return the correction of a random game with an error in it."""
    made = sample_record(catalog_rules("qwinto"), seed=SEED, errors=2, language=language)
    return draw_correction(made.report, load("qwinto"), Options(language=language))


def sheet_png(
    pdfs: Sequence[bytes], columns: int, *, dpi: int = 50, gap: int = 16, each: int | None = None
) -> bytes:
    """Return pages of PDFs side by side on one picture, so many in a row; gap in pixels.

    At most `each` pages of every PDF are shown, all where it is None.
    """
    pages = [page for pdf in pdfs for page in pages_png(pdf, dpi)[:each]]
    pictures = [Image.open(BytesIO(page)) for page in pages]
    rows = [pictures[start : start + columns] for start in range(0, len(pictures), columns)]
    return png_of(on_a_sheet(rows, gap))


def on_a_sheet(rows: Sequence[Sequence[Image.Image]], gap: int) -> Image.Image:
    """Return pictures of pages in rows, with a shadow each."""
    widths = [sum(one.width + gap for one in row) + gap for row in rows]
    heights = [max(one.height for one in row) + gap for row in rows]
    sheet = Image.new("RGB", (max(widths, default=gap), sum(heights) + gap), GROUND)
    y = gap
    for row, height in zip(rows, heights, strict=True):
        x = gap
        for picture in row:
            sheet.paste(SHADOW, (x + 1, y + 1, x + picture.width + 2, y + picture.height + 2))
            sheet.paste(picture, (x, y))
            x += picture.width + gap
        y += height
    return sheet


def png_of(picture: Image.Image) -> bytes:
    """Return a picture as a PNG file."""
    file = BytesIO()
    picture.save(file, "PNG", optimize=False, compress_level=6)
    return file.getvalue()


if __name__ == "__main__":
    write_all(FOLDER, pictures())
