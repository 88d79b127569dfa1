"""Random games: legal ones are accepted, planted errors are found, and no others."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from io import BytesIO
from random import Random

import pytest

from generator import game
from generator.cli.program import run
from generator.errors import DataError, LudokitError
from generator.records.reading import Record
from generator.records.record_format import catalog_rules
from generator.records.replay import replay
from generator.records.report import Report
from generator.records.writing import sample_record
from generator.rules import AnyRules, Outcome, Seating
from generator.words import BUILT_IN, Language
from tests.conftest import Golden
from tests.judged import verify_lines, verify_stream

NAMES = ("Ana", "Ben", "Chloé", "Dan", "Eva", "Félix")


def _verified(text: str) -> Report:
    (report,) = verify_stream(BytesIO(text.encode()))
    return report


def _played(rules: AnyRules, seed: int) -> tuple[bytes, Outcome]:
    """Return the record of a random game as a line, and the outcome that its play gave."""
    chance = Random(seed)  # noqa: S311 - a game, not a secret
    least, most = rules.player_ranges()[""]
    players = NAMES[: chance.randint(least, most)]
    state, steps = rules.start(Seating(players)), []
    while not rules.outcome(state).is_finished:
        steps.append(rules.random_turn(state, chance))
        state = rules.play(state, steps[-1])
    body = rules.record_body(tuple(steps), state)
    line = json.dumps({"game": rules.game.name, "players": players, **body}) + "\n"
    return line.encode(), rules.outcome(state)


def _accepted(rules: AnyRules, seeds: range) -> None:
    games = [_played(rules, seed) for seed in seeds]
    reports = verify_lines(BytesIO(b"".join(line for line, _ in games)), "games.jsonl")
    for report, (_, outcome) in zip(reports, games, strict=True):
        assert (report.problems, report.findings) == ((), ())
        found = (report.is_finished, report.scores, report.winners)
        assert found == (outcome.is_finished, outcome.scores, outcome.winners)


@pytest.mark.few(3)
def test_random_games_are_accepted(judged_game: str) -> None:
    """Random legal games have no finding, and the scores and winners that their play gave."""
    _accepted(catalog_rules(judged_game), range(20))


@pytest.mark.slow
@pytest.mark.long
def test_500_random_games(judged_game: str) -> None:
    """500 random games of each are accepted with the scores and winners of their play."""
    _accepted(catalog_rules(judged_game), range(500))


NAMED = ("Léa", "x: y")
PLANTED = re.compile(r"^# (\d+)\. line (\d+).* \[(\S+)\]$", re.MULTILINE)


def _planted(text: str) -> Iterator[tuple[int, int, str]]:
    for number, line, rule in PLANTED.findall(text):
        yield int(number), int(line), rule


def _planted_rule(rules: AnyRules, seed: int) -> str:
    """Return the rule of the one error of a sample, found where its comment says."""
    text = sample_record(rules, seed=seed, errors=1, language="en").text
    (found,) = _verified(text).findings
    assert list(_planted(text)) == [(1, found.line, found.rule)]
    assert not found.after_error
    return found.rule


@pytest.mark.few(2)
def test_one_planted_error(judged_game: str) -> None:
    """A game with one planted error has this finding, where its comment says, and no other."""
    rules = catalog_rules(judged_game)
    planted = {_planted_rule(rules, seed) for seed in range(12)}
    assert planted <= {*rules.plantable, *rules.plantable_on_paper}


@pytest.mark.slow
@pytest.mark.long
def test_every_rule_is_planted(judged_game: str) -> None:
    """300 games have one planted error first and alone; 200 plant every rule that can be."""
    rules = catalog_rules(judged_game)
    planted = []
    for seed in range(300):
        (found,) = sample_record(rules, seed=seed, errors=1, language="en").report.findings
        assert not found.after_error
        planted.append(found.rule)
    assert set(planted[:200]) == {*rules.plantable, *rules.plantable_on_paper}


@pytest.mark.few(4)
@pytest.mark.parametrize("language", BUILT_IN)
def test_errors_are_listed_where_there_are_some(judged_game: str, language: Language) -> None:
    """A sample ends with a comment for each error, and with none where it has none."""
    rules = catalog_rules(judged_game)
    assert "#" not in sample_record(rules, seed=3, language=language).text
    made = sample_record(rules, seed=3, errors=2, language=language)
    listed = [line for line in made.text.splitlines() if line.startswith("# ")]
    assert [line[2:4] for line in listed[1:]] == ["1.", "2."]


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("errors", "seed"),
    [(0, 4), (3, 4), (8, 4), (14, 4), pytest.param(18, 6, id="one finds no place: played again")],
)
def test_many_planted_errors(qwinto: AnyRules, errors: int, seed: int) -> None:
    """As many errors as asked for are found, each where the comment says."""
    text = sample_record(qwinto, seed=seed, players=NAMED, errors=errors, language="en").text
    report = _verified(text)
    assert report.players == NAMED
    listed = [(number, found.line, found.rule) for number, found in report.numbered()]
    assert list(_planted(text)) == listed
    assert len(listed) == errors


def test_what_nobody_could_read_is_drawn_again() -> None:
    """An error that leaves no game to read, here a last table without a life, is drawn again.

    The seed is one of five hundred that once met this.
    """
    made = sample_record(catalog_rules("sti"), seed=248, errors=3, language="fr")
    assert len(made.report.findings) == 3


def test_same_seed_same_game(qwinto: AnyRules) -> None:
    """A seed fixes the game to the letter; another gives another."""
    texts = [sample_record(qwinto, seed=seed, errors=2, language="fr").text for seed in (1, 1, 2)]
    assert texts[0] == texts[1] != texts[2]


# Seed, how many more players than the game needs (None: nobody is named), errors.
SAMPLES = ((1, None, 0), (2, None, 1), (3, None, 4), (4, 0, 2), (5, 1, 3), (6, None, 11))


def _in_a_line(rules: AnyRules, seed: int, more: int | None, errors: int) -> str:
    """Return a sample as a line: who plays, which rules are broken where, a digest."""
    least, most = rules.player_ranges()[""]
    players = () if more is None else NAMES[: min(least + more, most)]
    language = BUILT_IN[seed % len(BUILT_IN)]
    made = sample_record(rules, seed=seed, players=players, errors=errors, language=language)
    places = ", ".join(f"{f.rule} {f.line}:{f.column}" for f in made.report.findings)
    record, _, _ = made.text.partition("\n# ")
    digest = sha256(record.encode()).hexdigest()[:16]
    return f"{rules.game.name} {seed}: {', '.join(made.report.players)}; {places}; {digest}\n"


@pytest.mark.rest
@pytest.mark.slow
def test_same_seed_same_record(golden: Golden) -> None:
    """A seed fixes the record of every game to the letter, with few errors in it and with many."""
    every = [catalog_rules(name) for name in game.game_names()]
    golden("samples.txt", "".join(_in_a_line(r, *given) for r in every for given in SAMPLES))


@pytest.mark.rest
@pytest.mark.slow
def test_too_many_errors(qwinto: AnyRules) -> None:
    """More errors than a game has turns are refused, not left out."""
    with pytest.raises(LudokitError, match="100 errors do not fit"):
        sample_record(qwinto, seed=1, errors=100, language="en")


def test_players_who_cannot_play(qwinto: AnyRules) -> None:
    """A wrong number of players, a name twice and a name that means nobody are named at once."""
    with pytest.raises(DataError) as caught:
        sample_record(qwinto, seed=1, players=["none"], language="en")
    assert len(caught.value.problems) == 2


def test_a_game_that_never_ends(qwinto: AnyRules, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no game comes to its end, that is said instead of playing on for ever."""
    monkeypatch.setattr("generator.records.writing.LONGEST", 3)
    with pytest.raises(LudokitError, match="3"):
        sample_record(qwinto, seed=1, language="en")


def test_a_game_with_other_errors_is_not_handed_out(
    qwinto: AnyRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that turns out not to have the errors that were to be put in is made up anew."""
    tries = list[Record]()

    def blind(record: Record) -> Report:
        tries.append(record)
        report = replay(record)
        return replace(report, findings=()) if len(tries) == 1 else report

    monkeypatch.setattr("generator.records.writing.replay", blind)
    found = sample_record(qwinto, seed=1, errors=2, language="en")
    assert len(tries) > 1
    assert len(found.report.findings) == 2


def test_names_that_command_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """Signs that a terminal obeys stand as numbers; from YAML they read back as they were."""
    names = "\x1b[31mA", "B\u202e", "C\u2066\u200f"
    for command in (["sample", "qwinto", "--errors", "2"], ["record", "qwinto"]):
        assert run([*command, "--players", ",".join(names), "--lang", "en"]) == 0
        text = capsys.readouterr().out
        assert [sign for sign in "\x1b\u202e\u2066\u200f" if sign in text] == []
        assert _verified(text).players == names
    assert run(["record", "qwinto", "--format", "csv", "--players", ",".join(names)]) == 0
    text = capsys.readouterr().out
    assert [sign for sign in "\x1b\u202e\u2066\u200f" if sign in text] == []
    assert r"B\u202e" in text
