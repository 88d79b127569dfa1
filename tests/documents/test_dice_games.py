"""The guides of Crowns and DOCE: their numbers, answer keys, pictures and pages."""

import re
import shutil
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from random import Random

import pytest

from generator import paths
from generator.documents import check, doce
from generator.documents.reading import guide, numbers
from generator.documents.teaching import rules_of
from generator.errors import DataError
from generator.game import Game, load_folder
from generator.paper.page import PaperName
from generator.printables.context import Options
from generator.rules.doce import DoceRules
from generator.rules.family import Seating
from generator.rules.sheet.cross import Cross, chance_of
from generator.words import LANGUAGES, Language, message, say, typeset
from tests.documents.read_back import close, document, elements, last_lines, pages
from tests.documents.read_back import rows as annex
from tests.shipped import load

GAMES = ("crowns", "doce")
PAPERS: tuple[PaperName, ...] = ("a4", "letter")
# Each language, each paper and each size is among the first of these.
LONG = pytest.mark.long
PRINTED = [
    pytest.param(language, paper, marks=[] if (language == "fr") == (paper == "a4") else LONG)
    for language, paper in product(LANGUAGES, PAPERS)
]
SET = [
    pytest.param(paper, large, marks=LONG if paper != "a4" or large else [])
    for paper, large in product(PAPERS, (False, True))
]
FACES = range(1, 7)
FIGURES = {"crowns": 4, "doce": 4}


@cache
def known(game: str, language: Language = "en") -> dict[str, str]:
    """Return every number that the texts of a game's guide may name."""
    loaded = load(game)
    return dict(numbers(loaded, guide(loaded, language).positions, language))


@cache
def rolls() -> Counter[tuple[int, ...]]:
    """Count the rolls of six dice by how often each face falls, 1 to 6."""
    return Counter(tuple(roll.count(face) for face in FACES) for roll in product(FACES, repeat=6))


@pytest.mark.parametrize("game", GAMES)
def test_guides_are_complete(game: str) -> None:
    """Both languages tell the same guide, and name nothing that the game does not have."""
    check(load(game))


@pytest.mark.parametrize(("language", "paper"), PRINTED)
@pytest.mark.parametrize("game", GAMES)
def test_pages(game: str, language: Language, paper: PaperName) -> None:
    """A rule sheet has two pages at most, a guide six to ten, and every page is used."""
    assert len(pages(document(game, "rules", Options(language, paper)))) <= 2
    lesson = pages(document(game, "guide", Options(language, paper)))
    assert 6 <= len(lesson) <= 10
    assert min(map(len, lesson)) > 300


@pytest.mark.parametrize(("paper", "is_large"), SET)
@pytest.mark.parametrize("game", GAMES)
def test_breaks(game: str, paper: PaperName, is_large: bool) -> None:  # noqa: FBT001 - a table
    """No heading closes a page, and an example's words stand on the page of its picture.

    In large type an example may go on on the next page, rather than leave a third of one white.
    """
    told = guide(load(game), "fr")
    lesson = told.lesson
    told_under = (lesson.background, lesson.steps, lesson.tasks, lesson.examples)
    titles = {close(one.title) for parts in (*told_under, lesson.annex.tables) for one in parts}
    titles |= {close(f"{task.title} {task.level}") for task in lesson.tasks}
    template = (paths.templates() / "guide.html.j2").read_text(encoding="utf-8")
    labels = {name.replace("_", "-") for name in re.findall(r"words\.(\w+)", template)}
    titles |= {close(say(message(f"guide.{label}"), "fr")) for label in labels}
    # Beneath the last heading there are lines to write on.
    titles.remove(close(say(message("guide.notes"), "fr")))
    data = document(game, "guide", Options("fr", paper, large=is_large))
    assert not titles & set(last_lines(data))
    shown = [(one.title, one.text, one.position) for one in lesson.examples]
    lesson_pages = pages(data)
    opened = lesson_pages
    if is_large:
        opened = [one + after for one, after in pairwise(lesson_pages)]
    for title, text, place in shown:
        words = [close(one) for one in (title, text[0], told.positions[place].caption)]
        assert any(all(one in page for one in words) for page in opened), title


@pytest.mark.parametrize("game", GAMES)
def test_key_stands_behind_the_tasks(game: str) -> None:
    """The three tasks are told with each answer behind its question: pupils have worksheets."""
    text = "".join(pages(document(game, "guide", Options("fr"))))
    tasks = text[text.rindex("Troistâches") : text.rindex("Questionsclés")]
    for task in guide(load(game), "fr").lesson.tasks:
        for asked in task.asks:
            assert close(asked.answer) in tasks.partition(close(asked.question))[2]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_printed(game: str, language: Language) -> None:
    """Each rule stands on the rule sheet as a player is told it, but those for a judge alone."""
    text, loaded = "".join(pages(document(game, "rules", Options(language)))), load(game)
    said, unsaid = loaded.said[language], guide(loaded, language).rule_sheet.unsaid
    told = {rule: said.to_player(rule) for rule in said.rules if rule not in unsaid}
    assert [rule for rule, words in told.items() if close(words) not in text] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_structure(game: str, language: Language) -> None:
    """Headings nest from one title, tables have header cells, each figure says what it shows."""
    tree = elements(document(game, "guide", Options(language)))
    levels = [int(kind[2:]) for kind, _ in tree if re.fullmatch(r"/H\d", kind)]
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    figures = [alt for kind, alt in tree if kind == "/Figure"]
    assert len(figures) == FIGURES[game]
    assert min(map(len, figures)) > 40
    kinds = [kind for kind, _ in tree]
    assert kinds.count("/TH") > 50


def test_alternative_text_tells_the_position() -> None:
    """Who cannot see the drawn position hears its dice and tokens, or its pieces."""
    alts = {
        game: " ".join(alt for _, alt in elements(document(game, "guide", Options("fr"))))
        for game in GAMES
    }
    assert "Dés : 6, 5, 4, 4, 3, 1." in alts["crowns"].replace("\u00a0", " ")
    assert "1x1, 2x1, 3x1" in alts["crowns"]
    assert "Dernier dé de Noir : C3." in alts["doce"].replace("\u00a0", " ")


def _told(ways: int) -> str:
    """Return how a guide tells a chance of so many in all rolls."""
    percent = 100 * ways / rolls().total()
    return f"{percent:.1f}%" if percent >= 0.1 else "<\u00a00.1%"


@pytest.mark.parametrize(("pips", "dice"), list(product(FACES, FACES)))
def test_chance_of_a_square_is_that_of_all_rolls(pips: int, dice: int) -> None:
    """A square's rolls are those counted one by one, lowered dice included."""
    ways = sum(n for roll, n in rolls().items() if roll[pips - 1] and sum(roll[pips - 1 :]) >= dice)
    exact = sum(n for roll, n in rolls().items() if roll[pips - 1] >= dice)
    kit = rules_of(load("crowns"), Cross).layout.kit
    assert chance_of(kit, kit.plan.spots[f"{dice}x{pips}"]) == Fraction(ways, rolls().total())
    assert known("crowns")[f"chance.{dice}x{pips}.percent"] == _told(ways)
    assert known("crowns")[f"chance.{dice}x{pips}.exact.percent"] == _told(exact)


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_equal_dice_are_those_of_all_rolls(count: int) -> None:
    """So many equal dice, whatever their face, are counted in all rolls."""
    ways = sum(n for roll, n in rolls().items() if max(roll) >= count)
    assert known("crowns")[f"alike.{count}.percent"] == _told(ways)


def test_small_chances_do_not_round_to_nothing() -> None:
    """What can happen is never told as nought per cent."""
    rows = annex(load("crowns"), 0)
    assert rows[0] == ("6", "66.5%", "26.3%", "6.2%", "0.9%", "<\u00a00.1%", "<\u00a00.1%")
    assert len(rows) == 6


def test_answer_keys_of_crowns() -> None:
    """The keys of the tasks are what the rules of the game give."""
    told = known("crowns")
    assert told["position.task-read.open"].startswith("1x5, 2x5, 2x3, 3x3")
    assert told["position.task-read.most"] == "4"
    assert told["position.task-choose.best"] == "2x4 and 3x2"
    assert told["before.task-choose.total"] == "2"
    assert told["position.task-choose.best.total"] == "14"
    assert told["expected.row.4.5x4"] == "1.4"
    assert told["score.full.total"] == "22"
    assert told["position.full.lines"] == "row 3 and column 2x"
    assert "no die shows 2" in told["position.wrong.broken"]


def test_answer_keys_of_doce() -> None:
    """The keys of the tasks are what the rules of the game give."""
    told = known("doce")
    assert told["position.task-win.wins"] == "D5\u00a0= 5"
    assert told["position.task-stop.threats"] == "E5\u00a0= 1"
    assert told["position.task-stop.gives"] == "E1\u00a0= 1 and E5\u00a0= 1"
    assert told["position.zone.barred.count"] == "7"
    assert told["position.zone.open.count"] == "14"
    assert told["position.wrong.wrong"] == "B2 and D2"
    assert told["position.full.line"] == "B1, C2, D3 and E4"
    parts = ("win", "own", "blocker", "empty", "groups", "total")
    assert [told[f"score.full.{part}"] for part in parts] == ["12", "0", "5", "11", "2", "30"]


def test_lines_and_sums_are_counted() -> None:
    """Lines through a square and sums of four faces are those counted one by one."""
    told = known("doce")
    assert told["windows.of.all"] == "28"
    assert [told[f"windows.of.{square}"] for square in ("A1", "B1", "C3")] == ["3", "4", "8"]
    ways = Counter(map(sum, product(FACES, repeat=4)))
    assert {total: told[f"sums.{total}.ways"] for total in ways} == {
        total: str(number) for total, number in ways.items()
    }
    begun = Counter(four[0] for four in product(FACES, repeat=4) if sum(four) == 12)
    assert {face: told[f"sums.after.{face}"] for face in FACES} == {
        face: str(begun[face]) for face in FACES
    }
    kinds = {tuple(sorted(four)) for four in product(FACES, repeat=4) if sum(four) == 12}
    rows = annex(load("doce"), 2)
    assert [row[0] for row in rows] == [" + ".join(map(str, kind)) for kind in sorted(kinds)]
    assert sum(int(row[1]) for row in rows) == ways[12]


@pytest.mark.parametrize("seed", range(12))
def test_points_of_a_round_add_up(seed: int) -> None:
    """The parts of a round's points add up to what the rules give, drawn rounds included."""
    rules, chance = rules_of(load("doce"), DoceRules), Random(seed)  # noqa: S311 - a game
    state = rules.start(Seating(("Ana", "Ben")))
    while not rules.outcome(state).is_finished:
        state = rules.play(state, rules.random_turn(state, chance))
    for played in state.rounds:
        *parts, total = doce.points_of(rules.layout, state, played).values()
        given = rules.layout.points(state, played)
        assert total == sum(given.values())
        assert not parts or sum(parts) == total


@pytest.mark.parametrize(
    ("game", "before", "after", "field", "reason"),
    [
        ("crowns", "{1x4: token, 2x4", "{1x7: token, 2x4", "wrong.marks.1x7", "'1x7' is"),
        ("crowns", "{1x4: token, 2x4", "{1x4: tick, 2x4", "wrong.marks.1x4", "'tick'"),
        ("crowns", "places: [3x5", "places: [7x5", "wrong.turn.places[1]", "'7x5' is not one of"),
        ("crowns", "{dice: [5, 5, 4, 3, 3, 1]", "{dice: [5, 4, 3, 3, 1]", "wrong.turn.dice", "5"),
        ("crowns", "3, 1], places:", "3, 1], place:", "wrong.turn.place", "did you mean 'places'?"),
        ("crowns", "{dice: [5, 5, 4, 3, 3, 1]", "{dice: many", "wrong.turn.dice", "1"),
        ("doce", "{turns: [A1=2, E4=3, C3=4, D2=5]}", "{turns: 4}", "zone.turn.turns[1]", "'4'"),
        ("doce", "A1=2, E4=3", "A1=2, E9=3", "placed.turn.turns[2]", "“E9” is not a cell"),
        ("doce", "{turns: [A1", "{turn: [A1", "placed.turn.turn", "did you mean 'turns'?"),
        ("doce", "marks: {}\n    shows: counts", "marks: {A1: 3}\n    shows: counts",
         "counts.marks.A1", "cell 'A1' does not take this"),
    ],
)  # fmt: skip
def test_faults_of_positions_are_named(
    tmp_path: Path, game: str, before: str, after: str, field: str, reason: str
) -> None:
    """A position that the game cannot have is told with its place in the file."""
    loaded = changed(tmp_path, game, "guide", before, after)
    with pytest.raises(DataError) as caught:
        guide(loaded, "en")
    found = [(problem.field, say(problem.message, "en")) for problem in caught.value.problems]
    assert any(f == f"guide.positions.{field}" and reason in words for f, words in found), found


def changed(tmp_path: Path, game: str, stem: str, before: str, after: str) -> Game:
    """Return a game like the shipped one, with words of one file replaced."""
    folder = tmp_path / game
    shutil.copytree(paths.rules_data() / game, folder)
    file = folder / f"{stem}.yaml"
    text = file.read_text(encoding="utf-8")
    assert before in text
    file.write_text(text.replace(before, after), encoding="utf-8")
    return load_folder(folder)


@pytest.mark.parametrize(
    ("game", "before", "after", "words"),
    [
        ("crowns", "- [0, 1, 2, 3, 4, 3]", "- [0, 1, 2, 3, 9, 3]", "Total: 27 points."),
        (
            "doce",
            "empty_square: 1",
            "empty_square: 3",
            "Total: 52 points, and 0 for the other player.",
        ),
    ],
)
def test_guide_follows_the_data(
    tmp_path: Path, game: str, before: str, after: str, words: str
) -> None:
    """Other crowns, or dearer empty squares, change what the rule sheet counts."""
    loaded = changed(tmp_path, game, "game", before, after)
    example = guide(loaded, "en").rule_sheet.example
    assert typeset(words, "en") in map(str, example)
