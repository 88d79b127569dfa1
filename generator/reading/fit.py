"""Node -> value of a model, or every fault at once, in our words and at its place."""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel, ValidationError

from generator.errors import DataError, Problem
from generator.reading.aliases import NO_ALIASES, Aliases
from generator.reading.error_messages import (
    AS_WRITTEN,
    Fault,
    Misfit,
    is_kind,
    missing_field,
    tags,
    unknown_field,
    wrong_type,
)
from generator.reading.expected import (
    FREE,
    Choice,
    Fields,
    Items,
    Table,
    Wanted,
    canonical_form,
    chosen,
    fields_of,
    wanted,
)
from generator.reading.nodes import (
    ListNode,
    MapNode,
    Node,
    Path,
    Place,
    Scalar,
    child,
    dotted,
    fault,
    in_order,
    place_of,
    plain,
)
from generator.reading.text import LISTED_FAULTS
from generator.words import message, not_one_of

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

__all__ = ["Fault", "fit", "sift"]

Model = TypeVar("Model", bound=BaseModel)
_KEY = "[key]"  # how pydantic marks that the key is wrong, not what it holds


@dataclass(frozen=True, slots=True)
class ErrorPlace:
    """What an error leads to: the node, what was wanted of it and of the mapping it lies in.

    `path` has the names as written; `key` is the last of them that stands in the file.
    """

    node: Node
    want: Wanted
    path: Path
    key: Scalar | None = None
    parent: Wanted = FREE


def resolve(
    errors: Sequence["ErrorDetails"],
    where: ErrorPlace,
    aliases: Aliases,
    *,
    every: bool = False,
    depth: int = 0,
) -> Iterator[tuple["ErrorDetails", ErrorPlace]]:
    """Yield each error with its place; of a choice only the member the file was meant for.

    With `every` the errors of the other members come too: each may tell what they would take.
    """
    groups: dict[str | int, list[ErrorDetails]] = {}
    for error in errors:
        if len(error["loc"]) == depth:
            yield error, where
        else:
            groups.setdefault(error["loc"][depth], []).append(error)
    if not groups:
        return
    want = chosen(where.want, where.node, aliases)
    is_choice = isinstance(where.want, Choice)
    meant = groups.items() if every or not is_choice else _meant(groups, want, depth + 1)
    for step, group in meant:
        below = replace(where, want=want) if is_choice else _below(where, step)
        yield from resolve(group, below, aliases, every=every, depth=depth + 1)


def spelt(node: Node, path: Path) -> Path:
    """Return a path of canonical names with the names as written."""
    steps: list[str | int] = []
    here: Node | None = node
    for step in path:
        key = here.key(str(step)) if isinstance(here, MapNode) else None
        steps.append(step if key is None else key.spelling())
        here = None if here is None else child(here, step)
    return tuple(steps)


def _meant(
    groups: dict[str | int, list["ErrorDetails"]], member: Wanted, depth: int
) -> Iterable[tuple[str | int, list["ErrorDetails"]]]:
    """Return the errors of the member that was meant; where none can be told, of all."""
    name = member.model.__name__ if isinstance(member, Fields) else None
    if name in groups:
        return [(name, groups[name])]
    aimed = {step: group for step, group in groups.items() if _is_aimed(group, depth)}
    if aimed and len(groups) > 1:
        return [min(aimed.items(), key=lambda item: len(item[1]))]
    return groups.items()


def _is_aimed(group: list["ErrorDetails"], depth: int) -> bool:
    """Return whether the kind of the node was right, and only something in it wrong."""
    return any(len(error["loc"]) > depth or not is_kind(error["type"]) for error in group)


def _below(where: ErrorPlace, step: str | int) -> ErrorPlace:
    node = where.node
    if step == _KEY and where.key is not None:
        want = where.parent.key if isinstance(where.parent, Table) else FREE
        return ErrorPlace(where.key, want, where.path, where.key)
    key = node.key(str(step)) if isinstance(node, MapNode) else None
    inner = child(node, step)
    path = (*where.path, step if key is None else key.spelling())
    if inner is None:
        return ErrorPlace(node, FREE, path, key, where.want)
    return ErrorPlace(inner, _want_below(where.want, step), path, key, where.want)


def _want_below(want: Wanted, step: str | int) -> Wanted:
    match want:
        case Fields(model):
            return fields_of(model).get(str(step), FREE)
        case Table(_, value):
            return value
        case Items() if isinstance(step, int):
            return want.at(step)
        case _:
            return FREE


def fit(node: Node, model: type[Model], aliases: Aliases = NO_ALIASES, at: str = "") -> Model:
    """Return the model's value; raise DataError with every fault, fields dotted from `at` on.

    A scalar where text is wanted is taken as written; field names and fixed words may be
    in either language.
    """
    value, problems = sift(node, model, aliases, at)
    if value is None or problems:
        raise DataError(problems)
    return value


def sift(
    node: Node, model: type[Model], aliases: Aliases = NO_ALIASES, at: str = ""
) -> tuple[Model | None, tuple[Problem, ...]]:
    """Return the value of a model and every fault, so that a reader can go on past faults.

    Fields that the model does not know are left out of the value, and of two spellings the first
    counts; any other fault leaves no value.
    """
    path = (at,) if at else ()
    form, doubled = canonical_form(node, wanted(model), aliases, path)
    return sift_form(form, doubled, model, aliases, path)


def sift_form(
    form: Node,
    doubled: Sequence[Problem],
    model: type[Model],
    aliases: Aliases = NO_ALIASES,
    path: Path = (),
) -> tuple[Model | None, tuple[Problem, ...]]:
    """Do what `sift` does with a node in canonical form, and the faults found in making it so."""
    start = ErrorPlace(form, wanted(model), path)
    value, errors = _validated(model, start, aliases)
    if value is not None:
        return value, tuple(in_order(doubled))
    problems = tuple(_listed(doubled, errors, start, aliases))
    told = tuple(resolve(errors, start, aliases))
    if all(error["type"] == "extra_forbidden" for error, _ in told):
        strays = {where.key.place for _, where in told if where.key is not None}
        value, _ = _validated(model, replace(start, node=_without(form, strays)), aliases)
    return value, problems


def _validated(
    model: type[Model], start: ErrorPlace, aliases: Aliases
) -> tuple[Model | None, list["ErrorDetails"]]:
    """Return the value of a canonical node, or pydantic's errors."""
    as_text: frozenset[Place] = frozenset()
    while True:
        try:
            text = json.dumps(plain(start.node, as_text))
            return model.model_validate_json(text, strict=True), []
        except ValidationError as error:
            errors = error.errors(include_url=False, include_input=False)
            more = frozenset(_texts(errors, start, aliases)) - as_text
            if not more:
                return None, errors
            as_text |= more


def _without(node: Node, strays: Collection[Place]) -> Node:
    """Return the node without the fields whose names stand at some places."""
    match node:
        case Scalar():
            return node
        case ListNode(items):
            return ListNode(tuple(_without(item, strays) for item in items), node.place)
        case MapNode(pairs):
            kept = ((key, inner) for key, inner in pairs if key.place not in strays)
            return MapNode(tuple((key, _without(one, strays)) for key, one in kept), node.place)


def _listed(
    doubled: Sequence[Problem],
    errors: Sequence["ErrorDetails"],
    start: ErrorPlace,
    aliases: Aliases,
) -> list[Problem]:
    """Return the problems of a node in reading order, of very many only the first."""
    problems = in_order([*doubled, *_problems(errors[:LISTED_FAULTS], start, aliases)])
    left = len(errors) - LISTED_FAULTS
    if left > 0:
        place = start.node.place
        problems.append(fault(place, dotted(start.path), message("reading.more-faults", n=left)))
    return problems


def _texts(
    errors: Sequence["ErrorDetails"], start: ErrorPlace, aliases: Aliases
) -> Iterator[Place]:
    """Yield the places of scalars that are to be taken as they are written."""
    written = [error for error in errors if error["type"] in AS_WRITTEN]
    for _, where in resolve(written, start, aliases, every=True):
        if isinstance(where.node, Scalar) and not where.node.is_empty():
            yield where.node.place


def _problems(
    errors: Sequence["ErrorDetails"], start: ErrorPlace, aliases: Aliases
) -> Iterator[Problem]:
    """Yield a problem for every error, those of one place in a choice made into one."""
    places: dict[object, list[tuple[Misfit, ErrorPlace]]] = {}
    for error, where in resolve(errors, start, aliases):
        want = chosen(where.want, where.node, aliases)
        misfit = Misfit(error["type"], error.get("ctx", {}), where.node, want, aliases)
        places.setdefault((where.path, where.node.place), []).append((misfit, where))
    for together in places.values():
        wants = tuple(dict.fromkeys(misfit.wants() for misfit, _ in together))
        known = tuple(want for want in wants if want is not None)
        if len(known) > 1:
            where = together[0][1]
            yield fault(where.node.place, dotted(where.path), wrong_type(where.node, known))
        else:
            # Members of a choice that want the same say the same.
            yield from dict.fromkeys(_problem(misfit, where) for misfit, where in together)


def _problem(misfit: Misfit, where: ErrorPlace) -> Problem:
    field, place = dotted(where.path), where.node.place
    match misfit.kind:
        case "extra_forbidden" if where.key is not None:
            known = tuple(fields_of(where.parent.model)) if isinstance(where.parent, Fields) else ()
            found = where.key.spelling()
            return fault(where.key.place, field, unknown_field(found, known, misfit.aliases))
        case "missing":
            name = str(where.path[-1])
            return fault(place, field, missing_field(name, misfit.aliases))
        case "union_tag_not_found" | "union_tag_invalid":
            return _tag_problem(misfit, where)
        case _:
            return _fault_within(misfit, where)


def _tag_problem(misfit: Misfit, where: ErrorPlace) -> Problem:
    name, members = tags(misfit)
    tag = child(where.node, name)
    path = dotted((*where.path, *spelt(where.node, (name,))))
    if not isinstance(tag, Scalar):
        return fault(where.node.place, path, missing_field(name, misfit.aliases))
    return fault(tag.place, path, not_one_of(tag.spelling(), members))


def _fault_within(misfit: Misfit, where: ErrorPlace) -> Problem:
    error = misfit.context.get("error")
    within = error.at if isinstance(error, Fault) else ()
    path = dotted((*where.path, *spelt(where.node, within)))
    return fault(place_of(where.node, within), path, misfit.reason())
