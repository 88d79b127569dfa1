"""Reports for programs: JSON, JSON lines, and SARIF 2.1.0 for editors and code hosts."""

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from generator import __version__
from generator.errors import Problem
from generator.records.report import FORMAT, Finding, Report
from generator.words import Language, say, shown

# What a finding is, and where in the game, in the order of the format.
FACTS = ("rule", "severity", "after_error", "line", "column")
PLACES = ("turn", "round", "player", "where")


def report_fields(report: Report, language: Language) -> dict[str, Any]:
    """Return a report as plain fields, in the order of the format."""
    return {
        "format": FORMAT,
        "file": report.file,
        "index": report.index,
        "game": report.game_name,
        "readable": report.is_readable,
        "valid": report.is_valid,
        "finished": report.is_finished,
        "findings": [_finding(found, report, language) for found in report.findings],
        "scores": {player: dict(points) for player, points in report.scores.items()},
        "winners": list(report.winners),
        "problems": [_problem(problem, language) for problem in report.problems_in(language)],
    }


def json_lines(reports: Iterable[Report], language: Language) -> Iterator[str]:
    """Yield each report as one line."""
    for report in reports:
        yield json_text(report_fields(report, language)) + "\n"


def json_text(value: object, indent: int | None = None) -> str:
    """Return a value as JSON; signs that a terminal obeys, or UTF-8 lacks, as their numbers."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return "\n".join(map(shown, text.split("\n")))


def json_array(reports: Iterable[Report], language: Language) -> Iterator[str]:
    """Yield the pieces of one JSON array of reports, so that any number fits in memory."""
    yield "["
    try:
        for number, report in enumerate(reports):
            fields = json_text(report_fields(report, language), indent=1)
            yield (",\n" if number else "\n") + fields
    except Exception:
        # Whatever happens, what was written so far can be read.
        yield "\n]\n"
        raise
    yield "\n]\n"


def _finding(found: Finding, report: Report, language: Language) -> dict[str, Any]:
    return {
        **{name: getattr(found, name) for name in (*FACTS, *PLACES)},
        "message": report.worded(found, language),
        "sentence": report.sentence(found, language),
        "instead": list(found.instead),
    }


def _problem(problem: Problem, language: Language) -> dict[str, Any]:
    return {
        "line": problem.line,
        "column": problem.column,
        "field": problem.field,
        "message": say(problem.message, language),
    }


SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
VERSION = "2.1.0"
NAME = "ludokit"
STDIN = "-"


def sarif(reports: Iterable[Report], language: Language) -> Iterator[str]:
    """Yield the pieces of one SARIF file, so that any number of reports fits in memory."""
    rules: dict[tuple[str | None, str], dict[str, Any]] = {}
    notes: list[dict[str, Any]] = []
    head = {"$schema": SCHEMA, "version": VERSION}
    yield json_text(head).removesuffix("}") + ', "runs": [{"results": ['
    failure: Exception | None = None
    comma = ""
    try:
        for report in reports:
            for found in report.findings:
                key = (report.game_name, found.rule)
                rules.setdefault(key, _rule(report, found, language))
                index = list(rules).index(key)
                yield comma + "\n" + json_text(_result(report, found, index, language))
                comma = ","
            notes += (_notification(problem, language) for problem in report.problems_in(language))
    except Exception as error:  # noqa: BLE001 - told after the file is closed, so that it can be read
        failure = error
    driver = {"name": NAME, "version": __version__, "rules": list(rules.values())}
    invocation = {
        "executionSuccessful": failure is None and not notes,
        "toolExecutionNotifications": notes,
    }
    yield (
        f'\n], "columnKind": "unicodeCodePoints", "tool": {json_text({"driver": driver})}, '
        f'"invocations": [{json_text(invocation)}]}}]}}\n'
    )
    if failure is not None:
        raise failure


def _result(report: Report, found: Finding, index: int, language: Language) -> dict[str, Any]:
    region = {"startLine": found.line, "startColumn": found.column}
    properties = {
        "after_error": found.after_error,
        "index": report.index,
        **{name: getattr(found, name) for name in PLACES},
        "instead": list(found.instead),
    }
    return {
        "ruleId": found.rule,
        "ruleIndex": index,
        "level": found.severity,
        "message": {"text": report.worded(found, language)},
        "locations": [_location(report.file, region)],
        "properties": {name: value for name, value in properties.items() if value is not None},
    }


def _rule(report: Report, found: Finding, language: Language) -> dict[str, Any]:
    return {
        "id": found.rule,
        "shortDescription": {"text": report.sentence(found, language)},
        "defaultConfiguration": {"level": found.severity},
        "properties": {"game": report.game_name},
    }


def _notification(problem: Problem, language: Language) -> dict[str, Any]:
    words = say(problem.message, language)
    note: dict[str, Any] = {
        "level": "error",
        "message": {"text": f"{problem.field}: {words}" if problem.field else words},
    }
    region = {"startLine": problem.line, "startColumn": problem.column}
    place = {name: value for name, value in region.items() if value is not None}
    return {**note, "locations": [_location(problem.file, place)]}


def _location(file: str, region: dict[str, Any]) -> dict[str, Any]:
    artifact = {"uri": "stdin" if file == STDIN else _uri(file)}
    physical: dict[str, Any] = {"artifactLocation": artifact}
    return {"physicalLocation": {**physical, "region": region} if region else physical}


def _uri(file: str) -> str:
    path = Path(file)
    if path.is_absolute():
        return path.as_uri()
    # A colon in the first part would be read as a scheme.
    return quote(os.fsencode(path.as_posix()), safe="/")
