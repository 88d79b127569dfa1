"""What teachers tell of a lesson that they tried, made up and then spoilt."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from generator.documents.guide_section import read_guide
from generator.game import load
from generator.game.countries import years_of
from generator.records.writing import sample_record
from generator.rules import load as rules_of
from generator.words import LANGUAGES
from tests.farm.cases import Case, Fault
from tests.farm.mutations import BYTES, as_json, as_yaml, changed_tree
from tests.farm.records import judged_games
from tests.farm.trying import faults_of, files_here, lay, torn, tried

FIELDS: dict[str, dict[str, str]] = {
    "en": {},
    "fr": {
        "game": "jeu",
        "grade": "niveau",
        "pupils": "élèves",
        "country": "pays",
        "before": "avant",
    },
}
GRADES = ("CM1", "ce2", "3e", "Year 9", "CE7", "", "<b>", "x" * 61, "\u202e6e")


def make(chance: Random) -> Case:
    """Return what is told of one lesson or of some, and a record of the game."""
    game = chance.choice(judged_games())
    trees = [_told(game, chance) for _ in range(chance.choice((1, 1, 1, 2, 5)))]
    for _ in range(chance.choice((0, 0, 1, 2, 4))):
        at = chance.randrange(len(trees))
        trees[at] = changed_tree(trees[at], chance)
    tree: Any = trees[0] if len(trees) == 1 else trees
    suffix, written = chance.choice(((".yaml", as_yaml), (".yaml", as_yaml), (".json", as_json)))
    data = written(tree, chance)
    if chance.random() < 0.3:
        data = BYTES[chance.choice(tuple(BYTES))](data, chance)
    files = {f"trial{suffix}": data, "class/a.yaml": _record(game)}
    more = {"lang": chance.choice(LANGUAGES), "year": chance.choice((*years_of(""), *GRADES))}
    return Case("trials", f"{game}, {len(trees)} told", files, {"game": game, **more})


@cache
def _record(game: str) -> bytes:
    rules = rules_of(load(game))
    return sample_record(rules, seed=1, players=(), errors=0, language="en").text.encode()


def _told(game: str, chance: Random) -> dict[str, Any]:
    steps, pupils = len(read_guide(load(game), "en").lesson.steps), chance.choice((1, 12, 27))
    minutes = [chance.choice((None, 0, 5, 45)) for _ in range(chance.randint(1, steps + 1))]
    made: dict[str, Any] = {
        "game": chance.choice((game, game, game, chance.choice(judged_games()))),
        "date": chance.choice(("2026-03-12", "mars 2026", "12/03")),
        "grade": chance.choice((*years_of(""), *GRADES)),
        "pupils": pupils,
        "country": chance.choice(("France", "Belgique", "none", "")),
        "minutes": minutes,
    }
    for field in chance.sample(("before", "after"), chance.randrange(3)):
        made[field] = [chance.randint(0, pupils + (chance.random() < 0.1)) for _ in range(2)]
    for field in chance.sample(("said", "held", "changes"), chance.randrange(4)):
        words = chance.choice(
            ("Le 7 gagne", "<b>&</b>", "😀 中文", "mot " * 300, "a" + "\u0300" * 40)
        )
        made[field] = chance.choice((words, [words] * chance.choice((0, 1, 3, 40))))
    names = FIELDS[chance.choice(tuple(FIELDS))]
    return {names.get(name, name): value for name, value in made.items()}


def judge(case: Case) -> Iterator[Fault]:
    """Yield what is wrong with how it was drawn beside the class, and with the blank of a year."""
    lay(case.files)
    more, told = case.more, next(name for name in case.files if name.startswith("trial"))
    lang = ("--lang", str(more["lang"]))
    line = ("verify", "class", "--no-slips", "--jobs", "1", "--quiet", *lang)
    ended = tried(*line, "--trial", told, "--to", "out")
    yield from (*faults_of(ended), *torn(case.files))
    # A fault of the trial leaves the page of the class as it is.
    drawn = [name for name in files_here() if name.endswith(".pdf")]
    if ended.code in {0, 1, 2} and len(drawn) != 1:
        yield Fault("the class has its page", f"verify {ended.code}", ended.err)
    blank = tried("record", more["game"], "--trial", "--year", more["year"], *lang)
    yield from faults_of(blank)
    if blank.code == 0 and f"{more['game']}\n" not in blank.out:
        yield Fault("made or told", f"record {blank.code}", blank.err)
