"""Sheets on the page: as they are printed, what can be typed where, and what is ringed on them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any, TypeAlias

from generator.correction import PRINTABLE, Found, ringed
from generator.game import Game, Paper
from generator.paper import shapes as art
from generator.paper.page import all_cells
from generator.printables.context import Options, PrintContext, palette
from generator.printables.planning import sheet_showing
from generator.render.svg import svg
from generator.rules import AnyRules
from generator.rules.cells import Cell
from generator.rules.naming import label
from generator.words import Language, message, printed

# Wide enough for its words to be read where a screen is as wide as a hand.
WIDTH: art.Mm = 130.0
SCORE = "score."
Plain: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A printed sheet as a picture, and its cells."""

    drawing: art.Drawing
    svg: str

    def plain(self) -> Plain:
        """Return the picture, and where its cells lie in parts of its width and height."""
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
def setting_of(game: Game, language: Language) -> PrintContext:
    """Return how papers are drawn on the page, in a language that the game has."""
    language = game.language(language)
    return PrintContext(
        game, PRINTABLE, Options(language=language), printed(message("correction.title"), language)
    )


@lru_cache(maxsize=64)
def sheet(setting: PrintContext, part: str) -> Sheet:
    """Return the sheet that shows a part; LudokitError where there is none."""
    drawing = sheet_showing(setting, part, WIDTH)
    title = setting.said.title
    return Sheet(drawing, str(svg(drawing, palette(setting.game, "colour"), title=title)))


def written_on(
    paper: Paper, findings: Sequence[Found], setting: PrintContext, typed: Collection[str] = ()
) -> str:
    """Return what stands on a sheet as a picture to lay over it; words `typed` stand there."""
    drawing = sheet(setting, paper.part).drawing
    empty = replace(drawing, shapes=(), cells=tuple(all_cells(drawing)))
    filled = ringed(empty, paper, findings, setting, typed)
    return str(svg(filled, palette(setting.game, "colour"), title=paper.name))


@lru_cache(maxsize=32)
def part_of(rules: AnyRules) -> str | None:
    """Return the part that papers of a game are printed from; None where it has no papers."""
    state, chance = rules.opening(), Random(1)  # noqa: S311 - a game, not a secret
    papers = rules.shown(state)
    if not papers:
        # Papers of rounds are there once a round begins.
        papers = rules.shown(rules.play(state, rules.random_turn(state, chance)))
    return papers[0].part if papers else None


def named_cells(rules: AnyRules, language: Language) -> list[Plain]:
    """Return the cells of a final paper with their names, and what each can be marked with."""
    said = rules.game.said_in(language)
    found = []
    for cell in rules.cells(0):
        words = [[word, label(cell.kind, word, said) if cell.kind else ""] for word in cell.marks]
        name = _name(cell, rules, language)
        found.append({"id": cell.id, "name": name, "marks": words, "group": cell.group})
    return found


def _name(cell: Cell, rules: AnyRules, language: Language) -> str:
    """Return what a cell is called where it cannot be seen."""
    game = rules.game
    said = game.said_in(language)
    if cell.id.startswith(SCORE):
        part = label("score", cell.id.removeprefix(SCORE), said)
        return printed(message("page.check-cell-score", part=part), language)
    if cell.place and f"{SCORE}{cell.row}" in said.texts:
        values = {
            "row": label("score", cell.row, said),
            "place": str(cell.place),
            "label": said.label(cell.id),
        }
        return printed(message("page.check-cell-row", **values), language)
    titles: Mapping[str, str] = {
        one: said.texts[name]
        for name, part in game.head.parts.items()
        if name in said.texts
        for one in part.cell_ids()
    }
    if cell.id in titles:
        return f"{titles[cell.id]} {said.label(cell.id).rpartition('.')[2]}"
    return said.label(cell.id)
