"""The arguments and options of all commands: by name, what each takes and within which limits."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from generator import options, paths
from generator.cli import language as spoken
from generator.cli.language import complete_game
from generator.words import OptionWord, message

PATH = spoken.NonEmptyPath(path_type=Path, readable=False)
FLAG = {"is_flag": True, "default": False}
FILE = {"type": PATH, "metavar": "{file}"}
FILES = {"nargs": -1, "required": True, "type": PATH}
FOLDER = {"type": PATH, "metavar": "{folder}"}
GAME = {"metavar": "{game}", "shell_complete": complete_game}

# What click is told of each argument (in brackets: may be left out) and option (typed as `name`).
ARGUMENTS: Mapping[str, Mapping[str, Any]] = {
    "files": FILES | {"metavar": "{file}..."},
    "game": GAME,
    "[game]": GAME | {"metavar": "[{game}]", "required": False},
    "games": GAME | {"metavar": "[{game}]...", "nargs": -1},
    "name": {"metavar": "{new}"},
    "printables": {"metavar": "[{printable}]...", "nargs": -1},
    "shell": {"values": ("bash", "zsh", "fish")},
    "pictures": FILES | {"metavar": "{picture}..."},
    "[words]": {"metavar": "[{words}]...", "nargs": -1},
    "what": {"values": ("game", "sentences", "record", "report")},
    "[where]": {"metavar": "[{game}|{folder}]", "required": False},
}
OPTIONS: dict[str, Mapping[str, Any]] = {
    "all": FLAG,
    "blank-trial": FLAG | {"name": "trial"},
    "class-page": FLAG,
    "cluster": {"metavar": "{address}"},
    "correct": FLAG,
    "format": {"values": ("text", "json", "jsonl", "sarif"), "default": "text"},
    "new-blank": FLAG | {"name": "blank"},
    "new-from": GAME | {"name": "from"},
    "new-sheet": FLAG | {"name": "sheet", "says": "sheet"},
    "new-deck": FLAG | {"name": "deck", "says": "deck"},
    "new-players": {"name": "players", "metavar": "N-N"},
    "new-to": FOLDER | {"name": "to", "default": paths.OWN_RULES_DATA},
    "no-browser": FLAG,
    "overwrite": {"name": "overwrite/no-overwrite", "default": True},
    "players": {"metavar": "{players}", "default": ""},
    "preview": FLAG,
    "quiet": FLAG,
    "record-format": {"values": ("yaml", "csv"), "name": "format"},
    "read-names": FILE | {"name": "names", "says": "read-names"},
    "read-to": FILE | {"name": "to", "says": "read-to"},
    "rewrite": FLAG,
    "sheet-png": FLAG,
    "shortcut": FLAG,
    "slips": {"name": "slips/no-slips", "default": None},
    "to": FOLDER | {"default": paths.OUTPUT},
    "to-file": FILE | {"name": "to"},
    "trial": FILE,
    "verbose": FLAG,
}
OPTIONS |= {name: {"metavar": "N"} for name in options.OF_NEW if name != "players"}
# Numbers, with their limits.
NUMBERS: Mapping[str, tuple[str, int, int, str]] = {
    "errors": ("errors", 0, 20, "0"),
    "jobs": ("jobs", 1, options.MOST_JOBS, ""),
    "judge-jobs": ("jobs", 1, options.MOST_JOBS, ""),
    "port": ("port", 1024, 65_535, ""),
}
PAGE = ("paper", "ink", "font")
WRITING = ("to", "overwrite", "preview", "quiet", "verbose")
PRINTING = (
    *("copies", "names", "play-with", "country", "year", "kinds", "difficulty"),
    *(*PAGE, "per-page", "large", "no-signs", "printer"),
    *("only", "card-size", "duplex", "bleed", "made-for", "seed", *WRITING, "jobs"),
)
NEW = ("name", "new-sheet", "new-deck", "rows", "cells", "dice", "cards", "new-players")
KIT = ("games", "all", "pupils", *options.OF_KITS, *PRINTING)
PRINT = ("game", "printables", *options.OF_LISTS, "pupils", *PRINTING, "cluster", "sheet-png")


def build_params(*names: str) -> spoken.ParamsBuilder:
    """Return a builder of the named arguments and options in a language."""
    return lambda lang: [_param(lang, name) for name in names]


def _param(lang: spoken.CliLanguage, name: str) -> click.Parameter:
    if name in ARGUMENTS:
        return lang.argument(name.strip("[]"), **ARGUMENTS[name])
    if name in NUMBERS:
        called, least, most, usual = NUMBERS[name]
        number = options.Option(called, "whole", usual=usual, least=least, most=most)
        return lang.described(number, says=name)
    if name not in OPTIONS:
        several = {"metavar": "{names}", "multiple": True}
        more = several if name in options.SEVERAL else {}
        return lang.described(options.describe(name), says=name, **more)
    return lang.option(**{"name": name, "says": name, **OPTIONS[name]})


def require_apart(given: Mapping[str, Any], one: str, *others: str) -> None:
    """Raise UsageFault where an option is given together with one of the others."""
    for other in others if given[one] else ():
        if given[other.replace("-", "_")]:
            told = message("cli.options-apart", option=OptionWord(one), other=OptionWord(other))
            raise spoken.UsageFault(told)
