"""The shipped game, and copies of its folder with changes in them."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from generator import paths
from generator.game import Game, load, load_folder

Changed = Callable[..., Game]


@pytest.fixture(scope="session")
def qwinto() -> Game:
    """Return the shipped game."""
    return load("qwinto")


@pytest.fixture
def changed(tmp_path: Path) -> Changed:
    """Return a game like the shipped one, with words of its files replaced."""

    def change(**replaced: tuple[str, str]) -> Game:
        folder = tmp_path / "qwinto"
        shutil.copytree(paths.rules_data() / "qwinto", folder)
        for stem, (before, after) in replaced.items():
            file = folder / f"{stem}.yaml"
            text = file.read_text(encoding="utf-8")
            assert before in text
            file.write_text(text.replace(before, after), encoding="utf-8")
        return load_folder(folder)

    return change
