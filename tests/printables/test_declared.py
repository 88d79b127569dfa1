"""What entries declare: the words they need, the names they use, and what parts say for them."""

from pathlib import Path
from shutil import copytree

import pytest

from generator.check import check
from generator.errors import DataError
from generator.game import game_names, load, load_folder
from generator.paper.text import SYMBOLS, font_metrics
from generator.paths import rules_data
from generator.printables.context import HOLLOW, SIGNS, Context, Options, colour_shapes
from generator.printables.kinds.form import FormEntry
from generator.printables.kinds.sheet import SheetEntry
from generator.printables.planning import entries, plan


def edited(tmp_path: Path, name: str, old: str, new: str) -> Path:
    """Return a copy of a game's folder with one change in its facts."""
    folder = tmp_path / name
    copytree(rules_data() / name, folder)
    facts = folder / "game.yaml"
    text = facts.read_text(encoding="utf-8")
    assert text.count(old) >= 1
    facts.write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


def line_of(folder: Path, words: str) -> int:
    """Return the number of the line on which words stand first."""
    lines = (folder / "game.yaml").read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, start=1) if words in line)


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        ("qwinto", "row-rising, column-distinct", "row-rising, column-distnct", "column-distinct"),
        ("doce", "part: dice-black, colour: black", "part: dice-black, colour: blak", "black"),
        ("doce", "text: score.note", "text: score.nott", "score.nott"),
        ("doce", "part: score, look", "part: scor, look", "score"),
        ("doce", "{id: own}", "{id: bonos}", "score.bonos"),
        ("crowns", "note: tokens.note", "note: tokens.nott", "tokens.nott"),
        ("crowns", "worth: crown", "worth: crwn", "crown"),
        ("crowns", "rows_as: pips", "rows_as: pip", "pips"),
        ("crowns", "wide: [places]", "wide: [place]", "places"),
        ("qwinto", "dice.*, reroll.*", "dice.ornge, reroll.*", "orange"),
        ("qwinto", "template: rules", "template: ruls", "rules"),
        ("qwinto", "    worked:", "    totals: [ornge, total]\n    worked:", "score.ornge"),
        ("doce", "totals: [round1", "totals: [rond1", "score.rond1"),
        ("sti", "type: microbe", "type: microb", "microbe"),
        ("sti", "care: care", "care: cure", "care"),
        ("sti", "symptoms.none, hpv", "symptoms.non, hpv", "symptoms.none"),
        ("sti", "{zone: title, shows: title}", "{zone: title, shows: titel}", "titel"),
        ("dental", "gum: gum", "gum: gumm", "gum"),
        ("dental", "by: sweet", "by: sweets", "sweet"),
        ("qwinto", "block: grid, part: sheet", "block: gird, part: sheet", "grid"),
        ("qwinto", "kind: form", "kind: from", "form"),
        ("qwinto", "{block: reminder,", "{block: reminder, tent: true,", "'block: tent'"),
        ("qwinto", "{block: reminder,", "{block: reminder, pictures: [full],", "'block: tent'"),
    ],
)  # fmt: skip
def test_a_slip_is_told_where_it_stands(
    tmp_path: Path, name: str, old: str, new: str, told: str
) -> None:
    """A name that the game does not have is a fault at its line, with the word that was meant."""
    folder = edited(tmp_path, name, old, new)
    with pytest.raises(DataError) as caught:
        check(folder)
    found = {problem.line: problem.worded("en") for problem in caught.value.problems}
    slip = new.splitlines()[-2] if "\n" in new else new
    assert told in found[line_of(folder, slip.strip())]


def test_totals_and_columns_are_those_of_the_parts(tmp_path: Path) -> None:
    """A fourth row has its box among the totals and a fourth die its columns, without a word."""
    folder = edited(
        tmp_path,
        "qwinto",
        "dice: [orange, yellow, purple]",
        "dice: [orange, yellow, purple, green]",
    )
    facts = folder / "game.yaml"
    text = facts.read_text(encoding="utf-8")
    row = "    - {id: P, colour: purple"
    text = text.replace(row, f"    - {{id: G, colour: green}}\n{row}")
    swatch = "  purple: {colour"
    text = text.replace(swatch, f'  green: {{colour: "#2f7d4f"}}\n{swatch}')
    facts.write_text(text, encoding="utf-8")
    game = load_folder(folder)
    sheet, form = entries(game)["score-sheets"], entries(game)["record-form"]
    assert isinstance(sheet, SheetEntry)
    assert isinstance(form, FormEntry)
    boxes = next(block for block in sheet.model_dump()["blocks"] if block["block"] == "totals")
    scored = ["orange", "yellow", "green", "purple", "bonus", "misses"]
    assert [one["id"] for one in boxes["sum"]] == scored
    assert form.totals == (*scored, "total")
    assert {"dice.green", "reroll.green", "writes.*"} <= set(form.columns)
    assert colour_shapes(game)["green"] == "star"


def test_every_shape_has_a_sign() -> None:
    """Each shape prints as one letter that the face of symbols has, no two alike."""
    signs = [*SIGNS.values(), *HOLLOW.values()]
    assert len(set(signs)) == len(signs)
    assert set(signs) <= font_metrics(SYMBOLS).letters


def test_only_nearly_white_colours_have_hollow_signs() -> None:
    """White is told by a hollow sign; a yellow as bright as can be keeps its full one."""
    white, yellow = (Context(load(name), "", Options()) for name in ("doce", "qwinto"))
    assert [white.sign(colour) for colour in ("black", "pale")] == ["■", "○"]
    assert yellow.sign("yellow") == "▲"


def test_colours_without_a_shape_take_the_next_free_one() -> None:
    """A colour that is given no shape has one that no other colour of its game is given."""
    for game in map(load, game_names()):
        given = [colour.shape for colour in game.head.colours.values()]
        for name, colour in game.head.colours.items():
            assert (
                colour_shapes(game)[name] not in given or colour_shapes(game)[name] == colour.shape
            )


@pytest.mark.parametrize("shift", ["25", "1000"])
def test_a_row_without_a_place_is_told_at_the_row(tmp_path: Path, shift: str) -> None:
    """A row that no paper is wide enough for is a fault of what shifts it, told once."""
    folder = edited(tmp_path, "qwinto", "shift: 2, blank", f"shift: {shift}, blank")
    with pytest.raises(DataError) as caught:
        plan(load_folder(folder), "score-sheets", Options())
    (problem,) = caught.value.problems
    assert problem.line == line_of(folder, f"shift: {shift}")
    assert problem.field == "parts.sheet.rows[1].shift"
