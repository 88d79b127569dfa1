"""Checking on the page: a game typed in and judged, and a class's records read at once."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from hashlib import sha256
from itertools import chain, islice

from flask import Blueprint, Response, abort, g, jsonify, make_response, render_template, request
from flask import url_for as address_of
from werkzeug.datastructures import FileStorage

from generator.class_page import class_page, page_file
from generator.correction import FILE, correction, stem_of
from generator.errors import DataError, LudokitError, Problem, accident
from generator.game import Game, names
from generator.page import entries, sheets
from generator.page.judging import WAYS, Judgement, Typed, judged, read, told
from generator.printables.context import Options
from generator.reading.nodes import LIMIT_BYTES
from generator.records.form import rules_of
from generator.records.reading import LINES, Written, held
from generator.records.replay import report_of
from generator.records.report import Report
from generator.records.slips import slips
from generator.records.tally import Classwork
from generator.records.writing import names_for, sample
from generator.render.document import DocumentFacts
from generator.render.merge import merged
from generator.rules import AnyRules
from generator.rules.cells import as_typed
from generator.rules.naming import label
from generator.words import message, printed

# A class hands in a few dozen records; a school year a few hundred.
MOST_RECORDS = 1000
# Corrections are handed back: a sheaf of them is what classes of a day write.
MOST_DRAWN = 200
# To search what was likely meant takes longer than to judge: it is done for as many as a class has.
MOST_SEARCHED = 20
# What the page itself says, with what it fills in.
SAID = {
    "add": "page.check-add",
    "ended": "page.check-ended",
    "name": "page.check-name",
    "player": "page.check-player",
    "remove": "page.check-remove",
    "row": "page.check-row",
    "sure": "page.check-sure",
    "unmarked": "page.check-unmarked",
}


@dataclass(frozen=True, slots=True)
class Read:
    """A record that was handed in: its report, and what is said of it."""

    number: int
    report: Report
    said: Judgement


def add_to(pages: Blueprint) -> None:
    """Add the pages on which games are checked."""
    _add_typing(pages)
    _add_records(pages)


def _add_typing(pages: Blueprint) -> None:
    """Add what a game that is typed in takes."""

    @pages.get("/check/")
    def games_to_check() -> str:
        return render_template("check.html", games=[*_judged()])

    @pages.get("/check/<game>/")
    def check(game: str) -> str:
        rules = _rules(game)
        title = rules.game.said_in(g.language).title
        return render_template("check-game.html", game=rules.game, title=title, data=_data(rules))

    @pages.post("/check/<game>/judge")
    def judge(game: str) -> Response:
        return jsonify(_answer(_sent(game)))

    @pages.post("/check/<game>/slips")
    def likely(game: str) -> str:
        typed = _sent(game)
        found = replace(typed.report, slips=slips(typed.report))
        said = told(found, g.language) if found.game else None
        return render_template("check-likely.html", found=said)

    @pages.get("/check/<game>/example")
    def example(game: str) -> Response:
        return jsonify(_example(_rules(game)))

    @pages.post("/check/<game>/correction")
    def corrected(game: str) -> Response:
        typed = _sent(game)
        of, report = typed.rules.game, replace(typed.report, slips=slips(typed.report))
        if report.game is None:
            raise DataError(report.problems_in(g.language))
        pdf = correction(report, of, _options(of))
        digest = sha256(typed.text.encode()).hexdigest()
        return _pdf(pdf, FILE.format(stem_of(report.file, report.index, digest)))


def _add_records(pages: Blueprint) -> None:
    """Add what the records of a class take."""

    @pages.post("/check/records")
    def records() -> str:
        found = [*_handed_in()]
        work = Classwork()
        for one in found:
            work.add(one.report)
        games = [tally.game for tally in work.tallies()]
        told = {"is_cut": len(found) == MOST_RECORDS, "drawn": len([*_readable(found)])}
        return render_template("check-records.html", found=found, games=games, **told)

    @pages.post("/check/records/corrections")
    def corrections() -> Response:
        title = printed(message("correction.title"), g.language)
        parts = [(report.file, _corrected(report, of)) for report, of in _readable(_handed_in())]
        pdf = merged(parts, DocumentFacts(title, language=g.language)) if parts else abort(404)
        return _pdf(pdf, "corrections.pdf")

    @pages.post("/check/records/<game>.pdf")
    def of_class(game: str) -> Response:
        work = Classwork()
        for one in _handed_in(searched=0):
            work.add(one.report)
        tally = next((one for one in work.tallies() if one.game.name == game), None) or abort(404)
        options = _options(tally.game)
        stem = printed(message("page.check-class"), g.language)
        return _pdf(class_page(tally, options), page_file(stem, tally, options))


def _answer(typed: Typed) -> dict[str, object]:
    """Return what is said of a game, drawn and in words, with the sheets the page has not yet."""
    found = judged(typed)
    setting = sheets.setting_of(typed.rules.game, g.language)
    unknown = {one.part for one in found.papers} - {*request.args.getlist("known")}
    return {
        "html": render_template("check-judgement.html", found=found),
        "sheets": {part: sheets.sheet(setting, part).plain() for part in sorted(unknown)},
        "papers": [*map(asdict, found.papers)],
        "places": [*map(asdict, found.faults), *map(asdict, found.findings)],
        "record": found.record,
        "searched": bool(found.findings) and not found.is_valid,
    }


def _judged() -> Iterator[Game]:
    """Yield the games that can be judged; what is wrong with others is told with their kits."""
    for name in names():
        with suppress(LudokitError):
            yield rules_of(name).game


def _rules(game: str) -> AnyRules:
    """Return the rules of a game of the catalog; no other name leads anywhere."""
    return rules_of(game) if game in names() else abort(404)


def _options(game: Game) -> Options:
    return Options(language=game.language(g.language))


def _sent(game: str) -> Typed:
    """Return what the page sends, which is no longer than a record may be."""
    if (request.content_length or 0) > LIMIT_BYTES:
        abort(413)
    return read(request.get_data(), _rules(game), g.language)


def _pdf(data: bytes, path: str) -> Response:
    answer = make_response(data)
    answer.mimetype = "application/pdf"
    name = path.rpartition("/")[2]
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _data(rules: AnyRules) -> dict[str, object]:
    """Return what the page has to know of a game."""
    of, language, part = rules.game, g.language, sheets.part_of(rules)
    said = of.said_in(language)
    setting, has_papers = sheets.setting_of(of, language), len(rules.contents) > 1
    found = {} if part is None else {part: sheets.sheet(setting, part).plain()}
    fewest, _ = rules.seats().get("", (1, 1))
    return {
        "game": of.name,
        "seats": {name: list(count) for name, count in rules.seats().items()},
        "names": names_for(rules, language),
        "usual": max(fewest, min(2, rules.seats().get("", (1, 1))[1])),
        "variants": [[name, label("variants", name, said)] for name in rules.variants],
        "ways": WAYS if has_papers else ("turns",),
        "cells": sheets.named_cells(rules, language),
        "sheets": found,
        "part": part,
        "form": entries.asked(rules, language),
        "first": rules.contents[0],
        "words": {name: _worded(key, language) for name, key in SAID.items()},
        "judge": address_of("page.judge", game=of.name),
        "slips": address_of("page.likely", game=of.name),
        "example": address_of("page.example", game=of.name),
        "correction": address_of("page.corrected", game=of.name),
    }


@lru_cache(maxsize=64)
def _worded(key: str, language: str) -> str:
    holes = {name: f"{{{name}}}" for name in ("label", "number", "found", "name")}
    return printed(message(key, **holes), language)


def _example(rules: AnyRules) -> dict[str, object]:
    """Return what somebody would have typed of a whole game."""
    report = sample(
        rules, seed=1, language=g.language, variant="" if "" in rules.seats() else None
    ).report
    of = report.played
    content = {} if of is None else of.content.model_dump(mode="json", exclude_none=True)
    form = entries.asked(rules, g.language)
    papers = []
    for seat, paper in enumerate(report.papers if rules.cells(0) else ()):
        added = rules.totals_shown(report.added_up.get(paper.name, {}))
        papers.append(as_typed({**paper.marks, **added}, rules.cells(seat)))
    variants = content.get("variant", [])
    return {
        "players": report.players,
        "variants": [variants] if isinstance(variants, str) else variants,
        "papers": papers,
        "fields": entries.held_of(content, form, report.players),
    }


def _handed_in(searched: int = MOST_SEARCHED) -> Iterator[Read]:
    """Yield a report of every record in the files handed in; what fails in one is told with it.

    Likely slips are searched in so many of those that have errors, archives apart.
    """
    files = request.files.getlist("files")
    written = chain.from_iterable(map(_written, files))
    for number, one in enumerate(islice(written, MOST_RECORDS), start=1):
        try:
            report = report_of(one)
            if searched and report.errors and not one.file.endswith(LINES):
                searched -= 1
                report = replace(report, slips=slips(report))
        except Exception as error:  # noqa: BLE001 - a fault of ours in one record is told with it
            report = _accident(one, error)
        yield Read(number, report, told(report, g.language))


def _readable(found: Iterable[Read]) -> Iterator[tuple[Report, Game]]:
    """Yield the reports that have a correction, with their games; of very many the first."""
    reports = (one.report for one in found)
    yield from islice(((one, one.game) for one in reports if one.game), MOST_DRAWN)


def _corrected(report: Report, of: Game) -> bytes:
    """Draw a correction among others; LudokitError with the record's name where that fails."""
    try:
        return correction(report, of, _options(of))
    except LudokitError as error:
        reason = message("records.not-drawn", file=report.file, reason=error.message)
        raise LudokitError(reason) from error


def _written(file: FileStorage) -> Iterator[Written]:
    """Return the records of a file; a large one that lay on a disk meanwhile is gone then."""
    with file.stream:
        data = file.stream.read()
    return held(data, _called(file.filename))


def _accident(one: Written, error: Exception) -> Report:
    problem = Problem(one.file, None, None, "", accident(error))
    return Report(one.file, one.index, None, problems=(problem,))


def _called(name: str | None) -> str:
    """Return what a file is called: the last part of its name, and of a folder's."""
    return "/".join((name or "").replace("\\", "/").split("/")[-2:])[-120:]
