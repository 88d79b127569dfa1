"""Cards of which any two share exactly one sign, as they are printed."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import hypot
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from generator.errors import DataError, LudokitError
from generator.game import Game
from generator.make import make
from generator.paper.page import Extents, point_on_page
from generator.paper.shapes import Drawing, Placed, Text
from generator.paper.shapes import Path as Outline
from generator.printables.context import Options
from generator.printables.planning import plan
from generator.words import BUILT_IN, Language, say
from tests.costs import is_within
from tests.listed.folders import made_of
from tests.listed.lists import listed
from tests.render.measured import texts

WHOLE = {3: 7, 4: 13, 6: 31, 8: 57}
# What nothing on a card may come nearer to than this: its cut, and another sign.
CUT, APART = 3.0, 0.1


def words(count: int) -> str:
    """Return a table of so many words of four to ten letters."""
    letters = "lessivages"
    return "\n".join(("mot", *(f"{letters[: 2 + n % 9]}{n:02}" for n in range(count))))


def cards_of(game: Game, **options: Any) -> list[Drawing]:  # noqa: ANN401
    """Return the fronts of the cards; blank ones, which fill the last sheet, have no title."""
    pages = plan(game, "one-in-common", Options(**options))
    drawn = [copy.placed.drawing for page in pages if not page.is_back for copy in page.copies]
    return [card for card in drawn if card.title]


def signs_of(card: Drawing) -> dict[str, Placed]:
    """Return the signs of a card where they lie, by what they say."""
    return {one.drawing.title: one for one in card.shapes if isinstance(one, Placed)}


def lettered(drawing: Drawing) -> Iterator[tuple[str, float]]:
    """Yield the words in a drawing and their size in points."""
    for shape in drawing.shapes:
        if isinstance(shape, Text):
            yield shape.words, shape.size
        elif isinstance(shape, Placed):
            yield from ((said, size * shape.scale) for said, size in lettered(shape.drawing))


def corners(sign: Placed) -> list[tuple[float, float]]:
    """Return the corners of the box about a sign, turned as it lies."""
    box = Extents().drawing(sign.drawing)
    assert box is not None
    return [point_on_page(sign, *corner) for corner in box.corners()]


def circle(sign: Placed) -> tuple[float, float, float]:
    """Return the middle of a sign and how far it reaches from there."""
    across = sign.drawing.width / 2
    x, y = point_on_page(sign, across, across)
    return x, y, max(hypot(left - x, top - y) for left, top in corners(sign))


@pytest.mark.few(3)
@pytest.mark.parametrize("signs", WHOLE)
@pytest.mark.parametrize("seed", [1, 2])
def test_any_two_cards_share_exactly_one_sign(tmp_path: Path, signs: int, seed: int) -> None:
    """Whatever the seed, a whole set is printed and any two of its cards have one sign in common.

    Each sign is shown in each size: it stands once at every place.
    """
    game = made_of(tmp_path, "one-in-common", words(60), more=f"signs: {signs},")
    cards = [signs_of(card) for card in cards_of(game, seed=seed)]
    assert len(cards) == WHOLE[signs]
    assert {len(card) for card in cards} == {signs}
    assert all(len(one.keys() & other.keys()) == 1 for one, other in combinations(cards, 2))
    assert set(Counter(name for card in cards for name in card).values()) == {signs}


@pytest.mark.few(2)
@pytest.mark.parametrize("signs", WHOLE)
@pytest.mark.parametrize("options", [{}, {"paper": "letter"}, {"large": True, "ink": "outline"}])
def test_signs_lie_apart_and_inside(tmp_path: Path, signs: int, options: dict[str, Any]) -> None:
    """No sign touches another, the number or comes near the cut; sizes and turns are several."""
    game = made_of(tmp_path, "one-in-common", words(60), more=f"signs: {signs},")
    for card in cards_of(game, **options):
        lying = [*signs_of(card).values()]
        for one, other in combinations(map(circle, lying), 2):
            assert hypot(one[0] - other[0], one[1] - other[1]) >= one[2] + other[2] + APART
        for x, y in (corner for sign in lying for corner in corners(sign)):
            assert CUT <= x <= card.width - CUT
            assert CUT <= y <= card.height - CUT
        number = Extents().drawing(
            Drawing(card.width, card.height, tuple(s for s in card.shapes if isinstance(s, Text)))
        )
        assert number is not None
        assert all(y < number.top or x < number.left for s in lying for x, y in corners(s))
        assert len({round(sign.turn) for sign in lying}) > 1
        assert len({round(circle(sign)[2], 1) for sign in lying}) > 1


@pytest.mark.few(1)
@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("large", [False, True])
def test_words_of_ten_letters_can_be_read(tmp_path: Path, language: Language, large: bool) -> None:  # noqa: FBT001
    """The least sign of a card of eight has 7 pt, on large cards more."""
    game = made_of(tmp_path, "one-in-common", words(57), language)
    sizes = [size for card in cards_of(game, large=large) for _, size in lettered(card)]
    assert min(sizes) >= (9.8 if large else 7.0) - 1e-6


@pytest.mark.parametrize(("rows", "signs", "cards"), [(57, 8, 57), (40, 6, 31), (7, 3, 7)])
def test_a_list_gives_the_most_signs_of_a_whole_set(
    tmp_path: Path, rows: int, signs: int, cards: int
) -> None:
    """Where nobody says how many signs, a whole set is made of as many as the list gives."""
    made = [signs_of(card) for card in cards_of(made_of(tmp_path, "one-in-common", words(rows)))]
    assert (len(made), {len(card) for card in made}) == (cards, {signs})


def test_a_short_list_gives_fewer_cards(tmp_path: Path) -> None:
    """Of six words there are cards of three signs, if not a whole set of them."""
    made = [signs_of(card) for card in cards_of(made_of(tmp_path, "one-in-common", words(6)))]
    assert len(made) == 4
    assert all(len(one.keys() & other.keys()) == 1 for one, other in combinations(made, 2))


@pytest.mark.parametrize(
    ("rows", "more", "told"),
    [
        (words(30), "signs: 8, cards: 57,", "elle donne"),
        (words(60), "signs: 4, cards: 20,", "au plus 13"),
        (words(4), "", "au moins 5"),
    ],
)
def test_what_a_list_does_not_give_is_refused(
    tmp_path: Path, rows: str, more: str, told: str
) -> None:
    """Too few rows are told with the cards that they do give."""
    with pytest.raises(LudokitError) as found:
        cards_of(made_of(tmp_path, "one-in-common", rows, more=more))
    assert told in found.value.worded("fr").replace("\xa0", " ")


def test_a_word_too_long_is_refused_at_its_cell(tmp_path: Path) -> None:
    """A word that would have less than 9 pt somewhere is named with its cell and what would do."""
    rows = words(57).replace("\nle00\n", "\nanticonstitutionnellement\n")
    with pytest.raises(DataError) as found:
        cards_of(made_of(tmp_path, "one-in-common", rows))
    (problem,) = found.value.problems
    assert problem.field == "A2"
    assert "moins de signes" in say(problem.message, "fr")
    game = made_of(tmp_path, "one-in-common", rows, more="signs: 3,")
    assert len(cards_of(game)) == WHOLE[3]


def test_the_key_says_which_sign_two_cards_share(tmp_path: Path) -> None:
    """The teacher's page has each sign with the numbers of its cards, as they are printed."""
    game = made_of(tmp_path, "one-in-common", words(13))
    made = make(game, "one-in-common", Options())
    assert made.pdf is not None
    key = dict(re.findall(r"(\w+): ([\d, ]+\d)", texts(made.pdf)[-1].replace("\n", " ")))
    cards = json.loads(made.files["one-in-common.contents.json"])["cards"]
    shown = {card.title.split(":")[0]: {*signs_of(card)} for card in cards_of(game)}
    assert [{*card} for card in cards] == [shown[str(n)] for n in range(1, 14)]
    for number, signs in shown.items():
        assert signs == {sign for sign, on in key.items() if number in on.split(", ")}


def test_a_copy_keeps_frame_and_number(tmp_path: Path) -> None:
    """Every card has its number and an ink frame of 0.6 pt at least, which needs no colour."""
    game = made_of(tmp_path, "one-in-common", words(13))
    for number, card in enumerate(cards_of(game, ink="outline"), start=1):
        (frame,) = [one for one in card.shapes if isinstance(one, Outline) and one.stroke]
        assert frame.stroke is not None
        assert (frame.stroke.colour, frame.stroke.width >= 0.6) == ("ink", True)
        assert [one.words for one in card.shapes if isinstance(one, Text)] == [str(number)]


def test_57_cards_are_made_within_two_seconds(tmp_path: Path) -> None:
    """The largest set, 57 cards of eight signs, takes less than 2 s of the processor."""
    game, start = made_of(tmp_path, "one-in-common", words(57)), process_time()
    assert len(make(game, "one-in-common", Options()).files) == 3
    assert is_within(process_time() - start, 2)


@pytest.mark.few(2)
@pytest.mark.parametrize("words", ["6", "66", "16", "b", "un", "le"])
def test_what_is_another_word_upside_down_stays_upright(tmp_path: Path, words: str) -> None:
    """A 6 is never turned so far that it is a 9; other words lie in all directions."""
    rows = "\n".join(("mot", words, *"ACEFGJKLRT", "ABC", "DEF"))
    game = made_of(tmp_path, "one-in-common", rows)
    turns = [
        (signs[words].turn + 180) % 360 - 180
        for seed in range(1, 5)
        for signs in map(signs_of, cards_of(game, seed=seed))
        if words in signs
    ]
    assert (max(map(abs, turns)) <= 60) == (words not in {"un", "le"})


def test_pictures_are_the_signs_where_there_are_any(tmp_path: Path) -> None:
    """Of a list with pictures these stand on the cards, and the key calls them by their words."""
    icons = ("cat", "dog", "bear", "bee", "cow", "duck", "fish")
    rows = [(f"mot {number}", f"icon:{icon}") for number, icon in enumerate(icons)]
    game = listed(tmp_path, "one-in-common", rows, headings=("mot", "image"))
    made = make(game, "one-in-common", Options())
    pages = [" ".join(page.split()) for page in texts(made.pdf or b"")]
    cards, key = pages[0], pages[-1]
    assert not any(word in cards for word, _ in rows)
    assert all(f"{word}:" in key.replace(" :", ":") for word, _ in rows)
