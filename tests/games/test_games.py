"""Games made by data alone, in one language: in order, printed, played and corrected."""

import json
import shutil
from pathlib import Path

import pikepdf
import pytest

from generator import paths
from generator.cli.program import run

Captured = pytest.CaptureFixture[str]
HERE = Path(__file__).parent
# With mechanics; a deck without any has a test of its own.
PLAYED = (
    "archipel",
    "bacs",
    "cinq-couronnes",
    "dernier-jeton",
    "deux-bandes",
    "diagonales",
    "escalier",
    "manege",
    "parcelles",
    "petit-circuit",
    "quatre-pentes",
    "quatre-rangees",
    "rucher",
    "seize-six",
    "trois-de-trois",
)


@pytest.fixture
def game(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Put a game where an author has it, in `rules_data` of the current folder."""
    name = str(request.param)
    shutil.copytree(HERE / name, tmp_path / "rules_data" / name)
    monkeypatch.chdir(tmp_path)
    return name


@pytest.mark.few(2)
@pytest.mark.parametrize("game", PLAYED, indirect=True)
def test_in_order_in_one_language(game: str, capsys: Captured) -> None:
    """Each game has French sentences alone, and `check` calls it in order without a warning."""
    files = {path.name for path in Path("rules_data", game).glob("*.yaml")}
    assert files == {"game.yaml", "fr.yaml"}
    assert run(["check", game]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1


@pytest.mark.few(1)
@pytest.mark.parametrize("game", PLAYED, indirect=True)
def test_kit_for_a_class(game: str, capsys: Captured) -> None:
    """Its kit for 27 pupils has every printable, in the language that the game has."""
    assert run(["kit", game, "--pupils", "27", "--lang", "en", "--jobs", "1"]) == 0
    assert "fr" in capsys.readouterr().err
    folder = Path("output", game, "fr")
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    made = {Path(file["name"]).stem for file in manifest["files"] if file["name"].endswith(".pdf")}
    assert {"plan", "kit", "rules", "record-form", "reminder"} <= made
    with pikepdf.open(folder / "kit.pdf") as kit:
        ids = {Path(file["name"]).stem: file["id"] for file in manifest["files"]}
        piles = [name for name in made if ids[name].startswith("play-")]
        assert 1 <= len(piles) <= 5
        assert len(kit.pages) >= len(made) - 1 - len(piles)


@pytest.mark.few(4)
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("game", PLAYED, indirect=True)
def test_played_judged_and_corrected(game: str, seed: int, capsys: Captured) -> None:
    """Its sample games are valid, planted errors are found, and a correction is drawn."""
    for errors in (0, 2):
        file = f"game-{errors}.yaml"
        sample = ["sample", game, "--seed", str(seed), "--errors", str(errors), "--to", file]
        assert run(sample) == 0
        capsys.readouterr()
        assert run(["verify", file, "--format", "json", "--correct"]) == (1 if errors else 0)
        (report,) = json.loads(capsys.readouterr().out)
        assert report["finished"]
        found = [one for one in report["findings"] if one["severity"] == "error"]
        assert len(found) == errors
    assert len(list(Path("output/corrections").glob("*.pdf"))) == 2


@pytest.mark.parametrize("game", PLAYED, indirect=True)
def test_blank_record(game: str) -> None:
    """Its blank record can be verified as it is given."""
    assert run(["record", game, "--to", "blank.yaml"]) == 0
    assert run(["verify", "blank.yaml"]) == 0


def test_no_python_names_them() -> None:
    """No file of the program names any of the games that stand here."""
    names = {path.name for path in HERE.iterdir() if (path / "game.yaml").exists()}
    assert names >= set(PLAYED)
    for file in Path(paths.PACKAGE).rglob("*"):
        if file.suffix in {".py", ".yaml"}:
            text = file.read_text(encoding="utf-8")
            assert not [name for name in names if name in text], file
