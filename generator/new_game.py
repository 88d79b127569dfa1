"""A game begun with answers: a sheet to write on or a deck, in the smallest folder that does it."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from generator.errors import LudokitError
from generator.game.catalog import GAME_FILE, fill_template, require_free, title_of_name
from generator.options import ASKED, OF_NEW, Option, describe, fault_of
from generator.words import Language, message, say

Answers = Mapping[str, Any]
# What a game from a list is where nobody chooses.
USUAL_LIST = {"as": "memory", "table": "capitals"}
# Lines of a template that are left out, such as those of a row more.
LEFT_OUT = "\0"
# How many full rows end a game where there are as many.
FULL = 2
# By how much the largest sum of a die exceeds its least.
SPAN = 5
# What sentences count in the facts of the game.
FIGURES = {
    "dice": "{dice.count}",
    "boxes": "{misses.boxes}",
    "cost": "{misses.cost}",
    "full": "{rules.ends.full_rows}",
}


def question(name: str, answers: Answers) -> Option:
    """Return what is asked, within the limits that the answers before it leave."""
    if name in USUAL_LIST:
        return replace(describe(name), usual=USUAL_LIST[name])
    asked = OF_NEW[name]
    if name != "dice":
        return asked
    # A row whose numbers rise is full only where there are as many numbers.
    least = max(1, -(-(answers["cells"] - 1) // SPAN))
    return replace(asked, least=least, usual=str(max(least, int(asked.usual))))


def read_answers(kind: str, typed: Answers, language: Language) -> Answers:
    """Return what is answered, as is usual where nothing is; LudokitError for what does not do."""
    found: dict[str, Any] = {}
    for name in ASKED[kind]:
        asked = question(name, found)
        try:
            found[name] = asked.read(str(typed.get(name) or asked.usual), language)
        except LudokitError as error:
            raise LudokitError(fault_of(name, error.message)) from error
    return found


def new_game_files(
    name: str, kind: str, answers: Answers, language: Language, title: str = ""
) -> Mapping[str, bytes]:
    """Return the files of a game that is a sheet or a deck; LudokitError for a name taken."""
    require_free(name)
    own = {"name": name, "title": title or title_of_name(name)}
    own["players"] = answers["players"].replace("-", ", ")
    own |= dict(_sheet(answers, language) if kind == "sheet" else _deck(answers["cards"]))
    files = {GAME_FILE: f"{kind}.yaml", f"{language}.yaml": f"{kind}-sentences.yaml"}
    made = {file: fill_template(one, language, own, **FIGURES) for file, one in files.items()}
    return {f"{name}/{file}": _without_left_out(data) for file, data in made.items()}


def _sheet(answers: Answers, language: Language) -> Iterator[tuple[str, str]]:
    full = min(FULL, answers["rows"])
    yield from ((name, str(answers[name])) for name in ("cells", "dice"))
    yield "full", str(full)
    for name, n in {"throw": answers["dice"], "ends": full}.items():
        yield f"rule_{name}", say(message(f"new.rule-{name}", n=n, **FIGURES), language)
    for number in range(1, (OF_NEW["rows"].most or 0) + 1):
        yield f"row_{number}", LEFT_OUT if number > answers["rows"] else ""


def _deck(cards: int) -> Iterator[tuple[str, str]]:
    yield "cards", str(cards)
    names = range(1, cards + 1)
    yield "designs", "\n".join(f"      n{one}: {{type: card, copies: 1}}" for one in names)
    words = (f'  card.n{one}: "{one}"\n  card.n{one}.text: "…"' for one in names)
    yield "card_words", "\n".join(words)


def _without_left_out(data: bytes) -> bytes:
    return b"".join(one for one in data.splitlines(keepends=True) if LEFT_OUT.encode() not in one)
