"""Each kind of game is made of each list that is shipped, or says why it cannot be."""

import re
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from generator import paths
from generator.check import check
from generator.cli.program import run
from generator.from_list import list_kinds
from generator.game import load_folder
from generator.game.catalog import list_game_files
from generator.make import make
from generator.options import OF_SOME_LISTS
from generator.page.jobs import Order
from generator.page.jobs import _make_list_game as make_list_game
from generator.page.workshop import KINDS
from generator.print_request import PrintRequest
from generator.printables.context import Options
from generator.words import BUILT_IN, Language, name_meant
from tests.kit.kits import plan_alone
from tests.render.conforming import faults
from tests.render.measured import texts

FILES = sorted(file.name for file in (paths.rules_data() / "tables").glob("*.csv"))
ROOT = paths.rules_data().parent
# What the README calls each kind in its one sentence.
IN_README: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "chain": "a chain",
        "dominoes": "dominoes",
        "families": "families",
        "flashcards": "flashcards",
        "goose": "a goose board",
        "loto": "a loto",
        "memory": "a memory",
        "one-in-common": "one sign in common",
        "quiz": "a quiz",
    },
    "fr": {
        "chain": "une chaîne",
        "dominoes": "des dominos",
        "families": "familles",
        "flashcards": "des cartes",
        "goose": "jeu de l’oie",
        "loto": "un loto",
        "memory": "un memory",
        "one-in-common": "un signe en commun",
        "quiz": "quiz",
    },
}
# Words, pictures and numbers; the others wait for the long run.
SOON = ("capitals.fr.csv", "fractions.en.csv", "elements.fr.csv")
LISTS = [pytest.param(file, marks=() if file in SOON else pytest.mark.long) for file in FILES]


def made_of(folder: Path, kind: str, file: str) -> Path:
    """Write the folder of a game that a shipped list becomes; return it."""
    own, tables = folder / "liste", paths.rules_data() / "tables"
    _, language, _ = file.split(".")
    own.mkdir()
    shutil.copy(tables / file, own)
    for pictures in (one for one in tables.iterdir() if one.is_dir()):
        shutil.copytree(pictures, own / pictures.name)
    for name, data in list_game_files("liste", kind, file, language).items():
        (own / name).write_bytes(data)
    return own


@pytest.mark.few(5)
@pytest.mark.parametrize("file", LISTS)
@pytest.mark.parametrize("kind", list_kinds())
def test_each_kind_is_made_of_each_list(tmp_path: Path, kind: str, file: str) -> None:
    """Every page is in the language of the list, tagged, with its rules."""
    _, language, _ = file.split(".")
    game = load_folder(made_of(tmp_path, kind, file))
    options = Options(language, pupils=24)
    made = make(game, game.printables()[0], options)
    words = " ".join(texts(made.pdf or b""))
    assert len(words) > 200
    assert faults(made.pdf or b"") == ()
    assert any(one.endswith(".contents.json") for one in made.files)


@pytest.mark.few(2)
@pytest.mark.slow
@pytest.mark.parametrize("kind", list_kinds())
def test_each_kind_is_in_order(tmp_path: Path, kind: str) -> None:
    """Check tries a game of each kind on every paper and finds no fault."""
    assert check(made_of(tmp_path, kind, "capitals.fr.csv")).game.name == "liste"


@pytest.mark.few(2)
@pytest.mark.slow
@pytest.mark.parametrize("kind", ["goose", *sorted({*list_kinds()} - {"goose"})])
def test_the_page_makes_it_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """The page makes all that the command makes of a list: with a board its quiz and its pawns."""
    monkeypatch.chdir(tmp_path)
    table = paths.rules_data() / "tables" / "capitals.fr.csv"
    asked = ["print", "liste", "--as", kind, "--table", str(table), "--lang", "fr", "--quiet"]
    assert run(asked) == 0
    order = Order("liste", PrintRequest(Options("fr")), kind, table.read_bytes(), "a.csv")
    files = {name: data for one in make_list_game(order) for name, data in one.files.items()}
    assert files == {one.name: one.read_bytes() for one in Path("output/liste/fr").iterdir()}
    if kind == "goose":
        assert {"goose.pdf", "quiz.pdf", "pawns.pdf"} <= {*files}


def test_the_plan_of_a_list_is_accessible(tmp_path: Path) -> None:
    """The one flowed document of a game from a list conforms to PDF/UA-1."""
    folder = made_of(tmp_path, "goose", "capitals.fr.csv")
    assert faults(plan_alone(load_folder(folder), Options("fr"))) == ()


@pytest.mark.parametrize("language", BUILT_IN)
def test_every_kind_stands_wherever_kinds_are_listed(language: Language) -> None:
    """The manual, the page, the options and the README name all kinds, each by what is typed."""
    kinds = {*list_kinds()}
    manual = (ROOT / "docs" / "manual" / language / "lists.md").read_text(encoding="utf-8")
    typed = re.findall(r"^\| `([a-z-]+)` \|", manual.replace("`--", ""), re.MULTILINE)
    assert sorted(filter(None, (name_meant(one, kinds, "values", "as") for one in typed))) == [
        *sorted(kinds)
    ]
    assert {*KINDS} == {*OF_SOME_LISTS} == kinds
    readme = (ROOT / ("README.md" if language == "en" else "README.fr.md")).read_text("utf-8")
    section = re.split(r"^## ", readme, flags=re.MULTILINE)
    (told,) = [one for one in section if f"/{language}/lists.md" in one]
    called = IN_README[language]
    assert called.keys() == kinds
    assert [kind for kind, words in called.items() if words not in told] == []


HOSTILE = {
    "empty.csv": b"",
    "headings.csv": b"mot;r\xc3\xa9ponse\n",
    "emoji.csv": "mot;réponse\n🐈;cat\n🐕;dog\n".encode(),
    "long.csv": ("mot;réponse\n" + "x" * 200 + ";a\nb;c\n").encode(),
    "endless.csv": ('mot;réponse\n"un;deux\n' + "x" * 200_000).encode(),
    "no-picture.csv": b"mot;image\nchat;chat.png\nchien;../../chien.png\n",
    "binary.csv": bytes(range(256)) * 4,
    "no.xlsx": b"PK\x03\x04 not a workbook",
    "fifty.csv": ("mot;réponse\n" + "\n".join(";" * 50 for _ in range(9))).encode(),
}


@pytest.mark.few(12)
@pytest.mark.parametrize("file", HOSTILE)
@pytest.mark.parametrize("kind", list_kinds())
def test_a_table_that_makes_no_game(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    kind: str,
    file: str,
) -> None:
    """What is wrong is told in lines that name the file; nothing is written, no accident told."""
    monkeypatch.chdir(tmp_path)
    Path(file).write_bytes(HOSTILE[file])
    assert run(["print", "essai", "--as", kind, "--table", file, "--lang", "en"]) == 2
    told = capsys.readouterr().err
    assert told.strip()
    assert "Traceback" not in told
    assert not [*Path("output").rglob("*.pdf")]
