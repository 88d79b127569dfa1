"""Cards of which any two have exactly one sign in common, in several sizes and turns."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from math import cos, hypot, inf, radians, sin
from operator import itemgetter
from typing import Annotated, Literal

from pydantic import Field

from generator.errors import DataError, Problem
from generator.game import Game
from generator.listgames.card_set import FRAME, SIGNS, BackedCardsEntry, Length, draw_content
from generator.listgames.card_set import LEAST as LEAST_TYPE
from generator.listgames.frames import draw_frame
from generator.listgames.one_in_common.signs import (
    DIFFERENCES,
    LEAST,
    SignPlace,
    deal_cards,
    most_plane_cards,
    plane_size,
    scatter_signs,
)
from generator.listgames.planner import Content, DealtGame, Item
from generator.paper import text as lettered
from generator.paper.imposition import Piece
from generator.paper.page import Extents, sized_words
from generator.paper.shapes import Drawing, Mm, Placed, Point, Pt
from generator.printables.context import Context
from generator.printables.sketch import Sketch
from generator.words import clip_text, fold, message

Signs = Sequence[Content]

# White between the frame of a card and the circles of its signs.
WHITE: Mm = 1.0
# How much of its circle a sign fills: accents reach above capitals.
FILLED = 0.97
# How many times as large as the smallest the largest words of a deck are.
MOST_TIMES = 1.6
# The heights over the widths of the fields that are tried in a circle, where words wrap otherwise.
RATIOS = (1.0, 0.6, 0.4, 0.25, 0.12)
# Signs that are signs upside down too: a 6 is a 9. What is made of them is not turned so far.
TURNABLE = dict(zip("01689bdmnopqsuwxz/., ", "01986qpwuodbsnmxz/., ", strict=True))
LEAST_TURN, MOST_TURN = -60, 60


class OneInCommonEntry(BackedCardsEntry):
    """Cards of signs strewn about, of which any two share exactly one: words or pictures.

    Of two sides half of the cards show the questions, the others the answers.
    """

    kind: Literal["one-in-common"]
    size: tuple[Length, Length] = (88.0, 88.0)
    """Width and height of a card in mm."""
    signs: Literal[3, 4, 6, 8] | None = None
    """How many signs stand on a card: whole sets of 3 take 7 rows of the list, of 4 13, of 6 31, of
    8 57. Left out, the most of which the list gives a whole set, else 3."""
    cards: Annotated[int, Field(ge=2, le=57)] | None = None
    """How many cards; left out, as many as there are of so many signs."""

    def columns(self, game: Game) -> Sequence[str]:
        """Return the column of the signs: pictures where the list has them."""
        if self.sides:
            return self.sides
        table = self.table(game)
        shown = filter(table.has_pictures_alone, table.columns)
        return (next(shown, super().columns(game)[0]),)

    def deal(self, setting: Context) -> DealtGame:
        found = self.items(setting, len(self.columns(setting.game)))
        DataError.raise_for(_ambiguous_answers(found))
        full = [signs for signs in DIFFERENCES if plane_size(signs) <= len(found)]
        signs: int = self.signs or max([min(DIFFERENCES), *full])
        wanted = self.cards
        if wanted is None and self.signs is None and len(found) < plane_size(signs):
            wanted = max(LEAST, most_plane_cards(len(found), signs))
        dealt = deal_cards(len(found), signs, setting.options.seed, wanted)
        marks, facts = self._marks(setting, len(dealt)), {"signs": signs}
        sides = [SIGNS.index(mark) if mark else 0 for mark in marks]
        cards = [
            [found[item].sides[side] for item in card]
            for card, side in zip(dealt, sides, strict=True)
        ]
        shown = [[content.words for content in card] for card in cards]
        called = self._names(setting, found)
        numbers = dict[str, dict[str, list[str]]]()
        for number, (card, mark) in enumerate(zip(dealt, marks, strict=True), start=1):
            for item in card:
                own = numbers.setdefault(called[item], {})
                own.setdefault(mark, []).append(f"{number}")
        lines = []
        for name in sorted(numbers, key=lambda words: (fold(words), words)):
            of = (f"{mark} {', '.join(own)}".strip() for mark, own in numbers[name].items())
            lines.append(f"{name}: {' '.join(of)}")
        rules = message("list.one-in-common-rules")
        if asked := marks.count(SIGNS[0]):
            rules, facts = (
                message("list.one-in-common-pairs", n=asked),
                facts | {"questions": asked},
            )
        return DealtGame("cards", shown, rules, "list.one-in-common-key", lines, cards, facts)

    def _marks(self, setting: Context, count: int) -> Sequence[str]:
        """Return what marks each card: whether it asks or answers, where there are two sides."""
        if len(self.columns(setting.game)) == 1:
            return [""] * count
        return [SIGNS[number >= count // 2] for number in range(count)]

    def _names(self, setting: Context, found: Sequence[Item]) -> Sequence[str]:
        """Return what the key calls each row: a picture by its word."""
        table = self.table(setting.game)
        words = [cell.words for cell in table.column("word")] if table.has("word") else None
        return [
            " – ".join(
                dict.fromkeys(
                    words[one.number] if words and side.is_picture else side.words
                    for side in one.sides
                )
            )
            for one in found
        ]

    def draw(self, setting: Context, cards: Sequence[Signs]) -> Sequence[Piece]:
        (width, height), white = self.card_size(setting), setting.style.length(WHITE)
        inset = setting.style.length(FRAME) + white
        # The field of the signs, above the card's number.
        low = setting.style.lettering(lettered.LEAST_SIZE).height + white
        across, down = width - 2 * inset, height - 2 * inset - low
        places = scatter_signs(len(cards[0]), len(cards), setting.options.seed, down / across)
        widest = max(place.radius for card in places for place in card)
        made = _draw_signs(cards, widest * across / 2, setting)
        own_places = _fit_places(cards, places, {one: size for one, (size, _) in made.items()})
        _require_readable(own_places, len(cards[0]), setting)
        back, marks = self.draw_back(setting), self._marks(setting, len(cards))
        pieces = list[Piece]()
        for number, (card, own) in enumerate(zip(cards, own_places, strict=True), start=1):
            label = f"{marks[number - 1]} {number}".strip()
            sketch = _begin_card(label, setting, width, height)
            for content, place, _ in own:
                at = inset + (1 + place.x) * across / 2, inset + down / 2 + place.y * across / 2
                sketch.put(_place_sign(made[content][1], at, place, across / 2))
            title = f"{number}: {', '.join(one.words for one in card)}"
            pieces.append(Piece(f"{number}", sketch.drawing(width, height, title), back))
        return pieces

    def cover_rules(self, setting: Context) -> str:
        paired = len(self.columns(setting.game)) > 1
        return "list.card-one-in-common-pairs" if paired else super().cover_rules(setting)

    def fillers(self, setting: Context) -> Sequence[Piece]:
        size = self.card_size(setting)
        return [
            Piece("blank", _begin_card("", setting, *size).drawing(*size), self.draw_back(setting))
        ]


def _ambiguous_answers(found: Sequence[Item]) -> Iterator[Problem]:
    """Yield the answers that are the questions of other rows: cards would share them too."""
    asked = {one.words[0].casefold(): one for one in found}
    for one in found:
        for side in one.sides[1:]:
            other = asked.get(side.words.casefold(), one)
            if other is not one:
                values = {"words": clip_text(side.words), "cell": other.sides[0].cells[-1].name}
                yield side.cells[-1].fault(message("table.twice", **values))


def _begin_card(label: str, setting: Context, width: Mm, height: Mm) -> Sketch:
    style, sketch = setting.style, Sketch(setting)
    frame, white = style.length(FRAME), style.length(WHITE)
    sketch.put(*draw_frame(setting, (width, height), frame).shapes)
    how = style.lettering(lettered.LEAST_SIZE, "regular", align="right")
    if label:
        sketch.write(label, width - frame - 2 * white, height - frame - 1.5 * white, how)
    return sketch


def _place_sign(sign: Drawing, at: Point, place: SignPlace, half: Mm) -> Placed:
    scale = 2 * place.radius * half / sign.width
    degrees = place.turn
    if _changes_upside_down(sign.title):
        degrees = LEAST_TURN + degrees % (MOST_TURN - LEAST_TURN)
    turn, reach = radians(degrees), place.radius * half
    x = at[0] - reach * (cos(turn) - sin(turn))
    y = at[1] - reach * (sin(turn) + cos(turn))
    return Placed(sign, x, y, float(degrees), scale)


def _changes_upside_down(words: str) -> bool:
    turned = [TURNABLE.get(letter, "") for letter in reversed(words)]
    return all(turned) and "".join(turned) != words


def _draw_signs(
    cards: Sequence[Signs], radius: Mm, setting: Context
) -> Mapping[Content, tuple[Pt, Drawing]]:
    """Draw each sign as large as a circle takes it, after its type in points."""
    contents = dict.fromkeys(chain.from_iterable(cards))
    nothing = 0.0, Drawing(0.0, 0.0)
    return {
        one: max(_fittings(one, setting, radius), key=itemgetter(0), default=nothing)
        for one in contents
    }


# A sign, where it stands, and in what type.
PlacedSign = tuple[Content, SignPlace, Pt]


def _fit_places(
    cards: Sequence[Signs], places: Sequence[Sequence[SignPlace]], sizes: Mapping[Content, Pt]
) -> Sequence[Sequence[PlacedSign]]:
    """Return where the signs of each card stand: of words the longest in the largest circles.

    None is set larger than 1.6 times the smallest, so that all are read alike.
    """
    widest = max(place.radius for card in places for place in card)
    found = list[list[PlacedSign]]()
    for card, own in zip(cards, places, strict=True):
        if not all(one.is_picture for one in card):
            card = sorted(card, key=sizes.__getitem__)  # noqa: PLW2901 - the same card
            own = sorted(own, key=lambda place: -place.radius)  # noqa: PLW2901
        pairs = zip(card, own, strict=True)
        found.append([(one, place, sizes[one] * place.radius / widest) for one, place in pairs])
    # A word that no circle takes has no size, and is refused.
    fitting = [size for _, _, size in chain.from_iterable(found) if size]
    most = MOST_TIMES * min(fitting, default=0.0)
    return [
        [
            (one, replace(place, radius=place.radius * min(1.0, most / size)), min(size, most))
            if 0 < size < inf
            else (one, place, size)
            for one, place, size in card
        ]
        for card in found
    ]


def _require_readable(
    cards: Sequence[Sequence[PlacedSign]],
    signs: int,
    setting: Context,
) -> None:
    least = LEAST_TYPE * setting.style.scale
    small = dict.fromkeys(one for card in cards for one, _, size in card if size < least)
    DataError.raise_for(
        one.cells[-1].fault(message("list.one-in-common-long", words=clip_text(one.words), n=signs))
        for one in small
    )


def _fittings(
    content: Content,
    setting: Context,
    radius: Mm,
) -> Iterator[tuple[float, Drawing]]:
    """Yield a sign as large as its circle takes it, after its least type in points, if any."""
    for ratio in RATIOS[:1] if content.is_picture else RATIOS:
        across = 2 * radius / hypot(1, ratio)
        with suppress(lettered.DoesNotFitError):
            drawn = draw_content(content, setting, (across, across * ratio))
            if (box := Extents().drawing(drawn)) is None:
                continue
            (x, y), scale = box.middle, FILLED * radius / (hypot(*box.size) / 2)
            placed = Placed(drawn, radius - x * scale, radius - y * scale, scale=scale)
            whole = Drawing(2 * radius, 2 * radius, (placed,), title=content.words)
            least = min(size for _, size in sized_words(drawn)) if not content.is_picture else inf
            yield least * scale, whole
