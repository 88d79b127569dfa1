"""Reports as JSON: an array, or one report a line."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from generator.errors import Problem
from generator.records.report import FORMAT, Finding, Report
from generator.words import Language, say, shown


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
        "rule": found.rule,
        "severity": found.severity,
        "after_error": found.after_error,
        "line": found.line,
        "column": found.column,
        "turn": found.turn,
        "round": found.round,
        "player": found.player,
        "where": found.where,
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
