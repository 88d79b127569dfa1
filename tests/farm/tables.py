"""Lists of words, of names and of final sheets, made up cell by cell and then spoilt."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from generator.from_list import list_kinds
from generator.words import BUILT_IN
from tests.farm.cases import Case, Fault
from tests.farm.mutations import BYTES, as_json, as_yaml, changed_tree, odd_value
from tests.farm.records import report_faults, reports_of
from tests.farm.trying import faults_of, files_here, lay, torn, tried

SHEETS = Path(__file__).parents[1] / "same" / "sheets"
SHIPPED = Path(__file__).parents[2] / "rules_data" / "tables"
HEADINGS = (
    *("mot", "réponse", "word", "answer", "question", "définition", "image", "picture", "indice"),
    *("nom", "prénom", "classe", "first name", "Name", "class", "value", "level", "QUESTION ", ""),
    *("question:", "1", "mot", "<b>", "joueur", "player", "total", "table", "a\tb", "=A1", "👍"),
)
WORDS = (
    *("chat", "cat", "l’eau", "3 × 4", "12", "12,5", "1/2", "-7", "0", "", "", " ", "été", "ÉTÉ"),
    *("Martin, Zoé", 'il dit "oui"', "a;b", "a\tb", "chat.png", "../x.png", "nul.svg", "=1+1"),
    *(
        "@SUM(A1)",
        "😀",
        "中文",
        "Ж",
        "ﬁ",
        "e\u0301",
        "\u200b",
        "\u202eabc",
        "\x1b[2J",
        "\x9b",
        "NULL",
    ),
    *(
        "x" * 90,
        "mot " * 40,
        "a" + "\u0300\u0316" * 20,
        "<b>&</b>",
        "{{7*7}}",
        "12/03/2026",
        "TRUE",
    ),
    *("barré", "X", "✓", "O1", "none", "~", "–", "#", "# note", "- a", "a: b", "{", "[", "|", "'"),
)
ENCODINGS = ("utf-8", "utf-8", "utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le", "latin-1")
ENDS = ("\n", "\n", "\r\n", "\r", "\n\n", "\x0b", "\u2028")
USES = ("list", "list", "names", "sheets")


def rows(chance: Random) -> list[list[str]]:
    """Return some rows of cells, perhaps with a title and headings, perhaps ragged."""
    wide = chance.choice((1, 1, 2, 2, 2, 3, 5, 12))
    high = chance.choice((0, 1, 2, 6, 8, 12, 12, 24, 40))
    words = [*WORDS, *(f"mot {number}" for number in range(60))]
    made = [[chance.choice(words[-60:]) for _ in range(wide)] for _ in range(high)]
    for _ in range(chance.choice((0, 0, 1, 3, 9))):
        if made:
            row = chance.choice(made)
            row[chance.randrange(len(row))] = chance.choice(words)
    if chance.random() < 0.7:
        made.insert(0, [chance.choice(HEADINGS) for _ in range(wide)])
    if chance.random() < 0.1:
        made.insert(0, [chance.choice(WORDS)])
    for _ in range(chance.choice((0, 0, 0, 1, 2))):
        at = chance.randrange(len(made) + 1)
        made.insert(at, chance.choice(([], [""] * wide, [*made[at - 1]] if made else [""])))
    return made


def as_text(cells: Sequence[Sequence[str]], chance: Random) -> bytes:
    """Return rows as text, in one of the ways that programs and people write them."""
    sign, end = chance.choice((";", ";", ",", "\t", "|", " : ")), chance.choice(ENDS)
    quote = chance.random()
    lines = []
    for row in cells:
        line = [
            '"' + cell.replace('"', '""') + '"' if sign in cell or quote > 0.8 else cell
            for cell in row
        ]
        lines.append(sign.join(line))
    text = end.join(lines) + chance.choice(("", end))
    return text.encode(chance.choice(ENCODINGS), errors="replace")


def as_nodes(cells: Sequence[Sequence[str]], chance: Random) -> Any:  # noqa: ANN401 - a tree
    """Return rows as a list for YAML or JSON: of objects, of lists, or of something else."""
    head, *rest = cells or [[]]
    match chance.randrange(4):
        case 0:
            tree: Any = [dict(zip(head, row, strict=False)) for row in rest]
        case 1:
            tree = [list(row) for row in cells]
        case 2:
            tree = {"rows": [dict(zip(head, row, strict=False)) for row in rest]}
        case _:
            tree = [row[0] if row else None for row in cells]
    for _ in range(chance.choice((0, 0, 1, 2))):
        tree = changed_tree({"a": tree}, chance).get("a") if tree else odd_value(chance)
    return tree


def make(chance: Random) -> Case:
    """Return a list and what is to be made of it."""
    use = chance.choice(USES)
    suffix = chance.choice((".csv", ".csv", ".tsv", ".txt", ".yaml", ".json"))
    cells = rows(chance)
    if use == "sheets" or chance.random() < 0.15:
        stored = sorted([*SHEETS.glob("*.csv"), *(SHIPPED.glob("*.csv") if use == "list" else ())])
        data, suffix = chance.choice(stored).read_bytes(), chance.choice((".csv", ".tsv"))
    elif suffix == ".yaml":
        data = as_yaml(as_nodes(cells, chance), chance)
    elif suffix == ".json":
        data = as_json(as_nodes(cells, chance), chance)
    else:
        data = as_text(cells, chance)
    if chance.random() < (0.9 if use == "sheets" else 0.3):
        for _ in range(chance.choice((1, 1, 2, 4))):
            data = BYTES[chance.choice(tuple(BYTES))](data, chance)
    name = chance.choice(("a", "a", "a", "é à", "a.b")) + suffix
    return Case("tables", f"{use} in {suffix}", {name: data}, use_of(use, chance))


def use_of(use: str, chance: Random) -> dict[str, Any]:
    """Return what is made of a list."""
    kind = chance.choice(list_kinds())
    more: dict[str, Any] = {"use": use, "kind": kind, "lang": chance.choice(BUILT_IN)}
    return more | {"new": chance.randrange(8) == 0, "correct": chance.randrange(8) == 0}


def judge(case: Case) -> Iterator[Fault]:
    """Yield what is wrong with how a list was taken."""
    lay(case.files)
    more = case.more
    (name,) = case.files
    lang = ("--lang", str(more["lang"]))
    line: tuple[str, ...]
    match more["use"]:
        case "sheets":
            line = ("verify", name, "--format", "jsonl", "--jobs", "1", "--no-slips", *lang)
            ended = tried(*line)
            yield from faults_of(ended)
            found = reports_of(ended.out)
            # A table is as many records as it has games.
            wanted = [(name, index) for index in range(max(1, len(found)))]
            yield from report_faults(wanted, found, ended)
            if more["correct"]:
                drawn = tried(*line, "--correct", "--class-page", "--to", "out")
                yield from (*faults_of(drawn), *torn(case.files))
            return
        case "names":
            line = ("print", "yams", "score-sheets", "--names", name, "--to", "out", *lang)
        case _:
            line = ("print", "own", "--as", more["kind"], "--table", name, "--to", "out", *lang)
            if more["new"]:
                line = ("new", "own", "--as", more["kind"], "--table", name, "--to", "out", *lang)
    ended = tried(*line)
    yield from (*faults_of(ended), *torn(case.files))
    made = files_here().keys() - case.files.keys()
    # Of several classes those before the one that is told have been printed.
    may_be_there = more["use"] == "names" and ended.code == 2
    if ended.code in {0, 1, 2} and not may_be_there and (ended.code == 0) != bool(made):
        yield Fault("made or told", f"{line[0]} {ended.code}", f"{sorted(made)[:5]} {ended.err}")
