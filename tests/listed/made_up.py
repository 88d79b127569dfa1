"""Lists that try what games do with words and pictures of all kinds, and those that are shipped."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from generator.from_list import game_of_list
from generator.game import Game

SHIPPED = ("capitales", "elements", "fractions", "verbes-irreguliers", "multiplication", "notes")
LONG = "est une réponse qui ne tient pas sur une seule ligne"
Rows = Sequence[Sequence[str]]


def _pairs(count: int) -> Rows:
    return [(f"motif {n}", f"réponse {n}") for n in range(count)]


def _pictures(*shapes: tuple[int, int]) -> Rows:
    return [(f"dessin {n}", f"{w}x{h}-{n}.svg") for n, (w, h) in enumerate(shapes * 8)]


LISTS: Mapping[str, Rows] = {
    "long answers": [(f"motif {n}", f"{n} {LONG}" if n % 3 else f"oui {n}") for n in range(20)],
    "one letter": [(chr(97 + n), chr(65 + n) * 2) for n in range(20)],
    "one long word": [*_pairs(19), ("extraordinaire", "Ouagadougou")],
    "Greek": [("αβγδ" + "ω" * (n % 3) + f"{n}", f"λέξη {n}") for n in range(20)],
    "Cyrillic": [(f"Объект {n}", f"слово {n}") for n in range(20)],
    "accents": [(f"Élève {n}", f"œuvre à {n}") for n in range(20)],
    "parts of wholes": [(f"{n}/{n + 3}", f"{2 * n}/{2 * n + 7}") for n in range(1, 21)],
    "wide pictures": _pictures((300, 60), (200, 90)),
    "pictures of all shapes": _pictures((100, 100), (60, 300), (300, 60)),
    "eight rows": _pairs(8),
    "four hundred rows": _pairs(400),
}
# No typeface that comes with the program has these letters.
STRANGE = "ꦲꦏ꧀ꦱꦫ"


def deck_of(folder: Path, kind: str, name: str) -> Game:
    """Return a game of a kind made from a shipped list or from a made-up one."""
    if name not in LISTS:
        return game_of_list("liste", kind, Path(name), "fr")
    own = folder / "liste"
    own.mkdir(exist_ok=True)
    rows = LISTS[name]
    for _, answer in rows:
        if answer.endswith(".svg"):
            size = answer.partition("-")[0].split("x")
            (own / answer).write_text(_drawing(*map(int, size)), encoding="utf-8")
    headings = ("mot", "image" if rows[0][1].endswith(".svg") else "réponse", "famille")
    table = [headings, *((*row, f"famille {n // 4}") for n, row in enumerate(rows))]
    (own / "liste.csv").write_text("\n".join(map(";".join, table)), encoding="utf-8")
    return game_of_list("liste", kind, own / "liste.csv", "fr")


def _drawing(width: int, height: int) -> str:
    begin = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
    return f'{begin}<rect width="{width}" height="{height}" fill="black"/></svg>'
