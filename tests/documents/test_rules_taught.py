"""Sentences of a guide that say which rule they teach, in a game that has lost the rule."""

import re
from collections.abc import Callable

import pytest

from generator.documents import check_guides
from generator.errors import DataError
from generator.game import Game, game_names, load
from generator.words import BUILT_IN, Language

Changed = Callable[..., Game]
# The rule of columns, replaced by another one.
REPLACED = ("column-distinct", "column-even")
TAUGHT = re.compile(r"(fr|en)\.yaml:([0-9]+):[0-9]+: (guide\.[\w.\[\]]+): .*'column-distinct'")


@pytest.mark.parametrize("language", BUILT_IN)
def test_what_still_teaches_a_lost_rule_is_named(changed: Changed, language: Language) -> None:
    """A rule is replaced by another: each passage that teaches it is named, in both languages."""
    game = changed(game=REPLACED, fr=REPLACED, en=REPLACED)
    with pytest.raises(DataError) as caught:
        check_guides(game)
    worded = caught.value.worded(language)
    found = TAUGHT.findall(worded)
    passages = [f"guide.lesson.examples[{number}].text[1]" for number in (1, 2)]
    assert [(file, field) for file, _, field in found] == [
        (file, field) for file in BUILT_IN for field in passages
    ]
    for file, line, _ in found:
        text = (game.folder / f"{file}.yaml").read_text(encoding="utf-8").splitlines()
        assert len(text[int(line) - 1].split()) > len(["one", "word"]), line


@pytest.mark.parametrize("name", game_names())
def test_every_shipped_guide_says_what_it_teaches(name: str) -> None:
    """The guide of each shipped game ties passages to rules, and every rule it names is there."""
    game = load(name)
    check_guides(game)
    assert (game.folder / "guide.yaml").read_text(encoding="utf-8").count("of: ") > 1
