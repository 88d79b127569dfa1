"""Rounds on a grid of dice: played to a position, drawn, read out, counted by the rules."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from generator.game import Game, Mark
from generator.game.parts import Squares
from generator.guides.lesson import Position
from generator.guides.line_tables import numbers as numbers_of_lines
from generator.guides.line_tables import points_of, tables
from generator.guides.numbers import listed
from generator.guides.parts import block_of, rules_of
from generator.guides.rounds import Seen, listed_turns
from generator.paper.compose import set_in
from generator.paper.marks import ring, write_in
from generator.paper.page import all_cells
from generator.paper.shapes import Circle, Drawing
from generator.paper.units import Mm
from generator.printables.blocks import squares
from generator.printables.blocks.room import Room
from generator.printables.setting import Setting
from generator.reading.fit import Fault
from generator.reading.nodes import Path
from generator.rules.lines_of_dice import LinesOfDice
from generator.rules.lines_of_dice.moves import read_move
from generator.rules.lines_of_dice.state import blockers_left, dice_left
from generator.words import Language, Message, message, not_one_of, say

__all__ = ["drawing", "misfits", "numbers", "read_out", "tables"]

FIELDS = ("turns",)
# How much of a line the grid takes beside words: three fit under one another on a page.
SHARE = 0.41
LARGEST: Mm = 76.0
# The dot below the number of a player's last die, in shares of the square.
DOT, BELOW = 0.045, 0.27
MARGIN: Mm = 2.0


def misfits(game: Game, position: Position) -> Iterator[tuple[Path, Message]]:
    """Yield turns that cannot be read; marks, since pieces come from the turns of a round."""
    layout = rules_of(game, LinesOfDice).layout
    for cell in position.marks:
        yield ("marks", cell), message("guide.mark", cell=cell)
    for field, found in (position.turn or {}).items():
        if field not in FIELDS:
            yield ("turn", field), not_one_of(field, FIELDS)
            continue
        for number, text in enumerate(listed_turns(found)):
            try:
                read_move(layout, text)
            except Fault as error:
                yield ("turn", field, number), error.reason


def drawing(position: Position, setting: Setting, width: Mm) -> Drawing:
    """Draw the grid with the pieces of the round, a dot on the last die of each player."""
    side = min(setting.style.length(SHARE * width), LARGEST)
    entry = block_of(setting.game, position.printable, squares.SquaresBlock)
    part = setting.game.part(entry.part, Squares)
    room = Room(side, side / squares.width_in_pitches(entry, part))
    board = squares.draw(entry.model_copy(update={"guide": None}), setting, room)
    seen = Seen(setting.game, position, setting.options.language)
    filled = write_in(board, _marks(seen, position), setting.style.family.bold)
    # Rings about squares at the edge reach beyond the board.
    around = 2 * MARGIN
    filled = set_in(_dotted(filled, seen), filled.width + around, filled.height + around)
    match position.shows:
        case "lines":
            return ring(filled, seen.line(), "ink")
        case "clash":
            return ring(filled, seen.wrong())
        case _:
            return filled


def read_out(position: Position, setting: Setting) -> Iterator[str]:
    """Yield sentences for each player's dice, the blockers, and what the drawing points at."""
    seen = Seen(setting.game, position, setting.options.language)
    label, grid = setting.said.label, seen.round
    for player in seen.players:
        dice = tuple(f"{label(c)} {face}" for c, (who, face) in grid.dice.items() if who == player)
        if dice:
            yield setting.say(message("guide.read-of-player", player=player, cells=dice))
        if player in grid.last:
            last = (label(grid.last[player]),)
            yield setting.say(message("guide.read-last", player=player, cells=last))
    told: list[tuple[str, tuple[str, ...]]] = [("guide.read-blockers", tuple(grid.blockers))]
    match position.shows:
        case "open":
            told.append(("guide.read-open", seen.open_squares()))
        case "lines":
            told.append(("guide.read-line", seen.line()))
        case "clash":
            told.append(("guide.read-clash", seen.wrong()))
        case "counts":
            counts = tuple(f"{label(c)} {n}" for c, n in seen.counts().items())
            yield setting.say(message("guide.read-counts", cells=counts))
        case _:
            pass
    for key, cells in told:
        if cells:
            yield setting.say(message(key, cells=tuple(map(label, cells))))


def numbers(game: Game, positions: Mapping[str, Position], language: Language) -> Mapping[str, str]:
    """Return the numbers of the grid, its lines and the positions.

    `{windows.of.C3}`, `{points.of.win}`, `{sums.12.ways}`; of a position `{position.first.wins}`,
    `.threats`, `.saves`, `.blocks`, `.open`, `.line`, `.broken`, and `{score.first.total}`.
    """
    found = dict(numbers_of_lines(game, language))
    for square in rules_of(game, LinesOfDice).layout.squares:
        found[f"cell.label.{square}"] = game.said_in(language).label(square)
    for name, position in positions.items():
        if not any(misfits(game, position)):
            found |= dict(_position(name, Seen(game, position, language), language))
    return found


def _position(name: str, seen: Seen, language: Language) -> Iterator[tuple[str, str]]:
    at, grid, said = f"position.{name}", seen.round, seen.said

    def cells(found: tuple[str, ...]) -> str:
        return listed([said.label(cell) for cell in found], language)

    yield f"{at}.next", grid.next
    yield f"{at}.turns", str(grid.played)
    yield f"{at}.dice.count", str(len(grid.dice))
    yield f"{at}.blockers.left", str(blockers_left(seen.layout, seen.state, grid.next))
    yield f"{at}.dice.left", str(dice_left(seen.layout, seen.state, grid.next))
    yield f"{at}.open", cells(seen.open_squares())
    yield f"{at}.open.count", str(len(seen.open_squares()))
    yield f"{at}.barred", cells(seen.barred())
    yield f"{at}.barred.count", str(len(seen.barred()))
    yield f"{at}.wrong", cells(seen.wrong())
    yield f"{at}.wrong.count", str(len(seen.wrong()))
    yield f"{at}.broken", " ".join(_sentence(r.reason, language) for r in seen.refusals)
    for number, reason in enumerate(seen.refusals, start=1):
        yield f"{at}.broken.{number}", _sentence(reason.reason, language)
    for square, (_, face) in grid.dice.items():
        yield f"{at}.{square}", str(face)
    if grid.end is None:
        yield from _threats(at, seen, language)
    else:
        line = seen.line()
        yield f"{at}.winner", grid.end.winner or ""
        yield f"{at}.line", cells(line)
        yield f"{at}.line.sum", " + ".join(str(grid.dice[square][1]) for square in line)
        for part, points in points_of(seen.layout, seen.state, grid).items():
            yield f"score.{name}.{part}", str(points)
        yield f"{at}.empty", str(sum(grid.is_free(square) for square in seen.layout.squares))


def _threats(at: str, seen: Seen, language: Language) -> Iterator[tuple[str, str]]:
    """Yield what would end the round, and what the next player can do against it."""
    grid, said = seen.round, seen.said

    def cells(found: tuple[str, ...]) -> str:
        return listed([said.label(cell) for cell in found], language)

    other = seen.state.seating.after(grid.next)
    found_of = {"wins": seen.wins(grid.next), "threats": seen.wins(other)}
    found_of["gives"] = seen.gives()
    for key, found in found_of.items():
        dice = [f"{said.label(die.square)}\u00a0= {die.face}" for die in found]
        yield f"{at}.{key}", listed(dice, language)
        yield f"{at}.{key}.count", str(len(found))
    saves = seen.saves()
    squares_ = tuple(dict.fromkeys(die.square for die in saves))
    useless = [str(face) for face in seen.layout.faces if face not in {d.face for d in saves}]
    yield f"{at}.saves", cells(squares_)
    yield f"{at}.saves.useless", listed(useless, language)
    yield f"{at}.blocks", cells(seen.blocks())


def _sentence(reason: Message, language: Language) -> str:
    words = say(reason, language)
    return f"{words[:1].upper()}{words[1:]}."


def _marks(seen: Seen, position: Position) -> Mapping[str, Mark]:
    """Return the pieces, each in its player's colour and shape; ticks, or counts of lines."""
    shapes = dict(zip(seen.players, seen.layout.shapes, strict=True))
    colours = dict(zip(seen.players, seen.colours, strict=True))
    of = seen.round
    marks = dict.fromkeys(of.blockers, Mark("×"))
    for square, (player, face) in of.dice.items():
        marks[square] = Mark(str(face), colours[player], shapes[player])
    if position.shows == "clash":
        for square, piece in of.refused.items():
            words = "×" if isinstance(piece, str) else str(piece[1])
            marks[square] = marks.get(square) or Mark(words, "error")
    if position.shows == "open":
        marks |= dict.fromkeys(seen.open_squares(), Mark("✓", "secondary"))
    if position.shows == "counts":
        marks |= {square: Mark(str(number)) for square, number in seen.counts().items()}
    return marks


def _dotted(board: Drawing, seen: Seen) -> Drawing:
    """Return the grid with a dot below the number on each player's last die."""
    boxes = {cell.id: cell for cell in all_cells(board)}
    colours = dict(zip(seen.players, seen.colours, strict=True))
    dots = []
    for player, square in seen.round.last.items():
        box = boxes[square]
        x, y = box.x + box.width / 2, box.y + (0.5 + BELOW) * box.height
        dots.append(Circle(x, y, DOT * box.width, f"{colours[player]}.on"))
    return replace(board, shapes=(*board.shapes, *dots))
