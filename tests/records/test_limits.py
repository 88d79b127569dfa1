"""The limits of every record, on both sides of each edge."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from generator.errors import LudokitError
from generator.page.judgement import describe_report
from generator.reading.nodes import LIMIT_BYTES
from generator.records import writing as samples
from generator.records.reading import MOST_PARTS
from generator.records.report import MOST_FINDINGS, REPORT_FORMATS, report_fields, report_text
from generator.records.writing import blank_record, sample_record
from generator.rules import AnyRules
from generator.words import BUILT_IN, Language, message, say, typeset
from tests.records.conftest import Judge

GAME = "game: qwinto\nturns: []\n"


def _refused(judge: Judge, players: list[str]) -> list[tuple[str, str]]:
    report = judge(f"{GAME}players: [{', '.join(players)}]\n")
    return [(problem.field, problem.worded("en")) for problem in report.problems]


def test_players(judge: Judge) -> None:
    """More than a hundred players are not read; up to that it is the game that says how many."""
    names = [f"p{number}" for number in range(101)]
    hundred, more = _refused(judge, names[:100]), _refused(judge, names)
    assert len(hundred) == 1
    assert [words for _, words in more if words.endswith("101 given; at most 100 will do")]


def test_names_beside_players(judge: Judge) -> None:
    """Who wrote is looked up among the players, but not where there are none or far too many."""
    turns = "turns: [{player: Zoé, dice: {yellow: 1}}]\n"
    for count, is_looked_up in ((0, False), (2, True), (100, True), (101, False)):
        names = ", ".join(f"p{number}" for number in range(count))
        report = judge(f"game: qwinto\nplayers: [{names}]\n{turns}")
        fields = [problem.field for problem in report.problems]
        assert ("turns[1].player" in fields) == is_looked_up


@pytest.mark.parametrize(("length", "is_good"), [(0, False), (1, True), (100, True), (101, False)])
def test_names(judge: Judge, length: int, is_good: bool) -> None:  # noqa: FBT001 - a table
    """A name has 1 to 100 characters."""
    found = [field for field, _ in _refused(judge, [f'"{"a" * length}"', "Ben"])]
    assert found == ([] if is_good else ["players[1]"])


@pytest.mark.parametrize(("attempt", "is_made"), [(60, True), (61, False)])
def test_attempts(
    qwinto: AnyRules,
    monkeypatch: pytest.MonkeyPatch,
    attempt: int,
    is_made: bool,  # noqa: FBT001 - a table
) -> None:
    """Errors that find their place in the sixtieth game are planted; after that it is given up."""
    games, eagerly = iter(range(1, 100)), samples.random_body

    def late(*given: Any) -> object:  # noqa: ANN401 - passed on
        return eagerly(*given) if next(games) >= attempt else None

    monkeypatch.setattr(samples, "random_body", late)
    if is_made:
        assert len(sample_record(qwinto, seed=1, errors=1, language="en").report.findings) == 1
    else:
        with pytest.raises(LudokitError, match="1 error"):
            sample_record(qwinto, seed=1, errors=1, language="en")


def test_openings(qwinto: AnyRules, monkeypatch: pytest.MonkeyPatch) -> None:
    """A blank record shows the longest of thirty openings."""
    seeds, first = [], qwinto.example_steps

    def counted(_: AnyRules, state: object, chance: Random) -> object:
        seeds.append(chance)
        return first(state, chance)

    monkeypatch.setattr(type(qwinto), "example_steps", counted)
    blank_record(qwinto, "en")
    assert len(seeds) == 30


@pytest.mark.parametrize(("more", "is_good"), [(0, True), (1, False)])
@pytest.mark.parametrize("sign", [",", "\n"])
def test_parts(judge: Judge, sign: str, more: int, is_good: bool) -> None:  # noqa: FBT001 - a table
    """A record of as many commas and ends of lines as allowed is read, one of more is refused."""
    text = f"{GAME}players: [Ana, Ben]\n#"
    report = judge(text + sign * (MOST_PARTS - text.count(",") - text.count("\n") + more))
    assert (report.problems == ()) == is_good


@pytest.mark.parametrize(("size", "is_good"), [(LIMIT_BYTES, True), (LIMIT_BYTES + 1, False)])
def test_bytes(judge: Judge, size: int, is_good: bool) -> None:  # noqa: FBT001 - a table
    """A record of as many bytes as allowed is read to its end, a longer one is refused."""
    text = f"{GAME}players: [Ana, Ben]\n# "
    report = judge(text + "x" * (size - len(text)))
    assert (report.problems == ()) == is_good


MORE = MOST_FINDINGS + 200
MANY = f"game: qwinto\nplayers: [Ana, Ben]\nturns: [{', '.join(['{}'] * MORE)}]\n"


@pytest.mark.parametrize("language", BUILT_IN)
def test_findings(judge: Judge, language: Language) -> None:
    """Of very many findings a thousand are told in every form, and the rest are counted."""
    report = judge(MANY)
    count = len(report.findings)
    assert count > MOST_FINDINGS
    assert (report.untold, len(report.numbered())) == (count - MOST_FINDINGS, MOST_FINDINGS)
    plain = report_fields(report, language)
    assert (len(plain["findings"]), plain["more_findings"]) == (MOST_FINDINGS, report.untold)
    assert not plain["valid"]
    more = say(message("records.more-findings", n=report.untold), language)
    text = report_text(report, language)
    assert text.count(f"\n{more}\n") == 1
    assert text.index(more) > text.index(f"\n{MOST_FINDINGS}. ".strip())
    worded, joined = REPORT_FORMATS["sarif"]
    (run,) = json.loads("".join(joined([worded(report, language)])))["runs"]
    assert len(run["results"]) == MOST_FINDINGS
    assert run["results"][-1]["properties"]["more_findings"] == report.untold
    shown = describe_report(report, language)
    assert (len(shown.findings), shown.notes) == (MOST_FINDINGS, (typeset(more, language),))


@pytest.mark.parametrize("more", [0, 1])
def test_as_many_findings_as_are_told(judge: Judge, more: int) -> None:
    """Of a record of a thousand findings all are told; of one finding more that one is counted."""
    report = judge(MANY)
    report = replace(report, findings=report.findings[: MOST_FINDINGS + more])
    assert len(report.findings) == MOST_FINDINGS + more
    plain = report_fields(report, "en")
    assert (len(plain["findings"]), plain.get("more_findings", 0)) == (MOST_FINDINGS, more)
