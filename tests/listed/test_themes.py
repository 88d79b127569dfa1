"""Themes of games from a list: what each looks like, in every kind and every ink."""

import re
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat
from pypdfium2 import PdfDocument

from generator.cli.program import run
from generator.from_list import list_kinds
from generator.game import Game, load_folder
from generator.game.catalog import list_game_files
from generator.game.themes import themes
from generator.listgames.card_set import CardSetEntry
from generator.listgames.frames import FamilySign, draw_deck_back, row_signs
from generator.listgames.planner import ListGameEntry
from generator.make import make
from generator.options import describe
from generator.page.workshop import KINDS
from generator.paper.page import Box, Extents, Page, PaperSize
from generator.paper.palette import LEGIBLE, WHITE, Ink, contrast, luma
from generator.paper.shapes import Drawing, Placed, Text
from generator.printables.context import SIGNS, Context, Options, palette
from generator.printables.planning import entry, plan
from generator.render.document import DocumentFacts
from generator.render.pdf import draw
from generator.words import BUILT_IN, typed_words
from tests.printables.copier import copied, lost_letters, lost_lines, pictures
from tests.printables.test_face import emblems
from tests.render.measured import texts

THEMES, INKS = (*themes().themes,), ("colour", "grey", "outline")
ROWS = "mot;réponse;famille\n" + "".join(f"mot {n};réponse {n};f{n // 5}\n" for n in range(40))
ALONE = ROWS.replace("famille", "autre")
# The most ink on a page of cards, and on one of boards or words.
CARDS, WRITTEN = 0.25, 0.13


def themed(folder: Path, kind: str, theme: str = "", rows: str = ROWS) -> Game:
    """Return a game of a kind made from a list in a theme."""
    own = folder / "liste"
    own.mkdir(exist_ok=True)
    (own / "liste.csv").write_text(rows, encoding="utf-8")
    made = list_game_files("liste", kind, "liste.csv", "fr", {"theme": theme} if theme else {})
    for name, data in made.items():
        (own / name).write_bytes(data)
    return load_folder(own)


def test_themes_are_told_apart() -> None:
    """Each of eight has a picture, a motif, a pattern, a frame and a first ink of its own."""
    found = themes().themes
    assert len(found) == 8
    looks = [
        (one.face.emblem, one.face.motif, one.face.pattern, one.face.frame, one.colours["main"])
        for one in found.values()
    ]
    assert all(len({*each}) == len(found) for each in zip(*looks, strict=True))
    assert {*themes().usual} == {*list_kinds()}
    assert {*themes().usual.values()} <= {*found}


@pytest.mark.parametrize("theme", THEMES)
def test_the_inks_of_a_theme(tmp_path: Path, theme: str) -> None:
    """White and titles are read on and in its first inks at 4.5 : 1, and a copier keeps them."""
    game = themed(tmp_path, "memory", theme)
    names = [*game.head.colours][: len(SIGNS)]
    for ink in ("colour", "grey"):
        inks = palette(game, ink)
        for name in names:
            assert contrast(WHITE, inks.fill(name)) >= LEGIBLE
            assert contrast(WHITE, inks.line(name)) >= LEGIBLE
            assert luma(inks.fill(name)) < 0.45
        # A drawing's second tone stands out from its own ground.
        assert contrast(inks.fill("accent"), inks.fill("main")) >= LEGIBLE
    assert len({game.head.colours[name].colour for name in names}) == len(names) == len(SIGNS)
    assert len({game.head.colours[name].shape for name in names}) == len(names)


@pytest.mark.few(9)
@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize(("theme", "kind"), [*product(THEMES, list_kinds())])
def test_every_kind_in_every_theme(tmp_path: Path, theme: str, kind: str, ink: Ink) -> None:
    """Each prints in each ink, its rules under the emblem, and covers little of its pages."""
    game, options = themed(tmp_path, kind, theme), Options("fr", ink=ink)
    made = make(game, kind, options)
    assert made.pdf == make(game, kind, options).pdf
    assert "Liste" in texts(made.pdf or b"")[-1]
    *_, last = plan(game, kind, options)
    assert [*emblems(last.furniture, "main")]
    most = CARDS if isinstance(entry(game, kind), CardSetEntry) else WRITTEN
    with PdfDocument(made.pdf or b"") as file:
        seen = [page.render(scale=2).to_pil().convert("RGB") for page in file]
    assert max(1 - ImageStat.Stat(one.convert("L")).mean[0] / 255 for one in seen) <= most
    red, green, blue = seen[0].split()
    assert (ImageChops.difference(red, blue).getbbox() is None) == (ink != "colour")
    assert (ImageChops.difference(red, green).getbbox() is None) == (ink != "colour")


@pytest.mark.few(3)
@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("theme", THEMES)
def test_a_back_turned_round(tmp_path: Path, theme: str, ink: Ink) -> None:
    """The back of every deck looks the same turned round, and goes on beyond its cut."""
    game = themed(tmp_path, "memory", theme)
    setting = Context(game, "memory", Options("fr", ink=ink))
    seen = [_pixels(draw_deck_back(setting, size, "", deck), game, ink) for size, deck in _backs()]
    for one in seen:
        assert ImageStat.Stat(ImageChops.difference(one, one.rotate(180))).mean[0] < 2
    reach = Extents().drawing(draw_deck_back(setting, (63.0, 88.0)))
    assert reach is not None
    assert reach.left < -2
    assert reach.right > 63 + 2


def _backs() -> Iterator[tuple[tuple[float, float], int]]:
    for size in ((48.0, 48.0), (63.0, 88.0), (88.0, 63.0)):
        yield from ((size, deck) for deck in (0, 3))


def _pixels(drawn: Drawing, game: Game, ink: Ink) -> Image.Image:
    page = Page(PaperSize("slide", drawn.width, drawn.height), drawn)
    with PdfDocument(draw((page,), palette(game, ink), DocumentFacts("drawing"))) as file:
        seen: Image.Image = file[0].render(scale=3).to_pil().convert("L")
        return seen


@pytest.mark.few(2)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    ("kind", "white"), [("memory", 3.0), ("flashcards", 4.0), ("chain", 1.4), ("quiz", 0.8)]
)
def test_an_emblem_disturbs_no_word(tmp_path: Path, theme: str, kind: str, white: float) -> None:
    """The emblem is on each card, at one place, away from the words beside which it stands."""
    game, extents = themed(tmp_path, kind, theme, ALONE.replace("mot ", "montagne ")), Extents()
    found, setting = entry(game, kind), Context(game, kind, Options("fr"))
    assert isinstance(found, CardSetEntry)
    places = set()
    for piece in found.draw(setting, found.deal(setting).cards):
        words, signs = list[Box](), list[Box]()
        for shape, box in _parts(piece.front, extents):
            (words if shape == "words" else signs).append(box)
        assert signs, piece.name
        places.add(tuple(signs))
        for sign, word in product(signs, words):
            assert max(_apart(sign, word)) >= white - 0.01, (piece.name, sign, word)
    assert len(places) == 1


def _parts(
    drawing: Drawing, extents: Extents, x: float = 0, y: float = 0
) -> Iterator[tuple[str, Box]]:
    for shape in drawing.shapes:
        if isinstance(shape, Placed) and shape.turn == 0 and shape.scale == 1:
            box = extents.placed(shape)
            if box and [*emblems(shape.drawing, "main")] and shape.drawing.width < 10:
                yield "emblem", Box(box.left + x, box.top + y, box.right + x, box.bottom + y)
            else:
                yield from _parts(shape.drawing, extents, x + shape.x, y + shape.y)
        elif isinstance(shape, Text) and len(shape.words) > 2 and (box := extents.shape(shape)):
            yield "words", Box(box.left + x, box.top + y, box.right + x, box.bottom + y)


def _apart(one: Box, other: Box) -> tuple[float, float]:
    return (
        max(one.left - other.right, other.left - one.right),
        max(one.top - other.bottom, other.top - one.bottom),
    )


@pytest.mark.few(3)
@pytest.mark.parametrize("kind", ["memory", "quiz", "loto", "chain"])
@pytest.mark.parametrize("theme", ["castle", "library", "sea", "party"])
def test_a_copy_keeps_what_is_read(tmp_path: Path, theme: str, kind: str) -> None:
    """A copy of a copy of fronts and boards loses no line and no letter."""
    game, options = themed(tmp_path, kind, theme), Options("fr", ink="grey")
    pages = plan(game, kind, options)
    for number, before, glyphs in pictures(make(game, kind, options).pdf or b"", (0,)):
        after = copied(before)
        assert [*lost_lines(pages[number], palette(game, "grey"), before, after)] == []
        assert [*lost_letters(glyphs, before, after)] == []


def signs_of(game: Game, kind: str) -> Mapping[int, FamilySign]:
    """Return the signs of the rows of a game's list."""
    found = entry(game, kind)
    assert isinstance(found, ListGameEntry)
    return row_signs(found.table(game), game)


@pytest.mark.parametrize("column", ["famille", "niveau"])
@pytest.mark.parametrize("kind", ["memory", "flashcards", "quiz", "loto"])
def test_families_and_levels_have_signs(tmp_path: Path, kind: str, column: str) -> None:
    """Each has a colour and a shape of its own, which the key tells; a list without has none."""
    rows = ROWS.replace("famille", column).replace("f5", "f0").replace("f6", "f1").replace("f7", "")
    game = themed(tmp_path, kind, rows=rows)
    signs = signs_of(game, kind)
    assert {*signs} == {*range(35)}
    assert len({(one.tone, one.colour) for one in signs.values()}) == 5
    key = " ".join(texts(make(game, kind, Options("fr")).pdf or b"")[-2:])
    assert all(re.search(rf"{SIGNS[signs[5 * n].tone]} f{n}\b", key) for n in range(5))
    without = themed(tmp_path, kind, rows=ALONE)
    assert signs_of(without, kind) == {}


def test_pictures_that_fill_their_cards_leave_the_sign(tmp_path: Path) -> None:
    """Where no corner is free for a sign, the letter of it stands across from that of the side."""
    rows = "image;mot;famille\n"
    rows += "".join(f"{n}.svg;mot {n};f{n // 5}\n" for n in range(20))
    game = themed(tmp_path, "memory", rows=rows)
    for n in range(20):
        (tmp_path / "liste" / f"{n}.svg").write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'
            f'<rect x="0" y="0" width="10" height="{9 + n / 20}" fill="ink"/></svg>',
            encoding="utf-8",
        )
    shown = " ".join(texts(make(game, "memory", Options("fr", ink="outline")).pdf or b"")[:-1])
    tones = {one.tone for one in signs_of(game, "memory").values()}
    assert all(SIGNS[tone] in shown for tone in tones)


@pytest.mark.parametrize("language", BUILT_IN)
def test_an_unknown_theme(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    language: str,
) -> None:
    """It is refused with the names of those there are, in the reader's language."""
    monkeypatch.chdir(tmp_path)
    Path("liste.csv").write_text(ROWS, encoding="utf-8")
    line = ["print", "jeu", "--as", "memory", "--table", "liste.csv", "--lang", language]
    assert run([*line, "--theme", "jungle"]) == 2
    told = " ".join(capsys.readouterr().err.split())
    assert all(typed_words(one, language, "values", "theme")[0] in told for one in THEMES)
    assert run([*line, "--theme", "Forêt", "--quiet"]) == 0


def test_a_folder_keeps_its_theme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`new` writes the theme where it can be changed; a folder of before has none and prints."""
    monkeypatch.chdir(tmp_path)
    Path("liste.csv").write_text(ROWS, encoding="utf-8")
    line = ["new", "jeu", "--as", "memory", "--table", "liste.csv", "--theme", "space"]
    assert run([*line, "--to", ".", "--lang", "en"]) == 0
    face = load_folder(Path("jeu")).head.face
    assert face == themes().themes["space"].face
    file = Path("jeu/game.yaml")
    words = file.read_text(encoding="utf-8")
    file.write_text(re.sub(r"^face: .*\n", "", words, flags=re.MULTILINE), encoding="utf-8")
    game = load_folder(Path("jeu"))
    assert [*emblems(plan(game, "memory", Options("en"))[-1].furniture, "main")] == []


def test_the_page_offers_every_theme() -> None:
    """Each kind of game has the themes to choose from on the page, too."""
    assert all("theme" in names for names in KINDS.values())
    assert describe("theme").values == THEMES
