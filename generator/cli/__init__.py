"""The command line: words in, one call, one message out; owns the exit codes."""

import os
from collections.abc import Sequence
from typing import NoReturn

# No language is known yet.
_STOPPED = "\ninterrompu – interrupted\n"

try:
    from generator.gc_tuning import collect_rarely
    from generator.interruption import end_at_once
except KeyboardInterrupt:
    os.write(2, _STOPPED.encode())
    os._exit(130)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the program and leave with its exit code."""
    end_at_once(_STOPPED)
    collect_rarely()
    from generator.cli import program

    program.run_and_exit(arguments)
