"""Form fields made of the command line's options, and the interface that provides them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from generator.printables.context import Options
from generator.words import Language, Message

Command = Literal["kit", "print"]
Kind = Literal["choice", "size", "whole", "length", "flag", "text", "file"]
# What a browser sends for a box that is ticked.
ON = "on"


@dataclass(frozen=True, slots=True)
class Field:
    """An option as a form asks for it: its `choices` in words, the `usual` one, its limits."""

    name: str
    kind: Kind
    label: str
    help: str
    group: str
    usual: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    least: int | None = None
    most: int | None = None


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

    def fields(self, command: Command, language: Language) -> tuple[Field, ...]:
        """Return the options that a page asks for, in the order of the command's help."""

    def line_to_type(
        self, command: Command, arguments: Sequence[str], values: Values, language: Language
    ) -> str:
        """Return the command line that does the same; a value of "" is the default."""

    def parse_request(
        self, command: Command, values: Values, files: Files, language: Language
    ) -> PrintRequest:
        """Parse values and files by field; LudokitError in the words of the command line."""
