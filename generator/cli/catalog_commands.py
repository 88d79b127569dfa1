"""Commands that look at the catalog and at game data."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.cli import speech as spoken
from generator.cli.options import require_both
from generator.cli.printing import typed_titles
from generator.errors import LudokitError
from generator.words import message, say, spaced

if TYPE_CHECKING:
    from generator.game import Game


def games(speech: spoken.Speech) -> int:
    """List the games with what a person chooses by; tell those that cannot be read."""
    from generator.game import load, names

    return spoken.each(names(), lambda name: _list(load(name), speech), speech)


def _list(game: "Game", speech: spoken.Speech) -> None:
    said = game.said_in(speech.language)
    about = ": ".join(filter(None, (said.title, said.tagline)))
    click.echo(f"{game.name} – {spaced(about, speech.language)}")
    click.echo(f"  {say(game.head.at_a_glance(), speech.language)}")
    titles = typed_titles(game, speech)
    listed = (title if title == name else f"{title} ({name})" for name, title in titles.items())
    click.echo(f"  {speech('games-printables')} {', '.join(listed)}")
    click.echo(f"  {speech('games-languages')} {', '.join(game.said)}")


def check(speech: spoken.Speech, where: str | None) -> int:
    """Check a game or a data folder, or every game of the catalog; return the exit code."""
    from generator.check import check as checked
    from generator.game.catalog import folder_of, folders

    code, asked = 0, [*folders().values()]
    if where:
        # A folder that is there, or what looks like one, else a game's.
        folder = Path(where)
        asked = [folder if folder.is_dir() or len(folder.parts) > 1 else folder_of(where)]
    for folder in asked:
        try:
            found = checked(folder)
        except LudokitError as error:
            click.echo(error.worded(speech.language), err=True)
            code = spoken.FAULT
        else:
            click.echo(speech("check-done", folder=str(folder), n=len(found.game.head.rules)))
            for warning in found.warnings:
                click.echo(f"  {warning.worded(speech.language)}")
    return code


def new(
    speech: spoken.Speech,
    *,
    name: str,
    blank: bool,
    to: Path,
    table: Path | None,
    **given: str | None,
) -> None:
    """Write a game's folder, in the language asked for or in all; what is there stays as it is."""
    from generator.from_list import folder_of_list
    from generator.game import blank as bare
    from generator.game import started
    from generator.output import write_all

    language, model, kind = speech.language, given["from"], given["as"]
    if sum(map(bool, (blank, model, kind))) > 1:
        raise spoken.UsageFault(message("cli.new-which"))
    require_both(kind, table)
    here = click.get_current_context()
    # A language may be asked for before the command or after it.
    sources = {one.get_parameter_source(spoken.OPTION) for one in (here, here.find_root())}
    only = (language,) if click.core.ParameterSource.COMMANDLINE in sources else ()
    if kind and table:
        files = folder_of_list(name, kind, table, language)
    elif blank:
        files = bare(name, language)
    else:
        files = started(name, model or speech("new-model"), language, only)
    write_all(to, files, overwrite=False)
    click.echo(speech("new-done", folder=str(to / name)))


def schema(speech: spoken.Speech, *, what: str, game: str | None) -> None:
    """Print the JSON Schema of game.yaml, of a language file, or of a game's records."""
    if (what == "record") != (game is not None):
        raise spoken.UsageFault(message("cli.schema-which"))
    if game is None:
        from generator import schemas

        made = schemas.game_schema() if what == "game" else schemas.sentences_schema()
    else:
        from generator.records.form import rules_of
        from generator.records.form import schema as record_schema

        made = record_schema(rules_of(game), speech.language)
    click.echo(json.dumps(made, indent=1, ensure_ascii=False, sort_keys=True))


def doctor(speech: spoken.Speech) -> int:
    """Say what is there of what kits need, and the line to type for what is not."""
    from generator.diagnosis import diagnosis

    code = 0
    for part in diagnosis(speech.language):
        if part.state == "missing":
            code = spoken.FAULT
        words = {
            "there": message("doctor.there", what=part.said),
            "noted": message("doctor.noted", what=part.said),
            "missing": message("doctor.missing", what=part.said),
        }
        click.echo(say(words[part.state], speech.language))
        for line in part.line.splitlines():
            click.echo(f"    {line}")
    ending = message("doctor.broken" if code else "doctor.whole")
    click.echo(say(ending, speech.language))
    return code


def completion(_speech: spoken.Speech, shell: str) -> None:
    """Print the lines that teach a shell to complete ludokit's words."""
    from click.shell_completion import get_completion_class

    root = click.get_current_context().find_root()
    name = root.info_name or ""
    kind = get_completion_class(shell)
    if kind is not None:
        click.echo(kind(root.command, {}, name, f"_{name.upper()}_COMPLETE").source())
