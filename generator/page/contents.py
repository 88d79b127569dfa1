"""What a kit can hold, as a list with ticks: what each printable comes to for a class."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import get_args

from flask import g

from generator.classroom import PlanRow, PrintPlan
from generator.documents.exercises.generation import exercise_kinds, kind_title
from generator.errors import LudokitError
from generator.game import Game
from generator.kit import prepare_kit
from generator.make import Print
from generator.page.jobs import PrintJob, load_game
from generator.print_request import PrintRequest
from generator.printables.context import Options
from generator.printables.planning import entries, title_of
from generator.printables.printable import EDITION, DocumentEntry, EditionPart, Purpose
from generator.words import message, say, typeset_message

# What is ticked where nobody has chosen.
USUAL: Purpose = "play"
# What a printable comes to: pages, sheets of paper, seconds to cut, all of it in words.
Counts = Mapping[str, int | str]


@dataclass(frozen=True, slots=True)
class Tick:
    """A printable that can be ticked; one for another way of playing counts nothing."""

    name: str
    title: str
    counts: Counts | None
    is_ticked: bool
    is_document: bool


def kinds_to_tick(game: Game, chosen: str) -> Sequence[tuple[str, str, bool]]:
    """Return the kinds of exercises of a game by name and title, and whether each is chosen."""
    names = [one.name for one in exercise_kinds(game, game.language(g.language))]
    return [(name, kind_title(name, g.language), name in chosen.split(",")) for name in names]


def count_each(
    game: Game, chosen: PrintRequest, made: Sequence[Print] = ()
) -> Mapping[str, Counts]:
    """Count what each printable comes to; LudokitError for a class that cannot be seated."""

    def planned(*contents: str) -> PrintPlan:
        options = replace(chosen.options, contents=contents)
        return prepare_kit(game, options, chosen.pupils, chosen.group, made)[2]

    found, plan = dict[str, list[PlanRow]](), planned()
    rows = [*plan.rows, *plan.lesson, *plan.projected]
    # What is said of a box holds what is ticked; where that cannot be, whoever asks is told.
    with suppress(LudokitError):
        held = planned(*(chosen.options.contents or (USUAL,)), EDITION)
        rows += held.for_pile("edition").rows
    for row in rows:
        found.setdefault(row.printable, []).append(row)
    return {name: _counted(rows) for name, rows in found.items()}


def _counted(rows: Sequence[PlanRow]) -> Counts:
    pages, sheets = sum(row.filed for row in rows), sum(row.paper or 0 for row in rows)
    cutting = sum(row.cutting for row in rows)
    told = []
    if any(row.is_projected for row in rows):
        told = [message("page.to-project")]
    elif pages:
        told = [message("page.count-pages", n=pages), message("page.count-sheets", n=sheets)]
        told += [message("page.count-cutting", n=-(-cutting // 60))] if cutting else []
    words = " · ".join(typeset_message(one, g.language) for one in told)
    return {"pages": pages, "sheets": sheets, "cutting": cutting, "words": words}


def counts_of(work: PrintJob) -> Mapping[str, Counts]:
    """Count what each printable of a kit comes to; nothing where the job itself says why not."""
    order, made = work.order, tuple(work.made.values()) if work.kit else ()
    with suppress(LudokitError):
        return {} if order.kind else count_each(load_game(order.game), order.request, made)
    return {}


def tick_list(
    game: Game, chosen: PrintRequest | None, ticked: str | None
) -> Mapping[Purpose, Sequence[Tick]]:
    """Return every printable by its purpose, ticked as is told in short, or as is usual."""
    usual = PrintRequest(Options(game.language(g.language)))
    try:
        counts = count_each(game, chosen or usual)
    except LudokitError:
        counts = count_each(game, usual)
    wanted = {USUAL} if ticked is None else set(ticked.split(","))
    language, every = game.language(g.language), entries(game)
    found: dict[Purpose, list[Tick]] = {purpose: [] for purpose in get_args(Purpose)}
    for name, purpose in _purposes(game).items():
        is_ticked = name in counts and bool({name, purpose} & wanted)
        is_document = isinstance(every.get(name), DocumentEntry)
        title = title_of(game, name, language)
        found[purpose].append(Tick(name, title, counts.get(name), is_ticked, is_document))
    return {purpose: ticks for purpose, ticks in found.items() if ticks}


def _purposes(game: Game) -> Mapping[str, Purpose]:
    """Return what can be ticked by name, each with what it is for."""
    own = {name: one.purpose for name, one in entries(game).items()}
    return {**own, **dict.fromkeys(get_args(EditionPart), EDITION)}


def usual_contents(game: Game, ticks: Mapping[Purpose, Sequence[Tick]]) -> str:
    """Return in short what is ticked where nobody has chosen."""
    return ",".join(
        _in_short(game, [tick.name for tick in ticks[USUAL] if tick.counts is not None])
    )


def contents_in_short(game: Game, ticked: str) -> str:
    """Return printables as a command line and an address tell them: by purpose where all are in.

    LudokitError where nothing is ticked.
    """
    wanted = {*filter(None, ticked.split(","))}
    if not wanted:
        raise LudokitError(message("page.nothing-ticked"))
    return ",".join(_in_short(game, wanted))


def _in_short(game: Game, wanted: Collection[str]) -> Iterator[str]:
    purposes, known = _purposes(game), set[str]()
    for purpose in get_args(Purpose):
        those = [name for name, one in purposes.items() if one == purpose]
        chosen = [name for name in those if {name, purpose} & {*wanted}]
        known |= {purpose, *those}
        yield from (purpose,) if those and len(chosen) == len(those) else chosen
    # Words that mean nothing are judged with all others.
    yield from sorted({*wanted} - known)


def purpose_words(purpose: Purpose) -> str:
    """Return what a purpose is called."""
    return say(message(f"page.value-contents-{purpose}"), g.language)
