"""What a new game is, asked on a terminal: one question after another, until an answer does."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from generator.cli.language import CliLanguage
from generator.errors import LudokitError
from generator.options import ASKED, BEGIN, Option
from generator.words import message, say


def is_terminal() -> bool:
    """Return whether somebody can be asked: neither what is typed nor what is said is a file."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def ask_game(lang: CliLanguage, name: str) -> Mapping[str, Any]:
    """Ask what a game is; return it as options of the command say it."""
    from generator.game.catalog import require_free
    from generator.new_game import question

    require_free(name)
    click.echo(lang("new-asked"))
    kinds = " / ".join(BEGIN.typed(one, lang.language) for one in BEGIN.values)
    kind = _ask(BEGIN, lang("new-ask-kind", kinds=kinds), {"name": name}, lang)
    found: dict[str, Any] = {kind: kind in BEGIN.values[:-1], "name": name}
    for one in ASKED[kind]:
        asked = question(one, found)
        words = say(message(f"page.option-{one}"), lang.language)
        if asked.most:
            words = lang("new-ask-within", what=words, least=str(asked.least), most=str(asked.most))
        found[one] = _ask(asked, words, found, lang)
    return found


def _ask(asked: Option, words: str, found: Mapping[str, Any], lang: CliLanguage) -> Any:
    """Ask until an answer does; an empty one is the usual."""
    section = ("tables",) if asked.name == "table" else ("values", asked.name)
    usual = lang.typed(asked.usual, *section)[0]
    while True:
        ask = lang("new-ask", what=words, usual=usual)
        text = click.prompt(ask, default=usual, show_default=False, prompt_suffix="").strip()
        try:
            value = asked.read(text, lang.language)
            return _table(text, found, lang) if asked.name == "table" else value
        except LudokitError as error:
            click.echo(error.worded(lang.language))


def _table(text: str, found: Mapping[str, Any], lang: CliLanguage) -> Path:
    from generator.from_list import game_of_list, understood

    understood(game_of_list(found["name"], found["as"], Path(text), lang.language))
    return Path(text)
