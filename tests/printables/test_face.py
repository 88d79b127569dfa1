"""The face of a game: its emblem and colour, by which each of its papers is known."""

import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, combinations
from pathlib import Path
from typing import get_args

import pytest
from PIL import Image, ImageChops, ImageStat
from pypdfium2 import PdfDocument

from generator import paths
from generator.check import check
from generator.errors import DataError
from generator.game import Game, game_names, load
from generator.game.head import Pattern
from generator.make import make
from generator.paper.page import Box, Extents, Page, PaperSize, point_on_page
from generator.paper.palette import LEGIBLE, WHITE, Ink, Palette, contrast, luma
from generator.paper.shapes import Drawing, Placed, Rect, Shape, Text
from generator.printables import planning
from generator.printables.context import Options, palette
from generator.printables.page_furniture import ROUND, draw_emblem
from generator.printables.pattern import draw_pattern
from generator.printables.planning import entries, entry
from generator.printables.printable import DrawnEntry
from generator.render.document import DocumentFacts
from generator.render.pdf import draw
from generator.words import BUILT_IN, Language
from tests.render.measured import texts
from tests.shipped import in_each_language

# The least side of an emblem, and of one at arm's length, in mm.
LEAST, FAR = 4.7, 9.0
# Papers of pieces that are cut out, and boards: their faces are their own.
WITHOUT = {("dental", "board"), ("sti", "cards"), ("sti", "short-cards"), ("sti", "scenario-cards")}
PAPERS = [
    (game.name, name)
    for game in map(load, game_names())
    for name in entries(game)
    if isinstance(entry(game, name), DrawnEntry) and (game.name, name) not in WITHOUT
]


def emblems(drawing: Drawing, colour: str) -> Iterator[float]:
    """Yield the side of each emblem in a drawing, in mm."""
    for shape in drawing.shapes:
        match shape:
            case Placed():
                yield from (shape.scale * side for side in emblems(shape.drawing, colour))
            case Rect(width=side, fill=fill, radius=radius) if fill == colour:
                if shape.height == side and radius == pytest.approx(ROUND * side):
                    yield side
            case _:
                pass


def shown(page: Page, colour: str) -> list[float]:
    """Return the sides of all emblems of a page."""
    copies = (emblems(Drawing(0, 0, (copy.placed,)), colour) for copy in page.copies)
    return [*emblems(page.furniture, colour), *chain.from_iterable(copies)]


@pytest.mark.parametrize(("name", "printable"), PAPERS)
def test_every_paper_has_the_emblem(name: str, printable: str) -> None:
    """Each page of a drawn paper has the emblem of its game, once for each piece at most."""
    game = load(name)
    assert game.head.face is not None
    for page in planning.plan(game, printable, Options("fr")):
        if not page.is_back:
            assert min(shown(page, game.head.face.colour), default=0.0) >= LEAST, page.bookmark


@pytest.mark.few(12)
@pytest.mark.parametrize(("name", "printable"), PAPERS)
def test_titles_are_read_and_leave_room_to_write(name: str, printable: str) -> None:
    """A title stands beside its band, or in it at 4.5 : 1; nothing of it lies behind a cell."""
    game, extents = load(name), Extents()
    inks = [palette(game, "colour"), palette(game, "grey")]
    for page in planning.plan(game, printable, Options("fr")):
        titles = [one for placed in page.placed() for one in titles_of(placed)]
        cells = [Box(c.x, c.y, c.x + c.width, c.y + c.height) for _, c in page.cells()]
        for placed in titles:
            box = extents.placed(placed)
            assert box is not None
            assert not any(overlap(box, cell) for cell in cells), page.bookmark
            grounds = list[tuple[Box, str]]()
            for shape in flattened(placed.drawing).shapes:
                if isinstance(shape, Text):
                    ground = ground_of(shape, grounds, extents)
                    for ink in inks:
                        assert contrast(ink.fill(ground), ink.line(shape.colour)) >= LEGIBLE
                elif isinstance(shape, Rect) and shape.fill is not None:
                    found = extents.shape(shape)
                    grounds += [(found, shape.fill)] if found else []


def titles_of(placed: Placed) -> Iterator[Placed]:
    """Yield the titles in what is placed, each where it lies."""
    if placed.drawing.role == "title":
        yield placed
    for shape in placed.drawing.shapes:
        if isinstance(shape, Placed):
            x, y = point_on_page(placed, shape.x, shape.y)
            turn, scale = placed.turn + shape.turn, placed.scale * shape.scale
            yield from titles_of(Placed(shape.drawing, x, y, turn, scale))


def flattened(drawing: Drawing, x: float = 0.0, y: float = 0.0) -> Drawing:
    """Return a drawing with the words and areas of drawings in it where they lie."""
    shapes = list[Shape]()
    for shape in drawing.shapes:
        match shape:
            case Placed():
                shapes += flattened(shape.drawing, x + shape.x, y + shape.y).shapes
            case Text() | Rect():
                shapes.append(replace(shape, x=x + shape.x, y=y + shape.y))
            case _:
                pass
    return Drawing(drawing.width, drawing.height, tuple(shapes))


def ground_of(words: Text, grounds: list[tuple[Box, str]], extents: Extents) -> str:
    """Return what words stand on, which they may not reach out of."""
    box = extents.shape(words)
    assert box is not None
    met = [(ground, fill) for ground, fill in grounds if overlap(box, ground)]
    assert all(box.within(ground, 0.3) for ground, _ in met), words.words
    return met[-1][1] if met else "white"


def overlap(one: Box, other: Box) -> bool:
    """Tell whether two boxes share more than an edge."""
    shared = one.shared(other)
    return shared is not None and min(shared.size) > 0.3


@pytest.mark.parametrize("name", game_names())
def test_every_document_has_the_emblem(name: str) -> None:
    """The rules of a game begin with its band and emblem, in its colour."""
    game = load(name)
    assert game.head.face is not None
    (red, green, blue) = palette(game, "colour").fill(game.head.face.colour)
    with PdfDocument(make(game, "rules", Options("fr")).pdf or b"") as file:
        seen = file[0].render(scale=2).to_pil().convert("RGB")
    head = seen.crop((0, 0, seen.width, seen.height // 9))
    wanted = tuple(round(255 * share) for share in (red, green, blue))
    dots = sum(count for count, dot in head.getcolors(1 << 24) if dot == wanted)
    # A band of 1.5 mm along the text, and half of the square.
    assert dots / 2**2 * (25.4 / 72) ** 2 > 1.4 * 150 + FAR**2 / 3


@pytest.mark.few(4)
@pytest.mark.parametrize(("name", "language"), in_each_language(game_names()))
def test_papers_begin_with_the_world_of_their_game(name: str, language: Language) -> None:
    """Below the title of the first slide and of the rule sheet stands the game's own line."""
    game = load(name)
    world = game.sentences_in(language).world
    for printable in ("rules", "slides"):
        first = texts(make(game, printable, Options(language)).pdf or b"")[0]
        head = " ".join(first.split())[:400]
        assert " ".join(world.split()) in head, printable


def test_faces_are_told_apart() -> None:
    """No two games have one emblem or one colour; white is read on each, and a copy keeps it."""
    games = [load(name) for name in game_names()]
    seen = dict[str, tuple[bytes, str]]()
    for game in games:
        assert game.head.face is not None
        colour = game.head.face.colour
        for ink in get_args(Ink):
            colours = palette(game, ink)
            if ink != "outline":
                assert contrast(WHITE, colours.fill(colour)) >= 4.5
                assert luma(colours.fill(colour)) < 0.45
            pixels = _pixels(game, ink)
            dark = sum(level < 128 for level in pixels) / len(pixels)
            assert 0.05 < dark < 0.95, (game.name, ink, dark)
        seen[game.name] = _pixels(game, "outline"), game.head.colours[colour].colour
    for one, other in combinations(seen, 2):
        differing = sum(abs(a - b) > 100 for a, b in zip(seen[one][0], seen[other][0], strict=True))
        assert differing > 0.04 * len(seen[one][0]), (one, other)
        assert seen[one][1] != seen[other][1], (one, other)


def test_each_game_has_a_pattern_a_motif_and_a_world_of_its_own() -> None:
    """No two games share a pattern or a motif; each says a line of its world in both languages."""
    games = [load(name) for name in game_names()]
    for looks in zip(*map(_looks, games), strict=True):
        assert all(looks), looks
        assert len({*looks}) == len(games), looks
    for game in games:
        for said in game.sentences.values():
            assert 10 < len(said.world) < 60, said.world
            assert "!" not in said.world, said.world


def _looks(game: Game) -> tuple[str | None, ...]:
    face = game.head.face
    assert face is not None
    return face.pattern, face.motif, *(game.sentences[one].world for one in BUILT_IN)


@pytest.mark.parametrize("ink", get_args(Ink))
@pytest.mark.parametrize("name", [*get_args(Pattern)])
def test_a_pattern_takes_little_ink(name: Pattern, ink: Ink) -> None:
    """A pattern looks the same turned round, covers little, and leaves its holes white."""
    hole = Box(20.0, 20.0, 40.0, 40.0)
    drawn = draw_pattern(name, (60.0, 60.0), "purple", holes=[hole])
    seen = _seen(drawn, palette(load("qwinto"), ink))
    assert 0.03 < 1 - ImageStat.Stat(seen).mean[0] / 255 < 0.17
    assert ImageStat.Stat(ImageChops.difference(seen, seen.rotate(180))).mean[0] < 2
    dots = seen.width / 60
    inside = seen.crop((int(21 * dots), int(21 * dots), int(39 * dots), int(39 * dots)))
    assert inside.getextrema() == (255, 255)


def _seen(drawn: Drawing, inks: Palette) -> Image.Image:
    page = Page(PaperSize("slide", drawn.width, drawn.height), drawn)
    with PdfDocument(draw((page,), inks, DocumentFacts("drawing"))) as file:
        seen: Image.Image = file[0].render(scale=3).to_pil().convert("L")
        return seen


def _pixels(game: Game, ink: Ink) -> bytes:
    assert game.head.face is not None
    return _seen(draw_emblem(game, game.head.face, 40.0), palette(game, ink)).tobytes()


@pytest.mark.parametrize(
    ("face", "told"),
    [
        ("{emblem: emblam, colour: cover}", r"face\.emblem: .*'emblem'"),
        ("{emblem: emblem, colour: covar}", r"face\.colour: .*'cover'"),
        ("{emblem: emblem, colour: accent}", r"face\.colour: 'accent' is too light"),
        (
            "{emblem: emblem, colour: cover, motif: icon:dye}",
            r"face\.motif: no drawing is called 'dye'",
        ),
        ("{emblem: emblem, colour: cover, pattern: dot}", r"face\.pattern: .*'dots'"),
        ("{emblem: emblem}", r"face: the field 'colour' is missing|face\.colour: .*missing"),
    ],
)
def test_a_face_that_does_not_fit(tmp_path: Path, face: str, told: str) -> None:
    """An emblem or a colour that the game does not have is told at its place, as is a pale one."""
    folder = shutil.copytree(paths.rules_data() / "yams", tmp_path / "yams")
    file = folder / "game.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(re.sub(r"^face: .*$", f"face: {face}", text, flags=re.MULTILINE), "utf-8")
    with pytest.raises(DataError) as caught:
        check(folder)
    assert re.search(told, caught.value.worded("en")), caught.value.worded("en")


def test_a_game_without_a_face(tmp_path: Path) -> None:
    """A game that has no face is printed with its title alone."""
    folder = shutil.copytree(paths.rules_data() / "yams", tmp_path / "yams")
    file = folder / "game.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(re.sub(r"^face: .*\n", "", text, flags=re.MULTILINE), encoding="utf-8")
    game = check(folder).game
    pages = planning.plan(game, "score-sheets", Options("fr"))
    assert [shown(page, "cover") for page in pages] == [[]]
