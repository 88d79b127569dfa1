"""Work that ends its process, as the system does where memory runs out."""

import os
import signal
from typing import NoReturn

from generator.options import Command
from generator.print_request import Files, PrintRequest, Values, parse_form
from generator.words import Language


def die(*_: object) -> NoReturn:
    """End this process at once."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def die_of_files(
    command: Command, values: Values, files: Files, language: Language
) -> PrintRequest:
    """Parse a form, but end this process at once where there is a file."""
    return die() if files else parse_form(command, values, files, language)
