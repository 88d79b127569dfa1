"""The dentist game on paper: charts, board, tokens, dice, form, measured on boxes and shapes."""

from collections.abc import Iterator
from dataclasses import asdict
from itertools import combinations, pairwise, product
from math import dist, hypot
from typing import Any

import pytest

from generator.game.parts import Circuit, Markers
from generator.make import make
from generator.paper.page import PAPERS, Page, PaperName, point_on_page
from generator.paper.palette import lightness_of
from generator.paper.shapes import Drawing, Path, Placed, Point, Polygon
from generator.paper.text import width_of
from generator.printables.blocks.jaws import TOKEN
from generator.printables.context import Context, Options, palette
from generator.printables.kinds.dice_nets import NetEntry
from generator.printables.kinds.form import FormEntry, typed_lines
from generator.printables.pictures import picture, picture_names
from generator.printables.planning import entries, plan
from generator.words import BUILT_IN, Language
from tests.render.drawings import glued, set_words, words_of
from tests.render.measured import out_of_reach, texts
from tests.shipped import load

PAWN = 20.0
CHOICES = [
    Options(paper=paper, large=large, language="en" if large else "fr")
    for paper, large in product(PAPERS, (False, True))
]
DRAWN = ("board", "dentition-charts", "tokens", "dice", "record-form")


def name_of(options: Options) -> str:
    """Return the id of a case."""
    return f"{options.paper}{'-large' if options.large else ''}"


def boxes(printable: str, options: Options) -> list[dict[str, Any]]:
    """Return the cells of a printable as they lie on the table."""
    page = glued(plan(load("dental"), printable, options))
    return [asdict(cell) for _, cell in page.cells()]


def middle(cell: dict[str, Any]) -> Point:
    """Return the middle of a cell."""
    return cell["x"] + cell["width"] / 2, cell["y"] + cell["height"] / 2


def paths(drawing: Drawing, within: tuple[Placed, ...] = ()) -> Iterator[tuple[Path, list[Point]]]:
    """Yield every path with points along it, where they lie on the page."""
    for shape in drawing.shapes:
        if isinstance(shape, Placed):
            yield from paths(shape.drawing, (shape, *within))
        elif isinstance(shape, Path):
            points = list(along(shape))
            for placed in within:
                points = [point_on_page(placed, *point) for point in points]
            yield shape, points


def along(path: Path) -> Iterator[Point]:
    """Yield points along a path, close together."""
    here = (0.0, 0.0)
    for step in path.steps:
        if step.way == "Z":
            continue
        end = step.points[-1]
        count = 1 if step.way == "M" else 40
        for piece in range(1, count + 1):
            t = piece / count
            if step.way == "C":
                corners = (here, *step.points)
                shares = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
                both = zip(*corners, strict=True)
                x, y = (sum(s * c for s, c in zip(shares, of, strict=True)) for of in both)
                yield x, y
            else:
                yield here[0] + (end[0] - here[0]) * t, here[1] + (end[1] - here[1]) * t
        here = end


def crowns(page: Page) -> list[list[Point]]:
    """Return the outlines of the teeth on a page of charts."""
    placed = [copy.placed for copy in page.copies]
    whole = Drawing(page.size.width, page.size.height, tuple(placed))
    return [
        points
        for path, points in paths(whole)
        if path.fill == "white" and path.stroke and path.stroke.width == 1.4
    ]


@pytest.mark.few(2)
@pytest.mark.parametrize("options", CHOICES, ids=name_of)
def test_token_fits_on_every_tooth(options: Options) -> None:
    """Sixteen crowns stand on the chart, and about each tooth's cell one holds a 12 mm token."""
    page = glued(plan(load("dental"), "dentition-charts", options))
    found = crowns(page)
    assert len(found) == 16
    cells = [cell for cell in boxes("dentition-charts", options) if cell["id"].startswith("t")]
    teeth = [cell for cell in cells if cell["id"] != "tokens"]
    assert len(teeth) == 16
    for cell in teeth:
        spot = middle(cell)
        nearest = min(found, key=lambda crown: dist(centre(crown), spot))
        assert min(dist(point, spot) for point in nearest) >= TOKEN / 2, cell["id"]


def centre(points: list[Point]) -> Point:
    """Return the middle of some points."""
    xs, ys = zip(*points, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


@pytest.mark.parametrize("options", CHOICES, ids=name_of)
def test_tokens_on_neighbouring_teeth_do_not_touch(options: Options) -> None:
    """Two 12 mm tokens lie apart on any two teeth, and apart from the places of the others."""
    cells = boxes("dentition-charts", options)
    spots = [middle(cell) for cell in cells if cell["id"][:3] != "nam" and cell["width"] < 20]
    for one, other in combinations(spots, 2):
        assert dist(one, other) > TOKEN


@pytest.mark.few(2)
@pytest.mark.parametrize("options", CHOICES, ids=name_of)
def test_every_tooth_has_four_boxes_to_tick(options: Options) -> None:
    """With a pencil each tooth, of the same id, has its own box of 8 mm for each marker."""
    cells = {cell["id"]: cell for cell in boxes("pencil-charts", options)}
    usual = {cell["id"] for cell in boxes("dentition-charts", options)}
    stages = [marker.id for marker in load("dental").part("markers", Markers).stages]
    ticks = [f"t{tooth}.{stage}" for tooth in range(1, 17) for stage in stages]
    assert usual | {*ticks} | {f"tokens.{number}" for number in range(1, 13)} == {*cells}
    every = [*ticks, *(f"tokens.{number}" for number in range(1, 13))]
    assert min(min(cells[tick]["width"], cells[tick]["height"]) for tick in every) >= 8.0
    for tick in ticks:
        tooth, box = cells[tick.split(".")[0]], cells[tick]
        for start, length in (("x", "width"), ("y", "height")):
            end = tooth[start] + tooth[length] - box[length]
            assert tooth[start] - 1e-6 <= box[start] <= end + 1e-6
    for one, other in combinations(every, 2):
        apart = [abs(a - b) for a, b in zip(middle(cells[one]), middle(cells[other]), strict=True)]
        assert max(apart) > cells[one]["width"] - 0.1, (one, other)


def from_side(spot: Point, one: Point, other: Point) -> float:
    """Return how far a point lies from a line between two."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    share = ((spot[0] - one[0]) * dx + (spot[1] - one[1]) * dy) / (dx * dx + dy * dy or 1.0)
    share = min(1.0, max(0.0, share))
    return hypot(spot[0] - one[0] - share * dx, spot[1] - one[1] - share * dy)


def fields(page: Page) -> list[Polygon]:
    """Return the squares of a board in the order they are drawn."""
    (copy,) = page.copies
    shapes = copy.placed.drawing.shapes
    polygons = [shape for shape in shapes if isinstance(shape, Polygon) and shape.stroke]
    return [shape for shape in polygons if len(shape.points) > 12]


# How lines begin that tell what squares do.
DOES = {"fr": ("Arrêt.", "Rends", "Lance", "Tourne"), "en": ("Stop.", "Give", "Roll", "Spin.")}
PLACES = ("cube", "wheel", "pile.green", "pile.blue")


@pytest.fixture(scope="module")
def a3() -> Page:
    """Return the board on its one A3 page."""
    (page,) = plan(load("dental"), "board", Options(paper="a3"))
    return page


def test_pawn_fits_on_every_square(a3: Page) -> None:
    """A pawn base of 20 mm lies within each square."""
    for field in fields(a3):
        corners = [*field.points, field.points[0]]
        spot = centre(list(field.points))
        nearest = min(from_side(spot, one, other) for one, other in pairwise(corners))
        assert nearest >= PAWN / 2


def test_start_stands_within_its_square(a3: Page) -> None:
    """The word at the start keeps off the line and the band of colour about its square."""
    (copy,), field = a3.copies, fields(a3)[0]
    words = set_words(copy.placed.drawing)
    (start,) = (one for one in words if one.words == "Départ")
    half = width_of(start.words, start.font, start.size) / 2
    sides = list(pairwise([*field.points, field.points[0]]))
    for spot in product((start.x - half, start.x + half), (start.y, start.y - 3.0)):
        assert min(from_side(spot, *side) for side in sides) > 1.8 + 0.3
        assert dist(spot, centre(list(field.points))) < 20.0


@pytest.mark.parametrize("language", BUILT_IN)
def test_words_of_the_board_are_large_and_off_its_squares(language: Language) -> None:
    """What squares do is told in 11 pt, all else in 10, wheel and clip too, beside the squares."""
    game = load("dental")
    (page,) = plan(game, "board", Options(language, "a3"))
    sides = [side for one in fields(page) for side in pairwise([*one.points, one.points[0]])]
    said, (copy,) = game.sentences_in(language).texts, page.copies
    words = [one for one in set_words(copy.placed.drawing) if len(one.words) > 3]
    shown = {one.words: one.size for one in words}
    assert {said["board.wheel"], said["board.wheel-note"]} <= shown.keys()
    assert min(shown.values()) >= 10.0
    does = min(size for words, size in shown.items() if words.split()[0] in DOES[language])
    assert does >= 11.0
    for one in words:
        half = width_of(one.words, one.font, one.size) / 2
        ends = ((x, one.y) for x in (one.x - half, one.x + half))
        assert (
            one.words == said["board.start"]
            or min(from_side(end, *side) for end in ends for side in sides) > 2.0
        ), one.words


def test_every_sign_of_a_square_is_explained(a3: Page) -> None:
    """The sign on the squares of a kind stands once more beside what this kind does."""
    game, (copy,) = load("dental"), a3.copies
    circuit, labels = game.part("circuit", Circuit), game.sentences["fr"].labels
    words = [one.words for one in set_words(copy.placed.drawing)]
    for kind in ("brushing", "hit", "sugar"):
        signed = sum(square.kind == kind for square in circuit.squares)
        assert words.count(labels[circuit.colours[kind]]) == signed + 1


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_words_lie_where_pages_are_glued(paper: PaperName) -> None:
    """What the squares do is told off the strip of the first page that the second covers."""
    first, _ = plan(load("dental"), "board", Options(paper=paper))
    (copy,) = first.copies
    assert copy.own is not None
    assert copy.placed.clip is not None
    seam = copy.own.x + copy.own.width
    for one in set_words(copy.placed.drawing):
        half = width_of(one.words, one.font, one.size) / 2
        end = copy.placed.clip.x + copy.placed.clip.width + half
        assert len(one.words) < 4 or not seam - half < one.x < end, one.words


def test_pictures_differ_without_colour() -> None:
    """Without their colours, no two pictures of the board are alike."""
    game = load("dental")
    shown = {square.picture for square in game.part("circuit", Circuit).squares}
    assert shown <= set(picture_names(game))
    outlines = {
        name: tuple(
            str(getattr(shape, "steps", getattr(shape, "points", shape)))
            for shape in picture(game, name, 24.0).shapes
        )
        for name in shown
    }
    assert len(set(outlines.values())) == len(shown) == 14


def test_kinds_and_markers_have_shapes_of_their_own() -> None:
    """No two kinds of squares, no two markers share a shape; markers have letters too."""
    game = load("dental")
    circuit, markers = game.part("circuit", Circuit), game.part("markers", Markers)
    kinds = [game.head.colours[colour].shape for colour in circuit.colours.values()]
    assert len(set(kinds)) == len(kinds)
    tones = [game.head.colours[marker.colour].shape for marker in markers.all()]
    assert len(set(tones)) == len(tones)
    assert "none" not in {*kinds, *tones}
    for said in game.sentences.values():
        letters = [said.label(marker.id) for marker in markers.all()]
        assert letters[:4] == ["S", "C", "CS", "X"]
        assert len(set(letters)) == len(letters)


def test_markers_on_teeth_are_told_apart_in_grey() -> None:
    """The markers that lie on teeth differ by 20 steps of lightness or more in grey."""
    game = load("dental")
    grey = palette(game, "grey")
    stages = game.part("markers", Markers).stages
    light = sorted(lightness_of(grey.fill(marker.colour)) for marker in stages)
    assert min(other - one for one, other in pairwise(light)) >= 20


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_board_is_two_pages(paper: PaperName) -> None:
    """On A4 and Letter the board is tiled on two pages that hold every square once."""
    pages = plan(load("dental"), "board", Options(paper=paper))
    assert [page.bookmark[-1] for page in pages] == ["A", "B"]
    cells = [cell.id for page in pages for _, cell in page.cells()]
    assert sorted(cells) == sorted([*(f"s{number}" for number in range(20)), *PLACES])


@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize(
    ("printable", "fact"), [("board", "circuit"), ("dentition-charts", "numbering")]
)
def test_reconstructed_facts_are_marked(printable: str, fact: str, language: Language) -> None:
    """Where squares or teeth are shown in order, a mark stands there and a footnote below."""
    game = load("dental")
    page = plan(game, printable, Options(language=language, paper="a3"))[0]
    foot = words_of(page.furniture)
    mark = next(word for word in foot.split() if word in {"(1)", "(2)"})
    said = [one.words for copy in page.copies for one in set_words(copy.placed.drawing)]
    assert [words for words in said if words.endswith(mark)]
    assert game.sentences[language].provenance[fact][:40] in foot


@pytest.mark.parametrize("printable", ["tokens", "dice"])
@pytest.mark.parametrize("language", BUILT_IN)
def test_small_parts_are_warned_of(printable: str, language: Language) -> None:
    """Pages of tokens and dice say that they are not for children under 36 months."""
    made = make(load("dental"), printable, Options(language=language))
    assert made.pdf is not None
    assert all("36" in page for page in texts(made.pdf))


@pytest.mark.few(4)
@pytest.mark.parametrize("printable", DRAWN)
@pytest.mark.parametrize(
    "options",
    [
        Options(),
        Options(paper="a3", ink="outline", large=True),
        Options(paper="letter", ink="grey", language="en", font="dyslexia"),
        *(
            pytest.param(options, marks=pytest.mark.long)
            for options in (
                Options(paper="a4", large=True, language="en", font="dyslexia"),
                Options(paper="letter", large=True, font="dyslexia", ink="outline"),
                Options(paper="a3", language="en", font="dyslexia"),
            )
        ),
    ],
    ids=lambda options: options.suffix() or "usual",
)
def test_pages_keep_to_the_printable_area(printable: str, options: Options) -> None:
    """Everything can be printed with every choice, and nothing lies within 5 mm of the edge."""
    made = make(load("dental"), printable, options)
    assert made.pdf is not None
    assert out_of_reach(made.pdf) == []


def test_typed_example_is_in_the_words_of_the_paper() -> None:
    """The example of a file is typed with the file's fixed words, not with markers' letters."""
    found = entries(load("dental"))["record-form"]
    assert isinstance(found, FormEntry)
    lines = typed_lines(found.worked, Context(load("dental"), "", Options()))
    assert "  marqueurs: {1: jaune, 16: jaune}" in lines


def test_a_pawn_is_no_marker() -> None:
    """Pawns have colours and signs of their own: none looks like what lies on teeth."""
    found = entries(load("dental"))["dice"]
    assert isinstance(found, NetEntry)
    pawns = found.pawns
    assert pawns is not None
    assert len({*pawns.signs}) == len(pawns.colours) == 4
    markers = {marker.id for marker in load("dental").part("markers", Markers).stages}
    assert not {*pawns.colours} & {*markers, "green", "blue", "mint"}


@pytest.mark.parametrize(
    ("language", "words"),
    [("fr", "Choc : tourne la roue ; cette dent devient noire (X)"), ("en", "Hit: spin the wheel")],
)
def test_the_wheel_says_when_it_is_spun(language: Language, words: str) -> None:
    """Beside the wheel stands on which squares it is spun and what becomes of the tooth."""
    (page,) = plan(load("dental"), "wheel", Options(language))
    said = " ".join(words_of(copy.placed.drawing) for copy in page.copies)
    assert words in " ".join(said.split())
