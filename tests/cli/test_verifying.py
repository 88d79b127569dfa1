"""The commands about games written down, as a teacher types them."""

import io
import json
import re
import shutil
from pathlib import Path

import pytest

from generator import paths
from generator.cli.program import run

Captured = pytest.CaptureFixture[str]
EXAMPLES = paths.rules_data() / "qwinto" / "examples"
LEGAL, ILLEGAL = EXAMPLES / "legal-turns.yaml", EXAMPLES / "illegal-row-rising.yaml"


def feed(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    """Let bytes stand on standard input."""
    stream = io.TextIOWrapper(io.BytesIO(data))
    monkeypatch.setattr("sys.stdin", stream)


@pytest.mark.parametrize(
    ("files", "code"),
    [
        pytest.param([LEGAL], 0, id="valid"),
        pytest.param([ILLEGAL], 1, id="invalid"),
        pytest.param([LEGAL, ILLEGAL], 1, id="one of them invalid"),
        pytest.param(["none.yaml", ILLEGAL], 2, id="unreadable wins"),
    ],
)
def test_exit_codes(files: list[object], code: int, capsys: Captured) -> None:
    """The exit code is that of the worst record, and every record is reported all the same."""
    assert run(["verify", *map(str, files), "--format", "jsonl", "--lang", "en"]) == code
    assert len(capsys.readouterr().out.splitlines()) == len(files)


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    """A dash reads one record from standard input."""
    feed(monkeypatch, LEGAL.read_bytes())
    assert run(["verify", "-", "--lang", "en"]) == 0
    assert "Qwinto" in capsys.readouterr().out


def test_folder_without_records(tmp_path: Path, capsys: Captured) -> None:
    """A folder without records is told, and the other files are judged."""
    assert run(["verify", str(tmp_path), str(LEGAL), "--lang", "en"]) == 2
    shown = capsys.readouterr()
    assert str(tmp_path) in shown.err
    assert "Qwinto" in shown.out


@pytest.mark.parametrize("format_", ["json", "sarif"])
def test_formats_are_json(format_: str, capsys: Captured) -> None:
    """JSON and SARIF of several records are one valid document."""
    run(["verify", str(LEGAL), str(ILLEGAL), "--format", format_])
    assert json.loads(capsys.readouterr().out)


def test_quiet_tells_faults_only(capsys: Captured) -> None:
    """With --quiet a valid game says nothing, an invalid one is reported."""
    assert run(["verify", str(LEGAL), "--quiet"]) == 0
    assert capsys.readouterr().out == ""
    assert run(["verify", str(LEGAL), str(ILLEGAL), "--quiet"]) == 1
    assert "illegal-row-rising" in capsys.readouterr().out


@pytest.mark.parametrize("asked", [["verify", ""], ["verify", str(LEGAL), "--to", ""]])
def test_no_name_is_no_folder(asked: list[str], capsys: Captured) -> None:
    """An empty name, as of a variable that is not set, is not the folder one happens to be in."""
    assert run([*asked, "--lang", "en"]) == 2
    assert "an empty name leads to no file\n" in capsys.readouterr().err


def test_corrections_are_written(tmp_path: Path, capsys: Captured) -> None:
    """--correct writes a sheet for each readable record under the output folder."""
    asked = ["verify", str(LEGAL), str(ILLEGAL), "none.yaml", "--correct", "--to", str(tmp_path)]
    assert run(asked) == 2
    names = sorted(path.name for path in (tmp_path / "corrections").iterdir())
    assert [name.rsplit("-", 1)[0] for name in names] == ["illegal-row-rising", "legal-turns"]
    told = capsys.readouterr().err
    assert all(name in told for name in names)


def test_corrections_from_standard_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """Two records that come through standard input leave two sheets; the same one again, one."""
    for file in (LEGAL, ILLEGAL, ILLEGAL):
        feed(monkeypatch, file.read_bytes())
        run(["verify", "-", "--correct", "--to", str(tmp_path), "--lang", "en"])
    capsys.readouterr()
    assert len(list((tmp_path / "corrections").iterdir())) == 2


def test_record_and_sample_never_overwrite(tmp_path: Path, capsys: Captured) -> None:
    """A file that exists is kept, whatever command would write it."""
    path = tmp_path / "game.yaml"
    assert run(["record", "qwinto", "--to", str(path), "--lang", "en"]) == 0
    before = path.read_bytes()
    for asked in (["record", "qwinto"], ["sample", "qwinto"]):
        assert run([*asked, "--to", str(path), "--lang", "en"]) == 2
        assert "choose another name" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_sample_verifies(tmp_path: Path) -> None:
    """A random game is valid; with errors put in it is not."""
    for number, errors in enumerate((0, 2)):
        path = tmp_path / f"{number}.yaml"
        asked = ["sample", "qwinto", "--seed", "5", "--errors", str(errors), "--to", str(path)]
        assert run(asked) == 0
        assert run(["verify", str(path)]) == (1 if errors else 0)


def test_players_are_named(capsys: Captured) -> None:
    """--players takes names parted by commas; too many are refused in one line."""
    assert run(["sample", "qwinto", "--players", "Léa, Tom"]) == 0
    assert "[Léa, Tom]" in capsys.readouterr().out
    assert run(["sample", "qwinto", "--players", "A,B,C,D,E,F,G", "--lang", "en"]) == 2
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(("language", "word"), [("fr", "joueurs"), ("en", "players")])
def test_schema_of_records(language: str, word: str, capsys: Captured) -> None:
    """The schema of a record is in the language asked for."""
    assert run(["schema", "record", "qwinto", "--lang", language]) == 0
    assert word in json.loads(capsys.readouterr().out)["properties"]


@pytest.mark.parametrize("asked", [["schema", "record"], ["schema", "game", "qwinto"]])
def test_schema_wants_the_right_words(asked: list[str], capsys: Captured) -> None:
    """A schema of records needs a game, that of game.yaml none."""
    assert run([*asked, "--lang", "en"]) == 2
    assert "schema record and a game" in capsys.readouterr().err


@pytest.fixture
def _deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a game that says nothing of how it is played into the current folder."""
    folder = tmp_path / "rules_data" / "quiet"
    shutil.copytree(EXAMPLES.parent, folder)
    file = folder / "game.yaml"
    text = file.read_text(encoding="utf-8").replace("name: qwinto", "name: quiet")
    file.write_text(re.sub(r"\nmechanics:.*\n(  .*\n)*", "\n", text), encoding="utf-8")
    for file in (folder / "fr.yaml", folder / "en.yaml"):
        text = file.read_text(encoding="utf-8").replace("{rules.game-end.full_rows}", "2")
        file.write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("_deck")
def test_a_game_that_nothing_judges(tmp_path: Path, capsys: Captured) -> None:
    """A game without mechanics has no records, which is said in one line; others are judged."""
    for command in ("record", "sample"):
        assert run([command, "quiet", "--lang", "en"]) == 2
        assert capsys.readouterr().err.startswith("nothing judges games of 'quiet'")
    path = tmp_path / "a.yaml"
    path.write_text("game: quiet\nplayers: [Ana, Ben]\nturns: []\n", encoding="utf-8")
    assert run(["verify", str(path), str(LEGAL), "--format", "json", "--lang", "en"]) == 2
    quiet, legal = json.loads(capsys.readouterr().out)
    assert quiet["problems"][0]["message"].startswith("nothing judges games of 'quiet'")
    assert (quiet["problems"][0]["line"], legal["valid"]) == (1, True)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        pytest.param(
            "jue: qwinto\njoueurs: [Ana, Ben]\ntorus: []\n",
            [("jue", "'jeu'"), ("torus", "'tours'")],
            id="slips in names",
        ),
        pytest.param(
            "jeu: qwinto\njoueurs: [Ana, Ben]\ntours: [{dés: {jaune: 3}, inscrit: {Ana: X3}}]\n",
            [("tours[1].inscrit.Ana", "O3, J3, V3")],
            id="cells as the paper has them",
        ),
        pytest.param(
            "jeu: qwinto\njoueurs: [Ana, Ben]\ntours: [{zzz: 1}]\n",
            [("zzz", "dés, relance, inscrit")],
            id="fields in the reader's language",
        ),
        pytest.param("jeu: qwinto\njoueurs: [Ana, Ben]\n", [("", "tours, feuilles")], id="nothing"),
    ],
)
def test_slips_are_told_in_the_words_of_the_reader(
    text: str, told: list[tuple[str, str]], tmp_path: Path, capsys: Captured
) -> None:
    """A wrong name gets the nearest right one, and lists of what would do are in French."""
    path = tmp_path / "a.yaml"
    path.write_text(text, encoding="utf-8")
    assert run(["verify", str(path), "--format", "json", "--lang", "fr"]) == 2
    (report,) = json.loads(capsys.readouterr().out)
    assert len(report["problems"]) == len(told)
    for problem, (field, words) in zip(report["problems"], told, strict=True):
        assert problem["field"].endswith(field)
        assert words in problem["message"]


def test_very_many_strangers(tmp_path: Path, capsys: Captured) -> None:
    """Names of nobody are told up to a number, and then counted."""
    names = ", ".join(f"An{number}: Y1" for number in range(1500))
    path = tmp_path / "a.yaml"
    path.write_text(
        f"game: qwinto\nplayers: [Ana, Ben]\nturns: [{{writes: {{{names}}}}}]\n", "utf-8"
    )
    assert run(["verify", str(path), "--lang", "en"]) == 2
    out = capsys.readouterr().out
    assert "1,300 more faults are not listed" in out
    assert len(out.splitlines()) < 210


def test_records_are_written_anew(tmp_path: Path, capsys: Captured) -> None:
    """What was read otherwise than it is typed is put beside it, never over it, and reads well."""
    typed = tmp_path / "typed.yaml"
    before = "jeu: qwinto\njoueurs: Ana, Ben\ntours:\n- dés: jaune 3\n  manqué: oui\n"
    typed.write_text(before, encoding="utf-8")
    good = tmp_path / "good.yaml"
    good.write_text("jeu: qwinto\njoueurs: [Ana, Ben]\ntours: []\n", encoding="utf-8")
    anew = ["--au-propre", "--vers", str(tmp_path / "out"), "--lang", "fr"]
    assert run(["verify", str(typed), str(good), *anew]) == 0
    assert typed.read_text(encoding="utf-8") == before
    (file,) = (tmp_path / "out" / "rewritten").iterdir()
    assert file.read_text(encoding="utf-8").endswith(
        "\njeu: qwinto\njoueurs: [Ana, Ben]\ntours:\n- dés: {jaune: 3}\n  manqué: true\n"
    )
    capsys.readouterr()
    assert run(["verify", str(file), "--format", "json"]) == 0
    (report,) = json.loads(capsys.readouterr().out)
    assert report["notes"] == []
    assert (
        run(["verify", str(typed), "--rewrite", "--no-overwrite", "--to", str(tmp_path / "out")])
        == 2
    )
