"""What both sides are given: records, games and lists of this checkout's tests, laid out in files.

Moved tests are no difference so. Games with a slip in them are made from the data of the base.
"""

import lzma
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import cast

from tests.edits.editing import edit
from tests.edits.test_holes import HOLES
from tests.hostile import test_folders as hostile_folders
from tests.hostile import test_records as hostile_records
from tests.reading.workbooks import document, workbook

HERE = Path(__file__).parent
TESTS = HERE.parent
# So many games with one random edit are made of each game.
EDITS = 3
# Hostile files that take the program longest, and those that are no plain files.
SLOW = frozenset(
    {
        *("plays without end", "moves without end", "players without end"),
        *("as many as a record holds", "20,000 sentences too many"),
    }
)
SPECIAL = ("pipe", "device", "from outside", "4,000 pictures")
NAMES = ("Ana", "Ben", "Chloé", "Dan Roy", "Eva", "Félix", "Gaël-Ali", "Øyvind", "Ж", "Max")
CLASSES = "prénom;nom;Classe\nAna;Roy;6e B\nBen;Li;CE1/CE2\nCléo;Ng;6E  b\nDan;Ott;CE1/CE2\n"
PRINTER = """scale_x: 98.7
scale_y: 99.4
back_x: 0.5
back_y: -1.0
margins:
  left: 4
  top: 4
  right: 4
  bottom: 5
"""
TRIALS = {
    "whole": """jeu: {game}
date: mars 2026
niveau: CE2
élèves: 24
pays: Belgique
durée: [5, ~, 12]
avant: [4, 9]
après: [20, 22]
paroles: ["Le 7 gagne <toujours>", "C'est pas juste & puis c'est tout"]
""",
    "faulty": """- {{game: {game}, date: 1, grade: [CE2], pupils: 0, minutes: [], mood: good}}
- {{game: nobody, date: May, grade: CM1, pupils: 20, country: France, minutes: [1]}}
""",
}
ANIMALS = (
    ("mot", "réponse"),
    *(("chat", "cat"), ("chien", "dog"), ("cheval", "horse"), ("vache", "cow")),
    *(("mouton", "sheep"), ("souris", "mouse"), ("poule", "hen"), ("canard", "duck")),
)


def lay(folder: Path, base: Path) -> None:
    """Write all that is given into a folder; `base` is the tree whose games get slips."""
    shutil.copytree(TESTS / "records" / "hand", folder / "hand")
    for name, games in (("games", TESTS / "games"), ("listed", TESTS / "listed" / "games")):
        for file in sorted(games.glob("*/game.yaml")):
            shutil.copytree(file.parent, folder / name / file.parent.name)
    (folder / "samples").mkdir()
    for packed in (HERE / "records").glob("*.xz"):
        text = lzma.decompress(packed.read_bytes())
        (folder / "samples" / packed.stem).write_bytes(text)
    _lay_class(folder / "class")
    _lay_lists(folder / "lists")
    _lay_sheets(folder / "sheets")
    _lay_trials(folder / "trials", base / "rules_data")
    _lay_faults(folder / "faults", base / "rules_data")
    _lay_hostile(folder / "hostile", base / "rules_data")


def _lay_class(folder: Path) -> None:
    """Write lists of a class, and the profile of a printer."""
    folder.mkdir()
    (folder / "names.txt").write_text("\n".join(NAMES), encoding="utf-8")
    (folder / "names.xlsx").write_bytes(workbook([("nom",), *((name,) for name in NAMES)]))
    (folder / "classes.csv").write_text(CLASSES, encoding="utf-8")
    (folder / "printer.yaml").write_text(PRINTER, encoding="utf-8")


def _lay_lists(folder: Path) -> None:
    """Write a list in each form that a table may have."""
    folder.mkdir()
    (folder / "animals.xlsx").write_bytes(workbook(ANIMALS))
    (folder / "animals.ods").write_bytes(document(ANIMALS))
    first, *others = ANIMALS
    rows = "".join(f"- {{{first[0]}: {one}, {first[1]}: {other}}}\n" for one, other in others)
    (folder / "animals.yaml").write_text(rows, encoding="utf-8")
    lines = "\n".join(";".join(row) for row in (*ANIMALS, ANIMALS[1]))
    (folder / "twice.csv").write_text(lines, encoding="utf-8")


def _lay_sheets(folder: Path) -> None:
    """Write the stored final sheets as tables, and as spreadsheets."""
    folder.mkdir()
    for file in sorted((HERE / "sheets").glob("*.csv")):
        shutil.copy(file, folder)
        rows = [tuple(line.split(";")) for line in file.read_text("utf-8").splitlines()]
        width = max(map(len, rows))
        even = [(*row, *[""] * (width - len(row))) for row in rows]
        whole = [[int(cell) if cell.isdecimal() else cell for cell in row] for row in even]
        (folder / f"{file.stem}.xlsx").write_bytes(workbook(whole))
        (folder / f"{file.stem}.ods").write_bytes(document(even))


def _lay_trials(folder: Path, data: Path) -> None:
    """Write what is told of a lesson of each game, well and with faults."""
    folder.mkdir()
    for game in sorted(file.parent.name for file in data.glob("*/game.yaml")):
        for what, told in TRIALS.items():
            text = told.format(game=game)
            (folder / f"{game}-{what}.yaml").write_text(text, encoding="utf-8")


def _lay_faults(folder: Path, data: Path) -> None:
    """Write copies of games with one slip each: those that tests tell, and random ones."""
    for game in sorted(file.parent.name for file in data.glob("*/game.yaml")):
        for seed in range(EDITS):
            name = f"{game}-{seed}"
            copy = shutil.copytree(data / game, folder / name / game)
            edit(copy, Random(f"{game} {seed}"), name)  # noqa: S311 - no secret
    for number, hole in enumerate(HOLES):
        game, slips, _ = cast("tuple[str, list[tuple[str, str, str]], object]", hole.values)
        copy = shutil.copytree(data / game, folder / f"{game}-slip{number:02}" / game)
        for name, old, new in slips:
            text = (copy / name).read_text("utf-8")
            (copy / name).write_text(text.replace(old, new), encoding="utf-8")


def _lay_hostile(folder: Path, data: Path) -> None:
    """Write the files that `tests/hostile` hurts with, but for those that are no plain files."""
    for kind, case, name, text in _hostile_files():
        if not _is_left_out(case):
            into = folder / kind / called(case)
            into.mkdir(parents=True, exist_ok=True)
            (into / name).write_bytes(text)
    for case, (table, write, _) in hostile_folders.TABLES.items():
        if not _is_left_out(case):
            into = folder / "tables" / called(case)
            into.mkdir(parents=True)
            write(into / table)
    for case, (spoil, _) in hostile_folders.CASES.items():
        if not _is_left_out(case):
            game = folder / "games" / called(case) / "own"
            shutil.copytree(data / "sti", game, ignore=shutil.ignore_patterns("examples"))
            words = (game / "game.yaml").read_text("utf-8").replace("name: sti", "name: own", 1)
            (game / "game.yaml").write_text(words, encoding="utf-8")
            with suppress(AssertionError):  # the base has not got the words that are to be changed
                spoil(game)


def _hostile_files() -> Iterator[tuple[str, str, str, bytes]]:
    """Yield files that hurt: the kind, the case, the name, what is in it."""
    most = hostile_records.MOST
    for ending, records in (("yaml", hostile_records.YAML), ("json", hostile_records.JSON)):
        for case, (written, _) in records.items():
            yield "records", f"{ending} {case}", f"a.{ending}", written()[:most].encode()
    for case, (data, _) in hostile_records.BYTES.items():
        for name in ("a.yaml", "a.json"):
            yield "records", f"{name} {case}", name, data
    for case, data, _ in hostile_records.lines():
        yield "archives", case, "a.jsonl", data
    for case, (name, data) in hostile_folders.NAMES.items():
        yield "names", case, name, data
    for case, text in hostile_folders.PRINTERS.items():
        yield "printers", case, "p.yaml", text.encode()


def _is_left_out(case: str) -> bool:
    return case in SLOW or any(word in case for word in SPECIAL)


def called(case: str) -> str:
    """Return the name of a case as a folder may be called."""
    return "-".join("".join(sign if sign.isalnum() else " " for sign in case).split())
