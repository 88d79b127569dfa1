"""Who may ask the page, how much at once, and what is said of it."""

import html
import io
import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from flask.testing import FlaskClient

from generator import __version__
from generator.cli import program
from generator.cli.language import CliLanguage
from generator.cli.parameters import KIT
from generator.documents.exercises.generation import exercise_kinds, kind_title
from generator.errors import LudokitError
from generator.game.countries import countries, years_of
from generator.options import printing_options
from generator.page import jobs, orders
from generator.page.jobs import MOST_WAITING, JobQueue, Order
from generator.print_request import PrintRequest, line_to_type, parse_form
from generator.printables.context import Options
from generator.words import LANGUAGES, Language
from tests.page.conftest import HERE, KEY, own_client
from tests.shipped import load

HOME = f"/{KEY}/fr/"


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:80", "[::1]:8412"])
def test_only_this_machine_is_answered(asking: FlaskClient, host: str) -> None:
    """A request that names another machine or port is refused, whatever it asks for."""
    answer = asking.get(HOME, headers={"Host": host})
    assert answer.status_code == 403
    assert KEY not in answer.text


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:80", ""])
def test_no_other_page_can_send_anything(asking: FlaskClient, origin: str) -> None:
    """What another page sends, or what says nothing of where it comes from, is refused."""
    for at in ("kit/qwinto/", "list/"):
        answer = asking.post(f"{HOME}{at}", headers={"Origin": origin})
        assert answer.status_code == 403


@pytest.mark.parametrize("at", ["/", "/fr/", "/another-key/fr/", f"/{KEY}/de/", f"/{KEY}x/fr/"])
def test_the_key_opens_and_is_not_told(asking: FlaskClient, at: str) -> None:
    """Without the key there is nothing, and what is answered does not hold it."""
    answer = asking.get(at)
    assert answer.status_code == 404
    assert KEY not in answer.text.replace(at, "")
    assert "icône" in answer.text


@pytest.mark.parametrize(
    "at",
    [
        "/static/../../../etc/passwd",
        "/static/%2e%2e/%2e%2e/print.css",
        "/static/fonts/..%2f..%2fprint.css",
        f"{HOME}kit/..%2f..%2fetc/",
        f"{HOME}kit/qwinto%00/",
        f"{HOME}made/x/files/..%2f..%2fetc%2fpasswd",
        f"{HOME}made/x/..%2fx/1.png",
        f"{HOME}kit/qwinto/..%2f..%2fx/",
    ],
)
def test_no_path_leads_out(asking: FlaskClient, at: str) -> None:
    """A path that would lead elsewhere leads nowhere."""
    assert asking.get(at).status_code in {404, 308}


def test_a_hundred_megabytes_are_refused(asking: FlaskClient) -> None:
    """A body that is too large is refused in words."""
    body = b"names-text=" + b"x" * 100_000_000
    kind = "application/x-www-form-urlencoded"
    answer = asking.post(f"{HOME}kit/qwinto/", data=body, content_type=kind)
    assert answer.status_code == 413
    assert "24 millions d’octets" in answer.text


def test_a_thousand_kits_at_once_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """More kits than anybody waits for are refused in words, and those that wait stay."""
    # However slow the machine, everybody who has asked still waits.
    monkeypatch.setattr(jobs, "UNSEEN", float("inf"))
    shop, refused = JobQueue(iter(map(str, range(2000))).__next__), 0
    for seed in range(1000):
        order = Order("course-a-20", PrintRequest(Options(seed=seed)))
        try:
            shop.submit(order, {})
        except LudokitError as error:
            refused += error.message.key == "page.busy"
    assert refused == 1000 - MOST_WAITING
    first = Order("course-a-20", PrintRequest(Options(seed=0)))
    assert shop.submit(first, {}).name == "0"
    found = shop.find("5")
    assert found is not None
    assert replace(found.order.request.options, seed=0) == Options(seed=0)


STRANGE = (
    *("", "on", "-1", "0", "1e9", "１２", "27", "\x00", "é" * 200, "--noms", "-", "../../x"),
    *("<script>", "a4", "5,5", "5.5.5", "9" * 30, "NaN", "57x87", "1x1x1", "'\"", "\u202e", "none"),
    *("loto", "memory", "capitals", "/etc/passwd", "../lowest.txt"),
)
FILES = (
    *(b"", b"\xff\xfe\x00\x00", b"PK\x03\x04" + bytes(200), b"a\nb", b"x" * 20_000, bytes(100)),
    *(b"nom;prenom\nA;B\n", b"word;answer\ncat;chat\n", b"%PDF-1.4"),
)
CALLED = (
    *("a.txt", "a.xlsx", "a.ods", "a.csv", "../../etc/passwd", "C:\\x\\y.xlsx", "a", "a.yaml"),
    *(".csv", "con.csv", "a\x00b.txt", "a" * 300),
)


@pytest.mark.few(2)
@pytest.mark.parametrize("seed", range(4))
def test_strange_forms_are_answered_in_words(asking: FlaskClient, seed: int) -> None:
    """Whatever a form holds it is taken, or refused in words; nothing of it is an accident."""
    chance = Random(seed)  # noqa: S311 - the same on every run
    texts = [field.name for command in ("kit", "print") for field in printing_options(command)]
    texts += ["names-text", "table-text", "title", "shipped", "before"]
    for _ in range(60):
        part = chance.choice(("kit/qwinto/", "kit/sti/", "list/"))
        form: dict[str, object] = {
            name: chance.choice(STRANGE) for name in chance.sample(texts, chance.randint(0, 8))
        }
        if chance.random() < 0.4:
            file = io.BytesIO(chance.choice(FILES)), chance.choice(CALLED)
            form[chance.choice(("names", "printer", "table"))] = file
        headers = {"HX-Request": "true"} if chance.random() < 0.5 else {}
        answer = asking.post(f"{HOME}{part}", data=form, headers=headers)
        assert answer.status_code in {200, 303, 422}, form
        assert "a un défaut" not in answer.text, form


def test_answers_say_what_a_browser_may_do(asking: FlaskClient) -> None:
    """Nothing may be fetched elsewhere, framed, or kept by others; there is no cookie."""
    answer = asking.get(HOME)
    assert answer.status_code == 200
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_accident_is_one_page_in_words(
    asking: FlaskClient, lang: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault of the program is told in the reader's language, without a traceback."""

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(orders, "printing_options", fail)
    answer = asking.get(f"/{KEY}/{lang}/kit/qwinto/")
    assert answer.status_code == 500
    assert f"ludokit {__version__}" in answer.text
    assert "Traceback" not in answer.text


def test_a_form_asks_for_every_option() -> None:
    """What `kit` takes is asked for, but where files go and how many processes work."""
    elsewhere = {"games", "all", "to", "overwrite", "preview", "quiet", "verbose", "jobs"}
    options = set(KIT) - elsewhere
    assert {field.name for field in printing_options("kit")} == options


WRONG = [
    ("paper", "b5"),
    ("ink", "gray-ish"),
    ("pupils", "0"),
    ("pupils", "many"),
    ("group", "501"),
    ("copies", "501"),
    ("bleed", "11"),
    ("card-size", "9x9"),
    ("seed", "-1"),
    ("per-page", "101"),
    ("country", "atlantis"),
    ("paper", "a5"),
    ("year", "ce9"),
    ("difficulty", "4"),
]


@pytest.mark.parametrize(("field", "value"), WRONG)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_wrong_value_is_told_as_on_the_command_line(
    field: str, value: str, lang: Language, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The page and the command line refuse the same with the same words."""
    with pytest.raises(LudokitError) as refused:
        parse_form("kit", {field: value}, {}, lang)
    option = f"--{CliLanguage(lang).typed(field, 'options')[0]}"
    program.run(["kit", "qwinto", "--lang", lang, option, value, "--to", str(tmp_path)])
    assert capsys.readouterr().err.splitlines()[0] == refused.value.worded(lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_line_below_does_the_same(lang: Language) -> None:
    """The line to copy, read as the command line reads it, chooses what the form has chosen."""
    values = {field.name: field.usual for field in printing_options("kit")}
    usual = line_to_type("kit", ["qwinto"], values, lang)
    assert usual == "ludokit kit qwinto"
    for field in printing_options("kit"):
        for value in field.values:
            line = line_to_type("kit", ["qwinto"], {field.name: value}, lang).split()
            if value != "a5" and len(line) > 3:
                wanted = parse_form("kit", {field.name: value}, {}, lang)
                assert parse_form("kit", {field.name: line[4]}, {}, lang) == wanted


def test_a_kit_holds_what_is_ticked(asking: FlaskClient) -> None:
    """To play is ticked; what is for another way of playing cannot be; nothing is told in words."""
    ticked = re.compile(r'value="([a-z-]+)" data-purpose="([a-z]+)"[^>]*?( checked)?( disabled)?>')
    found = ticked.findall(asking.get(f"{HOME}kit/crowns/").text)
    assert {name for name, _, checked, _ in found if checked} == {
        *("pencil-boards", "score-sheets", "reminder", "record-form", "rules")
    }
    assert {one[0] for one in found if one[3]} == {"boards", "tokens", "edition-boxes"}
    found = ticked.findall(asking.get(f"{HOME}kit/crowns/?contents=lesson,tokens").text)
    assert {purpose for _, purpose, checked, _ in found if checked} == {"lesson"}
    found = ticked.findall(asking.get(f"{HOME}kit/crowns/?play-with=pieces&contents=tokens").text)
    assert [name for name, _, checked, _ in found if checked] == ["tokens"]
    boxed = asking.get(f"{HOME}kit/crowns/?play-with=pieces&contents=tokens,edition").text
    found = ticked.findall(boxed)
    parts = ["edition-label", "edition-dice", "edition-boxes"]
    assert [name for name, _, checked, _ in found if checked] == ["tokens", *parts]
    none = asking.post(f"{HOME}kit/crowns/", data={"contents": ""})
    assert none.status_code == 422
    assert "rien n’est coché" in none.text
    every = {"contents": ["", "guide", "worksheets", "exit-tickets", "keep", "quiz", "slides"]}
    assert asking.post(f"{HOME}kit/crowns/", data=every).headers["Location"].endswith("=lesson")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_teacher_chooses_exercises(asking: FlaskClient, lang: Language) -> None:
    """Years stand under their countries, kinds have ticks with their titles; the choice is kept."""
    home, own = f"/{KEY}/{lang}/", "fr" if lang == "fr" else "uk"
    asked = asking.get(f"{home}kit/boite/?year={[*years_of(own)][1]}&kinds=ways,left").text
    kinds = re.findall(r'name="kinds" value="([a-z-]+)"( checked)?> (.+)</label>', asked)
    every = exercise_kinds(load("boite"), lang)
    assert [name for name, _, _ in kinds] == [one.name for one in every]
    assert [html.unescape(title) for _, _, title in kinds] == [
        kind_title(one.name, lang) for one in every
    ]
    assert {name for name, checked, _ in kinds if checked} == {"ways", "left"}
    groups = re.findall(r'<optgroup label="([^"]+)">(.*?)</optgroup>', asked, re.DOTALL)
    assert len(groups) == len(countries())
    assert groups[0][0] == ("France" if lang == "fr" else groups[0][0])
    years = [year for _, text in groups for year in re.findall(r'value="([^"]+)"', text)]
    assert sorted(years) == sorted(years_of(""))
    assert f'<option value="{[*years_of(own)][1]}" selected>' in asked
    sent = {"year": "ce1", "kinds": ["ways", "left"], "difficulty": "2", "contents": "exercises"}
    kept = asking.post(f"{home}kit/boite/", data=sent).headers["Location"]
    assert all(part in kept for part in ("year=ce1", "kinds=ways,left", "difficulty=2"))
    wrong = asking.post(f"{home}kit/boite/", data=sent | {"kinds": "wayz"})
    assert wrong.status_code == 422
    assert "ways" in wrong.text


@pytest.mark.parametrize("at", ["", "list/", "check/", "class/", "kit/sti/", "kit/qwinto/"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_is_there_in_every_language(
    asking: FlaskClient, at: str, lang: Language
) -> None:
    """Each part of the page opens, in its language, and leads to itself in the others."""
    answer = asking.get(f"/{KEY}/{lang}/{at}")
    assert answer.status_code == 200
    assert f'<html lang="{lang}"' in answer.text
    assert all(f"/{KEY}/{other}/" in answer.text for other in LANGUAGES)
    assert HERE not in answer.text


LIST = "mot;réponse\n" + "".join(f"a{n};b{n}\n" for n in range(12))


def test_a_job_has_one_address(asking: FlaskClient) -> None:
    """A kit is not shown where games from lists are, nor such a game where kits are."""
    shown = 'id="progress"'
    kit = asking.post(f"{HOME}kit/qwinto/", data={"pupils": "27", "paper": "a4"}).headers[
        "Location"
    ]
    # What is usual is not told.
    assert kit == f"{HOME}kit/qwinto/?made=work&pupils=27"
    assert shown in asking.get(kit).text
    job = "work"
    assert asking.get(f"{HOME}list/{job}/").status_code == 404
    other = own_client()
    table = {"as": "memory", "table-text": LIST, "title": "Mots"}
    assert shown in other.get(other.post(f"{HOME}list/", data=table).headers["Location"]).text
    assert shown not in other.get(kit).text


def test_an_order_drops_the_one_before(
    asking: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever orders anew does not wait any more for what the same form ordered, told once."""
    dropped = list[str]()
    monkeypatch.setattr(JobQueue, "abandon", lambda _, name: dropped.append(name))
    asking.post(f"{HOME}list/", data={"as": "memory", "table-text": LIST, "before": "a list"})
    asking.post(f"{HOME}kit/qwinto/", data={"before": "a kit"})
    assert dropped == ["a list", "a kit"]
