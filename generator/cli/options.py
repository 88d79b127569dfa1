"""The arguments and options of the commands: what each takes, within which limits, by its name."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args, get_type_hints

import click

from generator import paths
from generator.cli import speech as spoken
from generator.cli.speech import games_begun
from generator.words import OptionWord, message

MOST_BLEED = 10
MOST_COPIES = 500
MOST_ERRORS = 20
MOST_JOBS = 64
MOST_PUPILS = 500
LARGEST_SEED = 999_999_999
HIGHEST_PORT = 65_535

PATH = spoken.Named(path_type=Path, readable=False)
FLAG = {"is_flag": True, "default": False}
FILE = {"type": PATH, "metavar": "{file}"}
FOLDER = {"type": PATH, "metavar": "{folder}"}
GAME = {"metavar": "{game}", "shell_complete": games_begun}

# How the arguments and options of commands are read, by name; one in brackets may be left out. An
# option that is called differently from what is said of it has a `name` of its own.
ARGUMENTS: Mapping[str, Mapping[str, Any]] = {
    "files": {"metavar": "{file}...", "nargs": -1, "required": True, "type": PATH},
    "game": GAME,
    "[game]": GAME | {"metavar": "[{game}]", "required": False},
    "games": GAME | {"metavar": "[{game}]...", "nargs": -1},
    "name": {"metavar": "{new}"},
    "printables": {"metavar": "[{printable}]...", "nargs": -1},
    "shell": {"values": ("bash", "zsh", "fish")},
    "what": {"values": ("game", "sentences", "record")},
    "[where]": {"metavar": "[{game}|{folder}]", "required": False},
}
OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "all": FLAG,
    "as": {},
    "bleed": {"type": spoken.Millimetres(MOST_BLEED), "default": 0.0},
    "class-page": FLAG,
    "cluster": {"metavar": "{address}"},
    "copies": {"type": spoken.Whole(1, MOST_COPIES), "default": 1},
    "correct": FLAG,
    "errors": {"type": spoken.Whole(0, MOST_ERRORS), "default": 0},
    "format": {"values": ("text", "json", "jsonl", "sarif"), "default": "text"},
    "group": {"type": spoken.Whole(1, MOST_PUPILS)},
    "jobs": {"type": spoken.Whole(1, MOST_JOBS)},
    "judge-jobs": {"type": spoken.Whole(1, MOST_JOBS), "name": "jobs"},
    "large": FLAG,
    "names": FILE,
    "new-blank": FLAG | {"name": "blank"},
    "new-from": GAME | {"name": "from"},
    "new-to": FOLDER | {"name": "to", "default": paths.OWN_RULES_DATA},
    "no-browser": FLAG,
    "only": {"metavar": "{names}", "multiple": True},
    "overwrite": {"name": "overwrite/no-overwrite", "default": True},
    "per-page": {"type": spoken.Whole(1, 100)},
    "players": {"metavar": "{players}", "default": ""},
    "port": {"type": spoken.Whole(1024, HIGHEST_PORT)},
    "preview": FLAG,
    "printer": FILE,
    "pupils": {"type": spoken.Whole(1, MOST_PUPILS)},
    "quiet": FLAG,
    "record-format": {"values": ("yaml", "csv"), "name": "format"},
    "rewrite": FLAG,
    "seed": {"type": spoken.Whole(0, LARGEST_SEED), "default": 1},
    "sheet-png": FLAG,
    "shortcut": FLAG,
    "slips": {"name": "slips/no-slips", "default": None},
    "table": FILE,
    "to": FOLDER | {"default": paths.OUTPUT},
    "to-file": FILE | {"name": "to"},
    "verbose": FLAG,
}
# Of these the words and the usual one are those of the option model: of any page, and of cards.
PAGE = ("paper", "ink", "font")
CARDS = ("card-size", "duplex")
PLAY = "play-with"
WRITING = ("to", "overwrite", "preview", "quiet", "verbose")
PRINTING = (
    *("copies", "names", PLAY, "country", *PAGE, "per-page", "large", "printer"),
    *("only", *CARDS, "bleed", "seed", *WRITING, "jobs"),
)
LIST = ("as", "table")
KIT = ("games", "all", "pupils", "group", *PRINTING)
PRINT = ("game", "printables", *LIST, "pupils", *PRINTING, "cluster", "sheet-png")


def takes(*names: str) -> spoken.Params:
    """Return what makes the arguments and options of some names."""
    return lambda speech: [_param(speech, name) for name in names]


def _param(speech: spoken.Speech, name: str) -> click.Parameter:
    if name in ARGUMENTS:
        return speech.argument(name.strip("[]"), **ARGUMENTS[name])
    if name == "as":
        from generator.from_list import kinds

        return speech.option(name, values=kinds())
    if name == "country":
        from generator.game.countries import NONE, countries

        return speech.option(name, values=(*countries(), NONE))
    if name in (*PAGE, *CARDS, PLAY):
        from generator.printables.context import CARD_SIZES, Options, perforated

        field = name.replace("-", "_")
        if name == "card-size":
            kind = spoken.Size(speech, name, (*CARD_SIZES, *perforated()))
            return speech.option(name, type=kind, default=getattr(Options(), field))
        words = get_args(get_type_hints(Options)[field])
        return speech.option(name, values=words, default=getattr(Options(), field))
    return speech.option(**{"name": name, "says": name, **OPTIONS[name]})


def require_apart(given: Mapping[str, Any], one: str, *others: str) -> None:
    """Raise UsageFault for an option beside one of the others."""
    for other in others if given[one] else ():
        if given[other.replace("-", "_")]:
            told = message("cli.options-apart", option=OptionWord(one), other=OptionWord(other))
            raise spoken.UsageFault(told)


def require_both(kind: str | None, table: Path | None) -> None:
    """Raise UsageFault for a kind without a table, and for a table without a kind."""
    if bool(kind) != bool(table):
        raise spoken.UsageFault(message("cli.list-both"))
