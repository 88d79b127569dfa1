"""The STI deck on paper: counts, sizes, backs, words, circles, and what is refused."""

import json
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import BytesIO
from itertools import combinations
from pathlib import Path

import pikepdf
import pytest
from PIL import Image, ImageChops
from pypdfium2 import PdfDocument

from generator.cli.program import run
from generator.errors import LudokitError
from generator.game import Game, load, load_folder
from generator.game.parts import Deck
from generator.make import card_sheets, make
from generator.paper.imposition import Duplex
from generator.paper.page import PAPERS, Extents, PaperName, bounding_box
from generator.paper.page import Box as Area
from generator.paper.palette import LEGIBLE, contrast
from generator.paper.shapes import Circle, Drawing, Placed, Rect, Text
from generator.paper.shapes import Path as Outline
from generator.paper.text import FontChoice, width_of
from generator.printables.context import CARD_SIZES, Context, Options, palette
from generator.printables.kinds.cards import CardsEntry, draw_fronts
from generator.printables.pictures import picture
from generator.printables.planning import entries, plan, printables_played_with
from generator.rules import load as load_rules
from generator.words import BUILT_IN, Language
from tests.render.drawings import all_shapes, set_words, words_of
from tests.render.measured import picture_of, sizes_mm, texts, unlike

MM = 25.4 / 72
# games/sti.md, written out again: what the data hold is compared with it.
COPIES = {
    "chlamydia": 4,
    "gonorrhoea": 3,
    "syphilis": 3,
    "lgv": 2,
    "m-genitalium": 2,
    "herpes": 3,
    "hpv": 3,
    "hiv": 2,
    "hepatitis-b": 1,
    "hepatitis-c": 1,
    "yellow": 8,
    "blue": 4,
    "pink": 4,
    "green": 3,
    "orange": 2,
    "violet": 2,
    "red": 1,
    "condom": 8,
    "calendar": 3,
    "forgotten": 3,
    "teeth": 3,
    "azithromycin": 3,
    "doxycycline": 3,
    "ceftriaxone": 2,
    "penicillin": 2,
    "moxifloxacin": 1,
    "antiviral": 1,
    "abstinence": 5,
    "swab": 4,
    "urine": 4,
}
# Each + of the table, by the colours of the ways.
PASSES = {
    "chlamydia": {"yellow", "blue", "violet"},
    "lgv": {"yellow"},
    "gonorrhoea": {"yellow", "blue", "pink", "violet"},
    "syphilis": {"yellow", "blue", "pink", "green"},
    "m-genitalium": {"yellow"},
    "herpes": {"yellow", "blue", "pink", "green", "orange"},
    "hpv": {"yellow", "blue", "pink", "green", "orange", "violet"},
    "hiv": {"yellow", "red"},
    "hepatitis-b": {"yellow", "green", "violet", "red"},
    "hepatitis-c": {"red"},
}
KILLS = {
    "azithromycin": ["chlamydia", "m-genitalium"],
    "doxycycline": ["chlamydia", "lgv"],
    "ceftriaxone": ["gonorrhoea"],
    "penicillin": ["syphilis"],
    "moxifloxacin": ["m-genitalium"],
    "antiviral": ["hepatitis-c"],
}
THROWS = {
    "chlamydia": ("1", "1"),
    "gonorrhoea": ("1+1", "1"),
    "syphilis": ("1+2", "1"),
    "lgv": ("1+1", "1"),
    "m-genitalium": ("1", "2"),
    "herpes": ("1", "2"),
    "hpv": ("1+1", "2"),
    "hiv": ("2", "2"),
    "hepatitis-b": ("1+2", "2"),
    "hepatitis-c": ("1+1", "2"),
}
# What somebody does to somebody in the game of attacks, and in no other.
ATTACKS = {
    "fr": {"adversaire", "adversaires", "attaque", "attaques", "attaquer", "défense", "élimine"},
    "en": {"opponent", "opponents", "attack", "attacks", "defence", "kill", "kills"},
}
DISCARD = {"fr": "défausse", "en": "iscard"}
WAYS = ("yellow", "blue", "pink", "green", "orange", "violet", "red")
NOT_READ = {
    "fr": "Modèle simplifié, pas encore relu par un ou une professionnelle de santé.",
    "en": "Simplified model, not yet read by a health professional.",
}
PRINTABLES = ("cards", "life-tracks", "aids", "record-form")
Box = tuple[float, float, float, float]


@pytest.fixture(scope="module")
def game() -> Game:
    """Return the STI game."""
    return load("sti")


@pytest.fixture(scope="module")
def deck(game: Game) -> Deck:
    """Return its deck."""
    return game.part("deck", Deck)


def pdf_of(game: Game, options: Options, printable: str = "cards") -> bytes:
    """Return the PDF of a printable."""
    pdf = make(game, printable, options).pdf
    assert pdf is not None
    return pdf


def card_of(game: Game, name: str, options: Options | None = None) -> Drawing:
    """Draw the front of a card."""
    setting = Context(game, "cards", options or Options())
    entry = entries(game)["cards"]
    assert isinstance(entry, CardsEntry)
    return draw_fronts(entry, setting, [name])[name]


def boxes_of(pdf: bytes) -> list[list[Box]]:
    """Return the clipped boxes of each page, in mm from the top left: x, y, width, height."""
    found = []
    with pikepdf.open(BytesIO(pdf)) as document:
        for page in document.pages:
            _, _, _, height = (float(edge) for edge in page.mediabox)
            found.append(list(_clipped(page, height)))
    return found


def _clipped(page: pikepdf.Page, height: float) -> Iterator[Box]:
    matrices = [pikepdf.Matrix()]
    box: list[float] = []
    for one in pikepdf.parse_content_stream(page):
        match str(one.operator):
            case "q":
                matrices.append(matrices[-1])
            case "Q":
                matrices.pop()
            case "cm":
                matrices[-1] = pikepdf.Matrix(*map(float, one.operands)) @ matrices[-1]
            case "re":
                box = [float(operand) for operand in one.operands]
            case "W":
                x, y, width, high = box
                ends = pikepdf.Matrix(matrices[-1]).transform(
                    pikepdf.Rectangle(x, y, x + width, y + high)
                )
                yield ends.llx * MM, (height - ends.ury) * MM, ends.width * MM, ends.height * MM


def trims_of(game: Game, options: Options) -> list[list[Box]]:
    """Return where cards are cut on each page: their boxes without what goes on beyond."""
    pages = zip(boxes_of(pdf_of(game, options)), plan(game, "cards", options), strict=True)
    return [
        [trim_of(box, copy.placed) for box, copy in zip(boxes, page.copies, strict=True)]
        for boxes, page in pages
    ]


def trim_of(box: Box, placed: Placed) -> Box:
    """Return where a card is cut, from the box of what shows of it."""
    assert placed.clip is not None
    clip, drawing = placed.clip, placed.drawing
    ends = (-clip.x, clip.width + clip.x - drawing.width)
    heights = (-clip.y, clip.height + clip.y - drawing.height)
    left, top = (one[placed.turn > 0] for one in (ends, heights))
    return box[0] + left, box[1] + top, box[2] - sum(ends), box[3] - sum(heights)


def about(boxes: list[Box]) -> Area:
    """Return the box about several."""
    return bounding_box(end for x, y, w, h in boxes for end in ((x, y), (x + w, y + h)))


@pytest.mark.parametrize("language", BUILT_IN)
def test_ninety_cards_on_twenty_pages(game: Game, language: Language) -> None:
    """On A4 the deck is ten pages of nine fronts, each followed by nine backs, true in size."""
    pages = trims_of(game, Options(language))
    assert [len(boxes) for boxes in pages] == [9] * 20
    for *_, width, height in (box for boxes in pages for box in boxes):
        assert (width, height) == pytest.approx((63, 88), abs=0.05)


def test_counts(game: Game, deck: Deck) -> None:
    """Every card is printed as often as the published deck holds it, 90 in all."""
    drawn = Counter(
        copy.placed.drawing.title
        for page in plan(game, "cards", Options())
        if not page.is_back
        for copy in page.copies
    )
    assert drawn == COPIES
    assert drawn.total() == deck.count == 90
    figures = deck.figures()
    assert (figures["microbe"], figures["behaviour"], figures["drug"]) == (24, 24, 12)
    assert (figures["breaker"], figures["test"], figures["condom"]) == (9, 8, 8)


def test_the_deck_of_the_game_together(game: Game, deck: Deck) -> None:
    """Four full sheets: no behaviour, every other design, and three cards of words."""
    fronts = [page for page in plan(game, "short-cards", Options()) if not page.is_back]
    drawn = Counter(copy.placed.drawing.title for page in fronts for copy in page.copies)
    words = {"together.turn", "together.read", "spare.know"}
    assert (len(fronts), drawn.total()) == (4, 36)
    assert {name: drawn[name] for name in drawn if name not in words} == deck.short
    assert words | {n for n in COPIES if n not in deck.of_type("behaviour")} == drawn.keys()


@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("printable", ["short-cards", "aids-together", "reminder-together"])
def test_papers_of_the_game_together_attack_nobody(
    game: Game, language: Language, printable: str
) -> None:
    """No word of the game of attacks stands on a paper of the game that a table plays together."""
    pages = plan(game, printable, Options(language))
    said = " ".join(words_of(copy.placed.drawing) for page in pages for copy in page.copies)
    found = {word for word in re.findall(r"[^\W\d_]+", said.lower()) if word in ATTACKS[language]}
    assert not found


@pytest.mark.rest
@pytest.mark.few(1)
@pytest.mark.parametrize("year", ["3e", "4e"])
@pytest.mark.parametrize("language", BUILT_IN)
def test_the_kit_of_a_younger_year_attacks_nobody(
    game: Game, language: Language, year: str
) -> None:
    """No such word is in what the kit of a year before 2de prints, guide and exercises too."""
    options = Options(language, year=year, pupils=12)
    names = printables_played_with(game, options)
    assert {"guide", "trial", "exercises", "slides", "short-cards", "together"} <= {*names}
    assert not {"cards", "rules", "aids", "reminder", "record-form", "life-tracks"} & {*names}
    assert {"cards", "rules"} <= {*printables_played_with(game, Options(language, year="2de"))}
    for name in names:
        made = make(game, name, options)
        assert made.pdf is not None
        with PdfDocument(made.pdf) as file:
            said = " ".join(page.get_textpage().get_text_bounded() for page in file)
        words = {*re.findall(r"[^\W\d_]+", said.lower())}
        assert len(words) > 5
        assert not {word for word in words if word in ATTACKS[language] or "duel" in word}, name


@pytest.mark.parametrize("language", BUILT_IN)
def test_cards_of_the_game_together_say_what_they_do(game: Game, language: Language) -> None:
    """Each card to play says where it goes, and a test what it does; a microbe has no dice."""
    entry, said = entries(game)["short-cards"], game.sentences[language].texts
    assert isinstance(entry, CardsEntry)
    setting = Context(game, "short-cards", Options(language))
    deck = game.part("deck", Deck)
    for name, card in draw_fronts(entry, setting, deck.short).items():
        is_microbe, words = deck.cards[name].type == "microbe", words_of(card)
        assert is_microbe or DISCARD[language] in words, name
        assert said["attack"] not in words
        if deck.cards[name].type == "test":
            assert said["together.test"].split()[0] in words


@pytest.mark.few(4)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
@pytest.mark.parametrize("only", [(), ("chlamydia", "condom")], ids=["deck", "twelve cards"])
@pytest.mark.parametrize("size", ["poker", "57x87"])
def test_backs_lie_behind_their_fronts(
    game: Game, paper: PaperName, duplex: Duplex, only: tuple[str, ...], size: str
) -> None:
    """In the PDF front n and back n coincide within 0.1 mm, last page too, for both flips."""
    options = Options(paper=paper, duplex=duplex, only=only, card_size=size)
    pages = trims_of(game, options)
    assert len(pages) % 2 == 0
    width, height = sizes_mm(pdf_of(game, options))[0]
    across = (duplex == "long-edge") != (width > height)
    for front, backs in zip(pages[::2], pages[1::2], strict=True):
        assert len(front) == len(backs) > 0
        for (x, y, wide, high), back in zip(front, backs, strict=True):
            turned = (width - x - wide, y) if across else (x, height - y - high)
            assert back == pytest.approx((*turned, wide, high), abs=0.1)


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
def test_backs_go_on_beyond_the_outermost_cuts(game: Game, duplex: Duplex) -> None:
    """Cut 2 mm off, no back is white at the rim; those between lie edge to edge."""
    options = Options(duplex=duplex, only=("chlamydia", "condom"))
    pages = zip(boxes_of(pdf_of(game, options)), trims_of(game, options), strict=True)
    for shown, cut in list(pages)[1::2]:
        near, far = about(cut), about(shown)
        assert (near.left - far.left, near.top - far.top) == pytest.approx((2, 2), abs=0.01)
        assert (far.right - near.right, far.bottom - near.bottom) == pytest.approx((2, 2), abs=0.01)
        for one, other in combinations(shown, 2):
            shared = about([one]).shared(about([other]))
            assert shared is None or min(shared.size) < 0.01


def test_a_folded_deck_has_its_backs_beside_the_fronts(game: Game) -> None:
    """Folded, each front touches a back of its size; single-sided there are no backs."""
    (boxes, *_) = boxes_of(pdf_of(game, Options(duplex="fold")))
    assert len(boxes) % 2 == 0
    for one, other in zip(boxes[::2], boxes[1::2], strict=True):
        beside = abs(one[0] + one[2] - other[0]) < 0.1 or abs(one[1] + one[3] - other[1]) < 0.1
        assert beside
    assert len(boxes_of(pdf_of(game, Options(duplex="none")))) == 10


@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize(
    "options", [Options(large=True), Options(bleed=3.0), Options(card_size="tarot")]
)
def test_free_places_hold_cards_of_their_own(
    game: Game, language: Language, options: Options
) -> None:
    """The last sheet is full: how to read a card, what is to be known, then cards to draw on."""
    options = replace(options, language=language)
    pages = [page for page in plan(game, "cards", options) if not page.is_back]
    assert {len(page.copies) for page in pages} == {len(pages[0].copies)}
    free = [copy.placed.drawing for page in pages for copy in page.copies][90:]
    titles = ["spare.read", "spare.know", *["spare.own"] * len(free)]
    assert [one.title for one in free] == titles[: len(free)]
    assert len(free) >= 2
    reading, knowing, *own = free
    for name in ("sign-bacterium", "sign-virus", "sign-test"):
        assert name in {one.drawing.title for one in all_shapes(reading) if isinstance(one, Placed)}
    for one in (reading, knowing):
        assert NOT_READ[language] in words_of(one)
        assert "reconsti" in words_of(one) or "reconstructed" in words_of(one)
        for text in set_words(replace(one, shapes=one.shapes[:2])):
            assert text.y <= one.height - 3, text
    assert all(len(words_of(one)) < 15 for one in own)


def test_small_cards_do_without_what_does_not_fit(game: Game) -> None:
    """Where the words of a card for a free place do not fit, the next one takes it."""
    pages = plan(game, "cards", Options(card_size="mini", paper="letter"))
    free = [copy.placed.drawing.title for page in pages[::2] for copy in page.copies][90:]
    assert free
    assert "spare.read" not in free
    assert free[-1] == "spare.own"


def test_chosen_cards_are_alone(game: Game) -> None:
    """A reprint of a few cards brings no cards besides."""
    (front, _) = plan(game, "cards", Options(only=("condom",)))
    assert len(front.copies) == 8


def test_chosen_cards_keep_the_grid(game: Game) -> None:
    """A reprint of a few cards puts them where the whole deck's first cards lie."""
    whole = boxes_of(pdf_of(game, Options()))
    some = boxes_of(pdf_of(game, Options(only=("Hépatite C", "sang", "jaune"))))
    assert len(some[0]) == 9
    assert len(some[2]) == 1
    for one, other in zip(some[0], whole[0], strict=True):
        assert one == pytest.approx(other, abs=0.01)
    assert some[2][0] == pytest.approx(whole[0][0], abs=0.01)


@pytest.mark.parametrize(
    ("word", "card"),
    [
        ("hiv", "hiv"),
        ("VIH", "hiv"),
        ("préservatif", "condom"),
        ("Pénétration", "yellow"),
        ("penetration", "yellow"),
        ("Shared toys", "violet"),
        ("hpv", "hpv"),
    ],
)
def test_cards_are_named_in_either_language(game: Game, word: str, card: str) -> None:
    """A card is chosen by its id, its title or its word, with or without accents."""
    pages = plan(game, "cards", Options(only=(word,)))
    names = {copy.placed.drawing.title for page in pages[::2] for copy in page.copies}
    assert names == {card}


def test_unknown_card_gets_the_nearest_name(game: Game) -> None:
    """A card that is not there is refused, with the word that was meant."""
    with pytest.raises(LudokitError, match="chlamydia"):
        plan(game, "cards", Options(only=("clamidia",)))


SETTINGS: tuple[tuple[bool, FontChoice, PaperName], ...] = (
    (False, "standard", "a4"),
    (True, "standard", "letter"),
    (False, "dyslexia", "letter"),
    (True, "dyslexia", "a4"),
)
FORMATS = [
    Options(language, card_size=size, large=large, font=font, paper=paper)
    for language in BUILT_IN
    for size in CARD_SIZES
    for large, font, paper in SETTINGS
]


@pytest.mark.few(6)
@pytest.mark.parametrize("options", FORMATS, ids=lambda o: f"{o.language}{o.suffix()}")
def test_words_fit_at_seven_points(game: Game, options: Options) -> None:
    """On every card, in each language and format, words are 7 pt or more and within the card."""
    for name in COPIES:
        card = card_of(game, name, options)
        assert card.width == options.card[0] * options.style.scale
        for text in set_words(card):
            assert text.size >= 7, (name, text.words)
            width = width_of(text.words, text.font, text.size)
            left = text.x - {"left": 0.0, "middle": width / 2, "right": width}[text.align]
            assert left >= 2, (name, text.words)
            assert left + width <= card.width - 2, (name, text.words)
            assert 2 <= text.y <= card.height - 2, (name, text.words)


@pytest.mark.few(3)
@pytest.mark.parametrize("size", CARD_SIZES)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_large_cards_are_four_a_page_and_formats_true(
    game: Game, size: str, paper: PaperName
) -> None:
    """Cards have the size asked for; for low vision the usual ones are four a page."""
    boxes = boxes_of(pdf_of(game, Options(paper=paper, card_size=size)))[0]
    assert all(box[2:] == pytest.approx(CARD_SIZES[size], abs=0.05) for box in boxes)
    if size == "poker":
        large = boxes_of(pdf_of(game, Options(paper=paper, large=True)))
        assert len(large[0]) == 4
        assert len(boxes) == 9


def test_bleed_reaches_over_the_cut(game: Game) -> None:
    """With 3 mm of bleed a card shows 3 mm more on every side; the file says where to trim."""
    pdf = pdf_of(game, Options(bleed=3.0))
    for boxes in boxes_of(pdf):
        cards = [box for box in boxes if box[2] > 40]  # not one in small on another
        assert all(box[2:] == pytest.approx((69, 94), abs=0.05) for box in cards)
    with pikepdf.open(BytesIO(pdf)) as document:
        for page, boxes in zip(document.pages, boxes_of(pdf), strict=True):
            trim, bleed = ([float(x) * MM for x in one] for one in (page.trimbox, page.bleedbox))
            assert len(boxes) < 4 or bleed[0] == pytest.approx(min(x for x, *_ in boxes), abs=0.01)
            gaps = [far - near for near, far in zip(trim, bleed, strict=True)]
            assert gaps == pytest.approx([-3, -3, 3, 3], abs=0.01)
    with pikepdf.open(BytesIO(pdf_of(game, Options(only=("hiv",))))) as document:
        assert all("/TrimBox" not in page for page in document.pages)


def test_colour_reaches_every_cut(game: Game) -> None:
    """A band covers its card to the square corners, so that a guillotine leaves none white."""
    for name in COPIES:
        band = next(one for one in card_of(game, name).shapes if isinstance(one, Rect) and one.fill)
        assert band.radius == 0
        assert band.x <= -3
        assert band.y <= -3
        assert band.x + band.width >= 66


# Pixels a millimetre; what is so much lighter or darker (of 255) is seen to differ.
DOTS, SEEN = 10, 96
Back = Callable[[float], Image.Image]


@pytest.fixture(scope="module")
def back(game: Game) -> Back:
    """Give a way to look at a back as it is cut from a sheet, the cut so many mm too far right."""
    pdf = pdf_of(game, Options(only=("condom",)))
    picture, (x, y, width, height) = picture_of(pdf, page=1), sorted(boxes_of(pdf)[1])[4]

    def cut(off: float) -> Image.Image:
        left, top = round((x + off) * DOTS), round(y * DOTS)
        return picture.crop((left, top, left + round(width * DOTS), top + round(height * DOTS)))

    return cut


def test_a_back_is_the_same_turned_round(back: Back) -> None:
    """Upside down the back looks as it did: no card of a hand is told by how it is held."""
    picture = back(0.0)
    assert unlike(picture, picture.transpose(Image.Transpose.ROTATE_180), SEEN) < 0.01


def test_a_back_forgives_two_millimetres(back: Back) -> None:
    """What a cut 2 mm off takes from a neighbour goes on as the back does: no seam shows."""
    for off in (-2.0, 2.0):
        whole = ImageChops.offset(back(0.0), -round(off * DOTS), 0)
        assert unlike(back(off), whole, SEEN) < 0.002, off


# What a hand shows of each card, and where the pictures of a deck lie.
COLUMN = 11.0


@pytest.mark.parametrize(
    ("size", "width", "height"),
    [("carrée", 70, 70), ("MINI", 44, 68), ("57,5x87", 57.5, 87), ("80 × 110", 80, 110)],
)
def test_sizes_have_names_or_lengths(
    tmp_path: Path, size: str, width: float, height: float
) -> None:
    """`--card-size` takes a name in either language, or width and height in mm."""
    to = ["--to", str(tmp_path), "--only", "vih"]
    assert run(["print", "sti", "cartes", "--taille-cartes", size, *to]) == 0
    (file,) = (tmp_path / "sti" / "fr").glob("*.pdf")
    ((_, _, *sides), *_) = boxes_of(file.read_bytes())[0]
    assert sides == pytest.approx((width, height), abs=0.05)


@pytest.mark.parametrize("name", PASSES)
def test_each_plus_is_a_sector(game: Game, name: str) -> None:
    """The circle has a full sector with its letter for each + of the table, and no other."""
    card = card_of(game, name)
    full = {one.fill for one in all_shapes(card) if isinstance(one, Outline) and one.fill in WAYS}
    assert full == PASSES[name]
    letters = Counter(
        one.words
        for one in all_shapes(card)
        if isinstance(one, Text) and one.colour.removesuffix(".on") in WAYS
    )
    # On the circle, and in the column that a hand shows.
    assert letters == Counter([game.sentences["fr"].label(way) for way in PASSES[name]] * 2)


@pytest.mark.parametrize("language", BUILT_IN)
def test_a_sheet_says_once_what_its_cards_are_not(game: Game, language: Language) -> None:
    """Each sheet says at its foot that cards simplify and what is reconstructed, no card does."""
    for page in plan(game, "cards", Options(language)):
        foot = words_of(page.furniture)
        assert "implifi" in foot
        assert "reconstitués" in foot or "reconstructed" in foot
    for name in COPIES:
        words = words_of(card_of(game, name, Options(language)))
        assert "implifi" not in words, name
        assert "(1)" not in words, name


@pytest.mark.parametrize("font", ["standard", "dyslexia"])
def test_cards_of_a_deck_are_set_alike(game: Game, font: FontChoice) -> None:
    """Below their pictures words have two sizes at most, and all dice stand at one height."""
    cards = [card_of(game, name, Options(font=font)) for name in COPIES]
    rows, sizes = set(), set()
    for card in cards:
        dice, words = [o for o in card.shapes if isinstance(o, Placed) and o.x == 4 and o.y > 50]
        rows.add((round(dice.y, 3), round(dice.drawing.height, 3)))
        regular = [one.size for one in set_words(words.drawing) if one.font.endswith("Regular")]
        sizes.add(max(regular))
    assert len({y for y, _ in rows}) == 1
    assert len({height for _, height in rows if height}) == 1
    assert len(sizes) <= 2


def test_behaviours_differ_by_their_drawing_alone(game: Game, deck: Deck) -> None:
    """Without letter or colour, no two behaviours show the same lines."""
    drawn = {picture(game, deck.cards[way].picture or "", 36.0).shapes for way in WAYS}
    assert len(drawn) == len(WAYS)


@pytest.mark.parametrize("language", BUILT_IN)
def test_letters_tell_the_behaviours_apart(game: Game, language: Language) -> None:
    """Each behaviour has a letter of its own, on its card and on the circles."""
    letters = {way: game.sentences[language].label(way) for way in WAYS}
    assert len(set(letters.values())) == len(WAYS)
    for way, letter in letters.items():
        card = card_of(game, way, Options(language))
        assert letter in [one.words for one in all_shapes(card) if isinstance(one, Text)]
        assert any(isinstance(one, Circle) and one.fill == way for one in all_shapes(card))


def test_drugs_kill_what_the_table_says(game: Game, deck: Deck) -> None:
    """A drug's card names exactly the microbes it kills; four viruses are killed by none."""
    titles = game.sentences["fr"].texts
    microbes = {name: titles[f"card.{name}"] for name in PASSES}
    for drug, killed in KILLS.items():
        assert list(deck.cards[drug].kills) == killed
        words = words_of(card_of(game, drug))
        assert {name for name, title in microbes.items() if title in words} == set(killed)
    assert {name for name, card in deck.cards.items() if card.kills} == set(KILLS)
    for name in ("herpes", "hpv", "hiv", "hepatitis-b"):
        assert not any(name in card.kills for card in deck.cards.values())


def test_dice(deck: Deck) -> None:
    """Attack and defence are those of the table."""
    found = {
        name: (card.attack.as_printed(), card.defence.as_printed())
        for name, card in deck.cards.items()
        if card.attack is not None and card.defence is not None
    }
    assert found == THROWS


def test_dice_on_cards_are_to_throw(game: Game, deck: Deck) -> None:
    """A card shows as many dice as are thrown, each in space: no face of one reads as a number."""
    die = picture(game, "icon:die", 6.4).shapes
    for name in deck.of_type("microbe"):
        card = deck.cards[name]
        assert card.attack is not None
        assert card.defence is not None
        shown = [one for one in all_shapes(card_of(game, name)) if isinstance(one, Placed)]
        dice = [one for one in shown if one.drawing.shapes == die]
        assert len(dice) == card.attack.dice + card.defence.dice


@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("printable", PRINTABLES)
def test_every_page_says_that_nobody_has_read_it(
    game: Game, language: Language, printable: str
) -> None:
    """While no health professional has read the game, each of its pages says so."""
    assert game.head.health is not None
    assert not game.head.health.reviewed_by
    for page in texts(pdf_of(game, Options(language), printable)):
        assert NOT_READ[language] in page.replace("\n", " ")


def test_a_reader_ends_the_notice(tmp_path: Path, game: Game) -> None:
    """Once a reader is named the notice is gone."""
    folder = tmp_path / "sti"
    shutil.copytree(game.folder, folder)
    file = folder / "game.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('reviewed_by: ""', "reviewed_by: Dr A. B."), encoding="utf-8")
    for page in texts(pdf_of(load_folder(folder), Options(only=("hiv",)))):
        assert "simplifié" not in page


@pytest.mark.parametrize("printable", PRINTABLES)
def test_pupils_names_are_refused(game: Game, printable: str) -> None:
    """No paper of this game carries a pupil's name: names are refused, not left out."""
    with pytest.raises(LudokitError, match="never carries pupils' names"):
        make(game, printable, Options(names=("Ana",)))


@pytest.mark.few(1)
@pytest.mark.parametrize("language", BUILT_IN)
def test_every_health_sentence_has_a_source(game: Game, language: Language) -> None:
    """All that cards and aids say about health is a fact of the data with a fitting source."""
    health = game.head.health
    assert health is not None
    facts = {fact.fact: fact for fact in health.facts}
    assert set(game.sentences[language].health) == set(facts)
    printed_facts = {
        fact
        for fact, sentence in game.sentences[language].health.items()
        if any(_squeezed(sentence) in _squeezed(words) for words in _all_words(game, language))
    }
    assert len(printed_facts) >= 25
    for name in printed_facts:
        fact = facts[name]
        assert fact.sources
        assert all(fact.about in health.sources[source].covers for source in fact.sources)


def _all_words(game: Game, language: Language) -> Iterator[str]:
    for name in COPIES:
        yield words_of(card_of(game, name, Options(language)))
    for page in plan(game, "aids", Options(language)):
        yield from (words_of(copy.placed.drawing) for copy in page.copies)


def _squeezed(words: str) -> str:
    return "".join(letter for letter in words if letter.isalnum())


def test_lives_to_cross_off_are_those_of_the_rules(game: Game) -> None:
    """A page for a table has a row of all life points for each of the most players."""
    (page,) = plan(game, "life-sheet", Options())
    rows = range(1, game.head.players[1] + 1)
    lives = [f"life.{point}" for point in range(load_rules(game).layout.lives()[0] + 1)]
    assert {cell.id for _, cell in page.cells()} == {
        f"round{n}.{one}" for n in rows for one in (*lives, "player")
    }


@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("large", [False, True])
def test_an_aid_has_air_and_names_every_letter(
    game: Game,
    deck: Deck,
    language: Language,
    paper: PaperName,
    large: bool,  # noqa: FBT001 - a column of the table
) -> None:
    """What is told of a microbe stands on one line between its rules; each letter has its name."""
    options = Options(language, paper, large=large)
    (page,) = plan(game, "aids", options)
    said = Context(game, "aids", options)
    lines = [
        one.words for one in all_shapes(page.copies[0].placed.drawing) if isinstance(one, Text)
    ]
    for key in ("cured", "treated", "controlled", "chronic", "clears", "cervical"):
        assert said.text(f"care.{key}.short") in lines
    for name in deck.coloured():
        at = [n for n, words in enumerate(lines) if words == said.text(f"card.{name}")]
        assert said.sentences.label(name) in {lines[n - 1] for n in at}


def test_life_tracks(game: Game) -> None:
    """A strip has a box for every number from 20 to 0, at least 8 mm wide, and no pupil's name.

    Words say where one begins, above the boxes, and in the last that one is out.
    """
    (page,) = plan(game, "life-tracks", Options())
    cells = [cell for copy, cell in page.cells() if copy == 1]
    assert [cell.id for cell in cells if cell.id != "table"] == [
        f"life.{number}" for number in range(20, -1, -1)
    ]
    assert all(cell.width >= 8 for cell in cells)
    assert len({copy.number for copy in page.copies}) == 6
    boxes = {cell.id: cell for cell in cells}
    for number, said in ((20, "départ"), (10, "partie courte"), (0, "jeu")):
        words, box = told(page.copies[0].placed.drawing, said), boxes[f"life.{number}"]
        x, y = page.copies[0].placed.x, page.copies[0].placed.y
        assert abs(x + (words.left + words.right) / 2 - box.x - box.width / 2) < 0.1
        if number:
            assert 0 < box.y - y - words.bottom < 3
        else:
            assert box.y < y + words.top < y + words.bottom < box.y + box.height


def told(drawing: Drawing, words: str) -> Area:
    """Return the box about some words of a drawing."""
    (text,) = (text for text in set_words(drawing) if text.words == words)
    box = Extents().shape(text)
    assert box is not None
    return box


@pytest.mark.parametrize("ink", ["colour", "grey"])
def test_letters_are_legible_on_every_colour(game: Game, ink: str) -> None:
    """Words on a band and letters on a disc contrast 4.5 : 1, in colour and in grey."""
    colours = palette(game, "grey" if ink == "grey" else "colour")
    for name in game.head.colours:
        assert contrast(colours.fill(name), colours.line(f"{name}.on")) >= LEGIBLE, name


def test_sheets_for_tabletops(game: Game) -> None:
    """The deck is written as images of 10 x 7 cards at most, with a list of what lies where."""
    made = card_sheets(game, "cards", Options("en"))
    listed = json.loads(made.files["cards.sheet.json"])
    assert Counter(card["id"] for card in listed["cards"]) == COPIES
    cells = Counter((card["image"], card["row"], card["column"]) for card in listed["cards"])
    assert set(cells.values()) == {1}
    assert max(card["row"] for card in listed["cards"]) == 7
    assert max(card["column"] for card in listed["cards"]) == 10
    assert {card["image"] for card in listed["cards"]} | {listed["back"]} == {
        name for name in made.files if name.endswith(".png")
    }
    for name, (columns, rows) in {
        "cards.sheet-1.png": (10, 7),
        "cards.sheet-2.png": (10, 2),
    }.items():
        picture = Image.open(BytesIO(made.files[name]))
        assert max(picture.size) <= 4096
        assert picture.width / picture.height == pytest.approx(columns * 63 / (rows * 88), rel=0.01)


def test_only_decks_have_sheets_for_tabletops(game: Game) -> None:
    """A printable without cards is refused."""
    with pytest.raises(LudokitError, match="no deck"):
        card_sheets(game, "aids", Options())


def test_printed_papers_are_inside_the_printable_area(game: Game) -> None:
    """All printables plan on every paper, ink and size without a word that does not fit."""
    for paper in PAPERS:
        for printable in PRINTABLES:
            assert plan(game, printable, Options(paper=paper, large=True))


def test_the_command_writes_sheets_and_refuses_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`print sti --sheet-png` writes images and their list; `--names` stops with exit code 2."""
    to = ["--to", str(tmp_path)]
    assert run(["print", "sti", "--sheet-png", "--only", "vih", *to]) == 0
    found = {file.suffix for file in (tmp_path / "sti" / "fr").iterdir()}
    assert found == {".png", ".json"}
    names = tmp_path / "names.txt"
    names.write_text("Ana\n", encoding="utf-8")
    assert run(["kit", "sti", "--names", str(names), *to]) == 2
    assert "noms de tables" in capsys.readouterr().err
