"""The command line: words in, one call, one message out; owns the exit codes."""

import sys
from collections.abc import Sequence
from typing import NoReturn

INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the program and leave with its exit code; an interruption while it loads is silent."""
    try:
        from generator.cli import program
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    program.main(arguments)


__all__ = ["main"]
