"""Reports as SARIF 2.1.0, which editors and code hosts show beside the lines."""

import os
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any
from urllib.parse import quote

from generator.errors import Problem
from generator.records.as_json import json_text
from generator.records.report import Finding, Report
from generator.words import Language, say

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
    driver = {"name": NAME, "version": _version(), "rules": list(rules.values())}
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
        "turn": found.turn,
        "round": found.round,
        "player": found.player,
        "where": found.where,
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


def _version() -> str:
    try:
        return version(NAME)
    except PackageNotFoundError:
        return "0"
