"""The head of a game: who made it, for whom, in which colours, by which rules, how surely."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, model_validator

from generator.game.facts import Count, Facts, Id, Sentence
from generator.game.health import Health
from generator.game.parts import Part
from generator.reading.fit import Fault
from generator.words import message

Standing: TypeAlias = Literal["source", "found", "reconstructed", "decision"]
Range: TypeAlias = Annotated[tuple[Count, Count], Field()]
Tone: TypeAlias = Literal["circle", "triangle", "square", "star", "hexagon", "diamond", "none"]


class Credits(Facts):
    """Whose game it is."""

    authors: tuple[Sentence, ...] = ()
    publisher: Sentence | None = None
    year: Annotated[int, Field(ge=1800, le=2200)] | None = None
    owner: Sentence | None = None
    artists: tuple[Sentence, ...] = ()
    editors: tuple[Sentence, ...] = ()

    def makers(self) -> str:
        """Return whose game it is in one line, as footers say it; empty where nobody is named."""
        house = " ".join(str(word) for word in (self.publisher, self.year) if word is not None)
        makers = ", ".join(self.authors)
        return f"{makers} ({house})" if makers and house else makers or house


class Provenance(Facts):
    """How sure a fact is; its sentence stands under the same id in every language."""

    fact: Id
    standing: Standing
    parts: tuple[Id, ...] = ()


class Colour(Facts):
    """A swatch of the game: as printed, as grey (CIE L*), and the shape that goes with it."""

    colour: Annotated[str, Field(pattern="^#[0-9a-f]{6}$")]
    grey: Annotated[float, Field(ge=0, le=100)] | None = None
    shape: Tone = "none"


class Rule(Facts):
    """A rule: its id, where it comes from, and whether a record can show that it was broken."""

    id: Id
    standing: Standing
    where: Sentence | None = None
    checked: bool = True


class Head(Facts):
    """All of `game.yaml` but the sections that have owners of their own.

    Where `pupil_names` is false no pupil's name is printed: papers carry names of tables.
    """

    format: Literal[1]
    name: Id
    version: Count
    players: Range
    age: Count
    minutes: Range
    pupil_names: bool = True
    credits: Credits = Credits()
    provenance: tuple[Provenance, ...] = ()
    health: Health | None = None
    colours: Mapping[Id, Colour] = Field(default_factory=dict)
    parts: Mapping[Id, Annotated[Part, Field(discriminator="part")]]
    rules: tuple[Rule, ...] = ()

    @model_validator(mode="after")
    def _makes_sense(self) -> "Head":
        for field, pair in (("players", self.players), ("minutes", self.minutes)):
            if pair[0] > pair[1]:
                raise Fault(message("game.range", least=str(pair[0]), most=str(pair[1])), (field,))
        ids = [rule.id for rule in self.rules]
        for number, rule in enumerate(ids):
            if rule in ids[:number]:
                raise Fault(message("game.rule-twice", rule=rule), ("rules", number, "id"))
        return self


class GameFile(Head):
    """`game.yaml` whole: what `ludokit schema game` describes."""

    mechanics: Mapping[Id, Any] = Field(default_factory=dict)
    printables: Mapping[Id, Mapping[Id, Any]] = Field(default_factory=dict)
    kit: Mapping[Id, Any] = Field(default_factory=dict)
