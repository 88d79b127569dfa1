"""Where the shared folders are."""

from pathlib import Path

import pytest

from generator import paths
from generator.errors import LudokitError

CHECKOUT = Path(__file__).parents[1]


def test_a_checkout_uses_its_own_folders() -> None:
    """In a checkout the games, templates and typefaces beside the package are used."""
    assert paths.rules_data() == CHECKOUT / "rules_data"
    assert paths.templates() == CHECKOUT / "templates"
    assert (paths.templates() / "fonts" / "Lexend-Regular.ttf").is_file()


def test_an_installed_package_uses_the_folders_inside(tmp_path: Path) -> None:
    """A folder inside the package wins over one that happens to lie beside it."""
    package = tmp_path / "generator"
    (tmp_path / "templates").mkdir()
    (package / "_shared" / "templates").mkdir(parents=True)
    assert paths.shared("templates", package) == package / "_shared" / "templates"


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    """A program that came without its folder says which one, in both languages."""
    with pytest.raises(LudokitError) as caught:
        paths.shared("templates", tmp_path / "generator")
    for language in ("en", "fr"):
        assert f"'{tmp_path / 'templates'}'" in caught.value.worded(language)


def test_the_output_folder_is_where_one_stands() -> None:
    """Printables go to `output` in the current folder unless another is named."""
    assert Path("output") == paths.OUTPUT


def test_a_folder_of_the_program_that_is_no_game_hides_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game of one's own may be called as a folder of pictures that came with the program."""
    monkeypatch.chdir(tmp_path)
    own = Path("rules_data", "flags")
    own.mkdir(parents=True)
    (own / "game.yaml").touch()
    assert (paths.rules_data() / "flags").is_dir()
    assert paths.hidden_games() == {}
