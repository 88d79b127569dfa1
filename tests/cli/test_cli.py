"""The command line: what it prints, what it refuses, and how it leaves."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from generator.cli.program import COMMANDS, program, run
from generator.words import LANGUAGES, Language, fold, language_table, message, say, typed_words
from tests.render.measured import texts

Captured = pytest.CaptureFixture[str]


def lines(text: str) -> list[str]:
    """Return the lines of an output."""
    return text.splitlines()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_has_help_and_an_example(language: Language, capsys: Captured) -> None:
    """Each command explains itself in the language asked for, with an example to type."""
    for name in COMMANDS:
        assert run([name, "--help", "--lang", language]) == 0
        shown = capsys.readouterr().out
        assert f"ludokit {name}" in shown
        assert say(message("cli.example"), language) in shown
        assert f"--{typed_words('lang', language, 'options')[0]}" in shown
        assert "None" not in shown


@pytest.mark.parametrize(
    ("asked", "same"),
    [
        (["-h"], ["--help"]),
        (["help"], ["--help"]),
        (["aide", "Imprimer"], ["print", "--help"]),
        (["help", "kit"], ["kit", "-h"]),
    ],
)
def test_ways_to_the_help(asked: list[str], same: list[str], capsys: Captured) -> None:
    """Help is found by -h, by `help` and by `aide`, for the whole or for a command."""
    assert run(asked) == 0
    shown = capsys.readouterr().out
    assert run(same) == 0
    assert capsys.readouterr().out == shown != ""


def test_long_helps_stand_in_groups(capsys: Captured) -> None:
    """Many options stand under headings, in the words of the reader, none twice."""
    assert run(["kit", "--aide"]) == 0
    shown = capsys.readouterr().out
    for heading in ("Pour la classe :", "Papier et encre :", "Cartes et découpe :", "Fichiers :"):
        assert heading in shown
    options = re.findall(r"^  (?:-h, )?(--[a-z-]+)", shown, re.MULTILINE)
    assert {"--eleves", "--encre", "--papier", "--vers"} <= set(options)
    assert len(options) == len(set(options))
    assert "couleur|gris|contour" in shown
    assert "--seed" not in shown


@pytest.mark.parametrize(
    "asked",
    [
        "imprimer Qwinto feuilles --encre gris --papier A4 --exemplaires 2 --vers",
        "print qwinto feuilles-de-score --INK Grey --copies=2 --to",
        "print qwinto score-sheets --ink gray --copies 2 --to",
        "print qwinto Score-Sheets --lang français --encre GRIS --copies 2 --to",
    ],
)
def test_words_of_any_language(asked: str, tmp_path: Path, capsys: Captured) -> None:
    """Commands, options, values, games and printables are taken in French, capitals or not."""
    assert run([*asked.split(), str(tmp_path)]) == 0
    assert capsys.readouterr().out.endswith("score-sheets.grey.2-copies.pdf\n")


@pytest.mark.rest
@pytest.mark.parametrize(
    ("asked", "left_out"),
    [
        ("imprimer crowns --jouer-avec crayon --vers", "tokens"),
        pytest.param(
            "print crowns --lang en --play-with pieces --to",
            "pencil-boards",
            marks=pytest.mark.long,
        ),
    ],
)
def test_what_is_played_with_is_chosen(asked: str, left_out: str, tmp_path: Path) -> None:
    """Of a game's papers those for the other way of playing are left out."""
    assert run([*asked.split(), str(tmp_path), "--quiet"]) == 0
    made = {path.name.split(".")[0] for path in tmp_path.glob("**/*.pdf")}
    assert {"tokens", "pencil-boards"} - made == {left_out}
    assert "score-sheets" in made


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_to_type_mean_one_thing(language: Language) -> None:
    """No word stands for two options of a command, and none for what no command has."""
    commands = [program(language).build_command(name) for name in COMMANDS]
    known = set()
    for command in commands:
        words = [word for one in command.params for word in (*one.opts, *one.secondary_opts)]
        assert len(words) == len({fold(word) for word in words})
        known |= {word.removeprefix("--") for word in words}
    said = language_table(language)["typed"]
    assert set(said.get("options", ())) <= known
    assert set(said.get("commands", ())) <= {*COMMANDS, "help"}
    assert set(said.get("values", ())) <= known | {"what"}


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("kit qwinto --eleve 27", "vouliez-vous dire --eleves"),
        ("print qwinto --graine douze", "un nombre entier de 0 à 999999999"),
        ("print qwinto --groupe 4", "mais avec\u00a0: kit"),
        ("print qwinto --encre gri", "vouliez-vous dire 'gris'"),
        ("print qwinto feuiles", "vouliez-vous dire 'feuilles-de-score'"),
        ("kit qwinto --contenu joue,quizz", "vouliez-vous dire"),
        ("imprimr", "vouliez-vous dire 'imprimer'"),
    ],
)
def test_hints_are_in_the_words_of_the_reader(asked: str, told: str, capsys: Captured) -> None:
    """A slip is answered with the nearest word of the language that the reader types."""
    assert run(asked.split()) == 2
    assert told in capsys.readouterr().err


@pytest.fixture
def own_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with two games of one's own, one of them broken, to work in."""
    monkeypatch.chdir(tmp_path)
    assert run(["new", "frogs", "--blank"]) == 0
    broken = tmp_path / "rules_data" / "broken"
    shutil.copytree(tmp_path / "rules_data" / "frogs", broken)
    (broken / "fr.yaml").write_text("title: [1, 2\n", encoding="utf-8")
    return tmp_path / "rules_data"


@pytest.mark.usefixtures("own_games")
def test_one_broken_folder(capsys: Captured) -> None:
    """A broken game is told by its file, its faults and the way to see them; the others go on."""
    capsys.readouterr()
    assert run(["games", "--lang", "en"]) == 2
    shown = capsys.readouterr()
    assert "frogs –" in shown.out
    assert "qwinto –" in shown.out
    assert "broken: 2 faults, first rules_data/broken/game.yaml:3:7" in shown.err
    assert "ludokit check broken" in shown.err
    assert len(lines(shown.err)) == 1


@pytest.mark.rest
@pytest.mark.slow
def test_kit_goes_on_beside_a_broken_folder(own_games: Path, capsys: Captured) -> None:
    """The kits of the other games are made, and the exit code tells of the broken one."""
    assert run(["kit", "broken", "frogs", "--to", str(own_games), "--lang", "en"]) == 2
    assert "ludokit check broken" in capsys.readouterr().err
    assert (own_games / "frogs" / "fr" / "kit.pdf").is_file()


@pytest.mark.usefixtures("own_games")
@pytest.mark.parametrize("where", ["FROGS", "rules_data/frogs"])
def test_check_takes_names_and_folders(where: str, capsys: Captured) -> None:
    """A game is checked by its name, in capitals or not, or by its folder."""
    capsys.readouterr()
    assert run(["check", where, "--lang", "en"]) == 0
    assert "in order" in capsys.readouterr().out
    assert run(["check", "brokn", "--lang", "en"]) == 2
    assert "did you mean 'broken'?" in capsys.readouterr().err


def test_language_of_the_environment(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    """LUDOKIT_LANG sets the language, --lang goes before it, French is meant without either."""
    run(["--help"])
    assert "Commandes" in capsys.readouterr().out
    monkeypatch.setenv("LUDOKIT_LANG", "en")
    run(["--help"])
    assert "Commands" in capsys.readouterr().out
    run(["--lang", "fr", "--help"])
    assert "Commandes" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        pytest.param(["prnt"], "did you mean 'print'?", id="command"),
        pytest.param(["print", "qwinto", "--papr", "a4"], "did you mean --paper?", id="option"),
        pytest.param(["print", "qwinto", "--paper", "a6"], "'a6' is not one of", id="paper"),
        pytest.param(["print", "qwinto", "--paper", "a5"], "a5 paper is for some", id="small"),
        pytest.param(["kit", "qwinto", "--paper", "a5"], "a5 paper is for some", id="small kit"),
        pytest.param(["calibrate", "--paper", "a5"], "a5 paper is for some", id="small sheet"),
        pytest.param(["print", "qunto"], "did you mean 'qwinto'?", id="game"),
        pytest.param(["print", "qwinto", "scoresheet"], "'score-sheets'?", id="printable"),
        pytest.param(["print"], "GAME is missing", id="no game"),
        pytest.param(["print", "qwinto", "--copies", "0"], "whole number from 1", id="copies"),
        pytest.param(["print", "qwinto", "--copies", "²"], "whole number from 1", id="digit"),
        pytest.param(["print", "qwinto", "--copies"], "wants a value", id="no value"),
        pytest.param(["kit"], "name a game", id="kit of nothing"),
        pytest.param(["kit", "qwinto", "--all"], "name a game", id="kit of both"),
        pytest.param(["check", "no/such"], "no/such", id="folder"),
        pytest.param(["games", "x"], "'x' is too much", id="too much"),
        pytest.param(["print", "qwinto", "--names", "none.txt"], "no such file", id="no names"),
    ],
)
def test_fault_is_told(arguments: list[str], told: str, capsys: Captured) -> None:
    """A slip on the command line gives a line that says what would do, and exit code 2."""
    assert run(["--lang", "en", *arguments]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert told in shown.err
    assert "Traceback" not in shown.err


@pytest.mark.parametrize(("typed", "own"), [("-o", "--vers"), ("--languge", "--langue")])
def test_an_option_is_suggested_in_the_readers_language(
    typed: str, own: str, capsys: Captured
) -> None:
    """A slip near an option's English word is answered with the word that help shows."""
    assert run(["--lang", "fr", "print", "qwinto", typed, "en"]) == 2
    assert f"vouliez-vous dire {own} ?" in capsys.readouterr().err.replace("\u202f", " ")


@pytest.mark.parametrize(
    ("arguments", "variable"),
    [
        pytest.param(["--lang", "de", "games"], "", id="option"),
        pytest.param(["games", "--lang"], "", id="no value"),
        pytest.param(["games"], "de", id="variable"),
    ],
)
def test_unknown_language(
    arguments: list[str], variable: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A language that is not spoken is refused, wherever it was asked for."""
    if variable:
        monkeypatch.setenv("LUDOKIT_LANG", variable)
    assert run(arguments) == 2
    assert "en, es, fr" in capsys.readouterr().err


def test_print_writes_and_says_so(tmp_path: Path, capsys: Captured) -> None:
    """Printing names each document, and puts the boxes and previews beside it."""
    asked = ["print", "qwinto", "score-sheets", "--to", str(tmp_path), "--preview"]
    assert run([*asked, "--paper", "letter", "--ink", "grey", "--lang", "en"]) == 0
    stem = tmp_path / "qwinto" / "en" / "score-sheets.letter.grey"
    assert lines(capsys.readouterr().out) == [f"wrote {stem}.pdf"]
    names = sorted(path.name for path in stem.parent.iterdir())
    assert names == [f"{stem.name}{end}" for end in ("-1.png", ".boxes.json", ".pdf")]


def test_no_overwrite(tmp_path: Path, capsys: Captured) -> None:
    """With --no-overwrite a file that exists is named, and nothing is touched."""
    asked = ["print", "qwinto", "score-sheets", "--to", str(tmp_path), "--lang", "en"]
    assert run(asked) == 0
    (pdf,) = tmp_path.rglob("*.pdf")
    before = pdf.stat().st_mtime_ns
    capsys.readouterr()
    assert run([*asked, "--no-overwrite"]) == 2
    assert "score-sheets.pdf" in capsys.readouterr().err
    assert pdf.stat().st_mtime_ns == before


def test_file_in_the_way(tmp_path: Path, capsys: Captured) -> None:
    """A file where a folder has to be gives one line and leaves nothing behind."""
    (tmp_path / "qwinto").write_text("mine", encoding="utf-8")
    assert run(["print", "qwinto", "score-sheets", "--to", str(tmp_path), "--lang", "en"]) == 2
    assert len(lines(capsys.readouterr().err)) == 1
    assert [path.name for path in tmp_path.rglob("*")] == ["qwinto"]


@pytest.mark.parametrize("name", ["محمد", "Zoé 🎉", "דוד"])
def test_name_without_glyphs(tmp_path: Path, name: str, capsys: Captured) -> None:
    """A name in letters that no shipped font has is told with its line, and a line to write on."""
    names = tmp_path / "class.txt"
    names.write_text(f"Ana\n\n{name}\n", encoding="utf-8")
    to = tmp_path / "out"
    asked = ["print", "qwinto", "score-sheets", "--names", str(names), "--to", str(to)]
    assert run([*asked, "--lang", "en"]) == 0
    shown = capsys.readouterr().err
    assert f"{names}:3: no typeface here has the letters of '{name}'" in shown
    assert len(lines(shown)) == 1
    (pdf,) = to.rglob("*.pdf")
    printed = "".join(texts(pdf.read_bytes()))
    assert "Ana" in printed
    assert not set(name) - set("Zoé ") & set(printed)


def test_broken_data_tells_all(tmp_path: Path, capsys: Captured) -> None:
    """A data folder with faults is told whole, a line each, with file and line."""
    folder = tmp_path / "frogs"
    folder.mkdir()
    for name in ("game.yaml", "fr.yaml", "en.yaml"):
        (folder / name).write_text("title: [1, 2\n", encoding="utf-8")
    assert run(["check", str(folder), "--lang", "en"]) == 2
    shown = lines(capsys.readouterr().err)
    assert len(shown) == 3
    assert all(f"{folder}/" in line for line in shown)


def test_completion_prints_a_script(capsys: Captured) -> None:
    """Each shell gets the lines that complete ludokit's words."""
    for shell in ("bash", "zsh", "fish"):
        assert run(["completion", shell]) == 0
        assert "_LUDOKIT_COMPLETE" in capsys.readouterr().out


def test_schema_knows_the_parts(capsys: Captured) -> None:
    """The schema of game.yaml describes head, parts and printables."""
    assert run(["schema", "game"]) == 0
    shown = capsys.readouterr().out
    for word in ("json-schema.org", "players", "shift", "per_page", "columns"):
        assert word in shown


def test_games_lists_what_to_choose_by(capsys: Captured) -> None:
    """The list of games has title, players, age, minutes, printables and languages."""
    assert run(["games", "--lang", "en"]) == 0
    shown = capsys.readouterr().out
    for words in (
        "Qwinto",
        "2 to 6 players",
        "from 8 years",
        "15 to 20 minutes",
        "score-sheets",
        "fr, en",
    ):
        assert words in shown


def test_module_runs_too() -> None:
    """`python -m generator` is the same program."""
    asked = [sys.executable, "-m", "generator", "--version"]
    made = subprocess.run(asked, capture_output=True, text=True, check=True)
    assert made.stdout.startswith("ludokit ")


def test_closed_pipe_is_quiet() -> None:
    """A reader that goes away (`| head`) leaves no traceback."""
    asked = f"{sys.executable} -m generator schema game | head -c 1"
    made = subprocess.run(asked, shell=True, capture_output=True, text=True, check=False)  # noqa: S602 - our own words
    assert made.stderr == ""


@pytest.mark.skipif(sys.platform == "win32", reason="the CPU of other processes is not counted")
def test_help_is_quick() -> None:
    """Showing the help costs at most 4 times the CPU of Python with click alone."""
    from resource import RUSAGE_CHILDREN, getrusage

    def spent() -> float:
        used = getrusage(RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    def cost(*asked: str) -> float:
        before = spent()
        subprocess.run([sys.executable, *asked], capture_output=True, check=True)
        return spent() - before

    # The first run compiles; in turn, so that a busy machine is fair to both.
    runs = [(cost("-c", "import click"), cost("-m", "generator", "--help")) for _ in range(6)]
    rival, ours = map(min, zip(*runs[1:], strict=True))
    assert ours <= 4 * rival
