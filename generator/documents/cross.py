"""Boards of dice: positions drawn with tokens and a roll, read out, counted; chances and worth."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import comb

from generator.documents import teaching
from generator.documents.lesson import Position
from generator.documents.numbers import Group, Mean, Pairs, at_least_once, grouped
from generator.documents.teaching import Faults, rules_of, several
from generator.game import Game
from generator.game.parts import SquareLine, Squares, Supply
from generator.game.sentences import Sentences
from generator.paper import shapes as art
from generator.paper.page import all_cells
from generator.paper.text import CELL_LABEL, LABEL, Lettering, set_line, set_middle
from generator.printables.blocks.boards import LABELLED_SQUARE, SIDE, SquaresBlock
from generator.printables.context import PrintContext
from generator.printables.marks import HEAVY_RING, broken
from generator.rules.family import Seating
from generator.rules.sheet.cross import Cross, alike, chance_of
from generator.rules.sheet.paying import choices, fits
from generator.rules.sheet.plan import Kit, Line, Sheet, Spot, Turn
from generator.words import Language, Message, message, not_one_of

LONG = 100


def _of_squares(kit: Kit) -> Pairs:
    """Yield the chances and the worth of squares."""
    places = kit.plan.spots.values()
    yield "chance.all.ways", _ways(kit, Fraction(1))
    for place in places:
        yield f"worth.of.{place.id}", place.value
        exact, twice = exactly(kit, place.place), at_least_once(chance_of(kit, place))
        chances = {**_waiting(kit, place), "twice": twice, "exact.percent": exact}
        yield f"chance.{place.id}", chances
    yield "worth.of.edge", sum(one.value for one in places if one.is_edge)


def _waiting(kit: Kit, place: Spot) -> Mapping[str, object]:
    """Return the chance of a square, and how many turns one waits for it on average."""
    chance = chance_of(kit, place)
    turns = 1 / chance if chance else None
    told = turns and (Mean(turns) if turns < LONG else grouped(round(turns)))
    return {"percent": chance, "turns": told}


def _of_lines(kit: Kit, lines: Iterable[SquareLine], said: Sentences) -> Pairs:
    """Yield the worth of lines, their rarest squares, and what each square brings on average."""
    for line in lines:
        places = [kit.plan.spots[square.id] for square in line.squares]
        hardest = min(places, key=partial(chance_of, kit))
        found = {"name": named_line(line, said), "worth": line.worth, "hardest": (hardest.id,)}
        yield f"line.{line.id}", {**found, **_waiting(kit, hardest)}
        means = {place.id: Mean(line.worth * chance_of(kit, place)) for place in places}
        yield f"expected.{line.id}", means


def named_line(line: SquareLine, said: Sentences) -> str:
    """Return a line's name as printed: `colonne 3x`."""
    words = said.texts[f"line.{line.kind}"]
    name = {"row": line.squares[0].row_id, "column": line.squares[0].column_id}.get(line.kind)
    return f"{words} {name}" if name else words


def _of_alike(kit: Kit) -> Mapping[str, object]:
    chances = {n: (alike(kit, n), exactly(kit, n)) for n in range(2, kit.count() + 1)}
    return {
        f"{n}": {"percent": chance, "ways": _ways(kit, chance), "given.percent": given}
        for n, (chance, given) in chances.items()
    }


def exactly(kit: Kit, count: int) -> Fraction:
    """Return the chance that so many dice or more show one given face, none lowered."""
    dice = kit.count()
    ways = sum(comb(dice, k) * (kit.dice.sides - 1) ** (dice - k) for k in range(count, dice + 1))
    return Fraction(ways, kit.dice.sides**dice)


def _ways(kit: Kit, chance: Fraction) -> Message:
    """Return how many of all rolls have a chance."""
    return grouped(int(chance * kit.dice.sides ** kit.count()))


TOKEN = "token"  # noqa: S105 - a piece of the game
FIELDS = ("dice", "places")
# The choices of more dice than these are too many to look through.
MOST_DICE = 6
# How much of a line the board takes beside words: three fit under one another on a page.
SHARE = 0.44
LARGEST: art.Mm = 82.0
DIE: art.Mm = 7.0
# How far dice lie apart, and those that pay together, as shares of a die; a narrow column.
APART, TOGETHER = 0.35, 0.08
COLUMN: art.Mm = 90.0
GAP: art.Mm = 3.0
# A token covers a square's label; both are written on it again, where they have room.
RADIUS = 0.49


def misfits(game: Game, position: Position) -> Faults:
    """Yield squares the board does not have, marks that are no token, and a turn that is none."""
    yield from teaching.undrawable(game, position, SquaresBlock)
    kit = _kit(game)
    yield from teaching.misplaced(position, kit.plan.spots, words=(TOKEN,))
    yield from teaching.of_no_turn(position, FIELDS)
    turn = position.turn or {}
    dice, places = (several(turn.get(field, [])) for field in FIELDS)
    for number, place in enumerate(places):
        if place not in kit.plan.spots:
            yield ("turn", "places", number), not_one_of(str(place), kit.plan.spots)
    is_thrown = all(isinstance(one, int) for one in dice) and kit.is_rollable(dice)
    if "dice" in turn and not is_thrown:
        yield ("turn", "dice"), message("rules.dice-count", found=len(dice), wanted=kit.count())


def drawing(position: Position, setting: PrintContext, width: art.Mm) -> art.Drawing:
    """Draw the board with its tokens, and above it the dice of the turn, by what they pay for.

    It takes a share of a line of words; all of a narrow column, and as much as it may when empty.
    """
    length, seen = setting.style.length, _Seen(setting.game, position)
    is_empty = not (position.marks or position.turn)
    share = 1.0 if is_empty or width <= COLUMN else SHARE
    side = min(length(share * width), width, LARGEST)
    board = teaching.drawn_plain(position, setting, SquaresBlock, side, legend=False)
    filled = _with_tokens(board, seen, position, setting)
    if not seen.dice:
        return filled
    return art.above(_dice(seen, side, setting), filled, gap=length(GAP), middle=True)


def read_out(position: Position, setting: PrintContext) -> Iterator[str]:
    """Yield sentences for the tokens, the dice, and what the drawing points at."""
    seen = _Seen(setting.game, position)
    lines = tuple(named_line(line, setting.said) for line in seen.lines())
    shown = {
        "open": ("guide.read-open", seen.open_cells()),
        "loose": ("guide.read-loose", seen.loose()),
        "lines": ("guide.read-lines", lines),
    }
    told = (
        ("guide.read-covered", seen.before.numbers),
        ("guide.read-roll", seen.dice),
        ("guide.read-new", seen.turn.places),
        shown.get(position.shows, ("guide.read-open", ())),
    )
    return teaching.read(told, setting)


def numbers(game: Game, positions: Mapping[str, Position], language: Language) -> Iterator[Group]:
    """Yield the numbers of the board, its rolls and the positions.

    `{chance.3x5.percent}`, `{line.row.5.worth}`, `{alike.3.percent}` of any face and
    `.given.percent` of a given one; of a position
    `{position.first.open}`, `.best`, `.broken`, and `{score.first.total}`.
    """
    kit = _kit(game)
    yield Group(("chance", "worth"), partial(_of_squares, kit))
    said = game.said_in(language)
    yield Group(("line", "expected"), lambda: _of_lines(kit, _straight(game), said))
    yield Group.of("alike", partial(_of_alike, kit))
    starts = ("position", "before", "score")
    yield from teaching.of_positions(starts, positions, partial(_position, game, said))


class _Seen:
    """A position as the rules see it: the board before and after its turn."""

    def __init__(self, game: Game, position: Position) -> None:
        rules = self.rules = rules_of(game, Cross)
        self.game, self.kit = game, rules.layout.kit
        fields, spots = position.turn or {}, self.kit.plan.spots
        self.dice, places = several(fields.get("dice", [])), several(fields.get("places", []))
        self.turn = Turn(1, None, self.dice, places=places)
        covered = tuple(cell for cell in spots if cell in position.marks)
        self.before = Sheet({cell: spots[cell].value for cell in covered})
        start = rules.start(Seating(("1", "2")))
        state = replace(start, sheets={**start.sheets, "1": self.before})
        seen = rules.seen(state, self.turn)
        self.free = seen.free
        self.refusals = rules.refuse(state, self.turn) if self.dice else ()
        self.after = rules.after(seen, self.refusals).sheets["1"]

    def open_cells(self) -> Line:
        """Return the free squares that the roll gives, each alone."""
        return tuple(spot.id for spot in self.free if fits(self.dice, (spot,)))

    def lines(self) -> tuple[SquareLine, ...]:
        """Return the complete lines."""
        covered = self.after.numbers
        every = _straight(self.game)
        return tuple(line for line in every if all(s.id in covered for s in line.squares))

    def loose(self) -> Line:
        """Return the covered squares that score nothing."""
        held = {square.id for line in self.lines() for square in line.squares}
        spots = (s for s in self.kit.plan.spots.values() if s.id in self.after.numbers)
        return tuple(one.id for one in spots if one.id not in held and not one.is_edge)


def _kit(game: Game) -> Kit:
    return rules_of(game, Cross).layout.kit


def _straight(game: Game) -> tuple[SquareLine, ...]:
    return game.part(_kit(game).plan.part, Squares).lines()


def _position(game: Game, said: Sentences, name: str, position: Position) -> Pairs:
    seen, at = _Seen(game, position), f"position.{name}"
    yield f"before.{name}", seen.rules.score(seen.before)
    yield f"score.{name}", seen.rules.score(seen.after)
    yield at, {"tokens": len(seen.before.numbers), "left": seen.kit.left(seen.before)}
    yield at, {"places": seen.turn.places}
    yield at, {"lines": [named_line(line, said) for line in seen.lines()], "loose": seen.loose()}
    if seen.dice:
        yield at, {"dice": seen.dice, "open": seen.open_cells()}
        yield f"{at}.broken", teaching.broken(seen.refusals, said)
        if seen.kit.count() <= MOST_DICE:
            yield at, _choices(seen)


def _choices(seen: _Seen) -> Mapping[str, object]:
    """Return how many tokens the roll can place, and the choice that is worth most at once."""
    before = seen.rules.score(seen.before)["total"]
    left = seen.kit.left(seen.before)
    every: dict[Line, int] = {}
    for places in choices(seen.kit, seen.dice, seen.free):
        if left is None or len(places) <= left:
            new = {place.id: place.value for place in places}
            every[tuple(new)] = seen.rules.score(seen.before.filled(new))["total"]
    most = max(every.values())
    fewest = min(len(chosen) for chosen, total in every.items() if total == most)
    best = [one for one, total in every.items() if total == most and len(one) == fewest]
    told = {"best.ways": len(best), "best.total": most, "best.gain": most - before}
    return {**told, "ways": len(every), "most": max(map(len, every)), "best": best[0]}


def _dice(seen: _Seen, width: art.Mm, setting: PrintContext) -> art.Drawing:
    """Draw the dice; those that pay for a square stand together, its name below them."""
    side = min(setting.style.length(DIE), width / (len(seen.dice) * (1 + APART)))
    how = setting.style.lettering(LABEL, "bold", align="middle")
    drawn = []
    for cell, dice in _paid(seen):
        row = teaching.dice_row(dice, side, side * (TOGETHER if cell else APART))
        if cell:
            low = side + setting.style.length(1.0)
            line = art.Line(0.0, low, row.width, low, art.EDGE)
            words = set_line(setting.said.label(cell), row.width / 2, low + how.height + 1.0, how)
            whole: tuple[art.Shape, ...] = (art.Placed(row, 0.0, 0.0), line, *words)
            row = art.Drawing(row.width, low + how.height + 1.2, whole)
        drawn.append(row)
    return art.beside(*drawn, gap=side * APART)


def _paid(seen: _Seen) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the squares that a turn covers, each with the dice that pay for it.

    They take the lowest dice that do, squares of high faces first. What is left has no square.
    """
    left, spots = list(seen.dice), seen.kit.plan.spots
    places = () if seen.refusals else seen.turn.places
    for spot in sorted((spots[one] for one in places), key=lambda one: -one.face):
        paid = sorted(die for die in left if die >= spot.face)[: spot.place]
        for die in paid:
            left.remove(die)
        yield spot.id, tuple(reversed(paid))
    if left:
        yield "", tuple(left)


def _with_tokens(
    board: art.Drawing, seen: _Seen, position: Position, setting: PrintContext
) -> art.Drawing:
    """Return the board with a token on every covered square."""
    boxes = {cell.id: cell for cell in all_cells(board)}
    shapes, heavy = list(board.shapes), art.Stroke("ink", art.HEAVY_LINE)
    if position.shows == "open":
        shapes += broken(board, (_disc(boxes[name], None, heavy) for name in seen.open_cells()))
    parts, thin = setting.game.head.parts.values(), art.CELL_LINE
    colour = next(part.colours[0] for part in parts if isinstance(part, Supply))
    # Those of the turn are heavy, loose and refused ones pale.
    plain, new = ((colour, art.Stroke("ink", width)) for width in (thin, HEAVY_RING))
    looks = {**dict.fromkeys(seen.before.numbers, plain), **dict.fromkeys(seen.turn.places, new)}
    if position.shows == "loose":
        pale = "white", art.Stroke("secondary", thin, "dashed")
        looks |= dict.fromkeys(seen.loose(), pale)
    if position.shows == "clash" and seen.refusals:
        # Where a refusal names no square, all of the turn are wrong.
        wrong = [r.where for r in seen.refusals if r.where] or seen.turn.places
        looks |= dict.fromkeys(wrong, ("white", art.Stroke("error", HEAVY_RING)))
    for name, (fill, edge) in looks.items():
        shapes += _token(boxes[name], seen.kit.plan.spots[name].value, fill, edge, setting)
    return replace(board, shapes=tuple(shapes))


def _disc(box: art.CellBox, fill: str | None, edge: art.Stroke) -> art.Circle:
    x, y = box.x + box.width / 2, box.y + box.height / 2
    return art.Circle(x, y, RADIUS * box.width, fill, edge)


def _token(
    box: art.CellBox, worth: int, fill: str, edge: art.Stroke, setting: PrintContext
) -> Iterator[art.Shape]:
    """Yield a disc that covers a square, with what it is worth and the square's label."""
    yield (disc := _disc(box, fill, edge))
    ink = edge.colour if fill == "white" else f"{fill}.on"
    size = art.to_points(0.42 * box.width)
    how = Lettering(setting.style.family.bold, size, ink, "middle")
    yield from set_middle(str(worth), disc.x, disc.y, how)
    small = setting.style.lettering(CELL_LABEL, "regular", ink, "middle")
    if box.width >= setting.style.length(SIDE * LABELLED_SQUARE):
        yield from set_line(box.label, disc.x, disc.y + 0.40 * box.height, small)
