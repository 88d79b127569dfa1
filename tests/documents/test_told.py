"""The section `guide`: complete in both languages, and every fault named at its place."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from generator import paths
from generator.documents import check_guides, context
from generator.documents.guide_section import read_guide
from generator.errors import DataError, LudokitError
from generator.game import Game
from generator.make import lesson_plan
from generator.printables.context import Context, Options
from generator.words import BUILT_IN

Changed = Callable[..., Game]


def faults_of(game: Game) -> list[str]:
    """Return the faults that a check finds, in English, without the file's path."""
    with pytest.raises(DataError) as caught:
        check_guides(game)
    return [line.split("/")[-1] for line in caught.value.worded("en").splitlines()]


@pytest.mark.few(6)
@pytest.mark.parametrize(
    ("before", "after", "field", "reason"),
    [
        pytest.param(
            "{dice.2.7.percent}", "{dice.2.7.percentage}", "guide.lesson.background[4].text[1]",
            "did you mean 'dice.2.7.percent'?", id="unknown number",
        ),
        pytest.param(
            "[erase, erased-no-miss", "[erase, erased-no-mis", "guide.rule_sheet.sections[3]",
            "did you mean 'erased-no-miss'?", id="unknown rule",
        ),
        pytest.param(
            "[erase, erased-no-miss", "[erase, erase, erased-no-miss", "guide.rule_sheet.sections",
            "rule 'erase' stands 2 times", id="rule told twice",
        ),
        pytest.param(
            "miss-or-write, miss-others]", "miss-or-write]", "guide.rule_sheet.sections",
            "rule 'miss-others' stands 0 times", id="rule left out",
        ),
        pytest.param(
            "unsaid: [number-range", "unsaid: [erase, number-range", "guide.rule_sheet.sections",
            "rule 'erase' stands 2 times", id="rule told and left unsaid",
        ),
        pytest.param(
            "walk: {player: turn-order", "walk: {player: after-end", "guide.rule_sheet.walk.player",
            "rule 'after-end' stands in 'unsaid'", id="field told by no sentence",
        ),
        pytest.param(
            "{at: Y9}", "{at: Y10}", "guide.rule_sheet.board.callouts[5].at",
            "did you mean 'Y1'?", id="place that is not on the board",
        ),
        pytest.param(
            "turn: {writes: O4}", "turn: {writes: Y6}", "guide.positions.writes.turn.writes",
            "not a turn", id="sum written in a row whose die was not rolled",
        ),
        pytest.param(
            "reroll: {orange: 4", "reroll: {orange: 7", "guide.positions.rolls.turn",
            "not a turn", id="face that no die has",
        ),
        pytest.param(
            "{O1: 3, O4: 9", "{O0: 3, O4: 9", "guide.positions.wrong.marks.O0",
            "'O0' is not one of", id="unknown cell",
        ),
        pytest.param(
            "{O1: 3, O4: 9", "{O1: tick, O4: 9", "guide.positions.wrong.marks.O1",
            "cell 'O1' does not take this", id="tick in a cell for numbers",
        ),
        pytest.param(
            "position: wrong", "position: wrung", "guide.lesson.examples[2].position",
            "did you mean 'wrong'?", id="unknown position",
        ),
        pytest.param(
            "printable: record-form}", "printable: record-from}",
            "guide.lesson.printables[3].printable", "did you mean 'record-form'?",
            id="unknown printable",
        ),
        pytest.param(
            "  pupils: 27\n", "  pupils: 27\n  pupil: 3\n", "guide.lesson.pupil",
            "did you mean 'pupils'?", id="unknown field",
        ),
    ],
)  # fmt: skip
def test_faults_are_named(
    changed: Changed, before: str, after: str, field: str, reason: str
) -> None:
    """Each fault of a guide is told once, with its file, line, column and field."""
    stem = written_in(before)
    found = faults_of(changed(**{stem: (before, after)}))
    told = [line for line in found if line.startswith(f"{stem}.yaml:") and f": {field}" in line]
    assert [reason in line for line in told] == [True], found


def written_in(words: str) -> str:
    """Return where words of the guide stand: with its facts, or with its sentences."""
    facts = (paths.rules_data() / "qwinto" / "guide.yaml").read_text(encoding="utf-8")
    return "guide" if words in facts else "en"


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        pytest.param(
            "  - {minutes: 20, uses: [score-sheets], asks: [{oral: true}, {oral: true}]}\n", "",
            [f"{language}.yaml: guide.lesson.steps: 13 items here, 12 in guide.yaml: each belongs"
             " to the one at its place" for language in BUILT_IN],
            id="a step without its minutes",
        ),
        pytest.param(
            "shows: clash", "shows: clash\n    alt: Two errors.",
            [f"{language}.yaml: guide.positions.wrong.alt: stands in guide.yaml too: keep it in"
             " one of the two" for language in BUILT_IN],
            id="words among the facts",
        ),
        pytest.param(
            "rule_sheet:", "rule_sheet: 3\nrules:",
            [f"{language}.yaml: guide.rule_sheet: stands in guide.yaml too: keep it in one of the"
             " two" for language in BUILT_IN],
            id="a number where fields belong",
        ),
    ],
)  # fmt: skip
def test_facts_and_sentences_have_one_shape(
    changed: Changed, before: str, after: str, told: list[str]
) -> None:
    """Facts and sentences of a guide are put together item by item; what does not fit is told."""
    with pytest.raises(DataError) as caught:
        changed(guide=(before, after))
    lines = [line.split("/")[-1] for line in caught.value.worded("en").splitlines()]
    assert [re.sub(r":[0-9]+:[0-9]+", "", line) for line in lines] == told


def test_all_faults_of_both_languages_at_once(changed: Changed) -> None:
    """Faults of the two languages are listed together."""
    game = changed(
        en=("{dice.2.7.percent}", "{dice.2.70.percent}"),
        fr=("{dice.2.12.percent}", "{dice.2.99.percent}"),
    )
    found = faults_of(game)
    assert {line.split(":")[0] for line in found} == {"en.yaml", "fr.yaml"}


def test_a_language_that_says_more_is_a_fault(changed: Changed) -> None:
    """A step, question or hint of one language stands in the other too."""
    extra = "    - Form the groups, and choose who begins in each.\n"
    found = faults_of(changed(en=(extra, extra + "    - Breathe.\n")))
    assert [line.split(": ")[1] for line in found] == ["guide.lesson.before"]


def test_game_without_guide(qwinto: Game) -> None:
    """A game that prints guides and has none says so, in the check and when one is wanted."""
    bare = replace(qwinto, lessons={"fr": qwinto.lessons["fr"]})
    setting = Context(bare, "guide", Options("en"))
    with pytest.raises(LudokitError, match="has no section 'guide'"):
        context(setting, "guide", None, partial(lesson_plan, bare, setting.options))
    assert faults_of(bare) == ["en.yaml: guide: the game 'qwinto' has no section 'guide' (en)"]
    check_guides(replace(bare, lessons={}, sections={}))


@pytest.mark.rest
def test_cells_that_are_gone_are_one_fault(changed: Changed) -> None:
    """A row that is no more is told once, not at every mark and every sentence."""
    row = "{id: Y, colour: yellow"
    found = faults_of(changed(game=(row, row.replace("id: Y", "id: W"))))
    assert [line.split(":")[0] for line in found if "positions" in line] == ["guide.yaml"]
    assert len(found) <= 8, found


ADDED = (
    '    example:\n    - {says: "{score.full.orange} and more", adds: [score.full.orange,'
    " score.full.yellow, score.full.purple, score.full.bonus, score.full.misses],"
    " total: score.full.total}"
)


def test_a_sum_that_adds_up_is_printed_as_a_line(changed: Changed) -> None:
    """A line may say what it adds and what it makes; the words alone are printed."""
    game = changed(en=("    example:", ADDED), fr=("    example:", ADDED))
    check_guides(game)
    assert str(read_guide(game, "en").rule_sheet.example[0]).endswith(" and more")


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        pytest.param("total: score.full.total", "total: score.full.bonus", "make", id="wrong"),
        pytest.param("[score.full.orange", "[score.full.green", "nothing is called", id="unknown"),
        pytest.param("[score.full.orange", "[position.full.open", "no whole", id="no number"),
    ],
)
def test_a_sum_that_does_not_add_up_is_refused(
    changed: Changed, before: str, after: str, told: str
) -> None:
    """A line that says what it adds and what it makes is compared with the numbers."""
    wrong = ADDED.replace(before, after)
    found = faults_of(changed(en=("    example:", wrong), fr=("    example:", wrong)))
    assert any("rule_sheet.example[1]" in one and told in one for one in found), found


ROWS = '        rows: [["#", "{gaps.1.of.#}",'


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("before", "after", "field", "reason"),
    [
        pytest.param(
            ROWS, '        rows: [["{gaps.1.of.#}",', "rows[1]", "for a table of 7", id="short row"
        ),
        pytest.param(
            ROWS, '        rows: [["#", "{gaps.1.off.#}",', "rows", "'gaps.1.off.", id="a name"
        ),
        pytest.param(
            'bars: ["gaps.1.of.#.percent",', 'bars: ["gaps.1.of.#.per",', "bars[1]",
            "nothing is called 'gaps.1.of.1.per'", id="unknown bars",
        ),
        pytest.param(
            'bars: ["gaps.1.of.#.percent",', "bars: [", "panels", "3 names for 2", id="panels"
        ),
        pytest.param(
            'below: "{fits.task-place.#.dice}"', 'below: "{fits.task-place.#.die}"', "below",
            "'fits.task-place.orange.die'", id="words below bars",
        ),
    ],
)  # fmt: skip
def test_tables_are_checked(
    changed: Changed, before: str, after: str, field: str, reason: str
) -> None:
    """What of a table is too short, has no name or names nothing is told at its place."""
    found = faults_of(changed(**{written_in(before): (before, after)}))
    assert any("annex.tables" in one and field in one and reason in one for one in found), found
