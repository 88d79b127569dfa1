"""Every option once: what it means something for, what it takes, and what is told of the others."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest
from click.testing import CliRunner

from generator.cli.program import program, run
from generator.errors import DataError, LudokitError, Problem
from generator.from_list import list_kinds
from generator.game import game_names
from generator.options import (
    OF_KITS,
    Command,
    describe,
    meant_for_kit,
    meant_for_list,
    printing_options,
)
from generator.page.wording import help_of, reasons_of, worded
from generator.printables.context import Options
from generator.printables.planning import chosen_but_ignored, entries, printables_played_with
from generator.words import LANGUAGES, Language, OptionWord, message, message_templates
from tests.shipped import load

Captured = pytest.CaptureFixture[str]
COMMANDS: tuple[Command, ...] = get_args(Command)
LIST = "mot;réponse\n" + "".join(f"a{n};b{n}\n" for n in range(8))
# What has no place on the page: what is typed, where files lie, what they are written in.
TYPED = re.compile(r"--\w|\.yaml|\.yml|ludokit (?!\{version)|(?:^|\s)/\w|rules_data|\bYAML\b")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_and_the_command_line_take_the_same(language: Language) -> None:
    """Each option of printing has the same limits, values and default on both, and words there."""
    for command in COMMANDS:
        taken = {one.name for one in program(language).build_command(command).params}
        options = printing_options(command)
        assert {one.name.replace("-", "_") for one in options} <= taken
        for option in options:
            label = worded(message(f"page.option-{option.name}"), language)
            assert not TYPED.search(f"{label} {help_of(option, language)}"), option
            if option.kind in {"choice", "size"}:
                typed = [option.typed(value, language) for value in option.values]
                assert [option.read(word, language) for word in typed] == [*option.values]


@pytest.mark.parametrize(
    ("name", "typed", "found"),
    [
        ("pupils", "27", 27),
        ("pupils", "0", None),
        ("pupils", "2²", None),
        ("pupils", "9" * 30, None),
        ("seed", "0", 0),
        ("bleed", "2,5", 2.5),
        ("bleed", "10,1", None),
        ("card-size", "57 x 89,5", "57x89.5"),
        ("card-size", "57", None),
        ("card-size", "57x89x3", None),
        ("card-size", "carré", "square"),
        ("paper", "lettre", "letter"),
        ("paper", "b5", None),
        ("country", "québec", "qc"),
    ],
)
def test_a_value_is_read_in_any_language(name: str, typed: str, found: object) -> None:
    """What may be typed is taken within its limits, whatever the reader's language."""
    for language in LANGUAGES:
        if found is None:
            with pytest.raises(LudokitError):
                describe(name).read(typed, language)
        else:
            assert describe(name).read(typed, language) == found


@pytest.mark.parametrize(
    ("game", "printables", "meant", "idle"),
    [
        ("qwinto", None, {"per-page", "names", "seed"}, {"only", "bleed", "play-with"}),
        ("qwinto", ("rules",), {"paper", "font"}, {"per-page", "names", "country", "seed"}),
        ("qwinto", ("slides",), {"ink", "font"}, {"paper", "large", "copies", "per-page"}),
        ("sti", None, {"only", "card-size", "country", "play-with"}, {"names"}),
        ("sti", ("reminder",), {"ink"}, {"only", "card-size", "bleed", "names"}),
        ("crowns", None, {"play-with", "names"}, {"only"}),
    ],
)
def test_an_option_is_offered_where_it_means_something(
    game: str, printables: tuple[str, ...] | None, meant: set[str], idle: set[str]
) -> None:
    """A kit is asked for what changes one of the printables that are chosen, and nothing else."""
    found = meant_for_kit(load(game), printables)
    assert (meant | {"pupils", *OF_KITS}) - found == set()
    assert idle & found == set()


@pytest.mark.parametrize(
    ("kind", "meant", "idle"),
    [
        ("memory", {"pupils", "card-size", "duplex", "bleed"}, {"per-page"}),
        ("flashcards", {"card-size"}, {"pupils", "per-page"}),
        ("loto", {"pupils", "per-page", "seed"}, {"card-size", "duplex"}),
        ("goose", {"paper"}, {"pupils", "seed", "card-size"}),
        ("chain", {"pupils", "seed"}, {"duplex"}),
    ],
)
def test_each_kind_of_list_game_has_its_own_options(
    kind: str, meant: set[str], idle: set[str]
) -> None:
    """A kind is asked for its list and for what changes it; never for a country or names."""
    found = meant_for_list(kind)
    assert (meant | {"as", "table", "headings"}) - found == set()
    assert (idle | {"country", "names", "play-with", "only"}) & found == set()


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("print qwinto rules --bleed 3 --pupils 27", "qwinto: made without --bleed, --pupils"),
        ("print qwinto reminder --names names.txt", "qwinto: made without --names"),
        ("print qwinto rules --country qc", "qwinto: made without --country"),
        ("print qwinto rules --year ce1 --difficulty 2", "qwinto: made without --year, --diff"),
        ("print liste --as flashcards --table list.csv --pupils 27", "liste: made without --pup"),
        ("print liste --as dominoes --table list.csv --bleed 2", "liste: made without --bleed"),
    ],
)
def test_an_option_that_changes_nothing_is_told_in_a_line(
    asked: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The work goes on without it, and one line on standard error names it."""
    monkeypatch.chdir(tmp_path)
    Path("list.csv").write_text(LIST, encoding="utf-8")
    Path("names.txt").write_text("Ana\nBen\n", encoding="utf-8")
    done = CliRunner().invoke(program("en"), [*asked.split(), "--lang", "en"])
    assert done.exit_code == 0, done.output
    lines = [line for line in done.stderr.splitlines() if "made without" in line]
    assert [line.startswith(told) for line in lines] == [True]
    assert list(tmp_path.rglob("*.pdf"))
    assert run([*asked.split(), "--quiet"]) == 0


def test_an_unknown_option_is_refused(capsys: Captured) -> None:
    """What no command takes stops the run, with the nearest that this one does."""
    assert run(["print", "qwinto", "--pupil", "3", "--lang", "en"]) == 2
    assert "did you mean --pupils" in capsys.readouterr().err


@pytest.mark.parametrize("name", game_names())
def test_a_kit_is_limited_to_its_contents(name: str) -> None:
    """What is to play, for the lesson and to go further are the whole kit; a printable is alone."""
    game = load(name)
    parts = [
        printables_played_with(game, Options(contents=(purpose,)))
        for purpose in describe("contents").values
    ]
    assert sorted(one for part in parts for one in part) == sorted(game.printables())
    assert "rules" in parts[0]
    assert "guide" in parts[1]
    assert "exercises" in parts[2]
    assert printables_played_with(game, Options(contents=("rules", "quiz"))) == ("quiz", "rules")
    with pytest.raises(LudokitError, match="did you mean 'rules'"):
        printables_played_with(game, Options(contents=("rulse",)))


@pytest.mark.rest
def test_the_command_makes_what_was_chosen(tmp_path: Path) -> None:
    """A kit limited by words of either language holds that, and its files say for which class."""
    names = tmp_path / "classe.csv"
    names.write_text("nom;classe\nAna;6e B\nBen;6e B\nZoé;6e B\n", encoding="utf-8")
    asked = ["kit", "qwinto", "--contenu", "feuilles,quiz", "--noms", str(names)]
    assert run([*asked, "--to", str(tmp_path), "--quiet"]) == 0
    made = tmp_path / "qwinto" / "fr"
    manifest = json.loads((made / "manifest.names.json").read_text("utf-8"))
    ids = {file["id"]: file["name"] for file in manifest["files"]}
    assert {one for one in ids if one in entries(load("qwinto"))} == {"score-sheets", "quiz"}
    assert ids["play-80g-one-side"] == "qwinto-6eB-a-imprimer-recto-noms.pdf"
    assert ids["next-80g-one-side"] == "qwinto-6eB-lecon-suivante-recto-noms.pdf"


def test_the_page_words_messages_for_itself() -> None:
    """An option is called by its label, a message that has one gets the page's own wording."""
    told = message("cli.in-option", option=OptionWord("pupils"), reason=message("cli.no-name"))
    assert worded(told, "en").startswith("Number of pupils: ")
    for key in message_templates("en"):
        own = key.removeprefix("on-page.")
        if own != key:
            assert own in message_templates("en"), key


def test_faults_are_told_by_cell_and_line() -> None:
    """The page says where a fault stands in a list, and never in which file of the machine."""
    why = message("cli.no-name")
    places = [("A22", 22), ("", 3), ("margins.top", None)]
    faults = [Problem("/x/table.csv", line, 1, field, why) for field, line in places]
    told = reasons_of(DataError(faults), "en")
    assert [one.split(":")[0] for one in told[:2]] == ["A22", "line 3"]
    assert not [one for one in told if "/" in one or "margins" in one]


def test_every_kind_from_a_list_is_described() -> None:
    """The choice of kinds is those that there are."""
    assert describe("as").values == list_kinds()


@pytest.mark.parametrize(
    ("language", "typed", "year", "told_of"),
    [
        *(("fr", "CE1", "ce1", "ce1"), ("fr", "seconde", "2de", "ce1")),
        *(("en", "Year 3", "y3", "1re"), ("en", "ce1", "ce1", "1re")),
        ("es", "2.º ESO", "eso-2", "eso-1"),
    ],
)
def test_a_year_is_read_in_any_spelling(
    language: Language, typed: str, year: str, told_of: str
) -> None:
    """A year of school is taken as teachers write it; what is none is told with years."""
    option = describe("year")
    assert option.read(typed, language) == year
    assert option.read(option.typed(year, language), language) == year
    with pytest.raises(LudokitError) as told:
        option.read("CE9", language)
    assert told_of in told.value.worded(language)


@pytest.mark.parametrize(
    ("language", "asked"),
    [
        ("fr", ["--niveau", "CM1", "--sortes", "ways,left", "--difficulte", "2"]),
        ("fr", ["--niveau", "cm1", "--types", "ways", "--types", "left", "--difficulté", "2"]),
        ("en", ["--year", "CM1", "--kinds", "ways, left", "--difficulty", "2"]),
    ],
)
def test_a_teacher_chooses_exercises(language: str, asked: list[str], tmp_path: Path) -> None:
    """Year, kinds and difficulty are typed in both languages, and stand in the file's name."""
    line = ["print", "boite", "exercises", *asked, "--lang", language, "--to", str(tmp_path)]
    assert run([*line, "--quiet"]) == 0
    (made,) = tmp_path.rglob("*.pdf")
    assert made.stem == "exercises.cm1.ways-left.difficulty-2"


def test_kinds_of_exercises_that_are_not_there(capsys: Captured) -> None:
    """A kind that a game does not have is told with the nearest; other papers heed no choice."""
    assert run(["print", "boite", "exercises", "--kinds", "wyas", "--lang", "en"]) == 2
    told = capsys.readouterr().err
    assert "no such kind of exercises in this game: 'wyas'" in told
    assert "did you mean 'ways'" in told
    assert run(["print", "boite", "exercises", "--difficulty", "4", "--lang", "en"]) == 2
    assert "--difficulty" in capsys.readouterr().err


def test_a_country_counts_for_a_year() -> None:
    """Exercises and guides heed the country and the year; rules are the same for every one."""
    game, asked = load("boite"), Options("fr", country="qc", year="ce1")
    assert chosen_but_ignored(game, "exercises", asked) == ()
    assert chosen_but_ignored(game, "guide", asked) == ()
    assert chosen_but_ignored(game, "trial", asked) == ("country",)
    assert set(chosen_but_ignored(game, "rules", asked)) == {"country", "year"}
