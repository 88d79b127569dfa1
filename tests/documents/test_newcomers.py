"""What a newcomer has to be able to answer from the rule sheet of a game, and nothing else.

The questions were put to readers who knew only the printed sheet: `newcomers/GAME.yaml`.
"""

from pathlib import Path

import pytest
import yaml

from generator.documents.guide_section import read_guide
from generator.game import game_names, load
from generator.words import BUILT_IN

ASKED = Path(__file__).parent / "newcomers"


@pytest.mark.parametrize("game", game_names())
def test_twelve_questions_rest_on_rules_that_the_sheet_tells(game: str) -> None:
    """Twelve questions a game are asked in each language, and the sheet tells what they rest on."""
    asked = yaml.safe_load((ASKED / f"{game}.yaml").read_text(encoding="utf-8"))
    assert len(asked) == 12
    sheet = read_guide(load(game), "fr").rule_sheet
    told = {*sheet.told_above(), *(rule for one in sheet.sections for rule in one.rules)}
    for one in asked:
        assert one.keys() == {*BUILT_IN, "rules"}, one
        assert one["rules"]
        assert {*one["rules"]} <= told, one
    for language in BUILT_IN:
        questions = [question for question, _ in (one[language] for one in asked)]
        assert all(words.endswith("?") for words in questions)
        assert len({*questions}) == 12
        assert all(str(answer).strip() for _, answer in (one[language] for one in asked))
