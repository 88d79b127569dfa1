"""Boxes and envelopes as they stand once folded, corner by corner, and what lies in what."""

import pytest

from generator.edition import FLAPS
from generator.paper.folding import APART, TAB, Net, belt, envelope, extent, fold, folded, tuck_box
from tests.space import lengths, meeting

PILES = [(63, 88, 12), (63, 88, 0.5), (70, 45, 25), (16, 60, 20)]
NETS = [
    *(pytest.param(tuck_box(*pile), id=f"box {pile}") for pile in PILES),
    *(pytest.param(envelope(140, 105, 4, flap), id=f"envelope {flap}") for flap in FLAPS),
]


# Where the corners of each panel come to lie: across, down, and behind what lies still.
BOX = {
    "front": "0 116 0, 65 116 0, 65 26 0, 0 26 0",
    "right": "65 26 0, 65 116 0, 65 116 -14, 65 26 -14",
    "back": "65 26 -14, 65 116 -14, 0 116 -14, 0 26 -14",
    "left": "0 26 -14, 0 116 -14, 0 116 0, 0 26 0",
    "tab": "0 26 0, 0 116 0, 10 113 0, 10 29 0",
    "dust right lid": "65 26 0, 65 26 -14, 53 26 -11, 53 26 -3",
    "dust left lid": "0 26 -14, 0 26 0, 12 26 -3, 12 26 -11",
    "lid": "65 26 -14, 0 26 -14, 0 26 0, 65 26 0",
    "tuck lid": "65 26 0, 0 26 0, 3 38 0, 62 38 0",
    "dust right floor": "65 116 -14, 65 116 0, 53 116 -3, 53 116 -11",
    "dust left floor": "0 116 0, 0 116 -14, 12 116 -11, 12 116 -3",
    "floor": "0 116 -14, 65 116 -14, 65 116 0, 0 116 0",
    "tuck floor": "0 116 0, 65 116 0, 62 104 0, 3 104 0",
}
ENVELOPE = {
    "back": "10 139 0, 156 139 0, 156 28 0, 10 28 0",
    "front": "156 139 0, 10 139 0, 10 28 0, 156 28 0",
    "left tab": "10 139 0, 10 28 0, 20 31 0, 20 136 0",
    "right tab": "156 28 0, 156 139 0, 146 136 0, 146 31 0",
    "flap": "10 28 0, 156 28 0, 150 56 0, 16 56 0",
}


@pytest.mark.parametrize("net", NETS)
def test_panels_do_not_overlap_in_the_net(net: Net) -> None:
    """No panel, flap or tab of a net lies on another before it is folded, none off its drawing."""
    assert not meeting(fold(net, 0.0))
    wide, high = extent(net)
    for x, y in (corner for panel in net for corner in panel.corners):
        assert 0 <= x <= wide
        assert 0 <= y <= high


@pytest.mark.parametrize(
    ("net", "stands"),
    [(tuck_box(63, 88, 12), BOX), (envelope(140, 105, 4, 28), ENVELOPE)],
    ids=["box", "envelope"],
)
def test_folds_up(net: Net, stands: dict[str, str]) -> None:
    """Folded, a box is six faces corner on corner, an envelope front on back, tabs within."""
    found = {
        name: ", ".join(" ".join(f"{along + 0.0:.0f}" for along in one) for one in corners)
        for name, corners in fold(net).items()
    }
    assert {name: one.replace("-0", "0") for name, one in found.items()} == stands


@pytest.mark.parametrize("pile", PILES)
def test_a_box_has_room(pile: tuple[float, float, float]) -> None:
    """A pile has a millimetre to spare in its box each way, and the flaps of an end lie apart."""
    net = tuck_box(*pile)
    stands = fold(net)
    every = [corner for name in ("front", "back") for corner in stands[name]]
    room = [max(along) - min(along) for along in zip(*every, strict=True)]
    assert all(inner >= 1.0 + own for inner, own in zip(room, pile, strict=True))
    for end in ("lid", "floor"):
        right, left = ([x for x, *_ in stands[f"dust {side} {end}"]] for side in ("right", "left"))
        assert min(right) - max(left) >= APART
        assert stands[end][2][2] == pytest.approx(stands["front"][0][2])


@pytest.mark.parametrize("net", NETS)
def test_what_is_glued_lies_on_what_it_is_glued_to(net: Net) -> None:
    """A tab is covered whole by the front on to which it is glued, and no tab lies on another."""
    stands, tabs = fold(net), [panel for panel in net if panel.is_tab]
    (left, top, *_), (right, low, *_) = (
        [pick(along) for along in zip(*stands["front"], strict=True)] for pick in (min, max)
    )
    for x, y, z in (corner for tab in tabs for corner in stands[tab.name]):
        assert left - 1e-6 <= x <= right + 1e-6
        assert top - 1e-6 <= y <= low + 1e-6
        assert z == pytest.approx(0.0, abs=1e-6)
    assert not meeting({tab.name: stands[tab.name] for tab in tabs})


def test_a_belt_goes_round_its_pad() -> None:
    """A belt is as long as a way round its pad, a millimetre to spare; halves where it is long."""
    (whole,) = belt(100, 33, 2.4, 287)
    assert extent(whole) == pytest.approx((2 * 101 + 2 * 2.4 + TAB, 33))
    stands = fold(whole)
    assert stands["left"][2] == pytest.approx(stands["front"][0], abs=1e-6)
    assert [z for *_, z in stands["back"]] == pytest.approx([-2.4] * 4)
    halves = belt(198, 33, 2.4, 287)
    assert [extent(half) for half in halves] == [pytest.approx((199 + 2.4 + TAB, 33))] * 2
    assert [half[0].name for half in halves] == ["front", "back"]


@pytest.mark.parametrize("net", NETS)
def test_a_fold_is_an_edge_of_both(net: Net) -> None:
    """What hangs on a panel hangs on a whole edge of it, so that edges that meet are as long."""
    named = {panel.name: panel for panel in net}
    for panel in (panel for panel in net if panel.on):
        on = named[panel.on].corners
        edges = {frozenset((on[at], on[at - 1])) for at in range(4)}
        assert frozenset(panel.corners[:2]) in edges
        assert min(lengths(panel)) > 0


def test_paper_is_folded_in_halves() -> None:
    """Paper is halved along its longer side until it fits, however it lies."""
    assert folded((210, 297), (148.5, 105)) == ((148.5, 105), 2)
    assert folded((95, 198), (148.5, 105)) == ((99, 95), 1)
    assert folded((90, 60), (148.5, 105)) == ((90, 60), 0)
