"""Checking on the page: a game is typed in and judged, a class's record files are uploaded."""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import partial
from hashlib import sha256
from itertools import chain, islice
from typing import TypeVar

from flask import Response, abort, g, jsonify, render_template, request
from werkzeug.datastructures import FileStorage

from generator.batch_judging import Failure, attempt, is_archive, judge_record
from generator.class_report import class_report_file, draw_class_report
from generator.correction import FILE, draw_correction, stem_of
from generator.errors import DataError, LudokitError
from generator.game import Game, game_names
from generator.page import entry_form, jobs, judgement
from generator.page.judgement import Judgement, Submission
from generator.page.pages import file_answer, find_game, pages
from generator.printables.context import Options
from generator.reading.nodes import LIMIT_BYTES
from generator.records.class_statistics import ClassStatistics, GameStatistics
from generator.records.reading import records_of_bytes
from generator.records.record_format import catalog_rules
from generator.records.replay import report_of
from generator.records.report import Report
from generator.records.single_edit_search import with_suggestions
from generator.records.writing import names_for, sample_record
from generator.render.document import DocumentFacts
from generator.render.merge import merge_pdfs
from generator.rules import AnyRules
from generator.rules.cells import as_typed
from generator.rules.naming import word_for
from generator.rules.optional import paper_cells
from generator.words import Language, message, typeset_message

# A class hands in a few dozen records; a school year a few hundred.
MOST_RECORDS = 1000
# Corrections drawn into one PDF: what the classes of a day write.
MOST_DRAWN = 200
# Searching for likely slips takes longer than judging: done for as many records as a class has.
MOST_SEARCHED = 20
# Files that were handed in: names and bytes.
Uploads = tuple[tuple[str, bytes], ...]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _CheckedRecord:
    """A report in words; `legible` is one of what can be read, where a cell of a table cannot."""

    number: int
    report: Report
    said: Judgement
    legible: Report


@pages.get("/check/", endpoint="games_to_check")
def _games_to_check() -> str:
    """Show the games whose records can be typed; the first page tells the faults of the others."""
    games = list[Game]()
    for name in game_names():
        with suppress(LudokitError):
            games.append(catalog_rules(name).game)
    return render_template("check.html", games=games)


@pages.get("/check/<game>/", endpoint="check")
def _check(game: str) -> str:
    rules = of_game(game)
    title = rules.game.sentences_in(g.language).title
    return render_template("check-game.html", game=rules.game, title=title, data=_data(rules))


@pages.post("/check/<game>/judge", endpoint="judge")
def _judge(game: str) -> Response:
    return jsonify(_answer(_submission(game)))


@pages.post("/check/<game>/slips", endpoint="likely")
def _likely(game: str) -> str:
    found = with_suggestions(_submission(game).report)
    said = judgement.describe_report(found, g.language) if found.game else None
    return render_template("check-likely.html", found=said)


@pages.get("/check/<game>/example", endpoint="example")
def _example(game: str) -> Response:
    rules = of_game(game)
    usual = "" if "" in rules.player_ranges() else None
    record = sample_record(rules, seed=1, language=g.language, variant=usual)
    return jsonify(_as_typed(record.report, g.language))


@pages.post("/check/<game>/correction", endpoint="corrected")
def _corrected(game: str) -> Response:
    typed = _submission(game)
    report = with_suggestions(typed.report)
    if report.game is None:
        raise DataError(report.problems_in(g.language))
    pdf = draw_correction(report, report.game, Options(g.language))
    digest = sha256(typed.text.encode()).hexdigest()
    return _pdf(pdf, FILE.format(stem_of(report.file, report.index, digest)))


@pages.post("/check/records", endpoint="records")
def _records() -> str:
    # A script puts the reports into its page; without scripts they are a page.
    is_page = request.accept_mimetypes.best == "text/html"
    template = "check-handed-in.html" if is_page else "check-records.html"
    return render_template(template, **uploads_apart(_judge_uploads))


@pages.post("/check/<game>/tables", endpoint="tables")
def _tables(game: str) -> Response:
    of_game(game)
    opened, left = uploads_apart(_open_uploads, game)
    html = render_template("check-left.html", left=left)
    return jsonify({"tables": opened, "html": html})


@pages.post("/check/records/corrections", endpoint="corrections")
def _corrections() -> Response:
    return _pdf(uploads_apart(_draw_corrections), "corrections.pdf")


@pages.post("/check/records/<game>.pdf", endpoint="of_class")
def _of_class(game: str) -> Response:
    return _pdf(*uploads_apart(_draw_class, game) or abort(404))


def uploads_apart(work: Callable[..., T], *more: str) -> T:
    """Give a process of its own what was uploaded: if strangers' files end it, the page goes on."""
    files = filter(FileStorage.__bool__, request.files.getlist("files"))
    return jobs.in_own_process(work, tuple(map(_named, files)), g.language, *more)


def _judge_uploads(files: Uploads, language: Language) -> dict[str, object]:
    found = [*_check_uploads(files, language)]
    games = [tally.game for tally in _class_statistics(found)]
    told = {"is_cut": len(found) == MOST_RECORDS, "drawn": len([*_readable(found)])}
    return {"found": [*map(_without_game, found)], "games": games, **told}


def _without_game(one: _CheckedRecord) -> _CheckedRecord:
    """Return what can be handed from one process to another."""
    report, legible = (replace(of, played=None) for of in (one.report, one.legible))
    return replace(one, report=report, legible=legible)


def _open_uploads(
    files: Uploads, language: Language, game: str
) -> tuple[list[dict[str, object]], list[_CheckedRecord]]:
    """Return the tables of a game as typed, and what could not be opened, or not whole."""
    opened, left = [], []
    for one in _check_uploads(files, language, searched=0):
        is_own = one.legible.is_readable and one.legible.game_name == game
        if is_own:
            opened.append(_as_typed(one.legible, language))
        if not (is_own and one.report.is_readable):
            left.append(_without_game(one))
    return opened, left


def _draw_corrections(files: Uploads, language: Language) -> bytes | None:
    title = typeset_message(message("correction.title"), language)
    found = _readable(_check_uploads(files, language))
    parts = [(report.file, _correction_of(report, of, language)) for report, of in found]
    return merge_pdfs(parts, DocumentFacts(title, language=language)) if parts else None


def _draw_class(files: Uploads, language: Language, game: str) -> tuple[bytes, str] | None:
    tallies = _class_statistics(_check_uploads(files, language, searched=0))
    stem = typeset_message(message("page.check-class"), language)
    options = Options(language)
    for tally in tallies:
        if tally.game.name == game:
            return draw_class_report(tally, options), class_report_file(stem, tally, options)
    return None


def _class_statistics(found: Iterable[_CheckedRecord]) -> tuple[GameStatistics, ...]:
    work = ClassStatistics()
    for one in found:
        work.add(one.report)
    return work.games()


def _answer(typed: Submission) -> dict[str, object]:
    found = judgement.judge_submission(typed)
    setting = judgement.drawing_context(typed.rules.game, g.language)
    unknown = {one.part for one in found.papers} - {*request.args.getlist("known")}
    return {
        "html": render_template("check-judgement.html", found=found),
        "sheets": {
            part: judgement.sheet_picture(setting, part).as_json() for part in sorted(unknown)
        },
        "papers": [*map(asdict, found.papers)],
        "places": [*map(asdict, found.faults), *map(asdict, found.findings)],
        "record": found.record,
        "line": json.dumps(typed.spoken, default=str) if found.record else "",
        "searched": bool(found.findings) and not found.is_valid,
    }


def of_game(game: str) -> AnyRules:
    """Return the rules of a game; what is wrong in its files is told in words of the page."""
    return catalog_rules(find_game(game).name)


def _submission(game: str) -> Submission:
    if (request.content_length or 0) > LIMIT_BYTES:
        abort(413)
    return judgement.read_submission(request.get_data(), of_game(game), g.language)


def _pdf(data: bytes | None, path: str) -> Response:
    return file_answer(data, "application/pdf", path.rpartition("/")[2])


def _data(rules: AnyRules) -> dict[str, object]:
    of, language, part = rules.game, g.language, judgement.paper_part(rules)
    said = of.sentences_in(language)
    setting, has_papers = judgement.drawing_context(of, language), len(rules.body_fields) > 1
    found = {} if part is None else {part: judgement.sheet_picture(setting, part).as_json()}
    fewest, _ = rules.player_ranges().get("", (1, 1))
    return {
        "game": of.name,
        "seats": {name: list(count) for name, count in rules.player_ranges().items()},
        "names": names_for(rules, language),
        "usual": max(fewest, min(2, rules.player_ranges().get("", (1, 1))[1])),
        "variants": [[name, word_for("variants", name, said)] for name in rules.variants],
        "ways": judgement.WAYS if has_papers else ("turns",),
        "cells": judgement.cell_names(rules, language),
        "sheets": found,
        "part": part,
        "form": entry_form.build_form(rules, language),
        "first": rules.body_fields[0],
        "photographed": bool(paper_cells(rules, 0)),
    }


def _as_typed(report: Report, language: Language) -> dict[str, object]:
    """Return what has to be typed on the page to have a record that could be read."""
    of = report.played
    if of is None:
        return {}
    rules, content = of.rules, of.content.model_dump(mode="json", exclude_none=True)
    papers = []
    for seat, paper in enumerate(report.papers if paper_cells(rules, 0) else ()):
        added = rules.total_marks(report.added_up.get(paper.name, {}))
        papers.append(as_typed({**paper.marks, **added}, paper_cells(rules, seat)))
    first, *final = rules.body_fields
    has_papers = any(map(content.get, final))
    variants = content.get("variant", [])
    form = entry_form.build_form(rules, language)
    return {
        "way": "turns" if not has_papers else "both" if content.get(first) else "papers",
        "players": report.players,
        "variants": [variants] if isinstance(variants, str) else variants,
        "date": content.get("date", ""),
        "place": content.get("place", ""),
        "papers": papers,
        "fields": entry_form.form_from_record(content, form, report.players),
    }


def _check_uploads(
    files: Uploads, language: Language, searched: int = MOST_SEARCHED
) -> Iterator[_CheckedRecord]:
    """Yield a report of every upload, its failure too; search slips in the first `searched`."""
    written = chain.from_iterable(records_of_bytes(data, name) for name, data in files)
    for number, one in enumerate(islice(written, MOST_RECORDS), start=1):
        is_searched = searched > 0 and not is_archive(one)
        report = attempt(partial(judge_record, one, slips=is_searched))
        if isinstance(report, Failure):
            report = Report.unread(one.file, one.index, report.reason)
        searched -= is_searched and bool(report.errors)
        said, legible = judgement.describe_report(report, language), report
        if one.table is not None and one.problems:
            legible = report_of(replace(one, problems=()))
            said = judgement.describe_around(said.faults, legible, language)
        yield _CheckedRecord(number, report, said, legible)


def _readable(found: Iterable[_CheckedRecord]) -> Iterator[tuple[Report, Game]]:
    reports = (one.report for one in found)
    yield from islice(((one, one.game) for one in reports if one.game), MOST_DRAWN)


def _correction_of(report: Report, of: Game, language: Language) -> bytes:
    try:
        return draw_correction(report, of, Options(language))
    except LudokitError as error:
        reason = message("records.not-drawn", file=report.file, reason=error.message)
        raise LudokitError(reason) from error


def _named(file: FileStorage) -> tuple[str, bytes]:
    with file.stream:
        data = file.stream.read()
    # Its name with that of its folder, without the path above.
    name = "/".join((file.filename or "").replace("\\", "/").split("/")[-2:])
    return "".join(filter(str.isprintable, name))[-120:], data
