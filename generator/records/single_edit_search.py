"""The likely slip: the one thing that, had it been typed otherwise, would make a record right.

A record says the same thing several times over: turns follow from one another, and papers repeat
them. So one slip of the pen or of the keyboard (two turns swapped, a number off by one, a
neighbouring cell, a line forgotten) is found by trying every single one, and keeping those after
which nothing is wrong any more. They are only told: a record is never changed.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations, islice, pairwise
from random import Random
from typing import Any

from pydantic import BaseModel

from generator.reading import schema
from generator.reading.nodes import Path
from generator.reading.schema import FREE, Fields, Items, OpenMapping, Schema, Word
from generator.records.report import ReplayedGame, Report
from generator.records.suggestion import ENTRY, EditedValue, EditKind, Suggestion
from generator.rules.findings import ADDED_UP_WRONG, RecordedTurn, active_player
from generator.rules.optional import guess_missing_turn, round_field
from generator.rules.planting import ASTRAY, vocabularies, with_value_at

# How many slips are told at most.
MOST = 3
# A record that holds more is no game of a class. Of the others so much is judged anew in all that a
# hostile one takes a few seconds: one is about a microsecond. A step takes STEP at least, and PLACE
# for each thing in it; to change a record takes CHANGE, and one more for every CHANGED steps.
LARGEST, WORK = 10_000, 3_000_000
STEP, PLACE, CHANGE, CHANGED = 10, 4, 50, 20
# One slip has fewer errors behind it: the record's other turns are no whole game.
MOST_ERRORS = 500
# How often a turn that was left out is made up at each place.
TRIES = 24
# What a step says of where it stands, not of what was done.
STANDING = frozenset({"number", "round", "turn", "player"})
PLAYER = Word("player")
# Numbers below this are misread for one another.
DIGITS = 10
_PIECES = re.compile(r"\d+|\D+")

# What stands in a record of any game, as its model has it.
Thing = Any


@dataclass(frozen=True, slots=True)
class _EditTarget:
    path: Path
    value: Thing
    want: Schema
    field: str = ""
    is_key: bool = False

    @property
    def key_vocabulary(self) -> str:
        key = self.want.key if isinstance(self.want, OpenMapping) else FREE
        return key.vocabulary if isinstance(key, Word) else ""


@dataclass(frozen=True, slots=True)
class TurnSequence:
    """The turns of a record or of a round, where they stand, and as which steps."""

    path: Path
    items: tuple[Thing, ...]
    start: int


@dataclass(frozen=True, slots=True)
class SingleEdit:
    """A record with one thing changed."""

    kind: EditKind
    path: Path
    body: Thing
    typed: EditedValue = None
    meant: EditedValue = None
    field: str = ""
    vocabulary: str = ""


def suggest_edits(report: Report) -> tuple[Suggestion, ...]:
    """Return the likeliest single slips of which each explains all that is wrong with a record.

    Nothing is searched where papers stand alone, points were only added up wrong, or much is wrong.
    """
    game, errors = report.played, report.errors
    if game is None or not game.has_turns or len(errors) > MOST_ERRORS:
        return ()
    if all(found.reason.key == ADDED_UP_WRONG for found in errors):
        return ()
    found = EditSearch(report, game).suggestions()
    return found if len(found) <= MOST else ()


def with_suggestions(report: Report) -> Report:
    """Return a report with the slips that explain all that is wrong."""
    return replace(report, suggestions=suggest_edits(report))


class EditSearch:
    """All single slips before a record's first error, the likeliest kinds first."""

    def __init__(self, report: Report, game: ReplayedGame) -> None:
        self.report, self.game, self.rules, self.content = report, game, game.rules, game.content
        self._steps_read = dict[tuple[int, int], tuple[Thing, tuple[Thing, ...]]]()
        self._reads_once, every = True, game.rules.steps(game.content)
        self._reads_once = self._steps(game.content) == every
        self.steps = self._steps(game.content)
        # The states up to the first error.
        self.states, self.first = [game.initial_state], 0
        for _, _, (refusals, after) in game.judged_steps():
            if any(not one.is_warning for one in refusals):
                break
            self.states.append(after)
            self.first += 1
        self.warned = {one.rule for one in report.findings if one.is_warning}
        self.work = WORK

    def suggestions(self) -> tuple[Suggestion, ...]:
        """Return the edits that explain all, nearest to the first error first; of all or none."""
        found, away = dict[object, Suggestion](), dict[object, int]()
        size = sum(1 for _ in islice(self._all_targets(), LARGEST + 1))
        step_cost = max(STEP, PLACE * size // max(1, len(self.steps)))
        for edits in LIKELY if size <= LARGEST else ():
            for edit in edits(self):
                self.work -= CHANGE + len(self.steps) // CHANGED
                if self.work < 0:
                    return ()
                if self._is_right(edit, step_cost):
                    one = self._suggestion(edit)
                    if found.setdefault(one.identity, one).turn != one.turn:
                        found[one.identity] = replace(one, turn=None, player=None)
                    far = abs(self.first - self._first_step(edit.path))
                    away[one.identity] = min(far, away.get(one.identity, far))
                    if len(found) > MOST:
                        return tuple(found.values())
        return tuple(found[one] for one in sorted(found, key=away.__getitem__))

    def _is_right(self, edit: SingleEdit, step_cost: int) -> bool:
        body, at = edit.body, self._first_step(edit.path)
        try:
            steps = self._steps(body)
            state = self.states[at]
            for number, step in enumerate(steps[at:], start=at + 1):
                self.work -= step_cost
                refusals, state = self.rules.judge(state, step)
                if any(not one.is_warning for one in refusals):
                    return False
                # What leaves all as it was explains nothing.
                is_early = number == at + 1 <= self.first
                is_same = is_early and state == self.states[number]
                if is_same and steps[number:] == self.steps[number:]:
                    return False
            closing = self.rules.judge_ending(state, body)
            # What nobody can write down is not what was meant.
            type(body).model_validate(body.model_dump())
        except (*ASTRAY, RuntimeError):
            return False
        return all(one.is_warning and one.rule in self.warned for one in closing)

    def _first_step(self, path: Path) -> int:
        for turns in self.sequences:
            if path[: len(turns.path)] == turns.path:
                return turns.start + int(path[len(turns.path)])
        return next(one.start for one in self.sequences if one.path[:2] == path[:2]) - 1

    def _steps(self, body: Thing) -> tuple[Thing, ...]:
        name, found = self.rules.body_fields[0], list[Thing]()
        number_of = "round" if round_field(self.rules) else "number"
        for number, entry in enumerate(getattr(body, name) or (), start=1):
            if not (self._reads_once and isinstance(entry, BaseModel)):
                return self.rules.steps(body)
            if (id(entry), number) not in self._steps_read:
                alone = self.rules.steps(body.model_copy(update={name: (entry,)}))
                steps = tuple(replace(step, **{number_of: number}) for step in alone)
                self._steps_read[id(entry), number] = entry, steps
            found += self._steps_read[id(entry), number][1]
        return tuple(found)

    @cached_property
    def sequences(self) -> tuple[TurnSequence, ...]:
        """Return the turns, or those of each round, which begins with a step and ends with one."""
        name, within = self.rules.body_fields[0], round_field(self.rules)
        entries = getattr(self.content, name) or ()
        if not within:
            return (TurnSequence((name,), entries, 0),)
        found, start = list[TurnSequence](), 1
        for place, entry in enumerate(entries):
            items = getattr(entry, within) or ()
            found.append(TurnSequence((name, place, within), items, start))
            start += len(items) + 2
        return tuple(found)

    def _open_turns(self) -> Iterator[tuple[TurnSequence, int]]:
        for turns in self.sequences:
            for place in range(len(turns.items)):
                if turns.start + place <= self.first:
                    yield turns, place

    def _schema_at(self, path: Path) -> Schema:
        want: Schema = Fields(type(self.content))
        for step in path:
            want = schema.schema_below(want, step)
        return want

    def _value_at(self, path: Path) -> Thing:
        value: Thing = self.content
        for step in path:
            is_model = isinstance(value, BaseModel)
            value = getattr(value, str(step)) if is_model else value[step]
        return value

    def _targets_in(self, turns: TurnSequence, place: int) -> Iterator[_EditTarget]:
        path = (*turns.path, place)
        return _targets_below(turns.items[place], self._schema_at(path), path)

    def _all_targets(self) -> Iterator[_EditTarget]:
        for turns in self.sequences:
            for place in range(len(turns.items)):
                yield from self._targets_in(turns, place)

    @cached_property
    def targets(self) -> tuple[_EditTarget, ...]:
        """Return all that the open turns hold, and the heads of their rounds."""
        found = list[_EditTarget]()
        for turns, place in self._open_turns():
            if place == 0 and len(turns.path) > 1:
                head = turns.path[:-1]
                want = self._schema_at(head)
                for name, value in vars(self._value_at(head)).items():
                    if isinstance(value, str):
                        here = schema.schema_below(want, name)
                        found.append(_EditTarget((*head, name), value, here, name))
            found += self._targets_in(turns, place)
        return tuple(found)

    @cached_property
    def _cells(self) -> frozenset[str]:
        parts = self.rules.game.head.parts.values()
        return frozenset(cell for part in parts for cell in part.cell_ids())

    @cached_property
    def _words(self) -> tuple[tuple[_EditTarget, tuple[str, ...], str], ...]:
        words = (target for target in self.targets if isinstance(target.value, str))
        return tuple((target, *self._alternatives(target)) for target in words)

    def _alternatives(self, target: _EditTarget) -> tuple[tuple[str, ...], str]:
        want, word = target.want, target.value
        if want == PLAYER:
            return self.content.players, want.vocabulary
        if isinstance(want, Word) and want.options:
            return tuple(dict.fromkeys(want.options)), want.vocabulary
        known = next((one for one in vocabularies(self.rules) if word in one), ())
        return tuple(dict.fromkeys(known)), "cell" if word in self._cells else ""

    def _numbers(self) -> Iterator[_EditTarget]:
        # True is an int too.
        return (target for target in self.targets if type(target.value) is int)

    @property
    def _has_papers(self) -> bool:
        said = (getattr(self.content, name) for name in self.rules.body.model_fields)
        return sum(map(bool, said)) > 1

    def _replaced(
        self, kind: EditKind, target: _EditTarget, meant: Thing, vocabulary: str = ""
    ) -> Iterator[SingleEdit]:
        path, new, typed = target.path, meant, target.value
        if target.is_key:
            table = self._value_at(path := path[:-1])
            if meant in table:
                return
            new = {meant if name == typed else name: inner for name, inner in table.items()}
        body = with_value_at(self.content, path, new)
        yield SingleEdit(kind, target.path, body, typed, meant, target.field, vocabulary)

    def _with_turns(
        self, kind: EditKind, turns: TurnSequence, place: int, items: tuple[Thing, ...]
    ) -> SingleEdit:
        body = with_value_at(self.content, turns.path, items)
        return SingleEdit(kind, (*turns.path, place), body)

    def turns_exchanged(self) -> Iterator[SingleEdit]:
        """Yield two turns swapped: neighbours first, then those up to a round of players apart."""
        for apart in range(1, len(self.content.players) + 1):
            for turns, place in self._open_turns():
                items, other = list(turns.items), place + apart
                if other < len(items) and items[place] != items[other]:
                    items[place], items[other] = items[other], items[place]
                    edit = self._with_turns("turns-exchanged", turns, place, tuple(items))
                    pair = place + 1, other + 1
                    yield replace(edit, typed=pair, meant=pair[::-1])

    def turns_twice(self) -> Iterator[SingleEdit]:
        """Yield a turn less where it stands twice."""
        for turns, place in self._open_turns():
            if place and turns.items[place] == turns.items[place - 1]:
                yield self._without_turn(turns, place)

    def turns_too_many(self) -> Iterator[SingleEdit]:
        """Yield a turn less, whichever it is: only papers can tell."""
        for turns, place in self._open_turns() if self._has_papers else ():
            if turns.items[place] not in turns.items[place + 1 : place + 2]:
                yield self._without_turn(turns, place)

    def _without_turn(self, turns: TurnSequence, place: int) -> SingleEdit:
        return self._with_turns("turn-too-many", turns, place, _without(turns.items, place))

    def turns_left_out(self) -> Iterator[SingleEdit]:
        """Yield a turn more, such as papers show it or chance makes it, the last places first."""
        chance = Random(0)
        for turns in reversed(self.sequences):
            for place in reversed(range(len(turns.items) + 1)):
                at = turns.start + place
                for number in range(TRIES if at <= self.first else 0):
                    try:
                        item = self._made_up_turn(self.states[at], chance, is_likely=number == 0)
                    except ASTRAY:
                        break
                    if turns.items and type(item) is type(turns.items[0]):
                        items = (*turns.items[:place], item, *turns.items[place:])
                        yield self._with_turns("turn-left-out", turns, place, items)

    def _made_up_turn(self, state: Thing, chance: Random, *, is_likely: bool) -> Thing:
        self.work -= 1
        if is_likely:
            last = self.game.final_state
            step = guess_missing_turn(self.rules, state, last, self.content, chance)
        else:
            step = self.rules.random_turn(state, chance)
        name = self.rules.body_fields[0]
        if isinstance(step, RecordedTurn) and isinstance(self.sequences[0].items[0], BaseModel):
            return getattr(self.rules.body.model_validate({name: [step.fields()]}), name)[0]
        return next(getattr(step, one.name) for one in fields(step) if one.name not in STANDING)

    def all_cells_reversed(self) -> Iterator[SingleEdit]:
        """Yield the record with every cell turned round: who does it once does it all along."""
        words = (one for one in self._all_targets() if isinstance(one.value, str))
        found = [one for one in words if one.value in self._cells]
        ways = {one.value: "".join(_PIECES.findall(one.value)[::-1]) for one in found}
        first = next((one for one in found if ways[one.value] != one.value), None)
        is_named = any(one.is_key for one in found)
        if first is not None and len(ways) > 1 and self._cells >= {*ways.values()} and not is_named:
            body, meant = self.content, ways[first.value]
            for one in found:
                body = with_value_at(body, one.path, ways[one.value])
            path = found[0].path
            yield SingleEdit("all-turned", path, body, first.value, meant, first.field, "cell")

    def neighbours(self) -> Iterator[SingleEdit]:
        """Yield a cell that one slip of the pen makes of another."""
        for target, known, vocabulary in self._words:
            for other in near_cells(target.value, known) if vocabulary == "cell" else ():
                yield from self._replaced("cell", target, other, vocabulary)

    def numbers(self) -> Iterator[SingleEdit]:
        """Yield a number that is right, off by one, or turned round."""
        right = {found.path: found.right for found in self.report.errors if found.right.isdecimal()}
        for target in self._numbers():
            number = target.value
            meant = [int(right[target.path])] if target.path in right else []
            reversed_digits = int(str(abs(number))[::-1])
            for other in dict.fromkeys((*meant, number + 1, number - 1, reversed_digits)):
                if other >= 0 and other != number:
                    yield from self._replaced("number", target, other)

    def misread(self) -> Iterator[SingleEdit]:
        """Yield a digit that is read for another."""
        seen = {one.value for one in self._all_targets() if type(one.value) is int}
        digits = sorted(seen.intersection(range(DIGITS)))
        for target in self._numbers():
            for other in digits if target.value < DIGITS else ():
                if abs(other - target.value) > 1:
                    yield from self._replaced("number", target, other)

    def exchanged(self) -> Iterator[SingleEdit]:
        """Yield two entries of a turn swapped, such as the cells of two players, or two plays."""
        for target in self.targets:
            for new, pair, vocabulary in _swaps(target):
                body = with_value_at(self.content, target.path, new)
                typed, meant = pair, pair[::-1]
                yield SingleEdit(
                    "exchanged", target.path, body, typed, meant, target.field, vocabulary
                )

    def others(self) -> Iterator[SingleEdit]:
        """Yield any other word or player that may stand there."""
        for target, known, vocabulary in self._words:
            tried = near_cells(target.value, known) if vocabulary == "cell" else ()
            kind: EditKind = "player" if vocabulary == "player" else "word"
            if target.value in known and not (tried and _has_number(target.value)):
                for other in known:
                    if other != target.value and other not in tried:
                        yield from self._replaced(kind, target, other, vocabulary)

    def left_out(self) -> Iterator[SingleEdit]:
        """Yield a tick or a cell more."""
        cells = tuple(dict.fromkeys(one.where for one in self.report.errors if one.where))
        for target in self.targets:
            match target.want, target.value:
                case Word("truth"), None | False:
                    yield from self._replaced("left-out", target, meant=True)
                case OpenMapping(Word("player"), Word("cell")), Mapping() | None:
                    table = target.value or {}
                    for who in self.content.players:
                        for cell in cells if who not in table else ():
                            yield self._with_cell(target, {**table, who: cell}, who, cell)
                case Items(_, Word("cell")), tuple() | None:
                    items = target.value or ()
                    for cell in cells:
                        yield self._with_cell(target, (*items, cell), len(items), cell)

    def _with_cell(self, target: _EditTarget, new: Thing, at: Thing, cell: str) -> SingleEdit:
        body, path = with_value_at(self.content, target.path, new), (*target.path, at)
        return SingleEdit("left-out", path, body, None, cell, target.field, "cell")

    def too_many(self) -> Iterator[SingleEdit]:
        """Yield what a turn has too many, which breaks no rule: only papers can tell."""
        for target in self.targets if self._has_papers else ():
            if target.value is True:
                yield from self._replaced("too-many", target, meant=None)
            for new, at, typed, vocabulary in self._shorter(target):
                body, path = with_value_at(self.content, target.path, new), (*target.path, at)
                yield SingleEdit("too-many", path, body, typed, None, target.field, vocabulary)

    def _shorter(self, target: _EditTarget) -> Iterator[tuple[Thing, Thing, EditedValue, str]]:
        match target.value:
            case Mapping() as table:
                for name in table:
                    rest = {one: inner for one, inner in table.items() if one != name}
                    yield rest, name, name, target.key_vocabulary
            case (BaseModel() | Mapping(), *_) as items:
                for n in range(len(items)):
                    yield _without(items, n), n, n + 1, ENTRY
            case tuple() as items:
                for n, item in enumerate(items):
                    yield _without(items, n), n, item, "cell" if item in self._cells else ""

    def _suggestion(self, edit: SingleEdit) -> Suggestion:
        path = edit.path
        turns = next((one for one in self.sequences if path[: len(one.path)] == one.path), None)
        place = None if turns is None else int(path[len(turns.path)])
        is_last = turns is not None and place == len(turns.items)
        where = self.game.place_of((*path[:-1], place - 1) if is_last and place else path)
        key, key_vocabulary = self._key(edit)
        return Suggestion(
            edit.kind,
            turn=None if place is None else place + (not is_last),
            round=int(path[1]) + 1 if round_field(self.rules) else None,
            player=self._player(edit, turns, place),
            typed=edit.typed,
            meant=edit.meant,
            field=edit.field,
            key=key,
            key_vocabulary=key_vocabulary,
            vocabulary=edit.vocabulary,
            is_last=is_last,
            line=where.line,
            column=where.column,
        )

    def _key(self, edit: SingleEdit) -> tuple[str | int | None, str]:
        want, name = self._schema_at(edit.path[:-1]), edit.path[-1]
        if name in (edit.typed, edit.meant) or not isinstance(want, OpenMapping):
            return None, ""
        return name, want.key.vocabulary if isinstance(want.key, Word) else ""

    def _player(
        self, edit: SingleEdit, turns: TurnSequence | None, place: int | None
    ) -> str | None:
        named = next((str(one) for one in edit.path if one in self.content.players), None)
        if named is not None or turns is None or place is None or edit.kind == "turns-exchanged":
            return named
        at = turns.start + place
        if edit.kind != "turn-left-out" and isinstance(self.steps[at], RecordedTurn):
            return active_player(self.states[at], self.steps[at])
        return getattr(self.states[at], "next", None)


# Likelier kinds before others.
LIKELY: tuple[Callable[[EditSearch], Iterator[SingleEdit]], ...] = (
    EditSearch.turns_exchanged,
    EditSearch.turns_twice,
    EditSearch.neighbours,
    EditSearch.all_cells_reversed,
    EditSearch.numbers,
    EditSearch.exchanged,
    EditSearch.others,
    EditSearch.left_out,
    EditSearch.turns_left_out,
    EditSearch.misread,
    EditSearch.too_many,
    EditSearch.turns_too_many,
)


def _targets_below(
    value: Thing, want: Schema, path: Path, field: str = ""
) -> Iterator[_EditTarget]:
    yield _EditTarget(path, value, want, field)
    match value:
        case BaseModel():
            wanted = schema.field_schemas(type(value))
            for name, inner in vars(value).items():
                yield from _targets_below(inner, wanted.get(name, FREE), (*path, name), name)
        case Mapping():
            key = want.key if isinstance(want, OpenMapping) else FREE
            for name, inner in value.items():
                yield _EditTarget((*path, name), name, key, field, is_key=True)
                yield from _targets_below(
                    inner, schema.schema_below(want, name), (*path, name), field
                )
        case tuple():
            for place, inner in enumerate(value):
                yield from _targets_below(
                    inner, schema.schema_below(want, place), (*path, place), field
                )
        case _ if is_dataclass(value):
            for one in fields(value):
                yield from _targets_below(getattr(value, one.name), FREE, (*path, one.name), field)


def _swaps(target: _EditTarget) -> Iterator[tuple[Thing, tuple[Any, Any], str]]:
    match target.value:
        case Mapping() as table:
            for one, other in combinations(table, 2):
                if table[one] != table[other]:
                    swapped = {**table, one: table[other], other: table[one]}
                    yield swapped, (one, other), target.key_vocabulary
        case (BaseModel(), *_) as items:
            for n, (before, after) in enumerate(pairwise(items)):
                if before != after:
                    yield (*items[:n], after, before, *items[n + 2 :]), (n + 1, n + 2), ENTRY


def _without(items: tuple[Thing, ...], place: int) -> tuple[Thing, ...]:
    return items[:place] + items[place + 1 :]


@lru_cache(maxsize=4096)
def near_cells(word: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cells one slip makes of another: off by one, turned round, beside it."""
    if not _has_number(word):
        at = known.index(word) if word in known else len(known) + 1
        return known[max(0, at - 1) : at] + known[at + 1 : at + 2]
    found = sorted((_likelihood(word, other), other) for other in known if other != word)
    return tuple(other for likelihood, other in found if likelihood)


def _has_number(word: str) -> bool:
    return any(map(str.isdecimal, word))


def _likelihood(word: str, other: str) -> int:
    """Return the rank of the slip that makes one name of another, 1 the likeliest; 0 for none."""
    pieces, others = _PIECES.findall(word), _PIECES.findall(other)
    changed = [pair for pair in zip(pieces, others, strict=False) if pair[0] != pair[1]]
    if len(pieces) != len(others):
        return 0
    if len(changed) > 1:
        return 2 if sorted(pieces) == sorted(others) else 0
    one, two = changed[0]
    if one.isdecimal() and two.isdecimal():
        return int(abs(int(one) - int(two)) == 1)
    return 0 if one.isdecimal() or two.isdecimal() else 3
