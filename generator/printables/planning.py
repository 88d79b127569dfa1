"""From a game's data and a person's choices to pages: each printable read by its kind."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from generator.errors import LudokitError
from generator.game import Game
from generator.game.facts import Facts, Id
from generator.game.head import GameFile
from generator.game.vocabulary import field_aliases
from generator.paper.page import Page
from generator.paper.text import DoesNotFitError, GlyphMissingError
from generator.printables.kinds import form, sheet
from generator.printables.options import Options
from generator.printables.setting import Setting
from generator.reading.fit import fit
from generator.reading.nodes import MapNode, Scalar
from generator.words import message, not_one_of


class DocumentEntry(Facts):
    """A flowed document, filled from a template: a guide, a rule sheet."""

    kind: Literal["document"]
    template: Id


Entry: TypeAlias = sheet.SheetEntry | form.FormEntry | DocumentEntry


class EntryFile(Facts):
    """The section `printables` as a whole: an entry for each printable, told apart by its kind."""

    printables: Mapping[Id, Annotated[Entry, Field(discriminator="kind")]]


def entries(game: Game) -> Mapping[str, Entry]:
    """Read every printable of a game; raise DataError with every fault of the section."""
    section = game.sections.get("printables")
    if not isinstance(section, MapNode):
        return {}
    key = Scalar("printables", "printables", section.place)
    return fit(MapNode(((key, section),), section.place), EntryFile, field_aliases()).printables


def entry(game: Game, printable: str) -> Entry:
    """Read one printable; raise LudokitError with the nearest name for one unknown."""
    found = entries(game)
    if printable not in found:
        reason = not_one_of(printable, found)
        raise LudokitError(message("print.unknown-printable", reason=reason))
    return found[printable]


def plan(game: Game, printable: str, options: Options) -> tuple[Page, ...]:
    """Plan the pages of a drawn printable.

    Raise LudokitError naming the printable where something does not fit or cannot be printed.
    """
    setting = Setting(game, printable, options)
    try:
        match entry(game, printable):
            case sheet.SheetEntry() as sheets:
                return sheet.plan(sheets, setting)
            case form.FormEntry() as forms:
                return form.plan(forms, setting)
            case DocumentEntry():
                raise TypeError(printable)
    except (DoesNotFitError, GlyphMissingError) as error:
        raise LudokitError(
            message("print.cannot", printable=setting.title, reason=error.message)
        ) from error


class WholeGameFile(GameFile):
    """`game.yaml` with the entries of its printables spelt out, for editors."""

    printables: Mapping[Id, Annotated[Entry, Field(discriminator="kind")]]  # type: ignore[assignment]


def game_schema() -> Mapping[str, object]:
    """Return the JSON Schema of `game.yaml`."""
    schema = WholeGameFile.model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
