"""The command line: words in, one call, one message out; owns the exit codes."""

from collections.abc import Sequence
from typing import NoReturn

from generator.gc_tuning import collect_rarely
from generator.interruption import end_at_once


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the program and leave with its exit code; an interruption while it loads is silent."""
    end_at_once()
    collect_rarely()
    from generator.cli import program

    program.run_and_exit(arguments)
