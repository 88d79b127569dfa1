"""What the page says: without a word of the command line, without jargon, in one language."""

import ast
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from html import unescape
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from generator.game import game_names, load
from generator.options import printing_options
from generator.page import orders
from generator.page.wording import worded
from generator.page.workshop import KINDS
from generator.words import (
    BUILT_IN,
    LANGUAGES,
    Language,
    Message,
    OptionWord,
    Value,
    fold,
    message,
    message_templates,
    typed_words,
)
from tests.page.conftest import KEY

PACKAGE = Path(__file__).parents[2] / "generator"
# Sections of the catalog that nobody reads on the page: what is printed on paper, files that are
# begun for authors, and what is said by commands that no page calls. Faults in the data of a game
# are only counted there.
ELSEWHERE = {
    *("calibrate", "check", "cluster", "doctor", "exercise", "game", "guide", "new", "output"),
    *("paths", "plan", "site", "trial"),
}
# Where a kind of file is named, and where a token is one that lies on a board.
IN_PLACE = ("[(].yaml[)]", "put a token")
# Messages of other sections, by who reads them.
ON_PAPER = ("print.file-how", "print.file-sheets")
IN_FILES = (
    *("records.blank-class", "records.blank-file", "records.blank-table", "records.rewritten"),
    *("page.names-file", "page.printer-file", "page.table-file"),
)
IN_TERMINALS = (
    *("errors.refused-at", "page.not-installed", "page.port-taken", "print.idle"),
    *("records.several", "list.no-table-name", "page.game-broken-line"),
)
# Where a record is handed out its kind of file is named; a sign is explained by itself.
ALLOWED = ("page.check-record", "reading.bad-escape")
COMMANDS = [
    word
    for name in ("check", "kit", "new", "open", "print", "record", "sample", "verify")
    for language in LANGUAGES
    for word in typed_words(name, language, "commands")
]
UNSAID = re.compile(
    r"--[a-z]|\.ya?ml\b|rules_data|\\"
    r"|(?<![\w.<:/])/(?!\d)\w+"
    rf"|\bludokit (?:{'|'.join(COMMANDS)})\b"
)
JARGON = {
    "en": re.compile(
        r"\b(?:API|arguments?|booleans?|bugs?|caches?|command lines?|console|cookies?|debug"
        r"|directory|encoding|exceptions?|HTTP|IDs?|JSON|localhost|null|options?|parameters?"
        r"|parse[ds]?|pixels?|process(?:es)?|schemas?|seeds?|servers?|std(?:in|out|err)|strings?"
        r"|syntax|terminal|threads?|tokens?|traceback|URLs?|UTF-8|workers?|YAML)\b"
    ),
    "fr": re.compile(
        r"\b(?:API|arguments?|booléens?|bugs?|caches?|lignes? de commande|console|cookies?"
        r"|débogage|répertoires?|encodage|HTTP|identifiants?|JSON|localhost|null|options?"
        r"|paramètres?|pixels?|processus|schémas?|graines?|serveurs?|syntaxe|terminal|URL|UTF-8"
        r"|YAML)\b"
    ),
}
JARGON["es"] = re.compile(
    r"\b(?:API|argumentos?|booleanos?|bugs?|cachés?|líneas? de (?:comandos?|órdenes)|consola"
    r"|cookies?|directorios?|codificación|HTTP|identificador(?:es)?|JSON|localhost|null|opción"
    r"|opciones|parámetros?|píxeles|procesos?|esquemas?|semillas?|servidor(?:es)?|sintaxis"
    r"|terminal|URL|UTF-8|YAML)\b"
)
# Little words that stand in every text of one language, and in none of another.
OTHERS = {
    "es": re.compile(r"\b(?:the|and|of|with|your|this|les|des|est|vous|dans|avec|pas|sur)\b"),
    "fr": re.compile(r"\b(?:the|and|of|with|your|this|that|which|from|are|not|what|is)\b"),
    "en": re.compile(r"\b(?:les|des|une|est|vous|dans|avec|pas|aux|ou|sur|votre)\b"),
}


# Words that are the same in every language of the program.
BOTH = {
    *("class.date", "class.scores", "correction.title", "page.check-date", "page.check-table"),
    *("page.column-credit", "page.count-pages", "page.list-pages", "page.pages", "page.sum-pages"),
    *("page.value-font-standard", "page.value-paper-a3", "page.value-paper-a4"),
    *("page.value-paper-a5", "print.date", "print.points", "render.page"),
}


PAPERS = {f"page.value-paper-{one}" for one in ("a3", "a4", "a5")}
SPANISH = {
    "fr": {
        *(*PAPERS, "class.taken", "page.check-variants", "page.value-ink-grey"),
        *(f"page.value-card-size-{one}" for one in ("bridge", "mini", "tarot")),
    },
    "en": PAPERS,
}


def names_in(file: Path) -> Iterator[str]:
    """Yield the words in a module that may be the key of a message."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def keys_on_page() -> Iterator[str]:
    """Yield every message that the page can show, but for those that are read elsewhere."""
    every = message_templates(LANGUAGES[0])
    outside = (file for file in PACKAGE.rglob("*.py") if file.parent.name != "cli")
    named = {name for file in outside for name in names_in(file)}
    named |= {f"cli.{one.name}-help" for of in ("kit", "print") for one in printing_options(of)}
    for key in every:
        section = key.split(".")[0]
        is_said = key in named if section == "cli" else section not in ELSEWHERE
        if is_said and key not in {*ON_PAPER, *IN_FILES, *IN_TERMINALS}:
            yield key


def sample(key: str) -> Message:
    """Return a message with values as they come up, a path and an option among them."""
    every = message_templates(LANGUAGES[0])
    templates = (every[one] for one in (key, f"on-page.{key}") if one in every)
    text = " ".join(one if isinstance(one, str) else " ".join(one.values()) for one in templates)
    special: dict[str, Value] = {
        "n": 3,
        "option": OptionWord("card-size"),
        "other": OptionWord("bleed"),
        "options": (OptionWord("ink"), OptionWord("card-size")),
        "path": "/home/x/table",
        "reason": message("errors.disk-full"),
    }
    names = re.findall(r"\{([a-z_]+)\}", text)
    return message(key, **{name: special.get(name, "Ana") for name in ("n", "kind", *names)})


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_speaks_of_the_command_line(language: Language) -> None:
    """No message that the page can show has an option, a path, a file of data or a command."""
    said = {key: told(key, language) for key in keys_on_page() if key not in ALLOWED}
    assert {key: words for key, words in said.items() if UNSAID.search(words)} == {}
    assert len(said) > 900


def told(key: str, language: Language) -> str:
    """Return what the page says of a message."""
    return worded(sample(key), language)


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [("fr", "en", BOTH), *((one, "es", alike) for one, alike in SPANISH.items())],
)
def test_every_message_is_in_its_language(one: Language, other: Language, alike: set[str]) -> None:
    """No message of the page is the same in two languages, but for figures and words of both."""
    every = {key: told(key, one) for key in keys_on_page()}
    same = {key: words for key, words in every.items() if told(key, other) == words}
    bare = {key for key, words in same.items() if re.fullmatch(r"[\W\d_]*(?:Ana[\W\d_]*)*", words)}
    assert {*same} - bare == alike


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_is_in_another_language(language: Language) -> None:
    """No message of the page has the little words of the other language."""
    said = {key: told(key, language) for key in keys_on_page()}
    assert {key: words for key, words in said.items() if OTHERS[language].search(words)} == {}


# Attributes that are read by people, or put before them by scripts.
READ = re.compile(r"title|placeholder|alt|aria-label|aria-description|label|data-.*")
# What is for scripts alone.
UNREAD = ("data-usual", "data-address", "data-read", "data-path", "data-page", "data-tables")


class Visible(HTMLParser):
    """What people read on a page, but for what is folded for those who type commands."""

    def __init__(self) -> None:
        """Begin with nothing."""
        super().__init__()
        self.said = list[str]()
        self.held = list[str]()
        self.is_json = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what attributes say; go into what is not shown as it stands."""
        given = {name: value or "" for name, value in attrs}
        self.is_json = given.get("type") == "application/json"
        is_kept = tag in {"script", "style"} or (self.held or [""])[-1:] == [tag]
        if is_kept or (tag == "details" and given.get("class") == "typed"):
            self.held.append(tag)
        for name, value in given.items():
            if (
                READ.fullmatch(name)
                and name not in UNREAD
                and not value.startswith(("/", "{", "["))
            ):
                self.said.append(value)

    def handle_endtag(self, tag: str) -> None:
        """Leave what is not shown as it stands."""
        if self.held and self.held[-1] == tag:
            self.held.pop()

    def handle_data(self, data: str) -> None:
        """Note what is shown, and what scripts show of their data."""
        if self.is_json:
            self.said += words_of(json.loads(data))
            self.is_json = False
        elif not self.held:
            self.said.append(data.strip())


def words_of(held: object) -> Iterator[str]:
    """Yield the sentences in data for a script: they have blanks."""
    match held:
        case dict():
            for one in held.values():
                yield from words_of(one)
        case list():
            for one in held:
                yield from words_of(one)
        case str() if " " in held and "<svg" not in held:
            yield held


def visible(html: str) -> str:
    """Return what people read on a page, a line for each piece."""
    found = Visible()
    found.feed(html)
    return "\n".join(filter(None, found.said))


LIST = "mot;réponse\n" + "".join(f"a{n};b{n}\n" for n in range(12))
ADDRESSES = ("", "list/", "own/", "check/", "class/", "kit/nothing/", "check/nothing/", "nothing")
# Forms with something wrong in them: where they go, what they hold.
FAULTY: tuple[tuple[str, Mapping[str, str | tuple[BytesIO, str]]], ...] = (
    *(("kit/qwinto/", {name: "??"}) for name in ("pupils", "group", "copies", "per-page", "bleed")),
    *(("kit/qwinto/", {name: "??"}) for name in ("paper", "ink", "card-size", "country", "seed")),
    ("kit/qwinto/", {"contents": ""}),
    ("kit/qwinto/", {"contents": "nothing"}),
    ("kit/qwinto/", {"group": "4"}),
    ("kit/qwinto/", {"names": (BytesIO(b"PK\x03\x04"), "class.xlsx")}),
    ("kit/qwinto/", {"names": (BytesIO(b"\xff\xfe\x00"), "class.txt")}),
    ("kit/qwinto/", {"names": (BytesIO(b"x" * 20_000), "class.pdf")}),
    ("kit/qwinto/", {"names": (BytesIO(b"nom;classe\nA;1\nB;2\n"), "class.csv")}),
    ("kit/qwinto/", {"printer": (BytesIO(b"a: b"), "printer.yaml")}),
    ("kit/sti/", {"names-text": "Ana", "pupils": "1"}),
    ("class/", {"pupils": "0"}),
    ("own/", {}),
    *(("own/", {"kind": "sheet", f"sheet.{name}": "??"}) for name in ("rows", "dice", "players")),
    ("own/", {"kind": "deck", "title": "doce"}),
    ("own/", {"kind": "list", "as": "memory"}),
    ("list/", {}),
    ("list/", {"as": "loto"}),
    ("list/", {"table-text": LIST}),
    *(("list/", {"as": kind, "table-text": "a"}) for kind in KINDS),
    ("list/", {"as": "memory", "table-text": " - a\n - b", "pupils": "900"}),
    ("list/table", {"table": (BytesIO(b"PK\x03\x04"), "list.xlsx")}),
    ("list/table", {"table": (BytesIO(b"{"), "list.json")}),
    ("check/records", {"files": (BytesIO(b"game: ["), "one.json")}),
    ("check/records", {"files": (BytesIO(b"joueur;O1\nAna;1\n"), "one.csv")}),
    ("check/records", {"files": (BytesIO(b"jeu;doce\nAna;1\n"), "one.csv")}),
    ("check/records", {"files": (BytesIO(b"PK\x03\x04"), "one.xlsx")}),
)


def shown(client: FlaskClient, language: Language) -> Iterator[tuple[str, str]]:
    """Yield every page and every answer by where it is, in one language."""
    root, accepted = f"/{KEY}/{language}/", {"Accept-Language": language}
    for at in (
        *ADDRESSES,
        *(f"{part}/{game}/" for part in ("kit", "check") for game in game_names()),
    ):
        yield at, client.get(f"{root}{at}").text
    yield "old", client.get(f"/another/{language}/").text
    yield "strange", client.get("/", headers=accepted).text
    yield "post", client.post(f"{root}check/", headers=accepted).text
    yield "foreign", client.get(root, headers=accepted | {"Host": "elsewhere"}).text
    for at, form in FAULTY:
        held = {
            name: (BytesIO(value[0].getvalue()), value[1]) if isinstance(value, tuple) else value
            for name, value in form.items()
        }
        yield f"{at} {form}", client.post(f"{root}{at}", data=held, follow_redirects=True).text


@pytest.fixture
def broken_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the name of a game of one's own with faults in its files."""
    folder = tmp_path / "rules_data" / "mine"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text("title: {", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return "mine"


@pytest.mark.slow
@pytest.mark.few(1)
@pytest.mark.parametrize("language", BUILT_IN)
def test_no_page_speaks_of_the_command_line(
    asking: FlaskClient, language: Language, broken_game: str
) -> None:
    """No page and no answer has a word of the command line, of jargon or of another language."""
    found, count = dict[str, str](), 0
    for at, html in shown(asking, language):
        found |= dict.fromkeys(out_of_place(html, language, without=broken_game), at)
        count += 1
        if at == "":
            assert broken_game in html
    assert found == {}
    assert count > 60


def out_of_place(html: str, language: Language, without: str = "") -> Iterator[str]:
    """Yield each word of the command line, of jargon or of another language, with its place."""
    words = visible(html) if html.startswith("<") else " ".join(words_of(json.loads(html)))
    allowed = re.compile("|".join((*IN_PLACE, *map(re.escape, titles(without)))))
    words = allowed.sub("", words)
    for forbidden in (UNSAID, JARGON[language], OTHERS[language]):
        for one in forbidden.finditer(words):
            yield words[max(0, one.start() - 60) : one.end() + 60]


@cache
def titles(without: str) -> tuple[str, ...]:
    """Return what games are called, which may be in any language, also where files are named."""
    games = (load(name) for name in game_names() if name != without)
    called = [said.title for game in games for said in game.sentences.values()]
    return (*called, *("-".join(re.findall(r"\w+", fold(one))) for one in called))


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OSError(28, "No space left on device", "/home/x"), "make room"),
        (MemoryError(), "short of memory"),
        (FileNotFoundError(2, "No such file or directory", "/home/x"), "try again"),
        (ZeroDivisionError("division by /home/x"), "try again"),
    ],
)
def test_an_accident_gives_a_way_on(
    asking: FlaskClient, error: Exception, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What goes wrong within the program is told with what to do next, without a path."""

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(orders, "printing_options", fail)
    said = {language: asking.get(f"/{KEY}/{language}/kit/qwinto/") for language in LANGUAGES}
    for language, answer in said.items():
        assert answer.status_code == 500
        shown = visible(answer.text)
        assert not UNSAID.search(shown)
        assert not OTHERS[language].search(shown)
    assert words in said["en"].text


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_game_says_a_line_of_its_world(asking: FlaskClient, language: Language) -> None:
    """The list of games tells the world of each, in the language of the page."""
    shown = unescape(asking.get(f"/{KEY}/{language}/").get_data(as_text=True))
    for name in game_names():
        assert load(name).sentences_in(language).world in shown
