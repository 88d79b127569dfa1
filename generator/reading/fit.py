"""Node -> value of a model, or every fault at once, in our words and at its place."""

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel, ValidationError

from generator.errors import DataError, Problem
from generator.reading.aliases import NO_ALIASES, Aliases
from generator.reading.canonical import canonical_form, chosen
from generator.reading.located import Spot, lead, spelt
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
    start = Spot(form, wanted(model), path)
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
    doubled: Sequence[Problem], errors: Sequence["ErrorDetails"], start: Spot, aliases: Aliases
) -> list[Problem]:
    """Return the problems of a node in reading order, of very many only the first."""
    problems = in_order([*doubled, *_problems(errors[:LISTED_FAULTS], start, aliases)])
    left = len(errors) - LISTED_FAULTS
    if left > 0:
        place = start.node.place
        problems.append(fault(place, dotted(start.path), message("reading.more-faults", n=left)))
    return problems


def _texts(errors: Sequence["ErrorDetails"], start: Spot, aliases: Aliases) -> Iterator[Place]:
    """Yield the places of scalars that are to be taken as they are written."""
    for error in errors:
        if error["type"] in AS_WRITTEN:
            # One by one: led together, members of a choice would hide each other.
            for _, spot in lead([error], start, aliases):
                if isinstance(spot.node, Scalar) and not spot.node.is_empty():
                    yield spot.node.place


def _problems(errors: Sequence["ErrorDetails"], start: Spot, aliases: Aliases) -> Iterator[Problem]:
    """Yield a problem for every error, those of one spot of a choice made into one."""
    spots: dict[object, list[tuple[Misfit, Spot]]] = {}
    for error, spot in lead(errors, start, aliases):
        want = chosen(spot.want, spot.node, aliases)
        misfit = Misfit(error["type"], error.get("ctx", {}), spot.node, want, aliases)
        spots.setdefault((spot.path, spot.node.place), []).append((misfit, spot))
    for together in spots.values():
        wants = tuple(dict.fromkeys(misfit.wants() for misfit, _ in together))
        known = tuple(want for want in wants if want is not None)
        if len(known) > 1:
            spot = together[0][1]
            yield fault(spot.node.place, dotted(spot.path), wrong_type(spot.node, known))
        else:
            # Members of a choice that want the same say the same.
            yield from dict.fromkeys(_problem(misfit, spot) for misfit, spot in together)


def _problem(misfit: Misfit, spot: Spot) -> Problem:
    field, place = dotted(spot.path), spot.node.place
    match misfit.kind:
        case "extra_forbidden" if spot.key is not None:
            known = tuple(fields_of(spot.parent.model)) if isinstance(spot.parent, Fields) else ()
            found = spot.key.spelling()
            return fault(spot.key.place, field, unknown_field(found, known, misfit.aliases))
        case "missing":
            name = str(spot.path[-1])
            return fault(place, field, missing_field(name, misfit.aliases))
        case "union_tag_not_found" | "union_tag_invalid":
            return _tag_problem(misfit, spot)
        case _:
            return _fault_within(misfit, spot)


def _tag_problem(misfit: Misfit, spot: Spot) -> Problem:
    name, members = tags(misfit)
    tag = child(spot.node, name)
    path = dotted((*spot.path, *spelt(spot.node, (name,))))
    if not isinstance(tag, Scalar):
        return fault(spot.node.place, path, missing_field(name, misfit.aliases))
    return fault(tag.place, path, not_one_of(tag.spelling(), members))


def _fault_within(misfit: Misfit, spot: Spot) -> Problem:
    error = misfit.context.get("error")
    within = error.at if isinstance(error, Fault) else ()
    path = dotted((*spot.path, *spelt(spot.node, within)))
    return fault(place_of(spot.node, within), path, misfit.reason())
