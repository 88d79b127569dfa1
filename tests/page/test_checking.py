"""The addresses on which games are checked, without a browser."""

import json
import logging
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from pikepdf import Pdf

from generator import batch_judging, game
from generator.cli.program import run
from generator.errors import LudokitError
from generator.page import checking
from generator.records.record_format import catalog_rules
from generator.records.replay import report_of
from generator.records.writing import sample_record
from generator.words import message
from tests.page.conftest import KEY

ROOT = f"/{KEY}/fr/check/"
HELD = {"way": "papers", "players": ["Ana", "Ben"], "papers": [{"O1": "7", "O2": "5"}, {}]}


def judge(asking: FlaskClient, held: object, name: str = "qwinto") -> Any:  # noqa: ANN401 - JSON
    """Return the answer to what a page sends."""
    return asking.post(f"{ROOT}{name}/judge", data=json.dumps(held)).get_json()


def hand_in(asking: FlaskClient, where: str, files: dict[str, bytes]) -> Any:  # noqa: ANN401
    """Return the answer to files that are handed in."""
    held = [(BytesIO(data), name) for name, data in files.items()]
    return asking.post(f"{ROOT}{where}", data={"files": held})


def test_every_game_can_be_checked(asking: FlaskClient) -> None:
    """Each game has a page of its own, to which the page of all games leads."""
    listed = asking.get(ROOT).get_data(as_text=True)
    for name in game.game_names():
        assert f'href="{ROOT}{name}/"' in listed
        page = asking.get(f"{ROOT}{name}/")
        assert page.status_code == 200
        assert "JavaScript" in page.get_data(as_text=True)


def test_a_game_that_cannot_be_read(
    asking: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game with faults is left out, and the others are there."""
    folder = tmp_path / "rules_data" / "broken"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text("title: [", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert "broken" in game.game_names()
    page = asking.get(ROOT)
    assert page.status_code == 200
    assert f'href="{ROOT}qwinto/"' in page.get_data(as_text=True)
    assert f'href="{ROOT}broken/"' not in page.get_data(as_text=True)
    assert asking.get(f"{ROOT}broken/").status_code == 422


def test_games_from_lists(
    asking: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A loto and a ring of one's own are typed and judged as any game is."""
    monkeypatch.chdir(tmp_path)
    kinds = ("loto", "dominoes", "chain")
    for kind in kinds:
        assert run(["new", kind, "--as", kind, "--table", "capitals"]) == 0
    for kind in kinds:
        held = asking.get(f"{ROOT}{kind}/example").get_json()
        found = judge(asking, {**held, "way": "turns"}, kind)
        assert "Tout est juste" in found["html"]
        empty = {"way": "turns", "players": ["", ""]}
        assert "Rien n’est encore" in judge(asking, empty, kind)["html"]


def test_no_other_game(asking: FlaskClient) -> None:
    """A name that is no game leads nowhere, whatever it looks like."""
    for name in ("../qwinto", "%2e%2e", "nothing", "qwinto%00"):
        assert asking.get(f"{ROOT}{name}/").status_code == 404


def test_an_answer(asking: FlaskClient) -> None:
    """An answer has what is said, the sheets that are not known yet, and the record."""
    found = judge(asking, HELD)
    assert "n’est pas plus grand que" in found["html"]
    assert set(found["sheets"]) == {"sheet"}
    assert found["places"][0]["cell"] == "O2"
    assert found["record"].startswith("format: 1\njeu: qwinto\n")
    known = asking.post(f"{ROOT}qwinto/judge?known=sheet", data=json.dumps(HELD)).get_json()
    assert known["sheets"] == {}
    assert known["papers"] == found["papers"]


def test_names_are_words(asking: FlaskClient) -> None:
    """A name that looks like a tag is shown as it is written, everywhere."""
    players = ["<b>Ana</b>", "<script>alert(1)</script>"]
    found = judge(asking, {**HELD, "players": players})
    assert "<b>" not in found["html"]
    assert all("<script" not in paper["svg"] for paper in found["papers"])
    assert "&lt;b&gt;Ana" in found["html"]


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b"[" * 9000, b"\xff"])
def test_strange_data(asking: FlaskClient, data: bytes) -> None:
    """What no page sends is refused in words, without a traceback."""
    answer = asking.post(f"{ROOT}qwinto/judge", data=data)
    assert answer.status_code == 422
    assert "rechargez la page" in answer.get_data(as_text=True)


def test_too_much_data(asking: FlaskClient) -> None:
    """A game of more than a megabyte is refused before it is read."""
    answer = asking.post(f"{ROOT}qwinto/judge", data=b" " * 1_000_001)
    assert answer.status_code == 413


def test_an_example(asking: FlaskClient) -> None:
    """The example of each game is right in every way that it can be typed."""
    for name in game.game_names():
        held = asking.get(f"{ROOT}{name}/example").get_json()
        for way in ("papers", "turns", "both"):
            found = judge(asking, {**held, "way": way}, name)
            assert "Tout est juste" in found["html"], (name, way)


def test_a_correction(asking: FlaskClient) -> None:
    """The correction sheet is a PDF; one that cannot be read is told of instead."""
    answer = asking.post(f"{ROOT}qwinto/correction", data=json.dumps(HELD))
    assert answer.mimetype == "application/pdf"
    assert answer.data.startswith(b"%PDF")
    assert 'filename="qwinto-' in answer.headers["Content-Disposition"]
    wrong = json.dumps({**HELD, "players": ["Ana", "Ana"]})
    refused = asking.post(f"{ROOT}qwinto/correction", data=wrong)
    assert refused.status_code == 422
    assert "figure deux fois" in refused.get_data(as_text=True)


def records() -> dict[str, bytes]:
    """Return records of two games, one wrong, and files that cannot be read."""
    qwinto = sample_record(catalog_rules("qwinto"), seed=2, language="fr", errors=1).text
    yams = sample_record(catalog_rules("yams"), seed=1, language="en").text
    return {
        "6e-B/table-1.yaml": qwinto.encode(),
        "6e-B/table-2.yml": yams.encode(),
        "6e-B/broken.yaml": b"game: [",
        "6e-B/photo.jpg": b"\xff\xd8",
        "6e-B/bytes.json": b"\xff" * 10,
    }


def test_a_class(asking: FlaskClient) -> None:
    """Every file has a report, readable or not, and every game that was read its page."""
    files = records()
    said = hand_in(asking, "records", files).get_data(as_text=True)
    for name in files:
        assert name in said
    assert said.count('href="#report-') == len(files)
    assert "1 erreur<" in said
    for name, status in (("qwinto", 200), ("yams", 200), ("doce", 404)):
        answer = hand_in(asking, f"records/{name}.pdf", files)
        assert answer.status_code == status
        assert (answer.data[:4] == b"%PDF") is (status == 200)


def test_corrections_of_a_class(asking: FlaskClient) -> None:
    """All corrections of a class are one PDF, each under the name of its file."""
    answer = hand_in(asking, "records/corrections", records())
    with Pdf.open(BytesIO(answer.data)) as pdf, pdf.open_outline() as outline:
        titles = [item.title for item in outline.root]
    assert titles == ["6e-B/table-1.yaml", "6e-B/table-2.yml"]
    assert hand_in(asking, "records/corrections", {"a.yaml": b"["}).status_code == 404


def test_a_correction_that_fails(asking: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """A correction that cannot be drawn is told of with the name of its file."""

    def refuse(*_: object) -> bytes:
        raise LudokitError(message("class.none"))

    monkeypatch.setattr(checking, "draw_correction", refuse)
    answer = hand_in(asking, "records/corrections", records())
    assert answer.status_code == 422
    assert "6e-B/table-1.yaml" in answer.get_data(as_text=True)


def test_one_accident_is_one_report(asking: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of the program in one record is told with it, and the others are judged."""

    def broken(written: Any) -> Any:  # noqa: ANN401 - as the one it stands for
        if written.file.endswith("table-1.yaml"):
            raise ZeroDivisionError
        return report_of(written)

    monkeypatch.setattr(batch_judging, "report_of", broken)
    answer = hand_in(asking, "records", records())
    assert answer.status_code == 200
    assert "ZeroDivisionError" in answer.get_data(as_text=True)
    assert "Tout est juste" in answer.get_data(as_text=True)


def test_many_records(asking: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of more records than a school year brings the first are read, and that is told."""
    monkeypatch.setattr(checking, "MOST_RECORDS", 3)
    lines = b'{"game": "qwinto"}\n' * 10
    said = hand_in(asking, "records", {"all.jsonl": lines}).get_data(as_text=True)
    assert said.count('href="#report-') == 3
    assert "3 premières" in said


def test_tables_of_a_class(asking: FlaskClient) -> None:
    """A spreadsheet of final sheets that is handed in gives a report for each of its games."""
    table = "jeu;qwinto\ntable;joueur;O1;O2\n1;Ana;5;4\n1;Ben;;\n2;Eva;1;\n2;Tom;2;\n"
    said = hand_in(asking, "records", {"6e-B.csv": table.encode("cp1252")})
    text = said.get_data(as_text=True)
    assert text.count('href="#report-') == 2
    assert "n’est pas plus grand que" in text


def test_one_cell_of_a_table(asking: FlaskClient) -> None:
    """A cell of a spreadsheet that is no number is told, and all else of its game is judged."""
    table = "jeu;qwinto\ntable;joueur;O1;O2\n1;Ana;5;4\n1;Ben;7?;\n2;Eva;1;\n2;Tom;2;\n"
    files = {"6e-B.csv": table.encode()}
    said = hand_in(asking, "records", files).get_data(as_text=True)
    assert "C4 – " in said
    assert "pour le reste\xa0: 1 erreur" in said
    assert "n’est pas plus grand que" in said
    assert "Ana, Ben" in said
    # It is no part of what is printed until it is mended.
    assert "1 feuille de correction" in said
    opened = hand_in(asking, "qwinto/tables", files).get_json()
    assert [one["players"] for one in opened["tables"]] == [["Ana", "Ben"], ["Eva", "Tom"]]
    assert opened["html"].count('class="left"') == 1


def test_tables_to_go_on_with(asking: FlaskClient) -> None:
    """What a record holds is typed again as it was, way and day too; the rest is named."""
    held = asking.get(f"{ROOT}qwinto/example").get_json()
    for way in ("papers", "turns", "both"):
        typed = {**held, "way": way, "date": "2026-03-14", "place": "6e B"}
        found = judge(asking, typed)
        files = {"all.jsonl": found["line"].encode(), "yams.yaml": records()["6e-B/table-2.yml"]}
        opened = hand_in(asking, "qwinto/tables", files).get_json()
        (one,) = opened["tables"]
        assert (one["way"], one["date"], one["place"]) == (way, "2026-03-14", "6e B")
        assert judge(asking, one)["record"] == found["record"]
        assert "partie de Yams" in opened["html"]
    assert hand_in(asking, "nothing/tables", {}).status_code == 404


def test_without_scripts(asking: FlaskClient) -> None:
    """Files that are handed in without scripts give a whole page, and nothing that needs one."""
    held = [(BytesIO(data), name) for name, data in records().items()]
    sent = {"files": [*held, (BytesIO(), "")]}
    said = asking.post(f"{ROOT}records", data=sent, headers={"Accept": "text/html,*/*;q=0.8"})
    text = said.get_data(as_text=True)
    assert "</html>" in text
    assert text.count('href="#report-') == len(held)
    assert "<button" not in text.partition("<main")[2]


def test_records_typed_in_a_hurry(asking: FlaskClient) -> None:
    """How a record was read that is not written as it should be stands under its report."""
    text = "jeu: qwinto\njoueurs: Ana, Ben\ntours:\n- {dés: jaune 3, manqué: oui}\n"
    said = hand_in(asking, "records", {"hand.yaml": text.encode()}).get_data(as_text=True)
    assert "<li>ligne 2 – «\u202fAna, Ben\u202f»\u00a0: lu [Ana, Ben]</li>" in said
    assert "Tout est juste jusqu" in said


def test_nobody_is_logged(asking: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    """No name of a pupil comes into any log, of what is typed or handed in."""
    caplog.set_level(logging.DEBUG)
    judge(asking, {**HELD, "players": ["Zénobie", "Ben"]})
    text = sample_record(
        catalog_rules("qwinto"), seed=1, language="fr", players=("Zénobie", "Ben")
    ).text
    hand_in(asking, "records", {"table.yaml": text.encode()})
    hand_in(asking, "records", {"broken.yaml": b"players: [Z\xc3\xa9nobie"})
    assert "nobie" not in caplog.text


def test_what_was_likely_meant(asking: FlaskClient) -> None:
    """A slip in typed turns is told apart from the judgement, and at once in files handed in."""
    held = asking.get(f"{ROOT}qwinto/example").get_json()
    turns = held["fields"]["turns"]
    turns[3], turns[4] = turns[4], turns[3]
    sent = {**held, "way": "both"}
    found = judge(asking, sent)
    assert found["searched"]
    assert "plus probable" not in found["html"]
    told = asking.post(f"{ROOT}qwinto/slips", data=json.dumps(sent)).get_data(as_text=True)
    assert "Le plus probable" in told
    files = {"game.yaml": found["record"].encode()}
    assert "Le plus probable" in hand_in(asking, "records", files).get_data(as_text=True)


def test_names_of_files(asking: FlaskClient) -> None:
    """What a browser or a terminal would obey in a file's name is left out where it is shown."""
    said = hand_in(asking, "records", {"a\x1b[1m\u202eb<i>.yaml": b"["}).get_data(as_text=True)
    assert "a[1mb&lt;i&gt;.yaml" in said
    assert [sign for sign in "\0\x1b\u202e" if sign in said] == []


def test_signs_in_the_name_of_a_field(asking: FlaskClient) -> None:
    """A field that is called by signs that a terminal obeys is told by their numbers."""
    text = 'game: qwinto\nplayers: [Ana, Ben]\nturns: [{"\\e[31m\\u202E": 1}]\n'
    said = hand_in(asking, "records", {"a.yaml": text.encode()}).get_data(as_text=True)
    assert r"\u001b[31m\u202e" in said
    assert "\x1b" not in said
    assert "\u202e" not in said
    held = {**HELD, "way": "turns", "fields": {"turns": [{"player": "0", "dice": {"\x1b": "1"}}]}}
    assert "\x1b" not in judge(asking, held)["html"]
