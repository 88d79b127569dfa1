"""Games made from lists for the tests: a folder with a table, and what is printed of it."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from generator.game import Game, load_folder
from generator.game.catalog import list_game_files

# Different products: no two sums have one result.
SUMS = tuple(
    (f"{a} × {b}", str(a * b)) for a, b in [(2, 2), (2, 3), (3, 3), (2, 7), (5, 5), (4, 9)]
)


def words(count: int) -> tuple[tuple[str, str], ...]:
    """Return so many pairs, no two alike."""
    return tuple((f"mot {number}", f"word {number}") for number in range(1, count + 1))


HEADINGS = ("mot", "réponse", "image")


def listed(
    folder: Path,
    kind: str,
    rows: Iterable[Sequence[str]] = SUMS,
    language: str = "fr",
    headings: Sequence[str] = HEADINGS,
) -> Game:
    """Return the game that a list becomes as a kind."""
    own = folder / "liste"
    own.mkdir(exist_ok=True)
    table = "\n".join(";".join(row) for row in (headings, *rows))
    (own / "liste.csv").write_text(table, encoding="utf-8")
    for name, data in list_game_files("liste", kind, "liste.csv", language).items():
        (own / name).write_bytes(data)
    return load_folder(own)
