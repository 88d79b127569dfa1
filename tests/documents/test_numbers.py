"""Numbers in texts and in the annex are computed, and right."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from generator.documents.figures import BEST, table
from generator.documents.numbers import decimal, listed, percent
from generator.documents.reading import guide, numbers
from generator.game import Game
from generator.game.parts import Dice
from generator.printables.context import Options, PrintContext
from generator.words import Language

Changed = Callable[..., Game]


def ways(count: int, sides: int = 6) -> Counter[int]:
    """Count the rolls of every sum by rolling them all."""
    return Counter(sum(roll) for roll in product(range(1, sides + 1), repeat=count))


@pytest.mark.parametrize("count", [1, 2, 3])
def test_chances_are_those_of_all_rolls(qwinto: Game, count: int) -> None:
    """Every chance that a text may name is the one got by counting all rolls."""
    known = numbers(qwinto, {}, "en")
    for total, number in ways(count).items():
        assert known[f"dice.{count}.{total}"] == f"{number}/{6**count}"
        assert known[f"dice.{count}.{total}.ways"] == str(number)
        chance = Fraction(number, 6**count)
        assert known[f"dice.{count}.{total}.percent"] == percent(chance, "en")
        twice = Fraction(sum(total in pair for pair in product(_rolls(count), repeat=2)), 36**count)
        assert known[f"dice.{count}.{total}.twice"] == percent(twice, "en")


def _rolls(count: int) -> list[int]:
    return [sum(roll) for roll in product(range(1, 7), repeat=count)]


def test_annex_is_the_table_of_all_rolls(qwinto: Game) -> None:
    """The annex holds every sum's ways and chance, and a star at the likeliest number of dice."""
    made = table(qwinto.part("dice", Dice), PrintContext(qwinto, "guide", Options("en")))
    assert [int(row[0]) for row in made.rows] == list(range(1, 19))
    for row in made.rows:
        total = int(row[0])
        chances = [Fraction(ways(count)[total], 6**count) for count in (1, 2, 3)]
        for count, chance in enumerate(chances, start=1):
            found_ways, found_chance = row[2 * count - 1], row[2 * count]
            assert found_ways == (str(ways(count)[total]) if chance else "–")
            assert (BEST in found_chance) == (chance == max(chances))
            if chance:
                assert found_chance.removeprefix(f"{BEST} ") == percent(chance, "en")


@pytest.mark.parametrize(
    ("share", "language", "words"),
    [
        (Fraction(1, 6), "fr", "16,7\u202f%"),
        (Fraction(1, 6), "en", "16.7%"),
        (Fraction(1, 2000), "en", "0.1%"),
        (Fraction(1), "en", "100.0%"),
    ],
)
def test_percent(share: Fraction, language: Language, words: str) -> None:
    """A share has one decimal, the language's sign and space."""
    assert percent(share, language) == words


def test_decimal_rounds_ties_up() -> None:
    """Half a tenth goes up, whatever the digit before it."""
    assert [decimal(Fraction(n, 20), "en") for n in (1, 3, 5)] == ["0.1", "0.2", "0.3"]


@pytest.mark.parametrize(
    ("words", "said"),
    [((), ""), (("a",), "a"), (("a", "b"), "a et b"), (("a", "b", "c"), "a, b et c")],
)
def test_listed(words: tuple[str, ...], said: str) -> None:
    """Words in a sentence are parted by commas and the language's `and`."""
    assert listed(words, "fr") == said


def test_texts_follow_the_data(changed: Changed) -> None:
    """Dearer misses and dice with more faces change what the guide says."""
    game = changed(game=("worth: -5", "worth: -7"))
    told = guide(game, "en")
    assert told.positions["full"].caption == "A finished sheet: 39 points."
    assert "Misses: 2, −14 points." in told.rule_sheet.example
    assert any("costs 7 points" in term.words for term in told.lesson.glossary)


def test_chances_follow_the_data(changed: Changed) -> None:
    """Dice with eight faces have other chances, in texts and in the annex."""
    game = changed(game=("sides: 6", "sides: 8"))
    assert numbers(game, {}, "en")["dice.2.9"] == "8/64"
    made = table(game.part("dice", Dice), PrintContext(game, "guide", Options("en")))
    assert made.dice == ("1 die: 8 rolls", "2 dice: 64 rolls", "3 dice: 512 rolls")
    assert len(made.rows) == 24
