"""A list keeps every row: only words for columns, or people, make headings of the first."""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from generator.cli.program import run
from generator.errors import DataError, LudokitError
from generator.from_list import ListChoices
from generator.listgames.planner import load_table
from generator.page.jobs import Order
from generator.page.jobs import _make_list_game as make_list_game
from generator.page.wording import reasons_of
from generator.print_request import PrintRequest
from generator.printables.context import Options
from generator.printables.planning import plan
from generator.reading.text_files import read_names
from generator.tables.table import Headings, Table, read_table
from generator.words import say
from tests.costs import busy
from tests.listed.folders import made_of
from tests.page.conftest import KEY, asking, working
from tests.reading.workbooks import document, workbook

__all__ = ("asking", "working")

PAIRS = (
    *(("chien", "dog"), ("chat", "cat"), ("vache", "cow"), ("âne", "donkey")),
    *(("loup", "wolf"), ("ours", "bear"), ("coq", "rooster"), ("puce", "flea")),
)
NO_HEAD: Sequence[tuple[str, ...]] = ()
FIRST_SECOND = "première, deuxième"


def joined(sign: str, head: Sequence[Sequence[str]] = NO_HEAD, end: str = "\n") -> str:
    """Return the list as people type it, with a sign between a word and its answer."""
    return end.join(sign.join(row) for row in (*head, *PAIRS)) + end


def spread(made: Callable[[Sequence[Sequence[str]]], bytes], *head: Sequence[str]) -> bytes:
    """Return the list as a spreadsheet."""
    return made([*head, *PAIRS])


def kept(file: str, data: bytes | str, names: str = FIRST_SECOND) -> object:
    """Return a case: a file, what is in it, and what its columns are called."""
    return pytest.param(file, data.encode() if isinstance(data, str) else data, names)


LISTS = [
    # Without headings, in all the ways in which two columns are parted.
    *(kept("a.csv", joined(sign)) for sign in (";", "\t", ",", "; ", ", ", " ; ")),
    kept("a.csv", "\n".join(f'"{word}";"{answer}"' for word, answer in PAIRS)),
    *(kept("a.txt", joined(sign)) for sign in (";", "\t", ", ", " = ", " : ", "\u00a0: ")),
    *(kept("a.txt", joined(sign)) for sign in (" - ", " – ", " -> ", " → ", " | ")),
    kept("a.csv", joined(" = ")),
    kept("a.tsv", joined("\t")),
    kept("a.csv", joined(";", end="\r\n")),
    kept("a.csv", joined(";", end="\n\n")),
    kept("a.csv", joined(";").encode("cp1252")),
    kept("a.csv", b"\xef\xbb\xbf" + joined(";").encode()),
    kept("a.csv", joined("\t").encode("utf-16")),
    kept("a.csv", joined(";", end=";\n"), FIRST_SECOND),
    kept("a.xlsx", spread(workbook)),
    kept("a.ods", spread(document)),
    # With headings that say what a column is for, in both languages, or one of them.
    *(
        kept("a.csv", joined(";", [head]), ", ".join(head))
        for head in [
            *(("Mot", "Réponse"), ("word", "answer"), ("MOT", "Traduction"), ("Terme", "anglais")),
            *(("français", "Traduction"), ("question", "réponse"), ("recto", "verso")),
            *(("Front", "Back"), ("nom", "Nom anglais"), ("calcul", "résultat")),
        ]
    ),
    # With headings that are all of one language.
    *(
        kept("a.csv", joined(";", [head]), ", ".join(head))
        for head in [("Français", "Anglais"), ("English", "French"), ("Pays", "Capitale")]
    ),
    # With a title above the headings.
    kept("a.csv", joined(";", [("Mes animaux",), ("mot", "réponse")]), "mot, réponse"),
    kept("a.xlsx", spread(workbook, ["Mes animaux"], ["mot", "réponse"]), "mot, réponse"),
    kept("a.ods", spread(document, ["6e B"], ["Animaux"], ["mot", "réponse"]), "mot, réponse"),
]


def rows_of(table: Table) -> list[tuple[str, ...]]:
    """Return what stands in the rows of a table."""
    return [tuple(cell.words for cell in row) for row in table.rows]


@pytest.mark.parametrize(("file", "data", "names"), LISTS)
def test_every_row_is_kept(tmp_path: Path, file: str, data: bytes, names: str) -> None:
    """However two columns are parted and headed, each of the eight pairs is there, and told."""
    path = tmp_path / file
    path.write_bytes(data)
    table = read_table(path)
    assert rows_of(table) == list(PAIRS)
    assert say(table.understood(), "fr") == f"2 colonnes\u00a0: {names}\u202f; 8 lignes"


def test_there_are_forty_cases() -> None:
    """The table has forty cases at least."""
    assert len(LISTS) >= 40


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param("anglais;English\nchien;dog\n", 2, id="the names of a language in two"),
        pytest.param("pays;country\nville;town\n", 2, id="a translation"),
        pytest.param("latin\nfrançais\n", 2, id="one column of languages"),
        pytest.param("chat\nchien\nmot\noiseau\n", 4, id="a word for a column further down"),
        pytest.param("Animaux\nchien;dog\nchat;cat\n", 3, id="a title without headings"),
        pytest.param("mot;12\nphrase;15\n", 2, id="a number beside a word for a column"),
        pytest.param("mot;chat.png\nphrase;chien.png\n", 2, id="a picture beside one"),
        pytest.param("chien;dog\n;\nchat;cat\n", 2, id="an empty row"),
        pytest.param("chien\n", 1, id="one word"),
        pytest.param("a;b\nc\nmot;d\n", 3, id="a row that lacks its second cell"),
    ],
)
def test_a_row_is_no_heading(tmp_path: Path, text: str, rows: int) -> None:
    """What may be a row of the list is one."""
    (tmp_path / "a.csv").write_text(text, encoding="utf-8")
    assert len(read_table(tmp_path / "a.csv").rows) == rows


@pytest.mark.parametrize(
    ("text", "headings", "names", "rows"),
    [
        ("chien;dog\nchat;cat\n", "yes", ["chien", "dog"], 1),
        ("Animaux\nchien;dog\nchat;cat\n", "yes", ["chien", "dog"], 1),
        ("chien\nchat\n", "yes", ["chien"], 1),
        ("mot;réponse\nchat;cat\n", "no", ["first", "second"], 2),
        ("a;b;c;d;e\n", "no", ["first", "second", "third", "fourth", "column 5"], 1),
    ],
)  # fmt: skip
def test_people_say_so(
    tmp_path: Path, text: str, headings: Headings, names: Sequence[str], rows: int
) -> None:
    """Where a person says what the first row is, it is that."""
    (tmp_path / "a.csv").write_text(text, encoding="utf-8")
    table = read_table(tmp_path / "a.csv", headings)
    called = [one if isinstance(one, str) else say(one, "en") for one in table.names]
    assert (called, len(table.rows)) == (names, rows)
    assert [table.column(name) for name in called] == [*zip(*table.rows, strict=True)]


def test_a_wrong_row_is_told_by_its_cell(tmp_path: Path) -> None:
    """Of a row that lacks its answer the cell is told; it is not left out."""
    game = made_of(tmp_path, "memory", joined(";").replace("cow", ""))
    with pytest.raises(DataError) as caught:
        plan(game, "memory", Options())
    told = f"{game.folder / 'liste.csv'}:3:2: B3: empty cell; fill it in, or delete the row"
    assert caught.value.worded("en") == told


@pytest.mark.parametrize("sides", ["[bête, beast]", "[bête+beast, beast]"])
def test_a_game_names_its_columns(tmp_path: Path, sides: str) -> None:
    """Headings that are no words for columns are known where the game's data name them."""
    game = made_of(tmp_path, "memory", "Bête;Beast\n" + joined(";"), more=f"sides: {sides},")
    assert rows_of(load_table(game, "list")) == list(PAIRS)


def test_a_column_that_is_not_there(tmp_path: Path) -> None:
    """What names no column is told what they are called, and that may be written."""
    game = made_of(tmp_path, "memory", joined(";"), more="sides: [troisième, first],")
    with pytest.raises(LudokitError) as caught:
        plan(game, "memory", Options())
    assert "'troisième' ne fait pas partie de première, deuxième" in caught.value.worded("fr")


SAID = "2 columns: first, second; 8 rows\n"


def test_what_was_understood_is_said_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`print` and `new` say first what they have read, before faults too, unless `--quiet`."""
    monkeypatch.chdir(tmp_path)
    Path("a.csv").write_text(joined(";"), encoding="utf-8")
    of_list = ["--table", "a.csv", "--lang", "en"]
    assert run(["print", "own", "--as", "memory", *of_list]) == 0
    assert capsys.readouterr().err == SAID
    assert run(["print", "own", "--as", "families", *of_list]) == 2
    assert capsys.readouterr().err.startswith(f"{SAID}a.csv: families need a column")
    assert run(["print", "own", "--as", "memory", *of_list, "--quiet"]) == 0
    assert capsys.readouterr().err == ""
    assert run(["new", "own", "--as", "memory", *of_list, "--headings", "yes"]) == 0
    assert capsys.readouterr().err == "2 columns: chien, dog; 7 rows\n"
    assert "headings: yes}" in Path("rules_data/own/game.yaml").read_text(encoding="utf-8")
    assert (
        run(
            [
                "print",
                "own",
                "--quiet",
                "--comme",
                "memory",
                "--tableau",
                "a.csv",
                "--titres",
                "oui",
            ]
        )
        == 0
    )
    (made,) = Path("output/own/fr").glob("*.contents.json")
    assert len(json.loads(made.read_text(encoding="utf-8"))["pairs"]) == 7
    assert run(["print", "qwinto", "--headings", "no", "--lang", "en"]) == 2
    assert "both are needed" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["memory", "families", "goose", "flashcards"])
def test_on_the_page(kind: str) -> None:
    """What was understood is the first note of what the page makes, or comes before its faults."""
    order = Order("own", PrintRequest(Options("en")), kind, joined(";").encode(), "mine.csv")
    if kind == "families":
        with pytest.raises(DataError) as caught:
            make_list_game(order)
        fault = "families need a column that says which family each word belongs to"
        first, second = reasons_of(caught.value, "en")
        assert (first, second.partition(":")[0]) == (SAID.strip(), fault)
        return
    assert say(make_list_game(order)[0].notes[0], "en") == SAID.strip()
    (titled, *_) = make_list_game(replace(order, choices=ListChoices("yes")))
    assert say(titled.notes[0], "fr") == "2 colonnes\u00a0: chien, dog\u202f; 7 lignes"


@pytest.mark.parametrize("suffix", [".yaml", ".json"])
@pytest.mark.parametrize("headings", ["yes", "no", None])
def test_a_list_without_a_first_row(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    suffix: str,
    headings: Headings | None,
) -> None:
    """A choice of the first row of a list in YAML or JSON is told to change nothing."""
    monkeypatch.chdir(tmp_path)
    Path(f"a{suffix}").write_text(json.dumps([{"word": a, "answer": b} for a, b in PAIRS]))
    chosen = ["--headings", headings] if headings else []
    told = "2 columns: word, answer; 8 rows"
    if headings:
        told += f"; in {suffix} no row can be headings: that choice (headings) changes nothing"
    of_list = ["--as", "memory", "--table", f"a{suffix}", *chosen, "--lang", "en"]
    for command in ("print", "new"):
        assert run([command, "own", *of_list]) == 0
        assert capsys.readouterr().err.splitlines()[0] == told
    data = Path(f"a{suffix}").read_bytes()
    choices = ListChoices(headings)
    order = Order("own", PrintRequest(Options("en")), "memory", data, f"mine{suffix}", choices)
    assert say(make_list_game(order)[0].notes[0], "en") == told


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "told"), [("memory", "All is ready"), ("families", "families need")]
)
def test_on_the_page_it_comes_first(working: FlaskClient, kind: str, told: str) -> None:
    """The page's answer to a list begins with what was understood, well or badly made."""
    form = {"as": kind, "table-text": joined("\t"), "headings": "yes"}
    where = working.post(f"/{KEY}/en/list/", data=form).headers["Location"]
    patience = time.monotonic() + busy(60)
    while "<progress" in (answer := working.get(where).text):
        assert time.monotonic() < patience
        time.sleep(0.05)
    said = "2 columns: chien, dog; 7 rows"
    assert answer.count(said) == 1
    assert answer.index(said) < answer.index(told)


def test_the_choice_is_on_the_form(asking: FlaskClient) -> None:
    """The form for a list asks what its first row is."""
    answer = asking.get(f"/{KEY}/fr/list/").text
    assert '<select name="headings"' in answer
    assert "les titres des colonnes" in answer


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ana\nBen\n", 2),
        ("Mot\nBen\n", 2),
        ("6e B\nAna\nBen\n", 3),
        ("Nom\nAna\nBen\n", 2),
        ("Roy;Léa;6e\nLi;Bo;6e\n", 0),
        ("Prénom;Note\nLéa;12\nBo;9\n", 2),
    ],
)
def test_no_first_name_is_lost(tmp_path: Path, text: str, names: int) -> None:
    """A list of names without a heading keeps its first; where it is not sure, it says so."""
    (tmp_path / "class.csv").write_text(text, encoding="utf-8")
    if names:
        assert len(read_names(tmp_path / "class.csv")) == names
    else:
        with pytest.raises(DataError, match="which is the name"):
            read_names(tmp_path / "class.csv")
