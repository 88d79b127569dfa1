"""What stands on paper, read back from a PDF by position: each sign in mm, how large it is."""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from ctypes import byref, c_double, c_float, c_int, c_uint, create_string_buffer
from dataclasses import dataclass, replace
from math import hypot
from pathlib import Path
from typing import Any

import pypdfium2
from pypdfium2 import raw

from generator.game import Game
from generator.listgames.planner import load_table
from generator.make import make
from generator.paper.page import Copy
from generator.printables.context import Options
from generator.printables.planning import plan

MM = 25.4 / 72
# Words are darker, in each of red, green and blue.
LIGHT = 230


@dataclass(frozen=True, slots=True)
class Field:
    """A field on a page, in mm from its upper left corner."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, sign: "Sign") -> bool:
        """Return whether the middle of a sign lies in it."""
        box = sign.box
        x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
        return self.left <= x <= self.right and self.top <= y <= self.bottom


@dataclass(frozen=True, slots=True)
class Sign:
    """A letter or figure: its box, where it begins on its line, its size in points, its turn."""

    text: str
    box: Field
    begin: tuple[float, float]
    size: float
    turn: int
    is_bold: bool


def signs(pdf: bytes) -> list[list[Sign]]:
    """Return the visible signs of each page, in the order in which they are read out."""
    with pypdfium2.PdfDocument(pdf) as document:
        return [[*_signs_of(page)] for page in document]


def _signs_of(page: pypdfium2.PdfPage) -> Iterator[Sign]:
    high, text = page.get_height(), page.get_textpage()
    matrix, name, flags = raw.FS_MATRIX(), create_string_buffer(80), c_int()
    edges, colour = [c_double() for _ in range(4)], [c_uint() for _ in range(4)]
    for number in range(text.count_chars()):
        said = chr(raw.FPDFText_GetUnicode(text, number))
        if said.isspace() or raw.FPDFText_IsGenerated(text, number) == 1:
            continue
        raw.FPDFText_GetFillColor(text, number, *map(byref, colour))
        if min(one.value for one in colour[:3]) > LIGHT:
            # The number of a family on its sign is no word of the list.
            continue
        raw.FPDFText_GetCharBox(text, number, *map(byref, edges))
        raw.FPDFText_GetMatrix(text, number, byref(matrix))
        raw.FPDFText_GetFontInfo(text, number, name, 80, byref(flags))
        left, right, bottom, top = (edge.value for edge in edges)
        box = Field(left * MM, (high - top) * MM, right * MM, (high - bottom) * MM)
        raw.FPDFText_GetCharOrigin(text, number, byref(edges[0]), byref(edges[1]))
        begin = round(edges[0].value * MM, 2), round((high - edges[1].value) * MM, 1)
        scale = hypot(c_float(matrix.a).value, c_float(matrix.b).value)
        size = raw.FPDFText_GetFontSize(text, number) * scale
        turn = round(raw.FPDFText_GetCharAngle(text, number) * 180 / 3.14159265) % 360
        yield Sign(said, box, begin, round(size, 2), turn, b"Bold" in name.value)
    text.close()


def letters(words: str | Iterable[Sign]) -> str:
    """Return the letters and figures of words, or of signs, alone: how they break is no matter."""
    said = words if isinstance(words, str) else "".join(one.text for one in words)
    return "".join(filter(str.isalnum, said))


def field_of(copy: Copy) -> Field:
    """Return the field of a card or board of a page."""
    at, drawn = copy.placed, copy.placed.drawing
    if at.turn == 180.0:
        return Field(at.x - drawn.width, at.y - drawn.height, at.x, at.y)
    return Field(at.x, at.y, at.x + drawn.width, at.y + drawn.height)


def part_of(field: Field, left: float, top: float, right: float, bottom: float) -> Field:
    """Return a part of a field, told in shares of its width and height."""
    wide, high = field.right - field.left, field.bottom - field.top
    return Field(
        field.left + left * wide,
        field.top + top * high,
        field.left + right * wide,
        field.top + bottom * high,
    )


@dataclass(frozen=True, slots=True)
class Shown:
    """What one field shows: its role, the signs, and what the file beside the PDF says of it."""

    role: str
    field: Field
    signs: Sequence[Sign]
    said: str | None = None


Cards = Sequence[tuple[int, bool, Copy, Sequence[Sign]]]
Told = Mapping[str, Any]
Finder = Callable[[Told, Cards], Iterator[Shown]]
# What is shown above a question and above each words of a chain; a family's head and its column.
QUIZ_HEAD, SAYING, FAMILY_HEAD = 13.0, 9.0, 13.0


def shown(game: Game, kind: str, options: Options) -> Iterator[Shown]:
    """Yield every field of a deck as it stands in the PDF that is made of it."""
    made = make(game, kind, options)
    (told,) = (json.loads(one) for n, one in made.files.items() if n.endswith(".contents.json"))
    (boxes,) = (json.loads(one) for n, one in made.files.items() if n.endswith(".boxes.json"))
    told = _without_pictures(told, game)
    pages = plan(game, kind, options)
    printed = signs(made.pdf or b"")
    cards = [
        (number, page.is_back, copy, [one for one in printed[number] if field_of(copy).holds(one)])
        for number, page in enumerate(pages)
        for copy in page.copies
    ]
    if kind == "loto":
        yield from _boards(told, boxes, printed)
        called = [
            [one for one in found if one.is_bold]
            for n, _, c, found in cards
            if not c.placed.drawing.cells
        ]
        words = Counter(map(letters, filter(None, called)))
        assert words == Counter(map(letters, filter(None, told["calls"])))
        return
    yield from FINDERS[kind](told, cards)


def _without_pictures(told: Any, game: Game) -> Any:  # noqa: ANN401 - what JSON holds
    """Return what stands beside a PDF with nothing for each picture: no letter shows it."""
    rows = load_table(game, "list").rows
    names = {Path(cell.words).stem for row in rows for cell in row if cell.is_picture}

    def words_of(one: Any) -> Any:  # noqa: ANN401
        if isinstance(one, dict):
            return {name: words_of(inner) for name, inner in one.items()}
        if isinstance(one, list):
            return [*map(words_of, one)]
        return "" if one in names else one

    return words_of(told)


def _boards(told: Told, boxes: Told, printed: Sequence[Sequence[Sign]]) -> Iterator[Shown]:
    for box in boxes["cells"]:
        field = Field(box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"])
        found = [one for one in printed[box["page"] - 1] if field.holds(one)]
        row, column = map(int, re.findall(r"\d+", box["id"]))
        yield Shown(
            "board", field, found, told["boards"][box["copy"] - 1]["rows"][row - 1][column - 1]
        )


def _memory(told: Told, cards: Cards) -> Iterator[Shown]:
    roles = defaultdict[str, set[str]](set)
    for pair in told["pairs"]:
        for role, words in zip(("word", "answer"), pair, strict=True):
            roles[letters(words)].add(role)
    fronts = [(copy, found) for _, is_back, copy, found in cards if not is_back]
    left = Counter(letters(words) for pair in told["pairs"] for words in pair if words)
    for copy, found in fronts:
        bold = [one for one in found if one.is_bold]
        words = letters(bold)
        if bold:
            left[words] -= 1
            role = "".join(sorted(roles[words])) if len(roles[words]) == 1 else ""
            yield Shown(role, field_of(copy), bold, words)
    assert not +left
    assert not -left


def _flashcards(told: Told, cards: Cards) -> Iterator[Shown]:
    for _, is_back, copy, found in cards:
        bold = [one for one in found if one.is_bold]
        if copy.number <= len(told["cards"]):
            role = "answer" if is_back else "word"
            bold = _in_order(bold) if copy.placed.turn == 180.0 else bold
            yield Shown(role, field_of(copy), bold, told["cards"][copy.number - 1][is_back])


def _in_order(turned: Iterable[Sign]) -> list[Sign]:
    """Return what is upside down, which is read out in no order that can be relied on."""
    return sorted(turned, key=lambda one: (-one.begin[1], -one.begin[0]))


def _quiz(told: Told, cards: Cards) -> Iterator[Shown]:
    fronts = [(copy, found) for _, is_back, copy, found in cards if not is_back]
    for (copy, found), pair in zip(fronts, told["cards"], strict=False):
        field = field_of(copy)
        below = replace(field, top=field.top + QUIZ_HEAD)
        asked = [one for one in found if one.turn == 0 and one.is_bold and below.holds(one)]
        answer = _in_order(one for one in found if one.turn == 180)
        yield Shown("word", field, asked, pair[0])
        yield Shown("answer", field, answer, pair[1])


def _halves(parts: Sequence[tuple[float, float, float, float]], head: float) -> Finder:
    def found_in(told: Told, cards: Cards) -> Iterator[Shown]:
        tiles = {one["id"]: one for one in told["tiles"]}
        for _, _, copy, found in cards:
            name = letters(one for one in found if not one.is_bold)
            if name:
                tile = tiles.pop(name)
                for side, part in zip(("left", "right"), parts, strict=True):
                    field = part_of(field_of(copy), *part)
                    below = replace(field, top=field.top + head)
                    bold = [one for one in found if one.is_bold and below.holds(one)]
                    yield Shown(side, field, bold, tile[side])
        assert not tiles

    return found_in


def _families(told: Told, cards: Cards) -> Iterator[Shown]:
    families = {
        letters(one["family"]): dict(
            zip(
                map(letters, one["members"]),
                map(letters, one.get("answers", [""] * len(one["members"]))),
                strict=True,
            )
        )
        for one in told["families"]
    }
    left = Counter(letters(one) for own in told["families"] for one in own["members"])
    for _, is_back, copy, found in cards:
        bold = [one for one in found if one.is_bold and one.turn == 0]
        if is_back or not bold:
            continue
        field = field_of(copy)
        inner = replace(field, left=field.left + FAMILY_HEAD, top=field.top + FAMILY_HEAD)
        head = replace(inner, top=field.top, bottom=inner.top)
        own = [one for one in bold if inner.holds(one)]
        members = families[letters(one for one in bold if head.holds(one))]
        others = letters(one for one in found if not one.is_bold)
        (words,) = (one for one, answer in members.items() if letters(own) == one + answer)
        assert all(one in others for one in members.keys() - {words})
        left[words] -= 1
        end = next(n for n in range(len(own) + 1) if letters(own[:n]) == words)
        yield Shown("word", field, own[:end], words)
        yield Shown("answer", field, own[end:], members[words])
    assert not +left
    assert not -left


def _one_in_common(told: Told, cards: Cards) -> Iterator[Shown]:
    for _, is_back, copy, found in cards:
        bold = [one for one in found if one.is_bold]
        if not is_back and copy.number <= len(told["cards"]):
            said = told["cards"][copy.number - 1]
            said = said["signs"] if isinstance(said, dict) else said
            # In which order turned words are read is no matter.
            assert Counter(letters(bold)) == Counter(letters("".join(said)))
            yield Shown("sign", field_of(copy), bold)


FINDERS: Mapping[str, Finder] = {
    "chain": _halves(((0, 0, 1, 0.5), (0, 0.5, 1, 1)), SAYING),
    "dominoes": _halves(((0, 0, 0.5, 1), (0.5, 0, 1, 1)), 0.0),
    "families": _families,
    "flashcards": _flashcards,
    "memory": _memory,
    "one-in-common": _one_in_common,
    "quiz": _quiz,
}
