"""Exercises on the STI cards as a reader answers them, from the cards as they are printed."""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import yaml

from tests.documents.paper_only.printed import Judge, Printed

GAME = Path(__file__).parents[3] / "rules_data" / "sti"
FACES = range(1, 7)
# A statement of the wrong way: its letter, the card, the behaviour.
STATEMENT = re.compile(r"\b([A-E])\u00a0?: (.*?) (?:par|by) (.*?)\.")
# An event of which the chance is asked, and the life points that it takes.
EVENT = re.compile(r"(?:la carte|the card) .+?(?=, ou que |, or that |\u202f?\?)")
POINTS = re.compile(r"\b(\d+) (?:points de vie|life points?)")


@cache
def printed_on_cards() -> Mapping[str, Any]:
    """Return the file that the cards are printed from."""
    found: Mapping[str, Any] = yaml.safe_load((GAME / "game.yaml").read_text("utf-8"))
    return found


@cache
def circle(microbe: str) -> frozenset[str]:
    """Return the colours that the circle of a microbe has."""
    table = printed_on_cards()["health"]["tables"]["transmission"][microbe]
    return frozenset(colour for colour, found in table.items() if found["value"] == "+")


@cache
def corner(microbe: str, side: str) -> tuple[int, int]:
    """Return the dice and the bonus that stand at the side of a card."""
    decks = (part.get("cards", {}) for part in printed_on_cards()["parts"].values())
    cards = next(deck for deck in decks if microbe in deck)
    found = cards[microbe][side]
    return found["dice"], found.get("plus", 0)


@cache
def names() -> Mapping[str, str]:
    """Return the card of each name, in both languages."""
    found = dict[str, str]()
    for language in ("fr", "en"):
        said = yaml.safe_load((GAME / f"{language}.yaml").read_text("utf-8"))
        for key, title in said["texts"].items():
            if key.startswith("card."):
                found[title.lower()] = key.removeprefix("card.")
    return found


def before(seen: Printed) -> Mapping[str, list[str]]:
    """Return the cards that lie before each player."""
    found = dict[str, list[str]]()
    for cell, card in seen.marks.items():
        player, *rest = cell.split(".")
        if rest[0] != "hand":
            found.setdefault(player, []).append(card)
    return found


def in_hand(seen: Printed) -> list[str]:
    """Return the cards of the hand that is shown."""
    return [card for cell, card in seen.marks.items() if ".hand." in cell]


def table(seen: Printed) -> list[str]:
    """Return all cards that lie on the table."""
    return [card for cards in before(seen).values() for card in cards]


def paths(seen: Printed) -> list[tuple[str, ...]]:
    """Return the behaviours on the table whose colour the circle has."""
    (microbe,) = in_hand(seen)
    return [tuple(way for way in table(seen) if way in circle(microbe))]


def open_cards(seen: Printed) -> list[tuple[str, ...]]:
    """Return the microbes of the hand whose circle has the colour of a card on the table."""
    return [tuple(card for card in in_hand(seen) if circle(card) & {*table(seen)})]


def misplaced(seen: Printed) -> list[str]:
    """Return the letters of the statements whose way is not on the circle."""
    found = STATEMENT.findall(seen.question)
    return [
        letter
        for letter, card, way in found
        if names()[way.lower()] not in circle(names()[card.lower()])
    ]


def attack(seen: Printed) -> list[int | str]:
    """Add up dice and bonus; a microbe dies of more than its own sum."""
    (play,) = seen.beside["plays"]
    force = sum(play["dice"]) + corner(play["attack"], "attack")[1]
    if "target" not in play:
        return [max(0, seen.beside[play["on"]] - force)]
    stands = sum(play["defence"]) + corner(play["target"], "defence")[1]
    return ["dies" if force > stands else "stays"]


def sums(microbe: str, side: str) -> list[int]:
    """Return what every roll of the dice of a side comes to."""
    dice, plus = corner(microbe, side)
    return [sum(roll) + plus for roll in product(FACES, repeat=dice)]


def kill(microbe: str, target: str) -> Fraction:
    """Return how often an attack is higher than the defence."""
    pairs = [*product(sums(microbe, "attack"), sums(target, "defence"))]
    return Fraction(sum(force > stands for force, stands in pairs), len(pairs))


def duel(seen: Printed) -> list[str]:
    """Count the rolls of the attacks shown, against what is aimed at or the points named."""
    own, *others = before(seen).values()
    told = [*events(seen, own, others[0][0] if others else "")]
    if len(told) == 1:
        ((_, ways, every),) = told
        return [f"{ways}/{every}"]
    most = max(Fraction(ways, every) for _, ways, every in told)
    return [name for name, ways, every in told if Fraction(ways, every) == most]


def events(seen: Printed, own: list[str], target: str) -> Iterator[tuple[str, int, int]]:
    """Yield each event as the statement names it, the rolls that fit, and all there are."""
    for words in re.findall(
        r"(?:la carte|the card) .+?(?=, ou que |, or that |\u202f?\?)", seen.question
    ):
        card = max((one for one in own if named(one, words)), key=len)
        every, points = (
            sums(card, "attack"),
            re.search(r"\b(\d+) (?:points de vie|life points?)", words),
        )
        if points:
            yield words, sum(force >= int(points[1]) for force in every), len(every)
        else:
            pairs = [*product(every, sums(target, "defence"))]
            yield words, sum(force > stands for force, stands in pairs), len(pairs)


def named(card: str, words: str) -> bool:
    """Return whether words begin with a card."""
    titles = [title for title, one in names().items() if one == card]
    return any(words.lower().split(" ", 2)[2].startswith(title) for title in titles)


def surer(seen: Printed) -> list[tuple[str, str]]:
    """Compare every attack with every target, and return the surest ones."""
    own, others = before(seen).values()
    shares = {pair: kill(*pair) for pair in product(own, others)}
    return [pair for pair, share in shares.items() if share == max(shares.values())]


JUDGES: Mapping[str, Judge] = {
    "paths": paths,
    "open": open_cards,
    "misplaced": misplaced,
    "attack": attack,
    "duel": duel,
    "surer": surer,
}
