"""The conformance suite: it is what its maker makes, says what people wrote, and is passed here."""

import json
import sys
from pathlib import Path

import pytest

from generator import paths
from generator.game import game_names
from generator.records.record_format import catalog_rules
from tests.conformance.__main__ import FOLDER, differences, main, suite
from tests.conformance.making import FORMAT, lines
from tests.records.test_examples import BREAKS
from tests.records.test_settled import SETTLED
from tests.rules.test_tables import TABLES, table

GAMES = game_names()
OURS = [sys.executable, "-m", "generator", "verify"]


@pytest.mark.parametrize("game", GAMES)
def test_file_is_what_its_maker_makes(game: str) -> None:
    """The file of a game is made from examples, tables and settled cases, each id once."""
    made = lines(game)
    remedy = "python -m tests.conformance.making writes it anew"
    assert made == (FOLDER / f"{game}.jsonl").read_text(encoding="utf-8"), remedy
    cases = [json.loads(line) for line in made.splitlines()]
    assert len({case["id"] for case in cases}) == len(cases)
    assert {case["format"] for case in cases} == {FORMAT}


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_broken_in_a_case(game: str) -> None:
    """Each rule that a record can break is found in a case at least once."""
    found = {one["rule"] for case in suite(game) for one in case["expected"]["findings"]}
    assert found - {"rules-version"} == set(catalog_rules(game).judged_rules)


@pytest.mark.parametrize("game", GAMES)
def test_cases_expect_what_people_wrote(game: str) -> None:
    """What a case expects is what a person wrote beside it, not only what is found today."""
    told = {}
    for kind in ("example", "table", "settled"):
        one_kind = [case for case in suite(game) if case["id"].split("/")[1] == kind]
        told[kind] = [
            (case["expected"]["readable"], [f["rule"] for f in case["expected"]["findings"]])
            for case in one_kind
        ]
    broken = [
        [named[1]] if (named := BREAKS.match(file.read_text(encoding="utf-8"))) else []
        for file in sorted((paths.rules_data() / game / "examples").iterdir())
    ]
    assert told["example"] == [(True, rules) for rules in broken]
    if (TABLES / f"{game}.yaml").exists():
        found = [
            ("unreadable" not in case, [words.split()[1] for words in case.get("found", [])])
            for case in table(game)["cases"]
        ]
        warned = {"unfinished"}
        assert [(ok, [r for r in of if r not in warned]) for ok, of in told["table"]] == found
    settled = [one.values[2] for one in SETTLED if one.values[0] == game]
    assert [is_read for is_read, _ in told["settled"]] == [one is not None for one in settled]


@pytest.mark.slow
def test_our_own_verifier_passes(capsys: pytest.CaptureFixture[str]) -> None:
    """The program finds in every record what the suite expects, run as any other validator."""
    assert main([*OURS, "{}", "--format", "jsonl", "--lang", "fr", "--no-slips"]) == 0
    count = sum(len(suite(game)) for game in GAMES)
    assert capsys.readouterr().out.endswith(f"{count} cases, 0 differences\n")


def test_one_record_at_a_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A command that reads one record on its standard input is told where it differs."""
    script = tmp_path / "validator.py"
    script.write_text(
        "import json, sys\njson.load(sys.stdin)\n"
        "print(json.dumps({'readable': True, 'findings': [{'rule': 'dice'}]}))\n",
        encoding="utf-8",
    )
    assert main(["--game", "sti", sys.executable, str(script)]) == 1
    out = capsys.readouterr().out
    assert "sti/example/legal-turns-yaml: winners: null instead of" in out


def test_what_differs() -> None:
    """Each field that differs is told, findings in their order, but for the fields left out."""
    case = next(one for one in suite("boite") if one["expected"]["findings"])
    assert list(differences(case, case["expected"])) == []
    finding = {**case["expected"]["findings"][0], "where": "f0"}
    other = {**case["expected"], "findings": [finding], "valid": None}
    assert [words.split(": ")[1] for words in differences(case, other)] == ["valid", "findings"]
    assert [words.split(": ")[1] for words in differences(case, other, ["where"])] == ["valid"]
