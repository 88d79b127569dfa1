"""What browsers and others may send to the page: any address, field, file and body."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import count
from random import Random
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from generator.options import printing_options
from generator.page.app import create_app
from generator.page.jobs import JobQueue
from generator.words import BUILT_IN
from tests.costs import is_within, spent
from tests.farm import spreadsheets, tables
from tests.farm.cases import Case, Fault
from tests.farm.mutations import changed_bytes, changed_tree, odd_value
from tests.farm.records import RecordMaker, judged_games
from tests.farm.trying import OBEYED, OWN_FAULT, is_whole_pdf, place_of, told_of, without_line
from tests.hostile.attacked import SECONDS

TYPED = re.compile(r"<textarea.*?</textarea>|value=\"[^\"]*\"", re.DOTALL)
KEY, HERE = "of-the-farm", "http://127.0.0.1:8412"
ODD = (
    *(
        "",
        " ",
        "0",
        "-1",
        "1",
        "2",
        "29",
        "500",
        "501",
        "9" * 30,
        "1.5",
        "abc",
        "é",
        "\0",
        "\x1b[2J",
    ),
    *(
        "\u202e",
        "../../etc/passwd",
        "<script>",
        "'\"",
        "a\r\nb",
        "%s",
        "{{7*7}}",
        "on",
        "off",
        "a4",
    ),
    *(
        "A4",
        "fr",
        "en",
        "none",
        "x" * 3_000,
        "a" + "\u0300\u0316" * 40,
        "1e999",
        "nan",
        "😀",
        "--to",
    ),
    *("Ana\nBen", "Ana;Ben\nnom;prénom", "\ud7ff", "[]", "{}", "null", "=1+1"),
)
FILES = ("files", "names", "table", "printer", "x", "")
NAMES = (
    *(
        "a.yaml",
        "a.json",
        "a.jsonl",
        "a.csv",
        "a.xlsx",
        "a.ods",
        "a.txt",
        "a.svg",
        "a",
        "",
        ".yaml",
    ),
    *("../../a.yaml", "C:\\x\\a.yaml", "a\x1b[2J.yaml", "a\u202e.yaml", "a\0.yaml", "<img>.yaml"),
    *("x" * 300 + ".yaml", "a.YAML", "é.csv", "a.yaml/", "con.yaml", "a\r\nb.yaml", '".yaml'),
)
KINDS = ("text/plain", "application/x-yaml", "", "image/png", "multipart/mixed", "\u0131")


def _page() -> Flask:
    """Return a page on which nothing was asked for yet, and nothing is made."""
    numbers = count(1)
    app = create_app(KEY, JobQueue(lambda: f"work{next(numbers)}"))
    app.config.update(PORT=8412, SERVER_NAME="127.0.0.1:8412")
    return app


@lru_cache(maxsize=1)
def _doors() -> tuple[tuple[tuple[str, tuple[str, ...]], ...], tuple[str, ...]]:
    """Return the addresses with the ways to ask at each, and the fields of all forms."""
    rules = sorted(
        (rule.rule, tuple(sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})))
        for rule in _page().url_map.iter_rules()
    )
    fields = {field.name for way in ("kit", "print") for field in printing_options(way)}
    extra = ("names-text", "table-text", "title", "shipped", "before", "known", "switch", "large")
    return tuple(rules), (*sorted(fields), *extra)


def make(chance: Random) -> Case:
    """Return some requests, and the files that they hand in."""
    files = dict[str, bytes]()
    requests = [_request(chance, files) for _ in range(chance.choice((1, 2, 4)))]
    what = ", ".join(f"{one['method']} {one['at']}" for one in requests)
    return Case("forms", what, files, {"requests": requests})


def _request(chance: Random, files: dict[str, bytes]) -> dict[str, Any]:
    rules, _ = _doors()
    posts = [rule for rule in rules if "POST" in rule[1]]
    at, methods = chance.choice(posts if chance.random() < 0.75 else rules)
    method = chance.choice(methods)
    made: dict[str, Any] = {"method": method, "at": at, "path": _path(at, chance)}
    if chance.random() < 0.2:
        made["query"] = _fields(chance)
    if chance.random() < 0.3:
        made["headers"] = {"HX-Request": "true"}
    if method != "POST":
        return made
    if at.endswith(("judge", "slips", "correction")):
        game = made["path"].split("/")[4]
        made["json"] = _submission(game, chance)
    elif chance.random() < 0.9:
        made["form"] = _fields(chance)
        made["files"] = [_file(chance, files) for _ in range(chance.choice((0, 1, 1, 2, 5)))]
        made["spoilt"] = chance.randrange(1_000) if chance.random() < 0.15 else None
    else:
        made["body"] = str(odd_value(chance))
        made["headers"] = {"Content-Type": chance.choice(("multipart/form-data", "x", ""))}
    return made


def _path(rule: str, chance: Random) -> str:
    games = judged_games()
    values = {
        "<key>": KEY,
        "<lang>": chance.choice(BUILT_IN),
        "<game>": chance.choice(games),
        "<work>": chance.choice(("work1", "work1", "work2")),
        "<printable>": "score-sheets",
        "<int:number>": "1",
        "<name>": "kit.zip",
        "<path:filename>": "page.css",
    }
    for hole, value in values.items():
        odd = chance.random() < 0.03
        rule = rule.replace(hole, chance.choice(ODD).replace("/", "%2F") if odd else value)
    return rule


def _fields(chance: Random) -> list[list[str]]:
    _, names = _doors()
    found = list[list[str]]()
    for name in chance.sample(names, chance.choice((0, 2, 6, len(names)))):
        usual = ("", "", "29", "on", "4", "a4", "grey", "loto", "memory", "quiz", "Ana\nBen\nChloé")
        table = "mot;réponse\n" + "".join(f"a{n};b{n}\n" for n in range(12))
        value = chance.choice((*usual, table) if chance.random() < 0.8 else ODD)
        found.append([chance.choice(ODD) if chance.random() < 0.02 else name, value])
    return found


def _file(chance: Random, files: dict[str, bytes]) -> list[str]:
    match chance.randrange(8):
        case 0:
            made = tables.make(chance).files
        case 1:
            made = spreadsheets.make(chance).files
        case _:
            suffix, data, _ = RecordMaker().record(chance.choice(judged_games()), chance)
            made = {f"a{suffix}": data}
    ((name, data),) = made.items()
    held = f"{len(files):02}"
    files[held] = data
    called = name if chance.random() < 0.7 else chance.choice(NAMES)
    kind = chance.choice(KINDS) if chance.random() < 0.1 else ""
    return [chance.choice(FILES) if chance.random() < 0.2 else "files", called, held, kind]


def _submission(game: str, chance: Random) -> Any:  # noqa: ANN401 - whatever JSON holds
    """Return what the page sends of a game that was typed, changed at random."""
    path = f"/{KEY}/{chance.choice(BUILT_IN)}/check/{game}/example"
    answer = _client().get(path)
    sent: Any = answer.get_json() if answer.status_code == 200 else {}
    sent |= {"way": chance.choice(("papers", "turns", "both")), "date": "", "place": ""}
    for _ in range(chance.choice((0, 1, 1, 2, 5))):
        sent = changed_tree(sent, chance)
    return sent


def _client() -> FlaskClient:
    client = _page().test_client()
    client.environ_base |= {"HTTP_ORIGIN": HERE}
    return client


def judge(case: Case) -> Iterator[Fault]:
    """Yield what is wrong with the answers to some requests."""
    client = _client()
    for asked in case.more["requests"]:
        begun = spent()
        try:
            answer = _ask(client, asked, case.files)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is a find
            yield Fault("the page answers", f"{asked['at']} {place_of(error)}", told_of(error))
            continue
        files = max(1, len(asked.get("files", ())))
        if not is_within(spent() - begun, SECONDS * files):
            yield Fault("bounded time", asked["at"], f"{spent() - begun:.1f} s")
        yield from _faults(answer, asked)
        answer.close()
    for at in ("hello", ""):
        if client.get(f"/{KEY}/en/{at}").status_code != 200:
            yield Fault("the page answers afterwards", at)


def _ask(client: FlaskClient, asked: Mapping[str, Any], files: Mapping[str, bytes]) -> TestResponse:
    more: dict[str, Any] = {"headers": asked.get("headers", {})}
    if "json" in asked:
        more["data"] = json.dumps(asked["json"])
        more["content_type"] = "application/json"
    elif "form" in asked:
        data, kind = multipart(asked["form"], asked["files"], files)
        if asked.get("spoilt") is not None:
            data = changed_bytes(data, Random(asked["spoilt"]))  # noqa: S311 - no secret
        more |= {"data": data, "content_type": kind}
    elif "body" in asked:
        more["data"] = asked["body"].encode("utf-8", errors="surrogatepass")
    query = [(name, value) for name, value in asked.get("query", ())]
    return client.open(
        asked["path"].replace("\0", "%00"), method=asked["method"], query_string=query, **more
    )


def multipart(
    fields: Sequence[Sequence[str]], sent: Sequence[Sequence[str]], files: Mapping[str, bytes]
) -> tuple[bytes, str]:
    """Return the body of a form, and its type."""
    mark, body = "of-the-farm", BytesIO()
    for name, value in fields:
        head = f'--{mark}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        body.write(head.encode("utf-8", errors="surrogatepass"))
    for name, called, held, kind in sent:
        head = f'--{mark}\r\nContent-Disposition: form-data; name="{name}"; filename="{called}"\r\n'
        head += f"Content-Type: {kind or 'application/octet-stream'}\r\n\r\n"
        body.write(head.encode("utf-8", errors="surrogatepass") + files.get(held, b"") + b"\r\n")
    body.write(f"--{mark}--\r\n".encode())
    return body.getvalue(), f"multipart/form-data; boundary={mark}"


def _faults(answer: TestResponse, asked: Mapping[str, Any]) -> Iterator[Fault]:
    at, text = asked["at"], ""
    kind = answer.mimetype or ""
    if kind.startswith("text/") or kind == "application/json":
        text = answer.get_data().decode(errors="replace")
    elif answer.status_code == 200 and kind == "application/pdf":
        data = answer.get_data()
        if not is_whole_pdf(data):
            yield Fault("every file whole or absent", at)
    own = OWN_FAULT.search(text.replace("&#39;", "'"))
    if answer.status_code >= 500 or own:
        place = f"{at} {answer.status}"
        if own:
            place = f"{own['kind']} {without_line(own['place'])}"
        yield Fault("no fault of its own", place, text[:3_000])
    if "Traceback (most" in text:
        yield Fault("no traceback", at, text[-2_000:])
    # What somebody typed comes back as it was in the field.
    seen = TYPED.sub("", text.replace("\r", ""))
    if found := OBEYED.search(seen):
        words = seen[max(0, found.start() - 100) : found.end() + 60]
        yield Fault("no raw control sign", f"{at} U+{ord(found.group()):04X}", words)
    if kind == "application/json":
        try:
            json.loads(text)
        except ValueError:
            yield Fault("answers are valid JSON", at, text[:500])
