"""What every model of game data is: frozen, closed to unknown fields, with names that are ids."""

from typing import Annotated, TypeAlias

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
