"""Colour never carries meaning alone: every category of every game, in grey and by another sign."""

import re
from itertools import combinations

import pytest

from generator.game import Game, game_names
from generator.game.facts import names_in_model
from generator.game.parts import Deck, Markers
from generator.paper.page import PAPERS, Page
from generator.paper.palette import Ink, lightness_of
from generator.paper.shapes import Drawing, Rect
from generator.printables.context import Options, palette
from generator.printables.planning import entries, plan
from generator.printables.printable import DrawnEntry
from generator.render.document import DocumentFacts
from generator.render.pdf import draw
from generator.words import BUILT_IN, Language
from tests.render.measured import picture_of
from tests.shipped import load

# CIE L*: what an eye tells apart on a grey print.
APART = 20.0
SIDE = 10.0
INKS: tuple[Ink, ...] = ("colour", "outline")


def categories(game: Game) -> list[tuple[str, str]]:
    """Return every pair of colours that one part is printed in."""
    pairs = {
        pair
        for part in game.head.parts.values()
        for pair in combinations(
            sorted({c for _, of, c in names_in_model(part) if of.what == "colour"}), 2
        )
    }
    return sorted(pairs)


def drawn_lightness(game: Game) -> dict[str, float]:
    """Draw every swatch of a game on a page in grey and read its lightness back."""
    swatches = list(game.head.colours)
    shapes = tuple(
        Rect(SIDE * (n % 15), SIDE * (n // 15), SIDE, SIDE, name) for n, name in enumerate(swatches)
    )
    size = PAPERS["a4"]
    page = Page(size, Drawing(size.width, size.height, shapes))
    picture = picture_of(draw([page], palette(game, "grey"), DocumentFacts("swatches")), 25)
    found = {}
    for number, name in enumerate(swatches):
        x, y = SIDE * (number % 15) + SIDE / 2, SIDE * (number // 15) + SIDE / 2
        pixel = picture.getpixel((int(x / 25.4 * 25), int(y / 25.4 * 25)))
        assert isinstance(pixel, tuple)
        red, green, blue = (value / 255 for value in pixel[:3])
        found[name] = lightness_of((red, green, blue))
    return found


def signs(game: Game, colour: str, language: Language) -> tuple[str, ...]:
    """Return what tells a colour besides itself: its shape, and the words printed on its cards."""
    shape = game.head.colours[colour].shape
    texts = game.sentences[language].texts
    cards = [part for part in game.head.parts.values() if isinstance(part, Deck)]
    types = [
        f"type.{kind}"
        for deck in cards
        for kind, type_ in deck.types.items()
        if type_.band == colour
    ]
    own = [
        f"card.{card}"
        for deck in cards
        for card, facts in deck.cards.items()
        if facts.colour == colour
    ]
    words = tuple(texts[key] for key in (*types, *own))
    return (*((shape,) if shape != "none" else ()), *words)


@pytest.mark.parametrize("name", game_names())
def test_categories_differ_in_grey_or_by_pattern(name: str) -> None:
    """Two colours of one part are 20 lightness steps apart as drawn in grey, or differ by sign."""
    game = load(name)
    grey = drawn_lightness(game)
    for one, other in categories(game):
        told = signs(game, one, "fr") != signs(game, other, "fr")
        assert abs(grey[one] - grey[other]) >= APART or told, (one, other)


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("language", BUILT_IN)
def test_each_category_has_a_shape_or_a_word(name: str, language: Language) -> None:
    """Each colour that has to be told from another has a shape or words of its own as well."""
    game = load(name)
    told_apart = {colour for pair in categories(game) for colour in pair}
    for colour in sorted(told_apart):
        assert signs(game, colour, language), colour


@pytest.mark.few(2)
@pytest.mark.parametrize("name", game_names())
def test_ink_changes_nothing_but_the_footer(name: str) -> None:
    """Pages are planned alike in every ink, so what `check` plans in one comes out in all."""
    game = load(name)
    for printable, entry in entries(game).items():
        if isinstance(entry, DrawnEntry):
            usual, pale = (plan(game, printable, Options(ink=ink)) for ink in INKS)
            assert [page.copies for page in pale] == [page.copies for page in usual]


@pytest.mark.parametrize("language", BUILT_IN)
def test_a_sentence_that_names_a_marker_shows_its_letters(language: Language) -> None:
    """On a copy without colour, each colour that a rule or a square speaks of is still known."""
    game = load("dental")
    said, told = game.sentences[language], 0
    does = [text for key, text in said.texts.items() if key.endswith(".does")]
    for marker in game.part("markers", Markers).stages:
        word = said.words["markers"][marker.id]
        for sentence in (*said.rules.values(), *does):
            if re.search(rf"\b{word}", sentence, re.IGNORECASE):
                told += 1
                assert f"({said.label(marker.id)})" in sentence
    assert told > 20
