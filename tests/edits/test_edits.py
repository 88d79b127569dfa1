"""Data edited at random: told by `check` at the place, or everything comes out."""

import re
import shutil
from pathlib import Path
from random import Random

import pytest

from generator import paths
from generator.cli.program import run
from generator.game import game_names
from tests.edits.editing import Edit, edit
from tests.farm.trying import forget

Captured = pytest.CaptureFixture[str]
# A guide takes seconds to be laid out; it was filled by `check` in any case.
FLOWED_EVERY = 20
VERIFIED = frozenset({0, 1})


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make as many edits of each game as `--edits` says."""
    if "seed" in metafunc.fixturenames:
        count = int(metafunc.config.getoption("--edits"))
        cases = [(name, seed) for seed in range(count) for name in game_names()]
        metafunc.parametrize(("game", "seed"), cases)


@pytest.mark.few(2)
@pytest.mark.slow
def test_told_or_everything_comes_out(
    game: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """After any edit `check` names the edited place, or all that can be made is made."""
    monkeypatch.chdir(tmp_path)
    forget()
    name = f"{game}-{seed}"
    folder = shutil.copytree(paths.rules_data() / game, tmp_path / "rules_data" / game)
    # A word, so that a run on another machine makes the same edit.
    made = edit(folder, Random(f"{game} {seed}"), name)  # noqa: S311 - no secret
    code = run(["check", f"rules_data/{name}", "--lang", "en"])
    told = capsys.readouterr().err
    assert code in {0, 2}, f"{made}\n{told}"
    assert "its own fault" not in told, f"{made}\n{told}"
    if code == 2:
        assert _names(told, made), f"{made}\n{told}"
        return
    for language in ("fr", "en"):
        _all_comes_out(name, language, made, flowed=seed % FLOWED_EVERY == 0)
        capsys.readouterr()


def _names(told: str, made: Edit) -> bool:
    """Return whether some fault speaks of the place that was edited."""
    steps = {str(step) for step in made.path if isinstance(step, str)}
    words = {word for word in (*steps, *made.words) if len(word) > 1}
    # A sign that nobody sees is told by its number.
    words |= {f"U+{ord(sign):04X}" for sign in "".join(made.words) if not sign.isprintable()}
    # On paper words are typeset.
    told = told.replace("’", "'").replace("\u00a0", " ").replace("\u202f", " ")
    return any(word.lower() in told.lower() for word in words) or str(made.path[0]) in told


def _all_comes_out(name: str, language: str, made: Edit, *, flowed: bool) -> None:
    """Print, record, play, verify and correct a game by the command line."""
    lang = ["--lang", language, "--quiet"]
    drawn = [] if flowed else _drawn(name)
    if flowed or drawn:
        assert run(["print", name, *drawn, *lang]) == 0, made
    if "mechanics" not in _head(name):
        return
    assert run(["record", name, "--to", f"{language}.yaml", "--lang", language]) == 0, made
    assert run(["verify", f"{language}.yaml", "--lang", language]) in VERIFIED, made
    for errors in (0, 1):
        file = f"{language}-{errors}.yaml"
        sample = ["sample", name, "--seed", "3", "--to", file, "--lang", language]
        code = run([*sample, "--errors", str(errors)])
        if code == 2 and errors:
            continue  # not every game has a rule that a random game can break
        assert code == 0, made
        for form in ("text", "json", "sarif"):
            verify = ["verify", file, "--format", form, "--correct", "--lang", language]
            assert run(verify) == errors, made


def _head(name: str) -> str:
    return Path(f"rules_data/{name}/game.yaml").read_text(encoding="utf-8")


def _drawn(name: str) -> list[str]:
    """Return the printables that are drawn, by their ids."""
    text = _head(name).split("\nprintables:\n")[-1]
    found = re.findall(r"^  ([\w.-]+):\n    kind: (\w+)", text, re.MULTILINE)
    return [printable for printable, kind in found if kind != "document"]
