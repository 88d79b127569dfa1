"""What texts may ask of a grid of dice: lines through squares, and how faces add up."""

from collections.abc import Mapping
from itertools import combinations_with_replacement, permutations, product

from generator.documents.quantities import Lookup, OneDecimal, Tree, with_thousands
from generator.game.sentences import Sentences
from generator.games.doce.rules import DoceRules
from generator.games.doce.view import View
from generator.words import Message, message

# Rows of faces beyond these are not counted: a game like that would keep a guide waiting.
MOST_ROWS = 10_000


def figures(rules: DoceRules, _: Sentences, __: Mapping[str, View]) -> Tree:
    """Return the numbers of the grid, its lines and the positions.

    `{windows.of.C3}`, `{faces.of.most}`, `{sums.12.ways}`; of a position `{position.first.wins}`,
    `.threats`, `.later` (threats that only the own last die holds up), `.saves`, `.blocks`,
    `.open`, `.line`, `.broken`, and `{score.first.total}`.
    """
    layout, crossings = rules.layout, rules.layout.crossings()
    every = {"all": len(layout.windows), "sum": sum(crossings.values())}
    of_grid: Tree = {
        "windows.of": {**crossings, **every},
        "zone.of": {one: len(near) for one, near in layout.around.items()},
        "faces.of": {"least": min(layout.faces), "most": max(layout.faces)},
    }
    is_counted = len(layout.faces) ** layout.mechanics.window <= MOST_ROWS
    return {**of_grid, **(_sums(rules) if is_counted else {})}


def _sums(rules: DoceRules) -> Tree:
    """Return how the faces of a line add up; `{last.of.2-3-4}` is the face such a line ends with.

    `{orders.of.1-1-4-6}` are the orders in which such faces stand, `{sums.after.2}` the ways to go
    on to the sum after such a face, `{sums.12.hundredths}` is the chance of a sum in per cent,
    without the sign.
    """
    faces, mechanics = rules.layout.faces, rules.layout.mechanics
    every: int = len(faces) ** mechanics.window
    before = product(faces, repeat=mechanics.window - 1)
    missing = {_row(one): mechanics.sum - sum(one) for one in before}
    chances = rules.odds()[f"sum.{mechanics.window}"]
    totals = {str(total): chance for total, chance in chances.items()}
    # The sets of faces that make up the sum, and in how many orders each stands.
    sets = combinations_with_replacement(faces, mechanics.window)
    kinds = {_row(kind): kind for kind in sets if sum(kind) == mechanics.sum}

    def last(row: str) -> Message:
        key = "guide.last-face" if missing[row] in faces else "guide.no-face"
        return message(key, n=str(missing[row]))

    def chance(total: str) -> Tree:
        share = totals[total]
        ways = int(share * every)
        return {"ways": ways, "percent": share, "hundredths": OneDecimal(share * 100)}

    return {
        "last.of": Lookup(missing, last),
        "orders.of": Lookup(kinds, lambda row: len({*permutations(kinds[row])})),
        "sums.of": {"all": with_thousands(every), "kinds": len(kinds)},
        "sums.after": {str(face): [*missing.values()].count(face) for face in faces},
        "sums.three": {"least": mechanics.sum - faces[-1], "most": mechanics.sum - faces[0]},
        "sums": Lookup(totals, chance),
    }


def _row(faces: tuple[int, ...]) -> str:
    return "-".join(map(str, faces))
