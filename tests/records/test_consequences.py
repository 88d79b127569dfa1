"""What people are told that a finding may follow from: an error that takes it with it."""

import pytest

from generator.records import consequences
from tests.records.conftest import Judge

SHUT = "{throws: [{dice: [6, 6], shuts: [1, 2, 9]}, {dice: [1, 1]}]}"
TELLING = [
    pytest.param(
        "game: course-a-20\nplayers: [Ana, Ben]\nrounds:\n"
        "- {says: [1, 3, 6, 7, 8, 9, 11, 13, 15, 17, 18, 20], winner: Ana}",
        ["step", "winner-wrong"],
        [None, None],
        id="whoever is told to have won has not, whatever was said instead",
    ),
    pytest.param(
        "game: course-a-20\nplayers: [Ana, Ben]\nrounds:\n"
        "- {says: [1, 3, 5, 7, 9, 11, 13, 15, 17, 18, 20]}\n- {says: [1, 3, 6, 6, 8]}",
        ["step", "step", "unfinished"],
        [None, 0, None],
        id="from a number that is right the next one steps as it should",
    ),
    pytest.param(
        "game: doce\nplayers: [Ana, Ben]\nrounds:\n"
        "- {first: Ben, turns: [C3=1, A1=1, A5=2, pass], result: {winner: none}}",
        ["first-player", "pass-when-stuck", "unfinished", "result-wrong"],
        [None, None, None, None],
        id="who begins has no share in what others forget",
    ),
    pytest.param(
        "game: boite\nplayers: [Ana]\nvariant: two-dice\nturns:\n"
        "- {throws: [{dice: [6, 6], shuts: [1, 2, 8]}, {dice: [1, 1]}], points: 33}",
        ["shut-sum", "must-shut", "points-wrong"],
        [None, 0, 0],
        id="of a flap that is right all goes",
    ),
    pytest.param(
        f"game: boite\nplayers: [Ana, Ben]\nturns:\n- {SHUT}\n- {SHUT}\n- {SHUT}\n- {SHUT}",
        ["after-end", "after-end"],
        [None, None],
        id="a turn too many is none the less",
    ),
]


@pytest.mark.parametrize(("record", "rules", "causes"), TELLING)
def test_told(judge: Judge, record: str, rules: list[str], causes: list[int | None]) -> None:
    """A cause is told where one change of its turn, which breaks nothing, leaves a finding out."""
    report = judge(record + "\n")
    assert [found.rule for found in report.findings] == rules
    assert [found.cause for found in report.told] == causes


@pytest.mark.parametrize("work", [0, 60])
def test_nothing_is_told_where_much_is_to_be_tried(
    judge: Judge, monkeypatch: pytest.MonkeyPatch, work: int
) -> None:
    """What could not be tried is told as an error of its own; programs are told as before."""
    record = TELLING[3].values[0]
    monkeypatch.setattr(consequences, "WORK", work)
    report = judge(f"{record}\n")
    assert [found.cause for found in report.told] == [None, None, None]
    assert [found.after_error for found in report.findings] == [False, True, True]
