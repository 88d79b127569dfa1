"""Replaying a record: each step is judged, then settled, and play goes on; nothing stops it.

An error may cause others: a number that was refused is missing from the sheet, and what is written
next to it later looks wrong too. So each refusal names what it throws into doubt (`taints`: scopes
such as one player's sheet, or one round) and whose doubt would explain it (`after`). A finding
whose `after` meets something spoilt earlier is a consequence: its cause is what spoilt it first.
"""

from dataclasses import fields, replace
from functools import partial
from typing import Any, cast

from generator.reading.nodes import Path, Place, place_of
from generator.records.reading import Record, RecordText, read_strictly
from generator.records.record_format import record_format
from generator.records.report import VERSION_RULE, Finding, ReplayedGame, Report
from generator.rules.interface import ANYTHING, Refusal, Rules, Seating, State, Step
from generator.rules.optional import JudgesSheets, initial_state
from generator.words import message


def report_of(written: RecordText) -> Report:
    """Read and judge one record; one that cannot be read gives a report that says why."""
    found = _read(written)
    return replay(found) if isinstance(found, Record) else found


def _read(written: RecordText) -> Record | Report:
    found = read_strictly(written)
    if isinstance(found, Record):
        return found
    # Imported when first needed: most records are written as they should be.
    from generator.records.tolerant_records import read_tolerantly

    return read_tolerantly(written, found)


def replay(record: Record) -> Report:
    """Judge a record by the rules of its game: its turns, or its papers where it has no turns."""
    rules, content = record.rules, cast("Any", record.content)
    seating = Seating(content.players, content.variants())
    steps = rules.steps(content)
    findings: list[Finding] = []
    version = rules.game.head.version
    if content.rules not in {None, version}:
        words = message("records.rules-version", found=str(content.rules), ours=str(version))
        findings.append(_finding(Refusal(VERSION_RULE, words, ("rules",), is_warning=True), record))
    alone = rules if not steps and isinstance(rules, JudgesSheets) else None
    sheets = alone.state_from_sheets(seating, content) if alone else None
    if alone is None or sheets is None:
        initial = initial_state(rules, seating, content)
        final = _replayed(record, initial, steps, findings)
    else:
        initial = final = sheets
        findings += (_finding(r, record) for r in alone.judge_sheets(final, content))
    outcome = rules.outcome(final)
    whose = record.file, record.index, rules.game.name, rules.game, content.players
    judged = outcome.is_finished, tuple(findings), outcome.scores, outcome.winners
    place_of = partial(_place, record)
    game = ReplayedGame(rules, content, initial, final, place_of, _told, sheets is None)
    report = Report(*whose, *judged, played=game)
    if record.notes:
        return replace(report, notes=record.notes, words=record_format(rules).display_aliases)
    return report


def _told(report: Report, game: ReplayedGame) -> tuple[Finding, ...]:
    # Imported when first needed: programs are not told so.
    from generator.records.consequences import told_findings

    return told_findings(report, game)


def _replayed(
    record: Record, state: State, steps: tuple[Step, ...], findings: list[Finding]
) -> State:
    rules: Rules[Any, State, Step, Any] = record.rules
    spoilt: dict[str, int] = {}
    for step in steps:
        refusals, state = rules.judge(state, step)
        if refusals:
            _gather(refusals, record, findings, spoilt)
    _gather(rules.judge_ending(state, record.content), record, findings, spoilt)
    return state


def _gather(
    refusals: tuple[Refusal, ...], record: Record, findings: list[Finding], spoilt: dict[str, int]
) -> None:
    """Add refusals, each with its first cause: `spoilt` has causes by scope, so no chains form."""
    for refusal in refusals:
        causes = [spoilt[scope] for scope in refusal.after if scope in spoilt]
        cause = min(causes, default=None)
        if not refusal.is_warning:
            first = len(findings) if cause is None else cause
            for scope in (*refusal.taints, *ANYTHING):
                spoilt.setdefault(scope, first)
        findings.append(_finding(refusal, record, cause))


def _place(record: Record, path: Path) -> Place:
    return place_of(record.form, path)


def _finding(refusal: Refusal, record: Record, cause: int | None = None) -> Finding:
    place = _place(record, refusal.path)
    known = {one.name: getattr(refusal, one.name) for one in fields(refusal)}
    return Finding(**known, line=place.line, column=place.column, cause=cause)
