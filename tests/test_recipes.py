"""The recipes of CONTRIBUTING.md: each is carried out on a copy of the tree, which then works."""

import json
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pypdfium2
import pytest

ROOT = Path(__file__).parents[1]
RECIPE = re.compile(r"^### (?P<name>.+)\n(?P<text>(?:.*\n)*?)(?=^##|\Z)", re.MULTILINE)
EDIT = re.compile(
    r"`(?P<file>[\w./-]+)`, (?P<where>new|above|below|instead of)(?: `(?P<anchor>[^`]+)`)?:\n\n"
    r"```\w+\n(?P<code>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
# What a change of the kind may cost, in lines of the program and of its words.
MOST_LINES = {"A paper size": 4, "A kind of printable": 70, "A judged rule": 30}


@dataclass(frozen=True, slots=True)
class Edit:
    """Lines put into a file: above, below or instead of the one line that holds the anchor."""

    file: str
    where: str
    anchor: str
    code: str

    def carry_out(self, folder: Path) -> None:
        """Change the file, or write it anew."""
        target = folder / self.file
        if self.where == "new":
            assert not target.exists()
            target.write_text(self.code, encoding="utf-8")
            return
        lines = target.read_text(encoding="utf-8").splitlines(keepends=True)
        (at,) = (number for number, line in enumerate(lines) if self.anchor in line)
        kept = {"above": (f"{self.code}\n\n", lines[at]), "below": (lines[at], self.code)}
        lines[at : at + 1] = kept.get(self.where, (self.code,))
        target.write_text("".join(lines), encoding="utf-8")


def recipes() -> dict[str, tuple[Edit, ...]]:
    """Return the edits of each recipe by its name."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    told = text.partition("\n## Three recipes\n")[2].partition("\n## ")[0]
    return {
        one["name"]: tuple(
            Edit(edit["file"], edit["where"], edit["anchor"] or "", edit["code"])
            for edit in EDIT.finditer(one["text"])
        )
        for one in RECIPE.finditer(f"{told}\n")
    }


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy of the program, its templates and its games."""
    for name in ("generator", "templates", "rules_data"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def cooked(recipe: str, folder: Path) -> None:
    """Carry a recipe out."""
    edits = recipes()[recipe]
    assert edits
    for edit in edits:
        edit.carry_out(folder)


def run(folder: Path, *arguments: str, code: int = 0) -> str:
    """Run the Python of this test in a folder and return what it says."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    assert (done.returncode, done.stderr) == (code, ""), done.stderr
    return done.stdout


def test_each_recipe_is_as_short_as_is_promised() -> None:
    """A paper takes 4 lines of the program, a kind of printable 70, a judged rule 30, at most."""
    taken = {
        name: sum(
            len(edit.code.splitlines()) for edit in edits if edit.file.startswith("generator/")
        )
        for name, edits in recipes().items()
    }
    assert taken.keys() == MOST_LINES.keys()
    assert {name: lines for name, lines in taken.items() if lines > MOST_LINES[name]} == {}


def test_a_paper_size(copy: Path) -> None:
    """Score sheets come out on the new paper."""
    cooked("A paper size", copy)
    line = ("print", "qwinto", "score-sheets", "--paper", "legal", "--to", "out", "--lang", "en")
    run(copy, "-m", "generator", *line)
    (file,) = (copy / "out").rglob("*.pdf")
    document = pypdfium2.PdfDocument(file)
    assert {tuple(round(side) for side in page.get_size()) for page in document} == {(612, 1008)}


COUNTED = """
from generator.classroom import expected_plan, seat_class
from generator.game import load
from generator.printables.context import Options
game = load("qwinto")
plan = expected_plan(game, Options("en", pupils=27), seat_class(game, 27))
(row,) = (row for row in plan.rows if row.printable == "bookmarks")
held = row.work.copies_per_page
print(row.need.weight, row.copies, row.pages, held, row.sets, row.paper, row.cuts)
"""


def test_a_kind_of_printable(copy: Path) -> None:
    """Bookmarks are printed, and a kit for 27 pupils counts their sheets and cuts."""
    cooked("A kind of printable", copy)
    run(copy, "-m", "generator", "print", "qwinto", "bookmarks", "--to", "out", "--lang", "en")
    (file,) = (copy / "out").rglob("*.pdf")
    (page,) = pypdfium2.PdfDocument(file)
    assert page.get_textpage().get_text_range().count("Qwinto") >= 5
    weight, copies, pages, held, sets, paper, cuts = map(int, run(copy, "-c", COUNTED).split())
    assert (weight, copies, pages) == (160, 27, 1)
    assert sets == paper == -(-27 // held)
    assert cuts > 0


RECORD = """
game: qwinto
players: [Ana, Ben]
turns:
- dice: {orange: 2, yellow: 4}
  writes: {Ana: Y3, Ben: O2}
- dice: {purple: 5}
  writes: {Ana: P2, Ben: P4}
- dice: {yellow: 2}
  writes: {Ana: Y1}
"""


def test_a_judged_rule(copy: Path) -> None:
    """A full column with an odd sum is a broken rule, told in words with the cell."""
    cooked("A judged rule", copy)
    (copy / "game.yaml").write_text(RECORD, encoding="utf-8")
    line = ("verify", "game.yaml", "--format", "json", "--no-slips", "--lang", "en")
    (report,) = json.loads(run(copy, "-m", "generator", *line, code=1))
    found = [(one["rule"], one["message"]) for one in report["findings"]]
    odd = "Y1: the numbers in this column add up to 7, which is odd"
    assert ("column-distinct", odd) in found
