"""The program as a whole: its commands, and the one place where faults become a line and a code."""

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from generator import __version__
from generator.cli import looking, printing, verifying
from generator.cli.language import USUAL, VARIABLE, chosen
from generator.cli.options import language_option
from generator.cli.speech import Speech, SpokenGroup, fault_of
from generator.errors import LudokitError
from generator.interruption import INTERRUPTED, end_at_once
from generator.words import Language, Message, say

NAME = "ludokit"
FAULT = 2


def program(language: Language) -> SpokenGroup:
    """Build the commands with their help in one language."""
    speech = Speech(language)
    group = SpokenGroup(
        NAME,
        help=speech("help"),
        epilog=speech("example-first"),
        params=[language_option(speech)],
        subcommand_metavar=speech("command-metavar"),
    )
    group.speech = speech
    group.params.append(_version(speech))
    for built in (
        *looking.first(speech),
        *printing.commands(speech),
        *verifying.commands(speech),
        *looking.last(speech),
    ):
        group.add_command(built)
    return group


def _version(speech: Speech) -> click.Option:
    def show(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:  # noqa: FBT001 - click's signature
        if wanted:
            click.echo(f"{NAME} {__version__}")
            ctx.exit()

    return click.Option(
        ["--version"],
        is_flag=True,
        expose_value=False,
        is_eager=True,
        callback=show,
        help=speech("version-help"),
    )


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the program and leave with its exit code: 0 done, 2 a fault, 130 interrupted."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    end_at_once(f"\n{Speech(_language_to_end_in(given))('interrupted')}\n")
    sys.exit(run(given))


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
        code = program(language).main(list(arguments), prog_name=NAME, standalone_mode=False)
    except LudokitError as error:
        _complain(error.worded(language))
        return FAULT
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 0
    except click.ClickException as error:
        _complain(_with_help(fault_of(error), getattr(error, "ctx", None), language))
        return FAULT
    except (click.Abort, KeyboardInterrupt):
        # So it arrives where it is not `main` that runs.
        _complain(Speech(language)("interrupted"))
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has closed the pipe (`| head`): nothing is left to say, nor to flush at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAULT
    return code if isinstance(code, int) else 0


def _with_help(reason: Message, ctx: click.Context | None, language: Language) -> str:
    path = ctx.command_path if ctx is not None else NAME
    return f"{say(reason, language)}\n{Speech(language)('see-help', path=path)}"


def _complain(words: str) -> None:
    click.echo(words, err=True)


__all__ = ["VARIABLE", "main", "program", "run"]
