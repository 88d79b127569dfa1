"""The guide of the STI game: its care in words, its computed numbers, its documents as printed."""

import math
import re
import shutil
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from pypdfium2 import PdfDocument, PdfPage, raw

from generator import paths
from generator.documents import check, plan
from generator.documents.figures import lines
from generator.documents.health import health
from generator.documents.lesson import Position
from generator.documents.numbers import percent
from generator.documents.reading import guide, known, numbers
from generator.documents.sti import misfits
from generator.documents.sti_positions import drawing, tabled
from generator.game import Game, load, load_folder
from generator.paper.page import PaperName, all_cells
from generator.paper.shapes import Drawing, Placed, Rect, Shape, Stroke
from generator.printables.context import Options, PrintContext
from generator.printables.marks import HEAVY_RING
from generator.words import LANGUAGES, Language
from tests.documents.read_back import close, document

# French on Letter waits: each language and each paper is among the others.
PRINTED: list[Any] = [
    *(("fr", "a4"), ("en", "a4"), ("en", "letter")),
    pytest.param("fr", "letter", marks=pytest.mark.long),
]
MM = 72 / 25.4
# Margins of a guide in mm: at the foot, at the head, at the right.
FOOT, HEAD, SIDE = 19.5, 15.5, 18.0
NOTICE: dict[Language, str] = {
    "fr": "pas encore relu par un ou une professionnelle de santé",
    "en": "not yet read by a health professional",
}
SETTINGS = [
    pytest.param(Options("fr"), id="fr-a4"),
    pytest.param(Options("en", "letter"), id="en-letter"),
    pytest.param(Options("fr", large=True), id="fr-a4-large"),
    pytest.param(Options("fr", font="dyslexia"), id="fr-a4-dyslexia"),
]


@pytest.fixture(scope="module")
def sti() -> Game:
    """Return the shipped game."""
    return load("sti")


def pdf(printable: str, options: Options) -> bytes:
    """Print a document once for all tests."""
    return document("sti", printable, options)


@cache
def pages(printable: str, options: Options) -> tuple[str, ...]:
    """Return the text of each printed page without spaces and hyphens."""
    with PdfDocument(pdf(printable, options)) as document:
        return tuple(close(page.get_textpage().get_text_bounded()) for page in document)


@cache
def letters(data: bytes) -> list[tuple[float, float]]:
    """Return the size in points and the right end, from the paper's right edge in mm, of letters.

    Header and footer are left out.
    """
    found = []
    with PdfDocument(data) as document:
        for page in document:
            text = page.get_textpage()
            for number in range(text.count_chars()):
                if chr(raw.FPDFText_GetUnicode(text, number)).isspace():
                    continue
                _, low, right, high = text.get_charbox(number)
                if low < FOOT * MM or high > page.get_height() - HEAD * MM:
                    continue
                matrix = raw.FS_MATRIX()
                raw.FPDFText_GetMatrix(text, number, matrix)
                scale = math.hypot(matrix.c, matrix.d)
                size = raw.FPDFText_GetFontSize(text, number) * scale
                found.append((size, (page.get_width() - right) / MM))
    return found


def lowest(page: PdfPage) -> float:
    """Return where the last line above a page's foot ends, in points from the lower edge."""
    text = page.get_textpage()
    lines: Iterator[float] = (text.get_rect(number)[1] for number in range(text.count_rects()))
    return min(low for low in lines if low >= FOOT * MM)


def test_shipped_guide_is_in_order(sti: Game) -> None:
    """The guides fit the game, and each language has the structure of the other."""
    check(sti)


@pytest.mark.parametrize(("language", "paper"), PRINTED)
@pytest.mark.parametrize(
    ("printable", "least", "most"), [("rules", 1, 2), ("guide", 6, 10), ("handout", 1, 1)]
)
def test_pages(printable: str, least: int, most: int, language: Language, paper: PaperName) -> None:
    """Each document has the pages it may have, and every page says that nobody has read it."""
    texts = pages(printable, Options(language, paper))
    assert least <= len(texts) <= most
    assert all(close(NOTICE[language]) in text for text in texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_is_printed(sti: Game, language: Language) -> None:
    """Each rule stands on the rule sheet as a player is told it, but those for a judge alone."""
    text, said = "".join(pages("rules", Options(language))), sti.said[language]
    told = set(said.rules) - {*guide(sti, language).rule_sheet.unsaid}
    missing = [rule for rule in told if close(said.to_player(rule)) not in text]
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
    assert re.search("trichomon", text, re.IGNORECASE)
    assert len(lesson.services) >= 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_for_the_teacher_is_on_no_slide(sti: Game, language: Language) -> None:
    """The ground rules are projected; what to do when somebody confides is not."""
    rules, *others = guide(sti, language).lesson.frame
    slides = plan(sti, "slides", Options(language))
    headings = [page.bookmark for page in slides]
    assert rules.title in headings
    assert [one.title for one in others if one.title in headings] == []


def test_papers_ask_for_no_pupils_name(sti: Game) -> None:
    """Where no pupil's name is printed, papers have a line for a table's."""
    for printable in ("worksheets", "exit-tickets", "quiz"):
        page = plan(sti, printable, Options("en"))[0]
        labels = {cell.label for _, cell in page.cells() if cell.id.endswith("name")}
        assert labels == {"Table name"}


def test_a_hand_with_two_types(sti: Game) -> None:
    """The chance of both types in a hand is that of dealing so many of each, all hands counted."""
    microbes, behaviours, cards, hand = 24, 24, 90, 6
    dealt = (
        math.comb(microbes, m) * math.comb(behaviours, b) * math.comb(42, hand - m - b)
        for m in range(1, hand)
        for b in range(1, hand - m + 1)
    )
    chance = Fraction(sum(dealt), math.comb(cards, hand))
    known = numbers(sti, {}, "en")
    assert known["hand.microbe-and-behaviour.percent"] == percent(chance, "en") == "71.7%"


@pytest.mark.parametrize(
    ("language", "words"), [("fr", "OMS, Hépatite B, 2024"), ("en", "WHO, Hepatitis B, 2024")]
)
def test_sources_have_the_title_of_the_language(sti: Game, language: Language, words: str) -> None:
    """A source is named by its title in the language, where a language file gives one."""
    found = health(PrintContext(sti, "guide", Options(language)))
    assert found is not None
    assert words in [source for one in found.cited for source in one.sources]


def test_both_words_where_french_differs(sti: Game) -> None:
    """The French guide names infections, condom and pile by both of their words."""
    words = guide(sti, "fr").model_dump_json()
    for both in ("ITSS (IST)", "condom (préservatif)"):
        assert both in words


def test_every_health_fact_is_cited(sti: Game) -> None:
    """The guide prints each fact about health under its infection, with all of its sources."""
    facts = health(PrintContext(sti, "guide", Options("en")))
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
    """The table of ways shows the data's signs."""
    found = sti.head.health
    assert found is not None
    (ways,) = guide(sti, "en").lesson.tables
    rows = {row[0]: row[1:] for row in lines(ways, known(sti, "en"))}
    table = found.tables["transmission"]
    for card, row in table.items():
        shown = rows[sti.said["en"].texts[f"card.{card}"]]
        assert len(shown) == len(row)
        for sign, cell in zip(shown, row.values(), strict=True):
            assert sign == {"-": "–"}.get(cell.value, cell.value)


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
    ("name", "value"),
    [
        pytest.param("position.circles.closed.ways", "blood", id="the way in its circle"),
        pytest.param("position.circles.closed.rarer", "penetration", id="the way that is not"),
        pytest.param("left.treated.Koala", "HPV", id="what a drug leaves"),
        pytest.param("cure.chlamydia.cards", "6", id="cards that kill"),
        pytest.param("duel.syphilis.gonorrhoea.ways", "26", id="cases of a duel"),
        pytest.param("duel.syphilis.gonorrhoea.all", "36", id="all cases of a duel"),
        pytest.param(
            "position.choice.ranked",
            "HIV against herpes: 44.4%; syphilis against herpes: 25.9%",
            id="the surest attack",
        ),
        pytest.param("attack.hiv.fewest", "2", id="fewest attacks"),
        pytest.param("after.freed.Koala", "3", id="life points after an attack"),
        pytest.param("position.wrong.broken.count", "2", id="rules broken"),
        pytest.param(
            "care.swab.names",
            "chlamydia, LGV, gonorrhoea, M. genitalium and herpes",
            id="what a test finds",
        ),
    ],
)
def test_answer_keys(sti: Game, name: str, value: str) -> None:
    """The keys of examples and tasks are what the rules and the health facts make of them."""
    assert numbers(sti, guide(sti, "en").positions, "en")[name] == value


def test_keys_of_tasks_name_what_the_rules_say(sti: Game) -> None:
    """A refused attack is answered by the broken rule, a drug by what the turn is told as."""
    known = numbers(sti, guide(sti, "en").positions, "en")
    assert known["position.shielded.broken"] == sti.said["en"].rules["condom-protects"]
    assert known["position.treated.told"] == "Azithromycin kills chlamydia of Koala."
    keys = [pair.answer for task in guide(sti, "en").lesson.tasks for pair in task.asks]
    assert any(known["position.shielded.broken"] in key for key in keys)
    assert any(known["position.choice.ranked"] in key for key in keys)


def test_every_example_and_task_is_drawn(sti: Game) -> None:
    """Three rules by example and three tasks, each on a drawn position of its own."""
    lesson = guide(sti, "fr").lesson
    drawn = [one.position for one in lesson.examples] + [one.position for one in lesson.tasks]
    assert len(lesson.examples) == len(lesson.tasks) == 3
    assert len(set(drawn)) == 6
    assert None not in drawn


@pytest.mark.slow
@pytest.mark.parametrize("printable", ["guide", "rules"])
@pytest.mark.parametrize("options", SETTINGS)
def test_no_small_type(printable: str, options: Options) -> None:
    """Between head and foot, drawn cards included, nothing is under 7 pt, or 9.8 in large print."""
    least = 9.8 if options.large else 7.0
    assert min(size for size, _ in letters(pdf(printable, options))) > least - 0.005


@pytest.mark.parametrize("options", SETTINGS)
def test_nothing_runs_into_the_margin(options: Options) -> None:
    """No table or drawing of the guide reaches beyond the text, in large print either."""
    assert min(right for _, right in letters(pdf("guide", options))) > SIDE - 0.3


def test_large_type_fills_its_pages() -> None:
    """No page of the guide in large type but the last one ends more than a quarter white."""
    with PdfDocument(pdf("guide", Options("fr", large=True))) as document:
        pages = [document[number] for number in range(len(document) - 1)]
        whites = [(lowest(page) - FOOT * MM) / page.get_height() for page in pages]
    assert max(whites) < 0.25


def test_guide_follows_the_data(tmp_path: Path) -> None:
    """Other life points and dice change the guide's figures, and no word of it."""
    folder = shutil.copytree(paths.rules_data() / "sti", tmp_path / "sti")
    file = folder / "game.yaml"
    text = file.read_text(encoding="utf-8")
    changes = (
        ("id: life., from: 20, to: 0", "id: life., from: 30, to: 0"),
        ("attack: {dice: 2}, defence: {dice: 2}", "attack: {dice: 1}, defence: {dice: 2}"),
    )
    for before, after in changes:
        assert text.count(before) == 1
        text = text.replace(before, after)
    file.write_text(text, encoding="utf-8")
    told = guide(load_folder(folder), "en")
    keys = [pair.answer for task in told.lesson.tasks for pair in task.asks]
    assert "a life track of 30 points" in told.rule_sheet.material[1]
    ranked = "syphilis against herpes: 25.9%; HIV against herpes: 9.3%."
    assert f"By their probabilities: {ranked}" in keys
    assert any(key.startswith("5 with HIV (6 points at most)") for key in keys)


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


def shapes_of(drawing: Drawing) -> Iterator[Shape]:
    """Yield the shapes of a drawing, those of the drawings placed in it too."""
    for shape in drawing.shapes:
        if isinstance(shape, Placed):
            yield from shapes_of(shape.drawing)
        else:
            yield shape


def framed(position: Position, setting: PrintContext) -> int:
    """Return how many cards have a heavy frame."""
    drawn = drawing(position, setting, 158.0)
    return sum(
        isinstance(one, Rect) and one.stroke == Stroke("ink", HEAVY_RING)
        for one in shapes_of(drawn)
    )


@pytest.mark.parametrize("width", [54.0, 78.0, 110.0])
@pytest.mark.parametrize("large", [False, True])
def test_pictures_keep_to_their_width(sti: Game, width: float, large: bool) -> None:  # noqa: FBT001 - a parameter
    """Cards go on in a next row, or are smaller, where a small picture has no room for them."""
    setting = PrintContext(sti, "rules", Options("fr", large=large))
    for name, one in guide(sti, "fr").positions.items():
        assert drawing(one, setting, width).width <= width + 0.001, name


def test_what_can_be_called_out(sti: Game) -> None:
    """Life points, pictures of cards and their dice are cells, each within its own card."""
    setting = PrintContext(sti, "rules", Options("fr"))
    layout = guide(sti, "fr").positions["layout"]
    cells = {cell.id: cell for cell in all_cells(drawing(layout, setting, 150.0))}
    both = {"Lynx.life", "Koala.life", "Lynx.yellow", "Koala.orange", "Koala.condom"}
    microbes = {"Lynx.gonorrhoea", "Koala.herpes"}
    dice = {f"{card}.{side}" for card in microbes for side in ("attack", "defence")}
    assert cells.keys() == both | microbes | dice
    card, attack, defence = (cells[f"Koala.herpes{at}"] for at in ("", ".attack", ".defence"))
    assert attack.y > card.y + card.height
    assert attack.x < card.x + card.width / 2 <= defence.x + 0.001


def test_an_attack_is_stopped_or_hits(sti: Game) -> None:
    """The condom that stops an attack is framed; a direct hit shows the points it takes."""
    setting, positions = PrintContext(sti, "rules", Options("fr")), guide(sti, "fr").positions
    assert framed(positions["duel"], setting) == framed(positions["stops"], setting) == 2
    assert framed(positions["lays"], setting) == framed(positions["direct"], setting) == 1
    cells = all_cells(drawing(positions["direct"], setting, 158.0))
    points = [cell.label for cell in cells if cell.id.startswith("Koala.life.")]
    assert points == ["14", "13", "12", "11", "10", "9"]
    # Where a class is asked for them they are not there.
    asked = positions["direct"].model_copy(update={"shows": "nothing"})
    assert not any("life.9" in cell.id for cell in all_cells(drawing(asked, setting, 158.0)))
