"""The arguments and options of all commands: by name, what each takes and within which limits."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args, get_type_hints

import click

from generator import paths
from generator.cli import language as spoken
from generator.cli.language import complete_game
from generator.words import OptionWord, message

MOST_JOBS = 64
MOST_PUPILS = 500

PATH = spoken.NonEmptyPath(path_type=Path, readable=False)
FLAG = {"is_flag": True, "default": False}
FILE = {"type": PATH, "metavar": "{file}"}
FOLDER = {"type": PATH, "metavar": "{folder}"}
GAME = {"metavar": "{game}", "shell_complete": complete_game}

# What click is told of each argument (in brackets: may be left out) and option (typed as `name`).
ARGUMENTS: Mapping[str, Mapping[str, Any]] = {
    "files": {"metavar": "{file}...", "nargs": -1, "required": True, "type": PATH},
    "game": GAME,
    "[game]": GAME | {"metavar": "[{game}]", "required": False},
    "games": GAME | {"metavar": "[{game}]...", "nargs": -1},
    "name": {"metavar": "{new}"},
    "printables": {"metavar": "[{printable}]...", "nargs": -1},
    "shell": {"values": ("bash", "zsh", "fish")},
    "what": {"values": ("game", "sentences", "record", "report")},
    "[where]": {"metavar": "[{game}|{folder}]", "required": False},
}
OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "all": FLAG,
    "as": {},
    "bleed": {"type": spoken.Millimetres(10), "default": 0.0},
    "class-page": FLAG,
    "cluster": {"metavar": "{address}"},
    "copies": {"type": spoken.WholeNumber(1, 500), "default": 1},
    "correct": FLAG,
    "errors": {"type": spoken.WholeNumber(0, 20), "default": 0},
    "format": {"values": ("text", "json", "jsonl", "sarif"), "default": "text"},
    "group": {"type": spoken.WholeNumber(1, MOST_PUPILS)},
    "headings": {"values": ("yes", "no")},
    "jobs": {"type": spoken.WholeNumber(1, MOST_JOBS)},
    "judge-jobs": {"type": spoken.WholeNumber(1, MOST_JOBS), "name": "jobs"},
    "large": FLAG,
    "names": FILE,
    "new-blank": FLAG | {"name": "blank"},
    "new-from": GAME | {"name": "from"},
    "new-to": FOLDER | {"name": "to", "default": paths.OWN_RULES_DATA},
    "no-browser": FLAG,
    "only": {"metavar": "{names}", "multiple": True},
    "overwrite": {"name": "overwrite/no-overwrite", "default": True},
    "per-page": {"type": spoken.WholeNumber(1, 100)},
    "players": {"metavar": "{players}", "default": ""},
    "port": {"type": spoken.WholeNumber(1024, 65_535)},
    "preview": FLAG,
    "printer": FILE,
    "pupils": {"type": spoken.WholeNumber(1, MOST_PUPILS)},
    "quiet": FLAG,
    "record-format": {"values": ("yaml", "csv"), "name": "format"},
    "rewrite": FLAG,
    "seed": {"type": spoken.WholeNumber(0, 999_999_999), "default": 1},
    "sheet-png": FLAG,
    "shortcut": FLAG,
    "slips": {"name": "slips/no-slips", "default": None},
    "table": FILE,
    "to": FOLDER | {"default": paths.OUTPUT},
    "to-file": FILE | {"name": "to"},
    "verbose": FLAG,
}
# These take values and default from the field of `Options`: of any page, and of cards.
PAGE = ("paper", "ink", "font")
CARDS = ("card-size", "duplex")
PLAY = "play-with"
WRITING = ("to", "overwrite", "preview", "quiet", "verbose")
PRINTING = (
    *("copies", "names", PLAY, "country", *PAGE, "per-page", "large", "printer"),
    *("only", *CARDS, "bleed", "seed", *WRITING, "jobs"),
)
LIST = ("as", "table", "headings")
KIT = ("games", "all", "pupils", "group", *PRINTING)
PRINT = ("game", "printables", *LIST, "pupils", *PRINTING, "cluster", "sheet-png")


def build_params(*names: str) -> spoken.ParamsBuilder:
    """Return a builder of the named arguments and options in a language."""
    return lambda lang: [_param(lang, name) for name in names]


def _param(lang: spoken.CliLanguage, name: str) -> click.Parameter:
    if name in ARGUMENTS:
        return lang.argument(name.strip("[]"), **ARGUMENTS[name])
    if name == "as":
        from generator.from_list import list_kinds

        return lang.option(name, values=list_kinds())
    if name == "country":
        from generator.game.countries import NONE, countries

        return lang.option(name, values=(*countries(), NONE))
    if name in (*PAGE, *CARDS, PLAY):
        from generator.printables.context import CARD_SIZES, Options, perforated_sheets

        field = name.replace("-", "_")
        if name == "card-size":
            kind = spoken.CardSize(lang, name, (*CARD_SIZES, *perforated_sheets()))
            return lang.option(name, type=kind, default=getattr(Options(), field))
        words = get_args(get_type_hints(Options)[field])
        return lang.option(name, values=words, default=getattr(Options(), field))
    return lang.option(**{"name": name, "says": name, **OPTIONS[name]})


def require_apart(given: Mapping[str, Any], one: str, *others: str) -> None:
    """Raise UsageFault where an option is given together with one of the others."""
    for other in others if given[one] else ():
        if given[other.replace("-", "_")]:
            told = message("cli.options-apart", option=OptionWord(one), other=OptionWord(other))
            raise spoken.UsageFault(told)


def require_both(kind: str | None, table: Path | None, headings: str | None) -> None:
    """Raise UsageFault for a kind without a table, and for what is told of no table."""
    if bool(kind) != bool(table) or (headings and not table):
        raise spoken.UsageFault(message("cli.list-both"))
