"""What the record format says of cases that random records brought up, sentence by sentence."""

import pytest

from tests.records.conftest import Judge

HEADS = {
    name: f"game: {name}\nplayers: [Ana, Ben]\n"
    for name in ("boite", "course-a-20", "crowns", "dental", "doce", "qwinto", "sti")
}
MISS, PASSES = "{dice: {orange: 1}, miss: true}", "{turns: [pass, pass]}"
SHUT = "throws: [{dice: [6, 6], shuts: [1, 2, 9]}, {dice: [1, 1]}]\n"
SHUT_TWICE = SHUT.replace("{dice: [1, 1]}", "{dice: [6, 3], shuts: [9]}, {dice: [1, 1]}")
TO_20 = "1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 20"
# What is found of a record: turn or round, player, rule and where, `>` after an error; or nothing
# for one that cannot be read.
SETTLED = [
    pytest.param(
        "qwinto",
        f"turns: [{', '.join([MISS] * 9)}]",
        ["8 Ben after-end", "9 Ben after-end >"],
        id="of several turns after the end each is the same player's",
    ),
    pytest.param(
        "doce",
        f"rounds: [{', '.join([PASSES] * 5)}]",
        ["5 Ana after-end >"],
        id="a fifth round belongs to who would begin it",
    ),
    pytest.param(
        "qwinto",
        "turns: [{dice: {orange: 1}, writes: {Ana: O1}}]\nsheets:\n"
        "  Ana: {orange: [2, ~, ~, ~, ~, ~, ~, ~, ~], score: {total: 9}}\n  Ben: {misses: 1}",
        ["Ana sheet-differs O1", "Ben sheet-differs miss.1", "Ana score-wrong score.total >"],
        id="papers box by box over all players, then what was added up",
    ),
    pytest.param(
        "qwinto", "rules: 9\nturns: []", ["rules-version"], id="by other rules than today's"
    ),
    pytest.param("qwinto", "sheets: {Ana: {misses: -1}}", None, id="misses below zero"),
    pytest.param("dental", "final: {Ana: {red: -1}}", None, id="teeth below zero"),
    pytest.param("dental", "final: {Ana: {yellow: 10, red: 7}}", None, id="seventeen teeth"),
    pytest.param("dental", "final: {Ana: {yellow: 10, red: 6}}", [], id="sixteen teeth"),
    pytest.param("sti", "final: {Ana: 0, Ben: 0}", None, id="nobody is left"),
    pytest.param("sti", "final: {Ana: 0}", [], id="Ben may be left"),
    pytest.param(
        "qwinto",
        "turns:\n- {dice: {orange: 9}, writes: {Ana: O1}}\n"
        "- {dice: {orange: 2}, writes: {Ben: Y1, Ana: Y1}}",
        ["1 Ana dice", "2 Ben row-colour Y1 >", "2 Ana row-colour Y1 >"],
        id="without a number every sheet is doubtful",
    ),
    pytest.param(
        "qwinto",
        "turns:\n- {dice: {orange: 3}, writes: {Ana: Y1}}\n"
        "- {dice: {orange: 2}, writes: {Ben: Y1, Ana: Y1}}",
        ["1 Ana row-colour Y1", "2 Ben row-colour Y1", "2 Ana row-colour Y1 >"],
        id="with one only the sheet that was wrong",
    ),
    pytest.param(
        "qwinto",
        "turns: [{dice: {}, reroll: {orange: 2}, writes: {Ana: O1}}]",
        ["1 Ana dice"],
        id="no dice are that alone, whatever was rerolled",
    ),
    pytest.param(
        "qwinto",
        "turns: [{dice: {orange: 2}, reroll: {}, writes: {Ana: O1}}]",
        [],
        id="an empty second roll is none",
    ),
    pytest.param(
        "crowns",
        "turns: [{dice: [1, 2], places: [1x1, 1x1]}]",
        ["1 Ana dice"],
        id="after wrong dice nothing else of the turn",
    ),
    pytest.param(
        "crowns",
        "turns: [{dice: [1, 2, 2, 2, 2, 2], places: [1x1, 1x1]}]",
        ["1 Ana one-token-a-cell 1x1"],
        id="a cell named twice takes one die",
    ),
    pytest.param(
        "crowns",
        f"boards: {{Ana: {{tokens: [{', '.join(['1x1'] * 19)}]}}}}",
        ["Ana one-token-a-cell 1x1"] * 18,
        id="on a board alone different cells are counted",
    ),
    pytest.param(
        "crowns",
        "turns: [{dice: [1, 2, 2, 2, 2, 2], places: [1x1]}]\nboards: {Ana: {tokens: [1x1, 1x1]}}",
        ["Ana board-differs 1x1"],
        id="beside turns a cell named twice differs",
    ),
    pytest.param(
        "dental",
        "variant: cooperative\nturns:\n- {roll: [1], gives: {Ben: 3}, sugar: [1]}\n"
        "- {roll: [1], sugar: [3], marks: {1: red}}",
        ["1 Ana gives", "2 Ben sugar-step t1 >"],
        id="a refused gift spoils both",
    ),
    pytest.param(
        "dental",
        "turns: [{roll: [1, 2, 3], sugar: [1]}]",
        ["1 Ana dice", "1 Ana dice >"],
        id="as many dice for the sugar as for the move",
    ),
    pytest.param(
        "dental",
        "final: {Ana: {yellow: 1, score: 9}}",
        ["Ana score-wrong"],
        id="final counts are a paper of their own",
    ),
    pytest.param(
        "sti",
        "turns:\n- {plays: [{lays: yellow}, {infects: hiv, with: yellow}]}\n- {plays: []}\n"
        "- {plays: [{attack: hiv, on: Ana, target: herpes, dice: [5, 3], defence: [9]}]}",
        ["3 Ana self-target"],
        id="of an attack on oneself nothing of the target",
    ),
    pytest.param(
        "boite",
        f"rounds: 2\nturns:\n- {SHUT}- {SHUT}- {SHUT}- {SHUT_TWICE}",
        ["4 Ben flap-open f9"],
        id="a flap is called the same in every round",
    ),
    pytest.param(
        "boite",
        f"turns:\n- {SHUT}- player: Ana\n  {SHUT_TWICE}- {SHUT}totals: {{Ana: 33, Ben: 33}}",
        ["2 Ana turn-order", "2 Ana flap-open f9 >"],
        id="a turn too many is judged and scores nothing",
    ),
    pytest.param(
        "course-a-20",
        f"rounds:\n- {{says: [{TO_20}], winner: Ben}}\n- {{says: [{TO_20}, 21]}}",
        ["1 winner-wrong", "2 Ana after-end"],
        id="a number after 20 is explained by its own round alone",
    ),
    pytest.param(
        "course-a-20",
        "rounds:\n- {says: [3, 5, 7, 9, 11, 13, 15, 17, 19, 20, 21]}",
        ["1 Ana step n3", "1 Ana after-end >"],
        id="in which an error may explain it",
    ),
]


@pytest.mark.parametrize(("game", "body", "found"), SETTLED)
def test_settled(judge: Judge, game: str, body: str, found: list[str] | None) -> None:
    """A record is judged, or refused, as the format says of it."""
    report = judge(f"{HEADS[game]}{body}\n")
    assert report.is_readable == (found is not None)
    told = [
        " ".join(
            str(word)
            for word in (
                *(one.round or one.turn, one.player, one.rule, one.where),
                ">" if one.after_error else None,
            )
            if word is not None
        )
        for one in report.findings
        if one.rule not in {"unfinished", "pass-when-stuck", "square", "marks-missing"}
    ]
    assert told == (found or [])
