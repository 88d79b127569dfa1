"""Every option of printing once, for the command line and the page: what it takes, what it is for.

Its words stand under its name: what is typed for it, its help, its label on the page.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, get_args, get_type_hints

from generator.errors import LudokitError
from generator.words import (
    Language,
    Message,
    OptionWord,
    clip_text,
    message,
    name_meant,
    not_one_of,
    say,
    typed_words,
)

if TYPE_CHECKING:
    from generator.game import Game

Command = Literal["kit", "print"]
Kind = Literal["choice", "size", "whole", "range", "length", "flag", "text", "file", "year"]

MOST_PUPILS, MOST_JOBS = 500, 64
# What a browser sends for a box that is ticked.
ON = "on"
LENGTH = re.compile(r"[0-9]{1,4}([.,][0-9]{1,4})?")
# The smallest card and the largest: width and height in mm.
LEAST_CARD, LARGEST_CARD = (30, 45), (150, 220)
# Options by the heading under which a long help shows them, each with the kind of value it takes.
HEADINGS: Mapping[str, Mapping[str, Kind]] = {
    "group-class": {
        "pupils": "whole",
        "group": "whole",
        "class-name": "text",
        "contents": "text",
        "edition": "flag",
        "copies": "whole",
        "names": "file",
        "play-with": "choice",
        "country": "choice",
        "year": "year",
        "kinds": "text",
        "difficulty": "whole",
    },
    "group-paper": {
        "paper": "choice",
        "ink": "choice",
        "font": "choice",
        "per-page": "whole",
        "large": "flag",
        "no-signs": "flag",
        "printer": "file",
    },
    "group-cards": {
        "only": "text",
        "card-size": "size",
        "duplex": "choice",
        "bleed": "length",
        "made-for": "choice",
    },
    "group-list": {
        "as": "choice",
        "table": "file",
        "headings": "choice",
        "title": "text",
        "theme": "choice",
        "sides": "text",
        "levels": "text",
        "pairs": "whole",
        "grid": "choice",
        "members": "whole",
        "signs": "choice",
        "squares": "whole",
        "decks": "whole",
        "leave-out": "flag",
        "pack": "flag",
        "seed": "whole",
    },
}
LIMITS: Mapping[str, tuple[int, int]] = {
    "bleed": (0, 10),
    "copies": (1, 500),
    "decks": (1, 40),
    "difficulty": (1, 3),
    "group": (1, MOST_PUPILS),
    "members": (2, 12),
    "pairs": (6, 40),
    "per-page": (1, 100),
    "pupils": (1, MOST_PUPILS),
    "seed": (0, 999_999_999),
    "squares": (40, 63),
}
# What a kit alone takes; a game from a list, each kind of it, and some of them.
OF_KITS = ("group", "class-name", "contents", "edition")
OF_EACH_LIST = ("as", "table", "headings", "title", "theme", "levels", "leave-out", "pack")
OF_SOME_LISTS: Mapping[str, tuple[str, ...]] = {
    "chain": ("sides",),
    "dominoes": ("sides",),
    "families": ("sides", "members", "decks"),
    "flashcards": ("sides",),
    "goose": ("squares",),
    "loto": ("sides", "grid"),
    "memory": ("sides", "pairs", "decks"),
    "one-in-common": ("sides", "signs", "decks"),
    "quiz": ("sides", "decks"),
}
OF_LISTS = tuple(name for name in HEADINGS["group-list"] if name != "seed")
# What is written into a folder of one's own: how often it is printed, and what is too long, is not.
OF_NEW_LISTS = tuple(name for name in OF_LISTS if name not in {"decks", "leave-out"})
# What changes the game that is made of a list, not how its table is read or how often it is made.
LIST_CHOICES = tuple(
    n for n in OF_LISTS if n not in {"as", "table", "headings", "decks", "leave-out"}
)
# Several of them are written in one, parted by commas.
SEVERAL = ("contents", "kinds", "only")


@dataclass(frozen=True, slots=True)
class Option:
    """An option: the `values` of a choice by their names, the `usual` one as it is typed."""

    name: str
    kind: Kind
    heading: str = "options"
    usual: str = ""
    values: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None

    def typed(self, value: str, language: Language) -> str:
        """Return one of its values as it is typed in a language."""
        return typed_words(value, language, "values", self.name)[0]

    def read(self, text: str, language: Language) -> Any:
        """Return what is meant by what was typed in any language; LudokitError for nothing."""
        match self.kind:
            case "flag":
                return text == ON
            case "whole" | "range":
                return self._whole(text) if self.kind == "whole" else self._range(text)
            case "length":
                length = _length(text)
                if length is None or length > (self.most or 0):
                    raise LudokitError(message("cli.not-length", found=text, most=str(self.most)))
                return length
            case "size" if any(map(str.isdecimal, text[:1])):
                return _card_size(text)
            case "size" | "choice" | "year":
                return self._choice(text, language)
            case _:
                return text

    def _whole(self, text: str) -> int:
        least, most = self.least or 0, self.most or 0
        is_whole = re.fullmatch(r"[+-]?[0-9]{1,18}", text.strip()) is not None
        if not is_whole or not least <= int(text) <= most:
            told = {"found": clip_text(text), "least": str(least), "most": str(most)}
            raise LudokitError(message("cli.not-whole", **told))
        return int(text)

    def _range(self, text: str) -> str:
        """Return from where up to where as it is kept, `2-4`; it may be typed as `3` alone."""
        sides = re.split("[-–]", text, maxsplit=1)
        least, most = self._whole(sides[0]), self._whole(sides[-1])
        if least > most:
            raise LudokitError(message("cli.not-range", found=clip_text(text)))
        return f"{least}-{most}"

    def _choice(self, text: str, language: Language) -> str:
        if self.kind == "year":
            from generator.game.countries import usual_country, year_meant

            return year_meant(text, usual_country(language))
        found = name_meant(text, self.values, "values", self.name)
        if found is None:
            shown = [self.typed(value, language) for value in self.values]
            raise LudokitError(not_one_of(text, shown))
        return found


def _length(text: str) -> float | None:
    return float(text.replace(",", ".")) if LENGTH.fullmatch(text) else None


def _card_size(text: str) -> str:
    """Return width and height of a card in mm as they are kept, `57x87`."""
    sides = [_length(side.strip()) for side in re.split("[x×]", text)]
    limits = zip(LEAST_CARD, sides, LARGEST_CARD, strict=False)
    if len(sides) == len(LEAST_CARD) and all(
        side is not None and least <= side <= most for least, side, most in limits
    ):
        return "x".join(f"{side:g}" for side in sides)
    least, most = ("x".join(map(str, card)) for card in (LEAST_CARD, LARGEST_CARD))
    raise LudokitError(message("cli.not-size", found=text, least=least, most=most))


# What a game begins as, and what is asked of each kind, in order.
BEGIN = Option("what", "choice", usual="sheet", values=("sheet", "deck", "list"))
OF_NEW: Mapping[str, Option] = {
    "rows": Option("rows", "whole", usual="4", least=1, most=6),
    "cells": Option("cells", "whole", usual="8", least=2, most=12),
    "dice": Option("dice", "whole", usual="2", least=1, most=6),
    "cards": Option("cards", "whole", usual="24", least=2, most=120),
    "players": Option("players", "range", usual="2-4", least=1, most=8),
}
ASKED: Mapping[str, tuple[str, ...]] = {
    "sheet": ("rows", "cells", "dice", "players"),
    "deck": ("cards", "players"),
    "list": ("as", "table"),
}


def printing_options(command: Command) -> tuple[Option, ...]:
    """Return the options of a command that prints, in the order of its help."""
    every = [name for those in HEADINGS.values() for name in those]
    others = OF_LISTS if command == "kit" else OF_KITS
    first = () if command == "kit" else OF_LISTS
    names = dict.fromkeys((*first, *every))
    return tuple(describe(name) for name in names if name not in others)


def describe(name: str) -> Option:
    """Return the option of a name."""
    from generator.printables.context import Options

    heading = next(one for one, those in HEADINGS.items() if name in those)
    field, kind = name.replace("-", "_"), HEADINGS[heading][name]
    usual = "" if name == "pupils" else getattr(Options(), field, None)
    is_typed = isinstance(usual, str | int | float) and kind != "flag"
    found = Option(name, kind, heading, _typed_default(usual) if is_typed else "")
    if limits := LIMITS.get(name):
        return replace(found, least=limits[0], most=limits[1])
    return replace(found, values=tuple(_values(name, get_type_hints(Options).get(field))))


def _typed_default(usual: object) -> str:
    return usual if isinstance(usual, str) else f"{usual:g}"


def _values(name: str, hint: object) -> Iterator[str]:
    if name == "as":
        from generator.from_list import list_kinds

        yield from list_kinds()
    elif name == "country":
        from generator.game.countries import NONE, countries

        yield from (*countries(), NONE)
    elif name == "card-size":
        from generator.printables.context import CARD_SIZES, perforated_sheets

        yield from (*CARD_SIZES, *perforated_sheets())
    elif name == "contents":
        from generator.printables.printable import Purpose

        yield from get_args(Purpose)
    elif name == "headings":
        yield from ("yes", "no")
    elif name == "grid":
        from generator.game.parts.listing import LAYOUTS

        yield from (layout for layout in LAYOUTS if not layout.endswith("numbers"))
    elif name == "theme":
        from generator.game.themes import themes

        yield from themes().themes
    elif name == "signs":
        yield from ("3", "4", "6", "8")
    elif name in {"duplex", "font", "ink", "made-for", "paper", "play-with"}:
        yield from get_args(hint)


def value_words(name: str, value: str, language: Language) -> str:
    """Return what a value of a choice is called."""
    if name == "as":
        return say(message(f"new.kind-{value}"), language)
    if name == "card-size":
        from generator.printables.context import sheet_words

        if (sold := sheet_words(value)) is not None:
            return say(sold, language)
    if re.fullmatch(r"\d+(x\d+)?", value):
        return value.replace("x", "\u00a0×\u00a0")
    if name == "country":
        from generator.game.countries import NONE, country, words_in_language

        if value != NONE:
            return words_in_language(country(value).name, language)
    return say(message(f"page.value-{name}-{value}"), language)


def years_to_choose(language: Language) -> Mapping[str, Mapping[str, str]]:
    """Return the words of every year of school by what its country is called, the usual first."""
    from generator.game.countries import (
        countries,
        country,
        usual_country,
        words_in_language,
        year_words,
    )

    every = sorted(countries(), key=lambda one: one != usual_country(language))
    return {
        words_in_language(country(one).name, language): {
            year: year_words(year, language) for year in country(one).years
        }
        for one in every
    }


def fault_of(name: str, reason: Message) -> Message:
    """Return what is said of an option that is not understood."""
    return message("cli.in-option", option=OptionWord(name), reason=reason)


def meant_for_kit(game: "Game", printables: Collection[str] | None = None) -> frozenset[str]:
    """Return the options that mean something for a kit of these printables, of all for None."""
    from generator.printables.planning import supported_options

    # A class sits, and is counted, whatever is printed.
    return _names(supported_options(game, printables)) | {"pupils", *OF_KITS}


def meant_for_list(kind: str) -> frozenset[str]:
    """Return the options that mean something for a kind of game from a list, the list's own too."""
    from generator.printables.planning import COMMON_OPTIONS, class_of_kind

    # A list is of no country, played in one way, and nobody's name stands on it.
    found = (COMMON_OPTIONS | class_of_kind(kind).supported_options) - {"play_with", "language"}
    return _names(found) | {*OF_EACH_LIST, *OF_SOME_LISTS[kind]}


def _names(fields: Collection[str]) -> frozenset[str]:
    return frozenset(field.replace("_", "-") for field in fields)
