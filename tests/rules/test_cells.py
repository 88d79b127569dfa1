"""Final papers typed cell by cell: what is typed is what a record of them says."""

from pathlib import Path
from typing import Any

import pytest

from generator import game, rules
from generator.records.replay import replay
from generator.records.report import Report
from generator.records.writing import read_yaml_record, sample_record, yaml_of
from generator.rules import AnyRules
from generator.rules.cells import MARKED, TICK, Cell, as_marks, as_typed, parse_number
from generator.rules.optional import fields_from_typed, paper_cells

OTHERS = Path(__file__).parents[1] / "games"
NAMES = (*game.game_names(), *(file.parent.name for file in sorted(OTHERS.glob("*/game.yaml"))))
SEEDS = range(3)


@pytest.fixture(params=NAMES)
def of_game(request: pytest.FixtureRequest) -> AnyRules:
    """Return the rules of each game that has final papers."""
    name = str(request.param)
    found = game.load(name) if name in game.game_names() else game.load_folder(OTHERS / name)
    if "mechanics" not in found.sections:
        pytest.skip("nothing judges it")
    judged = rules.load(found)
    if not paper_cells(judged, 0):
        assert len(judged.body_fields) == 1
        pytest.skip("its records have no papers alone")
    return judged


def judged(of_game: AnyRules, record: dict[str, Any], papers: dict[str, Any]) -> Report:
    """Return the report of papers alone, with the head of a record."""
    head: dict[str, Any] = {
        name: record[name] for name in ["game", "variant", "players"] if name in record
    }
    return replay(read_yaml_record(of_game, yaml_of({**head, **papers})))


def said(report: Report) -> Any:  # noqa: ANN401 - to be compared
    """Return all that a report says of papers."""
    told = {(one.rule, one.player, one.where, one.reason) for one in report.findings}
    return told, report.scores, report.winners, report.is_finished


@pytest.mark.few(8)
@pytest.mark.parametrize("errors", [0, 1])
def test_typed_as_recorded(of_game: AnyRules, errors: int) -> None:
    """Papers typed cell by cell are judged as the record's own papers are."""
    language, (_, papers) = of_game.game.language("fr"), of_game.body_fields
    for seed in SEEDS:
        whole = sample_record(of_game, seed=seed, language=language, errors=errors).report
        assert whole.played is not None
        fields = whole.played.content.model_dump(mode="json", exclude_none=True)
        own = judged(of_game, fields, {papers: fields[papers]})
        typed = {}
        for seat, paper in enumerate(whole.papers):
            added = of_game.total_marks(whole.added_up.get(paper.name, {}))
            typed[paper.name] = as_typed({**paper.marks, **added}, paper_cells(of_game, seat))
        again = fields_from_typed(of_game, typed)
        if errors and again != {papers: fields[papers]}:
            # Markers counted wrong lie nowhere on a chart.
            continue
        assert said(judged(of_game, fields, again)) == said(own)


def test_every_paper_says_something(of_game: AnyRules) -> None:
    """An empty paper is left out, and one with anything in any single cell is not."""
    assert fields_from_typed(of_game, {"Ana": {}, "Ben": {"score.total": ""}}) == fields_from_typed(
        of_game, {}
    )
    (empty,) = fields_from_typed(of_game, {}).values()
    assert empty == {}
    for cell in paper_cells(of_game, 1):
        (papers,) = fields_from_typed(
            of_game, {"Ana": {cell.id: next(iter(cell.marks), "3")}}
        ).values()
        assert set(papers) == {"Ana"}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        *(("12", 12), (" 7 ", 7), ("-5", -5), ("−5", -5), ("+3", 3)),
        *((text, None) for text in ("", "1.5", "x", "²", "9" * 10, "٣", "--1")),
    ],
)
def test_numbers_as_typed(text: str, wanted: int | None) -> None:
    """A number is read with either minus; a word, a fraction or a tower of digits is none."""
    assert parse_number(text) == wanted


def test_marks_and_typing() -> None:
    """What is typed comes back from the marks that it makes, and a word unknown makes none."""
    cells = (Cell("a"), Cell("b", {MARKED: TICK}))
    typed = {"a": "-12", "b": MARKED}
    assert as_typed(as_marks(typed, cells), cells) == typed
    assert as_marks({"b": "y", "c": "1", "a": ""}, cells) == {}
