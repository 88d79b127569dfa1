"""Errors for practice records: a legal turn, or papers, with something misread or miswritten.

People take the table for other than it is, or write down other than what they did. So a state or a
turn is changed at one place until that breaks one rule alone. `Rules.plantable` names the fields a
player is wrong about; a rule that is hardly ever broken so may have a hint.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from random import Random
from types import NoneType
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel

from generator.rules import AnyRules
from generator.rules.interface import Fields, Refusal, Seating
from generator.rules.optional import ListsWords, MakesFaults, initial_state

# A state, a step, and what stands in one, of any family.
Thing = Any
Steps = tuple[Thing, ...]
# A class and its field, with a star for each list or table that a place lies in.
Kind = tuple[str, ...]

# How long an error is searched for: less long where no try comes near it.
PATIENCE, FAR = 60, 2
# How many of the last steps are remembered.
RECENT = 8
SLIPS = (-2, -1, -1, 1, 1, 2)
# Nobody is wrong about what is only counted, or about who sits at the table.
KNOWN = frozenset({"number", "round", "place", "played", "ended", "players"})
# Where a body has what was played; all else in it are papers.
TURNS = "turns"
# What comes of a state that cannot be, or of a turn that nobody can write down.
ASTRAY = (LookupError, TypeError, ValueError)


def wrong_turn(
    rules: AnyRules, state: Thing, steps: Steps, wanted: Sequence[str], chance: Random
) -> Thing | None:
    """Return a step that breaks one rule alone, best the first of `wanted`, if one is found."""
    errors = _Errors(rules, state.seating, rules.plantable.get(wanted[0], ()), chance)
    for step in steps[-RECENT:]:
        errors.places(step)
    step = rules.random_turn(state, chance)
    if found := rules.refuse(state, step):  # the game is over, and whatever is done too late
        return step if _only(found, wanted) else None
    misread, miswritten = errors.places(state), errors.places(step)
    makers = rules.fault_makers if isinstance(rules, MakesFaults) else {}
    hint, near, patience = makers.get(wanted[0]), None, PATIENCE
    while patience > 0:
        patience -= 1
        try:
            if near is not None and chance.randrange(2):
                step = errors.alter(near, errors.places(near))
            elif hint is not None:
                step = hint(rules.layout, state, rules.random_turn(state, chance), chance)
            elif misread and not (miswritten and chance.randrange(2)):
                step = rules.random_turn(errors.alter(state, misread), chance)
            else:
                step = rules.random_turn(state, chance)
                step = errors.alter(step, errors.places(step))
            found = rules.refuse(state, step)
            if _only(found, wanted) and _is_read(rules, state, (*steps, step)):
                return step
            if any(refusal.rule in wanted for refusal in found):
                near = step
            else:
                patience -= FAR
        except ASTRAY:
            patience -= FAR
    return None


def wrong_papers(
    rules: AnyRules, seating: Seating, body: Fields, rule: str, chance: Random
) -> Fields | None:
    """Return the body of a record whose papers break one rule more; None where none is found."""
    errors = _Errors(rules, seating, (), chance)
    wanted = _broken(rules, seating, body) + Counter([rule])
    for _ in range(PATIENCE):
        try:
            wrong: Fields = errors.miswrite(body)
            if _broken(rules, seating, wrong) == wanted:
                return wrong
        except ASTRAY:
            pass
    return None


def _only(found: tuple[Refusal, ...], wanted: Sequence[str]) -> bool:
    return len(found) == 1 and found[0].rule in wanted


def _is_read(rules: AnyRules, state: Thing, steps: Steps) -> bool:
    body = rules.record_body(steps, rules.play(state, steps[-1]))
    return steps[-1] in rules.steps(rules.body.model_validate(body))


def _broken(rules: AnyRules, seating: Seating, fields: Fields) -> Counter[str]:
    body = rules.body.model_validate(fields)
    state, found = initial_state(rules, seating, body), list[Refusal]()
    for step in rules.steps(body):
        refusals, state = rules.judge(state, step)
        found += refusals
    return Counter(refusal.rule for refusal in (*found, *rules.judge_ending(state, body)))


@dataclass(frozen=True, slots=True)
class _Place:
    """A place in a state or a step, and what stands there; `type` is that of a field."""

    kind: Kind
    value: Thing
    path: Steps = ()
    type: Thing = None


def _places(value: Thing, kind: Kind = (), path: Steps = (), of: Thing = None) -> Iterator[_Place]:
    if path:
        yield _Place(kind, value, path, of)
    match value:
        case Mapping():
            for name, inner in value.items():
                yield from _places(inner, (*kind, "*"), (*path, name))
        case _ if named := _fields_of(value):
            for name, type_ in named.items():
                if name not in KNOWN:
                    here = type(value).__name__, name
                    yield from _places(getattr(value, name), here, (*path, name), type_)
        case tuple():
            # Of what is counted, such as rounds, the last is in play.
            first = len(value) - 1 if value and hasattr(value[0], "number") else 0
            for place, inner in enumerate(value[first:], start=first):
                yield from _places(inner, (*kind, "*"), (*path, place))


def _fields_of(value: Thing) -> Mapping[str, Thing]:
    """Return the fields of a dataclass or a named tuple with their types; else nothing."""
    if is_dataclass(value):
        return {one.name: one.type for one in fields(value)}
    return type(value).__annotations__ if hasattr(value, "_fields") else {}


def vocabularies(rules: AnyRules) -> Iterator[tuple[str, ...]]:
    """Yield lists of words that people take for one another; any in the layout if none are told."""
    if isinstance(rules, ListsWords):
        yield from rules.vocabularies()
        return
    for one in fields(rules.layout):
        listed = getattr(rules.layout, one.name)
        if isinstance(listed, tuple | Mapping) and listed:
            words = tuple(listed)
            if isinstance(words[0], str):
                yield words


def with_value_at(value: Thing, path: Steps, new: Thing) -> Thing:
    """Return a state, a step or what a record says with something new at a place."""
    if not path:
        return new
    first, rest = path[0], path[1:]
    is_named = bool(_fields_of(value)) or isinstance(value, BaseModel)
    inner = getattr(value, first) if is_named else value[first]
    changed = with_value_at(inner, rest, new)
    match value:
        case Mapping():
            return {**value, first: changed}
        case _ if hasattr(value, "_fields"):
            return value._replace(**{first: changed})
        case tuple():
            return (*value[:first], changed, *value[first + 1 :])
        case BaseModel():
            return value.model_copy(update={first: changed})
        case _:
            return replace(value, **{first: changed})


class _Errors:
    """What a player may be wrong about, and what was seen so far where he may be."""

    def __init__(
        self, rules: AnyRules, seating: Seating, about: tuple[str, ...], chance: Random
    ) -> None:
        self._words = (seating.players, *vocabularies(rules))
        self._variants = tuple(filter(None, rules.player_ranges()))
        self._seen = defaultdict[Kind, list[Thing]](list)
        self._about, self._chance = about, chance

    def places(self, value: Thing) -> tuple[list[_Place], ...]:
        """Return the places to be wrong about, by kind; what stands there is remembered."""
        found = defaultdict[Kind, list[_Place]](list)
        for place in _places(value):
            if not self._about or place.kind[1] in self._about:
                found[place.kind].append(place)
                if place.value not in self._seen[place.kind]:
                    self._seen[place.kind].append(place.value)
        # What no turn has ever said is not what a player is wrong about.
        empty: tuple[Thing, ...] = (None, (), {})
        said = {kind for kind in found if any(one not in empty for one in self._seen[kind])}
        return tuple(places for kind, places in found.items() if kind in said)

    def alter(self, value: Thing, places: tuple[list[_Place], ...]) -> Thing:
        """Return a state or a step with another thing at one of its places."""
        place = self._chance.choice(self._chance.choice(places))
        return with_value_at(value, place.path, self._other(place))

    def miswrite(self, value: Thing) -> Thing:
        """Return papers, as plain fields, with a word or a number wrong, missing or added."""
        chance = self._chance
        match value:
            case dict():
                name = chance.choice([name for name in value if name != TURNS])
                return {**value, name: self.miswrite(value[name])}
            case [*items] if items:
                at = chance.randrange(len(items))
                new = [self.miswrite(items[at])]
                if not isinstance(items[at], dict):
                    new = chance.choice((new, [], [*new, items[at]]))
                return [*items[:at], *new, *items[at + 1 :]]
            case _:
                return self._other(_Place((), value))

    def _other(self, place: _Place) -> Thing:  # noqa: PLR0911 - a case for each type
        """Return what may be taken for what stands at a place, or be written for it."""
        value, chance, seen = place.value, self._chance, self._seen[place.kind]
        origin: Thing = get_origin(place.type)
        if origin is Literal:
            return chance.choice(get_args(place.type))
        if value is not None and NoneType in get_args(place.type) and chance.randrange(2):
            return None
        match value:
            case bool():
                return not value
            case int() if not seen or chance.randrange(3):
                return value + chance.choice(SLIPS)
            case str():
                return chance.choice(next((words for words in self._words if value in words), seen))
            case frozenset():
                return value ^ {chance.choice(self._variants)}
            case tuple() if not _fields_of(value):
                return self._list(list(value), list(chance.choice(seen) or ()), place.kind)
            case Mapping():
                other = chance.choice(seen) or {}
                return dict(self._list([*value.items()], [*other.items()], place.kind))
            case _:
                return chance.choice(seen)

    def _list(self, items: list[Thing], other: list[Thing], kind: Kind) -> tuple[Thing, ...]:
        chance = self._chance
        match chance.randrange(6):
            case 0 if items:
                del items[chance.randrange(len(items))]
            case 1 if items:
                items.insert(chance.randrange(len(items)), chance.choice(items))
            case 2 | 3 if items:
                one = chance.choice([*dict.fromkeys(items)])
                new = self._item(one, (*kind, "*"))
                items = [new if item == one else item for item in items]
            case 4 if other:
                items.append(chance.choice(other))
            case 5:
                items = []
            case _:
                items = other
        return tuple(
            replace(item, place=place) if hasattr(item, "place") else item
            for place, item in enumerate(items)
        )

    def _item(self, item: Thing, kind: Kind) -> Thing:
        match item:
            case (name, inner) if self._chance.randrange(2):
                return self._other(_Place((*kind, "name"), name)), inner
            case (name, inner):
                return name, self._other(_Place(kind, inner))
            case _:
                return self._other(_Place(kind, item))
