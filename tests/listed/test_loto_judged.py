"""A loto is judged as it was called: who won first, whether a claim holds, what is wrong."""

from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
import yaml

from generator import rules
from generator.check import check
from generator.cli import main
from generator.correction import draw_correction, plan_correction
from generator.errors import DataError
from generator.game import load_folder
from generator.paper.page import all_cells
from generator.printables.context import Context, Options
from generator.printables.planning import plan
from generator.records.replay import replay
from generator.records.report import Report, report_fields
from generator.records.writing import blank_record, read_yaml_record, sample_record
from generator.rules import AnyRules, Seating
from generator.words import BUILT_IN, Language
from tests.render.measured import texts

HERE = Path(__file__).parent
FRUITS = HERE / "games" / "fruits"
EXAMPLES = sorted((FRUITS / "examples").glob("*.yaml"))
TABLE = yaml.safe_load((HERE / "loto_cases.yaml").read_text(encoding="utf-8"))
LINES = TABLE["situation"].count("\n")
PLAYERS = ("Ana", "Ben", "Cleo", "Dan")


@pytest.fixture(scope="module")
def fruits() -> AnyRules:
    """Return the rules of a loto of fruits."""
    return rules.load(load_folder(FRUITS))


def judged(of: AnyRules, record: str) -> Report:
    """Return the report of a record's own words."""
    return replay(read_yaml_record(of, TABLE["situation"] + record))


def told(finding: dict[str, Any]) -> str:
    """Return an error as a table says it."""
    words = [str(finding["line"] - LINES), finding["rule"], finding["where"]]
    return " ".join([word for word in words if word] + ["afterwards"] * finding["after_error"])


@pytest.mark.parametrize("case", TABLE["cases"], ids=[case["says"] for case in TABLE["cases"]])
def test_found_is_what_the_table_says(fruits: AnyRules, case: dict[str, Any]) -> None:
    """In each record just the errors of the table are found, where it says, and who won first."""
    if "unreadable" in case:
        with pytest.raises(DataError) as error:
            judged(fruits, case["record"])
        assert [one.field for one in error.value.problems] == case["unreadable"]
        return
    report = report_fields(judged(fruits, case["record"]), "en")
    assert [told(one) for one in report["findings"]] == case.get("found", [])
    if "told" in case:
        assert case["told"] in report["findings"][-1]["message"]
    if "winners" in case:
        assert report["winners"] == case["winners"]
    assert report["finished"] == case.get("finished", report["winners"] != [])
    for player, call in case.get("scores", {}).items():
        assert report["scores"][player] == {"won": call}


def test_every_rule_has_a_case(fruits: AnyRules) -> None:
    """Each rule that can be broken is broken in the table, and in an example of its name."""
    found = [line for case in TABLE["cases"] for line in case.get("found", [])]
    assert {line.split()[1] for line in found} == set(fruits.judged_rules)
    wrong = {file.stem.removeprefix("illegal-") for file in EXAMPLES if "illegal" in file.stem}
    assert wrong == set(fruits.judged_rules)


@pytest.mark.parametrize("file", EXAMPLES, ids=[file.stem for file in EXAMPLES])
def test_examples(fruits: AnyRules, file: Path) -> None:
    """A legal example is right, an illegal one breaks the rule of its name and no other."""
    report = replay(read_yaml_record(fruits, file.read_text(encoding="utf-8")))
    wanted = [file.stem.removeprefix("illegal-")] if "illegal" in file.stem else []
    assert [one.rule for one in report.findings] == wanted


def test_boards_judged_are_those_printed(fruits: AnyRules) -> None:
    """Whoever has the printed board before them reads the same words as `verify`."""
    options = Options("fr", pupils=4, seed=5)
    printed: dict[int, list[str]] = {}
    for page in plan(fruits.game, "loto", options):
        for number, cell in page.cells():
            printed.setdefault(number, []).append(cell.label)
    for number, words in printed.items():
        head = "game: fruits\nplayers: [Ana, Ben]\npupils: 4\nseed: 5\n"
        row = f"boards: {{Ana: {number}}}\ncalled: {words[:3]}\nclaims: {{Ana: 3}}\n"
        report = replay(read_yaml_record(fruits, head + row))
        assert (report.is_valid, report.winners) == (True, ("Ana",))
    assert sorted(printed) == [1, 2, 3, 4]


def test_a_list_too_short_is_a_fault_of_the_record(tmp_path: Path) -> None:
    """Boards for more pupils than the list has are not there: that is told, and nothing breaks."""
    folder = copytree(FRUITS, tmp_path / "fruits")
    rows = (folder / "list.csv").read_text("utf-8").splitlines()[:11]
    (folder / "list.csv").write_text("\n".join(rows), encoding="utf-8")
    of = rules.load(load_folder(folder))
    text = "game: fruits\nplayers: [Ana, Ben]\npupils: 30\ncalled: [pomme]\nclaims: {Ana: 1}\n"
    report = replay(read_yaml_record(of, text))
    assert [(one.rule, one.line) for one in report.findings] == [("own-board", 3)]


def test_mechanics_name_a_loto(tmp_path: Path) -> None:
    """A part of another kind is no loto: that is told at its place."""
    folder = copytree(FRUITS, tmp_path / "fruits")
    facts = (folder / "game.yaml").read_text("utf-8")
    wrong = facts.replace("family: loto, part: loto", "family: loto, part: list")
    (folder / "game.yaml").write_text(wrong, encoding="utf-8")
    with pytest.raises(DataError) as error:
        rules.load(load_folder(folder))
    assert [one.field for one in error.value.problems] == ["mechanics.part"]


@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("seed", range(6))
def test_practice_records_have_the_errors_wished(
    fruits: AnyRules, seed: int, language: Language
) -> None:
    """A practice record can be read in its language, and has as many errors as were asked for."""
    for errors in (0, 1, 3):
        made = sample_record(fruits, seed=seed, language=language, players=PLAYERS, errors=errors)
        assert len(made.report.findings) == errors
        again = replay(read_yaml_record(fruits, made.text))
        assert [one.rule for one in again.findings] == [one.rule for one in made.report.findings]


def test_a_practice_record_ends_with_the_first_to_win(fruits: AnyRules) -> None:
    """Without errors the last call wins, and its winners say so."""
    made = sample_record(fruits, seed=3, language="en", players=PLAYERS)
    fields = yaml.safe_load(made.text)
    assert made.report.winners
    assert fields["claims"] == dict.fromkeys(made.report.winners, len(fields["called"]))


@pytest.mark.parametrize("rule", ["called-twice", "not-in-list", "claim-false", "claim-late"])
def test_each_rule_can_be_broken_on_purpose(fruits: AnyRules, rule: str) -> None:
    """Practice records break each rule of calls and claims in one seed of ten."""
    made = [sample_record(fruits, seed=seed, language="en", errors=1) for seed in range(10)]
    assert rule in {one.rule for each in made for one in each.report.findings}


@pytest.mark.parametrize("language", BUILT_IN)
def test_a_blank_record_can_be_read(fruits: AnyRules, language: Language) -> None:
    """The record to fill in is in order as it is, and says by which boards it would be judged."""
    text = blank_record(fruits, language)
    assert replay(read_yaml_record(fruits, text)).is_valid
    assert ("pupils: 30" if language == "en" else "élèves: 30") in text


def test_the_correction_shows_each_board(fruits: AnyRules) -> None:
    """Each player's own board is shown, what was called crossed off, what is missing ringed."""
    record = "called: [prune, kiwi, melon]\nclaims: {Ana: 3}\n"
    report = judged(fruits, record)
    (finding,) = report.findings
    assert (finding.where, *finding.lacks) == ("r1c2", "r1c3")
    setting = Context(fruits.game, "correction", Options("en"), "Correction")
    cells = {
        cell.label
        for page in plan_correction(report, setting)
        for copy in page.copies
        for cell in all_cells(copy.placed.drawing)
    }
    assert {"plum", "kiwi fruit", "hazelnut"} <= cells
    pages = " ".join(texts(draw_correction(report, fruits.game, Options(language="en"))))
    assert all(f"Board {number}" in pages for number in (1, 2, 3))
    crossed = {one.name: sorted(one.marks) for one in report.papers}
    assert crossed == {"Ana": ["r1c1"], "Ben": ["r1c1", "r2c2", "r3c2"], "Cleo": ["r1c2"]}


def test_a_folder_made_from_a_list_is_in_order_and_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """From a table to a judged record by commands alone: new, check, record, sample, verify."""
    copytree(FRUITS, tmp_path / "mine" / "fruits")
    (tmp_path / "rules_data").mkdir()
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> int:
        with pytest.raises(SystemExit) as code:
            main([*words])
        assert isinstance(code.value.code, int)
        return code.value.code

    table = str(tmp_path / "mine" / "fruits" / "list.csv")
    assert run("--lang", "fr", "new", "jus", "--as", "loto", "--table", table) == 0
    assert run("--lang", "fr", "check", "jus") == 0
    assert run("--lang", "fr", "record", "jus", "--to", "vide.yaml") == 0
    assert run("--lang", "fr", "sample", "jus", "--errors", "2", "--to", "faux.yaml") == 0
    assert run("--lang", "fr", "verify", "vide.yaml") == 0
    capsys.readouterr()
    assert run("--lang", "fr", "verify", "faux.yaml", "--correct", "--to", "out") == 1
    assert "2 erreurs" in capsys.readouterr().out
    assert len([*Path("out").rglob("*.pdf")]) == 1


def test_the_shared_game_is_in_order() -> None:
    """The game of the tests passes `check` in both languages."""
    assert check(FRUITS).warnings == ()


def test_seats_take_the_boards_in_order(fruits: AnyRules) -> None:
    """Where a record names no boards, players have them in the order of their names."""
    state = fruits.start(Seating(PLAYERS))
    assert state.boards == {"Ana": 1, "Ben": 2, "Cleo": 3, "Dan": 4}
