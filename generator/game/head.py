"""The head of a game: who made it, for whom, in which colours, by which rules, how surely."""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import pairwise
from operator import or_
from typing import Annotated, Any, Literal, TypeVar, get_args

from pydantic import Field, model_validator

from generator.game.facts import (
    ColourId,
    Count,
    Facts,
    Id,
    PartId,
    PictureName,
    Players,
    SchoolAge,
    Sentence,
)
from generator.game.parts import AnyPart
from generator.reading.nodes import Path
from generator.reading.validate import Fault
from generator.words import Message, message, not_one_of

# How many sit at a table where nobody says otherwise, as far as the game allows it.
USUAL_GROUP = 4

T = TypeVar("T")
Month = Annotated[str, Field(pattern="^[0-9]{4}-(0[1-9]|1[0-2])$")]

# Whether an infection takes a way: yes, possible or rarer, no or not established, not verified.
Way = Literal["+", "(+)", "-", "?"]
YES, RARER, NO, UNKNOWN = get_args(Way)


class Source(Facts):
    """Who says so, in which paper, and when; `covers` lists what it speaks of, nothing = of all.

    A language file may name it by the title that it has there, under `sources`.
    """

    name: Sentence
    """Who says so, and in which paper."""
    year: Annotated[int, Field(ge=1900, le=2200)] | None = None
    """The year of the paper."""
    url: Annotated[str | None, Field(pattern="^https?://", description="Where it was read.")] = None
    read: Annotated[Month | None, Field(description="The month in which it was read.")] = None
    covers: tuple[Id, ...] = ()
    """What it speaks of; left out, of everything."""


class HealthFact(Facts):
    """A fact; its sentence stands under the same id in every language."""

    fact: Id
    """What the fact is called; its sentence stands under this name in `health` of each language."""
    about: Id | None = None
    """What it is about: a card, or a table."""
    sources: Annotated[tuple[Id, ...], Field(min_length=1)]
    """The sources that say so, by name."""


class TableFact(Facts):
    """A fact of a table: its value, and when it was read where that is not the table's month."""

    value: Way
    """`+` yes, `(+)` possible or rarer, `-` no or not established, `?` not verified."""
    sources: Annotated[tuple[Id, ...], Field(min_length=1)]
    """The sources that say so, by name."""
    checked: Month | None = None
    """When it was last read, as `2026-11`, where that is not the month of all."""


class Health(Facts):
    """The health facts of a game; `reviewed_by` is empty until a health professional read them.

    Where `on_every_page`, every page says so until then. `tables` holds further facts by table, by
    what they are about, and by column.
    """

    checked: Month
    """When all of it was last read, as `2026-11`."""
    reviewed_by: Annotated[str, Field(max_length=200)] = ""
    """The health professional who read it; empty until one did."""
    on_every_page: bool = False
    """Whether every page says that nobody has read it yet."""
    sources: Mapping[Id, Source]
    """The sources by name."""
    facts: tuple[HealthFact, ...]
    """The facts that papers tell."""
    tables: Mapping[Id, Mapping[Id, Mapping[Id, TableFact]]] = Field(default_factory=dict)
    """Further facts by table, then by what they are about, then by column."""

    @model_validator(mode="after")
    def _cites_well(self) -> "Health":
        for at, about, sources in self._cited():
            for place, cited in enumerate(sources):
                if cited not in self.sources:
                    raise Fault(not_one_of(cited, self.sources), (*at, "sources", place))
                covers = self.sources[cited].covers
                if about is not None and covers and about not in covers:
                    reason = message("game.source-silent", source=cited, about=about)
                    raise Fault(reason, (*at, "sources", place))
        return self

    def _cited(self) -> Iterator[tuple[Path, str | None, tuple[str, ...]]]:
        for number, fact in enumerate(self.facts):
            yield ("facts", number), fact.about, fact.sources
        for table, rows in self.tables.items():
            for about, row in rows.items():
                for column, cell in row.items():
                    yield ("tables", table, about, column), about, cell.sources

    def columns(self, table: str, about: str) -> tuple[str, ...]:
        """Return the columns in which a table says yes of something, in the data's order."""
        row = self.tables[table][about]
        return tuple(column for column, cell in row.items() if cell.value == YES)


Standing = Literal["source", "found", "reconstructed", "decision"]
Tone = Literal["circle", "triangle", "square", "star", "hexagon", "diamond", "none"]


class Credits(Facts):
    """Whose game it is."""

    authors: tuple[Sentence, ...] = ()
    """Who invented the game; an empty list where nobody is named."""
    publisher: Sentence | None = None
    """Who publishes it; left out where nobody does."""
    year: Annotated[int, Field(ge=1800, le=2200)] | None = None
    """The year it appeared in."""
    owner: Sentence | None = None
    """Who owns its name and marks, where that is not the publisher."""
    artists: tuple[Sentence, ...] = ()
    """Who drew it."""
    editors: tuple[Sentence, ...] = ()
    """Who worked on the rules for the publisher."""

    def makers(self) -> str:
        """Return whose game it is in one line, as footers say it; empty where nobody is named."""
        house = " ".join(str(word) for word in (self.publisher, self.year) if word is not None)
        makers = ", ".join(self.authors)
        return f"{makers} ({house})" if makers and house else makers or house


class Provenance(Facts):
    """How sure a fact is; its sentence stands under the same id in every language."""

    fact: Id
    """What the fact is called; its sentence stands under this name in `provenance` of each
    language."""
    standing: Standing
    """How sure it is: `source` (in the rule text), `found` (several others agree),
    `reconstructed` (fits, without proof) or `decision` (ours)."""
    parts: tuple[PartId, ...] = ()
    """The parts that rest on it: papers that show them carry a note."""
    from_age: SchoolAge | None = None
    """The age from which a guide says so, where it is about what only older pupils play."""


class Colour(Facts):
    """A swatch of the game: as printed, as grey (CIE L*), and the shape that goes with it."""

    colour: Annotated[str, Field(pattern="^#[0-9a-f]{6}$")]
    """The colour as printed, as `#` and six hexadecimal digits in small letters."""
    grey: Annotated[float, Field(ge=0, le=100)] | None = None
    """How light it is in grey, from 0 (black) to 100 (white), so that colours can be told
    apart; worked out of the colour where it is left out."""
    shape: Tone = "none"
    """The sign that goes with the colour, so that colour never tells alone."""


# Line work that looks the same turned round.
Pattern = Literal["dots", "rings", "stripes", "waves", "zigzag", "triangles", "crosses", "leaves"]
# How the band about a card is shaped, which lies outside the line about what is read.
Frame = Literal["rounded", "double", "cut", "ticket", "stepped", "battlement", "scalloped", "curly"]


def equal_groups(items: Sequence[T], count: int) -> tuple[tuple[T, ...], ...]:
    """Split items, in order, into groups as equal as can be; the first ones have one more."""
    each, over = divmod(len(items), max(1, count))
    ends = [number * each + min(number, over) for number in range(count + 1)]
    return tuple(tuple(items[start:end]) for start, end in pairwise(ends))


class Face(Facts):
    """By what a game is known at arm's length, on all its papers."""

    emblem: PictureName
    """A picture of the game in white and its colours, which stands on the colour of the face."""
    colour: ColourId
    """The colour of the game that its emblem stands on, dark enough for white words."""
    pattern: Pattern = "dots"
    """What is repeated on the backs of its pieces and beneath its titles: `dots`, `rings`,
    `stripes`, `waves`, `zigzag`, `triangles`, `crosses` or `leaves`."""
    motif: PictureName | None = None
    """A picture that stands here and there amid the pattern."""
    accent: ColourId | None = None
    """The second ink, a light one: the second tone of drawings. Left out, the colour, pale."""
    frame: Frame = "rounded"
    """The shape of the band about the cards of a game from a list: `rounded`, `double`, `cut`,
    `ticket`, `stepped`, `battlement`, `scalloped` or `curly`."""


class Rule(Facts):
    """A rule: its id, where it comes from, and whether a record can show that it was broken."""

    id: Id
    """What the rule is called; its sentence stands under this name in `rules` of each language."""
    standing: Standing
    """How sure it is: `source` (in the rule text), `found` (several others agree),
    `reconstructed` (fits, without proof) or `decision` (ours)."""
    where: Sentence | None = None
    """Where it stands in the rule text."""
    checked: bool = True
    """Whether a record of a game can show that it was broken."""
    by: Mapping[Id, Any] | None = None
    """What the rule does on a sheet: a primitive, such as `{rule: rises, along: row}`."""

    def figures(self) -> Mapping[str, int]:
        """Return the whole numbers of what it does, which sentences name as `rules.ID.FIELD`."""
        whole = ((name, n) for name, n in (self.by or {}).items() if type(n) is int)
        return {f"rules.{self.id}.{name}": n for name, n in whole}


Subject = Literal["arithmetic", "probability", "reasoning", "space", "speaking", "health"]


class Head(Facts):
    """All of `game.yaml` but the sections that have owners of their own.

    Where `pupil_names` is false no pupil's name is printed: papers carry names of tables.
    """

    format: Literal[1]
    """The version of this format."""
    name: Id
    """The game's name on the command line, the same as its folder: small letters, digits and
    hyphens."""
    version: Count
    """The version of the rules, one more when they change; papers and records carry it."""
    players: tuple[Players, Players]
    """How many play, at least and at most."""
    age: Count
    """From which age, in years."""
    minutes: tuple[Count, Count]
    """How long a game takes in minutes, at least and at most."""
    teaches: tuple[Subject, ...] = ()
    """What is learnt with it, to be searched by: `arithmetic`, `probability`, `reasoning`, `space`,
    `speaking`, `health`."""
    pupil_names: bool = True
    """Whether pupils' names may be printed; where not, papers carry names of tables."""
    credits: Credits = Credits()
    """Whose game it is."""
    provenance: tuple[Provenance, ...] = ()
    """What is not certain, and how sure it is."""
    health: Health | None = None
    """Health facts with their sources, where the game speaks of health."""
    colours: Mapping[Id, Colour] = Field(default_factory=dict)
    """The colours of the game by name; rows, dice, cards and blocks refer to them."""
    face: Face | None = None
    """By what the game is known at arm's length; left out, its papers have titles alone."""
    parts: Mapping[Id, AnyPart]
    """What the game is made of, by name: sheets, boards, dice, cards, tracks, tokens."""
    rules: tuple[Rule, ...] = ()
    """The rules in the order in which they are told."""

    def at_a_glance(self) -> Message:
        """Return for whom a game is: how many play, from which age, how long."""
        players, minutes = (_range(*one) for one in (self.players, self.minutes))
        return message("cli.games-line", players=players, age=str(self.age), minutes=minutes)

    def tables(self, pupils: int, wanted: int = USUAL_GROUP) -> int:
        """Return at how few tables a class plays, `wanted` at each as far as that is allowed."""
        least, most = self.players
        tables = -(-pupils // min(max(wanted, least), most))
        return tables if pupils // tables >= least else max(1, pupils // least)

    def figures(self) -> Mapping[str, int]:
        """Return the numbers of parts and rules that sentences may name: `sheet.rows`."""
        figures = ((name, part.figures()) for name, part in self.parts.items())
        found = {f"{name}.{key}": value for name, of in figures for key, value in of.items()}
        return reduce(or_, (rule.figures() for rule in self.rules), found)

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
    """How the game is played, so that records can be judged; left out, it is printed and
    nothing judges it."""
    printables: Mapping[Id, Mapping[Id, Any]] = Field(default_factory=dict)
    """What is printed, by name; titles stand in `printables` of each language."""
    kit: Mapping[Id, Any] = Field(default_factory=dict)
    """How many of each printable a class needs, and what is to be brought."""


def _range(least: int, most: int) -> Message:
    if least == most:
        return message("cli.just", number=str(least))
    return message("cli.range", least=str(least), most=str(most))
