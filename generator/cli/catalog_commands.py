"""Commands that look at the catalog and at game data."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator import paths
from generator.cli.language import OPTION
from generator.cli.options import (
    FAULT,
    command,
    each,
    file_option,
    game_argument,
    games_begun,
    option,
)
from generator.cli.printing import typed_titles
from generator.cli.speech import OneOf, Speech, SpokenCommand, UsageFault
from generator.errors import LudokitError
from generator.words import Message, message, say, spaced

if TYPE_CHECKING:
    from generator.game import Game

# What an author writes; the third schema is that of a game's records.
SCHEMAS = ("game", "sentences")
USUAL_MODEL = "qwinto"


def games_command(speech: Speech) -> SpokenCommand:
    """Return the command a newcomer needs first."""
    return command(speech, "games", lambda: games(speech))


def check_command(speech: Speech) -> SpokenCommand:
    """Return the command that tells what is wrong with game data."""
    words = f"[{speech('game-metavar')}|{speech('folder-metavar')}]"
    where = click.Argument(["where"], required=False, metavar=words)
    return command(speech, "check", lambda where: check(where, speech), where)


def new_command(speech: Speech) -> SpokenCommand:
    """Return the command that begins a game of one's own."""
    game = speech("game-metavar")
    return command(
        speech,
        "new",
        lambda **given: new(speech, model=given.pop("from"), **given),
        click.Argument(["name"], metavar=speech("new-metavar")),
        option(
            speech, "from", metavar=game, shell_complete=games_begun, help=speech("new-from-help")
        ),
        option(speech, "blank", is_flag=True, default=False, help=speech("new-blank-help")),
        file_option(
            speech,
            "to",
            default=paths.own_rules_data(),
            metavar=speech("folder-metavar"),
            help=speech("new-to-help"),
        ),
    )


def schema_command(speech: Speech) -> SpokenCommand:
    """Return the command that helps editors."""
    return command(
        speech,
        "schema",
        lambda **given: schema(speech, **given),
        click.Argument(["what"], type=OneOf(speech, "what", (*SCHEMAS, "record"))),
        game_argument(speech, required=False, metavar="[{}]"),
    )


def completion_command(speech: Speech) -> SpokenCommand:
    """Return the command that helps shells."""
    shell = click.Argument(["shell"], type=OneOf(speech, "shell", ("bash", "zsh", "fish")))
    return command(speech, "completion", completion, shell)


def games(speech: Speech) -> int:
    """List the games with what a person chooses by; tell those that cannot be read."""
    from generator.game import load, names

    return each(names(), lambda name: _list(load(name), speech), speech)


def _list(game: "Game", speech: Speech) -> None:
    said, head = game.said_in(speech.language), game.head
    about = ": ".join(filter(None, (said.title, said.tagline)))
    click.echo(f"{game.name} – {spaced(about, speech.language)}")
    line = message(
        "cli.games-line",
        players=_range(*head.players),
        age=str(head.age),
        minutes=_range(*head.minutes),
    )
    click.echo(f"  {say(line, speech.language)}")
    titles = typed_titles(game, speech)
    listed = (title if title == name else f"{title} ({name})" for name, title in titles.items())
    click.echo(f"  {speech('games-printables')} {', '.join(listed)}")
    click.echo(f"  {speech('games-languages')} {', '.join(game.said)}")


def _range(least: int, most: int) -> Message:
    """Return a range in words; one number where both ends are the same."""
    if least == most:
        return message("cli.just", number=str(least))
    return message("cli.range", least=str(least), most=str(most))


def check(where: str | None, speech: Speech) -> int:
    """Check a game or a data folder, or every game of the catalog; return the exit code."""
    from generator.check import check as checked
    from generator.game.catalog import folder_of, folders

    code = 0
    for folder in [_folder(where, folder_of)] if where else folders().values():
        try:
            found = checked(folder)
        except LudokitError as error:
            click.echo(error.worded(speech.language), err=True)
            code = FAULT
        else:
            rules = len(found.game.head.rules)
            click.echo(speech("check-done", folder=str(folder), n=rules))
            for warning in found.warnings:
                click.echo(f"  {warning.worded(speech.language)}")
    return code


def _folder(where: str, folder_of: Callable[[str], Path]) -> Path:
    """Return the folder that is meant: one that is there, or what looks like one, else a game's."""
    folder = Path(where)
    return folder if folder.is_dir() or len(folder.parts) > 1 else folder_of(where)


def new(speech: Speech, *, name: str, model: str | None, blank: bool, to: Path) -> None:
    """Write a game's folder, in the language asked for or in all; what is there stays as it is."""
    from generator.game import blank as bare
    from generator.game import started
    from generator.output import write_all

    if blank and model:
        raise UsageFault(message("cli.new-which"))
    only = (speech.language,) if _is_asked_for(OPTION) else ()
    language = speech.language
    files = bare(name, language) if blank else started(name, model or USUAL_MODEL, language, only)
    write_all(to, files, overwrite=False)
    click.echo(speech("new-done", folder=str(to / name)))


def _is_asked_for(option: str) -> bool:
    """Return whether an option stands on the command line, before the command or after it."""
    here = click.get_current_context()
    asked = click.core.ParameterSource.COMMANDLINE
    return asked in {one.get_parameter_source(option) for one in (here, here.find_root())}


def schema(speech: Speech, *, what: str, game: str | None) -> None:
    """Print the JSON Schema of game.yaml, of a language file, or of a game's records."""
    if (what == "record") != (game is not None):
        raise UsageFault(message("cli.schema-which"))
    click.echo(
        json.dumps(_schema(what, game, speech), indent=1, ensure_ascii=False, sort_keys=True)
    )


def _schema(what: str, game: str | None, speech: Speech) -> object:
    if what in SCHEMAS:
        from generator import schemas

        return schemas.game_schema() if what == "game" else schemas.sentences_schema()
    from generator.records.form import rules_of
    from generator.records.form import schema as record_schema

    return record_schema(rules_of(game or ""), speech.language)


def completion(shell: str) -> None:
    """Print the lines that teach a shell to complete ludokit's words."""
    from click.shell_completion import get_completion_class

    root = click.get_current_context().find_root()
    name = root.info_name or ""
    kind = get_completion_class(shell)
    if kind is not None:
        click.echo(kind(root.command, {}, name, f"_{name.upper()}_COMPLETE").source())
