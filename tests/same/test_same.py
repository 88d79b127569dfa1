"""`make same` notices what it is there for, and tells it in words."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from tests.same.boxes import box_changes
from tests.same.pages import Document, page_changes, text_changes
from tests.same.reports import report_changes

ROOT = Path(__file__).resolve().parents[2]
COPIED = ("generator", "rules_data", "templates")


def changed(file: Path, old: str, new: str) -> None:
    """Write another word into a file that has the old one."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def compared(base: Path) -> tuple[int, list[str]]:
    """Compare the checkout's Qwinto with another tree's; return the exit code and the lines."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.same", str(base), "--game", "qwinto"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, [*done.stdout.splitlines(), *done.stderr.splitlines()]


@pytest.mark.slow
@pytest.mark.long
def test_a_changed_tree_is_told(tmp_path: Path) -> None:
    """A sentence, a box, an example and a rule changed in a copy are told, each where it stands."""
    for name in COPIED:
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("*.pyc"))
    data = tmp_path / "rules_data" / "qwinto"
    changed(data / "en.yaml", "In a row, the numbers", "In each row, the numbers")
    changed(data / "game.yaml", "usual: 3", "usual: 2")
    changed(data / "game.yaml", "players: [2, 6]", "players: [2, 5]")
    (data / "examples" / "illegal-dice.yaml").unlink()
    code, lines = compared(tmp_path)
    assert code == 1
    assert lines[-1].startswith(f"different from {tmp_path}: ")
    told = "\n".join(lines)
    assert "qwinto en rules: page 2: text: In [-each-] {+a+} row" in told
    assert "qwinto fr score-sheets: page 1 has another size" in told
    assert re.search("qwinto fr score-sheets: box .* (moved|is gone)", told)
    assert re.search("qwinto fr samples: valid differ: record .*False became True", told)
    assert "qwinto fr reminder" not in told
    assert "qwinto fr examples: this checkout alone judges it: illegal-dice.yaml" in told


def test_a_sentence_is_told_word_by_word() -> None:
    """Text is compared across line ends, and what changed stands between its neighbours."""
    old = [["The frog leaps over", "one lily pad and sits."], ["End."]]
    new = [["The frog leaps over one", "lily pad or two and sits."], ["End."]]
    assert list(text_changes(old, old)) == []
    assert list(text_changes(old, [["The frog leaps over one lily pad", "and sits.", "End."]])) == [
        "1 pages, no longer 2"
    ]
    assert list(text_changes(old, new)) == ["page 1: text: over one lily pad {+or two+} and sits."]


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
