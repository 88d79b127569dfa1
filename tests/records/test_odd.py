"""Records typed in ways that nobody foresaw are read as they are meant, or the program asks."""

import json
from pathlib import Path
from typing import Any

import pytest

from generator.records.reading import records_of_bytes
from generator.records.replay import report_of
from generator.records.report import Report, report_fields

FOLDER = Path(__file__).parent / "odd"
FORMS, MEASURED, LAST = (
    [json.loads(line) for line in (FOLDER / name).read_text("utf-8").splitlines()]
    for name in ("open.jsonl", "measured.jsonl", "measured-2.jsonl")
)
# Clear to a colleague, and still told instead of read: one a line.
REFUSED = {*(FOLDER / "refused.txt").read_text("utf-8").split()}
# What the form leaves open is settled by the format: dice of a wrong count are judged, `three` and
# `four` are ids of boxes, a row may end early, and what a comment says of the order is not read.
UNASKED = {
    *("crowns-en-12", "yams-en-10", "yams-en-13", "yams-en-127", "qwinto-fr-115"),
    *("yams-fr-130", "crowns-fr-135", "boite-fr-111", "yams-en-128", "yams-fr-122"),
}


def judged(text: str, kind: str, game: str) -> list[Report]:
    """Return the reports of a record or a table."""
    return [report_of(one) for one in records_of_bytes(text.encode(), f"{game}.{kind}")]


def is_told(report: Report) -> bool:
    """Return whether a report says how something was read, or what is wrong with it."""
    return bool(report.notes or report.errors or report.problems)


def said(report: Report) -> Any:  # noqa: ANN401 - to be compared
    """Return all that a report says, but for places and notes."""
    fields = json.loads(json.dumps(report_fields(report, "fr"), default=str))
    for finding in fields["findings"]:
        del finding["line"], finding["column"]
    return {name: fields[name] for name in fields.keys() - {"notes", "file", "slips"}}


def outcome(form: dict[str, Any]) -> str:
    """Return whether a form is `read` as its plain record, `refused`, or read as something else."""
    odd = judged(form["odd"], form["file"], form["game"])
    if not odd or not all(one.is_readable for one in odd):
        return "refused"
    if form["plain"] is None:
        return "misread"
    is_table = form["file"] == "csv" and ":" not in form["plain"].split("\n")[0]
    plain = judged(form["plain"], "csv" if is_table else "yaml", form["game"])
    return "read" if list(map(said, odd)) == list(map(said, plain)) else "misread"


@pytest.mark.parametrize("form", FORMS, ids=[form["id"] for form in FORMS])
def test_odd_form(form: dict[str, Any]) -> None:
    """An odd record is judged as the plain one, and never as another; else it is refused."""
    is_asked = form["plain"] is None or form["id"] in REFUSED
    expected = "misread" if form["id"] in UNASKED else "refused" if is_asked else "read"
    assert outcome(form) == expected


@pytest.mark.parametrize("name", sorted(UNASKED))
def test_nothing_is_misread_in_silence(name: str) -> None:
    """What is read as the format says, and perhaps not as it is meant, has a note or an error."""
    (form,) = (one for one in (*FORMS, *MEASURED, *LAST) if one["id"] == name)
    assert all(map(is_told, judged(form["odd"], form["file"], form["game"])))


@pytest.mark.parametrize(("forms", "as_meant"), [(MEASURED, 66), (LAST, 36)])
def test_forms_that_the_reader_was_not_made_from(
    forms: list[dict[str, Any]], as_meant: int
) -> None:
    """Of a hundred other forms none is misread, and no fewer are understood than when measured."""
    found = {form["id"]: outcome(form) for form in forms}
    assert len(found) == 100
    assert {name for name, one in found.items() if one == "misread"} <= UNASKED
    right = ("refused" if form["plain"] is None else "read" for form in forms)
    assert sum(map(str.__eq__, found.values(), right)) >= as_meant
