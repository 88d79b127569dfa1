"""Final sheets in a table: a line for each player, judged as the same sheets in YAML are."""

import csv
from collections.abc import Iterator
from io import BytesIO, StringIO
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from generator import game
from generator.reading.nodes import LIMIT_BYTES
from generator.records import record_format
from generator.records.reading import records_of_bytes
from generator.records.replay import report_of
from generator.records.report import Report
from generator.records.spreadsheet_records import (
    MOST_COLUMNS,
    MOST_ROWS,
    heading_key,
    headings,
    known_columns,
)
from generator.records.writing import blank_table, sample_record, translate_fields, yaml_of
from generator.rules import AnyRules
from generator.rules.cells import as_typed
from generator.rules.optional import paper_cells
from generator.words import BUILT_IN, Language
from tests.costs import is_within
from tests.judged import verify, verify_stream
from tests.reading.workbooks import document, workbook

OTHERS = Path(__file__).parents[1] / "games"
OWN = tuple(file.parent.name for file in sorted(OTHERS.glob("*/game.yaml")))
SEEDS = range(3)
# The least table of Qwinto, up to its cells.
HEAD = "jeu;qwinto\ntable;joueur;"


@pytest.fixture(params=[*game.game_names(), *OWN])
def of_game(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AnyRules:
    """Return the rules of each game that has final papers, where commands know it."""
    name = str(request.param)
    if name in OWN:
        (tmp_path / "rules_data").symlink_to(OTHERS)
        monkeypatch.chdir(tmp_path)
    if "mechanics" not in game.load(name).sections:
        pytest.skip("nothing judges it")
    found = record_format.catalog_rules(name)
    if not paper_cells(found, 0):
        pytest.skip("its records have no papers alone")
    return found


def judged(text: str | bytes, file: str = "class.csv") -> list[Report]:
    """Return a report of every game in a table."""
    data = text.encode() if isinstance(text, str) else text
    return [report_of(one) for one in records_of_bytes(data, file)]


def told(text: str | bytes, language: Language = "en", file: str = "class.csv") -> list[str]:
    """Return what is wrong with the tables of a file, and with nothing else."""
    reports = judged(text, file)
    return [one.worded(language) for report in reports for one in report.problems_in(language)]


def said(report: Report) -> Any:  # noqa: ANN401 - to be compared
    """Return all that a report says of papers."""
    found = {(one.rule, one.player, one.where, one.reason) for one in report.findings}
    return found, report.scores, report.winners, report.is_finished, report.problems


def final(of: AnyRules, seed: int, errors: int) -> tuple[Report, Report, dict[str, Any]]:
    """Return a random game's report, that of its final papers alone in YAML, and their record."""
    whole = sample_record(of, seed=seed, language="en", errors=errors).report
    assert whole.played is not None
    fields = whole.played.content.model_dump(mode="json", exclude_none=True)
    kept = ("game", "variant", "players", of.body_fields[1])
    record = {name: fields[name] for name in kept if name in fields}
    (report,) = judged(yaml_of(record), "class.yaml")
    assert report.problems == ()
    return whole, report, record


def spelt(text: object) -> str:
    """Return a field as a teacher types it: a list with commas."""
    return ", ".join(map(str, text)) if isinstance(text, list) else str(text)


def table_of(of: AnyRules, whole: Report, record: dict[str, Any], language: Language) -> str:
    """Return the papers of a record in the columns that an empty table has."""
    text, columns = StringIO(newline=""), headings(of, language)
    into, known = csv.writer(text, delimiter=";"), known_columns(of).columns_by_key
    into.writerow(["game", of.game.name])
    if "variant" in record:
        into.writerow(["variant", record["variant"]])
    into.writerow(["player", *columns])
    spoken = translate_fields(record, of, language)
    for seat, paper in enumerate(whole.papers):
        added = of.total_marks(whole.added_up.get(paper.name, {}))
        typed = as_typed({**paper.marks, **added}, paper_cells(of, seat))
        own, of_paper = record[of.body_fields[1]].get(paper.name), list(spoken.values())[-1]
        line = [paper.name]
        for heading in columns:
            column = known[heading_key(heading)]
            if column.cell is not None:
                line.append(typed.get(column.cell.id, ""))
            elif column.field:
                shown = dict(zip(own, of_paper[paper.name].values(), strict=True))
                line.append(spelt(shown[column.field]))
            else:
                line.append(spelt(own))
        into.writerow(line)
    return text.getvalue()


@pytest.mark.few(8)
@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("errors", [0, 1])
def test_judged_as_in_yaml(of_game: AnyRules, errors: int, language: Language) -> None:
    """Random final papers give the same report from a table as from YAML, in either language."""
    for seed in SEEDS:
        _, wanted, record = final(of_game, seed, errors)
        (found,) = judged(table_of(of_game, wanted, record, language))
        assert said(found) == said(wanted)
        assert found.players == wanted.players


@pytest.mark.few(4)
def test_a_column_for_every_cell(of_game: AnyRules) -> None:
    """Papers typed into a column for each cell, marks too, are judged as the record's own are."""
    known = paper_cells(of_game, 0)
    vocabularies = record_format.record_format(of_game).display_aliases["fr"].words
    words = {mark: also[0] for one in vocabularies.values() for mark, also in one.items() if also}
    for seed in SEEDS:
        whole, wanted, record = final(of_game, seed, 0)
        lines = [["jeu", of_game.game.name], ["joueur", *(cell.id for cell in known)]]
        if "variant" in record:
            lines.insert(1, ["variante", record["variant"]])
        for seat, paper in enumerate(whole.papers):
            added = of_game.total_marks(whole.added_up.get(paper.name, {}))
            typed = as_typed({**paper.marks, **added}, paper_cells(of_game, seat))
            marks = {cell: words.get(text, text) for cell, text in typed.items()}
            lines.append([paper.name, *(marks.get(cell.id, "") for cell in known)])
        (found,) = judged("\n".join(";".join(line) for line in lines))
        assert said(found) == said(wanted)


@pytest.mark.few(6)
@pytest.mark.parametrize("language", BUILT_IN)
def test_empty_table(of_game: AnyRules, language: Language) -> None:
    """The table that is written to be filled in is read as it stands, and breaks no rule."""
    (report,) = judged(blank_table(of_game, language))
    assert (report.problems, report.findings) == ((), ())
    names = [f"p{n}" for n in range(40)]
    many = judged(blank_table(of_game, language, names))
    assert [one.line for report in many for one in report.problems] == [3] * len(many)


def test_headings_tell_columns_apart(of_game: AnyRules) -> None:
    """No two columns of an empty table are called alike, and each is a column that is read."""
    known = known_columns(of_game).columns_by_key
    for language in BUILT_IN:
        keys = [*map(heading_key, headings(of_game, language))]
        assert len({*keys}) == len(keys)
        assert {*keys} <= {*known}


def test_places_are_those_of_the_spreadsheet() -> None:
    """A finding names player and cell; its line and column are those of the table."""
    (report,) = judged(HEAD + "O1;O2;points total\n1;Ana;5;4;\n1;Ben;1;;7\n")
    found = {(one.rule, one.player, one.where, one.line, one.column) for one in report.findings}
    total = "score.total"
    assert found == {("row-rising", "Ana", "O2", 3, 4), ("score-wrong", "Ben", total, 4, 5)}


def test_places_of_fields_and_marks() -> None:
    """What a field or a mark has wrong leads to its own column, or to that of its cell."""
    text = "jeu;crowns\njoueur;jetons;points total\nAna;1x1, 1x1;0\nBen;;0\n"
    (report,) = judged(text)
    assert {(one.line, one.column) for one in report.findings} >= {(3, 2)}
    (report,) = judged("jeu;sti\njoueur;20;0\nRenard;x;\nLoutre;;x\n")
    assert report.winners == ("Renard",)
    assert report.scores["Loutre"]["life"] == 0


def test_all_faults_at_once() -> None:
    """Every cell that cannot be meant is told with its name in the spreadsheet, in one go."""
    text = (
        HEAD + "O1;miss.1;manqués;points total\n1;Ana;x;2;;7\n1;;3;;;\n1;Ben;4,5;;beaucoup;sept\n"
    )
    assert told(text) == [
        "class.csv:3:3: C3: 'x' is not a whole number",
        "class.csv:3:4: D3: '2' is no tick: x where it is ticked, else nothing",
        "class.csv:4:2: B4: this row has no player's name",
        "class.csv:5:3: C5: '4,5' is not a whole number",
        "class.csv:5:5: E5: 'beaucoup' is not a whole number; write how many",
        "class.csv:5:6: F5: 'sept' is not a whole number",
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            HEAD + "O10;points totl;;O1;o 1;zzz\n1;Ana;;;5;;;\n",
            [
                "class.csv:2:3: C2: no column is called 'O10'; did you mean 'O1'?",
                "class.csv:2:4: D2: no column is called 'points totl'; did you mean 'points total",
                "class.csv:2:5: E2: this column has no heading",
                "class.csv:2:7: G2: o 1 is in F2 already",
                "class.csv:2:8: H2: no column is called 'zzz'; 'ludokit record qwinto --format",
            ],
        ),
        (
            "table;joueur;O1\n1;Ana;3\n",
            ["class.csv:1:1: A1: no game is named: write it in a row above the headings"],
        ),
        (
            "jeu;qwinto\nO1;O2\n3;4\n",
            ["class.csv:1:1: A1: no row of headings: a column 'player' is needed, and one"],
        ),
        (
            "joueur;O1\nAna;3\nBen;\n\nCleo;4\nDan;5\n",
            ["class.csv:1:1: A1: no game is named: write it in a row above the headings"],
        ),
        (
            "jeu;table;joueur;O1\nqwinto;1;Ana;3\n;1;Ben;4\n;2;Cleo;5\n;2;Dan;6\n",
            ["class.csv:4:1: A4: no game is named: write it in a row above the headings"],
        ),
        ("jeu;qwinto\njoueur;O1\n", ["class.csv:2:1: no player under these headings"]),
        ("jeu;qwinto\njoueur;O1\n;\n", ["class.csv:2:1: no player under these headings"]),
        ("", ["class.csv: no row here has anything in it"]),
        (" \n;;\n", ["class.csv: no row here has anything in it"]),
        (
            "jeu;doce\njoueur;total\nAna;3\nBen;4\n",
            ["class.csv:1:2: B1: final sheets alone do not tell a game of doce: its turns are"],
        ),
        (
            "jeux;qwinto\njeu;qwinto\njoueur;O1\nAna;3\nBen;4\n",
            ["class.csv:1:1: A1: unknown field; did you mean 'game'?"],
        ),
        (
            "jeu;date;table;joueur;O1\nqwinto;2026-03-14;1;Ana;3\nqwinto;2026-03-15;1;Ben;3\n",
            ["class.csv:3:2: B3: '2026-03-15' is said here, and something else in B2, of one game"],
        ),
        (
            "jeu;qwinto\njoueur;manqués;miss.2\nAna;1;x\nBen;;\n",
            ["class.csv:3:3: C3: B3 tells this already"],
        ),
        (
            "jeu;sti\njoueur;20;vie;19\nRenard;x;;x\nLoutre;x;5;\n",
            [
                "class.csv:3:4: D3: one of these is ticked at most, and B3 is",
                "class.csv:4:3: C4: B4 tells this already",
            ],
        ),
        (
            "jeu;dental\njoueur;t1;t2\nAna;jaune;vert\nBen;;\n",
            ["class.csv:3:3: C3: 'vert' is not one of black, orange, red, yellow"],
        ),
        (
            "jeu;qwinto\njoueur;O1\nAna;3\nAna;4\npersonne;5\n",
            [
                "class.csv:4:1: A4: 'Ana' stands twice; every player needs a name of their own",
                "class.csv:5:1: A5: 'personne' cannot be a player's name: it means",
            ],
        ),
        (
            "jeu;quinto\njoueur;O1\nAna;3\nBen;\n",
            ["class.csv:1:2: B1: 'quinto' is not one of boite"],
        ),
        (
            "jeu;qwinto\ndate;hier\njoueur;O1\nAna;3\nBen;\n",
            ["class.csv:2:2: B2: 'hier' is not a date such as 2026-03-14"],
        ),
        (
            "jeu;qwinto\njoueur;O1\nAna;a\u202eb\nBen;\n",
            ["class.csv:3:2: B3: the sign U+202E is not allowed here"],
        ),
    ],
)
def test_faults(text: str, wanted: list[str]) -> None:
    """What is wrong with a table as a whole, or with a cell, is told where it stands."""
    found = told(text)
    assert len(found) == len(wanted)
    for one, start in zip(found, wanted, strict=True):
        assert one.startswith(start)


def test_faults_in_french() -> None:
    """A French teacher reads of a slip in French."""
    text = HEAD + "points oranje\n1;Ana;x\n"
    (found,) = told(text, "fr")
    assert found.startswith("class.csv:2:3: C2: aucune colonne ne s'appelle 'points oranje'")
    assert found.endswith("vouliez-vous dire 'points orange'\u202f?")


def test_class_without_tables() -> None:
    """A whole class in one game is told how games are told apart."""
    rows = "".join(f"p{n};\n" for n in range(24))
    (found,) = told(f"jeu;qwinto\njoueur;O1\n{rows}")
    assert found.startswith("class.csv:3:1: A3: 24 players in one game, which has 6 at most: a ")


def test_a_game_with_faults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of a game whose data are broken tells what is wrong with those, where it stands."""
    folder = tmp_path / "rules_data" / "broken"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text("title: [\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    (report,) = judged("jeu;broken\njoueur;O1\nAna;3\n")
    assert report.problems
    assert all("broken" in one.file for one in report.problems)
    assert not {one.field for one in report.problems} & {"A1", "B1", "A2", "B2"}


ROWS = [
    ["jeu", "qwinto"],
    ["joueur", "J1", "J2", "manqués"],
    ["Zoé", "5", "4", "1"],
    ["Ben", "7", "", ""],
]


def in_text(sign: str) -> str:
    """Return the rows as a text with a sign between the columns."""
    return "\n".join(map(sign.join, ROWS))


@pytest.mark.parametrize(
    ("file", "data"),
    [
        ("a.csv", in_text(";").encode()),
        ("a.csv", in_text(",").encode()),
        ("a.csv", in_text("\t").encode()),
        ("a.tsv", in_text("\t").encode()),
        ("A.CSV", in_text(";").encode("utf-8-sig")),
        ("a.csv", in_text(";").encode("cp1252")),
        ("a.csv", in_text("\t").encode("utf-16")),
        ("a.csv", in_text(";").replace("\n", "\r\n").encode()),
        ("a.csv", in_text('";"').replace("\n", '"\n"').join('""').encode()),
        ("a.xlsx", workbook([[int(one) if one.isdecimal() else one for one in r] for r in ROWS])),
        ("a.ods", document(ROWS)),
    ],
)
def test_files_of_spreadsheets(file: str, data: bytes) -> None:
    """A table is read as editors and spreadsheets save it, whatever parts its columns."""
    (report,) = judged(data, file)
    assert [(one.rule, one.player, one.line) for one in report.findings] == [
        ("row-rising", "Zoé", 3)
    ]
    assert report.scores["Zoé"]["misses"] == -5
    assert report.problems == ()


def games(text: str) -> list[tuple[str | None, tuple[str, ...]]]:
    """Return which games a table has, and who played them."""
    reports = judged(text)
    assert [one for report in reports for one in report.problems] == []
    assert [report.index for report in reports] == [*range(len(reports))]
    return [(report.game_name, report.players) for report in reports]


def test_tables_of_a_class() -> None:
    """A column of tables makes a game of each, wherever its rows stand; empty is as above."""
    text = HEAD + "O1\n1;Ana;3\n;Ben;4\n2;Cléo;5\n2;Dan;6\n\n1;Eva;7\n3;;\n"
    assert games(text) == [("qwinto", ("Ana", "Ben", "Eva")), ("qwinto", ("Cléo", "Dan"))]
    text = "jeu;qwinto\ndate;2026-03-14\ntable;date;joueur;O1\n1;;Ana;3\n1;;Ben;4\n"
    assert games(text) == [("qwinto", ("Ana", "Ben"))]


def test_empty_rows_part_games() -> None:
    """Where no column tells tables apart, an empty row does."""
    text = "6e B\n\njeu;qwinto\njoueur;O1\nAna;3\nBen;4\n;\n\nCléo;5\nDan;6\n\n"
    assert games(text) == [("qwinto", ("Ana", "Ben")), ("qwinto", ("Cléo", "Dan"))]


def test_games_of_two_kinds() -> None:
    """A table may hold different games: each reads its own columns and leaves the others."""
    text = "jeu;table;nom;O1;jetons\nqwinto;1;Ana;3;\n;;Ben;;\ncrowns;2;Cléo;;1x1\n;;Dan;;\n"
    assert games(text) == [("qwinto", ("Ana", "Ben")), ("crowns", ("Cléo", "Dan"))]
    (found,) = told(text.replace("Dan;;", "Dan;5;"))
    assert found.startswith("class.csv:5:4: D5: no column is called 'O1'")


def test_head_of_a_record() -> None:
    """Variant, date and place may stand above the headings or in columns; names in two columns."""
    text = "jeu;crowns;;\nvariante;seul\nlieu;6e B, salle 12\nPrénom;Nom;date;jetons\n"
    text += "Ana;Ruiz;2026-03-14;1x1\n"
    (report,) = judged(text)
    assert (report.problems, report.players) == ((), ("Ana Ruiz",))
    assert report.played is not None
    content = report.played.content
    assert content.place == "6e B, salle 12"
    assert str(content.date) == "2026-03-14"
    assert content.variants() == {"solo"}
    (report,) = judged("jeu;dental\nvariante;deux-dés, coopératif\njoueur;jaune\nAna;1\nBen;\n")
    assert report.played is not None
    assert report.played.content.variants() == {"two-dice", "cooperative"}


@pytest.mark.parametrize(
    ("tick", "count"),
    [
        *((one, 1) for one in ("x", "X", "×", "1", "oui", "Oui", "yes", "vrai", "True", "✓")),
        *((one, 0) for one in ("", "0", "non", "no", "-", "~", "false")),
    ],
)
def test_ticks(tick: str, count: int) -> None:
    """A box is ticked as people tick: with a cross, a one, a yes in either language."""
    (report,) = judged(f"jeu;qwinto\njoueur;O1;miss.1\nAna;3;{tick}\nBen;;\n")
    assert report.problems == ()
    assert report.scores["Ana"]["misses"] == -5 * count


@pytest.mark.parametrize("nothing", ["", "-", "~", "–", "/"])
def test_empty_cells(nothing: str) -> None:
    """A stroke in a cell is an empty one, of numbers as of fields."""
    (report,) = judged(f"jeu;qwinto\njoueur;O1;J1;manqués\nAna;{nothing};2;{nothing}\nBen;3;;\n")
    assert report.problems == ()
    assert report.scores["Ana"]["orange"] == report.scores["Ana"]["misses"] == 0


def test_folder(tmp_path: Path) -> None:
    """A file is judged by its ending wherever it lies, a table among other records."""
    from generator.records.reading import record_files

    (tmp_path / "a.yaml").write_text("game: qwinto\nplayers: [Ana, Ben]\nturns: []\n")
    (tmp_path / "b.csv").write_text(in_text(";"))
    (tmp_path / "notes.txt").write_text("nothing")
    found = [path.name for path in record_files(tmp_path)]
    assert found == ["a.yaml", "b.csv"]
    assert [one.is_readable for path in record_files(tmp_path) for one in verify(path)] == [
        True,
        True,
    ]


def filled(rows: int, columns: str = "O1;O2;O3") -> Iterator[str]:
    """Yield the lines of a table that is wrong in every cell."""
    yield HEAD + columns
    blank = ";x" * (columns.count(";") + 1)
    yield from (f"{n // 4};p{n}{blank}" for n in range(rows))


@pytest.mark.rest
def test_work_grows_with_the_table() -> None:
    """Eight times the rows cost no more than sixteen times the work, faults and all."""
    judged("\n".join(filled(4)))

    def work(rows: int) -> float:
        text, begun = "\n".join(filled(rows)), process_time()
        assert sum(len(report.problems) for report in judged(text)) == 3 * rows
        return process_time() - begun

    # The least of three: what earlier tests have left to be cleared away is none of it.
    few, many = (min(work(rows) for _ in range(3)) for rows in (200, 1600))
    assert many < 16 * max(few, 0.02)


def test_limits() -> None:
    """A table of too many bytes, rows or columns is refused as a whole, before it is judged."""
    limit = [f"class.csv: at most {MOST_ROWS:,} rows and {MOST_COLUMNS} columns"]
    assert told("\n".join(filled(MOST_ROWS))) == limit
    assert told(HEAD + ";".join(f"c{n}" for n in range(MOST_COLUMNS)) + "\n1;Ana\n") == limit
    assert len(told(HEAD + "O1\n1;Ana;" + "3" * (LIMIT_BYTES + 1))) == 1
    assert len(told(HEAD + "O1\n" + "1;Ana;x\n" * (MOST_ROWS - 2))) <= 1000 + MOST_ROWS
    wide = ";".join(f"c{n}" for n in range(MOST_COLUMNS - 2))
    begun = process_time()
    assert len(told(HEAD + wide + "\n1;Ana\n")) == MOST_COLUMNS - 2
    assert is_within(process_time() - begun, 10)


def test_typed_in_a_third() -> None:
    """Four sheets of Qwinto take a third of the signs of their YAML, an eighth of their turns'.

    Of a table what stands under its headings, which the program writes; of YAML all but remarks.
    """
    qwinto = record_format.catalog_rules("qwinto")
    names = ("Ana", "Ben", "Cléo", "Dan")
    turns = sheets = table = 0
    for seed in range(10):
        text = sample_record(qwinto, seed=seed, players=names, language="fr").text
        (whole,) = verify_stream(BytesIO(text.encode()))
        assert whole.played is not None
        fields = whole.played.content.model_dump(mode="json", exclude_none=True)
        record = {name: fields[name] for name in ("game", "players", "sheets")}
        turns += len(text.partition("feuilles:")[0])
        sheets += len(yaml_of(translate_fields(record, qwinto, "fr")))
        table += len(table_of(qwinto, whole, record, "fr").partition("Ana")[2]) + len("Ana")
    assert table < turns / 8
    assert table < sheets / 3


def noted(text: str, language: Language = "en") -> list[str]:
    """Return how a table was read, where that is not as it is written."""
    reports = judged(text)
    return [one.worded(language) for report in reports for one in report.notes_in(language)]


def test_how_a_table_was_read_is_noted() -> None:
    """What a cell is read as, and what is read past, is noted at its cell, by table."""
    text = "jeu;qwinto\ntable;joueur;O1;J1;oranges;remarque\n1;★ Ana;cinq;;1 pt;bravo\n;Ben;;;;\n"
    text += "2;Cléo;4;;;\n;Dan;;six;;\nMoyenne;;3;;;\n"
    one, two = ([note.worded("fr") for note in each.notes_in("fr")] for each in judged(text))
    assert [note.replace("\xa0", " ").replace("\u202f", " ") for note in one] == [
        "class.csv:2:5: E2: « oranges » : lu orange",
        "class.csv:2:6: F2: « remarque » : une remarque, qui n'est pas jugée",
        "class.csv:3:2: B3: « ★ Ana » : lu Ana",
        "class.csv:3:3: C3: « cinq » : lu 5",
        "class.csv:3:5: E3: « 1 pt » : lu 1",
        "class.csv:3:6: F3: « bravo » : une remarque, qui n'est pas jugée",
    ]
    assert [note.split(": ", 1)[0] for note in two] == ["class.csv:6:4", "class.csv:7:1"]
    assert noted("jeu;qwinto\njoueur;O1\nAna;3\nBen;4\n") == []


@pytest.mark.few(3)
@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("name", ["crowns", "dental", "qwinto", "yams"])
def test_a_table_without_its_game(name: str, language: Language) -> None:
    """A table that names no game is taken for the one whose words it has, and says so."""
    of = record_format.catalog_rules(name)
    _, wanted, record = final(of, 0, 0)
    _, _, rest = table_of(of, wanted, record, language).partition("\n")
    (found,) = judged(rest)
    assert said(found) == said(wanted)
    assert f"this is a table of {name}" in noted(rest)[0]


@pytest.mark.parametrize(
    "headings",
    [
        "1;2;3;4;5;6;total",
        "un;deux;trois;quatre;cinq;six;total",
        "bonus;total",
        "orange;jaune;total",
        "points;score",
        "manche 1;manche 2;total",
        "vie",
    ],
)
def test_headings_of_no_game_alone(headings: str) -> None:
    """Where several games have such headings, or they are numbers, the game is asked for."""
    cells = ";".join("0" for _ in headings.split(";"))
    (found,) = told(f"joueur;{headings}\nAna;{cells}\nBen;{cells}\n")
    assert "no game is named: write it in a row above the headings" in found


@pytest.mark.parametrize("text", ["|--|--|--|\n", "|--|--|--|\n|==|==|==|\n"])
def test_bars_alone_are_no_table(text: str) -> None:
    """A drawn table of which nothing but the lines is left is told as one without headings."""
    (found,) = records_of_bytes(text.encode(), "a.csv")
    (problem,) = report_of(found).problems
    assert problem.message.key == "records.table-no-headings"
