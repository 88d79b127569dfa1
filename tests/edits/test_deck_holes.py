"""Decks that `check` once called in order and that then crashed or were told in the wrong words."""

import re
import shutil
from pathlib import Path

import pytest

from generator import paths
from generator.check import check
from generator.cli.program import run
from generator.errors import DataError

HEAD = '<svg xmlns="http://www.w3.org/2000/svg"'


@pytest.fixture
def sti(tmp_path: Path) -> Path:
    """Return a copy of the game with the largest deck."""
    return shutil.copytree(
        paths.rules_data() / "sti", tmp_path / "sti", ignore=shutil.ignore_patterns("examples")
    )


def edit(folder: Path, old: str, new: str) -> None:
    """Replace the first place of some words in the game's data."""
    words = (folder / "game.yaml").read_text(encoding="utf-8")
    assert old in words
    (folder / "game.yaml").write_text(words.replace(old, new, 1), encoding="utf-8")


def faults(folder: Path) -> list[str]:
    """Return the faults of the game, worded, without the folder's path."""
    with pytest.raises(DataError) as caught:
        check(folder)
    return [one.worded("en").removeprefix(f"{folder}/") for one in caught.value.problems]


@pytest.mark.rest
@pytest.mark.slow
def test_a_face_without_its_title_is_in_order(sti: Path) -> None:
    """A card may leave its title out, in the guide too, which shows it by its picture."""
    edit(sti, "      microbe:\n      - {zone: title, shows: title}\n", "      microbe:\n")
    assert check(sti).game.name == "sti"


@pytest.mark.parametrize(
    "svg",
    [
        pytest.param(
            f'{HEAD} viewBox="0 0 9 9"><path d="M0 0A10000 10000 0 1 1 1e-320 1e-320"/></svg>',
            id="arc",
        ),
        pytest.param(f'{HEAD} viewBox="0 0 1e-300 1e-300"/>', id="box"),
    ],
)
def test_a_picture_that_is_no_picture_is_told(sti: Path, svg: str) -> None:
    """Numbers that no arithmetic survives are faults of the file, with line and column."""
    (sti / "pictures" / "condom.svg").write_text(svg, encoding="utf-8")
    (line,) = faults(sti)
    assert line.startswith("pictures/condom.svg:1:")
    assert "makes no sense here" in line


def test_a_sign_or_a_family_that_is_not_there_is_told(sti: Path) -> None:
    """Looks of cards are checked at their place: the picture, and the family that no card has."""
    edit(sti, "sign: sign-test,", "sign: sign-tests,")
    edit(sti, "frame: frame-virus", "frame: frame-viruses")
    one, other = faults(sti)
    assert "parts.deck.types.test.sign: " in one
    assert "did you mean 'sign-test'?" in one
    assert "parts.deck.families.virus.frame: " in other
    edit(sti, "      virus: {sign", "      viruses: {sign")
    (line,) = faults(sti)
    assert "parts.deck.families.viruses: 'viruses' is not one of" in line


@pytest.mark.rest
def test_many_pictures_take_no_time_of_their_square(sti: Path) -> None:
    """Asking for a picture does not list the folder: 4,000 unused ones are read once each."""
    for number in range(4000):
        (sti / "pictures" / f"n{number}.svg").write_text(f'{HEAD} viewBox="0 0 9 9"/>')
    edit(sti, 'picture: "icon:urine-cup"', "picture: mug")
    found = faults(sti)
    assert any("no picture of that name: 'mug'" in line for line in found)


@pytest.mark.rest
def test_a_sheet_that_is_missing_is_told_as_such(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], sti: Path
) -> None:
    """What no sheet shows cannot be handed back corrected: the message names sheet and part."""
    file = sti / "game.yaml"
    text = file.read_text(encoding="utf-8")
    lives = re.compile(r"\{block: numbers, part: life,.*\}$", re.MULTILINE)
    changed, count = lives.subn("{block: title}", text)
    assert count == len(("life-tracks", "life-sheet"))
    file.write_text(changed, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert run(["check", str(sti), "--lang", "en"]) == 2
    assert "no printable of the kind 'sheet' shows the part 'life'" in capsys.readouterr().err
