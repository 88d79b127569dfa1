"""The command line: words in, one call, one message out; owns the exit codes."""

from collections.abc import Sequence
from typing import NoReturn

from generator.interruption import end_at_once
from generator.sweeping import sweep_seldom


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the program and leave with its exit code; an interruption while it loads is silent."""
    end_at_once()
    sweep_seldom()
    from generator.cli import program

    program.main(arguments)
