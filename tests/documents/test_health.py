"""What papers say of health: facts with sources that were read, letters that families can read."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from generator.documents import plan_paper
from generator.documents.contexts import family_handout
from generator.documents.guide_section import read_guide
from generator.documents.health import facts_for_families, health_facts
from generator.game import game_names
from generator.game.countries import NONE, countries
from generator.game.parts import Deck
from generator.paper.page import PaperName
from generator.printables.context import Context, Options
from generator.printables.kinds.cards import CardsEntry
from generator.printables.page_furniture import not_reviewed_notice
from generator.printables.planning import of_kind
from generator.reading import nodes
from generator.words import BUILT_IN, Language
from tests.documents.read_back import close, document, pages, running_text
from tests.documents.test_papers import words_of
from tests.shipped import load

HEALTH = [game for game in game_names() if load(game).head.health]
DRAFT: dict[Language, str] = {"fr": "Projet", "en": "Draft"}
# What a teacher is told to do about the facts.
BANNER: dict[Language, str] = {"fr": "À faire lire par", "en": "To be read by"}
NOTICE: dict[Language, str] = {
    "fr": "pas encore relu par un ou une professionnelle de santé",
    "en": "not yet read by a health professional",
}


@pytest.mark.parametrize("game", HEALTH)
def test_every_fact_has_a_source_that_was_read(game: str) -> None:
    """Each fact stands in both languages, and somebody has read a page that says it."""
    known = load(game).head.health
    assert known is not None
    facts = [fact.fact for fact in known.facts]
    assert len(set(facts)) == len(facts)
    for said in load(game).sentences.values():
        assert set(said.health) == set(facts)
    read = {name for name, one in known.sources.items() if one.url and one.read}
    assert [one.fact for one in known.facts if not read & set(one.sources)] == []


@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("game", HEALTH)
def test_sources_have_their_names_in_the_language(game: str, language: Language) -> None:
    """French papers name a source in French; one that has no French text is told to be English."""
    found = load(game)
    assert found.head.health is not None
    titles = found.sentences[language].sources
    shown = [titles.get(name, one.name) for name, one in found.head.health.sources.items()]
    # French has other names for these houses, as English has for what is read in French.
    house = {"fr": ("WHO", "PHAC", "fact sheet", "guide)"), "en": ("OMS", "ASPC")}[language]
    assert [one for one in shown if any(name in one for name in house)] == []


@pytest.mark.parametrize("country", [*countries(), NONE])
@pytest.mark.parametrize("game", HEALTH)
def test_sources_are_typeset(game: str, country: str) -> None:
    """What a game's or a country's source is called has the apostrophes of print."""
    found = health_facts(Context(load(game), "guide", Options("fr", country=country)))
    assert found is not None
    assert [one for one in found.sources if "'" in one] == []


@pytest.mark.few(1)
@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("game", HEALTH)
def test_facts_are_printed_with_their_sources(game: str, language: Language) -> None:
    """The guide prints each fact with its sources, and that nobody has read them yet."""
    text = running_text(document(game, "guide", Options(language)))
    found = health_facts(Context(load(game), "guide", Options(language)))
    assert found is not None
    facts = load(game).sentences[language].health.values()
    assert [one for one in facts if not any(one in cited.fact for cited in found.cited)] == []
    assert all(one.sources for one in found.cited)
    told = (*facts, *found.sources)
    assert [words for words in told if close(words) not in text] == []
    assert close(BANNER[language]) in text


@pytest.mark.few(1)
@pytest.mark.parametrize("language", BUILT_IN)
def test_care_in_words(language: Language) -> None:
    """Lines for services are left; who confides is of no slide, and no paper asks for a name."""
    sti, lesson = load("sti"), read_guide(load("sti"), language).lesson
    assert len(lesson.services) >= 3
    rules, *others = lesson.frame
    words = close(" ".join(map(words_of, plan_paper(sti, "slides", Options(language)))))
    assert all(close(said) in words for said in rules.text)
    assert [said for one in others for said in one.text if close(said) in words] == []
    for printable in ("worksheets", "quiz"):
        page = plan_paper(sti, printable, Options("en"))[0]
        labels = {cell.label for _, cell in page.cells() if cell.id.endswith("name")}
        assert labels == {"Table name"}
    # What is filled in without a name has no place for one, nor for a date.
    for printable in ("slips", "exit-tickets"):
        (page,) = plan_paper(sti, printable, Options("en"))
        assert {cell.id.split(".")[0] for _, cell in page.cells()} == {"answer1", "answer2"}


@pytest.mark.few(1)
@pytest.mark.parametrize("language", BUILT_IN)
def test_every_page_says_that_nobody_has_read_it(language: Language) -> None:
    """No page of rules, of the guide or for families goes without it, cut out or not."""
    for printable in ("rules", "guide", "handout"):
        texts = pages(document("sti", printable, Options(language)))
        assert all(close(NOTICE[language]) in text for text in texts)


@pytest.mark.few(2)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("game", HEALTH)
def test_the_page_for_families_is_one_page(game: str, language: Language, paper: PaperName) -> None:
    """It has one page, is marked as a draft, and tells families nothing that is for teachers."""
    (text,) = pages(document(game, "handout", Options(language, paper)))
    assert close(DRAFT[language]) in close(text)
    assert close(BANNER[language]) not in close(text)
    handout = read_guide(load(game), language).handout
    assert handout is not None
    said = [words for topic in (*handout.topics, *handout.last) for words in topic.text]
    assert [words for words in (*handout.opening, *said) if close(words) not in close(text)] == []


@pytest.mark.long
@pytest.mark.parametrize("country", [*countries(), NONE])
@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_letter_is_one_page_in_every_country(
    country: str, language: Language, paper: PaperName
) -> None:
    """Whatever a country has to say, the letter to families stays one page."""
    assert len(pages(document("sti", "handout", Options(language, paper, country=country)))) == 1


@pytest.mark.few(1)
@pytest.mark.parametrize("language", BUILT_IN)
def test_the_letter_says_what_families_ask(language: Language) -> None:
    """It names the practices on cards, what is never done, who signs, facts with their sources."""
    text = close("".join(pages(document("sti", "handout", Options(language, country="qc")))))
    handout = read_guide(load("sti"), language).handout
    assert handout is not None
    assert handout.learnt is not None
    assert handout.signed is not None
    assert close(handout.signed) in text
    named = {"fr": ("fellation", "anilingus"), "en": ("fellatio", "anilingus")}[language]
    assert all(word in text for word in named)
    facts = facts_for_families(
        handout.learnt.facts, Context(load("sti"), "handout", Options(language))
    )
    assert facts is not None
    told = facts.cited[: len(handout.learnt.facts)]
    assert all(close(one.fact) in text and one.sources for one in told)
    assert close("1 800 263-2266") in text


@pytest.mark.parametrize("language", BUILT_IN)
def test_a_letter_that_was_read_is_no_draft(language: Language) -> None:
    """Once a health professional is named, the page for families is no draft any more."""
    game = load("sti")
    assert game.head.health is not None
    health = game.head.health.model_copy(update={"reviewed_by": "Dr Roux"})
    head = game.head.model_copy(update={"health": health})
    setting = Context(replace(game, head=head), "handout", Options(language))
    assert family_handout(read_guide(game, language), setting)["is_draft"] is False
    assert not_reviewed_notice(setting) is None


# A sentence with such a word states something about health ...
OF_HEALTH: dict[Language, str] = {
    "fr": "sympt[ôo]m|bactéri|vaccin|guéri|se soigne|soigné|contrôle|antibioti|résistan|dépist"
    "|contagi|se transmet|transmise|risque|protège|indétectable|parasit|carie|plaque|fluor"
    "|brosse|brossage|acide|émail|dents de lait|grignot|dentiste|préservatif|condom|abîme"
    "|traitement",
    "en": "symptom|bacteri|vaccin|cure[ds]?\\b|treat(?:ed|s|ment)\\b|controlled|antibioti|resistan"
    "|screening|contagi|passed on|\\bpass(?:es)?\\b|\\brisk|protects|undetectable|parasit"
    "|decay|plaque|fluorid|brush|acid|enamel|milk teeth|snack|dentist|condom|damage",
}
# ... unless it says that it speaks of the game, of the lesson or of a task, or is a question.
OF_GAME: dict[Language, str] = {
    "fr": "\\bjeu|jou[eé]|\\bcartes?\\b|\\bdés?\\b|paquet|marqueur|jeton|\\bcases?\\b|dentition"
    "|\\bcube\\b|tour de circuit|modèle|classe|séance|guide|partie|lettre|\\bnoire?s?\\b|orange"
    "|\\brouges?\\b|jaunes?\\b|papier|attaqu|adversaire|brise|défauss|mot|coche|gomme|Koala"
    "|ensemble|en même temps|notez|on prend|\\?$",
    "en": "\\bgame|play|\\bcards?\\b|\\bdi[ce]e?\\b|deck|marker|token|square|chart|\\bcube\\b"
    "|\\blaps?\\b|\\bturn\\b|model|class|lesson|guide|letter|\\bblack\\b|orange|\\bred\\b|yellow"
    "|paper|attack|opponent|break|discard|word|rub out|Koala|together|at the same time|write it"
    "|taken|\\?$",
}
SOURCED = re.compile(r"\{(fact|care|cure|circle|way|sign|position)\.")
# What asks, names, instructs or arranges states nothing.
ASKING = {
    "of",
    *("question", "title", "heading", "heads", "can", "what", "begun", "reached", "beyond", "seen"),
    *("does", "before", "use", "area", "level", "material", "alt", "caption", "printables"),
    *("services", "blanks", "signed", "grades", "columns", "rows", "term", "panels", "below"),
    *("session", "facts", "position", "rule_sheet"),
    # An answer of a quiz names its sources or rules, or the game is refused.
    "quiz",
}
# The game's own names, and what cards and reminders say of the game that a table plays together.
NAMED = re.compile(
    r"(together\..*|worth\.(drug|broken)|points\.(orange|red|black)|card\.[a-z-]+|type\..*|family\..*|care\..*|ways\..*|square\..*|marker\..*)$"
)


def stated(game: str, language: Language) -> Iterator[tuple[str, str]]:
    """Yield each sentence that a lesson or a paper of a game states, after its place."""
    said, lesson = load(game).sentences[language], load(game).lessons[language]
    texts = [
        (nodes.dotted_path(path), text.text)
        for text, path in nodes.scalars(lesson)
        if isinstance(text.value, str) and not ASKING & set(path)
    ]
    # A situation is a story; what a good answer holds is facts, on the back of its card.
    entries = of_kind(load(game), CardsEntry).values()
    cards = [n for one in entries if one.behind for n in load(game).part(one.part, Deck).cards]
    stories = {f"card.{name}.{part}" for name in cards for part in ("text", "aside")}
    texts += [
        (f"texts.{key}", words)
        for key, words in said.texts.items()
        if not NAMED.match(key) and key not in stories
    ]
    for place, words in (*texts, ("tagline", said.tagline)):
        for sentence in re.split(r"(?<=[.!?])\s", words):
            yield place, sentence


def unsourced(texts: Iterable[tuple[str, str]], language: Language) -> Iterator[str]:
    """Yield each sentence about health that neither puts a fact in nor is of the game."""
    health = re.compile(OF_HEALTH[language], re.IGNORECASE)
    own = re.compile(OF_GAME[language], re.IGNORECASE)
    for place, sentence in texts:
        is_told = SOURCED.search(sentence) or own.search(sentence)
        if health.search(re.sub(r"\{[^}]*\}", "", sentence)) and not is_told:
            yield f"{place}: {sentence}"


@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("game", HEALTH)
def test_what_is_said_of_health_is_a_fact_with_a_source(game: str, language: Language) -> None:
    """Outside `health` a sentence about health puts a fact in, or says that it is of the game."""
    assert list(unsourced(stated(game, language), language)) == []


@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("game", HEALTH)
def test_a_quiz_asks_of_the_game_or_names_its_sources(game: str, language: Language) -> None:
    """A question whose answer rests on rules alone says that it is of the game."""
    own = re.compile(OF_GAME[language].removesuffix("|\\?$"), re.IGNORECASE)
    asked = [one for one in read_guide(load(game), language).lesson.quiz if not one.sources]
    assert [one.question for one in asked if not own.search(one.question)] == []


@pytest.mark.parametrize(
    ("language", "claim", "fine"),
    [
        ("fr", "Le fluor guérit les caries.", "Dans le jeu, la carie reste."),
        ("en", "Fluoride cures decay.", "{fact.acids} And fluoride?"),
    ],
)
def test_a_claim_without_a_source_is_found(language: Language, claim: str, fine: str) -> None:
    """A sentence about health without a source is told; one of the game, or a fact, is not."""
    found = unsourced((("lesson.summary", claim), ("lesson.summary", fine)), language)
    assert list(found) == [f"lesson.summary: {claim}"]
