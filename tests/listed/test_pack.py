"""A pack for a class, made from a list: decks, title and rules cards, exercises, quiz, plan."""

import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from generator import paths
from generator.class_pack import DECKS, class_size
from generator.cli.program import run
from generator.from_list import ListChoices, game_of_list, list_kinds, template_facts
from generator.game import load_folder
from generator.game.catalog import list_game_files
from generator.listgames.card_set import LEAST
from generator.make import card_sheets, make
from generator.page.jobs import Order
from generator.page.jobs import _make_list_game as make_list_game
from generator.paper.page import sized_words
from generator.print_request import PrintRequest
from generator.printables.context import Options
from generator.printables.planning import plan
from tests.listed.lists import words
from tests.render.conforming import faults
from tests.render.measured import texts

CAPITALS = paths.rules_data() / "tables" / "capitals.fr.csv"
ANIMALS = [
    ("chat", "icon:cat"),
    ("chien", "icon:dog"),
    ("hibou", "icon:owl"),
    ("ours", "icon:bear"),
]


def table_of(folder: Path, rows: object, headings: str = "mot;réponse") -> Path:
    """Write a table of rows and return it."""
    file = folder / "liste.csv"
    lines = [headings, *(";".join(row) for row in rows)]  # type: ignore[attr-defined]
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


def made_pack(folder: Path, kind: str, table: Path, *more: str) -> dict[str, Path]:
    """Return the files that the command makes as a pack, by their names without options."""
    asked = ["print", "liste", "--as", kind, "--table", str(table), "--pack", *more]
    assert run([*asked, "--to", str(folder), "--lang", "fr"]) == 0
    written = (folder / "liste" / "fr").iterdir()
    found = [one for one in written if not one.name.endswith((".boxes.json", ".contents.json"))]
    return {f"{one.name.partition('.')[0]}{one.suffix}": one for one in found}


def said(file: Path) -> str:
    """Return the words of a PDF on one line."""
    return " ".join(" ".join(texts(file.read_bytes())).split())


def test_seven_decks_part_again(tmp_path: Path) -> None:
    """Each of seven decks has a title card, its rules and its words, behind backs of its number."""
    files = made_pack(tmp_path, "memory", table_of(tmp_path, words(8)))
    whole = said(files["memory.pdf"])
    assert whole.count("Étalez les cartes, faces cachées.") == DECKS
    # A title card, rules and sixteen cards: each back has its title twice.
    backs = Counter(re.findall(r"Liste · (\d)Liste", whole))
    assert backs == {f"{number}": 18 for number in range(1, DECKS + 1)}
    assert f"{DECKS} × 16 cartes" in whole
    (told,) = (tmp_path / "liste" / "fr").glob("memory*.contents.json")
    assert len(json.loads(told.read_text("utf-8"))["pairs"]) == 8


@pytest.mark.parametrize(("asked", "decks"), [(("--decks", "3"), 3), (("--pupils", "18"), 5)])
def test_as_many_decks_as_are_asked_for(tmp_path: Path, asked: tuple[str, str], decks: int) -> None:
    """A number of decks, or of pupils at four a deck, says how many there are."""
    files = made_pack(tmp_path, "families", CAPITALS, *asked)
    whole = said(files["families.pdf"])
    assert whole.count("Distribuez toutes les cartes.") == decks
    # One quiz and one plan for all of them.
    assert not re.search(r"· \d Liste", said(files["quiz.pdf"]))
    assert "Exercices (Corrigé)" in said(files["plan.pdf"])


@pytest.mark.few(3)
@pytest.mark.parametrize("kind", list_kinds())
def test_every_kind_has_a_pack(tmp_path: Path, kind: str) -> None:
    """A pack of each kind holds the game, exercises, a quiz, a plan and the files to print."""
    files = made_pack(tmp_path, kind, CAPITALS)
    assert {f"{kind}.pdf", "exercises.pdf", "quiz.pdf", "plan.pdf", "kit.pdf"} <= {*files}
    listed = json.loads(files["manifest.json"].read_text("utf-8"))
    assert listed["pupils"] == class_size(None, None) == 28
    assert any("print" in one["id"] or "play" in one["id"] for one in listed["files"])
    for name in (f"{kind}.pdf", "exercises.pdf"):
        assert faults(files[name].read_bytes()) == ()


@pytest.mark.parametrize("language", ["fr", "en"])
def test_exercises_ask_all_and_answer_on_a_page_of_their_own(tmp_path: Path, language: str) -> None:
    """Every word is asked with a line of a hand's height, in columns; its answer is on the key."""
    own = tmp_path / "liste"
    own.mkdir()
    table_of(own, words(30))
    for name, data in list_game_files(
        "liste",
        "memory",
        "liste.csv",
        language,
        {"pack": "yes"},
    ).items():
        (own / name).write_bytes(data)
    made = make(load_folder(own), "exercises", Options(language))
    asked, key = texts(made.pdf or b"")
    for word, answer in words(30):
        assert word in asked.replace("\u00a0", " ")
        assert answer in key.replace("\u00a0", " ")
        assert f"{answer}\n" not in asked
    assert made.key == 1
    boxes = json.loads(made.files["exercises.boxes.json"])
    page = plan(load_folder(own), "exercises", Options(language))[0]
    assert len(boxes) > 0
    sizes = [size for one, size in sized_words(page.copies[0].placed.drawing) if "mot" in one]
    assert len(sizes) == 30
    assert min(sizes) >= LEAST


@pytest.mark.parametrize("size", ["", "avery-c32011"])
def test_small_tiles_have_no_title_card(tmp_path: Path, size: str) -> None:
    """Dominoes say what they are on tiles large enough for it, and on no others."""
    chosen = ("--card-size", size) if size else ()
    files = made_pack(tmp_path, "dominoes", CAPITALS, *chosen)
    assert ("Partagez les dominos" in said(files["dominoes.pdf"])) == bool(size)


def test_pictures_are_asked_about(tmp_path: Path) -> None:
    """Where the answers are pictures the pupils see these and write the words."""
    files = made_pack(tmp_path, "flashcards", table_of(tmp_path, ANIMALS, "mot;image"))
    asked, key = texts(files["exercises.pdf"].read_bytes())
    assert all(word in key and word not in asked for word, _ in ANIMALS)


def test_what_the_list_lacks_something_for_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A loto of words alone is packed without exercises and quiz, and each is told with why."""
    rows = [(f"mot {number}",) for number in range(24)]
    files = made_pack(tmp_path, "loto", table_of(tmp_path, rows, "mot"))
    assert {"loto.pdf", "plan.pdf", "kit.pdf"} <= {*files}
    assert not {"exercises.pdf", "quiz.pdf"} & {*files}
    told = " ".join(re.sub("[\u00a0\u202f]", " ", capsys.readouterr().err).split())
    assert "lot sans « Exercices »" in told
    assert "deux colonnes" in told


def test_a_class_too_large_for_its_chain_plays_in_groups(tmp_path: Path) -> None:
    """Thirty pupils and ten rows: three chains, and exercises for all thirty."""
    table = table_of(tmp_path, words(10))
    files = made_pack(tmp_path, "chain", table, "--pupils", "30")
    whole = said(files["chain.pdf"])
    assert whole.count("DÉPART lit") == 3 + 1  # the teacher's page says it too
    lesson = next(one for name, one in files.items() if "lecon" in name)
    assert len(texts(lesson.read_bytes())) == 31


def test_long_answers_take_larger_cards_for_the_game_alone(tmp_path: Path) -> None:
    """Where a memory needs larger cards the question cards keep their own size."""
    rows = [
        (f"mot {n}", "une réponse de plusieurs longs mots à lire " * 2 + str(n)) for n in range(8)
    ]
    table = table_of(tmp_path, rows)
    files = made_pack(tmp_path, "memory", table)
    assert "une réponse de plusieurs" in said(files["memory.pdf"])
    assert "60x60" not in " ".join(one.name for one in files.values())


@pytest.mark.few(2)
@pytest.mark.parametrize("kind", ["goose", *sorted({*list_kinds()} - {"goose"})])
def test_a_folder_of_ones_own_has_it_too(tmp_path: Path, kind: str) -> None:
    """`new --pack` writes the printables of a pack into the folder, from which a kit makes it."""
    asked = ["new", "paquet", "--as", kind, "--table", str(CAPITALS), "--pack", "--lang", "fr"]
    assert run([*asked, "--to", str(tmp_path)]) == 0
    found = load_folder(tmp_path / "paquet").printables()
    assert {kind, "quiz", "exercises"} <= {*found}


@pytest.mark.slow
def test_the_page_makes_the_same_pack(tmp_path: Path) -> None:
    """A click in the workshop makes, byte by byte, what the command makes."""
    made_pack(tmp_path, "memory", CAPITALS)
    chosen = ListChoices(None, 28, template_facts({"title": "Liste", "pack": "yes"}))
    options = replace(Options("fr"), pupils=28)
    order = Order("liste", PrintRequest(options), "memory", CAPITALS.read_bytes(), "a.csv", chosen)
    files = {name: data for one in make_list_game(order) for name, data in one.files.items()}
    written = {one.name: one.read_bytes() for one in (tmp_path / "liste" / "fr").iterdir()}
    assert files == written


@pytest.mark.parametrize(
    ("kind", "sides", "rules"),
    [
        ("memory", "mot,réponse", "Retourne deux cartes."),
        ("memory", "mot,réponse,famille", "Retourne trois cartes."),
        ("one-in-common", "mot", "Trouve le signe"),
        ("one-in-common", "mot,réponse", "Trouve la question de ta carte"),
    ],
)
def test_rules_cards_tell_the_game_that_is_made(
    tmp_path: Path, kind: str, sides: str, rules: str
) -> None:
    """A memory of three, and one in common of questions and answers, have rules of their own."""
    rows = [(*pair, f"f{number}") for number, pair in enumerate(words(30))]
    table = table_of(tmp_path, rows, "mot;réponse;famille")
    files = made_pack(tmp_path, kind, table, "--sides", sides, "--decks", "1")
    assert said(files[f"{kind}.pdf"]).count(rules) == 1


def test_a_deck_has_one_back() -> None:
    """Title card, rules and words of a deck have one back, which is one image for tabletops."""
    facts = template_facts({"title": "Liste", "pack": "yes"})
    game = game_of_list("liste", "memory", CAPITALS, "fr", ListChoices(facts=facts))
    made = card_sheets(game, "memory", Options("fr"))
    assert [one for one in made.files if "back" in one] == ["memory.sheet-back.png"]
    assert len([one for one in made.files if one.endswith(".png")]) == 3


def test_what_is_in_a_pack_is_on_cards_that_hold_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where a goose needs larger question cards its pack has them, and no option is told of."""
    long = "un animal assez long qui vit dans les forêts profondes du nord et mange beaucoup"
    rows = [(f"{long} {number}", f"réponse {number}") for number in range(24)]
    files = made_pack(tmp_path, "goose", table_of(tmp_path, rows))
    told = capsys.readouterr().err
    assert "quiz.pdf" in files
    assert "sans --taille-cartes" not in told
    assert "laissé" not in told
