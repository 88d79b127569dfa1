"""A deck of 24 plant diseases, French only and without mechanics: data and pictures alone."""

import json
import shutil
from pathlib import Path

import pytest

from generator.cli.program import run
from tests.render.measured import texts

JARDIN = Path(__file__).with_name("jardin")
WAYS = ["vent", "pluie", "insecte", "sol", "outil", "graine"]


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in a folder whose `rules_data` holds the game."""
    shutil.copytree(JARDIN, tmp_path / "rules_data" / "jardin")
    monkeypatch.chdir(tmp_path)


def edit(old: str, new: str, file: str = "game.yaml") -> None:
    """Replace the one place of some words in a file of the game."""
    path = Path("rules_data/jardin") / file
    words = path.read_text(encoding="utf-8")
    assert words.count(old) == 1, old
    path.write_text(words.replace(old, new), encoding="utf-8")


def told(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Check the game, which is refused; return its faults, a line each."""
    assert run(["check", "rules_data/jardin", "--lang", "en"]) == 2
    return capsys.readouterr().err.splitlines()


def test_it_is_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    """Neither rules nor health facts nor a second language are asked of a deck."""
    assert run(["check", "rules_data/jardin"]) == 0
    assert "en ordre" in capsys.readouterr().out


def test_it_is_printed() -> None:
    """Every disease comes with its ways, and its advice, which is a text of the game."""
    assert run(["print", "jardin"]) == 0
    fronts = [page for page in texts(Path("output/jardin/fr/cartes.pdf").read_bytes()) if page]
    words = " ".join(" ".join(fronts).split())
    for name in ("Mildiou de la vigne", "Xylella", "Jaunisse de la betterave", "Graine"):
        assert name in words
    assert "Semer des graines saines." in words


def test_one_card_is_asked_for_by_its_title() -> None:
    """A card is found by its French title, though no file of words has its name."""
    assert run(["print", "jardin", "cartes", "--only", "hernie du chou"]) == 0
    (file,) = Path("output/jardin/fr").glob("*only*.pdf")
    (front,) = [page for page in texts(file.read_bytes()) if "Hernie" in page]
    assert "Mildiou" not in front


@pytest.mark.rest
def test_it_is_planned_for_a_class() -> None:
    """The print plan counts the sheets of seven tables."""
    assert run(["kit", "jardin", "--pupils", "27", "--group", "4"]) == 0
    folder = Path("output/jardin/fr")
    made = {file.name for file in folder.glob("*.pdf")}
    (pile,) = made - {"cartes.pdf", "plan.pdf", "kit.pdf"}
    assert pile.endswith("-a-imprimer-recto-verso-papier-200g.pdf")


def test_a_table_top_takes_it() -> None:
    """The deck comes as an image with the list of its cards."""
    assert run(["print", "jardin", "cartes", "--sheet-png"]) == 0
    (file,) = Path("output/jardin/fr").glob("*.json")
    cards = json.loads(file.read_text(encoding="utf-8"))["cards"]
    assert len(cards) == 24 + len(WAYS)
    assert [card["id"] for card in cards][-6:] == WAYS


@pytest.mark.parametrize(
    "command", [["record", "jardin"], ["sample", "jardin"], ["verify", "game.yaml"]]
)
def test_nothing_judges_it(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """What would need mechanics says so in one line."""
    Path("game.yaml").write_text("jeu: jardin\n", encoding="utf-8")
    assert run(command) == 2
    told = capsys.readouterr()
    (line,) = [line for line in (told.out + told.err).splitlines() if "jardin" in line]
    assert "rien ne juge les parties de 'jardin'" in line


@pytest.mark.parametrize(
    ("old", "new", "where", "why"),
    [
        pytest.param(
            "copies: 1, colour: sol}",
            "copies: 1, colour: sol, picture: terre}",
            "parts.paquet.cards.sol.picture",
            "no picture of that name: 'terre' is not one of bacterie, champignon",
            id="picture",
        ),
        pytest.param(
            "      chemin:\n      - {zone: title, shows: title}",
            "      chemins:\n      - {zone: title, shows: title}",
            "cartes.faces",
            "the type 'chemin' has no face",
            id="face",
        ),
        pytest.param(
            "as: sectors}",
            "as: dice}",
            "cartes.faces.maladie[4]",
            "'dice' is not one of disc, picture, pictures, sectors, words",
            id="manner",
        ),
        pytest.param(
            "shows: links, as: sectors}",
            "shows: transmission, as: sectors}",
            "cartes.faces.maladie[4]",
            "'transmission' is not one of links",
            id="sectors",
        ),
        pytest.param(
            "shows: links, as: sectors}",
            "shows: attack, as: pictures}",
            "cartes.faces.maladie[4]",
            "'attack' is not one of kills, links",
            id="list",
        ),
        pytest.param(
            "      - {zone: note, shows: notes}\n",
            "      - {zone: left, shows: attack, as: dice}\n",
            "parts.paquet.cards.mildiou",
            "the card 'mildiou' of the type 'maladie' needs the field 'attack'",
            id="dice",
        ),
        pytest.param(
            "{zone: note, shows: notes}",
            "{zone: text, shows: notes}",
            "cartes.faces.maladie[6]",
            "the zone 'text' is taken on this side already",
            id="zone",
        ),
        pytest.param(
            "{zone: picture, shows: chemin}]",
            "{zone: picture, shows: chemins}]",
            "cartes.back[2]",
            "did you mean 'chemin'?",
            id="back",
        ),
        pytest.param(
            "links: [vent], notes: [variete]",
            "links: [vent], notes: [varietes]",
            "parts.paquet.cards.rouille-ble",
            "'varietes' has to stand in fr.yaml",
            id="note",
        ),
        pytest.param("part: paquet", "part: paqet", "cartes.part", "'paquet'", id="part"),
    ],
)
def test_a_slip_is_told_where_it_is(
    old: str, new: str, where: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A word that leads nowhere is a fault of the place that says it."""
    edit(old, new)
    assert any(where in line and why in line for line in told(capsys))


def test_a_folder_without_pictures_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    """Where there is no picture at all, no empty list of choices is offered."""
    shutil.rmtree("rules_data/jardin/pictures")
    assert any("its folder 'pictures' holds none" in line for line in told(capsys))


def test_a_card_may_be_one_large_word(capsys: pytest.CaptureFixture[str]) -> None:
    """A pair for a memory needs no band: a word alone stands in the middle of the card."""
    file = Path("rules_data/jardin/game.yaml")
    words = file.read_text(encoding="utf-8")
    start, end = words.index("      maladie:\n      - {zone"), words.index("kit:")
    faces = "".join(
        f"      {kind}:\n      - {{zone: picture, shows: title}}\n"
        for kind in ("maladie", "chemin")
    )
    file.write_text(words[:start] + faces + "\n" + words[end:], encoding="utf-8")
    assert run(["check", "rules_data/jardin"]) == 0, capsys.readouterr().err
    assert run(["print", "jardin"]) == 0
    assert "Tavelure" in texts(Path("output/jardin/fr/cartes.pdf").read_bytes())[0]
