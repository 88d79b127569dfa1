"""Tokens, cube nets and spinners of a made-up game: counted, told apart, as large as can be."""

from pathlib import Path

import pytest

from generator.errors import DataError
from generator.game import Game, load, load_folder
from generator.make import make
from generator.paper.imposition import Duplex
from generator.paper.page import Box, Extents, Page, PaperName
from generator.printables.context import Options
from generator.printables.kinds.dice_nets import PLACES, SIDES, TABS
from generator.printables.planning import chosen_but_ignored, plan
from tests.printables.frogs import GAME, frogs
from tests.render.measured import texts

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


@pytest.mark.few(6)
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


def test_spinner_tells_how_it_is_used(game: Game) -> None:
    """Beside the wheel stands how a pencil and a paper clip make it spin."""
    for options in (Options(), Options(language="en", large=True)):
        pdf = make(game, "dice", options).pdf
        assert pdf is not None
        word = "trombone" if options.language == "fr" else "paper clip"
        assert word in " ".join(" ".join(texts(pdf)).split())


def test_faulty_entry_is_told(tmp_path: Path) -> None:
    """A net of five faces and tokens of an unknown part's kind are faults with their place."""
    frogs(tmp_path)
    file = tmp_path / "frogs" / "game.yaml"
    file.write_text(GAME.lstrip("\n").replace('{}, {sign: "?"}', "{}"), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        plan(load_folder(tmp_path / "frogs"), "signs", Options())
    assert "signs.cubes[1].faces" in caught.value.worded("en")


@pytest.mark.parametrize("name", ["crowns", "dental"])
@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_turned_token_tells_whose_it_is(name: str, duplex: Duplex, paper: PaperName) -> None:
    """Behind each token lies its shape in its colour about the emblem, whichever way it turns."""
    pages = plan(shipped := load(name), "tokens", Options(paper=paper, duplex=duplex))
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        assert back.is_back
        assert len(front.copies) == len(back.copies)
        width, height = front.size.width, front.size.height
        for one, other in zip(front.copies, back.copies, strict=True):
            side, turned = one.placed.drawing.width, other.placed.turn > 0
            x, y = other.placed.x - turned * side, other.placed.y - turned * side
            at = (x, height - y - side) if turned else (width - x - side, y)
            assert at == pytest.approx((one.placed.x, one.placed.y), abs=0.01)
            strokes = {getattr(shape, "stroke", None) for shape in other.placed.drawing.shapes}
            colours = {stroke.colour for stroke in strokes if stroke is not None}
            assert one.placed.drawing.title.split()[0] in colours
            assert shipped.head.face is not None
            assert shipped.head.face.colour in colours
    alone = plan(shipped, "tokens", Options(paper=paper, duplex="none"))
    assert len(alone) == len(pages) / 2


def test_tokens_without_backs_do_not_heed_the_side(game: Game) -> None:
    """Where the data ask for no backs, a choice of how they lie is told to be of no effect."""
    assert len(plan(game, "tokens", Options())) == 1
    assert chosen_but_ignored(game, "tokens", Options(duplex="short-edge")) == ("duplex",)
    assert chosen_but_ignored(load("crowns"), "tokens", Options(duplex="short-edge")) == ()
