"""Exercises on races, grids, circuits and cards: each key is found again another way."""

import re
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from generator.documents.exercises.making import Exercise
from generator.game.parts import Circuit, Deck, Squares
from generator.game.parts.deck import Throw
from tests.documents.exercised import errors, judged
from tests.documents.keys_on_sheets import FACES, Check, chance, marks, weighed
from tests.shipped import load

LEFTS = ["none", "yellow", "orange", "red", "black"]
WORTH = dict(zip(LEFTS, (0, 1, 2, 3, 5), strict=True))


def turn_of(one: Exercise) -> Mapping[str, Any]:
    """Return the turn of the position of an exercise."""
    assert one.position is not None
    return one.position.turn or {}


# --- the race ---------------------------------------------------------------------------------


@cache
def is_good(number: int, target: int, most: int) -> bool:
    """Tell whether saying a number wins: every answer to it leaves a good one to say."""
    if number == target:
        return True
    after = range(number + 1, min(number + most, target) + 1)
    return not any(is_good(one, target, most) for one in after)


def next_number(one: Exercise) -> None:
    """Check that the key's number alone of those allowed wins, by going through all rounds."""
    says = turn_of(one)["says"]
    last = says[-1] if says else 0
    assert [n for n in (last + 1, last + 2) if n <= 20 and is_good(n, 20, 2)] == [one.found]
    # The numbers so far are in order, and so is the key's.
    rounds = [{"first": "Ana", "says": [*says, one.found]}]
    assert errors(judged("course-a-20", rounds=rounds)) == []


def series(one: Exercise) -> None:
    """Check that the key has every number that wins for whoever says it."""
    target, most = map(int, re.findall(r"race to (\d+):.* 1 (?:to|or) (\d)", one.question)[0])
    good = [str(n) for n in range(1, target + 1) if is_good(n, target, most)]
    assert list(one.found) == good  # type: ignore[arg-type]
    assert one.steps == len(good)


def at_random(one: Exercise) -> None:
    """Check that the key is the chance of all ways to go on, halved at every choice."""
    target, last = map(int, re.findall(r"race to (\d+):.*just said (\d+)", one.question)[0])
    won, ways, open_ = Fraction(0), 0, [(last, Fraction(1), True)]
    while open_:
        number, share, is_mine = open_.pop()
        if number == target:
            won, ways = won + share * is_mine, ways + 1
            continue
        after = range(number + 1, min(number + 2, target) + 1)
        open_ += [(one_, share / len(after), not is_mine) for one_ in after]
    assert one.found == one.answer == str(won)
    assert one.steps == ways


# --- DOCE -------------------------------------------------------------------------------------


def round_of(one: Exercise, *more: str, **result: Any) -> list[tuple[str, str | None]]:  # noqa: ANN401 - fields of a record
    """Return what is wrong in a record of the round, with more turns and its result."""
    entry = {"first": "Ana", "turns": [*turn_of(one)["turns"], *more]}
    return errors(judged("doce", rounds=[entry | ({"result": result} if result else {})]))


def player(one: Exercise) -> str:
    """Return who is next in a record of the round, by the name that the question calls."""
    is_black = len(turn_of(one)["turns"]) % 2 == 0
    assert ("Black" in one.question) == is_black
    return "Ana" if is_black else "Ben"


def winning(one: Exercise) -> None:
    """Check that a record is in order where the key's die wins the round, with no other die."""
    who, squares = player(one), load("doce").part("board", Squares).cell_ids()
    for die in (f"{square}={face}" for square, face in product(squares, FACES)):
        assert (round_of(one, die, winner=who) == []) == (die == one.found), die


def barred(one: Exercise) -> None:
    """Of the empty squares a record is refused a die in those of the key, for the marker."""
    player(one)
    taken = re.findall("[A-E][1-5]", " ".join(turn_of(one)["turns"]))
    for square in load("doce").part("board", Squares).cell_ids():
        if square not in taken:
            wrong = [("no-play-zone", square)] if square in one.found else []  # type: ignore[operator]
            assert round_of(one, f"{square}=1") == wrong


def earned(one: Exercise) -> None:
    """Check that a record with the key's winner and points is in order; one point more is found."""
    assert isinstance(one.found, Mapping)
    who, other = ("Ana", "Ben") if one.answer.startswith("Black") else ("Ben", "Ana")
    total = one.found["total"]
    assert sum(one.found.values()) == 2 * total
    assert round_of(one, winner=who, points={who: total, other: 0}) == []
    assert [rule for rule, _ in round_of(one, winner=who, points={who: total + 1})] == [
        "score-wrong"
    ]
    assert [rule for rule, _ in round_of(one, winner=other)] == ["result-wrong"]


def last_two(one: Exercise) -> None:
    """So many pairs of faces complete the line as all of them tried."""
    line = re.findall(r"make 12: ([\d_ ]+)\.", one.question)[0]
    known = [int(face) for face in line.split() if face.isdecimal()]
    assert len(line.split()) == 4
    pairs = product(FACES, repeat=4 - len(known))
    ways, every = chance(sum(known) + sum(pair) == 12 for pair in pairs)
    assert one.found == f"{ways}/{every}"
    assert one.steps == ways


# --- the dentist's circuit ----------------------------------------------------------------------


def counted(one: Exercise) -> None:
    """Check that a record is in order with the key's points; one point more is found."""
    assert isinstance(one.found, Mapping)
    found = Counter(marks(one).values())
    for more, wrong in ((0, []), (1, [("score-wrong", None)])):
        final = {"Ana": {**found, "score": one.found["total"] + more}}
        assert [rule for rule, _ in errors(judged("dental", final=final))] == [
            rule for rule, _ in wrong
        ]
    assert one.steps == found.total()


def cleaned(teeth: Counter[str]) -> Counter[str]:
    """Return the markers after cleaning: sugar is gone."""
    after = Counter({"orange": teeth["orange"] + teeth["red"], "black": teeth["black"]})
    return Counter({**after, "none": 16 - after.total()})


def after_turn(one: Exercise) -> None:
    """Check that the key's markers are those left when each is moved after the other."""
    assert one.position is not None
    turn, teeth = turn_of(one), Counter(marks(one).values())
    teeth["none"] = 16 - teeth.total()
    if "sugar" in turn:
        worse, left = Counter[str](), sum(turn["sugar"])
        for stage in reversed(LEFTS[:-1]):
            hit = min(left, teeth[stage])
            worse[LEFTS[LEFTS.index(stage) + 1]] += hit
            teeth[stage] -= hit
            left -= hit
        teeth += worse
    elif "hit" in turn:
        struck = marks(one).get(f"t{turn['hit']}", "none")
        teeth.subtract([struck])
        teeth["black"] += 1
    else:
        teeth = cleaned(teeth)
    if one.question.startswith("Your pawn comes to the dentist"):
        tokens = one.position.seat["tokens"]
        whole = min(teeth["black"], tokens // 2)
        tokens -= 2 * whole
        half = int(tokens > 0 and teeth["black"] > whole)
        light = 0 if half else min(teeth["orange"], tokens)
        teeth.subtract({"black": whole + half, "orange": light - half})
    del teeth["none"]
    assert one.found == +teeth


def care(one: Exercise) -> None:
    """Check that the key's tokens pay for black teeth twice, orange ones once, when clean."""
    teeth = cleaned(Counter(marks(one).values()))
    assert one.found == 2 * teeth["black"] + teeth["orange"]


def lands(one: Exercise) -> None:
    """So many throws end on such a square as all of them walked; the dentist stops the pawn."""
    ahead = [words.split("\u00a0", 1)[1] for words in one.record[0].split(" · ")]
    square = re.findall(r"(?:on|on): (\w+)", one.question)[0]
    odds = dict[str, tuple[int, int]]()
    for name in re.findall(r"\d (?:die|dice)", one.question):
        rolls = [sum(roll) for roll in product(FACES, repeat=int(name[0]))]
        odds[name] = chance(ahead[steps - 1] == square for steps in rolls)
    weighed(one, odds)
    # What is told of the squares is so of the circuit, from one of them on.
    circuit = load("dental").part("circuit", Circuit).squares
    said = load("dental").said_in("en").words["squares"]
    kinds = [said[square.kind] for square in circuit]
    walks = (kinds[at + 1 :] + [kinds[0]] * len(ahead) for at in range(len(kinds)))
    assert any(walk[: len(ahead)] == ahead for walk in walks)


# --- the card game ------------------------------------------------------------------------------


def card(name: str) -> tuple[Throw, Throw]:
    """Return what a microbe attacks and defends itself with."""
    found = load("sti").part("deck", Deck).cards[name]
    assert found.attack
    assert found.defence
    return found.attack, found.defence


def named(word: str) -> str:
    """Return the card that has a name in English."""
    words = load("sti").said_in("en").words["cards"]
    return next(name for name, one in words.items() if one == word)


def attacked(one: Exercise) -> None:
    """Check that the key is what the dice and the bonuses add up to."""
    assert one.position is not None
    (play,) = turn_of(one)["plays"]
    force = sum(play["dice"]) + card(play["attack"])[0].plus
    if "target" in play:
        defence = sum(play["defence"]) + card(play["target"])[1].plus
        assert one.found == ("dies" if force > defence else "stays")
        assert one.answer.startswith(f"{force} against {defence}: ")
    else:
        assert one.found == max(0, one.position.seat[play["on"]] - force)


def laid(one: Exercise) -> None:
    """Check that the key's microbes are those that the health facts have for a way on the table."""
    health = load("sti").head.health
    assert health is not None
    hand = [mark for cell, mark in marks(one).items() if ".hand." in cell]
    ways = [mark for cell, mark in marks(one).items() if ".hand." not in cell]
    facts = health.tables["transmission"]
    found = [one_ for one_ in hand if any(facts[one_][way].value == "+" for way in ways)]
    assert list(one.found) == found  # type: ignore[arg-type]
    assert 0 < len(found) < len(hand)


def kills(attacker: str, aim: str) -> tuple[int, int]:
    """Return how many of all rolls kill a microbe."""
    attack, defence = card(attacker)[0], card(aim)[1]
    rolls = product(FACES, repeat=attack.dice + defence.dice)
    return chance(
        sum(roll[: attack.dice]) + attack.plus > sum(roll[attack.dice :]) + defence.plus
        for roll in rolls
    )


def duel(one: Exercise) -> None:
    """So many rolls do what is asked as all of them tried."""
    odds = dict[str, tuple[int, int]]()
    for event, first, second in re.findall(
        r"(the card ([\w. ]+?) kills the card ([\w. ]+?))(?=[,?])", one.question
    ):
        odds[event] = kills(named(first), named(second))
    for event, first, points in re.findall(
        r"(the card ([\w. ]+?) takes at least (\d) life points)", one.question
    ):
        attack = card(named(first))[0]
        rolls = product(FACES, repeat=attack.dice)
        odds[event] = chance(sum(roll) + attack.plus >= int(points) for roll in rolls)
    weighed(one, odds)


def surest(one: Exercise) -> None:
    """Check that of all attacks the key's kills with most rolls, and no other with as many."""
    first, second = dict.fromkeys(cell.partition(".")[0] for cell in marks(one))
    own = [mark for cell, mark in marks(one).items() if cell.startswith(first)]
    others = [mark for cell, mark in marks(one).items() if cell.startswith(second)]
    odds = {pair: Fraction(*kills(*pair)) for pair in product(own, others)}
    *_, less, best = sorted(odds, key=odds.__getitem__)
    assert odds[less] < odds[best]
    assert one.found == best
    assert one.steps == len(odds)


KEYS: Mapping[tuple[str, str], Check] = {
    ("course-a-20", "say"): next_number,
    ("course-a-20", "series"): series,
    ("course-a-20", "at-random"): at_random,
    ("doce", "wins"): winning,
    ("doce", "barred"): barred,
    ("doce", "round"): earned,
    ("doce", "last-two"): last_two,
    ("dental", "points"): counted,
    ("dental", "turn"): after_turn,
    ("dental", "care"): care,
    ("dental", "lands"): lands,
    ("sti", "attack"): attacked,
    ("sti", "open"): laid,
    ("sti", "duel"): duel,
    ("sti", "surer"): surest,
}
