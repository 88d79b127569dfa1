"""Signs strewn on cards."""

from itertools import combinations, product

import pytest

from generator.tables import scatter
from generator.tables.scatter import GRAIN, Frame, Spot, scattered

SIGNS = (3, 4, 6, 8)
SHARE = 0.45
FRAMES = [
    pytest.param(None, id="disc"),
    pytest.param(1.0, id="square"),
    pytest.param(54 / 85, id="bank card"),
    pytest.param(88 / 63, id="poker"),
]


def grains(length: float) -> int:
    """Return a length in whole grains, which it is in."""
    assert length == round(length * GRAIN) / GRAIN
    return round(length * GRAIN)


def assert_apart(card: tuple[Spot, ...], frame: Frame) -> None:
    """Hold a card to what it promises, in whole numbers: every sign inside, no two too near."""
    spots = [(grains(spot.x), grains(spot.y), grains(spot.radius)) for spot in card]
    for x, y, radius in spots:
        assert radius > 0
        if frame.height is None:
            assert x * x + y * y <= (GRAIN - radius) ** 2
        else:
            assert abs(x) + radius <= GRAIN
            assert abs(y) + radius <= frame.height * GRAIN
    for (x, y, radius), (there, down, other) in combinations(spots, 2):
        apart = radius + other + frame.gap * GRAIN
        assert (x - there) ** 2 + (y - down) ** 2 >= apart * apart


def covered(card: tuple[Spot, ...], frame: Frame) -> float:
    """Return the share of a frame's area that signs cover."""
    return sum(spot.radius**2 for spot in card) / frame.area


@pytest.mark.parametrize("height", FRAMES)
def test_signs_lie_inside_and_apart(height: float | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the seed, signs are inside and apart to the last grain, however little is tried."""
    monkeypatch.setattr(scatter, "TRIED", 2)
    monkeypatch.setattr(scatter, "KEPT", 2)
    monkeypatch.setattr(scatter, "STEPS", 12)
    for seed in range(200):
        frame = Frame(height, gap=(0.02, 0.04, 0.1)[seed % 3])
        for card in scattered(SIGNS[seed % 4], 10, seed, frame):
            assert_apart(card, frame)


@pytest.mark.parametrize("height", FRAMES)
def test_signs_cover_their_share(height: float | None) -> None:
    """The signs of every card cover at least the share, largest first and of several sizes."""
    frame = Frame(height)
    for seed, signs in enumerate(SIGNS):
        for card in scattered(signs, 57, seed, frame):
            assert_apart(card, frame)
            assert covered(card, frame) >= SHARE
            radii = [spot.radius for spot in card]
            assert radii == sorted(radii, reverse=True)
            assert len({*radii}) == signs
            assert radii[0] > 1.7 * radii[-1]


def test_cards_look_different() -> None:
    """Of 57 cards no two have their signs at the same places, and signs are turned all ways."""
    for height in (None, 54 / 85):
        cards = scattered(8, 57, 3, Frame(height))
        assert len({tuple((spot.x, spot.y) for spot in card) for card in cards}) == 57
        turns = {spot.turn for card in cards for spot in card}
        assert turns <= set(range(360))
        assert {turn // 30 for turn in turns} == set(range(12))


def test_the_seed_strews() -> None:
    """The same seed gives the same places to the last digit, on every machine; others do not."""
    assert scattered(6, 5, 1, Frame(1.0)) == scattered(6, 5, 1, Frame(1.0))
    assert scattered(6, 5, 1, Frame(1.0)) != scattered(6, 5, 2, Frame(1.0))
    known = scattered(3, 2, 2026, Frame())
    assert known[0] == (
        Spot(0.1375, 0.4274, 0.5508, 2),
        Spot(-0.2173, -0.5284, 0.4284, 47),
        Spot(0.5613, -0.4055, 0.306, 232),
    )


def test_shapes_are_kept_in() -> None:
    """A point pushed over the edge comes back as far as its circle needs, one inside stays."""
    for height, (across, up) in product((None, 0.5), ((0.1, 0.1), (2.0, -2.0))):
        x, y = Frame(height).kept(across, up, 0.25)
        assert (x, y) == (across, up) or Frame(height).room(x, y) == pytest.approx(0.25)
        assert (x * across, y * up) > (0, 0)
