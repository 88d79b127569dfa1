"""Colours in three inks: legible, pale where written on, and told apart in grey."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.paper.palette import (
    COPIED_BLACK,
    COPIED_WHITE,
    HOUSE,
    LEGIBLE,
    LIGHTEST_LINE,
    TINT_LIGHTNESS,
    Ink,
    Palette,
    Rgb,
    Swatch,
    contrast,
    grey_of,
    legible_on,
    lightness_of,
    luma,
    rgb_of,
    tint_of,
)

COLOURS = st.integers(0, 0xFFFFFF).map(lambda value: f"#{value:06x}")
GAME = (("orange", Swatch("#ea8f3a", 66.0)), ("plain", Swatch("#6b4596")))


@pytest.mark.parametrize(
    ("colour", "lightness"),
    [("#000000", 0.0), ("#ffffff", 100.0), ("#777777", 50.03), ("#ea8f3a", 67.5)],
)
def test_lightness(colour: str, lightness: float) -> None:
    """Lightness is CIE L* of the sRGB colour."""
    assert lightness_of(rgb_of(colour)) == pytest.approx(lightness, abs=0.6)


@given(st.floats(0, 100))
def test_grey_has_its_lightness(lightness: float) -> None:
    """A grey made for a lightness has it, and no hue."""
    grey = grey_of(lightness)
    assert len(set(grey)) == 1
    assert lightness_of(grey) == pytest.approx(lightness, abs=0.01)


@given(COLOURS)
def test_tints_can_be_written_on(colour: str) -> None:
    """A tint of any colour is pale enough for ink to be read on it."""
    tint = tint_of(rgb_of(colour))
    assert lightness_of(tint) >= TINT_LIGHTNESS
    assert contrast(tint, rgb_of(HOUSE["ink"].colour)) >= LEGIBLE


def test_a_pale_colour_is_its_own_tint() -> None:
    """What is pale already is not thinned further."""
    assert tint_of((0.98, 0.98, 0.9)) == pytest.approx((0.98, 0.98, 0.9))


@given(COLOURS)
def test_words_on_a_colour(colour: str) -> None:
    """Words on a colour are white only where white can be read, else ink."""
    ground = rgb_of(colour)
    words = legible_on(ground)
    assert words in {(1.0, 1.0, 1.0), rgb_of(HOUSE["ink"].colour)}
    assert (words == (1.0, 1.0, 1.0)) == (contrast(ground, (1.0, 1.0, 1.0)) >= LEGIBLE)


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [("#000000", "#ffffff", 21.0), ("#ffffff", "#000000", 21.0), ("#6b7280", "#ffffff", 4.83)],
)
def test_contrast(one: str, other: str, ratio: float) -> None:
    """Contrast is that of WCAG, whichever colour comes first."""
    assert contrast(rgb_of(one), rgb_of(other)) == pytest.approx(ratio, abs=0.01)


def test_colour_ink() -> None:
    """In colour an area is printed as it is, a line as dark as a copier needs it for its width."""
    palette = Palette(GAME)
    assert palette.fill("orange") == rgb_of("#ea8f3a")
    wide, thin = palette.line("orange", 1.8), palette.line("orange", 0.6)
    assert luma(thin) < luma(wide) <= LIGHTEST_LINE < luma(rgb_of("#ea8f3a"))
    assert palette.line("plain") == pytest.approx(rgb_of("#6b4596"))
    assert palette.line("rule") == rgb_of(HOUSE["rule"].colour)


@given(COLOURS, st.sampled_from(["colour", "grey"]))
def test_areas_are_copied_as_they_are_read(colour: str, ink: Ink) -> None:
    """An area turns black or white on a copy for certain, and its words stay legible either way."""
    palette = Palette((("own", Swatch(colour)),), ink)
    ground, words = palette.fill("own"), palette.line("own.on")
    assert not COPIED_BLACK <= luma(ground) < COPIED_WHITE
    assert (luma(words) > 0.5) == (luma(ground) < 0.5)
    assert contrast(ground, words) >= LEGIBLE


def test_grey_ink() -> None:
    """In grey a swatch takes the lightness it names, or that of its colour."""
    palette = Palette(GAME, "grey")
    orange, plain = palette.fill("orange"), palette.fill("plain")
    assert orange is not None
    assert plain is not None
    assert lightness_of(orange) == pytest.approx(66, abs=0.01)
    assert lightness_of(plain) == pytest.approx(lightness_of(rgb_of("#6b4596")), abs=0.01)


def test_outline_ink() -> None:
    """In outline every area is white, shown by an edge, and every line but a white one is dark."""
    palette = Palette(GAME, "outline")
    for name in ("orange", "orange.tint", "ink", "white"):
        assert palette.fill(name) == pytest.approx((1, 1, 1))
        assert palette.needs_edge(name) == (name != "white")
    for name in ("orange", "orange.on", "orange.tint", "secondary", "rule"):
        assert lightness_of(palette.line(name)) < 20
    assert palette.line("white") == pytest.approx((1, 1, 1))


@pytest.mark.parametrize("ink", ["colour", "grey"])
def test_variants(ink: Ink) -> None:
    """A name may ask for the tint of a swatch or for what is legible on it."""
    palette = Palette(GAME, ink)
    plain: Rgb = palette.fill("orange")
    assert palette.line("orange.tint") == tint_of(plain)
    assert palette.line("orange.on") == legible_on(plain)


@pytest.mark.parametrize("name", HOUSE)
def test_no_game_recolours_the_house(name: str) -> None:
    """A swatch of a house name never takes the place of the house's."""
    assert Palette(((name, Swatch("#102030")),)).fill(name) == rgb_of(HOUSE[name].colour)


@pytest.mark.parametrize("name", ["mauve", "orange.pale", "mauve.tint"])
def test_an_unknown_colour_is_named(name: str) -> None:
    """A swatch or variant that is not there is an error that names it."""
    with pytest.raises(KeyError, match=r"mauve|orange\.pale"):
        Palette(GAME).line(name)
