"""The likely slip: the one thing that, had it been typed otherwise, would make a record right.

A record says the same thing several times over: turns follow from one another, and papers repeat
them. So one slip of the pen or of the keyboard (two turns swapped, a number off by one, a
neighbouring cell, a line forgotten) is found by trying every single one, and keeping those after
which nothing is wrong any more. They are only told: a record is never changed.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from functools import cached_property
from itertools import combinations, islice, pairwise
from random import Random

from pydantic import BaseModel

from generator.reading.expected import FREE, Fields, Items, Table, Wanted, Word, below
from generator.reading.nodes import Path
from generator.records.played import Played
from generator.records.report import Report
from generator.records.slip import ENTRY, Pair, Slip, SlipKind, Typed
from generator.records.spots import (
    Attempt,
    Lines,
    Spot,
    Thing,
    all_turned,
    has_number,
    near,
    spots,
    turned,
)
from generator.rules.findings import ADDED_UP_WRONG, AnyTurn, active_player
from generator.rules.plant import ASTRAY, put

# So many slips are told at most.
MOST = 3
# A record that holds more is no game of a class. Of the others so much is judged anew in all that a
# hostile one takes a few seconds: one is about a microsecond. A step takes STEP at least, and PLACE
# for each thing in it; to change a record takes CHANGE, and one for so many steps.
LARGEST, WORK = 10_000, 3_000_000
# One slip has so many errors behind it at most: the record's other turns are no whole game.
MOST_ERRORS = 500
STEP, PLACE, CHANGE, CHANGED = 10, 4, 50, 20
# How often a turn that was left out is made up at each place.
TRIES = 24
# What a step says of where it stands, not of what was done.
STANDING = frozenset({"number", "round", "turn", "player"})
PLAYER = Word("player")
# Numbers below this are misread for one another.
DIGITS = 10


def slips(report: Report) -> tuple[Slip, ...]:
    """Return the likeliest single slips of which each explains all that is wrong with a record.

    Nothing is searched where papers stand alone, where points were only added up wrong, or where so
    much is wrong that no one slip explains it; and what more slips would explain than are told is a
    sign of none of them.
    """
    of, errors = report.played, report.errors
    if of is None or not of.has_turns or len(errors) > MOST_ERRORS:
        return ()
    if all(found.reason.key == ADDED_UP_WRONG for found in errors):
        return ()
    found = _Search(report, of).found()
    return found if len(found) <= MOST else ()


class _Search:
    """All single slips in one record, the likeliest kinds first, each in the order of the record.

    What comes behind the first error cannot have led to it, and is left as it is.
    """

    def __init__(self, report: Report, of: Played) -> None:
        """Play the record up to its first error."""
        self.report, self.of, self.rules, self.content = report, of, of.rules, of.content
        self._read = dict[tuple[int, int], tuple[Thing, tuple[Thing, ...]]]()
        self._reads_once, every = True, of.rules.steps(of.content)
        self._reads_once = self._steps(of.content) == every
        self.steps = self._steps(of.content)
        self.states, self.first = [of.begun], 0
        for _, _, (refusals, after) in of.judged():
            if any(not one.is_warning for one in refusals):
                break
            self.states.append(after)
            self.first += 1
        self.warned = {one.rule for one in report.findings if one.is_warning}
        self.work = WORK

    def found(self) -> tuple[Slip, ...]:
        """Return the slips that explain all, likelier ones first, until there are too many.

        There are none where not all could be tried.
        """
        size, found = sum(1 for _ in islice(self._every(), LARGEST + 1)), dict[object, Slip]()
        # What it takes to judge a step.
        each = max(STEP, PLACE * size // max(1, len(self.steps)))
        for attempts in LIKELY if size <= LARGEST else ():
            for attempt in attempts(self):
                self.work -= CHANGE + len(self.steps) // CHANGED
                if self.work < 0:
                    return ()
                if self._is_right(attempt, each):
                    slip = self._slip(attempt)
                    if found.setdefault(slip.told, slip).turn != slip.turn:
                        found[slip.told] = replace(slip, turn=None, player=None)
                    if len(found) > MOST:
                        return tuple(found.values())
        return tuple(found.values())

    def _is_right(self, attempt: Attempt, each: int) -> bool:
        """Return whether nothing is wrong with a record, and no more is missing than before."""
        body, at = attempt.body, self._index(attempt.path)
        try:
            steps = self._steps(body)
            state = self.states[at]
            for number, step in enumerate(steps[at:], start=at + 1):
                self.work -= each
                refusals, state = self.rules.judge(state, step)
                if any(not one.is_warning for one in refusals):
                    return False
                # What leaves all as it was explains nothing.
                is_early = number == at + 1 <= self.first
                is_same = is_early and state == self.states[number]
                if is_same and steps[number:] == self.steps[number:]:
                    return False
            closing = self.rules.closing(state, body)
            # What nobody can write down is not what was meant.
            type(body).model_validate(body.model_dump())
        except (*ASTRAY, RuntimeError):
            return False
        return all(one.is_warning and one.rule in self.warned for one in closing)

    def _index(self, path: Path) -> int:
        """Return the first step that a change in a place can change."""
        for lines in self.lines:
            if path[: len(lines.path)] == lines.path:
                return lines.start + int(path[len(lines.path)])
        return next(one.start for one in self.lines if one.path[:2] == path[:2]) - 1

    def _steps(self, body: Thing) -> tuple[Thing, ...]:
        """Return the steps of a record; a turn, or a round, is read once in each place."""
        name, found = self.rules.contents[0], list[Thing]()
        number_of = "round" if self.rules.within else "number"
        for number, entry in enumerate(getattr(body, name) or (), start=1):
            if not (self._reads_once and isinstance(entry, BaseModel)):
                return self.rules.steps(body)
            if (id(entry), number) not in self._read:
                alone = self.rules.steps(body.model_copy(update={name: (entry,)}))
                steps = tuple(replace(step, **{number_of: number}) for step in alone)
                self._read[id(entry), number] = entry, steps
            found += self._read[id(entry), number][1]
        return tuple(found)

    # --- what there is ----------------------------------------------------------------------

    @cached_property
    def lines(self) -> tuple[Lines, ...]:
        """Return the turns, or those of each round, which begins with a step and ends with one."""
        name, within = self.rules.contents[0], self.rules.within
        entries = getattr(self.content, name) or ()
        if not within:
            return (Lines((name,), entries, 0),)
        found, start = list[Lines](), 1
        for place, entry in enumerate(entries):
            items = getattr(entry, within) or ()
            found.append(Lines((name, place, within), items, start))
            start += len(items) + 2
        return tuple(found)

    def _open(self) -> Iterator[tuple[Lines, int]]:
        """Yield the turns up to the first error."""
        for lines in self.lines:
            for place in range(len(lines.items)):
                if lines.start + place <= self.first:
                    yield lines, place

    def _wanted(self, path: Path) -> Wanted:
        want: Wanted = Fields(type(self.content))
        for step in path:
            want = below(want, step)
        return want

    def _every(self) -> Iterator[Spot]:
        """Yield all that stands in turns."""
        for lines in self.lines:
            for place, item in enumerate(lines.items):
                path = (*lines.path, place)
                yield from spots(item, self._wanted(path), path)

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """Return all that stands in the turns up to the first error, and in heads of rounds."""
        found = list[Spot]()
        for lines, place in self._open():
            if place == 0 and len(lines.path) > 1:
                at, entry = lines.path[:-1], self._at(lines.path[:-1])
                heads = ((name, v) for name, v in vars(entry).items() if isinstance(v, str))
                wanted = self._wanted(at)
                found += (Spot((*at, name), v, below(wanted, name), name) for name, v in heads)
            path = (*lines.path, place)
            found += spots(lines.items[place], self._wanted(path), path)
        return tuple(found)

    def _at(self, path: Path) -> Thing:
        value: Thing = self.content
        for step in path:
            is_model = isinstance(value, BaseModel)
            value = getattr(value, str(step)) if is_model else value[step]
        return value

    @cached_property
    def _cells(self) -> frozenset[str]:
        """Return the cells of the game's parts."""
        parts = self.rules.game.head.parts.values()
        return frozenset(cell for part in parts for cell in part.cell_ids())

    def _named(self, spot: Spot) -> tuple[tuple[str, ...], str]:
        """Return the words of which any may stand in a place, and what they are called."""
        want, word = spot.want, spot.value
        if want == PLAYER:
            return self.content.players, want.vocabulary
        if isinstance(want, Word) and want.options:
            return tuple(dict.fromkeys(want.options)), want.vocabulary
        known = next((one for one in self.rules.vocabularies() if word in one), ())
        return tuple(dict.fromkeys(known)), "cell" if word in self._cells else ""

    @cached_property
    def _words(self) -> tuple[tuple[Spot, tuple[str, ...], str], ...]:
        """Return all words, each with those that may stand in its place."""
        words = (spot for spot in self.spots if isinstance(spot.value, str))
        return tuple((spot, *self._named(spot)) for spot in words)

    def _numbers(self) -> Iterator[Spot]:
        for spot in self.spots:
            if type(spot.value) is int:  # true is one too
                yield spot

    @property
    def _has_papers(self) -> bool:
        """Return whether a record says what came of its turns."""
        said = (getattr(self.content, name) for name in self.rules.body.model_fields)
        return sum(map(bool, said)) > 1

    # --- what may have been meant -----------------------------------------------------------

    def _with(
        self, kind: SlipKind, spot: Spot, meant: Thing, vocabulary: str = ""
    ) -> Iterator[Attempt]:
        """Yield the record with something else in a place; a table names nothing twice."""
        path, new = spot.path, meant
        if spot.is_key:
            table = self._at(path := path[:-1])
            if meant in table:
                return
            new = {meant if name == spot.value else name: inner for name, inner in table.items()}
        body = put(self.content, path, new)
        yield Attempt(kind, spot.path, body, spot.value, meant, spot.field, vocabulary)

    def _lined(
        self,
        kind: SlipKind,
        lines: Lines,
        place: int,
        items: tuple[Thing, ...],
        typed: Typed = None,
    ) -> Attempt:
        """Return the record with other turns; `typed` are those that are swapped."""
        body = put(self.content, lines.path, items)
        meant = typed[::-1] if isinstance(typed, tuple) else None
        return Attempt(kind, (*lines.path, place), body, typed, meant)

    def turns_exchanged(self) -> Iterator[Attempt]:
        """Yield two turns swapped: neighbours first, then those up to a round of players apart."""
        for apart in range(1, len(self.content.players) + 1):
            for lines, place in self._open():
                items, other = list(lines.items), place + apart
                if other < len(items) and items[place] != items[other]:
                    items[place], items[other] = items[other], items[place]
                    numbers = place + 1, other + 1
                    yield self._lined("turns-exchanged", lines, place, tuple(items), numbers)

    def turns_twice(self) -> Iterator[Attempt]:
        """Yield a turn left out that stands there twice."""
        for lines, place in self._open():
            if place and lines.items[place] == lines.items[place - 1]:
                yield self._without(lines, place)

    def turns_too_many(self) -> Iterator[Attempt]:
        """Yield any turn left out, where papers can tell."""
        for lines, place in self._open() if self._has_papers else ():
            if lines.items[place] not in lines.items[place + 1 : place + 2]:
                yield self._without(lines, place)

    def _without(self, lines: Lines, place: int) -> Attempt:
        items = lines.items
        return self._lined("turn-too-many", lines, place, items[:place] + items[place + 1 :])

    def turns_left_out(self) -> Iterator[Attempt]:
        """Yield a turn more, such as papers show it or chance makes it, the last places first."""
        chance = Random(0)  # noqa: S311 - a game, not a secret
        for lines in reversed(self.lines):
            for place in reversed(range(len(lines.items) + 1)):
                at = lines.start + place
                for number in range(TRIES if at <= self.first else 0):
                    try:
                        item = self._made_up(self.states[at], chance, is_likely=number == 0)
                    except ASTRAY:
                        break
                    if lines.items and type(item) is type(lines.items[0]):
                        items = (*lines.items[:place], item, *lines.items[place:])
                        yield self._lined("turn-left-out", lines, place, items)

    def _made_up(self, state: Thing, chance: Random, *, is_likely: bool) -> Thing:
        """Return a turn as it stands in a record: the likeliest, or any."""
        self.work -= 1
        if is_likely:
            step = self.rules.left_out(state, self.of.last, self.content, chance)
        else:
            step = self.rules.random_turn(state, chance)
        name = self.rules.contents[0]
        if isinstance(step, AnyTurn) and isinstance(self.lines[0].items[0], BaseModel):
            return getattr(self.rules.body.model_validate({name: [step.fields()]}), name)[0]
        return next(getattr(step, one.name) for one in fields(step) if one.name not in STANDING)

    def turned(self) -> Iterator[Attempt]:
        """Yield all cells turned round."""
        yield from all_turned(self.content, self._every(), self._cells)

    def neighbours(self) -> Iterator[Attempt]:
        """Yield the cells beside another: one apart, turned round, or of the same number."""
        for spot, known, vocabulary in self._words:
            for other in near(spot.value, known) if vocabulary == "cell" else ():
                yield from self._with("cell", spot, other, vocabulary)

    def numbers(self) -> Iterator[Attempt]:
        """Yield numbers off by one, or turned round, and what an error says that should stand."""
        right = {found.path: found.right for found in self.report.errors if found.right.isdecimal()}
        for spot in self._numbers():
            number = spot.value
            meant = [int(right[spot.path])] if spot.path in right else []
            for other in dict.fromkeys((*meant, number + 1, number - 1, turned(abs(number)))):
                if other >= 0 and other != number:
                    yield from self._with("number", spot, other)

    def misread(self) -> Iterator[Attempt]:
        """Yield digits taken for others that stand elsewhere in the turns."""
        seen = {one.value for one in self._every() if type(one.value) is int}
        digits = sorted(seen.intersection(range(DIGITS)))
        for spot in self._numbers():
            for other in digits if spot.value < DIGITS else ():
                if abs(other - spot.value) > 1:
                    yield from self._with("number", spot, other)

    def exchanged(self) -> Iterator[Attempt]:
        """Yield two entries of a turn swapped, such as the cells of two players, or two plays."""
        for spot in self.spots:
            match spot.value:
                case Mapping() as table:
                    for one, other in combinations(table, 2):
                        swapped = {**table, one: table[other], other: table[one]}
                        if table[one] != table[other]:
                            yield self._swapped(spot, swapped, (one, other), self._of_keys(spot))
                case (BaseModel(), *_) as items:
                    for place, (before, after) in enumerate(pairwise(items)):
                        new = (*items[:place], after, before, *items[place + 2 :])
                        if before != after:
                            yield self._swapped(spot, new, (place + 1, place + 2), ENTRY)

    def _swapped(self, spot: Spot, new: Thing, pair: Pair, vocabulary: str) -> Attempt:
        body, meant = put(self.content, spot.path, new), (pair[1], pair[0])
        return Attempt("exchanged", spot.path, body, pair, meant, spot.field, vocabulary)

    @staticmethod
    def _of_keys(spot: Spot) -> str:
        """Return the vocabulary of the names in a table."""
        key = spot.want.key if isinstance(spot.want, Table) else FREE
        return key.vocabulary if isinstance(key, Word) else ""

    def others(self) -> Iterator[Attempt]:
        """Yield the wrong word: another player, colour or card."""
        for spot, known, vocabulary in self._words:
            tried = near(spot.value, known) if vocabulary == "cell" else ()
            kind: SlipKind = "player" if vocabulary == "player" else "word"
            if spot.value in known and not (tried and has_number(spot.value)):
                for other in known:
                    if other != spot.value and other not in tried:
                        yield from self._with(kind, spot, other, vocabulary)

    def left_out(self) -> Iterator[Attempt]:
        """Yield what a turn lacks: something ticked, or a cell that an error names."""
        cells = tuple(dict.fromkeys(one.where for one in self.report.errors if one.where))
        for spot in self.spots:
            match spot.want, spot.value:
                case Word("truth"), None | False:
                    yield from self._with("left-out", spot, meant=True)
                case Table(Word("player"), Word("cell")), Mapping() | None:
                    table = spot.value or {}
                    for who in self.content.players:
                        for cell in cells if who not in table else ():
                            yield self._more(spot, {**table, who: cell}, who, cell)
                case Items(_, Word("cell")), tuple() | None:
                    items = spot.value or ()
                    for cell in cells:
                        yield self._more(spot, (*items, cell), len(items), cell)

    def _more(self, spot: Spot, new: Thing, at: Thing, cell: str) -> Attempt:
        """Return the record with a cell more in a table or a list."""
        body, path = put(self.content, spot.path, new), (*spot.path, at)
        return Attempt("left-out", path, body, None, cell, spot.field, "cell")

    def too_many(self) -> Iterator[Attempt]:
        """Yield what a turn has too many: something ticked, an entry, a word.

        What is not there breaks no rule: only papers can tell that it should not be.
        """
        for spot in self.spots if self._has_papers else ():
            match spot.value:
                case True:
                    yield from self._with("too-many", spot, meant=None)
                case Mapping() as table:
                    for name in table:
                        rest = {one: inner for one, inner in table.items() if one != name}
                        yield self._less(spot, rest, name, name, self._of_keys(spot))
                case (BaseModel(), *_) as items:
                    for n in range(len(items)):
                        yield self._less(spot, items[:n] + items[n + 1 :], n, n + 1, ENTRY)
                case tuple() as items:
                    for n, item in enumerate(items):
                        cell = "cell" if item in self._cells else ""
                        yield self._less(spot, items[:n] + items[n + 1 :], n, item, cell)

    def _less(self, spot: Spot, new: Thing, at: Thing, typed: Typed, vocabulary: str) -> Attempt:
        """Return the record with less in a table or a list."""
        body, path = put(self.content, spot.path, new), (*spot.path, at)
        return Attempt("too-many", path, body, typed, None, spot.field, vocabulary)

    # --- how it is told ---------------------------------------------------------------------

    def _slip(self, of: Attempt) -> Slip:
        """Return what an attempt that makes all right says."""
        lines = next((one for one in self.lines if of.path[: len(one.path)] == one.path), None)
        place = None if lines is None else int(of.path[len(lines.path)])
        is_last = lines is not None and place == len(lines.items)
        turn = None if place is None else place + (not is_last)
        path = (*of.path[:-1], place - 1) if is_last and place else of.path
        (key, of_key), where = self._key(of), self.of.located(path)
        return Slip(
            of.kind,
            turn=turn,
            round=int(of.path[1]) + 1 if self.rules.within else None,
            player=self._player(of, lines, place),
            typed=of.typed,
            meant=of.meant,
            field=of.field,
            key=key,
            of=of_key,
            vocabulary=of.vocabulary,
            is_last=is_last,
            line=where.line,
            column=where.column,
        )

    def _key(self, of: Attempt) -> tuple[str | int | None, str]:
        """Return the name under which something stands in a table, and its vocabulary."""
        want = self._wanted(of.path[:-1])
        is_name = of.typed == of.path[-1] or of.meant == of.path[-1]
        if is_name or not isinstance(want, Table):
            return None, ""
        return of.path[-1], want.key.vocabulary if isinstance(want.key, Word) else ""

    def _player(self, of: Attempt, lines: Lines | None, place: int | None) -> str | None:
        """Return whose it is: who is named on the way to it, else whose turn it is."""
        named = next((str(one) for one in of.path if one in self.content.players), None)
        if named is not None or lines is None or place is None or of.kind == "turns-exchanged":
            return named
        at = lines.start + place
        state = self.states[at]
        if of.kind != "turn-left-out" and isinstance(self.steps[at], AnyTurn):
            return active_player(state, self.steps[at])
        return getattr(state, "next", None)


# Likelier kinds before others.
LIKELY: tuple[Callable[[_Search], Iterator[Attempt]], ...] = (
    _Search.turns_exchanged,
    _Search.turns_twice,
    _Search.neighbours,
    _Search.turned,
    _Search.numbers,
    _Search.exchanged,
    _Search.others,
    _Search.left_out,
    _Search.turns_left_out,
    _Search.misread,
    _Search.too_many,
    _Search.turns_too_many,
)
