"""What other programs may rely on: `import ludokit`, as its page tells it."""

import doctest
import json
import re
import subprocess
import sys
from collections.abc import Callable
from copy import copy
from dataclasses import fields
from itertools import product
from pathlib import Path
from typing import Any, cast

import jsonschema
import pytest
from pydantic import TypeAdapter

import ludokit
from generator import api, game, paths
from generator.cli.program import run
from generator.options import describe
from generator.reading.nodes import plain
from generator.reading.yaml_text import parse_yaml
from generator.records.reading import SUFFIXES
from generator.records.record_format import catalog_rules
from generator.records.writing import sample_record
from tests.test_schemas import printed_schema

DOCS = Path(__file__).parents[1] / "docs"
FLOW = DOCS / "class-records.yml"
EXAMPLE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
GAMES = game.game_names()
PLAYERS = ["Ana", "Ben"]
RECORDS = [
    file
    for file in sorted(paths.rules_data().glob("*/examples/*"))
    if file.suffix in SUFFIXES and file.suffix != ".jsonl"
]
ILLEGAL = [file for file in RECORDS if file.stem.startswith("illegal-")]
# What cannot be read in several ways, and what is read with notes and has slips.
TYPED = [
    "",
    "game: [",
    "- a list",
    "jeu: qwinto\njoueurs: [Ana, Ana]\n",
    "jeu: dominos\n",
    "jeu: crowns\njoueurs: [Ana, Ben]\ntours:\n- dés: 6 6 5 5 3 2\n  poses: 1 x 6\n- {pose: 1}\n",
    "jeu: qwinto\njoueurs: [ana, ben]\ntours:\n- dés: {Orange: 2}\n  inscrit: {ana: o-3}\n",
]


@pytest.mark.parametrize("page", ["library.md", "library.fr.md"])
def test_the_examples_of_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    """Every example of the page, English and French, gives what stands under it."""
    monkeypatch.chdir(tmp_path)
    text = "\n".join(EXAMPLE.findall((DOCS / page).read_text(encoding="utf-8")))
    examples = doctest.DocTestParser().get_doctest(text, {}, page, None, 0)
    assert len(examples.examples) > 20
    assert doctest.DocTestRunner().run(examples).failed == 0


def test_the_page_says_the_same_in_both_languages() -> None:
    """Headings, lists and examples follow one another alike, and the same names are told."""
    pages = [(DOCS / one).read_text(encoding="utf-8") for one in ("library.md", "library.fr.md")]
    signs = [re.findall(r"^(?:#+|-|```\w*|>>>)(?= |$)", one, re.MULTILINE) for one in pages]
    assert signs[0] == signs[1]
    named = [set(re.findall(r"ludokit\.(\w+)", one)) - {"fr"} for one in pages]
    assert named[0] == named[1] >= {"verify", "verify_all", "Play", "render", "LudokitError"}


@pytest.mark.parametrize("page", ["README.md", "README.fr.md"])
def test_the_example_of_the_readme(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The README's example, of five lines, prints what stands behind it."""
    (code,) = EXAMPLE.findall((DOCS.parent / page).read_text(encoding="utf-8"))
    assert len(code.splitlines()) == 5
    exec(code, {})  # noqa: S102 - the line is our own
    assert capsys.readouterr().out.strip() == code.partition("#")[2].strip()


def test_the_objects_are_those_of_the_sources() -> None:
    """`ludokit` gives the objects of `generator.api`, all of them, and no others."""
    assert ludokit.__all__ == sorted(api.__all__, key=ludokit.__all__.index)
    assert all(getattr(ludokit, name) is getattr(api, name) for name in api.__all__)
    assert not hasattr(ludokit, "nothing")


def test_it_is_found_where_it_is_installed_in_place(tmp_path: Path) -> None:
    """From any folder the Python of a checkout imports the library."""
    line = "import ludokit, generator.api; assert ludokit.verify is generator.api.verify"
    subprocess.run([sys.executable, "-c", line], cwd=tmp_path, check=True)


@pytest.fixture(scope="session")
def typed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ...]:
    """Return files with what people typed, and one that is not there."""
    folder = tmp_path_factory.mktemp("typed")
    for number, text in enumerate(TYPED):
        (folder / f"{number}.yaml").write_text(text, encoding="utf-8")
    return (*sorted(folder.iterdir()), folder / "missing.yaml")


@pytest.mark.few(3)
@pytest.mark.parametrize("name", [*GAMES, "typed"])
def test_a_report_is_what_the_command_tells(
    name: str, typed: tuple[Path, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """The report on a file is that of `--format json`, and keeps to the schema of reports."""
    schema = jsonschema.Draft202012Validator(printed_schema("report", capsys))
    files = typed if name == "typed" else [one for one in RECORDS if one.parts[-3] == name]
    run(["verify", *map(str, files), "--format", "json", "--quiet", "--lang", "en", "--jobs", "1"])
    for path, told in zip(files, json.loads(capsys.readouterr().out), strict=True):
        report = ludokit.verify(path, "en")
        assert report.to_dict() == json.loads(report.to_json()) == told
        assert list(schema.iter_errors(told)) == [], path


def test_what_is_typed_fills_every_field(typed: tuple[Path, ...]) -> None:
    """What these tests judge gives problems, notes, slips and findings."""
    reports = [ludokit.verify(path).to_dict() for path in (*typed, *ILLEGAL[:20])]
    for name in ("problems", "notes", "slips", "findings"):
        assert any(one[name] for one in reports), name


def test_the_schema_of_reports_has_every_field(capsys: pytest.CaptureFixture[str]) -> None:
    """The schema names the fields of reports and of what is in them, and describes each."""
    made = printed_schema("report", capsys)
    jsonschema.Draft202012Validator.check_schema(made)
    models = {"finding": api.Finding, "slip": api.Slip, "problem": api.Fault, "note": api.Note}
    for model, told in ((api.Report, made), *((m, made["$defs"][n]) for n, m in models.items())):
        assert [*told["properties"]] == sorted(one.name for one in fields(model))
        assert {*told["required"]} == {*told["properties"]}
        assert all(one["description"] for one in told["properties"].values())


@pytest.mark.few(3)
@pytest.mark.parametrize("path", ILLEGAL[::9], ids=lambda one: one.stem)
def test_a_record_comes_as_file_text_or_fields(path: Path) -> None:
    """File, text and fields of a record have one report, but for its places and its file."""
    text = path.read_text(encoding="utf-8")
    record = plain(parse_yaml(text, "")[0])
    assert isinstance(record, dict)
    reports = [ludokit.verify(one, "en") for one in (path, text, record)]
    found = [[(f.rule, f.turn, f.message) for f in one.findings] for one in reports]
    assert found[0] == found[1] == found[2] != []
    assert reports[0].scores == reports[1].scores == reports[2].scores


def test_several_records(tmp_path: Path) -> None:
    """A file of several records and a folder are read by `verify_all` alone, in order."""
    line = '{"game": "course-a-20", "players": ["Ana", "Ben"], "rounds": [{"says": [%d]}]}\n'
    (tmp_path / "b.jsonl").write_text(line % 1 + line % 3)
    (tmp_path / "a.json").write_text(line % 2)
    with pytest.raises(ludokit.LudokitError, match="several"):
        ludokit.verify(tmp_path)
    found = [(Path(one.file).name, one.index, one.valid) for one in ludokit.verify_all(tmp_path)]
    assert found == [("a.json", 0, True), ("b.jsonl", 0, True), ("b.jsonl", 1, False)]


@pytest.mark.parametrize(
    "ask",
    [
        lambda: ludokit.verify("game: qwinto", "xx"),
        lambda: ludokit.Play("qwinto", PLAYERS, lang="xx"),
        lambda: ludokit.Play("qwinto", ["Ana"]),
        lambda: ludokit.Play("chess", PLAYERS),
        lambda: ludokit.Play("sti", PLAYERS, life=20, lives=3),
        lambda: ludokit.Play("qwinto", PLAYERS).play({"writes": {"Ana": "Q9"}}),
        lambda: ludokit.render("qwinto", "boards"),
        lambda: ludokit.render("qwinto", "score-sheets", ludokit.Options("xx")),
        lambda: ludokit.render("qwinto", "score-sheets", ludokit.Options(card_size="mini")),
        lambda: ludokit.render("qwinto", "score-sheets", ludokit.Options(paper="a5")),
    ],
)
def test_what_cannot_be_done_is_told(ask: Callable[[], object]) -> None:
    """What a caller asks in vain raises LudokitError, with words for people."""
    with pytest.raises(ludokit.LudokitError) as told:
        ask()
    assert told.value.worded("fr")


def test_a_turn_that_cannot_be_read_changes_nothing() -> None:
    """After DataError the game stands where it stood, and a copy goes on by itself."""
    played = ludokit.Play("course-a-20", PLAYERS)
    with pytest.raises(ludokit.DataError):
        played.play("many")
    other = copy(played)
    assert other.play(2) == ()
    assert played.record["rounds"] == []
    assert other.record["rounds"] == [{"says": [2]}]


def _is_over(played: ludokit.Play) -> bool:
    # A race goes on from round to round as long as people like.
    return played.report.finished and len(played.record.get("rounds", range(9))) > 3


@pytest.mark.few(6)
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_legal_turns_is_valid(name: str, seed: int) -> None:
    """Legal turns to the end break no rule; their record is valid, with the same scores."""
    most = catalog_rules(name).player_ranges()[""][1]
    played = ludokit.Play(name, ["Ana", "Ben", "Cleo", "Dan"][: min(most, 2 + 2 * seed)])
    while not _is_over(played):
        turn = next(played.legal(seed=seed + len(played.record)))
        assert played.play(turn) == (), turn
        seed += 7
    report = ludokit.verify(played.record)
    assert report == played.report
    assert report.valid
    assert report.finished
    assert report.scores == played.score()
    if not played.report.winners or "rounds" not in played.record or name == "doce":
        assert list(played.legal()) == []


@pytest.mark.parametrize(
    ("name", "players", "variants", "opening"),
    [
        ("crowns", ["Ana"], ["solo"], {}),
        ("dental", PLAYERS, ["two-dice", "cooperative"], {}),
        ("boite", PLAYERS, ["two-dice"], {"rounds": 3}),
        ("course-a-20", PLAYERS, ["misere"], {}),
        ("sti", PLAYERS, [], {"life": 20}),
    ],
)
def test_variants_and_other_openings_are_played(
    name: str, players: list[str], variants: list[str], opening: dict[str, Any]
) -> None:
    """A game goes by its variants and by what its record says of the beginning."""
    played = ludokit.Play(name, players, variants=variants, **opening)
    for seed in range(400):
        if not played.report.finished:
            assert played.play(next(played.legal(seed=seed))) == ()
    assert played.report.finished
    record = played.record
    assert {one: record[one] for one in opening} == opening
    assert record.get("variant", []) == variants
    assert ludokit.verify(record).valid


def _replayed(name: str, field: str, record: dict[str, Any]) -> tuple[ludokit.Play, list[Any]]:
    """Play the turns of a record, of rounds those within; return the game and what was found."""
    turns = record.get("turns", [])
    turns = [turn for one in record["rounds"] for turn in one.get(field, ())] if field else turns
    own = {"life"} if field else {"life", "rounds"}
    opening = {one: record[one] for one in sorted(own & {*record})}
    played = ludokit.Play(name, record["players"], lang="en", **opening)
    return played, [finding for turn in turns for finding in played.play(turn)]


@pytest.mark.few(3)
@pytest.mark.parametrize("name", GAMES)
def test_an_illegal_turn_is_found_as_verify_finds_it(name: str) -> None:
    """Turn by turn a record with errors has the findings and the scores that it has as a whole."""
    rules, compared = catalog_rules(name), 0
    for seed in range(4):
        made = sample_record(rules, seed=seed, language="en", errors=3, variant="").report.played
        assert made is not None
        record = made.content.model_dump(mode="json", exclude_none=True, exclude_unset=True)
        played, found = _replayed(name, getattr(rules, "round_field", ""), record)
        whole = ludokit.verify(played.record, "en")
        assert found == [one for one in whole.findings if one.severity == "error"]
        assert played.score() == whole.scores
        told = {(one.rule, one.turn, one.where) for one in ludokit.verify(record, "en").findings}
        compared += bool(found) and told >= {(one.rule, one.turn, one.where) for one in found}
    assert compared


def test_what_may_be_done_with_a_throw_is_listed() -> None:
    """In Qwinto `legal` yields for a throw just the cells and misses that no rule refuses."""
    played = ludokit.Play("qwinto", PLAYERS)
    assert played.play({"dice": {"orange": 4, "yellow": 4}, "writes": {"Ana": "O3"}}) == ()
    throw: dict[str, Any] = {"player": "Ben", "dice": {"orange": 6}, "reroll": {"orange": 2}}
    cells = [None, *(f"{row}{n}" for row in "OYP" for n in range(1, 10))]
    legal = list[Any]()
    for ana, ben in product(cells, cells):
        writes = {name: cell for name, cell in zip(PLAYERS, (ana, ben), strict=True) if cell}
        for miss in ({}, {"miss": True}):
            turn = {**throw, **({"writes": writes} if writes else {}), **miss}
            legal += [turn] if copy(played).play(turn) == () else []
    assert sorted(map(str, played.legal(**throw))) == sorted(map(str, legal))
    assert len(legal) > 9


def test_every_turn_without_chance_is_listed() -> None:
    """In DOCE and in the race `legal` yields just what no rule refuses."""
    played = ludokit.Play("doce", PLAYERS)
    assert [played.play(turn) for turn in ("C3=4", "A1=2")] == [(), ()]
    squares = [f"{column}{row}" for column in "ABCDE" for row in range(1, 6)]
    dice = [f"{square}={face}" for square in squares for face in range(1, 7)]
    turns = ["pass", *dice, *(f"x B5 {die}" for die in dice), *(f"{die} x B5" for die in dice)]
    found = {turn for turn in played.legal() if "x" not in turn or turn.startswith("x B5 ")}
    assert found == {turn for turn in turns if copy(played).play(turn) == ()}
    race = ludokit.Play("course-a-20", PLAYERS)
    assert race.play(2) == ()
    assert [*race.legal()] == [n for n in range(-3, 30) if copy(race).play(n) == ()]


@pytest.mark.parametrize(
    ("printable", "asked", "options"),
    [
        ("score-sheets", ("--paper", "letter"), {"paper": "letter"}),
        ("score-sheets", ("--copies", "2", "--ink", "grey"), {"copies": 2, "ink": "grey"}),
        pytest.param("rules", (), {}, marks=pytest.mark.rest),
    ],
)
def test_what_is_printed_is_what_the_command_writes(
    printable: str, asked: tuple[str, ...], options: dict[str, Any], tmp_path: Path
) -> None:
    """`render` gives the files of `ludokit print`, by their names and byte for byte."""
    command = ["print", "qwinto", printable, "--lang", "en", "--to", str(tmp_path), "--quiet"]
    assert run([*command, *asked]) == 0
    written = {one.name: one.read_bytes() for one in (tmp_path / "qwinto" / "en").iterdir()}
    files = ludokit.render("qwinto", printable, ludokit.Options(language="en", **options))
    assert {one.name: one.data for one in files} == written
    assert {one.media_type for one in files} <= {"application/pdf", "application/json", "text/html"}


LIMITED = ("bleed", "copies", "per-page", "pupils", "seed")


@pytest.mark.parametrize("option", LIMITED)
def test_the_limits_of_options_are_those_of_the_command(option: str) -> None:
    """What the command takes of a number is taken, and one more is refused with ValueError."""
    described = describe(option)
    field = TypeAdapter(ludokit.Options)
    most, name = described.most or 0, option.replace("-", "_")
    for value in (described.least, most):
        field.validate_python({name: value})
    beyond: Any = {name: most + 1}
    with pytest.raises(ValueError, match="less than or equal"):
        ludokit.render("qwinto", "score-sheets", ludokit.Options(**beyond))


def test_the_workflow_asks_for_no_more_than_it_needs() -> None:
    """The workflow for a class reads, writes findings alone, and installs this version's wheel."""
    flow = cast("Any", plain(parse_yaml(FLOW.read_text(encoding="utf-8"), "")[0]))
    assert [*flow] == ["name", "on", "permissions", "jobs"]
    assert [*flow["on"]] == ["push", "pull_request"]
    written = {name for name, may in flow["permissions"].items() if may != "read"}
    assert written == {"security-events"}
    job = flow["jobs"]["judge"]
    assert job["env"]["LUDOKIT"] == f"./ludokit-{ludokit.__version__}-py3-none-any.whl"
    for step in job["steps"]:
        assert ("uses" in step) != ("run" in step)
        assert re.fullmatch(r"[a-z/-]+@v[0-9]+", step.get("uses", "actions/checkout@v5"))
