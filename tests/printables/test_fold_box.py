"""The box to fold: its net and what stands once it is folded, measured in space."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from math import dist

import pytest

from generator.classroom import hand_seconds
from generator.game import load
from generator.paper.folding import Net, cut_sides, fold
from generator.paper.measures import PRINTABLE_EDGE
from generator.paper.page import Page, PaperName, all_words
from generator.paper.shapes import Drawing, Placed, Rect, Text
from generator.printables.context import Context, Options
from generator.printables.kinds.fold_box import FOOT, LIP, SHORT, BoxEntry
from generator.printables.planning import entries, plan
from generator.words import BUILT_IN, Language
from tests.render.drawings import set_words
from tests.space import lengths, meeting

BOX = load("boite")
CHOICES = [
    Options(),
    Options("en", "letter", ink="grey"),
    Options(paper="a3"),
    Options("en", large=True),
    Options(paper="letter", large=True, ink="outline"),
    Options(paper="a3", large=True, font="dyslexia"),
]
DIE = 16.0


def entry() -> BoxEntry:
    """Return what the data say of the box."""
    found = entries(BOX)["boxes"]
    assert isinstance(found, BoxEntry)
    return found


def nets(*, is_whole: bool = True, shut: Sequence[int] = (), large: bool = False) -> list[Net]:
    """Return the nets of the box, some flaps shut."""
    setting = Context(BOX, "boxes", Options(large=large))
    return entry().nets(setting, is_whole=is_whole, shut=shut)


EVERY_NET = [
    pytest.param(net, id=f"{'whole' if is_whole else 'parted'} {number}")
    for is_whole in (True, False)
    for number, net in enumerate(nets(is_whole=is_whole))
]


@pytest.mark.parametrize("net", EVERY_NET)
def test_panels_do_not_overlap_in_the_net(net: Net) -> None:
    """No panel, flap or tab of a net lies on another before it is folded."""
    assert not meeting(fold(net, 0.0))


@pytest.mark.parametrize("shut", [(), (1, 5, 9), tuple(range(1, 10))])
def test_only_what_is_glued_or_tucked_lies_together(shut: tuple[int, ...]) -> None:
    """Folded, what lies together are two layers of one thing, tabs on walls, and shut flaps."""
    net, _ = nets(shut=shut)
    allowed = [{"lip", "under"}, {"back", "under"}, {"back", "lip"}]
    allowed += [
        {f"{side} {end}", end} for side, end in product(("left", "right"), ("back", "front"))
    ]
    # A tab comes up from the floor beside the foot of the wall, where the lip is too.
    allowed += [{f"{side} back", lip} for side, lip in product(("left", "right"), ("lip", "under"))]
    for number in range(1, 10):
        layers = {f"flap {number}", f"other {number}"}
        allowed.append(layers)
        if number in shut:
            near = {"back", "lip", "under", "left back", "right back"}
            allowed += [{layer, one} for layer, one in product(layers, near)]
    assert [pair for pair in meeting(fold(net)) if set(pair) not in allowed] == []


def test_a_shut_flap_is_held_by_the_lip() -> None:
    """Shut, a flap ends between floor and edge of the lip, open it stands free above the wall."""
    net, _ = nets(shut=(4,))
    stands = fold(net)
    ends = {n: {round(z, 6) for *_, z in stands[f"flap {n}"][2:]} for n in (4, 5)}
    (tip,), (top,) = ends[4], ends[5]
    wall = entry().wall
    assert tip == pytest.approx(SHORT)
    assert tip > 0
    assert max(z for *_, z in stands["lip"]) - tip > LIP / 2
    assert top == pytest.approx(2 * wall - SHORT)


@pytest.mark.parametrize("number", [0, -1])
@pytest.mark.parametrize("is_whole", [True, False])
def test_edges_that_meet_have_one_length(number: int, *, is_whole: bool) -> None:
    """Corners of neighbouring walls meet in space, upright edges are as long as one another."""
    stands = fold(nets(is_whole=is_whole)[number])
    for side, end in product(("left", "right"), ("back", "front")):
        if end in stands:
            met = [
                (one, other)
                for one, other in product(stands[side], stands[end])
                if dist(one, other) < 1e-6
            ]
            assert len({one for one, _ in met}) == 2, (side, end)
            heights = sorted(abs(one[2]) for one, _ in met)
            own = entry().wall if number == 0 else 15.0
            assert heights == pytest.approx([0.0, own])


def test_nine_flaps_fill_the_wall() -> None:
    """Flaps are alike, as wide together as the wall on which they hang, their two layers alike."""
    net, lid = nets()
    named = {panel.name: panel for panel in net}
    flaps = [named[f"flap {number}"] for number in range(1, 10)]
    assert sum(lengths(flap)[0] for flap in flaps) == pytest.approx(lengths(named["back"])[2])
    assert len({tuple(round(one, 6) for one in lengths(flap)) for flap in flaps}) == 1
    for number, flap in enumerate(flaps, start=1):
        assert sorted(lengths(named[f"other {number}"])) == pytest.approx(sorted(lengths(flap)))
    wide, deep, *_ = lengths(named["floor"])
    assert lengths(lid[3])[:2] == pytest.approx([wide + 2, deep + 2])
    assert wide >= 9 * DIE / 2 > 4 * DIE
    assert deep >= 4 * DIE
    assert entry().wall > DIE


def test_flaps_of_their_own_fit_into_the_tray() -> None:
    """Where they are a piece of their own, flaps are as wide as the tray, their wall as high."""
    tray, ridge, _ = nets(is_whole=False, large=True)
    floor, back = (next(p for p in tray if p.name == name) for name in ("floor", "back"))
    foot, wall = (next(p for p in ridge if p.name == name) for name in ("foot", "back"))
    assert lengths(foot)[0] == pytest.approx(lengths(floor)[0])
    assert lengths(wall)[1] == pytest.approx(lengths(back)[1])
    assert lengths(foot)[1] == pytest.approx(FOOT)


@pytest.mark.few(3)
@pytest.mark.parametrize("options", CHOICES, ids=lambda options: options.suffix())
def test_no_flap_is_split(options: Options) -> None:
    """Each flap lies whole on one page, and all that is printed is off the edge."""
    pages = plan(BOX, "boxes", options)
    found = [cell for page in pages for _, cell in page.cells()]
    assert sorted(cell.id for cell in found) == [f"f{number}" for number in range(1, 10)]
    for one in pages:
        for copy in one.copies:
            right = copy.placed.x + copy.placed.drawing.width
            assert copy.own is None
            assert copy.placed.x >= PRINTABLE_EDGE - 1e-6
            assert right <= one.size.width - PRINTABLE_EDGE + 1e-6


@pytest.mark.parametrize(("large", "pieces"), [(False, 4), (True, 5)])
def test_pieces_are_counted(pieces: int, *, large: bool) -> None:
    """A plan counts what is folded: the box, its lid, two dice, and flaps of their own."""
    setting = Context(BOX, "boxes", Options(large=large, copies=2))
    work = entry().finishing(setting, entry().plan(setting))
    assert (work.copies_per_page, work.folded, work.cuts, work.glued) == (2, 2 * pieces, 0, True)
    # Scissors go about the box, its flaps and its lid: four sides are a piece.
    assert work.shaped == 2 * sum(
        -(-len(cut_sides(net)) // 4) for net in nets(is_whole=not large, large=large)
    )
    assert hand_seconds(work) > hand_seconds(replace(work, shaped=0))


def test_steps_are_shown() -> None:
    """Three numbered steps, each with a picture above it, stand on the page of the net."""
    first, *_ = plan(BOX, "boxes", Options("en"))
    words = " ".join(word for copy in first.copies for word in all_words(copy.placed.drawing))
    assert all(f"{number}. " in words for number in (1, 2, 3))


def test_bands_leave_cuts_and_folds_bare() -> None:
    """The band of a flap keeps 1 mm and more off the cuts beside it and off the fold at its end."""
    first, *_ = plan(BOX, "boxes", Options())
    every = within(first.copies[0].placed)
    flaps = [one for one in every if one.drawing.width == pytest.approx(entry().flap)]
    assert len(flaps) == 18
    for flap in flaps:
        (band,) = (shape for shape in flap.drawing.shapes if isinstance(shape, Rect))
        assert min(band.x, band.y, flap.drawing.width - band.x - band.width) > 1.0


def within(placed: Placed) -> Iterator[Placed]:
    """Yield a placed drawing and all that are placed in it."""
    yield placed
    for shape in placed.drawing.shapes:
        if isinstance(shape, Placed):
            yield from within(shape)


@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("large", [False, True])
def test_pieces_are_named(language: Language, *, large: bool) -> None:
    """The lip is named on its net, and lid and dice have their names above them."""
    pages = plan(BOX, "boxes", Options(language, large=large))
    found = [one.words for page in pages for one in words_on(page)]
    named = {"fr": ["rebord", "Le couvercle", "Les dés"], "en": ["lip", "The lid", "The dice"]}
    assert [word for word in found if word in named[language]] == named[language]


def test_steps_begin_on_one_line() -> None:
    """The words of all three steps begin at one height, beneath pictures that stand on one line."""
    first, *_ = plan(BOX, "boxes", Options())
    begun = [one.y for one in words_on(first) if one.words[:2] in {"1.", "2.", "3."}]
    assert len(begun) == 3
    assert max(begun) - min(begun) < 1e-6


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_dice_use_the_room_of_their_page(paper: PaperName) -> None:
    """Beneath the lid a page holds dice of 24 mm, still lower than the walls of the box."""
    *_, last = plan(BOX, "boxes", Options(paper=paper))
    wide = [one.drawing.width for copy in last.copies for one in within(copy.placed)]
    assert wide.count(3 * 24.0) == 2
    assert entry().wall > 24


def words_on(page: Page) -> Iterator[Text]:
    """Yield what is set on a page, where it stands."""
    whole = Drawing(page.size.width, page.size.height, tuple(c.placed for c in page.copies))
    yield from set_words(whole)
