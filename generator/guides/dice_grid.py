"""Boards of dice: positions drawn with tokens and a roll, read out, counted; chances and worth."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import comb

from generator.game import Game
from generator.game.parts import SquareLine, Supply
from generator.game.sentences import Sentences
from generator.guides.lesson import Position
from generator.guides.numbers import (
    Group,
    Pairs,
    at_least_once,
    counted,
    decimal,
    labels,
    listed,
    sentence,
    share,
)
from generator.guides.teaching import Computed, Table, bar, block_of, rules_of, several, undrawable
from generator.paper import shapes as vector
from generator.paper.marks import HEAVY_RING
from generator.paper.page import all_cells
from generator.paper.text import CELL_LABEL, Lettering, cap_height, set_line
from generator.printables.blocks.boards import SquaresBlock
from generator.printables.blocks.pips import die_face
from generator.printables.context import PrintContext
from generator.printables.declaring import Room
from generator.reading.nodes import Path
from generator.rules.dice_grid import DiceGrid
from generator.rules.dice_grid import state as states
from generator.rules.family import Seating
from generator.words import Language, Message, figure, message, not_one_of, numeral

# Longer waits are told in whole turns.
LONG = 100
# Columns whose bars are neither all high nor all low.
SHOWN = (1, 2, 3, 4)


def _of_squares(layout: states.Layout, language: Language) -> Pairs:
    """Yield the chances and the worth of squares."""
    every = layout.sides**layout.dice
    yield "chance.all.ways", figure(every, language)
    for place in layout.places.values():
        found, exact = states.chance(layout, place.pips, place.dice), _exact(layout, place.dice)
        at = f"chance.{place.id}"
        yield f"{at}.percent", share(found, language)
        yield f"{at}.ways", figure(int(found * every), language)
        yield f"{at}.twice", share(at_least_once(found), language)
        yield f"{at}.turns", _turns(found, language)
        yield f"{at}.exact.percent", share(exact, language)
        yield f"{at}.exact.ways", figure(int(exact * every), language)
        yield f"worth.of.{place.id}", str(place.worth)
    yield "worth.of.edge", str(sum(one.worth for one in layout.places.values() if one.is_edge))
    yield "worth.of.all", str(sum(place.worth for place in layout.places.values()))


def _of_lines(layout: states.Layout, said: Sentences, language: Language) -> Pairs:
    """Yield names and worth of lines, and what each square of them brings on average."""
    for line in layout.lines:
        at = f"line.{line.id}"
        yield f"{at}.worth", str(line.worth)
        yield f"{at}.name", named_line(line, said)
        yield f"{at}.hardest", said.label(_hardest(layout, line))
        for square in line.squares:
            place = layout.places[square.id]
            mean = line.worth * states.chance(layout, place.pips, place.dice)
            yield f"expected.{line.id}.{place.id}", decimal(mean, language)
    yield "line.most.worth", str(max((line.worth for line in layout.lines), default=0))


def _of_alike(layout: states.Layout, language: Language) -> Pairs:
    every = layout.sides**layout.dice
    for count in range(2, layout.dice + 1):
        yield f"alike.{count}.percent", share(alike(layout, count), language)
        yield f"alike.{count}.ways", figure(int(alike(layout, count) * every), language)


def tables(game: Game, _: Mapping[str, Position], language: Language) -> Mapping[str, Table]:
    """Return the tables of an annex: `squares`, `lines`, `alike`."""
    layout, said = rules_of(game, DiceGrid).layout, game.said_in(language)
    return {
        "squares": partial(_squares, layout, language),
        "lines": partial(_lines, layout, said, language),
        "alike": partial(_alike, layout, language),
    }


def named_line(line: SquareLine, said: Sentences) -> str:
    """Return a line's name as printed: `colonne 3x`."""
    words = said.texts[f"line.{line.kind}"]
    name = {"row": line.squares[0].row_id, "column": line.squares[0].column_id}.get(line.kind)
    return f"{words} {name}" if name else words


def alike(layout: states.Layout, count: int) -> Fraction:
    """Return the chance that so many dice or more show one face, whichever."""
    # Rolls whose every face shows fewer times, by how many dice are used up.
    rolls = Counter({0: 1})
    for _ in range(layout.sides):
        after: Counter[int] = Counter()
        for used, ways in rolls.items():
            for more in range(min(count - 1, layout.dice - used) + 1):
                after[used + more] += ways * comb(layout.dice - used, more)
        rolls = after
    every = layout.sides**layout.dice
    return Fraction(every - rolls[layout.dice], every)


def _exact(layout: states.Layout, count: int) -> Fraction:
    """Return the chance that so many dice or more show one given face, none lowered."""
    dice = layout.dice
    ways = sum(comb(dice, k) * (layout.sides - 1) ** (dice - k) for k in range(count, dice + 1))
    return Fraction(ways, layout.sides**dice)


def _turns(found: Fraction, language: Language) -> str:
    """Return how many turns one waits on average for what has a chance."""
    if not found:
        return "–"
    mean = 1 / found
    return decimal(mean, language) if mean < LONG else figure(round(mean), language)


def _hardest(layout: states.Layout, line: SquareLine) -> str:
    """Return the square of a line that the fewest rolls give."""
    places = [layout.places[square.id] for square in line.squares]
    return min(places, key=lambda place: states.chance(layout, place.pips, place.dice)).id


def _squares(layout: states.Layout, language: Language) -> Computed:
    """Return the chance of every square: a row for each face, a column for each number of dice."""
    faces = range(layout.sides, 0, -1)
    counts = range(1, layout.dice + 1)
    rows = tuple(
        (str(face), *(share(states.chance(layout, face, count), language) for count in counts))
        for face in faces
    )
    panels = tuple(
        tuple(bar(face, states.chance(layout, face, count), language) for face in faces)
        for count in SHOWN
        if count <= layout.dice
    )
    return Computed(rows, panels)


def _lines(layout: states.Layout, said: Sentences, language: Language) -> Computed:
    rows = []
    for line in sorted(layout.lines, key=lambda line: -line.worth):
        place = layout.places[_hardest(layout, line)]
        found = states.chance(layout, place.pips, place.dice)
        label = said.label(place.id)
        turns = _turns(found, language)
        rows.append((named_line(line, said), str(line.worth), label, share(found, language), turns))
    return Computed(tuple(rows))


def _alike(layout: states.Layout, language: Language) -> Computed:
    rows = []
    for count in range(2, layout.dice + 1):
        found, given = alike(layout, count), _exact(layout, count)
        ways = figure(int(found * layout.sides**layout.dice), language)
        rows.append((str(count), ways, share(found, language), share(given, language)))
    return Computed(tuple(rows))


__all__ = ["drawing", "misfits", "numbers", "read_out", "tables"]

TOKEN = "token"  # noqa: S105 - a piece of the game
FIELDS = ("dice", "places")
# The choices of more dice than these are too many to look through.
MOST_DICE = 6
# How much of a line the board takes beside words: three fit under one another on a page.
SHARE = 0.44
LARGEST: vector.Mm = 82.0
DIE: vector.Mm = 7.0
GAP: vector.Mm = 3.0
# A token covers a square's label; both are written on it again.
RADIUS = 0.49


def misfits(game: Game, position: Position) -> Iterator[tuple[Path, Message]]:
    """Yield squares the board does not have, marks that are no token, and a turn that is none."""
    yield from undrawable(game, position, SquaresBlock)
    layout = rules_of(game, DiceGrid).layout
    for cell, mark in position.marks.items():
        if cell not in layout.places:
            yield ("marks", cell), not_one_of(cell, layout.places)
        elif mark != TOKEN:
            yield ("marks", cell), not_one_of(mark, (TOKEN,))
    for field, found in (position.turn or {}).items():
        if field not in FIELDS:
            yield ("turn", field), not_one_of(field, FIELDS)
        elif field == "places":
            for number, place in enumerate(several(found)):
                if place not in layout.places:
                    yield ("turn", "places", number), not_one_of(str(place), layout.places)
        elif not all(isinstance(face, int) for face in several(found)) or not states.is_roll(
            layout, several(found)
        ):
            wanted = {"found": len(several(found)), "wanted": layout.dice}
            yield ("turn", "dice"), message("rules.dice_grid.dice-count", **wanted)


def drawing(position: Position, setting: PrintContext, width: vector.Mm) -> vector.Drawing:
    """Draw the board with its tokens, and beside it the dice of the turn."""
    side = min(setting.style.length(SHARE * width), LARGEST)
    block = block_of(setting.game, position.printable, SquaresBlock)
    plain = block.model_copy(update={"legend": False})
    pitch = side / plain.width_in_pitches(setting.game)
    board = plain.draw(setting, Room(side, pitch))
    seen = _Seen(setting.game, position)
    filled = _with_tokens(board, seen, position, setting)
    if not seen.turn.dice:
        return filled
    length = setting.style.length
    faces = (die_face(face, length(DIE)) for face in seen.turn.dice)
    return vector.above(
        vector.beside(*faces, gap=length(DIE) * 0.35), filled, gap=length(GAP), middle=True
    )


def read_out(position: Position, setting: PrintContext) -> Iterator[str]:
    """Yield sentences for the tokens, the dice, and what the drawing points at."""
    seen = _Seen(setting.game, position)
    told: list[tuple[str, tuple[str, ...]]] = [("guide.read-covered", seen.before.tokens)]
    if seen.turn.dice:
        told.append(("guide.read-roll", tuple(map(str, seen.turn.dice))))
    told.append(("guide.read-new", seen.turn.places))
    if position.shows == "open":
        told.append(("guide.read-open", seen.open_cells()))
    elif position.shows == "loose":
        told.append(("guide.read-loose", seen.loose()))
    elif position.shows == "lines":
        lines = tuple(named_line(line, setting.said) for line in seen.lines())
        told.append(("guide.read-lines", lines))
    for key, cells in told:
        if cells:
            yield setting.say(message(key, cells=cells))


def numbers(game: Game, positions: Mapping[str, Position], language: Language) -> Iterator[Group]:
    """Yield the numbers of the board, its rolls and the positions.

    `{chance.3x5.percent}`, `{line.row.5.worth}`, `{alike.3.percent}`; of a position
    `{position.first.open}`, `.best`, `.broken`, and `{score.first.total}`.
    """
    layout, said = rules_of(game, DiceGrid).layout, game.said_in(language)
    yield Group(("chance", "worth"), partial(_of_squares, layout, language))
    yield Group(("line", "expected"), partial(_of_lines, layout, said, language))
    yield Group(("alike",), partial(_of_alike, layout, language))
    for name, position in positions.items():
        starts = (f"position.{name}", f"before.{name}", f"score.{name}")
        yield Group(starts, partial(_position, name, position, game, language), name)


class _Seen:
    """A position as the rules see it: the board before and after its turn."""

    def __init__(self, game: Game, position: Position) -> None:
        rules = rules_of(game, DiceGrid)
        self.layout = rules.layout
        fields = position.turn or {}
        dice, places = several(fields.get("dice", [])), several(fields.get("places", []))
        self.turn = states.Turn(1, None, dice, places)
        self.before = states.Board(
            tuple(cell for cell in self.layout.places if cell in position.marks)
        )
        start = rules.start(Seating(("1", "2")))
        state = states.State(start.seating, {**start.boards, "1": self.before}, "1")
        self.refusals = rules.refuse(state, self.turn) if self.turn.dice else ()
        self.after = rules.settle(state, self.turn, self.refusals).boards["1"]

    def open_cells(self) -> tuple[str, ...]:
        """Return the free squares that the roll gives, each alone."""
        return tuple(
            place.id
            for place in states.free(self.layout, self.before)
            if states.fits(self.turn.dice, (place,))
        )

    def refused(self) -> tuple[str, ...]:
        """Return the squares that the turn must not cover."""
        places = tuple(r.where for r in self.refusals if r.where is not None)
        return places or (self.turn.places if self.refusals else ())

    def lines(self) -> tuple[SquareLine, ...]:
        """Return the complete lines."""
        covered = self.after.tokens
        return tuple(
            line for line in self.layout.lines if all(s.id in covered for s in line.squares)
        )

    def loose(self) -> tuple[str, ...]:
        """Return the covered squares that score nothing."""
        scoring = {square.id for line in self.lines() for square in line.squares}
        places = self.layout.places.items()
        covered = self.after.tokens
        return tuple(
            name
            for name, place in places
            if name in covered and name not in scoring and not place.is_edge
        )


def _position(name: str, position: Position, game: Game, language: Language) -> Pairs:
    seen = _Seen(game, position)
    at, said = f"position.{name}", game.said_in(language)
    yield f"{at}.tokens", str(len(seen.before.tokens))
    yield f"{at}.left", str(states.unplaced(seen.layout, seen.before))
    yield f"{at}.after.left", str(states.unplaced(seen.layout, seen.after))
    yield from counted(f"{at}.loose", seen.loose(), said)
    yield f"{at}.lines", listed([named_line(line, said) for line in seen.lines()], language)
    yield f"{at}.lines.count", str(len(seen.lines()))
    for when, board in (("before", seen.before), ("score", seen.after)):
        for part, points in states.score(seen.layout, board).items():
            yield f"{when}.{name}.{part}", numeral(points)
    if seen.turn.dice:
        yield f"{at}.dice", listed([str(face) for face in seen.turn.dice], language)
        yield f"{at}.places", labels(seen.turn.places, said)
        yield from counted(f"{at}.open", seen.open_cells(), said)
        yield f"{at}.broken", " ".join(sentence(r.reason, language) for r in seen.refusals)
        if seen.layout.dice <= MOST_DICE:
            yield from _choices(at, seen, said)


def _choices(at: str, seen: _Seen, said: Sentences) -> Pairs:
    """Yield how many tokens the roll can place, and the choice that is worth most at once."""
    before = states.score(seen.layout, seen.before)["total"]
    left, free = states.unplaced(seen.layout, seen.before), states.free(seen.layout, seen.before)
    every: dict[tuple[str, ...], int] = {}
    for places in states.choices(seen.turn.dice, free):
        if len(places) <= left:
            chosen = tuple(place.id for place in places)
            board = states.Board((*seen.before.tokens, *chosen))
            every[chosen] = states.score(seen.layout, board)["total"]
    most = max(every.values())
    best = [chosen for chosen, total in every.items() if total == most]
    fewest = min(map(len, best))
    ways = [chosen for chosen in best if len(chosen) == fewest]
    yield f"{at}.ways", str(len(every))
    yield f"{at}.most", str(max(map(len, every)))
    yield f"{at}.best", labels(ways[0], said)
    yield f"{at}.best.ways", str(len(ways))
    yield f"{at}.best.total", numeral(most)
    yield f"{at}.best.gain", numeral(most - before)


def _with_tokens(
    board: vector.Drawing, seen: _Seen, position: Position, setting: PrintContext
) -> vector.Drawing:
    """Return the board with a token on every covered square."""
    boxes = {cell.id: cell for cell in all_cells(board)}
    shapes = list(board.shapes)
    for name in seen.open_cells() if position.shows == "open" else ():
        box = boxes[name]
        x, y = box.x + box.width / 2, box.y + box.height / 2
        shapes.append(
            vector.Circle(x, y, RADIUS * box.width, None, vector.Stroke("ink", vector.HEAVY_LINE))
        )
    for name, (fill, edge) in _looks(seen, position, setting).items():
        shapes += _token(boxes[name], seen.layout.places[name].worth, fill, edge, setting)
    return replace(board, shapes=tuple(shapes))


def _looks(
    seen: _Seen, position: Position, setting: PrintContext
) -> Mapping[str, tuple[str, vector.Stroke]]:
    """Return fill and edge of every token: those of the turn heavy, loose and refused ones pale."""
    colour = next(
        part.colours[0] for part in setting.game.head.parts.values() if isinstance(part, Supply)
    )
    plain, new = (
        (colour, vector.Stroke("ink", vector.CELL_LINE)),
        (colour, vector.Stroke("ink", HEAVY_RING)),
    )
    looks = {**dict.fromkeys(seen.before.tokens, plain), **dict.fromkeys(seen.turn.places, new)}
    if position.shows == "loose":
        looks |= dict.fromkeys(
            seen.loose(), ("white", vector.Stroke("secondary", vector.CELL_LINE, "dashed"))
        )
    if position.shows == "clash":
        looks |= dict.fromkeys(seen.refused(), ("white", vector.Stroke("error", HEAVY_RING)))
    return looks


def _token(
    box: vector.CellBox, worth: int, fill: str, edge: vector.Stroke, setting: PrintContext
) -> Iterator[vector.Shape]:
    """Yield a disc that covers a square, with what it is worth and the square's label."""
    x, y = box.x + box.width / 2, box.y + box.height / 2
    yield vector.Circle(x, y, RADIUS * box.width, fill, edge)
    ink = edge.colour if fill == "white" else f"{fill}.on"
    size = vector.to_points(0.42 * box.width)
    how = Lettering(setting.style.family.bold, size, ink, "middle")
    yield from set_line(str(worth), x, y + cap_height(how.font, size) / 2, how)
    small = setting.style.lettering(CELL_LABEL, "regular", ink, "middle")
    yield from set_line(box.label, x, y + 0.40 * box.height, small)
