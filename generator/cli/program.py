"""The program as a whole: its commands, and the one place where faults become a line and a code."""

import codecs
import io
import json
import os
import sys
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

import click

from generator import __version__
from generator.cli import catalog_commands as catalog
from generator.cli import opening, printing, verifying
from generator.cli import speech as spoken
from generator.cli.options import KIT, LIST, PAGE, PRINT, WRITING, takes
from generator.errors import LudokitError, accident, system_reason
from generator.interruption import INTERRUPTED, end_at_once
from generator.words import Language, message, say

NAME = "ludokit"
ACCIDENT = 70
DEBUG = "LUDOKIT_DEBUG"
COMPLETION = f"_{NAME.upper()}_COMPLETE"
_AS_NUMBERS = "ludokit"

# In the order in which a newcomer needs them.
COMMANDS: Mapping[str, tuple[spoken.Run, spoken.Params]] = {
    "games": (catalog.games, takes()),
    "kit": (printing.kit, takes(*KIT)),
    "print": (printing.prints, takes(*PRINT)),
    "open": (opening.open_page, takes("port", "no-browser", "shortcut")),
    "doctor": (catalog.doctor, takes()),
    "calibrate": (printing.calibrate, takes(*PAGE, *WRITING)),
    "verify": (
        verifying.verify,
        takes(
            *("files", "format", "correct", "class-page", "slips", "rewrite", *PAGE),
            *("to", "overwrite", "quiet", "judge-jobs", "cluster"),
        ),
    ),
    "record": (verifying.record, takes("game", "record-format", "players", "to-file")),
    "sample": (verifying.sample, takes("game", "seed", "players", "errors", "to-file")),
    "check": (catalog.check, takes("[where]")),
    "new": (catalog.new, takes("name", "new-from", "new-blank", *LIST, "new-to")),
    "schema": (catalog.schema, takes("what", "[game]")),
    "completion": (catalog.completion, takes("shell")),
}


def program(language: Language) -> spoken.SpokenGroup:
    """Build the commands with their help in one language."""
    speech = spoken.Speech(language)
    version = speech.telling(lambda _: f"{NAME} {__version__}", "version")
    group = spoken.SpokenGroup(
        speech,
        NAME,
        help=speech("help"),
        epilog=speech("example-first"),
        params=[*speech.common(), version],
        subcommand_metavar=speech("command-metavar"),
        no_args_is_help=True,
    )
    group.known = COMMANDS
    return group


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the program and leave with its exit code.

    0 done, 1 a rule is broken in a record, 2 a fault to mend, 70 an accident of the program itself,
    130 interrupted.
    """
    given = sys.argv[1:] if arguments is None else list(arguments)
    language = spoken.USUAL
    with suppress(LudokitError):  # the run itself is about to say what is wrong with it
        language = spoken.chosen(given, os.environ)
    end_at_once(f"\n{spoken.Speech(language)('interrupted')}\n")
    _prepare_streams()
    sys.exit(_flushed(run(given)))


def _prepare_streams() -> None:
    """Let every text be written, whatever the streams are: closed, or in an old encoding."""
    codecs.register_error(_AS_NUMBERS, _as_numbers)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - as long as the run
            setattr(sys, name, nowhere)
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_AS_NUMBERS)


def _as_numbers(error: UnicodeError) -> tuple[str, int]:
    """Write signs that an encoding lacks as JSON does, where they may stand too."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


def _flushed(code: int) -> int:
    """Return the exit code; a fault where what is left to be written cannot be."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            # Python would try again on its way out, and leave with a code of its own.
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
            code = max(code, spoken.FAULT)
    return code


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code; faults become lines on standard error."""
    language: Language = spoken.USUAL
    try:
        language = spoken.chosen(arguments, os.environ)
        code = _called(program(language), list(arguments))
    except click.exceptions.Exit as error:
        return error.exit_code
    except BrokenPipeError:
        # The reader has closed the pipe (`| head`): nothing is left to say.
        return spoken.FAULT
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - nothing leaves as a traceback
        words, code = _worded(error, language)
        if code == ACCIDENT and (os.environ.get(DEBUG) or "--verbose" in arguments):
            traceback.print_exc()
        # Standard error may be what is broken.
        with suppress(OSError):
            click.echo(words, err=True)
        return code
    return code if isinstance(code, int) else 0


def _called(group: spoken.SpokenGroup, arguments: list[str]) -> object:
    """Run a command line; click's own `main` would make a closed pipe an exit code of 1."""
    if COMPLETION in os.environ:
        return group.main(arguments, prog_name=NAME, complete_var=COMPLETION)
    try:
        with group.make_context(NAME, arguments) as ctx:
            return group.invoke(ctx)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 0


def _worded(error: BaseException, language: Language) -> tuple[str, int]:
    """Return the line that tells what ended the run, and the exit code."""
    match error:
        case LudokitError():
            return error.worded(language), spoken.FAULT
        case click.ClickException():
            ctx: click.Context | None = getattr(error, "ctx", None)
            path = NAME if ctx is None else ctx.command_path
            help_line = spoken.Speech(language)("see-help", path=path)
            return f"{say(spoken.fault_of(error), language)}\n{help_line}", spoken.FAULT
        case click.Abort() | KeyboardInterrupt():
            # So it arrives where it is not `main` that runs.
            return spoken.Speech(language)("interrupted"), INTERRUPTED
        case OSError():
            words = message("errors.refused", reason=system_reason(error))
            if error.filename is not None:
                path = os.fsdecode(error.filename)
                words = message("errors.refused-at", path=path, reason=system_reason(error))
            return say(words, language), spoken.FAULT
        case _:
            return say(accident(error), language), ACCIDENT
