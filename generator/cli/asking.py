"""What a new game is, asked on a terminal: one question after another, until an answer does."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from generator.cli.language import CliLanguage
from generator.errors import LudokitError
from generator.options import ASKED, BEGIN, Option, describe
from generator.words import message, say

T = TypeVar("T")
# What a game from a list is where nobody chooses.
USUAL_LIST = {"as": "memory", "table": "capitals"}


def is_terminal() -> bool:
    """Return whether somebody can be asked: neither what is typed nor what is said is a file."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def ask_game(lang: CliLanguage, name: str) -> Mapping[str, Any]:
    """Ask what a game is; return it as options of the command say it."""
    from generator.game.catalog import require_free

    require_free(name)
    click.echo(lang("new-asked"))
    kinds = " / ".join(BEGIN.typed(one, lang.language) for one in BEGIN.values)
    usual = BEGIN.typed(BEGIN.usual, lang.language)
    words = lang("new-ask-kind", kinds=kinds, usual=usual)
    kind = _ask(words, usual, lambda typed: BEGIN.read(typed, lang.language), lang)
    if kind == "list":
        return _ask_list(lang, name)
    return {kind: True, **_ask_numbers(lang, kind)}


def _ask_numbers(lang: CliLanguage, kind: str) -> Mapping[str, str]:
    from generator.new_game import question

    answers: dict[str, Any] = {}
    typed: dict[str, str] = {}
    for name in ASKED[kind]:
        asked = question(name, answers)
        limits = {"least": str(asked.least), "most": str(asked.most), "usual": asked.usual}
        words = lang("new-ask", what=_label(name, lang), **limits)

        def read(text: str, name: str = name, asked: Option = asked) -> str:
            answers[name] = asked.read(text, lang.language)
            return text

        typed[name] = _ask(words, asked.usual, read, lang)
    return typed


def _ask_list(lang: CliLanguage, name: str) -> Mapping[str, Any]:
    from generator.from_list import game_of_list, understood

    kinds, language = describe("as"), lang.language
    shown = kinds.typed(USUAL_LIST["as"], language)
    words = lang("new-ask-any", what=_label("as", lang), usual=shown)
    kind = _ask(words, shown, lambda typed: str(kinds.read(typed, language)), lang)
    shown = lang.typed(USUAL_LIST["table"], "tables")[0]

    def read(text: str) -> Path:
        understood(game_of_list(name, kind, Path(text), language))
        return Path(text)

    words = lang("new-ask-any", what=_label("table", lang), usual=shown)
    return {"as": kind, "table": _ask(words, shown, read, lang)}


def _label(name: str, lang: CliLanguage) -> str:
    return say(message(f"page.option-{name}"), lang.language)


def _ask(words: str, usual: str, read: Callable[[str], T], lang: CliLanguage) -> T:
    """Ask until an answer does; an empty one is the usual."""
    while True:
        text = click.prompt(words, default=usual, show_default=False, prompt_suffix="")
        try:
            return read(str(text).strip())
        except LudokitError as error:
            click.echo(error.worded(lang.language))
