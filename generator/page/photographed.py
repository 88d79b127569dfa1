"""Photographs of sheets on the page: read apart from it, then looked at cell by cell."""

from base64 import b64decode, b64encode
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

from flask import Response, g, jsonify, request
from pydantic import BaseModel, Field, ValidationError

from generator.correction import PhotographedSheet, draw_correction
from generator.errors import DataError, LudokitError
from generator.page.checking import Uploads, of_game, uploads_apart
from generator.page.entry_form import StrangeError
from generator.page.judgement import read_submission
from generator.page.pages import file_answer, pages
from generator.paper.photographs import pixel_size
from generator.paper.shapes import CellBox
from generator.printables.context import Options
from generator.records.single_edit_search import with_suggestions
from generator.render.document import DocumentFacts
from generator.render.merge import merge_pdfs
from generator.rules import AnyRules
from generator.rules.optional import paper_cells
from generator.scans import require_libraries
from generator.words import Language, Message, message, typeset_message

if TYPE_CHECKING:
    from generator.scans.piles import FilledPaper, ReadSheet

# A sheet as it is looked at: the paper's values, its open cells, and where they lie on the picture.
SheetOnPage = dict[str, object]
# How well the picture of a sheet is kept, of a hundred.
QUALITY = 75
JPEG = "data:image/jpeg;base64,"
# What a picture of a sheet is at most as the page sends it back, of how many tables there are
# some, and where a cell may lie on one.
MOST_PICTURE, MOST_TABLES = 3_000_000, 60
Share = Annotated[float, Field(ge=0, le=1)]


@pages.post("/check/<game>/photographs", endpoint="photographs")
def _photographs(game: str) -> Response:
    require_libraries()
    rules = of_game(game)
    if not paper_cells(rules, 0):
        raise LudokitError(message("scans.needs-turns"))
    sheets, left = uploads_apart(_read, rules.game.name)
    return jsonify({"sheets": sheets, "left": left})


def _read(
    files: Uploads, language: Language, game: str
) -> tuple[list[SheetOnPage], list[tuple[str, str]]]:
    """Return the sheets of a game on pictures, and of the others what they are and why not."""
    from generator.scans.picture_files import pictures_of
    from generator.scans.piles import ReadSheet, SheetReader

    reader, sheets, left = SheetReader(), list[SheetOnPage](), list[tuple[str, str]]()
    for name, data in files:
        for picture in pictures_of(name, data):
            words = picture.called(language)
            for found in reader.read_picture(picture):
                if isinstance(found, ReadSheet) and found.known.setting.game.name == game:
                    sheets += _on_page(found, words)
                else:
                    left.append((words, typeset_message(_reason(found, language), language)))
    return sheets, left


def _reason(found: "ReadSheet | Message", language: Language) -> Message:
    if isinstance(found, Message):
        return found
    game = found.known.setting.game.sentences_in(language).title
    return message("page.check-other-game", game=game)


def _on_page(sheet: "ReadSheet", name: str) -> Iterator[SheetOnPage]:
    picture = f"{JPEG}{b64encode(sheet.rectified.as_jpeg(QUALITY)).decode()}"
    for paper in sheet.papers:
        yield {
            "name": name,
            # Two that are alike were photographed twice, or are copies of one.
            "code": f"{sheet.rectified.code.digits()} {paper.column} {paper.game}",
            "picture": picture,
            "typed": dict(paper.typed),
            "open": [*_open_cells(sheet, paper)],
            "cells": {name: _shares(sheet, box) for name, box in paper.cells.items()},
        }


def _shares(sheet: "ReadSheet", box: CellBox) -> tuple[float, float, float, float]:
    width, height = sheet.known.size
    return box.x / width, box.y / height, box.width / width, box.height / height


def _open_cells(sheet: "ReadSheet", paper: "FilledPaper") -> Iterator[dict[str, object]]:
    for one in paper.questions:
        yield {"cell": one.cell, "isMark": one.is_mark, "box": _shares(sheet, one.box)}


class _SentSheet(BaseModel, strict=True):
    """A photographed sheet as the page sends it back."""

    picture: Annotated[str, Field(max_length=MOST_PICTURE)]
    cells: Annotated[dict[str, tuple[Share, Share, Share, Share]], Field(max_length=400)]


class _SentTable(BaseModel, strict=True):
    number: int
    typed: str
    sheets: Annotated[dict[str, _SentSheet], Field(max_length=12)]


class _SentTables(BaseModel, strict=True):
    tables: Annotated[list[_SentTable], Field(min_length=1, max_length=MOST_TABLES)]


@pages.post("/check/<game>/correction-on-photographs", endpoint="corrected_on_photographs")
def _corrected(game: str) -> Response:
    try:
        sent = _SentTables.model_validate_json(request.get_data())
    except ValidationError:
        raise StrangeError from None
    rules, language = of_game(game), g.language
    title = typeset_message(message("correction.title"), language)
    parts = [(f"{title} {one.number}", _correction_of(one, rules, language)) for one in sent.tables]
    pdf = merge_pdfs(parts, DocumentFacts(title, language=language))
    return file_answer(pdf, "application/pdf", f"{rules.game.name}-correction.pdf")


def _correction_of(table: _SentTable, rules: AnyRules, language: Language) -> bytes:
    typed = read_submission(table.typed.encode(), rules, language)
    report = with_suggestions(typed.report)
    if report.game is None:
        raise DataError(report.problems_in(language))
    with TemporaryDirectory(prefix="ludokit-") as folder:
        sheets = {
            typed.players[int(seat)]: _photograph(one, Path(folder) / f"{seat}.jpg")
            for seat, one in table.sheets.items()
            if seat.isdecimal() and int(seat) < len(typed.players)
        }
        return draw_correction(report, report.game, Options(language), sheets)


def _photograph(sheet: _SentSheet, file: Path) -> PhotographedSheet:
    try:
        file.write_bytes(b64decode(sheet.picture.removeprefix(JPEG), validate=True))
    except ValueError:
        raise StrangeError from None
    return PhotographedSheet(file, pixel_size(file), sheet.cells)
