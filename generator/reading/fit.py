"""Node -> value of a model, or every fault at once, in our words and at its place."""

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel, ValidationError

from generator.errors import DataError, Problem
from generator.reading.aliases import NO_ALIASES, Aliases
from generator.reading.canonical import canonical_form, chosen
from generator.reading.located import ErrorPlace, resolve, spelt
from generator.reading.misfits import (
    AS_WRITTEN,
    Fault,
    Misfit,
    missing_field,
    tags,
    unknown_field,
    wrong_type,
)
from generator.reading.nodes import Place, Scalar, child, dotted, fault, in_order, place_of, plain
from generator.reading.text import LISTED_FAULTS
from generator.reading.wanted import Fields, fields_of, wanted
from generator.words import message, not_one_of

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

    from generator.reading.nodes import Node

__all__ = ["Fault", "fit"]

Model = TypeVar("Model", bound=BaseModel)


def fit(node: "Node", model: type[Model], aliases: Aliases = NO_ALIASES, at: str = "") -> Model:
    """Return the model's value; raise DataError with every fault, fields dotted from `at` on.

    A scalar where text is wanted is taken as written; field names and fixed words may be
    in either language.
    """
    path = (at,) if at else ()
    form, doubled = canonical_form(node, wanted(model), aliases, path)
    start = ErrorPlace(form, wanted(model), path)
    as_text: frozenset[Place] = frozenset()
    while True:
        try:
            value = model.model_validate_json(json.dumps(plain(form, as_text)), strict=True)
        except ValidationError as error:
            errors = error.errors(include_url=False, include_input=False)
            more = frozenset(_texts(errors, start, aliases)) - as_text
            if not more:
                raise DataError(_listed(doubled, errors, start, aliases)) from None
            as_text |= more
        else:
            if doubled:
                raise DataError(in_order(doubled))
            return value


def _listed(
    doubled: Sequence[Problem], errors: Sequence["ErrorDetails"], start: ErrorPlace, aliases: Aliases
) -> list[Problem]:
    """Return the problems of a node in reading order, of very many only the first."""
    problems = in_order([*doubled, *_problems(errors[:LISTED_FAULTS], start, aliases)])
    left = len(errors) - LISTED_FAULTS
    if left > 0:
        place = start.node.place
        problems.append(fault(place, dotted(start.path), message("reading.more-faults", n=left)))
    return problems


def _texts(errors: Sequence["ErrorDetails"], start: ErrorPlace, aliases: Aliases) -> Iterator[Place]:
    """Yield the places of scalars that are to be taken as they are written."""
    for error in errors:
        if error["type"] in AS_WRITTEN:
            # One by one: resolved together, members of a choice would hide each other.
            for _, where in resolve([error], start, aliases):
                if isinstance(where.node, Scalar) and not where.node.is_empty():
                    yield where.node.place


def _problems(errors: Sequence["ErrorDetails"], start: ErrorPlace, aliases: Aliases) -> Iterator[Problem]:
    """Yield a problem for every error, those of one where of a choice made into one."""
    together_at: dict[object, list[tuple[Misfit, ErrorPlace]]] = {}
    for error, where in resolve(errors, start, aliases):
        want = chosen(where.want, where.node, aliases)
        misfit = Misfit(error["type"], error.get("ctx", {}), where.node, want, aliases)
        together_at.setdefault((where.path, where.node.place), []).append((misfit, where))
    for together in together_at.values():
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
