"""The class's page as it is printed: its words, its bars, what it says where little is known."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from generator import game as games
from generator.class_report import LOWEST, draw_class_report
from generator.cli.program import run
from generator.paper.measures import PAGE_TOP
from generator.paper.page import PAPERS, Extents, Page, PaperName
from generator.paper.palette import Ink
from generator.paper.shapes import Drawing, Placed, Rect
from generator.paper.text import FontChoice
from generator.printables.context import Context, Options, palette
from generator.printables.page_furniture import footer_height
from generator.records.class_statistics import GameStatistics, ObservedFrequency, Panel
from generator.records.report import Report
from generator.words import BUILT_IN, Language
from tests import prose
from tests.class_report.classes import page_of, reports_of, tally_of, texts_of, written
from tests.printables.copier import copied, lost_letters, lost_lines, pictures
from tests.render.conforming import faults
from tests.render.drawings import set_words
from tests.render.measured import sizes_mm, syntax_problems, texts
from tests.shipped import load

Captured = pytest.CaptureFixture[str]
# A shape with where its drawing lies.
Lying = tuple[float, float, object]
NAMES = re.compile(r"\b(Ana|Ben|Chloé|Dan|Eva|Félix|Fox|Otter|Owl|Lynx|Heron|Badger)\b")


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Report]]:
    """Return the reports of a class of each game."""
    root = tmp_path_factory.mktemp("classes")
    return {name: reports_of(written(root / name, texts_of(name))) for name in games.game_names()}


def flat(pdf: bytes) -> str:
    """Return all words of a PDF with single spaces."""
    return " ".join(" ".join(texts(pdf)).split())


def rows(page: Page) -> list[str]:
    """Return the words of a page line by line, from left to right."""
    lines = defaultdict[float, list[tuple[float, str]]](list)
    for copy in page.copies:
        for one in set_words(copy.placed.drawing):
            lines[round(one.y, 1)].append((one.x, one.words))
    return [f" {' '.join(words for _, words in sorted(line))} " for line in lines.values()]


def told_of(panel: Panel, told: Callable[[ObservedFrequency], str]) -> str:
    """Return what is told of the bars of a panel, from left to right."""
    return " ".join(map(told, panel.bars))


def bar_seen(bar: ObservedFrequency) -> str:
    """Return how often it was seen."""
    return str(bar.seen)


def decimal(bar: ObservedFrequency, language: Language) -> str:
    """Return how often it was to be expected, with one decimal below a hundred."""
    words = f"{float(bar.expected):.{int(bar.expected < 100)}f}"
    return words.replace(".", ",") if language == "fr" else words


@pytest.mark.few(4)
@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("game", games.game_names())
def test_the_page_says_what_was_counted(
    game: str, language: Language, reports: dict[str, list[Report]]
) -> None:
    """On one page, tagged, stand the rules' sentences with their games, counts and points."""
    tally = tally_of(reports[game])
    pdf = draw_class_report(tally, Options(language=language))
    assert syntax_problems(pdf) == ()
    assert faults(pdf) == ()
    assert len(sizes_mm(pdf)) == 1
    said, sentences = flat(pdf), load(game).sentences_in(language).rules
    told = {"fr": "{} sur 7", "en": "{} of 7"}[language]
    for rule in tally.most_broken()[:3]:
        noun = {"fr": "partie", "en": "game"}[language] + "s" * (tally.games_with[rule] > 1)
        assert " ".join(sentences[rule].split()) in said
        assert told.format(f"{tally.games_with[rule]} {noun}") in said
    lines = rows(page_of(tally, Options(language=language)))
    charted = [one for one in tally.panels() if one.bars[0].trials >= len(one.bars)]
    for panel in charted:
        assert any(f" {told_of(panel, bar_seen)} " in line for line in lines)
        expected = told_of(panel, lambda bar: decimal(bar, language))
        assert any(f" {expected} " in line for line in lines)
    assert charted
    for total in (min(tally.totals), max(tally.totals)):
        assert str(total).replace("-", "−") in said


@pytest.mark.parametrize("game", games.game_names())
def test_nobody_is_named(game: str, reports: dict[str, list[Report]]) -> None:
    """No name of whoever played stands on the page, nor that of a file."""
    assert any(NAMES.search(player) for report in reports[game] for player in report.players)
    said = flat(draw_class_report(tally_of(reports[game]), Options(language="en")))
    assert not NAMES.search(said)
    assert "yaml" not in said


SETTINGS: list[tuple[Language, PaperName, FontChoice]] = [
    ("fr", "a4", "standard"),
    ("en", "letter", "standard"),
    ("fr", "letter", "dyslexia"),
    ("en", "a3", "dyslexia"),
]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
@pytest.mark.parametrize("game", games.game_names())
def test_all_lies_above_the_footer(
    game: str, setting: tuple[Language, PaperName, FontChoice], reports: dict[str, list[Report]]
) -> None:
    """On each paper the page is filled to three quarters at least, and nothing over its edges."""
    language, paper, font = setting
    options = Options(language=language, paper=paper, font=font)
    page = page_of(tally_of(reports[game]), options)
    (copy,) = page.copies
    box, size = Extents().placed(copy.placed), PAPERS[paper]
    low = size.height - footer_height(Context(load(game), "class-page", options, "page"), size)
    assert box is not None
    assert PAGE_TOP - 1 <= box.top < box.bottom <= low
    assert 11.5 <= box.left < box.right <= size.width - 11.5
    assert box.bottom > 0.75 * size.height


def shapes(drawing: Drawing, x: float = 0.0, y: float = 0.0) -> Iterator[Lying]:
    """Yield every shape with where its drawing lies."""
    for shape in drawing.shapes:
        if isinstance(shape, Placed):
            yield from shapes(shape.drawing, x + shape.x, y + shape.y)
        else:
            yield x, y, shape


def bars(page: Page, fill: str) -> list[tuple[float, float, float]]:
    """Return left, foot and height of the areas in a colour on a page, in rows from left."""
    found = [
        (x + one.x, round(y + one.y + one.height, 3), one.height)
        for copy in page.copies
        for x, y, one in shapes(copy.placed.drawing, copy.placed.x, copy.placed.y)
        if isinstance(one, Rect) and one.fill == fill
    ]
    return sorted(found, key=lambda bar: (bar[1], bar[0]))


@pytest.mark.few(1)
@pytest.mark.slow
@pytest.mark.parametrize("ink", ["colour", "grey", "outline"])
@pytest.mark.parametrize("game", ["qwinto", "sti"])
def test_a_copy_keeps_the_page(game: str, ink: Ink, reports: dict[str, list[Report]]) -> None:
    """A copy of a copy keeps every line, letter and bar, in every ink."""
    tally, options = tally_of(reports[game]), Options(ink=ink)
    ((_, before, glyphs),) = pictures(draw_class_report(tally, options), {0})
    after, inks = copied(before), palette(tally.game, ink)
    assert [*lost_letters(glyphs, before, after)] == []
    assert [*lost_lines(page_of(tally, options), inks, before, after)] == []


def test_outline_tells_bars_apart(reports: dict[str, list[Report]]) -> None:
    """In outline what was seen is striped and what is expected is white, so that both are told."""
    options = Options(ink="outline")
    tally = tally_of(reports["crowns"])
    page = page_of(tally, options)
    expected = bars(page, "white")[1:]
    seen = [bar for bar in bars(page, "secondary") if bar[1] == expected[0][1]]
    ((_, picture, _),) = pictures(draw_class_report(tally, options), {0})
    pixels = picture.width / page.size.width

    def dark(left: float, foot: float, high: float) -> float:
        # From end to end of what stands left of its middle, clear of edges and of the span's line.
        top, low = round((foot - high + 0.6) * pixels), round((foot - 0.6) * pixels)
        box = picture.crop((round((left + 1.0) * pixels), top, round((left + 2.2) * pixels), low))
        return sum(value < 128 for value in box.tobytes()) / len(box.tobytes())

    assert dark(*max(seen, key=lambda bar: bar[2])) > 0.15
    assert dark(*max(expected, key=lambda bar: bar[2])) == 0


ALONE = """\
game: qwinto
players: [Ana, Ben]
sheets:
  Ana: {{orange: [~, 5, ~, ~, {last}, ~, ~, ~, ~], misses: 1}}
  Ben: {{orange: [1, 2, 3, 4, 5, 6, 7, 8, 9], misses: 0}}
"""
BEGUN = "game: qwinto\nplayers: [Ana, Ben]\nturns: [{dice: {orange: 3}, writes: {Ana: O1}}]\n"


def of(tmp_path: Path, *records: str) -> GameStatistics:
    """Return the tally of some records."""
    return tally_of(reports_of(written(tmp_path, records)))


def test_final_sheets_alone(tmp_path: Path) -> None:
    """Sheets alone give rules and points, and the page says that throws are not known."""
    tally = of(tmp_path, *(ALONE.format(last=last) for last in (4, 6, 7)))
    said = flat(draw_class_report(tally, Options(language="en")))
    assert "3 games written down · 6 scores." in said
    assert "3 games have only their final sheets" in said
    assert "Final sheets alone do not tell what happened in each turn" in said
    assert "what the class has seen" not in said
    assert "1 game of 3" in said
    assert "Smallest: −3 · largest: 9 · in the middle when they are put in order (▲): 3" in said
    assert said.count("What we remember") == 1


def test_little_is_told_as_little(tmp_path: Path) -> None:
    """One throw is told as too little for a chart; a game without its end gives no points."""
    said = flat(draw_class_report(of(tmp_path, BEGUN), Options(language="en")))
    assert "Too little for a chart: 1 die: 1 throw." in said
    assert "1 game is not finished" in said
    assert "The points" not in said
    assert "No rule was broken: well done!" in said


def test_more_rules_than_a_page_holds(reports: dict[str, list[Report]]) -> None:
    """Of very many broken rules the first are told and the others counted; bars stay readable."""
    game = load("dental")
    tally = tally_of(reports["dental"])
    rules = [rule.id for rule in game.head.rules if rule.checked]
    tally.broken.update(rules)
    tally.games_with.update(rules)
    said = flat(draw_class_report(tally, Options(language="en", paper="letter")))
    told = [rule for rule in rules if " ".join(game.sentences_in("en").rules[rule].split()) in said]
    assert 3 <= len(told) <= 6
    assert f"{len(rules) - len(told)} more rules were broken." in said
    page = page_of(tally, Options(paper="letter"))
    assert max(high for _, _, high in bars(page, "secondary")) >= LOWEST - 0.1


def test_games_count_before_times() -> None:
    """A rule broken in two games stands before one that was broken five times in one."""
    tally = GameStatistics(load("qwinto"), games=2)
    tally.broken.update({"turn-order": 5, "miss-limit": 2})
    tally.games_with.update({"turn-order": 1, "miss-limit": 2})
    assert tally.most_broken() == ("miss-limit", "turn-order")
    said = flat(draw_class_report(tally, Options(language="en")))
    first, often = said.index("2 games of 2"), said.index("1 game of 2 · 5 times")
    assert first < often
    assert "2 games of 2 ·" not in said


def test_a_game_without_chance(reports: dict[str, list[Report]]) -> None:
    """Of a game in which nothing has a chance the page has rules and points alone."""
    tally = tally_of(reports["qwinto"])
    object.__setattr__(tally, "odds", dict)
    tally.without_turns = 1
    said = flat(draw_class_report(tally, Options(language="en")))
    assert "What happened" not in said
    assert "final sheets" not in said
    assert "The points" in said


@pytest.mark.parametrize(
    ("totals", "said"),
    [
        pytest.param({3: 2, 5: 1}, ["3", "4", "5"], id="one by one"),
        pytest.param({-12: 1, 30: 1}, ["−15 to −11", "−10 to −6", "30 to 34"], id="below nothing"),
        pytest.param({0: 1, 4000: 1}, ["0 to 499", "4000 to 4499"], id="far apart"),
    ],
)
def test_totals_are_put_together(totals: dict[int, int], said: list[str]) -> None:
    """Totals stand one by one where there are few, else in steps of 2, 5 or 10 and so on."""
    tally = GameStatistics(load("qwinto"), games=1, part="total")
    tally.totals.update(totals)
    words = flat(draw_class_report(tally, Options(language="en")))
    assert all(one in words for one in said)


def test_totals_all_alike() -> None:
    """Where all have the same total there is no bar, but a sentence."""
    tally = GameStatistics(load("qwinto"), games=1, part="total")
    tally.totals.update({7: 3})
    words = flat(draw_class_report(tally, Options(language="en")))
    assert "All scores are the same: 7." in words
    assert "▲" not in words


def asked(folder: Path, *more: str) -> list[str]:
    """Return a command line that asks for a class's pages."""
    return ["verify", str(folder), "--class-page", "--to", str(folder.parent / "out"), *more]


def pages(folder: Path) -> list[str]:
    """Return the names of the class's pages that were written."""
    return sorted(path.name for path in (folder.parent / "out" / "class-pages").iterdir())


def test_a_page_for_each_game(tmp_path: Path, capsys: Captured) -> None:
    """A folder with several games gives a page of each, and is judged as always."""
    mixed = [texts_of("qwinto")[0], texts_of("boite")[1], texts_of("qwinto")[2]]
    folder = written(tmp_path / "6e B", mixed)
    assert run(asked(folder, "--format", "jsonl", "--lang", "en")) == 1
    assert pages(folder) == ["6e B-boite.pdf", "6e B-qwinto.pdf"]
    shown = capsys.readouterr()
    assert len(shown.out.splitlines()) == 3
    assert all(name in shown.err for name in pages(folder))
    said = flat((tmp_path / "out" / "class-pages" / "6e B-qwinto.pdf").read_bytes())
    assert "2 games written down" in said


def test_what_cannot_be_read_is_told(tmp_path: Path, capsys: Captured) -> None:
    """Records that cannot be read are told and counted on the page; the rest is drawn."""
    unread = "game: qwinto\nturn: 3\n", "- 1\n"
    folder = written(tmp_path / "class", [texts_of("qwinto")[0], *unread])
    assert run(asked(folder, "--lang", "en")) == 2
    said = flat((tmp_path / "out" / "class-pages" / "class-qwinto.pdf").read_bytes())
    assert "2 games that cannot be read are not" in said
    capsys.readouterr()


@pytest.mark.parametrize("records", [[], ["- 1\n"]])
def test_no_page_of_nothing(records: list[str], tmp_path: Path, capsys: Captured) -> None:
    """An empty folder, and one without a game that can be read, are told in a line."""
    folder = written(tmp_path / "class", records)
    assert run(asked(folder, "--lang", "en")) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not (tmp_path / "out").exists()


def test_paper_and_ink_are_those_asked_for(tmp_path: Path, capsys: Captured) -> None:
    """Class page and corrections have the paper and ink asked for, typed in French too."""
    folder = written(tmp_path / "class", [texts_of("qwinto")[1]])
    out = tmp_path / "out"
    options = ["--papier", "letter", "--encre", "gris", "--corriger", "--langue", "fr"]
    asked_for = ["verify", str(folder), "--page-classe", "--vers", str(out), *options]
    assert run(asked_for) == 1
    assert pages(folder) == ["class-qwinto.letter.grey.pdf"]
    for path in out.rglob("*.pdf"):
        data = path.read_bytes()
        width, height = sizes_mm(data)[0]
        assert (round(width), round(height)) == (216, 279)
        assert b"/DeviceRGB" not in data
    capsys.readouterr()


def test_only_papers_of_offices(tmp_path: Path, capsys: Captured) -> None:
    """A paper that no whole page fits is refused in a line before anything is judged."""
    folder = written(tmp_path / "class", [texts_of("qwinto")[0]])
    assert run(asked(folder, "--paper", "a5", "--lang", "en")) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert len(shown.err.splitlines()) == 1


def test_same_records_same_bytes(reports: dict[str, list[Report]]) -> None:
    """The same records give the same file."""
    one, other = (draw_class_report(tally_of(reports["sti"]), Options()) for _ in range(2))
    assert one == other


@pytest.mark.parametrize("language", BUILT_IN)
def test_the_manual_shows_a_table_and_a_record(
    language: Language, tmp_path: Path, capsys: Captured
) -> None:
    """The table of a class and the sheets that the manual types are judged, and give a page."""
    told, table = (
        (prose.MANUAL / language / name).read_text(encoding="utf-8")
        for name in ("records.md", "class.md")
    )
    folder = written(tmp_path / "6e-B", [prose.blocks(told, "yaml")[0]])
    (typed,) = prose.blocks(table, "csv")
    (folder / "6e-B.csv").write_text(typed, encoding="utf-8")
    assert run(asked(folder, "--lang", "en")) == 1
    shown = capsys.readouterr()
    assert "line 3, Ana – O4: 4 is not larger than 5" in shown.out
    assert re.search("line 5, Cl[eé]o – total: 4 was added up, but it is 2", shown.out)
    assert "total: 7 was added up, but it is 22" in shown.out
    assert "3 records – valid: 0, with errors: 3" in shown.err
    assert pages(folder) == ["6e-B-qwinto.pdf"]
