"""Records typed in ways that nobody foresaw are read as they are meant, or the program asks."""

import json
from pathlib import Path
from typing import Any

import pytest

from generator.records.reading import records_of_bytes
from generator.records.replay import report_of
from generator.records.report import Report, report_fields

FORMS = [
    json.loads(line)
    for line in (Path(__file__).parent / "odd" / "open.jsonl").read_text("utf-8").splitlines()
]
# Clear to a colleague, and still told instead of read.
REFUSED = {
    *("crowns-en-07", "dental-en-05", "sti-fr-06", "sti-en-06", "doce-fr-07", "doce-fr-09"),
    *("doce-en-07", "doce-en-14", "boite-fr-09", "course-a-20-fr-06", "yams-fr-06"),
}
# What the form leaves open is settled by the format: dice of a wrong count are judged, and `four`
# is the id of a box.
JUDGED = {"crowns-en-12", "yams-en-10", "yams-en-13"}


def judged(text: str, kind: str, game: str) -> list[Report]:
    """Return the reports of a record or a table."""
    return [report_of(one) for one in records_of_bytes(text.encode(), f"{game}.{kind}")]


def said(report: Report) -> Any:  # noqa: ANN401 - to be compared
    """Return all that a report says, but for places and notes."""
    fields = json.loads(json.dumps(report_fields(report, "fr"), default=str))
    for finding in fields["findings"]:
        del finding["line"], finding["column"]
    return {name: fields[name] for name in fields.keys() - {"notes", "file", "slips"}}


@pytest.mark.parametrize("form", FORMS, ids=[form["id"] for form in FORMS])
def test_odd_form(form: dict[str, Any]) -> None:
    """An odd record is judged as the plain one, and never as another; else it is refused."""
    odd = judged(form["odd"], form["file"], form["game"])
    is_read = bool(odd) and all(one.is_readable for one in odd)
    is_asked = form["plain"] is None and form["id"] not in JUDGED
    assert is_read != (is_asked or form["id"] in REFUSED)
    if is_read and form["plain"] is not None:
        is_table = form["file"] == "csv" and ":" not in form["plain"].split("\n")[0]
        plain = judged(form["plain"], "csv" if is_table else "yaml", form["game"])
        assert list(map(said, odd)) == list(map(said, plain))
