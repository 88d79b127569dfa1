"""Commands that look at the catalog and at game data."""

import json
from pathlib import Path

import click

from generator import paths
from generator.cli.options import GameName, command
from generator.cli.speech import OneOf, Speech, SpokenCommand, UsageFault
from generator.words import Message, message, say

# What an author writes; the third schema is that of a game's records.
SCHEMAS = ("game", "sentences")


def first(speech: Speech) -> tuple[SpokenCommand, ...]:
    """Return the command a newcomer needs first."""
    return (command(speech, "games", lambda: games(speech)),)


def last(speech: Speech) -> tuple[SpokenCommand, ...]:
    """Return the commands for people who write game data, and the shell's completion."""
    folder = click.Argument(
        ["folder"],
        type=click.Path(path_type=Path, readable=False),
        required=False,
        metavar=f"[{speech('folder-metavar')}]",
    )
    what = click.Argument(["what"], type=OneOf(*SCHEMAS, "record"))
    jeu = speech("game-metavar")
    game = click.Argument(["game"], type=GameName(jeu), required=False, metavar=f"[{jeu}]")
    shell = click.Argument(["shell"], type=OneOf("bash", "zsh", "fish"))
    return (
        command(speech, "check", lambda folder: check(folder, speech), folder),
        _new(speech),
        command(speech, "schema", lambda **given: schema(speech, **given), what, game),
        command(speech, "completion", completion, shell),
    )


def _new(speech: Speech) -> SpokenCommand:
    path = click.Path(path_type=Path, readable=False)
    return command(
        speech,
        "new",
        lambda **given: new(speech, **given),
        click.Argument(["name"], metavar=speech("new-metavar")),
        click.Option(
            ["--from", "model"],
            type=GameName(speech("game-metavar")),
            default="qwinto",
            help=speech("new-from-help"),
        ),
        click.Option(
            ["--to"],
            type=path,
            default=paths.own_rules_data(),
            metavar=speech("folder-metavar"),
            help=speech("new-to-help"),
        ),
    )


def games(speech: Speech) -> None:
    """List the games with what a person chooses by."""
    from generator.game import load, names

    for name in names():
        game = load(name)
        said, head = game.said_in(speech.language), game.head
        click.echo(f"{name} – {': '.join(filter(None, (said.title, said.tagline)))}")
        line = message(
            "cli.games-line",
            players=_range(*head.players),
            age=str(head.age),
            minutes=_range(*head.minutes),
        )
        click.echo(f"  {say(line, speech.language)}")
        listed = ", ".join(
            f"{printable} ({said.printables[printable]})" for printable in game.printables()
        )
        click.echo(f"  {speech('games-printables')} {listed}")
        click.echo(f"  {speech('games-languages')} {', '.join(game.said)}")


def _range(least: int, most: int) -> Message:
    """Return a range in words; one number where both ends are the same."""
    if least == most:
        return message("cli.just", number=str(least))
    return message("cli.range", least=str(least), most=str(most))


def check(folder: Path | None, speech: Speech) -> None:
    """Check one data folder, or every game of the catalog."""
    from generator.check import check as checked
    from generator.errors import gathered
    from generator.game.catalog import folders

    chosen = [folder] if folder else folders().values()
    found = gathered(*(lambda one=one: checked(one) for one in chosen))
    for one in found:
        rules = len(one.game.head.rules)
        click.echo(speech("check-done", folder=str(one.game.folder), n=rules))
        for warning in one.warnings:
            click.echo(f"  {warning.worded(speech.language)}")


def new(speech: Speech, *, name: str, model: str, to: Path) -> None:
    """Write a game's folder as a copy of another's; what is there stays as it is."""
    from generator.game import started
    from generator.output import write_all

    write_all(to, started(name, model), overwrite=False)
    click.echo(speech("new-done", folder=str(to / name), model=model))


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
    from generator.records.form import opened
    from generator.records.schema import schema as record_schema

    return record_schema(opened(game or ""), speech.language)


def completion(shell: str) -> None:
    """Print the lines that teach a shell to complete ludokit's words."""
    from click.shell_completion import get_completion_class

    from generator.cli.language import USUAL
    from generator.cli.program import COMPLETION, NAME, program

    kind = get_completion_class(shell)
    if kind is not None:
        click.echo(kind(program(USUAL), {}, NAME, COMPLETION).source())
