"""The commands, and the one place where an error becomes a line and an exit code."""

import codecs
import errno
import io
import json
import os
import sys
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import click

from generator import __version__, paths
from generator.cli import catalog_commands as catalog
from generator.cli import language as spoken
from generator.cli import printing, scanning, verifying
from generator.cli.parameters import KIT, NEW, PAGE, PRINT, WRITING, build_params
from generator.errors import NO_MEMORY, LudokitError, accident_message, system_reason
from generator.interruption import INTERRUPTED, end_at_once
from generator.options import OF_NEW_LISTS
from generator.print_request import UnfitOptionsError
from generator.words import LEFT_OUT, Language, fold, message, say

NAME = "ludokit"
ACCIDENT = 70
DEBUG = "LUDOKIT_DEBUG"
COMPLETION = f"_{NAME.upper()}_COMPLETE"
_AS_NUMBERS = "ludokit"

# In the order in which a newcomer needs them.
COMMANDS: Mapping[str, tuple[spoken.CommandCall, spoken.ParamsBuilder]] = {
    "games": (catalog.list_games, build_params()),
    "kit": (printing.make_kits, build_params(*KIT)),
    "print": (printing.print_game, build_params(*PRINT)),
    "open": (catalog.open_page, build_params("port", "no-browser", "shortcut")),
    "doctor": (catalog.report_diagnosis, build_params()),
    "calibrate": (printing.print_calibration, build_params(*PAGE, *WRITING)),
    "drawings": (catalog.list_drawings, build_params("[words]", *PAGE, "to-file")),
    "read": (scanning.read_photographs, build_params("pictures", "read-names", "read-to")),
    "verify": (
        verifying.verify_records,
        build_params(
            *("files", "format", "correct", "class-page", "trial", "slips", "rewrite", *PAGE),
            *("to", "overwrite", "quiet", "judge-jobs", "cluster"),
        ),
    ),
    "record": (
        verifying.write_blank_record,
        build_params("game", "record-format", "blank-trial", "year", "players", "to-file"),
    ),
    "sample": (
        verifying.write_sample,
        build_params("game", "seed", "players", "errors", "to-file"),
    ),
    "check": (catalog.check_folders, build_params("[where]")),
    "new": (
        catalog.start_game,
        build_params(*NEW, "new-from", "new-blank", *OF_NEW_LISTS, "new-to"),
    ),
    "schema": (catalog.print_schema, build_params("what", "[game]")),
    "completion": (catalog.print_completion, build_params("shell")),
}

# Which parameters name games, and the commands that mean all games where none is named.
NAMING = ("game", "games", "where", "from")
OF_ALL = ("games", "kit", "open", "verify", "check")
# What these write to standard output only says where their files are.
OF_FILES = ("kit", "print", "open", "calibrate", "new")


def program(language: Language) -> spoken.TranslatedGroup:
    """Build the commands with their help in one language."""
    lang = spoken.CliLanguage(language)
    version = lang.telling(lambda _: f"{NAME} {__version__}", "version")
    group = spoken.TranslatedGroup(
        lang,
        NAME,
        help=lang("help"),
        epilog=lang("example-first"),
        params=[*lang.common(), version],
        subcommand_metavar=lang("command-metavar"),
        no_args_is_help=True,
    )
    group.known = {
        name: (partial(_run_command, name, run), params) for name, (run, params) in COMMANDS.items()
    }
    return group


def _run_command(
    command: str, run: spoken.CommandCall, lang: spoken.CliLanguage, /, **given: Any
) -> Any:
    """Run a command, having told which games are one's own instead of those of the program."""
    if command in OF_FILES and isinstance(sys.stdout, _ClosedOutput):
        sys.stdout = io.StringIO()
    words = [given.get(one) or () for one in NAMING]
    named = {fold(one) for word in words for one in ((word,) if isinstance(word, str) else word)}
    if (named or command in OF_ALL) and not given.get("quiet"):
        hidden = {
            str(used): str(of)
            for used, of in paths.hidden_games().items()
            if not named or fold(used.name) in named
        }
        if hidden:
            both = {"used": tuple(hidden), "hidden": tuple(hidden.values())}
            words_of = message("cli.own-games", n=len(hidden), **both)
            click.echo(say(words_of, lang.language), err=True)
    if not given.get("quiet"):
        _tell_languages(lang.language)
    try:
        return run(lang, **given)
    except UnfitOptionsError as error:
        raise spoken.UsageFault(error.message) from error
    except Exception as error:
        if _worded(error, lang.language)[1] == ACCIDENT:
            from generator.check import check

            # Where games of one's own have faults nothing else was to be expected.
            for folder in (paths.own_rules_data() / name for name in named):
                if folder.is_dir():
                    check(folder)
        raise


def _tell_languages(language: Language) -> None:
    """Tell which languages are one's own instead of the program's, and which are left out."""
    for key, folders in (("own", paths.own_languages()), ("left-out", LEFT_OUT)):
        if folders:
            names = tuple(map(str, folders))
            told = message(f"cli.{key}-languages", folders=names, first=names[0])
            click.echo(say(told, language), err=True)


def run_and_exit(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the program and leave with its exit code.

    0 done, 1 a rule is broken in a record, 2 a fault to mend, 70 an accident of the program itself,
    130 interrupted.
    """
    given = sys.argv[1:] if arguments is None else list(arguments)
    language = spoken.USUAL
    with suppress(LudokitError):  # the run itself is about to say what is wrong with it
        language = spoken.choose_language(given, os.environ)
    # Babel reads the time zone where it is imported, and nothing here depends on it.
    os.environ["TZ"] = "UTC"
    end_at_once(f"\n{spoken.CliLanguage(language)('interrupted')}\n")
    streams = filter(None, (sys.stdin, sys.stdout, sys.stderr))
    has_terminal = any(stream.isatty() for stream in streams)
    _prepare_streams()
    # A double click on the program as one file types no word, and has no terminal.
    if getattr(sys, "frozen", False) and not given and not has_terminal:
        from generator.page.icon_start import open_by_icon

        sys.exit(open_by_icon(language if os.environ.get(spoken.VARIABLE) else None))
    sys.exit(_flushed(run(given)))


def _prepare_streams() -> None:
    """Make every text writable, whether streams are closed or have an old encoding."""
    codecs.register_error(_AS_NUMBERS, _as_numbers)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - as long as the run
            setattr(sys, name, nowhere if name == "stderr" else _ClosedOutput())
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_AS_NUMBERS)


class _ClosedOutput(io.StringIO):
    """Stands in for a standard output that is closed: what is lost there is told."""

    def write(self, text: str) -> int:
        if text:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        return super().write(text)


def _as_numbers(error: UnicodeError) -> tuple[str, int]:
    """Write characters that an encoding lacks as JSON escapes, so that JSON stays valid."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


def _flushed(code: int) -> int:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            # Python would try again on its way out, and leave with a code of its own.
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
            code = max(code, spoken.FAULT)
    return code


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code; errors become lines on standard error."""
    language: Language = spoken.USUAL
    try:
        language = spoken.choose_language(arguments, os.environ)
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


def _called(group: spoken.TranslatedGroup, arguments: list[str]) -> object:
    """Run a command line; click's own `main` would make a closed pipe an exit code of 1."""
    if sys.flags.optimize:
        # WeasyPrint does some of its work in assertions.
        raise LudokitError(message("cli.optimised"))
    if COMPLETION in os.environ:
        return group.main(arguments, prog_name=NAME, complete_var=COMPLETION)
    try:
        with group.make_context(NAME, arguments) as ctx:
            return group.invoke(ctx)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 0


def _worded(error: BaseException, language: Language) -> tuple[str, int]:
    match error:
        case LudokitError():
            return error.worded(language), spoken.FAULT
        case click.ClickException():
            ctx: click.Context | None = getattr(error, "ctx", None)
            path, told = NAME if ctx is None else ctx.command_path, spoken.CliLanguage(language)
            line = say(spoken.translate_click_error(error), language)
            return f"{line}\n{told('see-help', path=path)}", spoken.FAULT
        case click.Abort() | KeyboardInterrupt():
            # An interruption arrives as an exception only where `main` is not what runs.
            return spoken.CliLanguage(language)("interrupted"), INTERRUPTED
        case OSError():
            words = message("errors.refused", reason=system_reason(error))
            if error.filename is not None:
                path = os.fsdecode(error.filename)
                words = message("errors.refused-at", path=path, reason=system_reason(error))
            return say(words, language), spoken.FAULT
        case _:
            reason = accident_message(error)
            return say(reason, language), spoken.FAULT if reason.key == NO_MEMORY else ACCIDENT
