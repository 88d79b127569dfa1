"""Rule sheets that show: whoever knows only the two pages can play what records write down."""

import json
import re
from collections.abc import Iterator, Mapping
from math import hypot
from random import Random
from typing import Any

import pytest
from pypdfium2 import PdfDocument

from generator.documents.guide_section import read_guide
from generator.documents.position_view import view_of
from generator.documents.rule_sheets import callout_places
from generator.game import game_names
from generator.paper.page import PaperName, all_cells, point_on_page
from generator.paper.shapes import BEFORE, Circle, Drawing, Placed, Text
from generator.paper.text import cap_height, width_of
from generator.printables.context import Context, Options
from generator.printables.marks import DISC, add_callouts
from generator.records.record_format import catalog_rules
from generator.records.writing import sample_record
from generator.rules import AnyRules, Seating
from generator.words import BUILT_IN, Language
from tests.documents.read_back import close, document, elements, pages
from tests.shipped import in_each_language, load

# The games whose sheets show a board; the others list their rules.
SHOWN = [name for name in game_names() if read_guide(load(name), "fr").rule_sheet.board]
PAPERS: tuple[PaperName, ...] = ("a4", "letter")
SEEDS = range(12)
NAMES = ("Ana", "Ben", "Chloé", "Dan", "Eva", "Félix")
# The first of these pages is this share of ink down to its foot at least.
FULL = 2 / 3


def played(rules: AnyRules, seed: int) -> Mapping[str, Any]:
    """Return what a record writes of a sampled game."""
    chance = Random(seed)  # noqa: S311 - a game, not a secret
    least, most = rules.player_ranges()[""]
    players = NAMES[: chance.randint(max(2, least), most)]
    state, steps = rules.start(Seating(players)), []
    while not rules.outcome(state).is_finished:
        steps.append(rules.random_turn(state, chance))
        state = rules.play(state, steps[-1])
    body: Mapping[str, Any] = json.loads(json.dumps(rules.record_body(tuple(steps), state)))
    return body


def fields(found: object) -> Iterator[str]:
    """Yield the fields of a turn as recorded, and of what is listed in it."""
    for name, value in found.items() if isinstance(found, Mapping) else ():
        yield name
        for inner in value if isinstance(value, list) else ():
            yield from fields(inner)


@pytest.mark.few(1)
@pytest.mark.parametrize(("game", "language"), in_each_language(SHOWN))
def test_a_sampled_game_walks_through_the_sheet(game: str, language: Language) -> None:
    """Every field of every turn of a game is told by a sentence that stands on the two pages."""
    loaded, rules = load(game), catalog_rules(game)
    sheet, said = read_guide(loaded, language).rule_sheet, loaded.sentences_in(language)
    text = "".join(pages(document(game, "rules", Options(language))))
    bodies = [played(rules, seed) for seed in SEEDS]
    turns = [turn for body in bodies for turn in body.get("turns", body.get("rounds"))]
    met = {field for turn in turns for field in ("player", *fields(turn))}
    assert {field: close(said.to_player(sheet.walk[field])) in text for field in met} == (
        dict.fromkeys(met, True)
    )


@pytest.mark.few(3)
@pytest.mark.parametrize(("game", "language"), in_each_language(SHOWN))
def test_what_a_player_is_told_is_printed(game: str, language: Language) -> None:
    """Each rule stands on the sheet once in a player's words, but those that only a judge needs."""
    loaded = load(game)
    text = "".join(pages(document(game, "rules", Options(language))))
    unsaid, said = read_guide(loaded, language).rule_sheet.unsaid, loaded.sentences_in(language)
    for rule in loaded.head.rules:
        times = text.count(close(said.to_player(rule.id)))
        assert times == (rule.id not in unsaid), rule.id
    assert said.told.keys() == {rule.id for rule in loaded.head.rules} - {*unsaid}


@pytest.mark.few(2)
@pytest.mark.parametrize("game", SHOWN)
def test_errors_break_rules_that_are_told(game: str) -> None:
    """A rule that a planted error breaks is on the sheet, or it is a matter of the paper alone."""
    rules, sheet = catalog_rules(game), read_guide(load(game), "fr").rule_sheet
    told = {*sheet.told_above(), *(rule for one in sheet.sections for rule in one.rules)}
    broken = set()
    for seed in SEEDS:
        text = sample_record(rules, seed=seed, errors=1, language="fr").text
        broken |= {*re.findall(r"^# \d+\. .* \[(\S+)\]$", text, re.MULTILINE)}
    assert broken
    assert broken <= told | {*sheet.unsaid}


@pytest.mark.few(3)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("game", "language"), in_each_language(SHOWN))
def test_a_sheet_is_two_full_pages(game: str, language: Language, paper: PaperName) -> None:
    """A rule sheet is one sheet of paper, printed on one side or two, no page a third empty."""
    with PdfDocument(document(game, "rules", Options(language, paper))) as file:
        assert len(file) in {1, 2}
        for page in file:
            words = page.get_textpage()
            boxes = [words.get_rect(number) for number in range(words.count_rects())]
            # Under 20 mm stands the footer.
            lowest = min(bottom for _, bottom, _, _ in boxes if bottom > 20 / 25.4 * 72)
            assert lowest < (1 - FULL) * page.get_height()


@pytest.mark.few(1)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("language", BUILT_IN)
def test_cards_are_one_sheet_for_dyslexia_too(language: Language, paper: PaperName) -> None:
    """In the wider typeface two players' cards of a step still stand side by side."""
    options = Options(language, paper, font="dyslexia")
    found = pages(document("sti", "rules", options))
    assert len(found) == 2
    # The worked example is not left out for it.
    example = {"fr": "Perdre des points de vie", "en": "Losing life points"}[language]
    assert close(example) in found[1]


def test_a_rule_alone_in_its_section_binds_nothing() -> None:
    """What follows may begin a page, so that large rules of shut the box take three, not four."""
    assert len(pages(document("boite", "rules", Options("fr", "letter", large=True)))) == 3


def circles(drawing: Drawing, fill: str, x: float = 0.0, y: float = 0.0) -> Iterator[Circle]:
    """Yield the circles of a colour, in place."""
    for shape in drawing.shapes:
        if isinstance(shape, Placed):
            yield from circles(shape.drawing, fill, x + shape.x, y + shape.y)
        elif isinstance(shape, Circle) and shape.fill == fill:
            yield Circle(x + shape.x, y + shape.y, shape.radius, fill)


@pytest.mark.few(4)
@pytest.mark.parametrize("game", SHOWN)
def test_discs_lie_at_the_cells_they_number(game: str) -> None:
    """A numbered disc for each callout lies on its cell or frame, and none on another disc."""
    setting = Context(load(game), "rules", Options("fr"))
    told = read_guide(setting.game, "fr")
    board = told.rule_sheet.board
    assert board is not None
    view = view_of(setting.game, told.positions[board.position], setting.options.language)
    drawn = view.draw(setting, 150.0)
    numbered = callout_places(told, setting.game)
    called = add_callouts(drawn, numbered, setting.style)
    cells = {cell.id: cell for cell in all_cells(called)}
    discs = [*circles(called, "ink")][-len(numbered) :]
    assert len(discs) == len(board.callouts)
    for disc, (names_, _) in zip(discs, numbered, strict=True):
        boxes = [cells[name] for name in names_]
        assert any(
            box.x - 2 * DISC <= disc.x <= box.x + box.width + 2 * DISC
            and box.y - 2 * DISC <= disc.y <= box.y + box.height
            for box in boxes
        )
    apart = [
        (one.x - other.x) ** 2 + (one.y - other.y) ** 2
        for one in discs
        for other in discs
        if one is not other
    ]
    assert min(apart) > (2 * DISC) ** 2


def lines_of(placed: Placed) -> Iterator[tuple[str, tuple[float, float, float, float]]]:
    """Yield each line of words with its box: left, top, right, base."""
    for shape in placed.drawing.shapes:
        if isinstance(shape, Text):
            wide = width_of(shape.words, shape.font, shape.size)
            left = shape.x - wide * BEFORE[shape.align]
            box = (left, shape.y - cap_height(shape.font, shape.size), left + wide, shape.y)
            found = [(shape.words, box)]
        else:
            found = [*lines_of(shape)] if isinstance(shape, Placed) else []
        for words, (x1, y1, x2, y2) in found:
            (left, top), (right, base) = (
                point_on_page(placed, x1, y1),
                point_on_page(placed, x2, y2),
            )
            yield words, (min(left, right), min(top, base), max(left, right), max(top, base))


@pytest.mark.few(3)
@pytest.mark.parametrize(("name", "language"), in_each_language(SHOWN))
def test_discs_hide_no_words(name: str, language: Language) -> None:
    """No numbered disc lies over words of the board: not over what a line is worth, for one."""
    told = read_guide(load(name), language)
    setting = Context(load(name), "rules", Options(language))
    board, numbered = told.rule_sheet.board, callout_places(told, setting.game)
    assert board is not None
    view = view_of(setting.game, told.positions[board.position], setting.options.language)
    drawn = view.draw(setting, 150.0)
    called = add_callouts(drawn, numbered, setting.style)
    discs = [*circles(called, "ink")][-len(numbered) :]
    signs = {str(number) for number in range(1, len(numbered) + 1)}
    for said, (left, top, right, base) in lines_of(Placed(called, 0.0, 0.0)):
        for disc in discs:
            x, y = max(left - disc.x, 0, disc.x - right), max(top - disc.y, 0, disc.y - base)
            is_own = said in signs and abs((left + right) / 2 - disc.x) < 0.1
            assert is_own or hypot(x, y) > DISC, (said, disc)


def test_pictures_beside_rules_are_not_read_out() -> None:
    """A picture that says no more than its rule is no figure of the document's structure."""
    sheet = read_guide(load("qwinto"), "fr").rule_sheet
    assert sheet.turn is not None
    tree = elements(document("qwinto", "rules", Options("fr")))
    figures = [alt for kind, alt in tree if kind == "/Figure"]
    assert len(figures) == 2 + len(sheet.turn.steps)
    assert all(alt.strip() for alt in figures)
