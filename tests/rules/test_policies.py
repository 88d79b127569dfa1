"""Ways to play, simulated: what is kept is what the rules give, and every turn is legal."""

from math import sqrt
from pathlib import Path
from random import Random

import pytest
import yaml

from generator import paths
from generator.check import check
from generator.documents.guide_section import quantities_for
from generator.game import game_names, load_folder
from generator.game.catalog import POLICIES_FILE
from generator.games.write.policy import WritePolicy
from generator.rules import load as rules_of
from generator.rules import policies
from generator.rules.policies import Estimate, Policy, Trial
from tests import policies as simulation
from tests.policies import asked
from tests.rules.altered import altered
from tests.shipped import load

PLOTS = Path(__file__).parents[1] / "games" / "parcelles"
SIMULATED = [name for name in game_names() if asked(load(name))]
WAYS = [
    pytest.param(name, plays, id=f"{name}-{way}")
    for name in SIMULATED
    for way, plays in asked(load(name)).get("policy", (Trial(), {}))[1].items()
]


@pytest.mark.parametrize("name", SIMULATED)
def test_kept_means_are_those_of_a_few_games(name: str) -> None:
    """What is kept is of the rules and ways as they are, and a few games agree with it."""
    game, few = load(name), 20
    for what, (trial, ways) in asked(game).items():
        kept = policies.stored_means(game, what, (trial, *ways.values()))
        assert kept is not None, "simulate anew: python -m tests.policies"
        assert kept.games == trial.games
        other = trial.model_copy(update={"games": few, "seed": 99})
        for way, found in simulation.simulated_means(rules_of(game), other, ways).items():
            mean, error = kept.means[way]
            # The error of so few games, told by that of the many.
            allowed = 5 * error * sqrt(1 + trial.games / few)
            assert abs(found.mean - mean) <= allowed, (what, way, found, mean)


@pytest.mark.long
@pytest.mark.parametrize("name", SIMULATED)
def test_kept_means_are_simulated(name: str, request: pytest.FixtureRequest) -> None:
    """The same seed and the same number of games give the means that are kept, to the digit."""
    text = simulation.file_text(load(name))
    file = paths.rules_data() / name / POLICIES_FILE
    if request.config.getoption("--update-goldens"):
        file.write_text(text, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == text, "simulate anew: python -m tests.policies"


@pytest.mark.parametrize(("name", "plays"), WAYS)
def test_turns_of_a_way_are_legal(name: str, plays: Policy) -> None:
    """No rule refuses a turn of whoever always plays alike."""
    rules = rules_of(load(name))
    turn = simulation.PLAYERS[type(rules)]

    def judged(state: object, chance: Random) -> object:
        chosen = turn(plays, rules, state, chance)
        assert rules.refuse(state, chosen) == ()
        return chosen

    for players in (1, 3):
        for game in simulation.simulate(rules, judged, Trial(games=3, players=players, turns=12)):
            assert len([*game]) > 1


def test_dice_are_kept_as_it_is_said() -> None:
    """Nothing, the most dice alike and of those the highest, or four that follow one another."""
    kept = simulation._kept
    assert kept((2, 2, 3, 3, 6), "nothing") == ()
    assert kept((2, 2, 3, 3, 6), "alike") == (3, 3)
    assert kept((1, 2, 3, 5, 6), "runs") == (6,)
    assert kept((1, 2, 3, 4, 4), "runs") == (1, 2, 3, 4)


def test_ways_differ_as_the_laboratories_say() -> None:
    """Three dice beat two and one, middling lines the others, runs equal dice, the die the cube."""
    found = {}
    for name in SIMULATED:
        file = paths.rules_data() / name / POLICIES_FILE
        kept = yaml.safe_load(file.read_text(encoding="utf-8"))["kept"]["policy"]
        found[name] = {way: mean for way, (mean, _) in kept["means"].items()}
    best = {"qwinto": "three", "crowns": "middle", "yams": "runs"}
    assert {name: max(found[name], key=found[name].__getitem__) for name in best} == best
    dental = found["dental"]
    assert dental["never"] < dental["half"] < dental["always"]


@pytest.mark.rest
def test_other_rules_have_to_be_simulated(tmp_path: Path) -> None:
    """A game whose rules were changed is not told the means of the old ones, but what to do."""
    folder = altered(tmp_path, "crowns", ("each: 18,", "each: 17,"))
    (stale,) = (one for one in check(folder).warnings if one.file.endswith(POLICIES_FILE))
    assert "keeps no means of games by these rules" in stale.worded("en")
    known = quantities_for(load_folder(folder), "en")
    assert [known[f"policy.{name}"] for name in ("easy.mean", "all.games")] == ["?", "?"]


def test_error_of_a_mean() -> None:
    """The standard error is the spread of games over the root of how many there are."""
    assert simulation.estimate([1, 3, 5, 7]) == Estimate(4.0, sqrt(20 / 3) / 2)


def test_what_a_game_does_not_know(tmp_path: Path) -> None:
    """A way to play names what the rules know: on a sheet whose dice are all thrown, no dice."""
    pool = ("{part: dice, dice: [die], sides: 6}", "{part: pool, dice: 2, sides: 6}")
    other = altered(tmp_path, PLOTS.name, pool, root=PLOTS.parent)
    for folder, wrong in ((PLOTS, []), (other, [("dice",)])):
        known = rules_of(load_folder(folder))
        assert [path for path, _ in policies.validate_policy(WritePolicy(dice=1), known)] == wrong
        assert [path for path, _ in policies.validate_policy(WritePolicy(), known)] == [(), *wrong]


def test_a_type_of_game_without_ways_to_play() -> None:
    """Where a type of game has no ways to play, each is refused."""
    known = rules_of(load("boite"))
    wrong = [("dice",), ()]
    assert [path for path, _ in policies.validate_policy(WritePolicy(dice=1), known)] == wrong


def test_nothing_is_kept_of_a_new_game() -> None:
    """A game that brings no means has none kept."""
    assert policies.stored_means(load_folder(PLOTS), "policy", (Trial(),)) is None
