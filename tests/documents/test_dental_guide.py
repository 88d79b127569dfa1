"""The guide of the dentist's circuit: computed numbers, answer keys, health facts, pages."""

import re
import shutil
from collections.abc import Iterator
from dataclasses import astuple, replace
from fractions import Fraction
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from pypdfium2 import PdfDocument

from generator import paths
from generator.documents import check
from generator.documents.contexts import family_handout
from generator.documents.dental import Charted, lap, misfits, read_out
from generator.documents.dental_drawings import changes
from generator.documents.health import health
from generator.documents.lesson import Position
from generator.documents.numbers import mean
from generator.documents.reading import guide, numbers
from generator.documents.teaching import rules_of
from generator.errors import LudokitError
from generator.game import Game, load, load_folder
from generator.game.parts import Dice
from generator.paper.page import PaperName
from generator.printables.context import Options, PrintContext
from generator.rules.dental import DentalRules
from generator.rules.policies import WORN, means
from generator.words import LANGUAGES, Language
from tests.documents.read_back import close, document
from tests.documents.read_back import rows as annex

# French on Letter waits: each language and each paper is among the others.
PRINTED: list[Any] = [
    *(("fr", "a4"), ("en", "a4"), ("en", "letter")),
    pytest.param("fr", "letter", marks=pytest.mark.long),
]
NOTICE: dict[Language, str] = {
    "fr": "À faire lire par un ou une professionnelle de santé avant la séance.",
    "en": "To be read by a health professional before class.",
}


@pytest.fixture(scope="module")
def dental() -> Game:
    """Return the shipped game."""
    return load("dental")


def pdf(printable: str, options: Options) -> bytes:
    """Print a document once for all tests."""
    return document("dental", printable, options)


@cache
def pages(printable: str, options: Options) -> tuple[str, ...]:
    """Return the text of each printed page without spaces and hyphens."""
    with PdfDocument(pdf(printable, options)) as document:
        return tuple(close(page.get_textpage().get_text_bounded()) for page in document)


def dice(count: int) -> Dice:
    """Return so many ordinary dice."""
    return Dice(part="dice", dice=tuple("ab"[:count]))


def position(**fields: Any) -> Position:  # noqa: ANN401 - any field of a position
    """Return a position with some fields."""
    shown = {"marks": {}, "printable": "dentition-charts", **fields}
    return Position(alt="a", caption="b", **shown)


def test_guide_is_in_order(dental: Game) -> None:
    """The guides fit the game, and each language has the structure of the other."""
    check(dental)


@pytest.mark.parametrize(("language", "paper"), PRINTED)
@pytest.mark.parametrize(
    ("printable", "least", "most", "letters"),
    [("rules", 1, 2, 900), ("guide", 6, 10, 700), ("handout", 1, 1, 900)],
)
def test_pages(
    printable: str, least: int, most: int, letters: int, language: Language, paper: PaperName
) -> None:
    """Each document has the pages it may have, and none is nearly empty."""
    texts = pages(printable, Options(language, paper))
    assert least <= len(texts) <= most
    assert min(map(len, texts)) > letters


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_is_printed(dental: Game, language: Language) -> None:
    """Each rule stands on the rule sheet as a player is told it, but those for a judge alone."""
    text, said = "".join(pages("rules", Options(language))), dental.said[language]
    told = set(said.rules) - {*guide(dental, language).rule_sheet.unsaid}
    missing = [rule for rule in told if close(said.to_player(rule)) not in text]
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_health_facts_are_printed(dental: Game, language: Language) -> None:
    """Each fact stands with its sources, and that nobody has read them yet."""
    text = "".join(pages("guide", Options(language)))
    found = health(PrintContext(dental, "guide", Options(language)))
    assert found is not None
    for one in found.cited:
        assert close(one.fact) in text
    assert [source for source in found.sources if close(source) not in text] == []
    assert close(NOTICE[language]) in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_game_is_told_from_health(dental: Game, language: Language) -> None:
    """What holds in the game only stands beside what holds in life."""
    text = "".join(pages("guide", Options(language)))
    for contrast in guide(dental, language).lesson.contrasts:
        assert close(contrast.game) in text
        assert close(contrast.life) in text


def test_reader_is_named(dental: Game) -> None:
    """Once somebody has read the facts, the documents say who."""
    facts = dental.head.health
    assert facts is not None
    head = dental.head.model_copy(
        update={"health": facts.model_copy(update={"reviewed_by": "Dr Roux"})}
    )
    found = health(PrintContext(replace(dental, head=head), "guide", Options("en")))
    assert found is not None
    assert "Dr Roux" in found.notice
    assert found.is_reviewed


@pytest.mark.parametrize("language", LANGUAGES)
def test_credits_without_authors_and_year(language: Language) -> None:
    """What is not known of the credits is left out, not printed as a word of the program."""
    text = "".join(pages("guide", Options(language)))
    assert "None" not in text
    assert "quoludis.fr" in text


@pytest.mark.parametrize("printable", ["rules", "guide", "handout"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_structure(printable: str, language: Language) -> None:
    """Headings nest from one title, figures have alternative text, tables have header cells."""
    tree = tuple(_elements(pdf(printable, Options(language))))
    levels = [int(kind[2:]) for kind, _ in tree if re.fullmatch(r"/H\d", kind)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    figures = [alt for kind, alt in tree if kind == "/Figure"]
    assert len(figures) == {"rules": 6, "guide": 5, "handout": 0}[printable]
    assert all(len(alt) > 40 for alt in figures)
    kinds = [kind for kind, _ in tree]
    assert ("/TH" in kinds) == ("/Table" in kinds)


def _elements(data: bytes) -> Iterator[tuple[str, str]]:
    def walk(node: Any) -> Iterator[tuple[str, str]]:  # noqa: ANN401 - pikepdf's objects
        if isinstance(node, pikepdf.Array):
            for inner in node:
                yield from walk(inner)
        elif isinstance(node, pikepdf.Dictionary):
            if "/S" in node:
                yield str(node.S), str(node.get("/Alt", ""))
            if "/K" in node:
                yield from walk(node.K)

    with pikepdf.open(BytesIO(data)) as document:
        assert str(document.Root.Lang)
        yield from tuple(walk(document.Root.StructTreeRoot.K))


@pytest.mark.parametrize("count", [1, 2])
def test_lap_is_a_renewal(dental: Game, count: int) -> None:
    """A square is landed on with the chance that sums of dice reach it; turns are squares left."""
    layout = rules_of(dental, DentalRules).layout
    sums, squares = dice(count).sums(count), len(layout.kinds)
    lands = [Fraction(1)]
    for square in range(1, squares):
        lands.append(
            sum((c * lands[square - n] for n, c in sums.items() if n <= square), Fraction())
        )
    found = lap(layout, sums)
    assert sum(found.turns.values()) == 1
    assert mean(found.turns) == sum(lands)
    for kind in ("sugar", "appointment", "brushing", "hit"):
        wanted = sum(lands[n] for n in range(1, squares) if layout.kinds[n] == kind)
        assert found.visits[kind] == wanted


@pytest.mark.parametrize("count", [1, 2])
def test_worn_charts(dental: Game, count: int) -> None:
    """After care no sugar is left, and the points are those of the markers."""
    layout = rules_of(dental, DentalRules).layout
    _, found = means(dental, "worn", WORN, {})
    points = []
    for number in range(1, layout.laps.boxes + 1):
        after = {name: found[f"{count}.{number}.{name}"].mean for name in layout.stages[1:]}
        assert after["yellow"] == after["red"] == 0
        worth = dict(zip(layout.stages, layout.points, strict=True))
        points.append(found[f"{count}.{number}.points"].mean)
        counted = sum(worth[name] * mean for name, mean in after.items())
        assert abs(points[-1] - counted) < 0.01
    assert points == sorted(points)


def test_annex_shows_every_lap(dental: Game) -> None:
    """The table of turns adds up to all laps, and rare laps are not said to be impossible."""
    rows = annex(dental, 0)
    assert rows[0][:2] == ("2", "–")
    assert rows[-1][0].endswith("+")
    assert rows[-1][2] == "<\u00a00.1%"
    assert abs(sum(float(row[1].rstrip("%")) for row in rows if row[1] != "–") - 100) < 0.3


@pytest.mark.parametrize(
    ("name", "value"),
    [
        pytest.param("position.full.points", "19", id="a chart counted"),
        pytest.param("after.sugar.points", "16", id="six changes"),
        pytest.param("after.sugar.changed.count", "6", id="as many as the die shows"),
        pytest.param("after.sugar.red-black.teeth", "4", id="red first"),
        pytest.param("after.four.yellow-orange.teeth", "3", id="yellow last"),
        pytest.param("after.brush.points", "9", id="sugar brushed off"),
        pytest.param("after.care.black-none.teeth", "3", id="two tokens for a black tooth"),
        pytest.param("after.care.black-orange.teeth", "11", id="half a treatment"),
        pytest.param("position.care.spent", "3", id="every token spent"),
        pytest.param("position.plan.needed", "7", id="tokens for all care"),
        pytest.param("position.plan.missing", "3", id="tokens that are missing"),
        pytest.param("after.plan.laps", "5", id="a lap done"),
        pytest.param("position.wrong.wrong", "tooth 2", id="the tooth that went too early"),
        pytest.param("care.cost.black", "2", id="what care costs"),
        pytest.param("appointments.each.mean", "1.5", id="tokens of an appointment"),
    ],
)
def test_answer_keys(dental: Game, name: str, value: str) -> None:
    """The keys of examples and tasks are what the rules make of their positions."""
    assert numbers(dental, guide(dental, "en").positions, "en")[name] == value


def test_mistake_is_one_of_order(dental: Game) -> None:
    """The position with a mistake breaks one rule, on the tooth that is ringed."""
    found = Charted(dental, guide(dental, "en").positions["wrong"])
    assert {refusal.rule for refusal in found.refused} == {"sugar-order"}
    assert found.wrong() == ("t2",)


def test_alternative_text_tells_the_teeth(dental: Game) -> None:
    """Who cannot see the figure hears every marker and token on it."""
    told = guide(dental, "en").positions
    setting = PrintContext(dental, "guide", Options("en"))
    assert list(read_out(told["wrong"], setting)) == [
        "Before: sugar: 2, 10; light decay: 5.",
        "After: sugar: 13; light decay: 2, 5, 10.",
        "Ringed teeth: tooth 2.",
    ]
    assert "My appointments: 3" in next(read_out(told["care"], setting))
    assert list(read_out(position(), setting)) == ["no marker."]


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        pytest.param({"marks": {"t17": "red"}}, ("marks", "t17"), id="no such tooth"),
        pytest.param({"marks": {"t1": "green"}}, ("marks", "t1"), id="no marker of teeth"),
        pytest.param({"seat": {"tokens": 2, "cubes": 1}}, ("seat", "cubes"), id="no such thing"),
        pytest.param({"turn": {"roll": "6"}}, ("turn",), id="no turn"),
        pytest.param({"turn": {"roll": [9]}}, ("turn",), id="a turn that the rules refuse"),
        pytest.param({"turn": {"roll": [2]}, "shows": "clash"}, ("turn",), id="no mistake in it"),
    ],
)
def test_misfits(dental: Game, fields: dict[str, Any], path: tuple[str, ...]) -> None:
    """What the game or its rules do not know is named at its place."""
    if fields.get("shows") == "clash":
        fields = {**fields, "turn": {"roll": [2], "appointment": 3}}
    assert [where for where, _ in misfits(dental, position(**fields))] == [path]


@pytest.mark.parametrize(
    "turn",
    [
        pytest.param({"roll": [1, 4], "sugar": [1, 2], "marks": {1: "yellow"}}, id="two dice"),
        pytest.param({"roll": [2], "appointment": 1, "gives": {"b": 1}}, id="a gift"),
    ],
)
def test_variants_are_understood(dental: Game, turn: dict[str, Any]) -> None:
    """A turn that only a variant allows is judged by that variant."""
    rules = {refusal.rule for refusal in Charted(dental, position(turn=turn)).refused}
    assert not rules & {"dice"}


def test_guide_follows_the_data(tmp_path: Path) -> None:
    """Other points and another circuit change keys, texts and the annex."""
    folder = tmp_path / "dental"
    shutil.copytree(paths.rules_data() / "dental", folder)
    file = folder / "game.yaml"
    text = file.read_text(encoding="utf-8")
    changes = (("worth: 5,", "worth: 9,"), ("sugar, picture: candy-cane", "hit, picture: blow"))
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    file.write_text(text, encoding="utf-8")
    changed, shipped = load_folder(folder), load("dental")
    assert guide(changed, "en").positions["full"].caption.endswith("27 points.")
    one, other = (annex(game, 1) for game in (changed, shipped))
    assert one != other


def test_guide_without_handout(dental: Game) -> None:
    """A game whose guide has no page for families says so."""
    told = guide(dental, "en").model_copy(update={"handout": None})
    with pytest.raises(LudokitError, match="no handout"):
        family_handout(told, PrintContext(dental, "handout", Options("en")))


def test_changes_follow_the_order_of_play(dental: Game) -> None:
    """Sugar harms the worst teeth first; a dentist cleans, then treats, and says what it costs."""
    shown = guide(dental, "fr").positions
    harmed, treated = (_changes(dental, shown[name]) for name in ("harms", "treats"))
    assert harmed == [
        (4, 3, 4, 0),
        (7, 2, 3, 0),
        (12, 2, 3, 0),
        (1, 1, 2, 0),
        (16, 1, 2, 0),
        (8, 0, 1, 0),
    ]
    assert treated == [(9, 3, 2, 0), (1, 1, 0, 0), (3, 4, 0, 2), (11, 4, 2, 1)]


def _changes(game: Game, shown: Position) -> list[tuple[int, int, int, int]]:
    found = Charted(game, shown)
    assert found.after is not None
    return [astuple(one) for one in changes(found.layout, found.seat, found.after)]


def test_tokens_are_drawn_of_a_turn_alone(dental: Game) -> None:
    """Tokens without a turn have nothing to change, and are refused."""
    at = [path for path, _ in misfits(dental, position(printable="tokens"))]
    assert at == [("turn",)]
