"""Guides that follow the data of their game, and positions that the game cannot have."""

import shutil
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from hashlib import sha256
from pathlib import Path

import pytest

from generator import paths
from generator.documents.exercises.generation import ExerciseChoice, class_set
from generator.documents.figures import WIDTH
from generator.documents.guide_section import read_guide
from generator.documents.lesson import Position
from generator.documents.position_view import as_tuple, validate_position, view_of
from generator.errors import DataError
from generator.game import Game, game_names, load_folder
from generator.printables.context import Context, Options
from generator.words import say, typeset
from tests.conftest import Golden
from tests.shipped import load

# Pupils whose exercises are drawn, in which every kind of question stands.
PUPILS = 8
# What stands nowhere in a turn, or rarely.
ODD: tuple[object, ...] = (None, "frog", 0, 1, 7, [], [1], [6, 6], [0, 99], {}, {"frog": 1}, True)
# What texts ask of positions and is not worked out when asked.
HELD = (int, str, tuple, list, dict)


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
        ("course-a-20", "race: [31, 2]", "race: [31]", "race-31.turn.race", "not a turn"),
        ("course-a-20", "race: [31, 2]", "race: [31, 1]", "race-31.turn.race", "not a turn"),
        ("course-a-20", "race: [31, 2]", "race: [2, 2]", "race-31.turn.race", "not a turn"),
        ("course-a-20", "race: [31, 2]", "race: [31, 2], says: [1]", "race-31.turn.race", "turn"),
        ("course-a-20", "[Ana, Ben], says: [2]", "[Ana, Ana], says: [2]", "begun.turn", "not"),
        ("course-a-20", "[Ana, Ben], says: [2]", "[Ana, Ben], says: [two]", "begun.turn", "turn"),
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
        read_guide(loaded, "en")
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


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("game", "before", "after", "words"),
    [
        ("qwinto", "worth: -5", "worth: -7", "Total: 39 points."),
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
    """Dearer misses, other crowns, dearer empty squares change what the rule sheet counts."""
    loaded = changed(tmp_path, game, "game", before, after)
    example = read_guide(loaded, "en").rule_sheet.example
    assert typeset(words, "en") in map(str, example)


def test_positions_as_they_were_looked_at(golden: Golden) -> None:
    """The drawn positions of guides and exercises lie as they lay when somebody looked at them."""
    told = list[str]()
    for name in game_names():
        setting = Context(load(name), "guide", Options("fr"))
        drawn = dict(read_guide(setting.game, "fr").positions)
        pupils = class_set(setting.game, "fr", ExerciseChoice(1, PUPILS))
        drawn |= {one.id: p for page in pupils for one in page if (p := one.exercise.position)}
        for which, position in drawn.items():
            view = view_of(setting.game, position, "fr")
            drawing = view.draw(setting, WIDTH)
            digest = sha256(repr(rounded(drawing)).encode()).hexdigest()[:8]
            size = f"{drawing.width:.1f} x {drawing.height:.1f} mm"
            told.append(f"{name} {which}: {size}, {digest}: {' '.join(view.describe(setting))}")
            said = {k: v for k, v in view.figures().items() if isinstance(v, HELD)}
            told.append(f"  {said} {dict(view.points())}")
    golden("positions.txt", "\n".join(told) + "\n")


def test_what_is_told_of_positions(golden: Golden) -> None:
    """What is told of positions with one thing changed stays as it was when somebody read it."""
    told = list[str]()
    for name in game_names():
        game = load(name)
        for which, position in read_guide(game, "fr").positions.items():
            outcomes = defaultdict[str, list[str]](list)
            for edit, odd in edited(position):
                faults = validate_position(game, odd)
                found = sorted(f"{'.'.join(map(str, at))} {why.key}" for at, why in faults)
                outcomes["; ".join(found) or "in order"].append(edit)
            told += (f"{name} {which} {one}: {', '.join(by)}" for one, by in outcomes.items())
    golden("faults-of-positions.txt", "\n".join(told) + "\n")


def edited(position: Position) -> Iterator[tuple[str, Position]]:
    """Yield a position with one thing changed, each with what that is."""
    marks, turn = position.marks, position.turn
    yield "on frogs", position.model_copy(update={"printable": "frogs"})
    shown = "mistakes" if position.shows == "clash" else "clash"
    yield f"shows {shown}", position.model_copy(update={"shows": shown})
    yield "marks frog", position.model_copy(update={"marks": {**marks, "frog": "1"}})
    for cell in [*marks][:1]:
        for odd in ("frog", "7", "999", "1000", "²"):
            changed = {**marks, cell: odd}
            yield f"marks {cell} {odd}", position.model_copy(update={"marks": changed})
    if turn is not None:
        yield "no turn", position.model_copy(update={"turn": None})
        yield "turn of frogs", position.model_copy(update={"turn": {**turn, "frog": 1}})
    for field, usual in (turn or {}).items():
        for value in (*ODD, *first_changed(usual)):
            other = {**(turn or {}), field: value}
            yield f"turn {field} {value}", position.model_copy(update={"turn": other})


def first_changed(usual: object) -> Iterator[object]:
    """Yield a list or block of a turn with the first thing in it changed."""
    inside = usual.items() if isinstance(usual, dict) else enumerate(as_tuple(usual))
    for at, one in [*inside][:1]:
        for value in (0, 7, 99, "frog", [one], {at: one}):
            if isinstance(usual, dict):
                yield {**usual, at: value}
            elif isinstance(usual, list):
                yield [value, *usual[1:]]


def rounded(thing: object) -> object:
    """Return a drawing as nested tuples, its lengths to a hundredth of a millimetre."""
    if is_dataclass(thing):
        return type(thing).__name__, *(rounded(getattr(thing, one.name)) for one in fields(thing))
    if isinstance(thing, tuple):
        return tuple(map(rounded, thing))
    return round(thing, 2) + 0.0 if isinstance(thing, float) else thing


def test_several_throws_of_a_turn() -> None:
    """A position may tell more throws than two; the last of them counts."""
    throws = [{"orange": 4, "yellow": 1}, {"orange": 4, "yellow": 6}, {"orange": 2, "yellow": 6}]
    turn = {"throws": throws, "writes": "Y3"}
    position = Position(alt="a turn", caption="a turn", marks={}, turn=turn)
    game = load("qwinto")
    assert not [*validate_position(game, position)]
    seen = view_of(game, position, "en")
    assert seen.figures()["sum"] == 8
    told = [*seen.describe(Context(game, "", Options(language="en")))]
    assert [line.count("6") for line in told[:3]] == [0, 1, 1]
