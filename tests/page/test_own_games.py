"""A game of one's own on the page: begun, shown with its faults, held by a browser, handed out."""

import re
from collections.abc import Mapping
from html import unescape
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse

from generator.check import check
from generator.game import game_names
from generator.new_game import new_game_files, read_answers
from generator.page import jobs
from generator.page.app import create_app
from generator.page.jobs import StepwiseQueue
from generator.page.own_games import MOST_FILES, MOST_HELD
from generator.words import LANGUAGES, Language
from tests.page.conftest import HERE, KEY

OWN = f"/{KEY}/en/own/"
# What a shipped list is called in a language.
SHIPPED = {"fr": "capitales", "en": "capitals", "es": "capitales"}
PART = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in an empty folder, where games of one's own go; nothing works beside the test."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(jobs, "in_own_process", lambda work, *given: work(*given))


def _client(*, framed: bool) -> FlaskClient:
    app = create_app(KEY, StepwiseQueue(iter(map(str, range(1000))).__next__))
    app.config.update(PORT=8412, SERVER_NAME="127.0.0.1:8412", FRAMED=framed)
    client = app.test_client()
    client.environ_base |= {"HTTP_ORIGIN": HERE}
    return client


@pytest.fixture
def here() -> FlaskClient:
    """Return a client of the page on one's own machine."""
    return _client(framed=False)


@pytest.fixture
def link() -> FlaskClient:
    """Return a client of the page inside a browser."""
    return _client(framed=True)


FILES = new_game_files("my-game", "sheet", read_answers("sheet", {}, "en"), "en")


def _hold(client: FlaskClient, files: Mapping[str, bytes]) -> TestResponse:
    sent = [FileStorage(BytesIO(data), name) for name, data in files.items()]
    answer = client.post(f"{OWN}hold", data={"files": sent})
    # What is large lies in a file until then.
    answer.request.environ["wsgi.input"].close()
    return answer


def _packed(files: Mapping[str, bytes]) -> Mapping[str, bytes]:
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return {"game.zip": packed.getvalue()}


def _faults(client: FlaskClient, page: str) -> str:
    """Return what is asked for the faults that a page shows."""
    at = re.search(r'hx-get="([^"]*/faults[^"]*)"', page)
    assert at is not None
    return client.get(unescape(at[1])).text


@pytest.mark.few(1)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "form",
    [
        {"kind": "sheet", "sheet.rows": "3", "sheet.players": "2-5"},
        {"kind": "deck", "deck.cards": "12"},
        {"kind": "list", "as": "loto", "shipped": SHIPPED},
    ],
)
def test_the_questions_of_the_terminal(
    here: FlaskClient, form: Mapping[str, str | Mapping[str, str]], language: Language
) -> None:
    """A form makes the folder that the terminal would, which is in order, and leads to it."""
    told = {name: one if isinstance(one, str) else one[language] for name, one in form.items()}
    title = 'Mon "Escalier"'
    answer = here.post(f"/{KEY}/{language}/own/", data=told | {"title": title})
    assert (answer.status_code, answer.location) == (303, f"/{KEY}/{language}/own/mon-escalier/")
    game = check(Path("rules_data/mon-escalier")).game
    assert "Escalier" in game.sentences_in(language).title
    assert here.get(answer.location).status_code == 200
    assert "mon-escalier" in here.get(OWN).text
    # Nobody's game is written over, nor what lies in a folder of its name.
    again = here.post(f"/{KEY}/{language}/own/", data=told | {"title": title})
    assert (again.status_code, "mon-escalier" in again.text) == (422, True)
    Path("rules_data/mon-escalier/game.yaml").unlink()
    again = here.post(f"/{KEY}/{language}/own/", data=told | {"title": title})
    assert (again.status_code, "rules_data" in again.text) == (422, False)


def test_a_table_of_ones_own(here: FlaskClient) -> None:
    """A list that is sent lies beside the game that it makes, under a safe name."""
    table = (
        BytesIO(b"word;answer\n" + b"".join(b"a%d;b%d\n" % (n, n) for n in range(9))),
        "../x/my.csv",
    )
    form = {"kind": "list", "as": "memory", "title": "Words", "table": table}
    assert here.post(OWN, data=form).status_code == 303
    assert check(Path("rules_data/words")).game.name == "words"
    assert {file.name for file in Path("rules_data/words").iterdir()} == {
        *("game.yaml", "en.yaml", "my.csv")
    }


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ({}, "choose a game"),
        ({"kind": "sheet", "sheet.rows": "99"}, "’ is not a whole number from 1 to 6"),
        ({"kind": "sheet", "sheet.cells": "12", "sheet.dice": "2"}, "from 3 to 6"),
        ({"kind": "deck", "deck.players": "4-2"}, "’ goes from more to less"),
        ({"kind": "deck", "title": "Qwinto"}, "is the name of a game already"),
        ({"kind": "list", "as": "memory"}, "a list is needed"),
        ({"kind": "list", "as": "chess"}, "choose a game"),
    ],
)
def test_answers_that_do_not_do(here: FlaskClient, form: Mapping[str, str], told: str) -> None:
    """What does not do is told in the words of the form, and nothing is written."""
    answer = here.post(OWN, data=form)
    assert (answer.status_code, told in answer.text) == (422, True)
    assert not Path("rules_data").exists()


def test_a_file_that_is_saved(here: FlaskClient) -> None:
    """Nothing is sent until a file is saved; then the game comes anew, each fault at its line."""
    here.post(OWN, data={"kind": "sheet", "title": "Stairs"})
    page = here.get(f"{OWN}stairs/").text
    assert "Everything is in order." in _faults(here, page)
    again = re.search(r'hx-get="([^"]*)" hx-trigger="every 1s"', page)
    assert again is not None
    assert here.get(unescape(again[1]), headers=PART).status_code == 204
    file = Path("rules_data/stairs/game.yaml")
    text = file.read_text("utf-8")
    file.write_text(
        text.replace("cells: 8", "cells: <b>").replace("worth: -5", "wort: -5"), "utf-8"
    )
    shown = here.get(unescape(again[1]), headers=PART)
    assert (shown.status_code, "as soon as its files can be read" in shown.text) == (200, True)
    told = _faults(here, shown.text)
    number = next(n for n, line in enumerate(text.splitlines(), 1) if "cells: 8" in line)
    code = rf'<li value="{number}"[^>]*><code>    cells: <mark>&lt;b&gt;.*</mark></code>'
    line = rf'{code}\n<p class="reason">parts.sheet.cells'
    assert re.search(line, told)
    assert "did you mean ‘worth’" in told
    file.write_text(text.replace("cells: 8", "cells: 5"), "utf-8")
    page = here.get(f"{OWN}stairs/").text
    assert "Everything is in order." in _faults(here, page)
    made = re.search(r'hx-get="([^"]*/kit/stairs/[^"]*)"', page)
    assert made is not None
    pictures = here.get(unescape(made[1]), headers=PART).text
    assert "score-sheets/1.png" in pictures
    # The rest of the page has the game as it is now, too.
    assert "A5" in here.get(f"/{KEY}/en/check/stairs/").text
    assert "A6" not in here.get(f"/{KEY}/en/check/stairs/").text


@pytest.mark.parametrize("packed", [False, True])
def test_a_game_is_held_and_taken_out(link: FlaskClient, packed: bool) -> None:  # noqa: FBT001 - a case
    """A folder or an archive is laid out, shown with all its files, and is an archive again."""
    files = {f"down/loads/{name}": data for name, data in FILES.items()}
    files |= {"down/loads/my-game/.git/config": b"x", "__MACOSX/my-game/game.yaml": b"x"}
    answer = _hold(link, _packed(files) if packed else files)
    assert answer.get_json() == {"name": "my-game", "at": f"{OWN}my-game/"}
    page = link.get(f"{OWN}my-game/").text
    assert "every 1s" not in page
    assert "Everything is in order." in _faults(link, page)
    with ZipFile(BytesIO(link.get(f"{OWN}my-game/my-game.zip").data)) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == FILES
    assert "my-game" in game_names()


def test_a_held_game_is_replaced(link: FlaskClient) -> None:
    """What is sent again comes instead of what was held, file for file."""
    assert _hold(link, {**FILES, "my-game/pictures/x.svg": b"<svg/>"}).status_code == 200
    assert _hold(link, FILES).status_code == 200
    names = {file.name for file in Path("rules_data/my-game").iterdir()}
    assert names == {"game.yaml", "en.yaml"}


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"a/b.txt": b"x"}, "there is no game in it"),
        ({}, "there is no game in it"),
        ({"game.zip": b"PK\x03\x04" + bytes(90)}, "this archive cannot be opened"),
        (_packed({"a/game.yaml": bytes(MOST_HELD + 1)}), "that is too large"),
        ({"a/game.yaml": bytes(MOST_HELD + 1)}, "that is too large"),
        ({f"a/{n}": b"" for n in range(MOST_FILES)} | {"a/game.yaml": b""}, "that is too large"),
        (_packed({f"{n}": b"" for n in range(MOST_FILES + 1)}), "that is too large"),
        ({"a/game.yaml": b"name: a", "a/../../up.yaml": b"x"}, "leads out"),
        (_packed({"a/game.yaml": b"name: a", "a/b/../../../up.yaml": b"x"}), "leads out"),
        ({"a/game.yaml": b"name: a", "a/con.yaml": b"x"}, "con.yaml"),
    ],
)
def test_what_strangers_send(
    link: FlaskClient, tmp_path: Path, files: Mapping[str, bytes], told: str
) -> None:
    """What is no game, is too large or would lead out is refused in words, and leaves nothing."""
    answer = _hold(link, files)
    assert (answer.status_code, told in answer.text) == (422, True)
    assert not [one for one in tmp_path.rglob("*") if one.is_file()]


def test_nothing_is_held_on_ones_own_machine(here: FlaskClient) -> None:
    """The page of one's own machine lays out no folder that somebody sends."""
    assert _hold(here, FILES).status_code == 404
    assert not Path("rules_data").exists()


@pytest.mark.parametrize("name", ["..", "qwinto", "My-Game", "a/../..", "%2e%2e"])
def test_no_other_folder_is_shown(here: FlaskClient, name: str) -> None:
    """A name that is no game in one's own folder leads nowhere."""
    for at in ("", "faults", "x.zip"):
        assert here.get(f"{OWN}{name}/{at}").status_code in {308, 404}
