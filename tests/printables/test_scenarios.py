"""The scenario cards: twelve situations, and on each back what a good answer holds."""

import re

import pytest

from generator.game.parts import Deck
from generator.paper.page import PaperName
from generator.printables.context import Options
from generator.printables.planning import plan
from generator.words import BUILT_IN, Language
from tests.render.drawings import words_of
from tests.shipped import load

# Words by which a person or a partner would have a sex, or somebody the blame.
NOT_SAID: dict[Language, str] = {
    "fr": r"\b(filles?|garçons?|hommes?|femmes?|copains?|copines?|amie?s?|faute|honte|sales?)\b",
    "en": r"\b(girls?|boys?|men|man|women|woman|boyfriend|girlfriend|fault|shame|dirty|clean)\b",
}


@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_each_situation_has_its_answer_behind_it(language: Language, paper: PaperName) -> None:
    """Twelve fronts ask, and behind each lies the back with its own title and all its facts."""
    game = load("sti")
    deck, said = game.part("scenarios", Deck), game.sentences[language]
    pages = plan(game, "scenario-cards", Options(language, paper))
    found = []
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        width = front.size.width
        for copy in front.copies:
            card = copy.placed.drawing
            if card.title not in deck.cards:
                continue
            found.append(card.title)
            answers = [one for one in back.copies if one.placed.drawing.title == card.title]
            (answer,) = answers
            middle = copy.placed.x + card.width / 2
            assert answer.placed.x + card.width / 2 == pytest.approx(width - middle, abs=0.1)
            assert answer.placed.y == pytest.approx(copy.placed.y, abs=0.1)
            assert said.texts[f"card.{card.title}.text"][:20] in words_of(card)
            words = words_of(answer.placed.drawing)
            for note in deck.cards[card.title].notes:
                assert _squeezed(said.health[note]) in _squeezed(words), note
    assert found == list(deck.cards)
    assert len(found) == 12


def _squeezed(words: str) -> str:
    return "".join(letter for letter in words if letter.isalnum())


def test_what_stands_behind_them_has_sources_that_were_read() -> None:
    """Each fact on a back names sources that the game has, each with its address and month."""
    game = load("sti")
    health = game.head.health
    assert health is not None
    facts = {one.fact: one for one in health.facts}
    for name, card in game.part("scenarios", Deck).cards.items():
        assert card.notes, name
        sources = {source for note in card.notes for source in facts[note].sources}
        read = [one for one in sources if health.sources[one].url and health.sources[one].read]
        assert read, name


@pytest.mark.parametrize("language", BUILT_IN)
def test_nobody_has_a_sex_or_the_blame(language: Language) -> None:
    """A situation is told of a person, without the sex of anybody and without blame."""
    texts = load("sti").sentences[language].texts
    for name in load("sti").part("scenarios", Deck).cards:
        words = " ".join(texts[f"card.{name}{part}"] for part in ("", ".text", ".aside"))
        assert re.findall(NOT_SAID[language], words.lower()) == []
