"""Sheets on the page: as SVG, with the places of their cells, and overlays of what is written."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any, TypeAlias

from generator.correction import PRINTABLE, Found, ring_findings
from generator.game import Game, Paper
from generator.paper import shapes as art
from generator.paper.page import all_cells
from generator.printables.context import Options, PrintContext, palette
from generator.printables.planning import sheet_showing
from generator.render.svg import svg
from generator.rules import AnyRules
from generator.rules.cells import Cell
from generator.rules.naming import word_for
from generator.rules.optional import paper_cells, papers_from_state
from generator.words import Language, message, typeset_message

# In mm: its words can be read on the screen of a phone.
WIDTH: art.Mm = 130.0
SCORE = "score."
Plain: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class SheetPicture:
    """A printed sheet as a picture, and its cells."""

    drawing: art.Drawing
    svg: str

    def as_json(self) -> Plain:
        """Return the picture and its cells, whose places are fractions of its width and height."""
        wide, high = self.drawing.width, self.drawing.height
        cells = [
            {
                "id": cell.id,
                "label": cell.label,
                "x": cell.x / wide,
                "y": cell.y / high,
                "width": cell.width / wide,
                "height": cell.height / high,
            }
            for cell in all_cells(self.drawing)
        ]
        return {"svg": self.svg, "width": wide, "height": high, "cells": cells}


@lru_cache(maxsize=32)
def drawing_context(game: Game, language: Language) -> PrintContext:
    """Return the context in which the page draws papers, in a language that the game has."""
    language = game.language(language)
    return PrintContext(
        game,
        PRINTABLE,
        Options(language=language),
        typeset_message(message("correction.title"), language),
    )


@lru_cache(maxsize=64)
def sheet_picture(setting: PrintContext, part: str) -> SheetPicture:
    """Return the sheet that shows a part; LudokitError where there is none."""
    drawing = sheet_showing(setting, part, WIDTH)
    title = setting.sentences.title
    return SheetPicture(drawing, str(svg(drawing, palette(setting.game, "colour"), title=title)))


def overlay_svg(
    paper: Paper, findings: Sequence[Found], setting: PrintContext, typed: Collection[str] = ()
) -> str:
    """Return what is written on a sheet as SVG to lay over it; cells `typed` show their text."""
    drawing = sheet_picture(setting, paper.part).drawing
    empty = replace(drawing, shapes=(), cells=tuple(all_cells(drawing)))
    filled = ring_findings(empty, paper, findings, setting, typed)
    return str(svg(filled, palette(setting.game, "colour"), title=paper.name))


@lru_cache(maxsize=32)
def paper_part(rules: AnyRules) -> str | None:
    """Return the part of the game that papers are printed from; None where there are none."""
    state, chance = rules.smallest_start(), Random(1)  # noqa: S311 - a game, not a secret
    papers = papers_from_state(rules, state)
    if not papers:
        # Papers that belong to rounds exist once a round begins.
        papers = papers_from_state(rules, rules.play(state, rules.random_turn(state, chance)))
    return papers[0].part if papers else None


def cell_names(rules: AnyRules, language: Language) -> list[Plain]:
    """Return the cells of a final paper with their names, and what each can be marked with."""
    said = rules.game.sentences_in(language)
    found = []
    for cell in paper_cells(rules, 0):
        words = [
            [word, word_for(cell.kind, word, said) if cell.kind else ""] for word in cell.marks
        ]
        name = _name(cell, rules, language)
        found.append({"id": cell.id, "name": name, "marks": words, "group": cell.group})
    return found


def _name(cell: Cell, rules: AnyRules, language: Language) -> str:
    game = rules.game
    said = game.sentences_in(language)
    if cell.id.startswith(SCORE):
        part = word_for("score", cell.id.removeprefix(SCORE), said)
        return typeset_message(message("page.check-cell-score", part=part), language)
    if cell.place and f"{SCORE}{cell.row}" in said.texts:
        values = {
            "row": word_for("score", cell.row, said),
            "place": str(cell.place),
            "label": said.label(cell.id),
        }
        return typeset_message(message("page.check-cell-row", **values), language)
    titles: Mapping[str, str] = {
        one: said.texts[name]
        for name, part in game.head.parts.items()
        if name in said.texts
        for one in part.cell_ids()
    }
    if cell.id in titles:
        return f"{titles[cell.id]} {said.label(cell.id).rpartition('.')[2]}"
    return said.label(cell.id)
