"""Games load whole, or say everything that is wrong with their files."""

import shutil
from pathlib import Path

import pytest

from generator import paths
from generator.check import check
from generator.errors import DataError, LudokitError
from generator.game import game_names, load, load_folder
from generator.words import BUILT_IN

# The games that nobody owns, in Spanish too.
FREE = {"boite", "course-a-20", "yams"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy of the Qwinto data that may be broken."""
    return shutil.copytree(paths.rules_data() / "qwinto", tmp_path / "qwinto")


def change(file: Path, old: str, new: str) -> int:
    """Replace words in a file and return the line they stood on."""
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    file.write_text(text.replace(old, new), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


def faults(folder: Path) -> list[str]:
    """Return every fault of a folder, from `file:line` on, the folder itself left out."""
    with pytest.raises(DataError) as caught:
        check(folder)
    return [problem.worded("en").replace(f"{folder}/", "") for problem in caught.value.problems]


@pytest.mark.few(1)
@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_every_game_is_in_order(name: str) -> None:
    """Each game passes its own check and speaks French and English, the free ones Spanish too."""
    game = check(paths.rules_data() / name).game
    assert {*game.sentences} == {*BUILT_IN, *(("es",) if name in FREE else ())}
    assert game.head.name == name


@pytest.mark.parametrize(
    ("said", "hint"),
    [
        pytest.param("qwunto", "did you mean 'qwinto'?", id="slip"),
        pytest.param("../qwinto", "is not one of", id="path"),
        pytest.param("", "is not one of", id="nothing"),
    ],
)
def test_unknown_game(said: str, hint: str) -> None:
    """A game that is not there is refused with the nearest name, never looked for elsewhere."""
    with pytest.raises(LudokitError) as caught:
        load(said)
    assert hint in caught.value.worded("en")


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        pytest.param("game.yaml", "age: 8", "age: eight", "age: 'eight'", id="wrong type"),
        pytest.param("game.yaml", "year: 2015", "yaer: 2015", "yaer: unknown", id="slip"),
        pytest.param("game.yaml", "blank: 4", "blank: 40", "row 'O' has its blank", id="blank"),
        pytest.param("game.yaml", "bonus: [7]", "bonus: [12]", "no cell 12", id="bonus"),
        pytest.param("game.yaml", "{id: Y, c", "{id: O, c", "two rows are called", id="rows"),
        pytest.param(
            "game.yaml", "colour: orange, shift", "colour: red, shift", "'red'", id="colour"
        ),
        pytest.param("game.yaml", "players: [2, 6]", "players: [6, 2]", "6 is larger", id="range"),
        pytest.param("game.yaml", "parts: [sheet]}", "parts: [shet]}", "'sheet'?", id="part"),
        pytest.param("game.yaml", "part: track,", "part: trak,", "'track'?", id="kind of part"),
        pytest.param("game.yaml", "kind: form", "kind: from", "'form'?", id="kind of printable"),
        pytest.param("game.yaml", "block: heading", "block: header", "'heading'?", id="block"),
        pytest.param(
            "game.yaml", "id: cell-free,", "id: row-colour,", "stands twice", id="rule twice"
        ),
        pytest.param("fr.yaml", "  win: Le", "  won: Le", "won: 'won' is not", id="rule key"),
        pytest.param(
            "en.yaml",
            "Each miss costs {misses.cost}",
            "x {misses.csot}",
            "'misses.cost'?",
            id="figure",
        ),
    ],
)
def test_a_fault_is_told_at_its_place(
    folder: Path, file: str, old: str, new: str, told: str
) -> None:
    """A fault in game data is named with file and line, what was found, and the nearest word."""
    line = change(folder / file, old, new)
    found = [fault for fault in faults(folder) if told in fault]
    assert len(found) == 1, faults(folder)
    assert found[0].startswith(f"{file}:{line}:")


SLIPS = ("yaer", "'from'", "'mises'", "rihgts", "misses.price")


def test_all_faults_at_once(folder: Path) -> None:
    """Faults in three files and four fields are told in one go."""
    change(folder / "game.yaml", "age: 8", "age: eight")
    change(folder / "game.yaml", "cells: 9", "cells: none")
    change(folder / "fr.yaml", "tagline:", "slogan:")
    change(folder / "en.yaml", "rights:", "rihgts:")
    told = faults(folder)
    assert {fault.split(":")[0] for fault in told} == {"game.yaml", "fr.yaml", "en.yaml"}
    assert len(told) >= 4


def test_no_stage_hides_the_faults_of_the_next(folder: Path) -> None:
    """A slip in the head, a sentence, a printable and the mechanics are told in one go."""
    change(folder / "game.yaml", "year: 2015", "yaer: 2015")
    change(folder / "game.yaml", "kind: form", "kind: from")
    change(folder / "game.yaml", "misses: misses", "misses: mises")
    change(folder / "en.yaml", "rights:", "rihgts:")
    change(folder / "fr.yaml", "Chaque coup manqué coûte {misses.cost}", "x {misses.price}")
    told = faults(folder)
    assert [len([one for one in told if words in one]) for words in SLIPS] == [1] * len(SLIPS)
    assert len(told) == len(SLIPS), told


def test_faults_of_printables_are_all_told(folder: Path) -> None:
    """The owners of the printables tell every fault of their entries with its line."""
    one = change(folder / "game.yaml", "usual: 3", "usual: three")
    other = change(folder / "game.yaml", "kind: form", "kind: from")
    told = faults(folder)
    assert {int(fault.split(":")[1]) for fault in told} == {one, other}


@pytest.mark.rest
def test_one_language_is_enough(folder: Path) -> None:
    """A game without English sentences is in order, and prints in French whatever is asked."""
    (folder / "en.yaml").unlink()
    game = check(folder).game
    assert tuple(game.sentences) == ("fr",)
    assert game.language("en") == "fr"
    assert game.sentences_in("en").title == "Qwinto"


def test_no_language_at_all(folder: Path) -> None:
    """A game without any sentences says which files would do, beside its other faults."""
    change(folder / "game.yaml", "age: 8", "age: eight")
    (folder / "fr.yaml").unlink()
    (folder / "en.yaml").unlink()
    told = faults(folder)
    assert any("fr.yaml, en.yaml" in fault for fault in told)
    assert any(fault.startswith("game.yaml") for fault in told)


def test_stray_file_is_told(folder: Path) -> None:
    """A file of sentences in no known language is not passed over in silence."""
    (folder / "en.yaml").rename(folder / "enn.yaml")
    assert any("did you mean 'en.yaml'" in fault for fault in faults(folder))


def test_french_field_names(folder: Path) -> None:
    """Game data may be written with French field names."""
    change(folder / "game.yaml", "players: [2, 6]", "joueurs: [2, 6]")
    change(folder / "game.yaml", "\nrules: #", "\nrègles: #")
    assert load_folder(folder).head.players == (2, 6)


def test_other_folder(folder: Path) -> None:
    """A folder whose name is not the game's is told, since commands go by the folder."""
    moved = folder.rename(folder.with_name("quinto"))
    assert any("'qwinto' is not the name of the folder" in fault for fault in faults(moved))


def test_sentences_are_typeset_with_figures() -> None:
    """A sentence has the figures of the parts filled in, and French spaces that do not break."""
    said = load("qwinto").sentences["fr"]
    assert said.rules["score-miss"] == "Chaque coup manqué coûte 5 points."
    assert "\u202f;" in said.rules["row-rising"]
    assert "l’" in said.rules["blank-space"].lower()


@pytest.mark.parametrize(
    ("old", "new", "rule", "said"),
    [
        ("blocker: 5", "blocker: 7", "score-blocker", "Keeping your blocker earns 7 points."),
        ("rounds: 4", "rounds: 6", "match", "The match has 6 rounds; the largest total wins."),
    ],
)
def test_sentences_follow_the_mechanics(
    tmp_path: Path, old: str, new: str, rule: str, said: str
) -> None:
    """A number of the mechanics stands in the sentences that name it, at any depth."""
    folder = shutil.copytree(paths.rules_data() / "doce", tmp_path / "doce")
    change(folder / "game.yaml", old, new)
    assert load_folder(folder).sentences["en"].rules[rule] == said


def test_a_number_that_the_mechanics_lack(tmp_path: Path) -> None:
    """A sentence that names no number of the mechanics is told, with the nearest."""
    folder = shutil.copytree(paths.rules_data() / "doce", tmp_path / "doce")
    line = change(folder / "en.yaml", "has {mechanics.rounds}", "has {mechanics.round}")
    (fault,) = faults(folder)
    assert fault.startswith(f"en.yaml:{line}:")
    assert "did you mean 'mechanics.rounds'?" in fault


def test_labels_of_cells() -> None:
    """A French sheet prints J3 for the cell Y3, an English one its id."""
    game = load("qwinto")
    assert game.sentences["fr"].label("Y3") == "J3"
    assert game.sentences["en"].label("Y3") == "Y3"


@pytest.mark.parametrize(
    "title", ["   ", "\\u200b", "\\u2060 \\u00ad", "\\u3164\\u2800", "\\u0301"]
)
@pytest.mark.parametrize(
    ("field", "key"), [("title", "title"), ("score-sheets", "printables.score-sheets")]
)
def test_what_cannot_be_seen_is_no_title(folder: Path, field: str, key: str, title: str) -> None:
    """A title of blanks, or of signs that print nothing, is refused with its line and column."""
    file = folder / "en.yaml"
    lines = file.read_text(encoding="utf-8").splitlines()
    number = next(n for n, line in enumerate(lines) if line.strip().startswith(f"{field}:"))
    margin = lines[number].index(field)
    lines[number] = f'{" " * margin}{field}: "{title}"'
    file.write_text("\n".join(lines), encoding="utf-8")
    place = f"en.yaml:{number + 1}:{margin + len(field) + 3}: {key}: nothing is seen of this text"
    assert [one for one in faults(folder) if one.startswith(place)]
    with pytest.raises(DataError):
        load_folder(folder)


def test_a_wrong_family_hides_no_other_fault(folder: Path) -> None:
    """A family that is not known is told together with the faults of the other sections."""
    file = folder / "game.yaml"
    change(file, "  family: sheet\n", "  family: sheets\n")
    change(file, "{block: track, part: misses}", "{block: track, part: mises}")
    fields = {one.split(": ")[1] for one in faults(folder)}
    assert {"mechanics.family", "printables.score-sheets.blocks[3].part"} <= fields
