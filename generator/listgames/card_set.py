"""Cards and tiles to be cut apart: a kind deals and draws them; sheets, key, label follow."""

import re
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import floor
from string import ascii_letters, digits
from typing import Annotated, Any

from pydantic import Field

from generator.errors import DataError, Problem
from generator.game.drawings import drawing_file, drawing_title
from generator.game.facts import ColourId
from generator.listgames.frames import (
    DeckLook,
    FamilySign,
    boxes_in,
    draw_deck_back,
    draw_frame,
    row_signs,
)
from generator.listgames.planner import Content, Item, ListEntry, ListGameEntry, teacher_pages
from generator.paper import shapes as art
from generator.paper import text as lettered
from generator.paper.imposition import Piece
from generator.paper.page import Box, Page, sized_words
from generator.paper.shapes import Drawing, Mm, Placed, Pt, Shape, Size
from generator.printables.context import Context
from generator.printables.page_furniture import count_grid_cuts, draw_emblem, imposed_pages
from generator.printables.pictures import largest_shipped
from generator.printables.printable import Finishing
from generator.printables.sketch import Sketch
from generator.printables.user_pictures import user_picture
from generator.words import FLAG, message, shipped_picture

# The largest and the least type on what is made from a list, in points.
LARGEST: Pt = 60.0
LEAST: Pt = 9.0
# One word in six may be too long for the size of the others; it is set in no less of that size.
OUTLIERS, SMALLER = 6, 0.7
# Of a flag in outline, which has its country's name below it.
NAME_BELOW = 0.25
# How much of the height words have that stand with a picture, and of theirs is white between.
WORDS_BELOW, BETWEEN = 0.26, 0.15
# Nothing of these hangs below the line.
FLAT = frozenset(ascii_letters + digits + " ×÷+−=-.éèêëàâîïôûùÉÈ\u00a0") - frozenset("gjpqyJQ")
# Capitals that reach up farther than others, and by what share of the type size.
ACCENTED, ACCENT = re.compile(r"[À-ÆÈ-ÖÙ-Ý]"), 0.22
# A sum of at most this many signs stays on one line.
LONGEST_SUM = 12
# White from the cut of a card to its frame.
FRAME: Mm = 3.0
# White between words and the lines about them, in fields whose shorter side is as long as told;
# fields of nine in a row have no more to spare.
WORD_MARGINS = ((50.0, 4.0), (25.0, 3.0), (0.0, 1.6))
# The type of a deck's title and what stands below, and of its rules from the largest, in points;
# the emblem above the title as a share of the card's shorter side.
TITLE: Pt = 24.0
COVER_TEXT: Pt = 11.0
STEPS: tuple[Pt, ...] = (12.0, 11.0, 10.0, 9.0)
COVER_EMBLEM = 0.2
# Tiles that are lower have no room for these.
SMALLEST_COVER: Mm = 40.0
# What tells the sides of a pair or of three apart without a colour, or two rings.
SIGNS = ("●", "■", "▲")
# Where else signs may stand on such cards.
CORNERS = ((0, 0), (1, 0), (0, 1))
BLANK = Drawing(0.0, 0.0)
Length = Annotated[float, Field(ge=25, le=220)]
# A content, and which side of its row it is, from 0.
PairSide = tuple[Content, int]


class CardSetEntry(ListGameEntry):
    """Cards made from a list, of one size; `--card-size` asks for another."""

    size: tuple[Length, Length] = (48.0, 48.0)
    """Width and height of a card in mm."""
    cover: bool = False
    """Whether each deck begins with a card that has its title, and with its rules on others."""

    supported_options = ListGameEntry.supported_options | {"card_size", "made_for"}
    usual_weight = 160

    @abstractmethod
    def draw(self, setting: Context, cards: Any) -> Sequence[Piece]:
        """Draw the cards; DataError with each cell whose words do not fit."""

    def decks(self, setting: Context, drawn: Sequence[Piece]) -> Sequence[Piece]:
        """Return the cards of every deck that is wanted."""
        return drawn

    def fillers(self, setting: Context) -> Sequence[Piece]:
        """Return blank cards for the places that stay free on the last page."""
        return ()

    def deck_pieces(self, setting: Context) -> Sequence[Piece]:
        drawn = self.draw(setting, self.deal(setting).cards)
        whole = self._with_cover(setting, drawn)
        return [*self.decks(setting, whole)] * setting.options.copies

    def cover_back(self, setting: Context, drawn: Sequence[Piece]) -> Drawing | None:
        """Return the back of the cards that say what the deck is: that of all others, if any."""
        return drawn[0].back

    def cover_rules(self, setting: Context) -> str:
        """Return the message that tells the rules on a card of the deck, a step a line."""
        return f"list.card-{self.kind}"

    def _with_cover(self, setting: Context, drawn: Sequence[Piece]) -> Sequence[Piece]:
        """Return the cards of a deck after those of its title and its rules, if it has any."""
        size = self.card_size(setting)
        if not self.cover or min(size) < SMALLEST_COVER:
            return drawn
        back = self.cover_back(setting, drawn)
        steps = setting.say(self.cover_rules(setting)).split("\n")
        faces = [_draw_title(setting, size, len(drawn))]
        faces += draw_steps(setting, size, steps)
        return [*(Piece("cover", one, back) for one in faces), *drawn]

    def card_size(self, setting: Context) -> Size:
        """Return width and height of a card in mm."""
        options = setting.options
        is_chosen = "card_size" in options.chosen()
        width, height = options.card_like(self.size) if is_chosen else self.size
        return setting.style.length(width), setting.style.length(height)

    def plan(self, setting: Context) -> tuple[Page, ...]:
        dealt = self.deal(setting)
        drawn = [*self.draw(setting, dealt.cards)]
        whole = self._with_cover(setting, drawn)
        decks, spare = [*self.decks(setting, whole)], self.fillers(setting)
        # The label of a pack's box says how many decks it holds.
        boxed = {"decks": len(decks) // len(whole)} if self.cover else {}
        after = teacher_pages(self, setting, dealt, n=len(drawn), **boxed)
        return imposed_pages(decks * setting.options.copies, setting, spare=spare, after=after)

    def finishing(self, setting: Context, pages: Sequence[Page]) -> Finishing:
        cut = [page for page in pages if page.copies]
        return Finishing(setting.options.copies, cuts=count_grid_cuts(cut))


class BackedCardsEntry(CardSetEntry, ListEntry):
    """Such cards with backs: a deck for each table of a class, told apart by its backs."""

    colour: ColourId | None = None
    """The colour of the backs, one of the game's; left out, that of its face, else grey."""
    shared: bool = False
    """Whether one deck is for the whole class, however many tables it has."""

    supported_options = CardSetEntry.supported_options | {"pupils", "tables"}

    def decks(self, setting: Context, drawn: Sequence[Piece]) -> Sequence[Piece]:
        options = setting.options
        count = options.tables or setting.game.head.tables(options.pupils or 1)
        if self.shared or not (options.pupils or options.tables) or count == 1:
            return drawn
        backs = [self.draw_back(setting, number) for number in range(1, count + 1)]
        return [replace(piece, back=back) for back in backs for piece in drawn]

    def group_signs(self, setting: Context, cards: Sequence[Item]) -> Mapping[Content, FamilySign]:
        """Return the signs of families or levels, by what rows show of them."""
        signs = row_signs(self.table(setting.game), setting.game)
        known = (one for one in cards if one.number in signs)
        return {side: signs[one.number] for one in known for side in one.sides}

    def draw_back(self, setting: Context, deck: int = 0) -> Drawing:
        """Draw the back of the cards, or that of a deck among several."""
        return draw_deck_back(setting, self.card_size(setting), self.colour or "", deck)


def _draw_title(setting: Context, size: Size, count: int) -> Drawing:
    """Draw the card that says what a deck is: the game, how many cards it has, for whom."""
    style, inset = setting.style, card_inset(setting, size)
    width, height = (side - 2 * inset for side in size)
    lines = (setting.title, setting.say(message("list.cover-count", n=count)))
    plain, bold = style.lettering(COVER_TEXT), style.lettering(TITLE, "bold")
    small = [
        replace(plain, align="middle", least=LEAST * style.scale).fit(one, "cover", width)
        for one in lines
    ]
    gap = style.length(2.0)
    free = height - sum(one.height + gap for one in small) - gap
    how = replace(bold, align="middle", least=LEAST * style.scale)
    title = how.fit(setting.sentences.title, "cover", width, free)
    rule = Drawing(width, 0.0, (art.Line(width * 0.3, 0.0, width * 0.7, 0.0, art.PIECE),))
    face, side = setting.game.head.face, min(size) * COVER_EMBLEM
    has_room = side + gap < free - title.height
    emblem = [draw_emblem(setting.game, face, side)] if face and has_room else []
    placed = [art.centred_in(one, width, one.height) for one in (*emblem, title, rule, *small)]
    whole = art.column(*placed, gap=gap)
    return signed_face(setting, size, None, replace(whole, title=setting.sentences.title))


def draw_steps(setting: Context, size: Size, steps: Sequence[str]) -> Sequence[Drawing]:
    """Draw the steps of a game on the fewest cards, in the largest type that these take."""
    style, inset = setting.style, card_inset(setting, size)
    width, height = (side - 2 * inset for side in size)
    found, between = list[list[Drawing]](), 0.0
    for points in STEPS:
        plain, bold = style.lettering(points), style.lettering(points, "bold")
        wide, gap = style.length(points / 2.2), plain.height * 0.5
        drawn = []
        for number, step in enumerate(steps, start=1):
            figure = bold.fit(f"{number}", "rules", wide)
            drawn.append(art.row(figure, plain.fit(step, "rules", width - wide)))
        if max(one.height for one in drawn) <= height:
            parted = art.in_rows(drawn, height, gap, lambda one: one.height)
            if not found or len(parted) < len(found):
                found, between = parted, gap
    title = setting.say("list.cover-rules")
    shown = (replace(art.column(*one, gap=between), title=title) for one in found)
    return [signed_face(setting, size, None, one) for one in shown]


def word_margin(setting: Context, field: Size) -> Mm:
    """Return how much white is left between words and the lines of the field they stand in."""
    length = setting.style.length
    return next(length(white) for side, white in WORD_MARGINS if min(field) >= length(side))


def card_inset(setting: Context, size: Size) -> Mm:
    """Return how far words stand from the cut of a card with a frame."""
    return setting.style.length(FRAME) + word_margin(setting, size)


def pair_faces(
    sides: Sequence[PairSide],
    setting: Context,
    size: Size,
    signs: Mapping[Content, FamilySign] | None = None,
) -> Mapping[PairSide, Drawing]:
    """Draw the faces of cards with a side of a pair each; DataError for words that do not fit.

    Those of families or levels have their colours and signs.
    """
    inset = card_inset(setting, size)
    room = size[0] - 2 * inset, size[1] - 2 * inset
    shown = dict.fromkeys(sides)
    made = {
        side: draw_contents({one: room for one, of in shown if of == side}, setting)
        for side in {side for _, side in shown}
    }
    look = deck_look(setting, size, (each for of in made.values() for each in of.values()))
    about = {one: look.draw((signs or {}).get(one)) for one, _ in shown}
    return {
        (one, side): signed_face(setting, size, side, made[side][one], about[one])
        for one, side in shown
    }


def deck_look(setting: Context, size: Size, drawn: Iterable[Drawing]) -> DeckLook:
    """Return what stands about the contents of a deck, which lie in the middle of its cards."""
    boxes = boxes_in(drawn, Box(0.0, 0.0, *size))
    return DeckLook(setting, size, setting.style.length(FRAME)).with_places(boxes, CORNERS)


def signed_face(
    setting: Context,
    size: Size,
    side: int | None = None,
    drawn: Drawing = BLANK,
    about: Drawing | None = None,
) -> Drawing:
    """Return a card: its content in the middle, the sign of its side in a corner, if it has one."""
    sketch, (width, height) = Sketch(setting), size
    sketch.place(about or draw_frame(setting, size, setting.style.length(FRAME)), 0.0, 0.0)
    sketch.place(drawn, (width - drawn.width) / 2, (height - drawn.height) / 2)
    at = setting.style.length(6.2)
    sign = setting.style.lettering(lettered.LEAST_SIZE, "regular", "secondary", "middle")
    if side is not None:
        sketch.centre(SIGNS[side], width - at, height - at, sign)
    return sketch.drawing(width, height, drawn.title)


def draw_content(
    content: Content,
    setting: Context,
    room: Size,
    largest: Pt = LARGEST,
) -> Drawing:
    """Draw a content amid a field, as large as it fits; DoesNotFitError for less than 9 pt."""
    width, height = room
    pictures = [cell for cell in content.cells if cell.is_picture]
    words = " ".join(
        _keep_sum_together(cell.words) for cell in content.cells if not cell.is_picture
    )
    low = height * WORDS_BELOW if words and pictures else height if words else 0.0
    gap = low * BETWEEN
    rows = []
    for cell in pictures:
        size = width / len(pictures), height - low - gap
        rows.append(_draw_picture(setting, cell.words, size))
    shown = [art.centred_in(art.row(*rows), width, height - low - gap)] if rows else []
    if words:
        shown.append(_centre_words(_draw_words(words, setting, (width, low), largest), width, low))
    return replace(art.column(*shown, gap=gap), title=content.words)


def _draw_picture(setting: Context, name: str, room: Size) -> Drawing:
    """Draw a picture beside the table, or one of the program, as large as it fits."""
    if (shipped := shipped_picture(name)) is None:
        return user_picture(setting.game.folder, name, *room)
    kind, one = shipped
    if kind != FLAG or setting.options.ink != "outline":
        return largest_shipped(setting.game, kind, one, room)
    # Without their colours most flags are alike: these are coloured in, by their names.
    width, low = room[0], room[1] * NAME_BELOW
    called = drawing_title(f"{kind}:{drawing_file(kind, one).stem}", setting.options.language)
    named = _centre_words(_draw_words(called, setting, (width, low), LEAST), width, low)
    flag = largest_shipped(setting.game, kind, one, (width, room[1] - low))
    return art.column(flag, named, middle=True)


def _centre_words(words: Drawing, width: Mm, height: Mm) -> Drawing:
    """Return words in a field by the middle of their capitals, nothing hanging out of it."""
    lines = [shape for shape in words.shapes if isinstance(shape, art.Text)]
    last = "".join(line.words for line in lines if line.y == lines[-1].y)
    is_plain = len(lines) == len(words.shapes)  # a fraction is no line of words
    tails = lettered.descender_depth(lines[-1].font, lines[-1].size) if is_plain else 0.0
    y = (height - words.height + tails) / 2
    lowest = height - words.height
    if FLAT.issuperset(last):
        lowest += tails
    if is_plain and any(line.y == lines[0].y and ACCENTED.search(line.words) for line in lines):
        y = max(y, art.to_mm(ACCENT * lines[0].size))
    placed = Placed(words, (width - words.width) / 2, min(y, lowest))
    return Drawing(width, height, (placed,), title=words.title)


def _keep_sum_together(words: str) -> str:
    is_sum = len(words) <= LONGEST_SUM and any(sign in words for sign in "×÷+−=-:")
    return words.replace(" ", "\u00a0") if is_sum else words


def _draw_words(words: str, setting: Context, room: Size, largest: Pt) -> Drawing:
    font, scale = setting.style.family.bold, setting.style.scale
    above, slash, below = words.partition("/")
    least, largest = LEAST * scale, largest * scale
    if slash and above.isdecimal() and below.isdecimal():
        return _draw_fraction(above, below, lettered.Lettering(font, largest, align="middle"), room)
    # No word is set larger than its width allows: fewer sizes to try.
    parts = (part for _, part in lettered.unbreakable_pieces(words))
    longest = max(parts, key=lambda one: lettered.thousandths(one, font))
    how = lettered.Lettering(font, largest, align="middle").narrow_to(longest, room[0], least)
    size = max(least, int(min(how.size, largest) / lettered.STEP) * lettered.STEP)
    return replace(how, size=size, least=least).fit(words, "list", *room)


def _draw_fraction(above: str, below: str, how: lettered.Lettering, room: Size) -> Drawing:
    wide = max(how.width(above), how.width(below)) * 1.15
    gap, high = how.height * 0.28, how.height
    scale = min(1.0, room[0] / wide, room[1] / (2 * high + 2 * gap))
    how = replace(how, size=how.size * scale)
    wide, gap, high = wide * scale, gap * scale, high * scale
    shapes: tuple[Shape, ...] = (
        *lettered.set_line(above, wide / 2, high, how),
        art.Line(0.0, high + gap, wide, high + gap, art.Stroke("ink", 1.4 * max(1.0, scale * 2))),
        *lettered.set_line(below, wide / 2, 2 * (high + gap), how),
    )
    return Drawing(wide, 2 * (high + gap), shapes)


def draw_contents(
    rooms: Mapping[Content, Size], setting: Context, largest: Pt = LARGEST
) -> Mapping[Content, Drawing]:
    """Draw contents in their rooms, words in one size, or in a smaller one where they are too long.

    Raise DataError with each cell whose words do not fit.
    """
    made = _draw_as_large_as_fits(rooms, setting, largest)
    sizes = {
        one: max(size for _, size in sized_words(drawn))
        for one, drawn in made.items()
        if not one.is_picture
    }
    if not sizes:
        return made
    whole, less = type_sizes([*sizes.values()])
    scale = setting.style.scale
    for one, fits in sizes.items():
        size = whole if fits >= whole else less
        made[one] = draw_content(one, setting, rooms[one], size / scale)
    return made


def type_sizes(fitting: Sequence[Pt]) -> tuple[Pt, Pt]:
    """Return the size of type for most words and that for the longest, of those that each fits."""
    by_size = sorted(fitting)
    least = floor(by_size[0] / lettered.STEP) * lettered.STEP
    most = min(by_size[len(by_size) // OUTLIERS], least / SMALLER)
    return max(least, floor(most / lettered.STEP) * lettered.STEP), least


def _draw_as_large_as_fits(
    rooms: Mapping[Content, Size], setting: Context, largest: Pt
) -> dict[Content, Drawing]:
    made: dict[Content, Drawing] = {}
    problems: list[Problem] = []
    for content, room in rooms.items():
        try:
            made[content] = draw_content(content, setting, room, largest)
        except lettered.DoesNotFitError as error:
            problems.append(content.cells[-1].fault(error.message))
    DataError.raise_for(problems)
    return made
