"""`make same` notices what it is there for, and tells it in words."""

import re
import shutil
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from tests.same.__main__ import GROUPS, every
from tests.same.boxes import box_changes
from tests.same.command import Command
from tests.same.made import Said, Side, digest, make
from tests.same.pages import Document, line_changes, page_changes, text_changes
from tests.same.reports import report_changes
from tests.same.told import tell

ROOT = Path(__file__).resolve().parents[2]
COPIED = ("generator", "rules_data", "templates")


def changed(file: Path, old: str, new: str) -> None:
    """Write another word into a file that has the old one."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def compared(base: Path, *words: str) -> tuple[int, list[str]]:
    """Compare the checkout with another tree; return the exit code and the lines."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.same", str(base), *words],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, [*done.stderr.splitlines(), *done.stdout.splitlines()]


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """Return a copy of all that the program is."""
    tree = tmp_path / "tree"
    for name in COPIED:
        shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("*.pyc"))
    return tree


@pytest.mark.slow
@pytest.mark.long
def test_a_changed_game_is_told(copied: Path) -> None:
    """A sentence, a box, an example and a rule changed in a copy are told, each where it stands."""
    data = copied / "rules_data" / "qwinto"
    changed(data / "en.yaml", "In a row, the numbers", "In each row, the numbers")
    changed(data / "game.yaml", "usual: 3", "usual: 2")
    changed(data / "game.yaml", "players: [2, 6]", "players: [2, 5]")
    (data / "examples" / "illegal-dice.yaml").unlink()
    groups = ("kits/qwinto/en", "reports/qwinto/samples", "reports/qwinto/examples-jsonl")
    code, lines = compared(copied, *(word for group in groups for word in ("--only", group)))
    assert code == 1
    assert lines[-1].startswith(f"different from {copied}: ")
    told = "\n".join(lines)
    assert "kits qwinto en rules: page 2: text: In [-each-] {+a+} row" in told
    assert "kits qwinto en score-sheets: page 1 has another size" in told
    assert re.search("kits qwinto en score-sheets: box .* (moved|is gone)", told)
    assert re.search("reports qwinto samples fr: valid differ: record .*False became True", told)
    assert "kits qwinto en laboratory" not in told
    assert (
        "reports qwinto examples-jsonl fr: this checkout alone judges it: illegal-dice.yaml" in told
    )


# What is changed in a copy of the tree, which command tells it, and in what words.
CHANGES = [
    ("generator/printables/context.py", "{self.copies}-copies", "{self.copies}-times"),
    ("rules_data/tables/capitals.en.csv", "Prague", "Praha"),
    ("generator/words/en.yaml", "{records} records – valid", "{records} games – valid"),
    ("generator/words/en.yaml", "'{found}' is not one of", "'{found}' is none of"),
    ("generator/words/fr.yaml", "'{found}' ne fait pas partie de", "'{found}' n'est pas de"),
    ("generator/words/en.yaml", "Play a random game and", "Play some random game and"),
    (
        "generator/cli/verifying.py",
        "    made = played(",
        "    raise ValueError\n    made = played(",
    ),
    (
        "generator/cli/catalog_commands.py",
        "    root = click",
        "    import os\n    os.abort()\n    root = click",
    ),
]
TOLD = {
    "options/qwinto/score-sheets/copies": "score-sheets.3-copies: it was called score-sheets.3-tim",
    "lists/memory/capitals/en": "[-Praha-] {+Prague+}",
    "hand/qwinto/text/en": "standard error: line 1: 12 [-games-] {+records+} – valid",
    "games/dernier-jeton/en": ": ended with 0, no longer 70",
    "faults/qwinto-slip00": "standard error: line 1:",
    "hostile/lines/a-game-that-is-a-path": "standard error: line 1:",
    "commands/help/sample/en": "standard output: line 3: Play [-some-] {+a+} random game and",
    "commands/completion/zsh": "ended with 0, no longer -6",
}


@pytest.mark.slow
@pytest.mark.long
def test_a_change_in_each_group_is_told(copied: Path) -> None:
    """What was changed on purpose is told by a command of each group, crashes as their outcome."""
    for file, old, new in CHANGES:
        changed(copied / file, old, new)
    code, lines = compared(copied, *(word for name in TOLD for word in ("--only", name)))
    assert code == 1
    for name, words in TOLD.items():
        place = name.replace("/", " ")
        assert [line for line in lines if place in line and words in line], (name, lines)
    assert lines[-1].startswith(f"different from {copied}: {len(TOLD)} of {len(TOLD)} commands")


@pytest.mark.slow
@pytest.mark.long
def test_a_copy_is_the_same(copied: Path) -> None:
    """A copy in another folder prints and says the same, bytes, errors and paths."""
    only = (*TOLD, "kits/doce/en", "reports/doce", "commands/doctor", "options/doce/side-by-side")
    code, lines = compared(copied, *(word for name in only for word in ("--only", name)))
    assert (code, lines[2:]) == (0, lines[-1:])
    assert re.fullmatch(f"same as {copied}: \\d+ commands", lines[-1])


PROGRAM = """
import os, sys
from pathlib import Path

def main(words):
    match words:
        case ["say", *said]:
            print(*said, Path.cwd(), Path(__file__).parents[2])
        case ["read", file]:
            print(sys.stdin.read(), Path(file).read_text(), end="")
        case ["write", file, text]:
            Path(file).write_text(text)
        case ["crash"]:
            raise ValueError
        case ["abort"]:
            os.abort()
        case ["fail"]:
            sys.exit(2)
    sys.exit()
"""


@pytest.fixture
def given(tmp_path: Path) -> Path:
    """Return a folder that is given to both sides."""
    (tmp_path / "given").mkdir()
    (tmp_path / "given" / "a.txt").write_text("frogs", encoding="utf-8")
    return tmp_path / "given"


def side(folder: Path, program: str = PROGRAM) -> Side:
    """Return a side whose tree is a small program."""
    (folder / "generator" / "cli").mkdir(parents=True)
    (folder / "generator" / "__init__.py").touch()
    (folder / "generator" / "cli" / "__init__.py").write_text(program, encoding="utf-8")
    return Side(folder, folder / "out")


def test_commands_run_each_for_itself(tmp_path: Path, given: Path) -> None:
    """Each command has a folder, standard input and outcome of its own; a crash ends no other."""
    commands = [
        Command("a/say", (("say", "hop"), ("fail",))),
        Command("a/read", (("read", "in/a.txt"),), links={"in": "given/"}, stdin="in/a.txt"),
        Command("a/abort", (("abort",), ("say", "late"))),
        Command("a/crash", (("crash",), ("say", "on"))),
        Command("a/write", (("write", "new.txt", "pond"),), links={"in": "given/"}),
    ]
    one = side(tmp_path / "tree")
    (costs,) = make([one], given, commands).values()
    assert costs.keys() == {"", *(command.name for command in commands)}
    said, read, aborted, crashed, written = map(one.outcome, commands)
    assert said.said == (Said(0, "hop <here> <tree>\n", ""), Said(2, "", ""))
    assert read.said == (Said(0, "frogs frogs", ""),)
    assert aborted.said == (Said(-6, "", ""),)
    assert [step.code for step in crashed.said] == [99, 0]
    assert crashed.said[0].err.endswith("ValueError\n")
    assert [path.read_text(encoding="utf-8") for path in written.files.values()] == ["pond"]
    assert list(written.files) == ["new.txt"]


def test_what_is_kept_is_asked_again_when_it_changes(tmp_path: Path, given: Path) -> None:
    """A command that was run is not run again, unless its words or what it is given changed."""
    command = Command("a/read", (("read", "in/a.txt"),), links={"in": "given/"})
    one = side(tmp_path / "tree")
    assert list(make([one], given, [command])) == [one]
    assert list(make([one], given, [command])) == []
    assert list(make([one], given, [replace(command, stdin="in/a.txt")])) == [one]
    (given / "a.txt").write_text("toads", encoding="utf-8")
    digest.cache_clear()
    assert list(make([one], given, [command])) == [one]


def test_outcomes_are_told_by_what_differs(tmp_path: Path, given: Path) -> None:
    """Exit codes, lines and files are told by command, and once where many differ alike."""
    other = PROGRAM.replace('"say", *said', '"say", _, *said').replace("exit(2)", "exit(1)")
    sides = side(tmp_path / "base"), side(tmp_path / "here", other.replace("(text)", "(text * 2)"))
    commands = [
        *(Command(f"a/{name}", (("say", "hop", "on"),)) for name in "xyz"),
        Command("b/fail", (("say",), ("fail",))),
        Command("b/write", (("write", "new.txt", "pond "),)),
        Command("c/same", (("write", "new.txt", ""),)),
    ]
    make(sides, given, commands)
    assert list(tell(sides, "base", commands)) == [
        "a x: standard output: line 1: [-hop-] on <here> <tree> – and in a y, a z",
        "b fail (say): standard output: line 1: [-<here> <tree>-]",
        "b fail (fail): ended with 1, no longer 2",
        "b write new.txt: line 1: pond {+pond+}",
        "different from base: 5 of 6 commands (a 3, b 2)",
    ]


def test_commands_have_names_of_their_own(tmp_path: Path) -> None:
    """No outcome lies in the folder of another, and every group has commands."""
    (tmp_path / "sheets").mkdir()
    for name in ("games", "listed", "faults", "hand"):
        (tmp_path / name / "toads" / "a").mkdir(parents=True)
    names = sorted(command.name for command in every({"frogs": ("en",), "sti": ("en",)}, tmp_path))
    assert all(not after.startswith(f"{before}/") for before, after in pairwise(names))
    assert len({*names}) == len(names)
    assert {name.split("/")[0] for name in names} == {*GROUPS}


def test_a_sentence_is_told_word_by_word() -> None:
    """Text is compared across line ends, and what changed stands between its neighbours."""
    old = [["The frog leaps over", "one lily pad and sits."], ["End."]]
    new = [["The frog leaps over one", "lily pad or two and sits."], ["End."]]
    assert list(text_changes(old, old)) == []
    assert list(text_changes(old, [["The frog leaps over one lily pad", "and sits.", "End."]])) == [
        "1 pages, no longer 2"
    ]
    assert list(text_changes(old, new)) == ["page 1: text: over one lily pad {+or two+} and sits."]


def test_lines_are_told_word_by_word() -> None:
    """Of long outputs the words that changed are told, with the number of their line."""
    old = "".join(f"frog {n} hops\n" for n in range(9))
    assert list(line_changes(old, old.replace("4 hops", "4 leaps"))) == [
        "line 5: frog 4 [-hops-] {+leaps+}"
    ]
    assert list(line_changes(old, old.replace("4 hops", "4  hops"))) == ["line 5: other spaces"]
    assert list(line_changes(old, old.rstrip())) == ["other ends of lines"]
    many = old * 300
    assert list(line_changes(many, many.replace("hops", "leaps"))) == [
        "line 1: 2700 lines became 2700: ['frog 0 leaps']"
    ]


def test_a_box_is_told_by_its_way() -> None:
    """Boxes that moved alike are told together, with the millimetres; a new one by its name."""
    old = [
        {"page": 1, "copy": n, "id": "Y1", "label": "Y1", "x": 9, "y": 9, "width": 9, "height": 9}
        for n in (1, 2)
    ]
    new = [{**cell, "x": 10.5} for cell in old]
    assert list(box_changes(old, old)) == []
    assert list(box_changes(old, [*new, {**old[0], "id": "Y2"}])) == [
        "box Y1 (page 1, copy 1), Y1 (page 1, copy 2) moved +1.50 mm to the right, +0.00 mm down",
        "box Y2 (page 1, copy 1) is new",
    ]


def test_a_spot_on_a_page_is_told_by_its_place(tmp_path: Path) -> None:
    """What is drawn otherwise is told by its place on the page; a hair of grey is not."""
    plain = Image.new("RGB", (500, 500), "white")
    faint, spotted = plain.copy(), plain.copy()
    ImageDraw.Draw(faint).rectangle((100, 100, 400, 400), fill="#f0f0f0")
    ImageDraw.Draw(spotted).rectangle((100, 200, 199, 249), fill="black")
    files = [tmp_path / f"{name}.pdf" for name in ("plain", "faint", "spotted")]
    for picture, file in zip((plain, faint, spotted), files, strict=True):
        picture.save(file, resolution=127)  # 100 by 100 mm
    before, still, after = map(Document, files)
    assert list(page_changes(before, still, is_drawn=True)) == []
    (told,) = page_changes(before, after, is_drawn=True)
    assert told.startswith("page 1 looks otherwise: 2.")
    places = re.search("between (.*) and (.*) mm from the left, (.*) and (.*) mm from", told)
    assert places
    assert [round(int(place) / 10) for place in places.groups()] == [2, 4, 4, 5]


def test_a_finding_is_told_by_its_place() -> None:
    """A finding that went is told with its rule and place, a changed sentence once for all."""
    finding = {"rule": "dice", "line": 4, "where": "Y1", "message": "no die", "sentence": "Roll."}
    old = {("a.yaml", 0): {"findings": [finding], "valid": False}}
    reworded = {("a.yaml", 0): {"findings": [{**finding, "sentence": "Roll!"}], "valid": False}}
    gone = {("a.yaml", 0): {"findings": [], "valid": True}}
    assert list(report_changes(old, old)) == []
    assert list(report_changes(old, reworded)) == [
        "[dice] sentence: 'Roll.' became 'Roll!': a.yaml (line 4, where Y1: no die)"
    ]
    assert list(report_changes(old, gone)) == [
        "finding gone [dice]: a.yaml (line 4, where Y1: no die)",
        "valid differ: a.yaml (False became True)",
    ]
