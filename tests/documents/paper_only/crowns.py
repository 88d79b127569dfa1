"""What a reader of the paper answers in Crowns, who knows the rule sheet and nothing else."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, product

from tests.documents.paper_only.printed import Judge, Printed

# The crowns of the board as it is printed, from 1x on, and its rows from 6 down.
CROWNS = {
    6: (1, 2, 3, 4, 5, 6),
    5: (2, 3, 4, 5, 6, 5),
    4: (1, 2, 3, 4, 5, 4),
    3: (0, 1, 2, 3, 4, 3),
    2: (0, 0, 1, 2, 3, 2),
    1: (0, 0, 0, 1, 2, 1),
}
WORTH = {f"{n}x{pip}": row[n - 1] for pip, row in CROWNS.items() for n in range(1, 7)}
INSIDE = range(1, 6)
# Each line by its name in either language.
LINES: dict[str, tuple[str, ...]] = {}
for pip in INSIDE:
    row, column = (tuple(f"{n}x{pip}" for n in INSIDE), tuple(f"{pip}x{n}" for n in INSIDE))
    LINES |= {f"rangée {pip}": row, f"row {pip}": row}
    LINES |= {f"colonne {pip}x": column, f"column {pip}x": column}
RISING, FALLING = tuple(f"{n}x{n}" for n in INSIDE), tuple(f"{n}x{6 - n}" for n in INSIDE)
LINES |= {"diagonale qui monte": RISING, "rising diagonal": RISING}
LINES |= {"diagonale qui descend": FALLING, "falling diagonal": FALLING}
Dice = Sequence[int]


def cells_in(words: str) -> tuple[str, ...]:
    """Return the squares that words name."""
    return tuple(re.findall(r"\b[1-6]x[1-6]\b", words))


def is_paid(dice: Dice, cells: Sequence[str]) -> bool:
    """Return whether dice cover squares together, some lowered to a face that fell."""
    pairs = [tuple(map(int, cell.split("x"))) for cell in cells]
    if len({*cells}) < len(cells) or any(face not in dice for _, face in pairs):
        return False
    left = sorted(dice, reverse=True)
    # The highest faces first, each from dice that show as much, the lowest of them.
    for count, face in sorted(pairs, key=lambda pair: -pair[1]):
        enough = [die for die in left if die >= face]
        if len(enough) < count:
            return False
        for die in enough[-count:]:
            left.remove(die)
    return True


def points(tokens: Sequence[str]) -> dict[str, int]:
    """Return the points of a board as the rule sheet counts them."""
    lines = {line for line in LINES.values() if {*line} <= {*tokens}}
    edge = sum(WORTH[cell] for cell in {*tokens} if "6" in cell)
    inside = sum(WORTH[cell] for line in lines for cell in line)
    return {"edge": edge, "lines": inside, "total": edge + inside}


def free(paper: Printed) -> list[str]:
    """Return the squares of the figure without a token."""
    return [cell for cell in WORTH if cell not in paper.marks]


def pays(paper: Printed) -> list[tuple[str, ...]]:
    """Try every free square alone."""
    dice = paper.beside["dice"]
    return [tuple(cell for cell in free(paper) if is_paid(dice, [cell]))]


def add_up(paper: Printed) -> list[dict[str, int]]:
    """Count the edge and the complete lines."""
    return [points([*paper.marks])]


def recount(paper: Printed) -> list[dict[str, int]]:
    """Count again, and compare with what was noted."""
    edge, lines = paper.numbers
    right = points([*paper.marks])
    noted = {"edge": edge, "lines": lines}
    return [{part: right[part]} for part in noted if noted[part] != right[part]]


def fewest(paper: Printed) -> list[dict[str, int]]:
    """Look at every square of the lines once, and add what the lines earn."""
    lines = [line for name, line in LINES.items() if re.search(rf"{name}\b", paper.question)]
    missing = {cell for line in lines for cell in line} - {*paper.marks}
    return [{"tokens": len(missing), "points": sum(WORTH[c] for line in lines for c in line)}]


def choice(paper: Printed) -> list[tuple[str, ...]]:
    """Count the points after each of both choices."""
    one, two = (cells_in(part) for part in re.split(r"B[\s\xa0]?:", paper.question))
    assert is_paid(paper.beside["dice"], one)
    assert is_paid(paper.beside["dice"], two)
    assert not {*one, *two} & {*paper.marks}
    gains = {way: points([*paper.marks, *way])["total"] for way in (one, two)}
    return [way for way in gains if gains[way] == max(gains.values())]


def hidden(paper: Printed) -> list[tuple[str, ...]]:
    """Try every face."""
    (turn,) = paper.turns
    dice, cells = dice_in(turn), cells_in(turn)
    return [tuple(str(die) for die in range(1, 7) if is_paid([*dice, die], cells))]


def dice_in(turn: str) -> list[int]:
    """Return the dice of a turn, which are digits by themselves."""
    return [int(word) for word in turn.split() if word.isdecimal()]


def rolling(paper: Printed) -> list[str]:
    """Let the last dice show everything."""
    (turn,), cells, sides = paper.turns, cells_in(paper.question), range(1, 7)
    lying = dice_in(turn)
    rolls = [*product(sides, repeat=6 - len(lying))]
    assert paper.numbers[-1] == len(rolls)
    return [f"{sum(is_paid([*lying, *one], cells) for one in rolls)}/{len(rolls)}"]


@cache
def ways(cell: str) -> int:
    """Return in how many of all rolls a square can be covered."""
    count, face = map(int, cell.split("x"))
    found = 0
    for roll in product(range(1, 7), repeat=6):
        found += face in roll and sum(die >= face for die in roll) >= count
    return found


def rarer(paper: Printed) -> list[tuple[str, ...]]:
    """Count all rolls for each square."""
    cells = cells_in(paper.question)
    assert len({ways(cell) for cell in cells}) == len(cells)
    return [tuple(sorted(cells, key=lambda cell: -ways(cell)))]


def last_turn(paper: Printed) -> list[tuple[str, ...]]:
    """Try all choices that the dice pay for and the tokens are enough for."""
    left, rival = paper.numbers
    assert len(paper.marks) == 18 - left
    single = [cell for cell in free(paper) if is_paid(paper.beside["dice"], [cell])]
    every = (way for n in range(1, left + 1) for way in combinations(single, n))
    paid = [way for way in every if is_paid(paper.beside["dice"], way)]
    return [way for way in paid if points([*paper.marks, *way])["total"] > rival]


def faults(tokens: Sequence[str], dice: Dice, cells: Sequence[str]) -> Iterator[str]:
    """Yield the rules that a turn breaks, each counted by itself."""
    if {*cells} & {*tokens} or len({*cells}) < len(cells):
        yield "one-token-a-cell"
    pairs = [tuple(map(int, cell.split("x"))) for cell in cells]
    if any(face not in dice for _, face in pairs):
        yield "pip-in-roll"
    for face in range(1, 7):
        if sum(n for n, of in pairs if of >= face) > sum(die >= face for die in dice):
            yield "enough-dice"
            break


def record(paper: Printed) -> list[int]:
    """Follow the turns, with wrong tokens kept and taken back, and see the same error alone."""
    active, found = [turn.split()[0] for turn in paper.turns], set[tuple[int, str]]()
    players = [*dict.fromkeys(active)][:2]
    for keeps in (True, False):
        boards: dict[str, list[str]] = {player: [] for player in players}
        for number, (who, turn) in enumerate(zip(active, paper.turns, strict=True), start=1):
            if who != players[(number - 1) % 2]:
                # Nobody can say whose turn it is next.
                assert number == len(active)
                found.add((number, "turn-order"))
            cells, dice = cells_in(turn), dice_in(turn)
            assert len(dice) == 6
            wrong = {*faults(boards[who], dice, cells)}
            found |= {(number, rule) for rule in wrong}
            boards[who] += cells if keeps or not wrong else ()
    assert len(found) == 1, found
    return [number for number, _ in found]


JUDGES: Mapping[str, Judge] = {
    "pays": pays,
    "add-up": add_up,
    "recount": recount,
    "fewest": fewest,
    "choice": choice,
    "hidden": hidden,
    "record": record,
    "rolling": rolling,
    "rarer": rarer,
    "last-turn": last_turn,
}
