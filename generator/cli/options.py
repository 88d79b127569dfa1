"""Options that several commands share."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import click

from generator import paths
from generator.cli.speech import Millimetres, OneOf, Speech, SpokenCommand, Whole
from generator.words import LANGUAGES

Run: TypeAlias = Callable[..., Any]

PAPERS = ("a4", "letter", "a3")
INKS = ("colour", "grey", "outline")
FONTS = ("standard", "dyslexia")
DUPLEXES = ("long-edge", "short-edge", "fold", "none")
CARD_SIZES = ("63x88", "57x87", "70x120")
MOST_BLEED = 10
MOST_JOBS = 64
MOST_COPIES = 500


class GameName(OneOf):
    """A game of the catalog, completed by the shell."""

    name = "game"

    def __init__(self, metavar: str) -> None:
        """Take the word of the usage line; the list is read when it is asked for."""
        super().__init__()
        self.metavar = metavar

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Return the word of the usage line."""
        return self.metavar

    def convert(self, value: Any, param: Any, ctx: Any) -> str:  # noqa: ANN401 - click's signature
        """Take any word: loading the game knows the nearest name."""
        return str(value)

    def shell_complete(self, ctx: Any, param: Any, incomplete: str) -> Any:  # noqa: ANN401
        """Return the games that begin so."""
        from generator.game import names

        self.words = names()
        return super().shell_complete(ctx, param, incomplete)


def command(speech: Speech, name: str, run: Run, *params: click.Parameter) -> SpokenCommand:
    """Build a command with the help texts of its name, `--lang` among its options."""
    built = SpokenCommand(
        name,
        callback=run,
        params=[*params, language_option(speech)],
        help=speech(f"{name}-help"),
        epilog=speech(f"{name}-example"),
    )
    built.speech = speech
    return built


def language_option(speech: Speech) -> click.Option:
    """Return `--lang`, which has been read already when the command line is."""
    return click.Option(
        ["--lang"],
        type=OneOf(*LANGUAGES),
        expose_value=False,
        help=speech("lang-help", languages=", ".join(LANGUAGES)),
    )


def option(speech: Speech, name: str, **more: Any) -> click.Option:  # noqa: ANN401 - click's own options
    """Return an option with the help text of its name."""
    key = name.split("/", maxsplit=1)[0].removeprefix("--")
    return click.Option([name], help=speech(f"{key}-help"), **more)


def to_option(speech: Speech) -> click.Option:
    """Return `--to FOLDER`."""
    kind = click.Path(path_type=Path, readable=False)
    return option(
        speech, "--to", type=kind, default=paths.output(), metavar=speech("folder-metavar")
    )


def flag(speech: Speech, name: str) -> click.Option:
    """Return an option that is given or not."""
    return option(speech, name, is_flag=True, default=False)


def printing_options(speech: Speech) -> tuple[click.Parameter, ...]:
    """Return all that may be chosen of a printable."""
    return (
        option(speech, "--paper", type=OneOf(*PAPERS), default="a4"),
        option(speech, "--ink", type=OneOf(*INKS), default="colour"),
        option(speech, "--per-page", type=Whole(1, 100)),
        flag(speech, "--large"),
        option(speech, "--font", type=OneOf(*FONTS), default="standard"),
        option(speech, "--copies", type=Whole(1, MOST_COPIES), default=1),
        file_option(speech, "--names"),
        option(speech, "--duplex", type=OneOf(*DUPLEXES), default="long-edge"),
        option(speech, "--bleed", type=Millimetres(MOST_BLEED), default=0.0),
        option(speech, "--card-size", type=OneOf(*CARD_SIZES), default="63x88"),
        option(speech, "--only", metavar=speech("names-metavar"), multiple=True),
        option(speech, "--seed", type=Whole(0, 999_999_999), default=1),
        file_option(speech, "--printer"),
        option(speech, "--jobs", type=Whole(1, MOST_JOBS)),
        *writing_options(speech),
    )


def file_option(speech: Speech, name: str) -> click.Option:
    """Return an option that takes a file."""
    return option(
        speech,
        name,
        type=click.Path(path_type=Path, readable=False),
        metavar=speech("file-metavar"),
    )


def calibrating_options(speech: Speech) -> tuple[click.Parameter, ...]:
    """Return what may be chosen of the page that a printer is measured by."""
    return (
        option(speech, "--paper", type=OneOf(*PAPERS), default="a4"),
        option(speech, "--ink", type=OneOf(*INKS), default="colour"),
        option(speech, "--font", type=OneOf(*FONTS), default="standard"),
        *writing_options(speech),
    )


def writing_options(speech: Speech) -> tuple[click.Parameter, ...]:
    """Return where files go, what goes with them, and what is told of it."""
    return (
        flag(speech, "--preview"),
        to_option(speech),
        option(speech, "--overwrite/--no-overwrite", default=True),
        flag(speech, "--quiet"),
        flag(speech, "--verbose"),
    )
