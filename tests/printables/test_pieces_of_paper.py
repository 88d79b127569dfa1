"""Tokens, cube nets and spinners of a made-up game: counted, told apart, as large as can be."""

import json
from pathlib import Path

import pytest

from generator.errors import DataError
from generator.game import Game, load_folder
from generator.make import make
from generator.paper.page import PAPERS, Box, Extents, Page
from generator.paper.palette import Palette, lightness_of
from generator.paper.shapes import Circle, Drawing, Line, Placed, Polygon, Rect, Text
from generator.paper.shapes import Path as Outline
from generator.printables.context import Options, palette
from generator.printables.kinds.net import FOLDS, PLACES, SIDES, TABS, net, wheel
from generator.printables.planning import plan
from tests.printables.frogs import GAME, frogs
from tests.render.measured import BOLD, texts

CHOICES = [
    Options(),
    Options(language="en", paper="letter", ink="grey"),
    Options(large=True, ink="outline"),
    Options(font="dyslexia", paper="a3"),
    Options(language="en", paper="letter", large=True, font="dyslexia"),
]
PRINTABLES = ("tokens", "markers", "dice", "signs")


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """Give the made-up game."""
    return frogs(tmp_path_factory.mktemp("data"))


def boxes(page: Page) -> list[Box]:
    """Return the box about each copy of a page."""
    extents = Extents()
    return [box for copy in page.copies if (box := extents.placed(copy.placed)) is not None]


@pytest.mark.parametrize("name", PRINTABLES)
@pytest.mark.parametrize("options", CHOICES, ids=lambda options: options.suffix())
def test_pieces_do_not_overlap(game: Game, name: str, options: Options) -> None:
    """On every page pieces stay apart from one another and from the furniture."""
    extents = Extents()
    for page in plan(game, name, options):
        found = boxes(page)
        assert found
        for number, box in enumerate(found):
            assert not any(overlap(box, other) for other in found[:number])
            for shape in page.furniture.shapes:
                other = extents.shape(shape)
                assert other is None or not overlap(box, other)


def overlap(one: Box, other: Box) -> bool:
    """Tell whether two boxes share more than an edge."""
    shared = one.shared(other)
    return shared is not None and min(shared.right - shared.left, shared.bottom - shared.top) > 0.3


def test_tokens_are_counted_by_data(game: Game) -> None:
    """Tokens come in whole sets: of each look as many as the data say, page by page."""
    titles = [
        copy.placed.drawing.title
        for page in plan(game, "tokens", Options())
        for copy in page.copies
    ]
    sets = titles.count("red R") // 18
    assert sets >= 2
    counts = {title: titles.count(title) for title in titles}
    looks = {"red R": 18, "blue B": 18, "yellow Y": 18, "orange CS": 9, "black lily": 9}
    assert counts == {title: count * sets for title, count in looks.items()}


def test_copies_are_more_sets(game: Game) -> None:
    """Two copies are twice as many tokens."""
    once = sum(len(page.copies) for page in plan(game, "markers", Options()))
    twice = sum(len(page.copies) for page in plan(game, "markers", Options(copies=2)))
    assert twice == 2 * once


@pytest.mark.parametrize("large", [False, True])
def test_tokens_keep_their_least_size(game: Game, large: bool) -> None:  # noqa: FBT001 - a column of the table
    """Tokens are at least as wide as the data want, 1.4 times that for low vision."""
    least = 12 * (1.4 if large else 1.0)
    for page in plan(game, "tokens", Options(large=large)):
        assert min(copy.placed.drawing.width for copy in page.copies) >= least


def test_tokens_are_told_apart_without_colour(game: Game) -> None:
    """No two looks share their outline, and in grey none is told by lightness alone."""
    looks: dict[str, Drawing] = {}
    for page in plan(game, "tokens", Options()):
        looks |= {copy.placed.drawing.title: copy.placed.drawing for copy in page.copies}
    outlines = [outline_of(drawing) for drawing in looks.values()]
    assert len(set(outlines)) == len(looks) == 5


def outline_of(drawing: Drawing) -> str:
    """Return the kind of a token's shape: its class and its number of corners."""
    (inside,) = drawing.shapes
    assert isinstance(inside, Placed)
    shape = inside.drawing.shapes[0]
    if isinstance(shape, Polygon):
        return f"{len(shape.points)} corners"
    assert isinstance(shape, Circle | Rect)
    return type(shape).__name__


def test_legend_names_each_look(game: Game) -> None:
    """A page names each token, tells how many there are, and that small parts are no toys."""
    pdf = make(game, "markers", Options(language="en")).pdf
    assert pdf is not None
    (page,) = texts(pdf)
    for words in ("egg", "frog", "stone", "× 12", "× 8", "× 5", "An egg becomes", "36 months"):
        assert words in page


@pytest.mark.parametrize("name", ["tokens", "markers", "dice", "signs"])
@pytest.mark.parametrize(("language", "words"), [("fr", "36 mois"), ("en", "36 months")])
def test_small_parts_are_warned_of(game: Game, name: str, language: str, words: str) -> None:
    """Every page of tokens and dice warns of small parts."""
    options = Options(language="fr" if language == "fr" else "en", large=True)
    pdf = make(game, name, options).pdf
    assert pdf is not None
    assert all(words in page for page in texts(pdf))


def test_net_folds_to_a_die() -> None:
    """Opposite faces of the net sum to seven, and 1, 2, 3 turn to the left about their corner."""
    at = {place: number for number, place in enumerate(PLACES, start=1)}
    assert at[1, 0] + at[1, 2] == at[1, 1] + at[1, 3] == at[0, 1] + at[2, 1] == 7
    # About the corner that the faces right of and below the 1 share with it.
    assert (at[1, 1], at[1, 2], at[2, 1]) == (1, 2, 3)


def test_each_open_edge_meets_one_tab() -> None:
    """The net is closed, has fourteen open edges, and half of them have the tab of a pair."""
    assert all(one[1] == other[0] for one, other in zip(SIDES, SIDES[1:] + SIDES[:1], strict=True))
    assert len(SIDES) == 14
    assert sum(side in TABS for side in SIDES) == 7
    # Pairs by folding: each tab comes to lie under a bare edge.
    pairs = ((1, 2), (13, 12), (5, 4), (9, 10), (6, 3), (8, 11), (7, 0))
    assert all(SIDES[tab] in TABS and SIDES[bare] not in TABS for tab, bare in pairs)


def test_net_is_true_to_size() -> None:
    """Faces are squares of the edge asked for; folds are dotted, the outline solid."""
    drawing = net((Drawing(20, 20),) * 6, 20.0)
    squares = [s for s in drawing.shapes if isinstance(s, Rect)]
    assert [(s.x / 20, s.y / 20, s.width, s.height) for s in squares] == [
        (*place, 20, 20) for place in PLACES
    ]
    lines = [s for s in drawing.shapes if isinstance(s, Line)]
    dotted = [line for line in lines if line.stroke.dash == "dotted"]
    assert len(dotted) == len(FOLDS) + 7
    assert all(abs(s.x2 - s.x1) + abs(s.y2 - s.y1) == 20 for s in dotted)
    (cut,) = (s for s in drawing.shapes if isinstance(s, Polygon) and s.stroke is not None)
    assert cut.stroke is not None
    assert cut.stroke.dash == "solid"
    assert len(cut.points) == 14 + 2 * 7
    assert [line for line in lines if line.stroke.dash == "solid"]
    box = Extents().drawing(drawing)
    assert box is not None
    assert box.within(Box(0, 0, drawing.width, drawing.height), 0.001)


def test_faces_show_pips_signs_and_pictures(game: Game) -> None:
    """A net shows what the data put on its faces."""
    pdf = make(game, "signs", Options()).pdf
    assert pdf is not None
    said = texts(pdf)[0]
    assert all(sign in said for sign in ("A", "12", "+1", "?"))
    (page,) = plan(game, "dice", Options())
    # A pip is a stroke with round ends, so that it stays black in outline: two dice of 21.
    strokes = [s for d in drawings(page) for s in d.shapes if isinstance(s, Line)]
    assert sum(0 < s.x2 - s.x1 <= 0.02 and s.y1 == s.y2 for s in strokes) == 2 * 21


def drawings(page: Page) -> list[Drawing]:
    """Return all drawings of a page's copies, those placed in them too."""
    found = [copy.placed.drawing for copy in page.copies]
    for drawing in found:
        found += [s.drawing for s in drawing.shapes if hasattr(s, "drawing")]
    return found


@pytest.mark.parametrize("sectors", [2, 3, 6, 16])
def test_wheel_is_fair(sectors: int) -> None:
    """Spokes part the wheel evenly, and each sector has its label within it."""
    drawing = wheel([str(n) for n in range(1, sectors + 1)], 100.0, BOLD)
    spokes = [s for s in drawing.shapes if isinstance(s, Line) and s.x1 == s.y1 == 50.0]
    assert len(spokes) == sectors
    tips = {(round(s.x2, 3), round(s.y2, 3)) for s in spokes}
    assert len(tips) == sectors
    assert len([s for s in drawing.shapes if isinstance(s, Outline)]) == sectors // 2
    words = [s.words for s in drawing.shapes if isinstance(s, Text)]
    assert words == [str(n) for n in range(1, sectors + 1)]
    # The control points of an arc lie outside of it.
    straight = tuple(s for s in drawing.shapes if not isinstance(s, Outline))
    box = Extents().drawing(Drawing(100, 100, straight))
    assert box is not None
    assert box.within(Box(0, 0, 100, 100), 0.001)


def test_six_and_nine_are_underlined() -> None:
    """On a wheel that is read from all sides, 6 and 9 have a line beneath."""
    drawing = wheel([str(n) for n in range(1, 17)], 100.0, BOLD)
    flat = [s for s in drawing.shapes if isinstance(s, Line) and s.y1 == s.y2 and s.x1 != 50.0]
    assert len(flat) == 2


def test_spinner_tells_how_it_is_used(game: Game) -> None:
    """Beside the wheel stands how a pencil and a paper clip make it spin."""
    for options in (Options(), Options(language="en", large=True)):
        pdf = make(game, "dice", options).pdf
        assert pdf is not None
        word = "trombone" if options.language == "fr" else "paper clip"
        assert word in " ".join(" ".join(texts(pdf)).split())


@pytest.mark.parametrize("name", PRINTABLES)
def test_no_page_is_half_empty(game: Game, name: str) -> None:
    """Pages are used: what stands on them reaches over half of their height."""
    for options in (Options(), Options(paper="letter", language="en")):
        for page in plan(game, name, options):
            found = boxes(page)
            used = max(box.bottom for box in found) - min(box.top for box in found)
            assert used >= 0.5 * PAPERS[options.paper].height


def test_outline_and_grey_draw(game: Game) -> None:
    """In grey the colours of the made-up tokens differ by 20 steps of lightness or by shape."""
    inks: Palette = palette(game, "grey")
    lights = {name: lightness_of(inks.fill(name)) for name in game.head.colours}
    shapes = {name: colour.shape for name, colour in game.head.colours.items()}
    names = sorted(lights)
    for one in names:
        for other in names:
            if one < other:
                assert abs(lights[one] - lights[other]) >= 20 or shapes[one] != shapes[other]


def test_faulty_entry_is_told(tmp_path: Path) -> None:
    """A net of five faces and tokens of an unknown part's kind are faults with their place."""
    frogs(tmp_path)
    file = tmp_path / "frogs" / "game.yaml"
    file.write_text(GAME.lstrip("\n").replace('{}, {sign: "?"}', "{}"), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        plan(load_folder(tmp_path / "frogs"), "signs", Options())
    assert "signs.cubes[1].faces" in caught.value.worded("en")


def test_boxes_file_of_tokens_is_whole(game: Game) -> None:
    """A printable without cells to write in has a boxes file all the same."""
    files = make(game, "tokens", Options()).files
    assert json.loads(files["tokens.boxes.json"])["cells"] == []
