"""What a reader of the paper answers in Qwinto, who knows the rule sheet and nothing else."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, product

from tests.documents.paper_only.printed import Judge, Printed, numbers_in

# The columns of the sheet from left to right, as it is printed: a row's cells, and its blank space.
ROWS: Mapping[str, tuple[str | None, ...]] = {
    "O": (None, None, "O1", "O2", "O3", None, "O4", "O5", "O6", "O7", "O8", "O9"),
    "Y": (None, "Y1", "Y2", "Y3", "Y4", "Y5", None, "Y6", "Y7", "Y8", "Y9", None),
    "P": ("P1", "P2", "P3", "P4", None, "P5", "P6", "P7", "P8", "P9", None, None),
}
CELLS = tuple(cell for row in ROWS.values() for cell in row if cell)
PENTAGONS = ("P3", "O2", "O5", "Y7", "P9")
COLUMNS = tuple(
    tuple(cell for cell in column if cell) for column in zip(*ROWS.values(), strict=True)
)
# The letters of a French sheet, and the colours in both languages.
LETTERS = {"O": "O", "J": "Y", "V": "P", "Y": "Y", "P": "P"}
COLOURS = {"orange": "O", "jaune": "Y", "yellow": "Y", "violet": "P", "purple": "P"}
PARTS = ("orange", "yellow", "purple", "bonus", "misses")
SHEET = Mapping[str, int]
FACES = range(1, 7)
ALL = ("O", "Y", "P")


def cells_in(words: str) -> tuple[str, ...]:
    """Return the cells that words name."""
    return tuple(LETTERS[one[0]] + one[1] for one in re.findall(r"\b[OJVYP][1-9]\b", words))


def rows_in(words: str) -> tuple[str, ...]:
    """Return the rows of the colours that words name."""
    return tuple(COLOURS[one] for one in re.findall("|".join(COLOURS), words))


def sheet_of(paper: Printed) -> SHEET:
    """Return the numbers of the figure."""
    return {cell: int(mark) for cell, mark in paper.marks.items() if mark.isdecimal()}


def fits(sheet: SHEET, cell: str, number: int, rows: Sequence[str] = ALL) -> bool:
    """Return whether a number may be written in a cell, with dice of some colours."""
    row = [one for one in ROWS[cell[0]] if one]
    place = row.index(cell)
    (column,) = (one for one in COLUMNS if cell in one)
    return (
        cell[0] in rows
        and cell not in sheet
        and all(sheet[one] < number for one in row[:place] if one in sheet)
        and all(sheet[one] > number for one in row[place:] if one in sheet)
        and number not in [sheet[one] for one in column if one in sheet]
    )


def points(sheet: SHEET, misses: int) -> dict[str, int]:
    """Return the points of a sheet as the rule sheet counts them."""
    found = dict[str, int]()
    for part, row in zip(PARTS, ROWS.values(), strict=False):
        written = [sheet[cell] for cell in row if cell and cell in sheet]
        found[part] = written[-1] if len(written) == 9 else len(written)
    whole = [one for one in COLUMNS if len(one) == 3 and all(cell in sheet for cell in one)]
    found["bonus"] = sum(sheet[cell] for one in whole for cell in one if cell in PENTAGONS)
    found["misses"] = -5 * misses
    return {**found, "total": sum(found.values())}


def points_of(paper: Printed) -> dict[str, int]:
    """Return the points of the figure."""
    return points(sheet_of(paper), list(paper.marks.values()).count("tick"))


def add_up(paper: Printed) -> list[dict[str, int]]:
    """Count rows, pentagons of full columns and misses."""
    return [points_of(paper)]


def recount(paper: Printed) -> list[dict[str, int]]:
    """Count again, and compare with what was noted."""
    noted = re.findall(r"(\w[\w ]*?)\s(−?\d+)", paper.question.split(":")[1].split(".")[0])
    right, values = points_of(paper), [int(number.replace("−", "-")) for _, number in noted]
    assert len(values) == len(PARTS)
    wrong = [n for n, part in enumerate(PARTS) if values[n] != right[part]]
    return [{PARTS[n]: right[PARTS[n]]} for n in wrong]


def gap(paper: Printed) -> list[tuple[str, ...]]:
    """Try every number that dice can make."""
    (cell,), sheet = cells_in(paper.question), sheet_of(paper)
    return [tuple(str(n) for n in range(1, 19) if fits(sheet, cell, n))]


def rolls(paper: Printed) -> list[tuple[str, ...]]:
    """Write down all rolls, the smallest die first."""
    count = len(rows_in(paper.question))
    found = [*combinations_with_replacement(FACES, count)]
    return [tuple("+".join(map(str, one)) for one in found if sum(one) in paper.numbers)]


def may_take(paper: Printed) -> list[tuple[str, ...]]:
    """Try every cell of the rows rolled."""
    dice, sheet = paper.beside["dice"], sheet_of(paper)
    total, rows = sum(dice.values()), [COLOURS[one] for one in dice]
    assert paper.numbers == (total,)
    return [tuple(cell for cell in CELLS if fits(sheet, cell, total, rows))]


def clash(paper: Printed) -> list[tuple[str, str]]:
    """Compare each two numbers."""
    sheet = sheet_of(paper)
    return [
        (one, two)
        for one, two in combinations(CELLS, 2)
        if one in sheet and two in sheet and not fits({one: sheet[one]}, two, sheet[two])
    ]


def best(paper: Printed) -> list[str]:
    """Count the points with the sum in each of the cells."""
    sheet, total, cells = sheet_of(paper), paper.numbers[0], cells_in(paper.question)
    assert all(fits(sheet, cell, total) for cell in cells)
    earned = {cell: points({**sheet, cell: total}, 0)["total"] for cell in cells}
    return [cell for cell in cells if earned[cell] == max(earned.values())]


def estimate(paper: Printed) -> list[int]:
    """Add what the table tells between the bounds."""
    (_, *sums), (_, *counts) = paper.table
    low, high = numbers_in(paper.question.split(".")[1])
    pairs = zip(sums, counts, strict=True)
    assert sum(map(int, counts)) == paper.numbers[0]
    return [sum(int(n) for total, n in pairs if low < int(total) < high)]


def chance(sheet: SHEET, rows: Sequence[str]) -> tuple[int, int]:
    """Return in how many rolls of some dice the sum finds a cell, and how many there are."""
    every = [*product(FACES, repeat=len(rows))]
    return sum(any(fits(sheet, c, sum(one), rows) for c in CELLS) for one in every), len(every)


def chances(paper: Printed) -> list[str]:
    """Roll every way, and look for a cell."""
    sheet, dice = sheet_of(paper), "|".join(COLOURS)
    more = rf"(?:(?:\s(?:et|and)|,)\s(?:{dice}))*"
    named = rf"(?:the|les?)\s(?:dés?\s)?(?:{dice}){more}(?:\s(?:die|dice))?"
    choices = re.findall(named, paper.question)
    found = {one: chance(sheet, rows_in(one)) for one in choices}
    if len(found) == 1:
        return ["/".join(map(str, one)) for one in found.values()]
    shares = {one: ways / every for one, (ways, every) in found.items()}
    return [one for one, share in shares.items() if share == max(shares.values())]


def last_cell(paper: Printed) -> list[tuple[str, ...]]:
    """Fill the cell with every number, and count who has more."""
    cell, sheet = cells_in(paper.question)[0], sheet_of(paper)
    rival = next(n for n in paper.numbers if n != int(cell[1]))
    misses = list(paper.marks.values()).count("tick")
    whole = [row for row in ROWS.values() if all(one in sheet for one in row if one)]
    assert len(whole) == 1
    assert misses < 4
    assert [one for one in ROWS[cell[0]] if one and one not in sheet] == [cell]
    every = [n for n in range(1, 19) if fits(sheet, cell, n)]
    won = [n for n in every if points({**sheet, cell: n}, misses)["total"] > rival]
    return [tuple(map(str, won))]


@dataclass(frozen=True)
class Table:
    """A record as a reader follows it who keeps what is wrong, or erases it."""

    players: Sequence[str]
    keeps: bool
    sheets: Mapping[str, dict[str, int]]

    def faults(self, active: str, words: str) -> Iterator[str]:
        """Yield what is wrong in a turn, and write what it says, or what of it is right."""
        thrown, written = words.split(" – ")
        first, *again = re.split("relance|rolls again", thrown)
        rolls = [dict(zip(rows_in(one), numbers_in(one), strict=True)) for one in (first, *again)]
        if len(rolls) > 1 and {*rolls[0]} != {*rolls[-1]}:
            yield "reroll-same-dice"
        total, ticks, has_written = sum(rolls[-1].values()), 0, False
        for words_ in written.split(","):
            who = next(one for one in self.players if words_.strip().startswith(one))
            is_ticked = re.search("coche|ticks", words_) is not None
            ticks += is_ticked
            if is_ticked and who != active:
                yield "miss-others"
            for cell in cells_in(words_):
                has_written |= who == active
                wrong = [*self.wrong_in(self.sheets[who], cell, total, [*rolls[-1]])]
                yield from wrong
                if not wrong or self.keeps:
                    self.sheets[who][cell] = total
        if has_written and ticks:
            yield "miss-or-write"
        if not has_written and not ticks:
            yield "miss-due"

    def wrong_in(self, sheet: SHEET, cell: str, n: int, rows: Sequence[str]) -> Iterator[str]:
        """Yield the rules that a number in a cell breaks."""
        rest = {one: held for one, held in sheet.items() if one != cell}
        in_row = {one: held for one, held in rest.items() if one[0] == cell[0]}
        beside = {one: held for one, held in rest.items() if one[0] != cell[0]}
        if cell in sheet:
            yield "cell-free"
        if cell[0] not in rows:
            yield "row-colour"
        if not fits(in_row, cell, n):
            yield "row-rising"
        if not fits(beside, cell, n):
            yield "column-distinct"


def record(paper: Printed) -> list[int]:
    """Follow the turns, with what is wrong kept and erased, and see the same error alone."""
    active = [turn.split()[0] for turn in paper.turns]
    players, found = [*dict.fromkeys(active)][:2], set[tuple[int, str]]()
    for keeps in (True, False):
        table = Table(players, keeps, {player: {} for player in players})
        for number, (who, turn) in enumerate(zip(active, paper.turns, strict=True), start=1):
            if who != players[(number - 1) % 2]:
                # Nobody can say whose turn it is next.
                assert number == len(active)
                found.add((number, "turn-order"))
            found |= {(number, rule) for rule in table.faults(who, turn)}
    assert len(found) == 1, found
    return [number for number, _ in found]


JUDGES: Mapping[str, Judge] = {
    "add-up": add_up,
    "recount": recount,
    "gap": gap,
    "rolls": rolls,
    "may-take": may_take,
    "clash": clash,
    "best": best,
    "record": record,
    "estimate": estimate,
    "fits": chances,
    "last-cell": last_cell,
}
