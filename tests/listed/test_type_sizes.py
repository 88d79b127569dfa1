"""The words of a deck are set as a printer would: two sizes of type at most, and white about."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from generator.from_list import game_of_list
from generator.game import Game
from generator.listgames.card_set import type_sizes
from generator.listgames.planner import ListGameEntry, load_table
from generator.paper.shapes import Drawing, Placed, Text
from generator.printables.context import Options
from generator.printables.planning import entry, plan
from tests.listed.lists import listed

# One size varies on purpose in one-in-common, and with the length of a square on a goose board.
KINDS = ("chain", "dominoes", "families", "flashcards", "loto", "memory", "quiz")
FEWEST_ROWS = 14
# Of a family's sign, in mm.
SIGN = (8.0, 8.0)
# No word of theirs stands in two columns.
SHIPPED = ["capitales", "elements", "multiplication"]
LONG = "est une réponse qui ne tient pas sur une seule ligne"
MADE_UP = {
    "long answers": [(f"motif {n}", f"{n} {LONG}" if n % 3 else f"oui {n}") for n in range(20)],
    "one letter": [(chr(97 + n), chr(65 + n)) for n in range(20)],
    "one long word": [
        *((f"m{n}", f"n{n}") for n in range(19)),
        ("extraordinaire", "Ouagadougou"),
    ],
    "Greek and Cyrillic": [("αβγδ" + "ω" * (n % 3) + str(n), f"слово {n}") for n in range(20)],
    "accents": [(f"Élève {n}", f"œuvre à {n}") for n in range(20)],
}
EVERY = [*SHIPPED, *MADE_UP]


def game_of(folder: Path, kind: str, name: str) -> Game:
    """Return a game of a kind made from a shipped list or a made-up one."""
    if name in SHIPPED:
        return game_of_list("liste", kind, Path(name), "fr")
    rows = [(*row, f"famille {n // 4}") for n, row in enumerate(MADE_UP[name])]
    return listed(folder, kind, rows, headings=("mot", "réponse", "famille"))


def upright(drawing: Drawing, scale: float = 1.0) -> Iterator[tuple[str, float]]:
    """Yield the bold lines of a drawing with their sizes, but for its edge and numbered signs."""
    for shape in drawing.shapes:
        if isinstance(shape, Placed) and (shape.drawing.width, shape.drawing.height) == SIGN:
            continue
        if isinstance(shape, Placed) and shape.turn in {0.0, 180.0}:
            yield from upright(shape.drawing, scale * shape.scale)
        # What stands on a sign is the number of a family.
        elif isinstance(shape, Text) and "Bold" in shape.font and ".on" not in shape.colour:
            yield shape.words, shape.size * scale


def sizes(game: Game, kind: str) -> Mapping[str, set[float]]:
    """Return the sizes of all words of each column that the cards show."""
    found, table = entry(game, kind), load_table(game, "list")
    assert isinstance(found, ListGameEntry)
    columns = [name for side in found.columns(game) for name in side.split("+")]
    roles = {name: {cell.words for cell in table.column(name)} for name in columns}
    seen = defaultdict[str, set[float]](set)
    for page in plan(game, kind, Options("fr")):
        # The cards of a loto's caller are a deck of their own.
        for copy in (one for one in page.copies if kind != "loto" or one.placed.drawing.cells):
            for words, size in upright(copy.placed.drawing):
                for name, cells in roles.items():
                    line = words.replace("\u00a0", " ")
                    begun = f"{line} " if len(line) > 4 else "no line so short"
                    if any(cell == line or cell.startswith(begun) for cell in cells):
                        seen[name].add(size)
    return seen


@pytest.mark.few(8)
@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("kind", KINDS)
def test_two_sizes_at_most(tmp_path: Path, kind: str, name: str) -> None:
    """Words of one column have two sizes at most on a deck, the smaller 70 % of the larger."""
    if (kind, name) == ("dominoes", "long answers"):
        pytest.skip("they are too long for a domino")
    found = sizes(game_of(tmp_path, kind, name), kind)
    assert found
    for own in found.values():
        assert len(own) <= 2
        assert min(own) >= 0.7 * max(own)
        assert min(own) >= 9.0


@pytest.mark.parametrize(
    ("fitting", "chosen"),
    [
        ([30.0] * 20, (30.0, 30.0)),
        # One of many is set smaller; of few, all are.
        ([30.0] * 20 + [24.0], (30.0, 24.0)),
        ([30.0, 30.0, 24.0], (24.0, 24.0)),
        # Where it would be less than 70 %, the others come down.
        ([30.0] * 20 + [14.0], (20.0, 14.0)),
        ([30.3] * 20 + [20.9], (29.0, 20.5)),
    ],
)
def test_which_sizes(fitting: Sequence[float], chosen: tuple[float, float]) -> None:
    """Most words have one size; the longest of many a smaller one, in whole half points."""
    assert type_sizes(fitting) == chosen
