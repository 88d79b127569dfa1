"""How a game from a list is made to hold its words: larger cards, coarser boards, fewer rows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import ceil
from typing import Any

from generator.errors import DataError, LudokitError, Problem
from generator.from_list import AS_USUAL, LIST, ListChoices
from generator.game import Game
from generator.game.parts.listing import LAYOUTS
from generator.listgames.card_set import CardSetEntry
from generator.listgames.loto import LotoEntry
from generator.listgames.planner import ListGameEntry, alike, load_table
from generator.options import LARGEST_CARD, LEAST_CARD
from generator.paper.shapes import Size
from generator.printables.context import Context, Options
from generator.printables.planning import entries, entry, ignored_by_all, plan
from generator.tables.table import TableCell
from generator.words import Message, OptionWord, clip_text, message, shortened_list

# How much larger than usual cards are, where the usual do not hold what is on them: the first of
# these sizes are taken where nobody chose one, the others are for whoever asks for them.
LARGER, TAKEN = (1.25, 1.5, 2.0, 3.0), 2
# Fewer rows are no game of any kind.
LEAST_ROWS = 2
# What is said of words that no card or board holds, and of a family that lacks theirs.
TOO_LONG = frozenset({"list.one-in-common-long", "paper.does-not-fit"})
SHORT = "list.families-short"
# What is said of the ways on.
WAYS = frozenset({"list.ways-cards", "list.ways-boards", "list.ways-less"})


@dataclass(frozen=True, slots=True)
class FittedGame:
    """A game from a list with options that suit it, and a sentence on each that nobody chose."""

    game: Game
    options: Options
    notes: tuple[Message, ...] = ()

    @property
    def heeded_options(self) -> Options:
        """The options without those that make no difference to what is printed."""
        names = self.game.printables()
        return self.options.without(ignored_by_all(self.game, names, self.options))


@dataclass(frozen=True, slots=True)
class RoomierGame:
    """A game on larger cards or coarser boards than usual, and the option that asks for them."""

    game: Game
    options: Options
    option: str
    value: str


def fit_game(
    game: Game,
    kind: str,
    options: Options,
    choices: ListChoices = AS_USUAL,
) -> FittedGame:
    """Return a game from a list as it can be printed, with a sentence on what nobody chose.

    Cards are as large and a loto's boards as coarse as its words need, a class too large for it
    plays in groups. What nothing holds is left out where that is chosen. DataError with each cell
    too long and the ways on; LudokitError or DataError where the list makes no such game.
    """
    found = entry(game, kind)
    if not isinstance(found, ListGameEntry):
        return FittedGame(game, options)
    options, groups = _in_groups(found, game, options)
    left = dict[str, TableCell]()
    while True:
        try:
            fitted = _on_what_holds(_without(game, left), kind, options, choices)
            break
        except DataError as error:
            more = _too_long_cells(error, game, is_begun=bool(left))
            if not choices.leave_out or not more.keys() - left.keys():
                if left:
                    raise _too_few(left, error.problems[0].message) from error
                raise
            left |= more
        except LudokitError as error:
            if not left:
                raise
            raise _too_few(left, error.message) from error
    if left:
        rows = len(load_table(fitted.game, LIST).rows)
        groups = (*groups, message("list.left-out", words=_names(left), n=rows))
    chosen = found.choices(Context(fitted.game, kind, fitted.options))
    return replace(fitted, notes=(*groups, *fitted.notes, *chosen, *_alike(fitted)))


def _too_few(left: Mapping[str, TableCell], reason: Message) -> LudokitError:
    return LudokitError(message("list.left-few", words=_names(left), reason=reason))


def _alike(fitted: FittedGame) -> Iterator[Message]:
    """Yield what is told of rows that ask for nothing, by the game or by the cards beside it."""
    for name, one in entries(fitted.game).items():
        if isinstance(one, ListGameEntry):
            yield from alike(one, Context(fitted.game, name, fitted.options))


def _on_what_holds(
    game: Game,
    kind: str,
    options: Options,
    choices: ListChoices,
) -> FittedGame:
    """Return the game on the first that holds all its words: the usual, then what is roomier."""
    if (failed := _what_fails(game, options)) is None:
        return FittedGame(game, options)
    longest = clip_text(_words_of(failed))
    is_chosen = "card_size" in options.chosen() or "layout" in dict(choices.facts)
    others = [*_roomier(game, kind, options)]
    taken = [] if is_chosen else others[: None if kind == "loto" else TAKEN]
    for one in taken:
        if (error := _what_fails(one.game, one.options)) is None:
            key = "list.larger-cards" if one.option == "card-size" else "list.coarser-boards"
            size = one.value.replace("x", " × ")
            return FittedGame(one.game, one.options, (message(key, words=longest, size=size),))
        failed = error
    if choices.leave_out:
        raise failed
    file = failed.problems[0].file
    ways = _ways_on(failed, [one for one in others if one not in taken])
    raise DataError([*map(_reworded, failed.problems), Problem(file, None, None, "", ways)])


def _what_fails(game: Game, options: Options) -> DataError | None:
    """Return what is too long for the cards and boards of a game; other faults are raised."""
    options = FittedGame(game, options).heeded_options
    for name, found in entries(game).items():
        try:
            if isinstance(found, ListGameEntry):
                plan(game, name, options)
        except DataError as error:
            if not TOO_LONG.issuperset(one.message.key for one in error.problems):
                raise
            return error
    return None


def _reworded(problem: Problem) -> Problem:
    """Return a fault for who knows cards and boards, but no fields and points."""
    if problem.message.key != "paper.does-not-fit":
        return problem
    words = clip_text(str(dict(problem.message.values)["words"]))
    return replace(problem, message=message("list.too-long", words=words))


def _words_of(error: DataError) -> str:
    return str(dict(error.problems[0].message.values)["words"])


def _roomier(game: Game, kind: str, options: Options) -> Iterator[RoomierGame]:
    cards = [one for one in entries(game).values() if isinstance(one, CardSetEntry)]
    for size in larger_cards(cards[0].size) if cards else ():
        yield RoomierGame(game, replace(options, card_size=size), "card-size", size)
    loto = entry(game, kind)
    if isinstance(loto, LotoEntry):
        for layout in coarser_layouts(loto.loto(game).layout):
            yield RoomierGame(with_part(game, loto.part, layout=layout), options, "grid", layout)


def larger_cards(usual: Size) -> Sequence[str]:
    """Return larger sizes of cards, as they are typed."""
    limits = [*zip(LEAST_CARD, LARGEST_CARD, strict=True)]
    sizes = (
        [
            min(max(side * scale, least), most)
            for side, (least, most) in zip(usual, limits, strict=True)
        ]
        for scale in LARGER
    )
    return ["x".join(f"{side:.0f}" for side in size) for size in sizes]


def coarser_layouts(layout: str) -> Sequence[str]:
    """Return the layouts of boards with fewer and larger cells, the finest first."""
    cells = {name: one.filled_cells for name, one in LAYOUTS.items() if one.blanks == "none"}
    fewer = (name for name, count in cells.items() if count < LAYOUTS[layout].filled_cells)
    return sorted(fewer, key=lambda name: -cells[name])


def _ways_on(error: DataError, others: Sequence[RoomierGame]) -> Message:
    cells = shortened_list([one.field for one in error.problems])
    values: dict[str, Any] = {"cells": cells, "leave": OptionWord("leave-out")}
    for one in others:
        if _what_fails(one.game, one.options) is None:
            key = "list.ways-cards" if one.option == "card-size" else "list.ways-boards"
            return message(key, option=OptionWord(one.option), size=one.value, **values)
    return message("list.ways-less", **values)


def _too_long_cells(
    error: DataError,
    game: Game,
    *,
    is_begun: bool,
) -> Mapping[str, TableCell]:
    """Return by their words the cells that are too long; of a family without one all is left."""
    keys = {*TOO_LONG, SHORT} if is_begun else TOO_LONG
    places = {(one.line, one.column) for one in error.problems if one.message.key in keys}
    every = chain.from_iterable(load_table(game, LIST).rows)
    return {one.words: one for one in every if (one.place.line, one.place.column) in places}


def _names(left: Mapping[str, TableCell]) -> tuple[str, ...]:
    return shortened_list([f"{clip_text(words)} ({cell.name})" for words, cell in left.items()])


def _without(game: Game, left: Mapping[str, TableCell]) -> Game:
    if not left:
        return game
    own = with_part(game, LIST, without=tuple(left))
    if (rows := len(load_table(own, LIST).rows)) < LEAST_ROWS:
        raise LudokitError(message("list.few", found=rows, wanted=LEAST_ROWS))
    return own


def with_part(game: Game, name: str, **facts: object) -> Game:
    """Return a game with other facts of one of its parts."""
    return with_parts(game, {name: game.head.parts[name].model_copy(update=facts)})


def with_parts(game: Game, parts: Mapping[str, Any]) -> Game:
    """Return a game with other parts in place of its own of the same names."""
    whole = {**game.head.parts, **parts}
    return replace(game, head=game.head.model_copy(update={"parts": whole}))


def _in_groups(
    found: ListGameEntry, game: Game, options: Options
) -> tuple[Options, tuple[Message, ...]]:
    kind = found.kind
    if not options.pupils or "copies" in options.chosen():
        return options, ()
    try:
        found.deal(Context(game, kind, options))
    except LudokitError as error:
        if error.message.key != "list.ring-short":
            raise
        most = int(str(dict(error.message.values)["most"]))
        groups = ceil(options.pupils / most)
        told = message("list.ring-groups", pupils=options.pupils, most=most, n=groups)
        return replace(options, pupils=0, copies=groups), (told,)
    return options, ()
