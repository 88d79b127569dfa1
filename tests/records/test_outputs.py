"""Reports as text, JSON and SARIF: complete, in both languages, readable aloud."""

import json
import re
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any

import pytest

from generator.errors import LudokitError, Problem
from generator.records.report import (
    REPORT_FORMATS,
    Finding,
    Report,
    coloured_text,
    report_fields,
    report_text,
)
from generator.records.writing import normalised_record
from generator.words import BUILT_IN, Language, message
from tests.judged import verify_lines

Judge = Callable[[str], Report]


def said(form: str, reports: list[Report], language: Language) -> Iterator[str]:
    """Yield reports in one of the forms."""
    worded, joined = REPORT_FORMATS[form]
    return joined(worded(report, language) for report in reports)


Golden = Callable[[str, str], None]

WRONG = """\
game: qwinto
rules: 2
players: [Ana, Ben]
turns:
- {dice: {yellow: 4, orange: 5}, writes: {Ana: Y2}}
- {dice: {yellow: 6, orange: 6}, writes: {Ana: Y5, Ben: P1}}
- {dice: {yellow: 3, orange: 4}, writes: {Ana: Y3}}
- {player: Ana, dice: {yellow: 1}, reroll: {purple: 1}, miss: true}
sheets:
  Ben: {misses: 1, score: {total: 7}}
"""
ALONE = "game: qwinto\nplayers: [Ana, Ben]\nsheets: {Ana: {misses: 1}, Ben: {misses: 1}}\n"
WON = ALONE.replace("Ben: {misses: 1}", "Ben: {misses: 2}")
BROKEN = "game: qwinto\nplayers: [Ana, Ben]\ntrun: []\nplace: [1]\n"


@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize(
    ("name", "record"),
    [("wrong", WRONG), ("shared", ALONE), ("won", WON), ("unreadable", BROKEN)],
)
def test_text(judge: Judge, golden: Golden, name: str, record: str, language: Language) -> None:
    """What people read stays as it was when it was read aloud."""
    golden(f"{name}.{language}.txt", report_text(judge(record), language))


def test_text_of_a_game_that_is_not_over(judge: Judge) -> None:
    """A record without errors that stops early is right so far, and has no winner."""
    words = report_text(judge("game: qwinto\nplayers: [A, B]\nturns: []\n"), "en")
    assert "Everything is right so far." in words
    assert "↳" not in report_text(judge(ALONE.replace("misses: 1", "misses: 5")), "en")
    assert "No winner" in words
    assert "Scores" not in report_text(judge("game: qwinto\nplayers: [A, B]\nsheets: {}\n"), "en")


ONE_DIE = """\
game: boite
players: [Ana]
variant: two-dice
turns: [{throws: [{dice: [6]}]}]
"""
BONUS = "game: yams\nplayers: [Ana]\nsheets: {Ana: {sixes: 6, score: {bonus: 35}}}\n"
SAME_TWICE = """\
game: sti
players: [Ana, Ben]
turns: [{plays: [{lays: mauve}, {lays: blue}, {lays: mauve}, {lays: mauve}, {lays: gris}]}]
"""


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        pytest.param(ONE_DIE, "on lance toujours les deux dés", id="the variant's"),
        pytest.param(
            ONE_DIE.replace("variant: two-dice\n", ""), "Dès que 7, 8 et 9", id="not in it"
        ),
        pytest.param(BONUS, "ensemble 63 points ou plus", id="the bonus's"),
        pytest.param(BONUS.replace("bonus", "total"), "Le total est la somme", id="the total's"),
    ],
)
def test_the_rule_that_is_broken_is_quoted(judge: Judge, record: str, sentence: str) -> None:
    """A finding quotes what it breaks, be it a variant or how one part of a score is counted."""
    report = judge(record)
    assert sentence in report.sentence(report.errors[0], "fr")


def test_what_is_refused_again_is_told_once(judge: Judge) -> None:
    """What cannot be read is told to people at its first place, with how often; programs all."""
    report = judge(SAME_TWICE)
    lines = report_text(report, "en").splitlines()
    assert lines[1] == "cannot be read, 4 faults:"
    assert [line.rpartition("?")[2] for line in lines[2:]] == [" (3 times)", lines[3]]
    assert len(report_fields(report, "en")["problems"]) == 4


def test_colours_change_no_word(judge: Judge) -> None:
    """Without the colours of a terminal the text is the same; hostile names stay harmless."""
    report = judge(WRONG.replace("Ana", '"A\\e[31mna"'))
    painted = coloured_text(report, "fr")
    assert "\x1b[1;31m" in painted
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted).replace(" \n", "\n") == report_text(report, "fr")
    assert r"\u001b[31m" in painted


def test_json_follows_the_format(judge: Judge) -> None:
    """A report has the fields of the public format, in its order, ids canonical."""
    fields = report_fields(judge(WRONG), "fr")
    assert list(fields) == [
        "format",
        "file",
        "index",
        "game",
        "readable",
        "valid",
        "finished",
        "findings",
        "slips",
        "scores",
        "winners",
        "problems",
        "notes",
    ]
    refused = next(found for found in fields["findings"] if found["rule"] == "row-rising")
    assert refused == {
        "rule": "row-rising",
        "severity": "error",
        "after_error": False,
        "line": 7,
        "column": 48,
        "turn": 3,
        "round": None,
        "player": "Ana",
        "where": "Y3",
        "message": "J3\u00a0: 7 ne se place pas entre 9 (J2) et 12 (J5)",
        "sentence": "Dans une rangée, les nombres augmentent toujours de gauche à droite\u202f; "
        "on peut laisser des cases vides.",
        "instead": ["Y1", "O1", "O2", "O3", "O4"],
    }
    assert fields["scores"]["Ana"] == {
        "orange": 0,
        "yellow": 2,
        "purple": 0,
        "bonus": 0,
        "misses": -5,
        "total": -3,
    }


def test_json_of_an_unreadable_record(judge: Judge) -> None:
    """An unreadable record has its problems and the game it names, everything else empty."""
    fields = report_fields(judge(BROKEN), "en")
    assert (fields["readable"], fields["valid"], fields["finished"]) == (False, False, False)
    assert (fields["game"], fields["findings"], fields["scores"]) == ("qwinto", [], {})
    assert fields["problems"] == [
        {
            "line": 3,
            "column": 1,
            "field": "trun",
            "message": "unknown field; did you mean 'turns'?",
        },
        {"line": 4, "column": 8, "field": "place", "message": "a list is not text"},
    ]


def test_json_array_and_lines(judge: Judge) -> None:
    """An array and lines hold the same reports."""
    reports = [judge(WRONG), judge(BROKEN)]
    array = json.loads("".join(said("json", reports, "en")))
    lines = [json.loads(line) for line in said("jsonl", reports, "en")]
    assert array == lines == [report_fields(report, "en") for report in reports]
    assert json.loads("".join(said("json", [], "en"))) == []


def test_json_keeps_letters(judge: Judge) -> None:
    """Names and sentences stand in JSON as they are written, accents and all."""
    report = judge("game: qwinto\nplayers: [Léa, Noë]\nturns: []\n")
    for form in ("json", "jsonl"):
        written = "".join(said(form, [report], "fr"))
        assert "Léa" in written
        assert "Noë" in written


def _sarif(reports: list[Report]) -> dict[str, Any]:
    log: dict[str, Any] = json.loads("".join(said("sarif", reports, "en")))
    return log


def test_sarif(judge: Judge) -> None:
    """The log has what SARIF 2.1.0 requires, and each result leads to its rule and line."""
    wrong = judge(WRONG)
    log = _sarif([wrong, judge(BROKEN), wrong])
    assert (log["version"], log["$schema"].rpartition("/")[2]) == ("2.1.0", "sarif-2.1.0.json")
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    assert driver["name"] == "ludokit"
    assert len({rule["id"] for rule in driver["rules"]}) == len(driver["rules"])
    assert len(run["results"]) == 2 * len(wrong.findings)
    for result, found in zip(run["results"], wrong.findings * 2, strict=True):
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == found.rule
        assert result["level"] == found.severity
        assert result["message"]["text"] == wrong.message_in(found, "en")
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] == "stdin"
        assert place["region"] == {"startLine": found.line, "startColumn": found.column}
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is False
    notes = [note["message"]["text"] for note in invocation["toolExecutionNotifications"]]
    assert notes == ["trun: unknown field; did you mean 'turns'?", "place: a list is not text"]


@pytest.mark.parametrize(
    ("file", "uri"),
    [
        ("6e B/Léa:1.yaml", "6e%20B/L%C3%A9a%3A1.yaml"),
        ("/tmp/a b.yaml", "file:///tmp/a%20b.yaml"),  # noqa: S108 - a name, never opened
    ],
)
def test_sarif_names_files_by_address(file: str, uri: str) -> None:
    """A file's name is written as an address; a fault of the whole file has no line."""
    problem = Problem(file, None, None, "", message("reading.no-file"))
    log = _sarif([Report(file, 0, None, problems=(problem,))])
    (note,) = log["runs"][0]["invocations"][0]["toolExecutionNotifications"]
    assert note["message"]["text"] == "no such file"
    assert note["locations"] == [{"physicalLocation": {"artifactLocation": {"uri": uri}}}]


def test_unreadable_reports_have_no_sentences() -> None:
    """There is nothing to word in a record that could not be read."""
    finding = Finding("dice", message("rules.dice-none"), ())
    with pytest.raises(ValueError, match=r"x\.yaml"):
        Report("x.yaml", 0, None).message_in(finding, "en")


def test_second_record_of_a_stream_is_told_by_its_index() -> None:
    """The heading of a record after the first of its file shows its index."""
    line = json.dumps({"game": "qwinto", "players": ["A", "B"], "turns": []}).encode()
    reports = list(verify_lines(BytesIO(line + b"\n" + line), "games.jsonl"))
    assert report_text(reports[0], "en").startswith("games.jsonl – Qwinto – A, B\n")
    assert report_text(reports[1], "en").startswith("games.jsonl [1] – ")


def _failing(words: Any, error: Exception) -> Iterator[Any]:  # noqa: ANN401 - as a form words it
    yield words
    raise error


@pytest.mark.parametrize("form", ["json", "sarif"])
def test_a_run_that_fails_leaves_what_can_be_read(judge: Judge, form: str) -> None:
    """Whatever happens on the way, the reports so far are a whole document."""
    worded, joined = REPORT_FORMATS[form]
    pieces = joined(_failing(worded(judge(WRONG), "en"), OSError("no room")))
    said = list[str]()
    with pytest.raises(OSError, match="no room"):
        said.extend(pieces)
    found = json.loads("".join(said))
    reports = found if form == "json" else found["runs"][0]["results"]
    assert reports
    if form == "sarif":
        assert found["runs"][0]["invocations"][0]["executionSuccessful"] is False


def test_a_run_that_is_refused_is_not_whole(judge: Judge) -> None:
    """Where the run is refused on its way, nobody takes what is there for all reports."""
    worded, joined = REPORT_FORMATS["json"]
    refused = LudokitError(message("records.endless", steps=1))
    pieces, said = joined(_failing(worded(judge(WRONG), "en"), refused)), list[str]()
    with pytest.raises(LudokitError):
        said.extend(pieces)
    with pytest.raises(json.JSONDecodeError):
        json.loads("".join(said))


def test_what_was_not_read_has_no_game(judge: Judge) -> None:
    """A record that cannot be read tells no turns and no luck, and cannot be written anew."""
    report = judge(BROKEN)
    assert (report.story, report.roll_outcomes) == ((), ())
    with pytest.raises(ValueError, match=re.escape(report.file)):
        normalised_record(report, "en")
