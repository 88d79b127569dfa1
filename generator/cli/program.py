"""The program as a whole: its commands, and the one place where faults become a line and a code."""

import codecs
import io
import json
import os
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

import click

from generator import __version__
from generator.cli import catalog_commands, printing, verifying
from generator.cli.language import USUAL, VARIABLE, chosen
from generator.cli.options import FAULT, common_options, option
from generator.cli.speech import Speech, SpokenCommand, SpokenGroup, fault_of
from generator.errors import LudokitError, accident, system_reason
from generator.interruption import INTERRUPTED, end_at_once
from generator.words import Language, Message, message, say

NAME = "ludokit"
ACCIDENT = 70
DEBUG = "LUDOKIT_DEBUG"
COMPLETION = f"_{NAME.upper()}_COMPLETE"
_AS_NUMBERS = "ludokit"


# In the order in which a newcomer needs them.
COMMANDS: Mapping[str, Callable[[Speech], SpokenCommand]] = {
    "games": catalog_commands.games_command,
    "kit": printing.kit_command,
    "print": printing.print_command,
    "calibrate": printing.calibrate_command,
    "verify": verifying.verify_command,
    "record": verifying.record_command,
    "sample": verifying.sample_command,
    "check": catalog_commands.check_command,
    "new": catalog_commands.new_command,
    "schema": catalog_commands.schema_command,
    "completion": catalog_commands.completion_command,
}


def program(language: Language) -> SpokenGroup:
    """Build the commands with their help in one language."""
    speech = Speech(language)
    group = SpokenGroup(
        speech,
        NAME,
        help=speech("help"),
        epilog=speech("example-first"),
        params=[*common_options(speech), _version(speech)],
        subcommand_metavar=speech("command-metavar"),
        no_args_is_help=True,
    )
    group.builders = COMMANDS
    return group


def _version(speech: Speech) -> click.Option:
    def show(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:  # noqa: FBT001 - click's signature
        if wanted:
            click.echo(f"{NAME} {__version__}")
            ctx.exit()

    return option(speech, "version", is_flag=True, expose_value=False, is_eager=True, callback=show)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the program and leave with its exit code.

    0 done, 1 a rule is broken in a record, 2 a fault to mend, 70 an accident of the program itself,
    130 interrupted.
    """
    given = sys.argv[1:] if arguments is None else list(arguments)
    end_at_once(f"\n{Speech(_language_to_end_in(given))('interrupted')}\n")
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
            code = max(code, FAULT)
    return code


def _language_to_end_in(given: Sequence[str]) -> Language:
    try:
        return chosen(given, os.environ)
    except LudokitError:
        # The run itself is about to say what is wrong with it.
        return USUAL


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code; faults become lines on standard error."""
    language: Language = USUAL
    try:
        language = chosen(arguments, os.environ)
        code = _called(program(language), list(arguments))
    except click.exceptions.Exit as error:
        return error.exit_code
    except BrokenPipeError:
        # The reader has closed the pipe (`| head`): nothing is left to say.
        return FAULT
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - nothing leaves as a traceback
        words, code = _worded(error, language)
        if code == ACCIDENT and (os.environ.get(DEBUG) or "--verbose" in arguments):
            traceback.print_exc()
        # Standard error may be what is broken.
        with suppress(OSError):
            click.echo(words, err=True)
        return code
    return code if isinstance(code, int) else 0


def _called(group: SpokenGroup, arguments: list[str]) -> object:
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
            return error.worded(language), FAULT
        case click.ClickException():
            return _with_help(fault_of(error), getattr(error, "ctx", None), language), FAULT
        case click.Abort() | KeyboardInterrupt():
            # So it arrives where it is not `main` that runs.
            return Speech(language)("interrupted"), INTERRUPTED
        case OSError():
            return say(_refused(error), language), FAULT
        case _:
            return say(accident(error), language), ACCIDENT


def _refused(error: OSError) -> Message:
    reason = system_reason(error)
    if error.filename is None:
        return message("errors.refused", reason=reason)
    return message("errors.refused-at", path=os.fsdecode(error.filename), reason=reason)


def _with_help(reason: Message, ctx: click.Context | None, language: Language) -> str:
    path = ctx.command_path if ctx is not None else NAME
    return f"{say(reason, language)}\n{Speech(language)('see-help', path=path)}"


__all__ = ["VARIABLE", "main", "program", "run"]
