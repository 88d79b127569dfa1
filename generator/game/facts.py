"""What every model of game data is: frozen, closed to unknown fields, with names that are ids."""

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal, TypeAlias, get_origin

from pydantic import BaseModel, ConfigDict, Field


class Facts(BaseModel):
    """A piece of game data; unknown fields are faults."""

    model_config = ConfigDict(frozen=True, extra="forbid")


# Ids stand in file names, PDF bookmarks and reports: small letters, figures, single separators.
Id: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z0-9]+([._-][A-Za-z0-9]+)*$", max_length=40)]
Count: TypeAlias = Annotated[int, Field(ge=1, le=1000)]
Index: TypeAlias = Annotated[int, Field(ge=0, le=1000)]
Points: TypeAlias = Annotated[int, Field(ge=-1000, le=1000)]
Sentence: TypeAlias = Annotated[str, Field(min_length=1, max_length=2000)]


def choice(base: type[Facts], tag: str) -> Any:  # noqa: ANN401 - an annotation
    """Return the union of the subclasses that have a fixed word in the field `tag`.

    A subclass registers itself by being one, once its module has been imported.
    """
    members = tuple(
        kind for kind in _below(base) if get_origin(kind.model_fields[tag].annotation) is Literal
    )
    return Annotated[reduce(or_, members), Field(discriminator=tag)]


def _below(base: type[Facts]) -> Iterator[type[Facts]]:
    for kind in base.__subclasses__():
        yield kind
        yield from _below(kind)
