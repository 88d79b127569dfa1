"""Kits made once for all tests of this folder, and what their bookmarks and links lead to."""

from collections.abc import Iterator, Sequence
from typing import Any

import pikepdf
import pytest

from generator.classroom import print_plan
from generator.game import Game, game_names
from generator.kit import bind_kit, make_plan_document, page_counts, seat_for_kit
from generator.make import Print, in_parallel, make_all
from generator.printables.context import Options
from generator.printables.planning import printables_played_with
from generator.words import Language
from tests.shared import made_once
from tests.shipped import load, printed

PUPILS, GROUP = 27, 4
# Every game in the language that is asked for first, and one in the other: a kit takes seconds,
# so the one with a deck waits for `.ci/run`, all others for `make test-all`.
MARKS = {"qwinto": [], "sti": [pytest.mark.slow, pytest.mark.rest]}
KITS = [
    pytest.param(name, language, marks=MARKS.get(name, [pytest.mark.slow, pytest.mark.long]))
    for name, language in (*((name, "fr") for name in game_names()), ("doce", "en"))
]
KITS.append(pytest.param("boite", "es", marks=[pytest.mark.slow, pytest.mark.rest]))


@made_once
def made(name: str, language: Language) -> tuple[tuple[Print, ...], Print, Print]:
    """Make the printables, the print plan and the kit of a game for a class."""
    game, options = load(name), Options(language)
    singles = tuple(printed(name, one, options) for one in printables_played_with(game, options))
    return (singles, *bind_kit(game, options, singles, seat_for_kit(game, options, PUPILS, GROUP)))


def singly(game: Game, options: Options) -> tuple[Print, ...]:
    """Make the printables of a game one by one, in the order of its data."""
    with in_parallel(1) as maker:
        return tuple(make_all(maker, game, options))


def plan_alone(game: Game, options: Options) -> bytes:
    """Return the plan of a kit for the class, written before anything of the kit is made."""
    prints = [Print(one, one, {}) for one in game.printables()]
    seating = seat_for_kit(game, options, PUPILS, GROUP)
    found = print_plan(game, options, page_counts(prints), seating)
    pdf = make_plan_document(game, options, prints, found).pdf
    if pdf is None:
        pytest.skip("the PDF needs Pango")
    return pdf


def bookmarks(
    document: pikepdf.Pdf, items: Sequence[pikepdf.OutlineItem], depth: int = 1
) -> Iterator[tuple[int, str, int]]:
    """Yield depth, title and page of each bookmark, from 0; -1 for one that leads nowhere."""
    for item in items:
        target = item.destination if item.action is None else item.action.get("/D")
        yield depth, str(item.title), page_of(document, target)
        yield from bookmarks(document, item.children, depth + 1)


def page_of(document: pikepdf.Pdf, target: Any) -> int:  # noqa: ANN401 - pikepdf's objects
    """Return the page that a target leads to, directly or by name; -1 for none of the file."""
    if isinstance(target, pikepdf.String | str):
        named = document.Root.get("/Names", pikepdf.Dictionary()).get("/Dests")
        target = None if named is None else pikepdf.NameTree(named).get(str(target))
    if isinstance(target, pikepdf.Dictionary):
        target = target.get("/D")
    if not isinstance(target, pikepdf.Array):
        return -1
    pages = {page.obj.objgen: number for number, page in enumerate(document.pages)}
    return pages.get(target[0].objgen, -1)


def links(document: pikepdf.Pdf) -> Iterator[int]:
    """Yield the page that each link within a document leads to."""
    for page in document.pages:
        for note in page.get("/Annots", pikepdf.Array()):
            action = note.get("/A", pikepdf.Dictionary())
            if note.get("/Subtype") == "/Link" and "/URI" not in action:
                yield page_of(document, note.get("/Dest", action.get("/D")))
