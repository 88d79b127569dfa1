"""What the guide of a race says: positions by the rules, chances by playing every game out."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import pytest

from generator import game
from generator.documents.count import Seen, drawing, knowing, misfits
from generator.documents.lesson import Position
from generator.documents.numbers import Names, percent
from generator.documents.reading import guide, numbers
from generator.documents.teaching import rules_of
from generator.paper.page import all_cells
from generator.printables.context import Options, PrintContext
from generator.rules.sheet.count import Counting
from generator.words import LANGUAGES, Language
from tests.documents.read_back import rows as annex

RACE = game.load("course-a-20")
GOOD = (2, 5, 8, 11, 14, 17, 20)


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> Language:
    """Return each language of the game."""
    return str(request.param)


@pytest.fixture
def names(language: Language) -> Names:
    """Return what the guide's texts may name."""
    return numbers(RACE, guide(RACE, language).positions, language)


def games(last: int, share: Fraction, *, knows: bool, known: frozenset[int]) -> Iterator[Fraction]:
    """Yield the share of each game that whoever knows wins, every game played to its end."""
    replies = [number for number in (last + 1, last + 2) if number <= 20]
    if knows and known & set(replies):
        replies = [number for number in replies if number in known]
    for number in replies:
        each = share / len(replies)
        if number == 20:
            yield each if knows else Fraction(0)
        else:
            yield from games(number, each, knows=not knows, known=known)


@pytest.mark.parametrize("count", range(8))
def test_knowing_by_force(count: int) -> None:
    """The chance of whoever knows some numbers to say is what all games together give."""
    known = frozenset(GOOD[len(GOOD) - count :])
    one = Fraction(1)
    first = sum(games(0, one, knows=True, known=known))
    second = sum(games(0, one, knows=False, known=known))
    assert knowing(rules_of(RACE, Counting).layout, count) == (first, second)
    if count == len(GOOD):
        assert first == 1
        assert second < 1


def test_what_texts_may_name(names: Names, language: Language) -> None:
    """The numbers to say, the division and other races are told as they are."""
    assert names["to-say.usual.list"] == {"fr": "2, 5, 8, 11, 14, 17 et 20"}.get(
        language, "2, 5, 8, 11, 14, 17 and 20"
    )
    said = ("first", "before", "step", "quotient", "rest")
    assert [names[f"to-say.usual.{one}"] for one in said] == ["2", "17", "3", "6", "2"]
    assert names["to-say.other.last"] == "19"
    assert (
        percent(knowing(rules_of(RACE, Counting).layout, 2)[0], language) == names["knows.2.first"]
    )


@pytest.mark.parametrize("target", [7, 20, 24, 57, 100])
@pytest.mark.parametrize("most", [2, 3, 6, 10])
def test_other_races(names: Names, target: int, most: int) -> None:
    """The first number to say is the remainder, or a whole cycle where nothing remains."""
    at, rest = f"race.{target}.{most}", target % (most + 1)
    assert int(names[f"{at}.first"]) == (rest or most + 1)
    assert int(names[f"{at}.step"]) * int(names[f"{at}.quotient"]) + rest == target
    winner = names[f"{at}.wins"]
    assert winner == names["race.20.3.wins" if rest == 0 else "race.20.2.wins"]


def test_positions(names: Names) -> None:
    """A position tells who is to speak, what may be said, what should, and where it went wrong."""
    assert names["position.next.next"] == "Ben"
    assert (names["position.next.open.count"], names["position.next.good"]) == ("2", "11")
    assert names["position.task-lost.good"] == ""
    assert (names["position.task-lost.slip"], names["position.task-lost.better"]) == ("7", "8")
    assert names["position.full.winner"] == "Ana"


def test_table_of_positions(language: Language) -> None:
    """Each number that may have been said last stands in one row, with the number to say."""
    rows = annex(RACE, 0, language)
    told = {
        int(word): row[1]
        for row in rows
        for word in row[0].replace(",", " ").split()
        if word.isdecimal()
    }
    assert sorted(told) == list(range(20))
    for last, best in told.items():
        wanted = [number for number in GOOD if 0 < number - last <= 2]
        assert best == (str(wanted[0]) if wanted else "–")


def test_refused_numbers_are_left_out() -> None:
    """A position with a mistake says what the judge says, and goes on as the judge does."""
    found = Position(
        marks={}, alt="x", caption="x", shows="clash",
        turn={"players": ["Ana", "Ben"], "says": [1, 4, 4, 25, 6]},
    )  # fmt: skip
    seen = Seen(RACE, found)
    assert [one.rule for one in seen.refusals] == ["step", "step", "step"]
    assert (seen.round.last, seen.round.next) == (6, "Ben")
    assert seen.ringed("clash") == ("n4",)


@pytest.mark.parametrize(("target", "most"), [(31, 2), (24, 3), (50, 5)])
def test_another_race_has_a_strip_of_its_own(target: int, most: int) -> None:
    """The strip of another race ends at its target, in lines as long as one another."""
    race = Position(marks={}, alt="x", turn={"race": [target, most]}, shows="lines")
    assert not [*misfits(RACE, race)]
    drawn = drawing(race, PrintContext(RACE, "slides", Options("fr")), 79.0)
    cells = [*all_cells(drawn)]
    assert [cell.label for cell in cells] == [f"{n}" for n in range(1, target + 1)]
    lines = Counter(round(cell.y, 3) for cell in cells)
    assert len(lines) > 1
    assert max(lines.values()) - min(lines.values()) < len(lines)
    step = most + 1
    assert Seen(RACE, race).ringed("lines") == tuple(
        f"n{n}" for n in range(target % step or step, target + 1, step)
    )


@pytest.mark.parametrize(
    ("turn", "place"),
    [
        ({"says": ["one"]}, ("turn",)),
        ({"says": 3}, ("turn",)),
        ({"players": [["Ana"], ["Ana"]]}, ("turn",)),
        ({"players": ["Ana"], "says": [1]}, ("turn",)),
        ({"variant": "fast"}, ("turn", "variant")),
        ({"rounds": 2}, ("turn", "rounds")),
        ({"race": 31}, ("turn", "race")),
        ({"race": [31, 40]}, ("turn", "race")),
        ({"race": [31, 2], "says": [1]}, ("turn", "race")),
    ],
)
def test_what_no_round_has(turn: dict[str, object], place: tuple[str, ...]) -> None:
    """What of a position is no round, or one that the rules refuse, is told at its place."""
    position = Position(marks={}, alt="x", caption="x", turn=turn)
    assert [at for at, _ in misfits(RACE, position)] == [place]
