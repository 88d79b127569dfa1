"""The likely slip: one thing mistyped in a legal record is found, told first, and left alone."""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import pytest

from generator.cli.program import run
from generator.errors import DataError
from generator.records.record_format import catalog_rules
from generator.records.replay import replay
from generator.records.report import Report, report_fields, report_text
from generator.records.single_edit_search import near_cells, suggest_edits
from generator.records.suggestion import Suggestion
from generator.records.writing import names_for, random_body, read_yaml_record, yaml_of
from generator.rules import AnyRules, Seating
from generator.rules.optional import round_field
from generator.words import BUILT_IN
from tests.costs import is_within

Fields = dict[str, Any]
# A list of turns, and the number of its round, if there are rounds.
Turns = tuple[int | None, list[Any]]
# What a slip is: its kind, and what was typed and meant, where that is one thing.
Truth = tuple[str, object, object]


def game(rules: AnyRules, seed: int) -> Fields:
    """Return the record of a random legal game, with its papers."""
    variants = [*rules.player_ranges()]
    variant = variants[seed % len(variants)]
    least, most = rules.player_ranges()[variant]
    players = names_for(rules, "en")[: min(most, max(least, 2 + seed % 3))]
    seating = Seating(players, frozenset({variant} - {""}))
    body = random_body(rules, seating, [], Random(seed))  # noqa: S311 - a game, not a secret
    head = {"game": rules.game.name, "players": list(players)}
    return {**head, **({"variant": variant} if variant else {}), **(body or {})}


def judged(rules: AnyRules, fields: Fields) -> Report:
    """Return the report of a record, with its likely slips."""
    report = replay(read_yaml_record(rules, yaml_of(fields)))
    return replace(report, suggestions=suggest_edits(report))


def turns_of(rules: AnyRules, fields: Fields) -> list[Turns]:
    """Return the turns of a record, round by round."""
    entries = fields[rules.body_fields[0]]
    if not round_field(rules):
        return [(None, entries)]
    return [
        (n, one[round_field(rules)])
        for n, one in enumerate(entries, start=1)
        if round_field(rules) in one
    ]


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:  # noqa: ANN401 - plain
    """Yield all words and numbers with the way to each."""
    if isinstance(value, dict | list):
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for name, inner in pairs:
            yield from leaves(inner, (*path, name))
    else:
        yield path, value


def put(value: Any, path: tuple[Any, ...], new: object) -> None:  # noqa: ANN401 - plain
    """Put something else in a place."""
    for step in path[:-1]:
        value = value[step]
    value[path[-1]] = new


def swapped(_: AnyRules, turns: list[Any], at: int, __: Random) -> Truth | None:
    """Swap two turns."""
    if turns[at : at + 1] == turns[at + 1 : at + 2] or at + 1 == len(turns):
        return None
    turns[at : at + 2] = turns[at + 1], turns[at]
    return "turns-exchanged", (at + 1, at + 2), (at + 2, at + 1)


def forgotten(_: AnyRules, turns: list[Any], at: int, __: Random) -> Truth | None:
    """Leave a turn out."""
    del turns[at]
    return "turn-left-out", None, None


def twice(_: AnyRules, turns: list[Any], at: int, __: Random) -> Truth | None:
    """Write a turn twice."""
    turns.insert(at, deepcopy(turns[at]))
    return "turn-too-many", None, None


def off_by_one(_: AnyRules, turns: list[Any], at: int, chance: Random) -> Truth | None:
    """Write a number that is off by one."""
    found = [one for one in leaves(turns[at], (at,)) if type(one[1]) is int and one[1]]
    if not found:
        return None
    path, meant = chance.choice(found)
    typed = meant + chance.choice((-1, 1))
    put(turns, path, typed)
    return "number", typed, meant


def next_cell(rules: AnyRules, turns: list[Any], at: int, chance: Random) -> Truth | None:
    """Write a cell beside the one that was meant."""
    cells = [part.cell_ids() for part in rules.game.head.parts.values()]
    for path, meant in chance.sample([*leaves(turns[at], (at,))], len([*leaves(turns[at], (at,))])):
        square, sign, rest = str(meant).partition("=")
        known = next((one for one in cells if square in one), ())
        if near_cells(square, known):
            typed = chance.choice(near_cells(square, known))
            put(turns, path, typed + sign + rest)
            return "cell", typed, square
    return None


def wrong_player(_: AnyRules, turns: list[Any], at: int, chance: Random) -> Truth | None:
    """Name another player than the one who played."""
    every = {str(turn["player"]) for turn in turns if isinstance(turn, dict) and "player" in turn}
    if len(every) < 2:
        return None
    meant = turns[at]["player"]
    turns[at]["player"] = typed = chance.choice(sorted(every - {meant}))
    return "player", typed, meant


SLIPS: tuple[Callable[[AnyRules, list[Any], int, Random], Truth | None], ...] = (
    *(swapped, forgotten, twice, off_by_one, next_cell, wrong_player),
)


def tells(slip: Suggestion, truth: Truth, at: int, number: int | None) -> bool:
    """Return whether a slip is the true one; of a turn that stands twice any is one too many."""
    kind, typed, meant = truth
    if (slip.kind, slip.round) != (kind, number):
        return False
    if kind in {"turn-left-out", "turn-too-many"}:
        return slip.turn in {None, at, at + 1, at + 2}
    return (slip.turn, slip.typed, slip.meant) == (at + 1, typed, meant)


def trials(rules: AnyRules, seeds: range) -> Iterator[tuple[str, bool | None]]:
    """Yield each slip that is noticed, and whether it is told; None where nothing is."""
    for seed in seeds:
        whole, chance = game(rules, seed), Random(seed)  # noqa: S311 - a game, not a secret
        for slip in SLIPS:
            fields = deepcopy(whole)
            number, turns = chance.choice(turns_of(rules, fields))
            at = chance.randrange(len(turns))
            truth = slip(rules, turns, at, chance)
            try:
                report = judged(rules, fields)
            except DataError:  # no such face, and the program says so
                continue
            if truth and any(one.reason.key != "rules.score-wrong" for one in report.errors):
                told = [tells(one, truth, at, number) for one in report.suggestions]
                yield f"{slip.__name__} {seed}", any(told) if told else None


def _explained(rules: AnyRules, seeds: range) -> None:
    found = dict(trials(rules, seeds))
    assert [name for name, is_told in found.items() if is_told is False] == []
    assert sum(map(bool, found.values())) >= 0.75 * len(found)


@pytest.mark.few(1)
@pytest.mark.slow
def test_what_is_told_is_true(judged_game: str) -> None:
    """Whatever single slip is put into a legal record: where any are told, it is among them."""
    _explained(catalog_rules(judged_game), range(2))


@pytest.mark.slow
@pytest.mark.proof
def test_what_is_told_is_true_of_many(judged_game: str) -> None:
    """The same of many more records."""
    _explained(catalog_rules(judged_game), range(2, 27))


def test_nothing_is_told_of_legal_records(judged_game: str) -> None:
    """A legal record has no likely slip."""
    rules = catalog_rules(judged_game)
    assert all(judged(rules, game(rules, seed)).suggestions == () for seed in range(3))


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["crowns", "qwinto", "dental"])
def test_two_slips_are_none(name: str) -> None:
    """What two slips far apart have made no single one explains, and nothing is told."""
    rules, count = catalog_rules(name), 0
    for seed in (0, 3):
        fields = game(rules, seed)
        turns = fields["turns"]
        alone, both = [], deepcopy(fields)
        for at in (2, len(turns) - 4):
            one = deepcopy(fields)
            assert wrong_player(rules, one["turns"], at, Random(seed))  # noqa: S311 - no secret
            both["turns"][at] = one["turns"][at]
            alone.append(judged(rules, one).suggestions)
        count += all(alone)
        assert judged(rules, both).suggestions == ()
    assert count


def exchanged(rules: AnyRules) -> Fields:
    """Return a record of two turns that have changed places."""
    fields = game(rules, 1)
    fields["turns"][3:5] = fields["turns"][4], fields["turns"][3]
    return fields


def test_nothing_is_applied(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A slip is told and no more: the record stays as it is, and as wrong as it was."""
    rules = catalog_rules("qwinto")
    file = tmp_path / "game.yaml"
    fields = exchanged(rules)
    file.write_text(yaml_of(fields), encoding="utf-8")
    before = file.read_bytes()
    report = replay(read_yaml_record(rules, yaml_of(fields)))
    content = report.played.content.model_dump() if report.played else None
    assert suggest_edits(report)
    assert report.played
    assert report.played.content.model_dump() == content
    assert run(["verify", str(file), "--lang", "en", "--to", str(tmp_path)]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[2].endswith("Most likely: turn 4 and turn 5 change places, and all is right.")
    assert told[1] == f"{len(report.errors)} errors"
    assert file.read_bytes() == before


TWO_EXPLAIN = """\
game: course-a-20
players: [Ana, Ben]
rounds: [{says: [1, 3, 4, 7, 8, 10, 12, 14, 16, 18, 20]}]
"""


def test_equal_explanations() -> None:
    """Of slips that explain all alike the nearest to the first error is first, and none is sure."""
    report = replay(read_yaml_record(catalog_rules("course-a-20"), TWO_EXPLAIN))
    assert replace(report, suggestions=suggest_edits(report)).suggestions_in("en") == (
        "One of these 3 changes explains all: 6 instead of 7 in turn 4 of round 1.",
        "Or else: a turn is missing before turn 4 of round 1 (Ben).",
        "Or else: 5 instead of 4 in turn 3 of round 1.",
    )


SUMS = """\
game: qwinto
players: [Ana, Ben]
turns:
- {dice: {orange: 4}, writes: {Ana: O3}, player: Ana}
sheets: {Ana: {score: {total: 3}}, Ben: {score: {total: 1}}}
"""
ALONE = "game: qwinto\nplayers: [Ana, Ben]\nsheets: {Ana: {misses: 5}}\n"
VAGUE = """\
game: qwinto
players: [Ana, Ben]
turns:
- {dice: {orange: 4, purple: 3}, writes: {Ana: O3}}
- {dice: {orange: 5, purple: 4}, writes: {Ben: O3}}
- {dice: {orange: 4, yellow: 2}, writes: {Ana: O4}}
"""


@pytest.mark.parametrize("record", [SUMS, ALONE, VAGUE])
def test_what_is_no_slip(record: str) -> None:
    """Wrong sums, papers alone, and an error that many slips would explain have no likely slip."""
    report = replay(read_yaml_record(catalog_rules("qwinto"), record))
    assert report.errors
    assert suggest_edits(report) == ()


def test_no_slip_where_not_all_could_be_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """What could not be tried to the end tells nothing: another slip might be as likely."""
    rules = catalog_rules("qwinto")
    report = replay(read_yaml_record(rules, yaml_of(exchanged(rules))))
    assert suggest_edits(report)
    monkeypatch.setattr("generator.records.single_edit_search.WORK", 0)
    assert suggest_edits(report) == ()


def test_a_turn_that_cannot_be_made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no turn can be made up for a place, other slips are told all the same."""
    rules = catalog_rules("qwinto")
    report = replay(read_yaml_record(rules, yaml_of(exchanged(rules))))
    before = suggest_edits(report)

    def astray(*_: object) -> None:
        raise IndexError

    monkeypatch.setattr(type(rules), "guess_missing_turn", astray)
    monkeypatch.setattr(type(rules), "random_turn", astray)
    assert suggest_edits(report) == before
    assert before


@pytest.mark.parametrize(
    ("word", "known", "found"),
    [
        ("A1", ("A1", "A2", "A3", "B1", "1A"), ("A2", "1A", "B1")),
        ("A1", ("A1b2", "A1b", "12"), ()),
        ("red", ("green", "red", "blue", "pink"), ("green", "blue")),
    ],
)
def test_names_near_another(word: str, known: tuple[str, ...], found: tuple[str, ...]) -> None:
    """Near a name are those that one slip of the pen makes of it; of words, its neighbours."""
    assert near_cells(word, known) == found


SAID = (
    Suggestion("turns-exchanged", 4, typed=(4, 5), meant=(5, 4)),
    Suggestion("turns-exchanged", 4, 2, typed=(4, 6), meant=(6, 4)),
    Suggestion("turn-left-out", 6, player="Ben"),
    Suggestion("turn-left-out", 9, is_last=True),
    Suggestion("turn-left-out"),
    Suggestion("turn-left-out", round=2),
    Suggestion("turn-too-many", 6, player="Ben"),
    Suggestion("cell", 6, player="Ana", typed="P4", meant="P5", vocabulary="cell"),
    Suggestion("number", 6, typed=4, meant=5, field="dice", key="orange", key_vocabulary="die"),
    Suggestion("number", 6, 2, typed=12, meant=13),
    Suggestion("exchanged", 6, typed=("Ana", "Ben"), meant=("Ben", "Ana"), field="writes"),
    Suggestion("exchanged", 6, typed=(1, 2), meant=(2, 1), field="plays", vocabulary="entry"),
    Suggestion("player", 6, typed="Ana", meant="Ben", field="player", vocabulary="player"),
    Suggestion("word", 6, typed="orange", meant="yellow", field="dice", vocabulary="die"),
    Suggestion("word", round=2, typed="Ana", meant="Ben", field="first"),
    Suggestion("left-out", 6, meant=True, field="miss"),
    Suggestion("left-out", player="Ben", meant="O3", field="writes", vocabulary="cell"),
    Suggestion("too-many", 6, typed="Y2", field="writes", vocabulary="cell", player="Ana"),
)


@pytest.mark.parametrize("language", BUILT_IN)
def test_sentences(golden: Callable[[str, str], None], language: str) -> None:
    """Each kind of slip has its sentence, which stays as it was when it was read aloud."""
    report = replay(read_yaml_record(catalog_rules("qwinto"), ALONE))
    told = (replace(report, suggestions=(one,)).suggestions_in(language)[0] for one in SAID)
    golden(f"slips.{language}.txt", "".join(f"{words}\n" for words in told))


def test_json_and_text() -> None:
    """Programs are told where, what was typed, what was meant, and the sentence of the text."""
    rules = catalog_rules("qwinto")
    fields = game(rules, 0)
    turn = fields["turns"][4]
    turn["player"] = next(name for name in fields["players"] if name != turn["player"])
    report = judged(rules, fields)
    (told,) = report_fields(report, "en")["slips"]
    assert told.pop("message") in report_text(report, "en").replace("\u00a0", " ")
    assert list(told) == ["kind", "line", "column", "turn", "round", "player", "typed", "meant"]
    assert (told["kind"], told["turn"], told["typed"]) == ("player", 5, turn["player"])
    line = yaml_of(fields).splitlines()[told["line"] - 1]
    assert turn["player"] in line


@pytest.mark.parametrize(("options", "is_told"), [([], False), (["--slips"], True)])
def test_archives(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], *, is_told: bool
) -> None:
    """In an archive slips are searched only where that is asked for."""
    fields = game(catalog_rules("qwinto"), 1)
    fields["turns"][3:5] = fields["turns"][4], fields["turns"][3]
    file = tmp_path / "games.jsonl"
    file.write_text(json.dumps(fields) + "\n", encoding="utf-8")
    assert run(["verify", str(file), "--format", "jsonl", *options]) == 1
    assert bool(json.loads(capsys.readouterr().out)["slips"]) == is_told


def test_a_single_file_without(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a single file nothing is searched where nobody wants it."""
    fields = game(catalog_rules("qwinto"), 1)
    fields["turns"][3:5] = fields["turns"][4], fields["turns"][3]
    file = tmp_path / "game.yaml"
    file.write_text(yaml_of(fields), encoding="utf-8")
    assert run(["verify", str(file), "--no-slips", "--lang", "en"]) == 1
    assert "Most likely" not in capsys.readouterr().out


@pytest.mark.parametrize("turns", [600, 20_000])
def test_a_long_record_takes_seconds(turns: int) -> None:
    """However long a record is, its slips are searched within seconds, or not at all."""
    rules = catalog_rules("qwinto")
    turn = {"dice": {"orange": 4, "yellow": 2}, "writes": {"Ana": "O3", "Ben": "Y2"}}
    head = {"game": "qwinto", "players": ["Ana", "Ben"]}
    report = replay(read_yaml_record(rules, yaml_of({**head, "turns": [turn] * 2})))
    of = report.played
    assert of
    content = of.content.model_copy(update={"turns": of.content.turns * (turns // 2)})
    begun = process_time()
    assert suggest_edits(replace(report, played=replace(of, content=content))) == ()
    assert is_within(process_time() - begun, 20)
