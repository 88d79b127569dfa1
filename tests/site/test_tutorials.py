"""The tutorials: whoever does what they say gets what they promise."""

import os
import shlex
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from generator.cli import main
from generator.site.reference import Tutorial, TutorialStep, tutorials
from generator.words import BUILT_IN, Language

CHECKOUT = Path(__file__).parents[2]
IDS = [one.id for one in tutorials(BUILT_IN[0])]


def test_tutorials_are_alike() -> None:
    """Each language has the same tutorials, with files and lines at the same steps."""

    def shape(one: Tutorial) -> list[tuple[bool, bool, int, bool]]:
        return [(bool(s.file), bool(s.line), s.code, s.stays) for s in one.steps]

    first, *others = ({one.id: shape(one) for one in tutorials(lang)} for lang in BUILT_IN)
    assert all(other == first for other in others)


@pytest.mark.few(1)
@pytest.mark.slow
@pytest.mark.parametrize(("language", "name"), [*product(BUILT_IN, IDS)])
def test_tutorial_works(
    language: Language,
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """In an empty folder, each file saved and each line typed in order gives what is promised."""
    monkeypatch.chdir(tmp_path)
    (tutorial,) = (one for one in tutorials(language) if one.id == name)
    for step in tutorial.steps:
        if step.file:
            (tmp_path / step.file).write_text(step.text, encoding="utf-8")
        if step.line:
            said = begun(step, tmp_path) if step.stays else typed(step, capsys)
            assert [words for words in step.answers if words not in said] == [], said
        assert [file for file in step.makes if not (tmp_path / file).exists()] == []


def typed(step: TutorialStep, capsys: pytest.CaptureFixture[str]) -> str:
    """Type a line, expect its exit code, and return all that was said."""
    with pytest.raises(SystemExit) as left:
        main(shlex.split(step.line or "")[1:])
    said = "".join(capsys.readouterr())
    assert (left.value.code or 0) == step.code, said
    return said


def begun(step: TutorialStep, folder: Path) -> str:
    """Type a line that goes on until it is ended, and return the first thing said."""
    kept = {
        name: one for name, one in os.environ.items() if name not in {"DISPLAY", "WAYLAND_DISPLAY"}
    }
    own = {"HOME": str(folder), "XDG_CACHE_HOME": str(folder), "PYTHONPATH": str(CHECKOUT)}
    command = [sys.executable, "-m", "generator", *shlex.split(step.line or "")[1:]]
    with subprocess.Popen(
        command,
        cwd=folder,
        env=kept | own | {"BROWSER": "true"},
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as running:
        said = running.stdout.readline() if running.stdout else ""
        running.terminate()
    return said
