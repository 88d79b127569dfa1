"""Boards of dice: positions drawn with tokens and a roll, read out, counted; chances and worth."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import comb

from generator.game import Game
from generator.game.parts import SquareLine, Squares, Supply
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
from generator.rules.family import Seating
from generator.rules.sheet import scoring
from generator.rules.sheet.cross import Cross, chance_of
from generator.rules.sheet.paying import choices, fits
from generator.rules.sheet.plan import Kit, Sheet, Turn
from generator.words import Language, Message, figure, message, not_one_of, numeral

# Longer waits are told in whole turns.
LONG = 100
# Columns whose bars are neither all high nor all low.
SHOWN = (1, 2, 3, 4)


def _of_squares(kit: Kit, language: Language) -> Pairs:
    """Yield the chances and the worth of squares."""
    every = kit.dice.sides ** kit.count()
    yield "chance.all.ways", figure(every, language)
    for place in kit.plan.spots.values():
        found, exact = chance_of(kit, place.face, place.place), _exact(kit, place.place)
        at = f"chance.{place.id}"
        yield f"{at}.percent", share(found, language)
        yield f"{at}.ways", figure(int(found * every), language)
        yield f"{at}.twice", share(at_least_once(found), language)
        yield f"{at}.turns", _turns(found, language)
        yield f"{at}.exact.percent", share(exact, language)
        yield f"{at}.exact.ways", figure(int(exact * every), language)
        yield f"worth.of.{place.id}", str(place.value)
    yield "worth.of.edge", str(sum(one.value for one in kit.plan.spots.values() if one.is_edge))
    yield "worth.of.all", str(sum(place.value for place in kit.plan.spots.values()))


def _of_lines(game: Game, language: Language) -> Pairs:
    """Yield names and worth of lines, and what each square of them brings on average."""
    kit, said, lines = _kit(game), game.said_in(language), _straight(game)
    for line in lines:
        at = f"line.{line.id}"
        yield f"{at}.worth", str(line.worth)
        yield f"{at}.name", named_line(line, said)
        yield f"{at}.hardest", said.label(_hardest(kit, line))
        for square in line.squares:
            place = kit.plan.spots[square.id]
            mean = line.worth * chance_of(kit, place.face, place.place)
            yield f"expected.{line.id}.{place.id}", decimal(mean, language)
    yield "line.most.worth", str(max((line.worth for line in lines), default=0))


def _of_alike(kit: Kit, language: Language) -> Pairs:
    every = kit.dice.sides ** kit.count()
    for count in range(2, kit.count() + 1):
        yield f"alike.{count}.percent", share(alike(kit, count), language)
        yield f"alike.{count}.ways", figure(int(alike(kit, count) * every), language)


def tables(game: Game, _: Mapping[str, Position], language: Language) -> Mapping[str, Table]:
    """Return the tables of an annex: `squares`, `lines`, `alike`."""
    kit = _kit(game)
    return {
        "squares": partial(_squares, kit, language),
        "lines": partial(_lines, game, language),
        "alike": partial(_alike, kit, language),
    }


def named_line(line: SquareLine, said: Sentences) -> str:
    """Return a line's name as printed: `colonne 3x`."""
    words = said.texts[f"line.{line.kind}"]
    name = {"row": line.squares[0].row_id, "column": line.squares[0].column_id}.get(line.kind)
    return f"{words} {name}" if name else words


def alike(kit: Kit, count: int) -> Fraction:
    """Return the chance that so many dice or more show one face, whichever."""
    # Rolls whose every face shows fewer times, by how many dice are used up.
    rolls = Counter({0: 1})
    for _ in range(kit.dice.sides):
        after: Counter[int] = Counter()
        for used, ways in rolls.items():
            for more in range(min(count - 1, kit.count() - used) + 1):
                after[used + more] += ways * comb(kit.count() - used, more)
        rolls = after
    every = kit.dice.sides ** kit.count()
    return Fraction(every - rolls[kit.count()], every)


def _exact(kit: Kit, count: int) -> Fraction:
    """Return the chance that so many dice or more show one given face, none lowered."""
    dice = kit.count()
    ways = sum(comb(dice, k) * (kit.dice.sides - 1) ** (dice - k) for k in range(count, dice + 1))
    return Fraction(ways, kit.dice.sides**dice)


def _turns(found: Fraction, language: Language) -> str:
    """Return how many turns one waits on average for what has a chance."""
    if not found:
        return "–"
    mean = 1 / found
    return decimal(mean, language) if mean < LONG else figure(round(mean), language)


def _hardest(kit: Kit, line: SquareLine) -> str:
    """Return the square of a line that the fewest rolls give."""
    places = [kit.plan.spots[square.id] for square in line.squares]
    return min(places, key=lambda place: chance_of(kit, place.face, place.place)).id


def _squares(kit: Kit, language: Language) -> Computed:
    """Return the chance of every square: a row for each face, a column for each number of dice."""
    faces = range(kit.dice.sides, 0, -1)
    counts = range(1, kit.count() + 1)
    rows = tuple(
        (str(face), *(share(chance_of(kit, face, count), language) for count in counts))
        for face in faces
    )
    panels = tuple(
        tuple(bar(face, chance_of(kit, face, count), language) for face in faces)
        for count in SHOWN
        if count <= kit.count()
    )
    return Computed(rows, panels)


def _lines(game: Game, language: Language) -> Computed:
    kit, said, rows = _kit(game), game.said_in(language), []
    for line in sorted(_straight(game), key=lambda line: -line.worth):
        place = kit.plan.spots[_hardest(kit, line)]
        found = chance_of(kit, place.face, place.place)
        label = said.label(place.id)
        turns = _turns(found, language)
        rows.append((named_line(line, said), str(line.worth), label, share(found, language), turns))
    return Computed(tuple(rows))


def _alike(kit: Kit, language: Language) -> Computed:
    rows = []
    for count in range(2, kit.count() + 1):
        found, given = alike(kit, count), _exact(kit, count)
        ways = figure(int(found * kit.dice.sides ** kit.count()), language)
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
    kit = _kit(game)
    for cell, mark in position.marks.items():
        if cell not in kit.plan.spots:
            yield ("marks", cell), not_one_of(cell, kit.plan.spots)
        elif mark != TOKEN:
            yield ("marks", cell), not_one_of(mark, (TOKEN,))
    for field, found in (position.turn or {}).items():
        if field not in FIELDS:
            yield ("turn", field), not_one_of(field, FIELDS)
        elif field == "places":
            for number, place in enumerate(several(found)):
                if place not in kit.plan.spots:
                    yield ("turn", "places", number), not_one_of(str(place), kit.plan.spots)
        elif not all(isinstance(one, int) for one in several(found)) or not kit.is_rollable(
            several(found)
        ):
            wanted = {"found": len(several(found)), "wanted": kit.count()}
            yield ("turn", "dice"), message("rules.dice-count", **wanted)


def drawing(position: Position, setting: PrintContext, width: vector.Mm) -> vector.Drawing:
    """Draw the board with its tokens, and beside it the dice of the turn."""
    side = min(setting.style.length(SHARE * width), LARGEST)
    block = block_of(setting.game, position.printable, SquaresBlock)
    plain = block.model_copy(update={"legend": False})
    pitch = side / plain.width_in_pitches(setting.game)
    board = plain.draw(setting, Room(side, pitch))
    seen = _Seen(setting.game, position)
    filled = _with_tokens(board, seen, position, setting)
    if not seen.dice:
        return filled
    length = setting.style.length
    faces = (die_face(face, length(DIE)) for face in seen.dice)
    return vector.above(
        vector.beside(*faces, gap=length(DIE) * 0.35), filled, gap=length(GAP), middle=True
    )


def read_out(position: Position, setting: PrintContext) -> Iterator[str]:
    """Yield sentences for the tokens, the dice, and what the drawing points at."""
    seen = _Seen(setting.game, position)
    told: list[tuple[str, tuple[str, ...]]] = [("guide.read-covered", tuple(seen.before.numbers))]
    if seen.dice:
        told.append(("guide.read-roll", tuple(map(str, seen.dice))))
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
    kit = _kit(game)
    yield Group(("chance", "worth"), partial(_of_squares, kit, language))
    yield Group(("line", "expected"), partial(_of_lines, game, language))
    yield Group(("alike",), partial(_of_alike, kit, language))
    for name, position in positions.items():
        starts = (f"position.{name}", f"before.{name}", f"score.{name}")
        yield Group(starts, partial(_position, name, position, game, language), name)


class _Seen:
    """A position as the rules see it: the board before and after its turn."""

    def __init__(self, game: Game, position: Position) -> None:
        rules = rules_of(game, Cross)
        self.game, self.kit = game, rules.layout.kit
        fields, spots = position.turn or {}, self.kit.plan.spots
        self.dice, places = several(fields.get("dice", [])), several(fields.get("places", []))
        self.turn = Turn(1, None, (self.dice,), places=places)
        covered = tuple(cell for cell in spots if cell in position.marks)
        self.before = Sheet().crossed(spots, covered)
        start = rules.start(Seating(("1", "2")))
        state = replace(start, sheets={**start.sheets, "1": self.before})
        self.free = rules.seen(state, self.turn).free
        self.refusals = rules.refuse(state, self.turn) if self.dice else ()
        self.after = rules.settle(state, self.turn, self.refusals).sheets["1"]
        self.primitives = rules.layout.primitives

    def score(self, sheet: Sheet) -> Mapping[str, int]:
        """Return the points of a board, part by part."""
        return scoring.score(self.primitives, self.kit, sheet)

    def open_cells(self) -> tuple[str, ...]:
        """Return the free squares that the roll gives, each alone."""
        return tuple(spot.id for spot in self.free if fits(self.dice, (spot,)))

    def refused(self) -> tuple[str, ...]:
        """Return the squares that the turn must not cover."""
        places = tuple(r.where for r in self.refusals if r.where is not None)
        return places or (self.turn.places if self.refusals else ())

    def lines(self) -> tuple[SquareLine, ...]:
        """Return the complete lines."""
        covered = self.after.numbers
        every = _straight(self.game)
        return tuple(line for line in every if all(s.id in covered for s in line.squares))

    def loose(self) -> tuple[str, ...]:
        """Return the covered squares that score nothing."""
        held = {square.id for line in self.lines() for square in line.squares}
        covered = (spot for spot in self.kit.plan.spots.values() if spot.id in self.after.numbers)
        return tuple(one.id for one in covered if one.id not in held and not one.is_edge)


def _kit(game: Game) -> Kit:
    return rules_of(game, Cross).layout.kit


def _straight(game: Game) -> tuple[SquareLine, ...]:
    return game.part(_kit(game).plan.part, Squares).lines()


def _position(name: str, position: Position, game: Game, language: Language) -> Pairs:
    seen = _Seen(game, position)
    at, said = f"position.{name}", game.said_in(language)
    yield f"{at}.tokens", str(len(seen.before.numbers))
    yield f"{at}.left", str(seen.kit.left(seen.before))
    yield f"{at}.after.left", str(seen.kit.left(seen.after))
    yield from counted(f"{at}.loose", seen.loose(), said)
    yield f"{at}.lines", listed([named_line(line, said) for line in seen.lines()], language)
    yield f"{at}.lines.count", str(len(seen.lines()))
    for when, board in (("before", seen.before), ("score", seen.after)):
        for part, points in seen.score(board).items():
            yield f"{when}.{name}.{part}", numeral(points)
    if seen.dice:
        yield f"{at}.dice", listed([str(face) for face in seen.dice], language)
        yield f"{at}.places", labels(seen.turn.places, said)
        yield from counted(f"{at}.open", seen.open_cells(), said)
        yield f"{at}.broken", " ".join(sentence(r.reason, language) for r in seen.refusals)
        if seen.kit.count() <= MOST_DICE:
            yield from _choices(at, seen, said)


def _choices(at: str, seen: _Seen, said: Sentences) -> Pairs:
    """Yield how many tokens the roll can place, and the choice that is worth most at once."""
    before = seen.score(seen.before)["total"]
    left, spots = seen.kit.left(seen.before), seen.kit.plan.spots
    every: dict[tuple[str, ...], int] = {}
    for places in choices(seen.kit, seen.dice, seen.free):
        if left is None or len(places) <= left:
            chosen = tuple(place.id for place in places)
            board = seen.before.crossed(spots, chosen)
            every[chosen] = seen.score(board)["total"]
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
        shapes += _token(boxes[name], seen.kit.plan.spots[name].value, fill, edge, setting)
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
    looks = {**dict.fromkeys(seen.before.numbers, plain), **dict.fromkeys(seen.turn.places, new)}
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
