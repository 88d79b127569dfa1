"""Options that several commands share."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias, get_args, get_type_hints

import click

from generator import paths
from generator.cli.language import OPTION
from generator.cli.speech import (
    HELP,
    Millimetres,
    OneOf,
    Speech,
    SpokenCommand,
    SpokenOption,
    Whole,
)
from generator.errors import DataError, LudokitError
from generator.words import LANGUAGES, fold

Run: TypeAlias = Callable[..., Any]

FAULT = 2
MOST_BLEED = 10
MOST_JOBS = 64
MOST_COPIES = 500
# Under which heading a long help shows an option; the others come last.
HEADINGS: Mapping[str, tuple[str, ...]] = {
    "group-class": ("all", "pupils", "group", "copies", "names"),
    "group-paper": ("paper", "ink", "per-page", "large", "font", "printer"),
    "group-cards": ("only", "card-size", "duplex", "bleed", "sheet-png"),
    "group-files": ("to", "overwrite", "preview"),
}


def each(names: Sequence[str], attempt: Callable[[str], object], speech: Speech) -> int:
    """Try each of several games and return the exit code; one with faults is told in a line.

    The faults of a single game are the caller's to tell whole.
    """
    code = 0
    for name in names:
        try:
            attempt(name)
        except LudokitError as error:
            if len(names) == 1:
                raise
            problems = error.problems if isinstance(error, DataError) else ()
            first = (problems[0] if problems else error).worded(speech.language)
            said = speech("broken", game=name, n=max(len(problems), 1), first=first)
            click.echo(said, err=True)
            code = FAULT
    return code


def game_argument(speech: Speech, name: str = "game", **more: Any) -> click.Argument:  # noqa: ANN401 - click's own arguments
    """Return the argument for a game of the catalog; loading the game knows the nearest name."""
    metavar = more.pop("metavar", "{}").format(speech("game-metavar"))
    return click.Argument([name], metavar=metavar, shell_complete=games_begun, **more)


def games_begun(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """Return the games that begin so, for shells."""
    from generator.game import names

    return [name for name in names() if name.startswith(fold(incomplete))]


def command(speech: Speech, name: str, run: Run, *params: click.Parameter) -> SpokenCommand:
    """Build a command with the help texts of its name, `--lang` and `--help` among its options."""
    return SpokenCommand(
        speech,
        name,
        callback=run,
        params=[*params, *common_options(speech)],
        help=speech(f"{name}-help"),
        epilog=speech(f"{name}-example"),
    )


def common_options(speech: Speech) -> tuple[SpokenOption, ...]:
    """Return `--lang`, which has been read already when the command line is, and `--help`."""

    def show(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:  # noqa: FBT001 - click's signature
        if wanted:
            click.echo(ctx.get_help())
            ctx.exit()

    known = "|".join(LANGUAGES)
    return (
        option(
            speech,
            OPTION,
            metavar=known,
            expose_value=False,
            help=speech("lang-help", languages=", ".join(LANGUAGES)),
        ),
        option(speech, HELP, "-h", is_flag=True, expose_value=False, is_eager=True, callback=show),
    )


def option(speech: Speech, name: str, *more_words: str, **more: Any) -> SpokenOption:  # noqa: ANN401 - click's own options
    """Return an option (`ink`, or `overwrite/no-overwrite`), typed in any language."""
    on, _, off = name.partition("/")
    words = [f"--{word}" for word in speech.typed(on, "options")]
    if off:
        offs = speech.typed(off, "options")
        words = [f"{one}/--{other}" for one, other in zip(words, offs, strict=False)]
    help_text = more.pop("help", None) or speech(f"{on}-help")
    made = SpokenOption([on.replace("-", "_"), *more_words, *words], help=help_text, **more)
    made.heading = next((group for group, names in HEADINGS.items() if on in names), "options")
    return made


def choice(speech: Speech, name: str) -> SpokenOption:
    """Return an option whose words and usual one are those of the option model."""
    from generator.printables.options import Options

    field = name.replace("-", "_")
    kind = OneOf(speech, name, get_args(get_type_hints(Options)[field]))
    return option(speech, name, type=kind, default=getattr(Options(), field))


def to_option(speech: Speech) -> SpokenOption:
    """Return `--to FOLDER`."""
    return file_option(speech, "to", default=paths.output(), metavar=speech("folder-metavar"))


def flag(speech: Speech, name: str) -> SpokenOption:
    """Return an option that is given or not."""
    return option(speech, name, is_flag=True, default=False)


def file_option(speech: Speech, name: str, **more: Any) -> SpokenOption:  # noqa: ANN401 - click's own options
    """Return an option that takes a file, or a folder."""
    metavar = more.pop("metavar", speech("file-metavar"))
    return option(
        speech, name, type=click.Path(path_type=Path, readable=False), metavar=metavar, **more
    )


def printing_options(speech: Speech) -> tuple[SpokenOption, ...]:
    """Return all that may be chosen of a printable."""
    return (
        option(speech, "copies", type=Whole(1, MOST_COPIES), default=1),
        file_option(speech, "names"),
        *page_options(speech),
        option(speech, "per-page", type=Whole(1, 100)),
        flag(speech, "large"),
        file_option(speech, "printer"),
        option(speech, "only", metavar=speech("names-metavar"), multiple=True),
        choice(speech, "card-size"),
        choice(speech, "duplex"),
        option(speech, "bleed", type=Millimetres(MOST_BLEED), default=0.0),
        *writing_options(speech),
        option(speech, "jobs", type=Whole(1, MOST_JOBS)),
    )


def page_options(speech: Speech) -> tuple[SpokenOption, ...]:
    """Return what may be chosen of any page, that which a printer is measured by too."""
    return tuple(choice(speech, name) for name in ("paper", "ink", "font"))


def writing_options(speech: Speech) -> tuple[SpokenOption, ...]:
    """Return where files go, what goes with them, and what is told of it."""
    return (
        to_option(speech),
        option(speech, "overwrite/no-overwrite", default=True),
        flag(speech, "preview"),
        flag(speech, "quiet"),
        flag(speech, "verbose"),
    )
