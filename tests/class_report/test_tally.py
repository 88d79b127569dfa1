"""What a class's records come to: dice, errors, points, each counted once for its game."""

import pickle
import re
from collections import Counter
from fractions import Fraction
from math import comb
from pathlib import Path
from statistics import median

import pytest

from generator import game as games
from generator.records.class_statistics import ClassStatistics, GameStatistics, ObservedFrequency
from generator.records.record_format import catalog_rules
from generator.rules.optional import odds
from tests.class_report.classes import reports_of, tally_of, texts_of, written
from tests.conftest import Golden
from tests.judged import verify
from tests.shipped import load

# Errors that were put in, as the comment behind a sampled record has them.
PLANTED = re.compile(r"^# \d+\. .* \[(\S+)\]$", re.MULTILINE)


def test_luck_as_it_was_counted(golden: Golden, tmp_path: Path) -> None:
    """How dice fell in a class's records, and their chances, are what counting all had found."""
    told = list[str]()
    for game in games.game_names():
        tally = tally_of(reports_of(written(tmp_path / game, texts_of(game))))
        told += [
            f"{game}, {event}, {outcome}: {tally.roll_outcomes[event, outcome]}, {chance}"
            for event, chances in sorted(tally.odds().items())
            for outcome, chance in sorted(chances.items())
            if tally.roll_outcomes[event, outcome]
        ]
    golden("luck.txt", "\n".join(told) + "\n")


@pytest.mark.parametrize("game", games.game_names())
def test_chances_are_whole(game: str) -> None:
    """The chances of an event are one together; what a game's luck can be has a chance each."""
    for event, chances in odds(catalog_rules(game)).items():
        assert sum(chances.values()) == 1, event
        assert all(chances.values()) or chances.keys() == {0, 1}


@pytest.mark.parametrize(
    ("of", "chance"),
    [
        (1, Fraction(1, 6)),
        (24, Fraction(1, 36)),
        (75, Fraction(1, 6)),
        pytest.param(600, Fraction(1, 2), marks=pytest.mark.rest),
        (40, Fraction(35, 36)),
        pytest.param(3000, Fraction(1, 1296), marks=pytest.mark.rest),
        (7, Fraction(1)),
    ],
)
def test_spans_hold_nine_tenths(of: int, chance: Fraction) -> None:
    """A span holds nine tenths of all cases at least, and would not without an end of it."""
    bar = ObservedFrequency("", 0, of, chance)
    least, most = bar.span
    each = [comb(of, n) * chance**n * (1 - chance) ** (of - n) for n in range(of + 1)]
    assert sum(each[:least]) <= Fraction(1, 20) >= sum(each[most + 1 :])
    assert sum(each[: least + 1]) > Fraction(1, 20) < sum(each[most:])
    assert bar.outside == pytest.approx(float(1 - sum(each[least : most + 1])), abs=1e-9)
    assert least <= bar.expected <= most or of < 30
    assert bar.is_outside == (least > 0)


@pytest.mark.parametrize("game", games.game_names())
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


@pytest.mark.parametrize("game", games.game_names())
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
    assert tally.median_total() == Fraction(median(totals))
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
    assert tally.roll_outcomes == {("sum.1", 3): 1}
    assert tally.broken == {"row-rising": 1}


def test_each_game_has_its_tally(tmp_path: Path) -> None:
    """Of several games each is added up by itself; what cannot be read is missing from its own."""
    texts = [BEGUN, "game: crowns\nplayers: [Ana]\nboard: 3\n", "game: chess\n", "turns: []\n"]
    work = ClassStatistics()
    for report in reports_of(written(tmp_path, [*texts, texts_of("boite")[0]])):
        work.add(report)
    tallies = {tally.game.name: tally for tally in work.games()}
    assert [*tallies] == ["qwinto", "boite"]
    # Two do not say of which known game they are; Crowns has nothing that could be read.
    assert (tallies["qwinto"].unread, tallies["boite"].unread, work.records) == (2, 2, 5)


def test_nothing_is_kept_of_a_record(tmp_path: Path) -> None:
    """A thousand records are counted a thousand times and kept not once."""
    reports = reports_of(written(tmp_path, texts_of("qwinto")))
    one, many = tally_of(reports), tally_of(reports, 143)
    assert many.games == 1001
    assert {
        outcome: 143 * count for outcome, count in one.roll_outcomes.items()
    } == many.roll_outcomes
    assert many.median_total() == one.median_total()
    assert len(many.totals) == len(one.totals)


def test_many_outcomes_are_joined() -> None:
    """Outcomes that would not stand side by side are joined, none lost; of events the last show."""
    tally = GameStatistics(load("qwinto"))
    chances = {n: Fraction(1, 60) for n in range(1, 61)}
    object.__setattr__(tally, "odds", lambda: {"sum.2": chances, **_says()})
    tally.roll_outcomes.update({("sum.2", n): n for n in chances})
    tally.roll_outcomes.update({(f"say.{n}", 1): n for n in range(1, 41)})
    joined, says = tally.panels()
    assert [bar.key for bar in joined.bars][::11] == ["1–5", "56–60"]
    assert sum(bar.seen for bar in joined.bars) == sum(chances)
    assert sum(bar.chance for bar in joined.bars) == 1
    assert [bar.key for bar in says.bars] == [str(n) for n in range(15, 41)]


def _says() -> dict[str, dict[int, Fraction]]:
    return {f"say.{n}": {0: Fraction(1, 2), 1: Fraction(1, 2)} for n in range(1, 41)}


def test_likeliest_first() -> None:
    """Events that come or do not stand in the order of their chances, as far as these differ."""
    tally = GameStatistics(load("sti"))
    tally.roll_outcomes.update(
        {(event, 1): 1 for event in tally.odds() if event.startswith("duel.")}
    )
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
    assert report.roll_outcomes == ()


def test_a_count_goes_to_another_process(tmp_path: Path) -> None:
    """What one process has counted arrives whole in another, with its game."""
    tally = tally_of(reports_of(written(tmp_path, texts_of("qwinto"))))
    other = pickle.loads(pickle.dumps(tally))  # noqa: S301 - our own
    assert vars(other) == vars(tally)
