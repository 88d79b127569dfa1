"""Data of a counter on which nobody could play: each fault is told at its place."""

from pathlib import Path

import pytest

from tests.rules.altered import refused_in_data


@pytest.mark.parametrize(
    ("old", "new", "fields"),
    [
        ("steps: [1, 2]", "steps: [2, 3]", ["mechanics.steps"]),
        ("target: 20", "target: 25", ["mechanics.strip"]),
        ("target: 20", "target: 0", ["mechanics.target"]),
        ("players: [2, 2]", "players: [2, 3]", ["mechanics.act"]),
        ("act: count", "act: cuont", ["mechanics.act"]),
        ("by: {rule: steps}", "by: {rule: rises}", ["rules[3].by.rule"]),
        ("by: {rule: steps}", "by: {rule: stpes}", ["rules[3].by.rule"]),
    ],
)
def test_faults_of_the_data(tmp_path: Path, old: str, new: str, fields: list[str]) -> None:
    """What leads nowhere, or nobody can say, is named, and so is a rule of another game."""
    assert refused_in_data(tmp_path, "course-a-20", old, new) == fields
