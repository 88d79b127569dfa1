"""Form fields made of the options of printing, and what the command line makes of a form."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from generator.options import Command, Kind, Option, printing_options, value_words
from generator.page.wording import worded
from generator.printables.context import Options
from generator.words import Language, Message, message, typeset_message

# What help says of the default stands in the field itself.
_USUAL = re.compile(r"\s*\[[^\]]*\]$")


@dataclass(frozen=True, slots=True)
class Field:
    """An option as a form asks for it: its `choices` in words, the `usual` one, its limits."""

    name: str
    kind: Kind
    label: str
    help: str
    usual: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    least: int | None = None
    most: int | None = None


def form_fields(command: Command, language: Language) -> tuple[Field, ...]:
    """Return the options that a page asks for, in the order of the command's help."""
    return tuple(_field(option, language) for option in printing_options(command))


def _field(one: Option, language: Language) -> Field:
    label = typeset_message(message(f"page.option-{one.name}"), language)
    told = worded(message(f"cli.{one.name}-help"), language)
    choices = tuple((value, value_words(one.name, value, language)) for value in one.values)
    limits = (one.least, one.most)
    return Field(one.name, one.kind, label, _USUAL.sub("", told), one.usual, choices, *limits)


@dataclass(frozen=True, slots=True)
class Upload:
    """An uploaded file."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class PrintRequest:
    """A filled form as the command line understands it; `notes` are to be told."""

    options: Options
    pupils: int | None = None
    group: int | None = None
    notes: tuple[Message, ...] = ()


# What stands in the fields of a form, and the files that were uploaded there.
Values = Mapping[str, str]
Files = Mapping[str, Upload]


class CommandLine(Protocol):
    """`kit` and `print` as a page asks for them: the same options, limits and messages."""

    def line_to_type(
        self, command: Command, arguments: Sequence[str], values: Values, language: Language
    ) -> str:
        """Return the command line that does the same; a value of "" is the default."""

    def parse_request(
        self, command: Command, values: Values, files: Files, language: Language
    ) -> PrintRequest:
        """Parse values and files by field; LudokitError where one is not understood."""
