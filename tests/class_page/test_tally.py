"""What a class's records come to, counted again from the plain text by other means."""

import pickle
import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import comb
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from generator import game as games
from generator.records.form import rules_of
from generator.records.tally import Bar, Classwork, Tally
from generator.rules.family import Luck
from tests.class_page.classes import plain, reports_of, tally_of, texts_of, written
from tests.judged import verify
from tests.shipped import load

Record = dict[str, Any]
# Errors that were put in, as the comment behind a sampled record has them.
PLANTED = re.compile(r"^# \d+\. .* \[(\S+)\]$", re.MULTILINE)
FACES = range(1, 7)


def qwinto(record: Record) -> Iterator[Luck]:
    """Yield the sum of each throw and of each second one."""
    for turn in record["turns"]:
        for dice in (turn.get("dice"), turn.get("reroll")):
            if dice and all(face in FACES for face in dice.values()):
                yield f"sum.{len(dice)}", sum(dice.values())


def crowns(record: Record) -> Iterator[Luck]:
    """Yield how many dice of a throw are alike at most."""
    for turn in record["turns"]:
        dice = turn.get("dice", ())
        if len(dice) == 6 and all(face in FACES for face in dice):
            yield "alike", max(dice.count(face) for face in dice)


def boite(record: Record) -> Iterator[Luck]:
    """Yield the sum of each throw of a turn."""
    for throw in (throw for turn in record["turns"] for throw in turn.get("throws", ())):
        dice = throw.get("dice", ())
        if 1 <= len(dice) <= 2 and all(face in FACES for face in dice):
            yield f"sum.{len(dice)}", sum(dice)


def yams(record: Record) -> Iterator[Luck]:
    """Yield what the first throw of each turn is."""
    for turn in record["turns"]:
        dice = next(iter(turn.get("throws", ())), ())
        if len(dice) == 5 and all(face in FACES for face in dice):
            yield from ((f"box.{name}", int(is_so)) for name, is_so in combinations(dice))


def combinations(dice: tuple[int, ...]) -> Iterator[tuple[str, bool]]:
    """Yield which combinations of yams five dice are."""
    counts = sorted(Counter(dice).values())
    runs = [{*range(start, start + 4)} for start in (1, 2, 3)]
    yield "three", counts[-1] >= 3
    yield "four", counts[-1] >= 4
    yield "full", counts == [2, 3]
    yield "short", any(run <= {*dice} for run in runs)
    yield "long", {*range(1, 6)} <= {*dice} or {*range(2, 7)} <= {*dice}
    yield "yams", counts == [5]


def dental(record: Record) -> Iterator[Luck]:
    """Yield the sum of each throw of one die or two, but for the die of teeth."""
    for turn in record["turns"]:
        alone = [turn["appointment"]] if "appointment" in turn else []
        for dice in (turn.get("roll", []), turn.get("sugar", []), alone):
            if 1 <= len(dice) <= 2 and all(face in FACES for face in dice):
                yield f"sum.{len(dice)}", sum(dice)


def doce(record: Record) -> Iterator[Luck]:
    """Yield the face of each die that was placed."""
    for turn in (turn for of in record["rounds"] for turn in of.get("turns", ())):
        if "=" in turn:
            yield "face", int(turn.split("=")[1].split()[0])


def course(record: Record) -> Iterator[Luck]:
    """Yield for both numbers that could be said whether each was."""
    start = "say.misere" if "variant" in record else "say"
    for of in record["rounds"]:
        last = 0
        for said in of.get("says", ()):
            if last < 19:
                yield from ((f"{start}.{n}", int(said == n)) for n in (last + 1, last + 2))
            last = said if last < said <= 20 else last
            if last == 20:
                break


COUNTED: dict[str, Callable[[Record], Iterator[Luck]]] = {
    "boite": boite,
    "course-a-20": course,
    "crowns": crowns,
    "dental": dental,
    "doce": doce,
    "qwinto": qwinto,
    "yams": yams,
}


@pytest.mark.parametrize("game", COUNTED)
def test_luck_is_counted_from_every_record(game: str, tmp_path: Path) -> None:
    """How dice fell is what stands in the records, turn by turn, errors and all."""
    texts = texts_of(game)
    wanted = Counter(luck for record in plain(texts) for luck in COUNTED[game](record))
    found = tally_of(reports_of(written(tmp_path, texts))).luck
    assert wanted.total() > 50
    assert found == wanted


def test_attacks_are_counted(tmp_path: Path) -> None:
    """Of each attack on a microbe it is counted whether it was higher, of all dice the faces."""
    texts = texts_of("sti")
    cards = rules_of("sti").layout.deck.cards
    wanted = Counter[Luck]()
    for record in plain(texts):
        for play in (play for turn in record["turns"] for play in turn.get("plays", ())):
            if "attack" not in play:
                continue
            attack, dice = cards[play["attack"]].attack, play.get("dice", [])
            defence = cards[play["target"]].defence if "target" in play else None
            against = play.get("defence", [])
            if len(dice) != attack.dice or len(against) != (defence.dice if defence else 0):
                continue
            if all(face in FACES for face in (*dice, *against)):
                wanted.update(("sum.1", face) for face in (*dice, *against))
                if defence:
                    plus = f"+{attack.plus}" if attack.plus else ""
                    event = f"duel.{attack.dice}{plus}-{defence.dice}"
                    wanted[event, int(sum(dice) + attack.plus > sum(against))] += 1
    found = tally_of(reports_of(written(tmp_path, texts))).luck
    assert wanted.total() > 100
    assert found == wanted


def ways(count: int, worth: Callable[[tuple[int, ...]], object]) -> dict[object, Fraction]:
    """Return the chance of each worth of so many dice, every throw looked at."""
    found = Counter(map(worth, product(FACES, repeat=count)))
    return {one: Fraction(number, 6**count) for one, number in found.items()}


@pytest.mark.parametrize("game", games.names())
def test_chances_are_whole(game: str) -> None:
    """The chances of an event are one together; what a game's luck can be has a chance each."""
    for event, chances in rules_of(game).odds().items():
        assert sum(chances.values()) == 1, event
        assert all(chances.values()) or chances.keys() == {0, 1}


def test_chances_are_exact() -> None:
    """What is worked out is what all throws, looked at one by one, come to."""
    odds = {name: rules_of(name).odds() for name in ("qwinto", "crowns", "yams", "sti")}
    for count in (1, 2, 3):
        assert odds["qwinto"][f"sum.{count}"] == ways(count, sum)
    assert odds["crowns"]["alike"] == ways(6, lambda dice: max(map(dice.count, dice)))
    for name in ("three", "four", "full", "short", "long", "yams"):
        found = ways(5, lambda dice, name=name: dict(combinations(dice))[name])  # type: ignore[misc]
        assert odds["yams"][f"box.{name}"][1] == found[True]
    assert odds["sti"]["duel.1+2-2"][1] == ways(3, lambda d: d[0] + 2 > d[1] + d[2])[True]
    assert odds["sti"]["duel.2-1"][1] == ways(3, lambda d: d[0] + d[1] > d[2])[True]


@pytest.mark.parametrize(
    ("of", "chance"),
    [
        (1, Fraction(1, 6)),
        (24, Fraction(1, 36)),
        (75, Fraction(1, 6)),
        (600, Fraction(1, 2)),
        (40, Fraction(35, 36)),
        (3000, Fraction(1, 1296)),
        (7, Fraction(1)),
    ],
)
def test_spans_hold_nine_tenths(of: int, chance: Fraction) -> None:
    """A span holds nine tenths of all cases at least, and would not without an end of it."""
    bar = Bar("", 0, of, chance)
    least, most = bar.span
    each = [comb(of, n) * chance**n * (1 - chance) ** (of - n) for n in range(of + 1)]
    assert sum(each[:least]) <= Fraction(1, 20) >= sum(each[most + 1 :])
    assert sum(each[: least + 1]) > Fraction(1, 20) < sum(each[most:])
    assert bar.outside == pytest.approx(float(1 - sum(each[least : most + 1])), abs=1e-9)
    assert least <= bar.expected <= most or of < 30
    assert bar.is_outside == (least > 0)


@pytest.mark.parametrize("game", games.names())
def test_errors_are_counted_as_planted(game: str, tmp_path: Path) -> None:
    """Each error that was put in counts once for its rule, and its game once; most games first."""
    texts = texts_of(game)
    reports = reports_of(written(tmp_path, texts))
    tally = tally_of(reports)
    for text, report in zip(texts, reports, strict=True):
        assert sorted(PLANTED.findall(text)) == sorted(found.rule for found in report.findings)
    errors = [[one for one in report.findings if one.severity == "error"] for report in reports]
    alone = [[one.rule for one in found if not one.after_error] for found in errors]
    assert tally.broken == Counter(rule for rules in alone for rule in rules)
    assert tally.games_with == Counter(rule for rules in alone for rule in {*rules})
    first, *others = tally.most_broken()
    assert all(tally.games_with[first] >= tally.games_with[rule] for rule in others)
    assert {first, *others} == {*tally.broken}


@pytest.mark.parametrize("game", games.names())
def test_totals_are_those_of_the_reports(game: str, tmp_path: Path) -> None:
    """There is a total for each player of a finished game, and the middle one is the median."""
    reports = reports_of(written(tmp_path, texts_of(game)))
    tally = tally_of(reports)
    totals = [
        [*points.values()][-1]
        for report in reports
        if report.is_finished
        for points in report.scores.values()
    ]
    assert tally.totals == Counter(totals)
    assert tally.middle() == Fraction(median(totals))
    assert tally.unfinished == sum(not report.is_finished for report in reports)


ALONE = """\
game: qwinto
players: [Ana, Ben]
sheets:
  Ana: {orange: [~, 5, ~, ~, 4, ~, ~, ~, ~], misses: 1}
"""
BEGUN = "game: qwinto\nplayers: [Ana, Ben]\nturns: [{dice: {orange: 3}, writes: {Ana: O1}}]\n"


def test_what_is_left_out_is_counted(tmp_path: Path) -> None:
    """Sheets alone have points and no throws, unfinished games throws and no points."""
    tally = tally_of(reports_of(written(tmp_path, [ALONE, BEGUN])))
    assert (tally.games, tally.without_turns, tally.unfinished) == (2, 1, 1)
    assert tally.totals == {-3: 1}
    assert tally.luck == {("sum.1", 3): 1}
    assert tally.broken == {"row-rising": 1}


def test_each_game_has_its_tally(tmp_path: Path) -> None:
    """Of several games each is added up by itself; what cannot be read is missing from its own."""
    texts = [BEGUN, "game: crowns\nplayers: [Ana]\nboard: 3\n", "game: chess\n", "turns: []\n"]
    work = Classwork()
    for report in reports_of(written(tmp_path, [*texts, texts_of("boite")[0]])):
        work.add(report)
    tallies = {tally.game.name: tally for tally in work.tallies()}
    assert [*tallies] == ["qwinto", "boite"]
    # Two do not say of which known game they are; Crowns has nothing that could be read.
    assert (tallies["qwinto"].unread, tallies["boite"].unread, work.records) == (2, 2, 5)


def test_nothing_is_kept_of_a_record(tmp_path: Path) -> None:
    """A thousand records are counted a thousand times and kept not once."""
    reports = reports_of(written(tmp_path, texts_of("qwinto")))
    one, many = tally_of(reports), tally_of(reports, 143)
    assert many.games == 1001
    assert {luck: 143 * count for luck, count in one.luck.items()} == many.luck
    assert many.middle() == one.middle()
    assert len(many.totals) == len(one.totals)


def test_many_outcomes_are_joined() -> None:
    """Outcomes that would not stand side by side are joined, none lost; of events the last show."""
    tally = Tally(load("qwinto"))
    chances = {n: Fraction(1, 60) for n in range(1, 61)}
    object.__setattr__(tally, "odds", lambda: {"sum.2": chances, **_says()})
    tally.luck.update({("sum.2", n): n for n in chances})
    tally.luck.update({(f"say.{n}", 1): n for n in range(1, 41)})
    joined, says = tally.panels()
    assert [bar.key for bar in joined.bars][::11] == ["1–5", "56–60"]
    assert sum(bar.seen for bar in joined.bars) == sum(chances)
    assert sum(bar.chance for bar in joined.bars) == 1
    assert [bar.key for bar in says.bars] == [str(n) for n in range(15, 41)]


def _says() -> dict[str, dict[int, Fraction]]:
    return {f"say.{n}": {0: Fraction(1, 2), 1: Fraction(1, 2)} for n in range(1, 41)}


def test_likeliest_first() -> None:
    """Events that come or do not stand in the order of their chances, as far as these differ."""
    tally = Tally(load("sti"))
    tally.luck.update({(event, 1): 1 for event in tally.odds() if event.startswith("duel.")})
    (panel,) = tally.panels()
    chances = [bar.chance for bar in panel.bars]
    assert len(chances) == 8
    assert chances == sorted(chances, reverse=True)


@pytest.mark.parametrize(
    ("game", "turns"),
    [
        pytest.param("yams", "{dice: [1, 1, 1, 1, 1], box: yams, points: 50}", id="last dice"),
        pytest.param("yams", "{throws: [[1, 1, 1, 1]], box: yams}", id="four of five dice"),
        pytest.param("crowns", "{dice: [6, 5, 4, 3, 2]}", id="five of six dice"),
        pytest.param("qwinto", "{dice: {orange: 7}}", id="no such face"),
        pytest.param("boite", "{throws: [{dice: [6, 0], shuts: [6]}]}", id="no face 0"),
        pytest.param("dental", "{roll: [1, 2, 3]}", id="three dice"),
        pytest.param("dental", "{roll: [7]}", id="a face too many"),
        pytest.param(
            "sti", "{plays: [{attack: chlamydia, on: B, dice: [1, 2]}]}", id="a die too many"
        ),
    ],
)
def test_what_no_dice_show_is_not_counted(game: str, turns: str, tmp_path: Path) -> None:
    """Dice that cannot have been thrown so count for nothing, nor what is no first throw."""
    file = tmp_path / "a.yaml"
    file.write_text(f"game: {game}\nplayers: [A, B]\nturns: [{turns}]\n", encoding="utf-8")
    (report,) = verify(file)
    assert report.problems == ()
    assert report.luck == ()


def test_a_count_goes_to_another_process(tmp_path: Path) -> None:
    """What one process has counted arrives whole in another, with its game."""
    tally = tally_of(reports_of(written(tmp_path, texts_of("qwinto"))))
    other = pickle.loads(pickle.dumps(tally))  # noqa: S301 - our own
    assert vars(other) == vars(tally)
