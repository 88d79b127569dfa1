"""The guide of the STI game: its care in words, its computed numbers, its documents as printed."""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from pypdfium2 import PdfDocument

from generator.game import Game, load
from generator.guides import check
from generator.guides.duel_tables import tables
from generator.guides.duels import misfits, numbers
from generator.guides.health import health
from generator.guides.numbers import percent
from generator.guides.tabled import tabled
from generator.guides.told import guide
from generator.paper.sizes import PaperName
from generator.press import printed
from generator.printables.options import Options
from generator.printables.setting import Setting
from generator.words import LANGUAGES, Language
from tests.guides.read_back import close

PAPERS: tuple[PaperName, ...] = ("a4", "letter")
NOTICE: dict[Language, str] = {
    "fr": "pas encore relu par une personne professionnelle de la santé",
    "en": "not yet read by a health professional",
}


@pytest.fixture(scope="module")
def sti() -> Game:
    """Return the shipped game."""
    return load("sti")


@cache
def pages(printable: str, options: Options) -> tuple[str, ...]:
    """Return the text of each printed page without spaces and hyphens."""
    data = printed(load("sti"), printable, options).pdf
    if data is None:
        pytest.skip("the PDF needs Pango")
    with PdfDocument(data) as document:
        return tuple(close(page.get_textpage().get_text_bounded()) for page in document)


def test_shipped_guide_is_in_order(sti: Game) -> None:
    """The guides fit the game, and each language has the structure of the other."""
    check(sti)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("printable", "least", "most"), [("rules", 1, 2), ("guide", 6, 10), ("handout", 1, 2)]
)
def test_pages(printable: str, least: int, most: int, language: Language, paper: PaperName) -> None:
    """Each document has the pages it may have, and every page says that nobody has read it."""
    texts = pages(printable, Options(language, paper))
    assert least <= len(texts) <= most
    assert all(close(NOTICE[language]) in text for text in texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_is_printed(sti: Game, language: Language) -> None:
    """Each rule's sentence stands on the rule sheet, as the data says it."""
    text = "".join(pages("rules", Options(language)))
    missing = [r for r, words in sti.said[language].rules.items() if close(words) not in text]
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_care_in_words(sti: Game, language: Language) -> None:
    """Ground rules, question box, disclosure, lines for local services, parasites are printed."""
    lesson = guide(sti, language).lesson
    text = "".join(pages("guide", Options(language)))
    told = [line for topic in lesson.frame for line in (topic.title, *topic.text)]
    told += [
        *lesson.services,
        *(words for pair in lesson.contrasts for words in (pair.game, pair.life)),
    ]
    assert [words for words in told if close(words) not in text] == []
    for word in ("119", "DPJ", "trichomonas"):
        assert word.lower() in text.lower()
    assert len(lesson.services) >= 3


def test_both_words_where_french_differs(sti: Game) -> None:
    """The French guide names infections, condom and pile by both of their words."""
    words = guide(sti, "fr").model_dump_json()
    for both in ("ITSS (IST)", "condom (préservatif)"):
        assert both in words


def test_every_health_fact_is_cited(sti: Game) -> None:
    """The guide prints each fact about health under its infection, with all of its sources."""
    facts = health(Setting(sti, "guide", Options("en")))
    assert facts is not None
    said = sti.said["en"]
    for name, words in said.health.items():
        about = name.split(".")[0]
        (cited,) = [
            c
            for c in facts.cited
            if words in c.fact and c.subject == said.texts.get(f"card.{about}", "")
        ]
        assert cited.sources
    assert not facts.is_reviewed


def test_ways_are_the_facts(sti: Game) -> None:
    """The table of ways shows the data's signs, and what is not verified as not established."""
    found = sti.head.health
    assert found is not None
    rows = {row[0]: row[1:] for row in tables(sti, "en")["ways"].rows}
    table = found.tables["transmission"]
    for card, row in table.items():
        shown = rows[sti.said["en"].texts[f"card.{card}"]]
        assert len(shown) == len(row)
        for sign, cell in zip(shown, row.values(), strict=True):
            assert sign == {"-": "–", "?": "–"}.get(cell.value, cell.value)


@pytest.mark.parametrize(
    ("attack", "plus", "target", "dice"), [("chlamydia", 0, "lgv", 1), ("syphilis", 2, "hiv", 2)]
)
def test_duels_are_counted(sti: Game, attack: str, plus: int, target: str, dice: int) -> None:
    """The chance of a duel is the one got by rolling every die on both sides."""
    rolls = list(product(range(1, 7), repeat=1 + dice))
    wins = sum(roll[0] + plus > sum(roll[1:]) for roll in rolls)
    known = numbers(sti, {}, "en")
    assert known[f"duel.{attack}.{target}.percent"] == percent(Fraction(wins, len(rolls)), "en")


def test_positions_follow_the_rules(sti: Game) -> None:
    """What can be laid, what an attack comes to, and why one is refused come from the rules."""
    told = guide(sti, "en").positions
    assert tabled(sti, told["open"]).open_cards() == ("gonorrhoea", "herpes")
    known = numbers(sti, told, "en")
    assert (known["position.duel.strength"], known["position.duel.defence"]) == ("5", "4")
    assert {r.rule for r in tabled(sti, told["wrong"]).refused} == {"condom-holder", "target-first"}
    assert "HPV" in known["position.circles.open"]
    assert known["position.circles.closed"] == "Hepatitis C"


@pytest.mark.parametrize(
    ("update", "path"),
    [
        pytest.param({"marks": {"Lynx.1": "flu"}}, ("marks", "Lynx.1"), id="unknown card"),
        pytest.param({"marks": {"Bear.1": "hiv"}}, ("marks", "Bear.1"), id="unknown player"),
        pytest.param({"shows": "nothing"}, ("turn",), id="a refused turn"),
        pytest.param({"turn": {"plays": [{"flies": 1}]}}, ("turn",), id="no turn"),
    ],
)
def test_misfits(sti: Game, update: dict[str, object], path: tuple[str, ...]) -> None:
    """A card or player that is not there, and a turn that cannot be, are named at their place."""
    position = guide(sti, "en").positions["wrong"].model_copy(update=update)
    assert [where for where, _ in misfits(sti, position)] == [path]
