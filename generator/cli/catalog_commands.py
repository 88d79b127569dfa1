"""Commands about the catalog, game data and the page: `games`, `check`, `new`, `open`..."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator.cli.asking import ask_game, is_terminal
from generator.cli.language import (
    FAULT,
    OPTION,
    CliLanguage,
    UsageFault,
    attempt_each,
    write_new,
)
from generator.errors import LudokitError
from generator.options import ASKED, OF_NEW
from generator.print_request import list_choices, require_list
from generator.words import OptionWord, message, no_break_spaced, packs, say

if TYPE_CHECKING:
    from generator.errors import Problem
    from generator.game import Game


def list_games(lang: CliLanguage) -> int:
    """List the games with what a person chooses by; report those that cannot be read."""
    from generator.game import game_names, load

    return attempt_each(game_names(), lambda name: _list(load(name), lang), lang)


def _list(game: "Game", lang: CliLanguage) -> None:
    from generator.game.titles import titles_to_type

    said = game.sentences_in(lang.language)
    about = ": ".join(filter(None, (said.title, said.tagline)))
    click.echo(f"{game.name} – {no_break_spaced(about, lang.language)}")
    click.echo(f"  {say(game.head.at_a_glance(), lang.language)}")
    titles = titles_to_type(game, lang.language)
    listed = (title if title == name else f"{title} ({name})" for name, title in titles.items())
    click.echo(f"  {lang('games-printables')} {', '.join(listed)}")
    click.echo(f"  {lang('games-languages')} {', '.join(game.sentences)}")


def check_folders(lang: CliLanguage, where: str | None) -> int:
    """Check a game or a language by its folder, or every game and all languages of one's own."""
    from generator.game.catalog import folder_of, game_folders

    code, asked = 0, [*game_folders().values(), *packs.folders_in(packs.OWN)]
    if where:
        # An existing folder, or what looks like a path; else the name of a game.
        folder = Path(where)
        asked = [folder if folder.is_dir() or len(folder.parts) > 1 else folder_of(where)]
    for folder in asked:
        try:
            told, warnings = _checked(folder, lang)
        except LudokitError as error:
            click.echo(error.worded(lang.language), err=True)
            code = FAULT
        else:
            click.echo(told)
            for warning in warnings:
                click.echo(f"  {warning.worded(lang.language)}")
    return code


def _checked(folder: Path, lang: CliLanguage) -> tuple[str, Sequence["Problem"]]:
    from generator.check import check
    from generator.language_check import check_language, is_language

    if is_language(folder):
        known = check_language(folder)
        games = ", ".join(known.games) or "–"
        told = lang("check-language", folder=str(folder), n=known.messages, games=games)
        return told, known.missing
    found = check(folder)
    n = len(found.game.head.rules)
    return lang("check-done", folder=str(folder), n=n), found.warnings


def start_game(lang: CliLanguage, *, name: str, blank: bool, to: Path, **given: Any) -> None:
    """Write a game's folder, in the language asked for or in all, without overwriting anything."""
    from generator.from_list import (
        ListChoices,
        folder_of_list,
        game_of_list,
        template_facts,
        understood,
    )
    from generator.game import blank_game_files as bare
    from generator.game import copied_game_files
    from generator.new_game import new_game_files, read_answers
    from generator.output import write_all

    ways = (blank, given["from"], given["as"], given["sheet"], given["deck"])
    if sum(map(bool, ways)) > 1:
        raise UsageFault(message("cli.new-which"))
    if not any(ways) and not any(map(given.get, (*OF_NEW, "table"))) and is_terminal():
        given |= ask_game(lang, name)
    language, model, kind, table = lang.language, given["from"], given["as"], given["table"]
    outline = next((one for one in ASKED if given.get(one)), "")
    for idle in (one for one in OF_NEW if given[one] and one not in ASKED.get(outline, ())):
        raise UsageFault(message("cli.new-idle", option=OptionWord(idle)))
    require_list(given)
    here = click.get_current_context()
    # A language may be asked for before the command or after it.
    sources = {one.get_parameter_source(OPTION) for one in (here, here.find_root())}
    only = (language,) if click.core.ParameterSource.COMMANDLINE in sources else ()
    if kind and table:
        facts = template_facts(list_choices(given))
        chosen = ListChoices(given["headings"], facts=facts)
        files = folder_of_list(name, kind, table, language, chosen)
        made = game_of_list(name, kind, table, language, chosen)
        click.echo(say(understood(made), language), err=True)
    elif outline:
        typed = {one: given[one] for one in OF_NEW if given[one]}
        files = new_game_files(name, outline, read_answers(outline, typed, language), language)
    elif blank:
        files = bare(name, language)
    else:
        model = model or lang("new-model")
        files = copied_game_files(name, model, language, only)
    write_all(to, files, overwrite=False)
    told = "new-copied" if model else "new-done"
    click.echo(lang(told, folder=str(to / name), model=model))


def print_schema(lang: CliLanguage, *, what: str, game: str | None) -> None:
    """Print the JSON Schema of game.yaml, a language file, a game's records, or reports."""
    if (what == "record") != (game is not None):
        raise UsageFault(message("cli.schema-which"))
    if game is None:
        from generator import schemas

        known = {"game": schemas.game_schema, "report": schemas.report_schema}
        made = known.get(what, schemas.sentences_schema)()
    else:
        from generator.records.record_format import catalog_rules
        from generator.records.record_schema import record_json_schema as record_schema

        made = record_schema(catalog_rules(game), lang.language)
    click.echo(json.dumps(made, indent=1, ensure_ascii=False, sort_keys=True))


def list_drawings(
    lang: CliLanguage, *, words: tuple[str, ...], to: Path | None, **given: Any
) -> None:
    """List the drawings that come with the program, or draw sheets of them into a file."""
    from generator.game.drawings import drawing_title, find_drawings

    found = find_drawings(words)
    if not found:
        raise LudokitError(message("drawings.none", found=" ".join(words)))
    if to is None:
        for name in found:
            click.echo(f"{name} – {drawing_title(name, lang.language)}")
        return
    from generator.make import make_drawing_sheets
    from generator.print_request import options_of
    from generator.printables.planning import require_usual_paper

    options = options_of(given, lang.language)
    require_usual_paper(options)
    write_new(to, make_drawing_sheets(found, options), lang)


def report_diagnosis(lang: CliLanguage) -> int:
    """Report what kits need, what of it is missing, and the line to type for that."""
    from generator.diagnosis import diagnose

    code = 0
    for part in diagnose(lang.language):
        if part.state == "missing":
            code = FAULT
        click.echo(say(message(f"doctor.{part.state}", what=part.said), lang.language))
        for line in part.line.splitlines():
            click.echo(f"    {line}")
    click.echo(say(message("doctor.broken" if code else "doctor.whole"), lang.language))
    return code


def print_completion(_lang: CliLanguage, shell: str) -> None:
    """Print the shell script that completes ludokit's commands and options."""
    from click.shell_completion import get_completion_class

    root = click.get_current_context().find_root()
    name = root.info_name or ""
    kind = get_completion_class(shell)
    if kind is not None:
        click.echo(kind(root.command, {}, name, f"_{name.upper()}_COMPLETE").source())


def open_page(lang: CliLanguage, *, port: int | None, no_browser: bool, shortcut: bool) -> None:
    """Serve the page until Ctrl-C ends it, or show the one that is served already."""
    try:
        from generator.page import server
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] == "generator":
            raise
        from generator.diagnosis import FOR_PAGE, install_line, missing_libraries

        line = install_line(missing_libraries(FOR_PAGE) or (str(error.name),))
        reason = message("page.not-installed", library=str(error.name), line=line)
        raise LudokitError(reason) from error

    def tell(key: str, address: str) -> None:
        click.echo(lang(key, address=address))

    if shortcut:
        click.echo(lang("open-shortcut", path=str(server.make_shortcut(lang.language))))
        return
    server.serve(lang.language, port, tell, browser=not no_browser)
