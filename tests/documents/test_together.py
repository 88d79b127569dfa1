"""The page of a game that a table plays together: one page, whole, its facts with sources."""

import pytest

from generator.documents.contexts import together_page
from generator.documents.guide_section import read_guide
from generator.errors import LudokitError
from generator.game.parts.listing import Deck
from generator.paper.page import PaperName
from generator.printables.context import Context, Options
from generator.words import BUILT_IN, Language
from tests.documents.read_back import close, document, pages
from tests.shipped import load


@pytest.mark.few(1)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("language", BUILT_IN)
def test_it_is_one_page_with_all_of_it(language: Language, paper: PaperName) -> None:
    """Goal, setting up, turn, end and talk stand on one page."""
    (text,) = pages(document("sti", "together", Options(language, paper)))
    told = read_guide(load("sti"), language).together
    assert told is not None
    said = [told.goal, *told.material, *told.setting_up, *told.won, *told.talk]
    said += [one.text for one in told.each_turn]
    said += [words for deed in told.deeds for words in (deed.what, deed.life)]
    assert [words for words in said if close(words) not in close(text)] == []


@pytest.mark.parametrize("language", BUILT_IN)
def test_its_piles_are_its_deck(language: Language) -> None:
    """The microbes and the pile make the deck, card by card, and what is played has its place."""
    game = load("sti")
    told = read_guide(game, language).together
    assert told is not None
    deck = game.part("deck", Deck)
    kinds = [deck.cards[name].type for name in deck.printed(short=True)]
    counts = [kinds.count("microbe"), len(kinds) - kinds.count("microbe")]
    assert len(kinds) == deck.figures()["short"]
    for count, line in zip(counts, told.setting_up, strict=False):
        assert f" {count} " in line.replace("\u00a0", " ")
    # Whatever is turned over can be put aside: by a drug of the deck, or read out.
    drugs = {name for name in deck.printed(short=True) if deck.cards[name].type == "drug"}
    cured = {microbe for name in drugs for microbe in deck.cards[name].kills}
    spared = {name for name in deck.cards if deck.cards[name].type == "microbe"} - cured
    *_, listed, played = (one.text for one in told.each_turn)
    titles = [game.sentences[language].texts[f"card.{name}"] for name in spared]
    assert [title for title in titles if title.lower() not in listed.lower()] == []
    assert "condom" in played


def test_a_game_without_one() -> None:
    """A game whose guide has no such page says so."""
    with pytest.raises(LudokitError, match="no way to play together"):
        together_page(None, Context(load("qwinto"), "guide", Options("en")))
