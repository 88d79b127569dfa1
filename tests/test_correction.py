"""The correction sheet: papers as recorded, wrong cells ringed and numbered, findings beside."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from PIL import Image

from generator import game as games
from generator import paths
from generator.correction import PRINTABLE, draw_correction, plan_correction, stem_of
from generator.errors import LudokitError
from generator.paper.measures import PAGE_TOP
from generator.paper.page import Extents, Page, PaperName, all_cells
from generator.paper.shapes import BEFORE, Text
from generator.paper.text import LEAST_SIZE, TEXT, Lettering
from generator.printables.context import Context, Options
from generator.printables.page_furniture import footer_height
from generator.printables.planning import sheet_showing
from generator.records.record_format import catalog_rules
from generator.records.report import Report
from generator.records.writing import sample_record
from generator.render.html_to_pdf import PAGE_FOOT
from generator.render.preview import blank_heights
from generator.words import BUILT_IN, Language
from tests.judged import verify
from tests.render.conforming import faults
from tests.render.drawings import set_words
from tests.render.measured import middles, picture_of, pixels, sizes_mm, syntax_problems, texts
from tests.render.read_out import heard

EXAMPLES = paths.rules_data() / "qwinto" / "examples"
RED = (180, 35, 24)
ON_SHEETS = ("boite", "course-a-20", "qwinto", "yams")
PLACED = [
    path
    for game in ON_SHEETS
    for path in sorted((paths.rules_data() / game / "examples").glob("illegal-*.yaml"))
]
# Ben shuts what is shut in his second round.
SHUT_TWICE = """\
game: boite
players: [Ana, Ben]
rounds: 2
turns:
- throws: [{dice: [6, 6], shuts: [1, 2, 9]}, {dice: [1, 1]}]
- throws: [{dice: [6, 6], shuts: [1, 2, 9]}, {dice: [1, 1]}]
- throws: [{dice: [6, 6], shuts: [1, 2, 9]}, {dice: [1, 1]}]
- throws: [{dice: [6, 6], shuts: [1, 2, 9]}, {dice: [6, 3], shuts: [9]}, {dice: [1, 1]}]
"""
# Pixels across and down from the middle of a flap to where its ring runs, and how near to there.
AWAY, NEAR = 62, 18


def report_of(path: Path) -> Report:
    """Return the report of a file's only record."""
    (report,) = verify(path)
    return report


def drawn(report: Report, language: Language = "fr", paper: PaperName = "a4") -> bytes:
    """Return the correction of a report."""
    assert report.game is not None
    return draw_correction(report, report.game, Options(language=language, paper=paper))


def flat(pdf: bytes) -> str:
    """Return all words of a PDF with single spaces."""
    return " ".join(" ".join(texts(pdf)).split())


NAMES = ("Ana", "Ben", "Chloé", "Dan", "Eva", "Félix")


def played(
    folder: Path,
    game: str,
    seed: int,
    players: int,
    language: Language = "fr",
    *,
    errors: int = 3,
) -> Report:
    """Return the report of a random game with three errors put in, or as many."""
    names = NAMES[:players] if games.load(game).head.pupil_names else ()
    path = folder / f"{game}-{players}-{seed}.yaml"
    made = sample_record(
        catalog_rules(game), seed=seed, players=names, errors=errors, language=language
    )
    path.write_text(made.text, encoding="utf-8")
    return report_of(path)


def setting_of(report: Report, options: Options) -> Context:
    """Return what the correction of a report is printed with."""
    assert report.game is not None
    return Context(report.game, PRINTABLE, options, "x")


def pages_of(report: Report, paper: PaperName = "a4") -> Sequence[Page]:
    """Return the planned pages of a report's correction."""
    return plan_correction(report, setting_of(report, Options(paper=paper)))


@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("illegal-*.yaml")), ids=lambda p: p.stem)
def test_findings_stand_on_the_sheet(path: Path, language: Language) -> None:
    """Every finding of an illegal example is printed with its message and its rule."""
    report = report_of(path)
    said = flat(drawn(report, language))
    for _, found in report.numbered():
        for words in (report.message_in(found, language), report.sentence(found, language)):
            assert " ".join(words.split()) in said
    for player in report.players:
        assert player in said


@pytest.mark.few(1)
@pytest.mark.parametrize("players", [2, 6])
def test_pages_hold_all_players(tmp_path: Path, players: int) -> None:
    """The papers of all players stand on the pages, whatever their number, in tagged PDFs."""
    for seed in (1, 2, 3):
        report = played(tmp_path, "qwinto", seed, players)
        pdf = drawn(report)
        assert syntax_problems(pdf) == ()
        assert faults(pdf) == ()
        told = [one.alt for one in heard(pdf) if one.kind == "Figure"]
        assert [alt.split(" – ")[0] for alt in told] == list(report.players)
        assert 1 <= len(sizes_mm(pdf)) <= 1 + players
        assert all(player in flat(pdf) for player in report.players)


BESIDE = 9.5


# Papers a classroom has, and what three errors in a game of two take at most.
SIZES: tuple[PaperName, ...] = ("a4", "letter")
PAGES = {"dental": 2, "doce": 2, "sti": 4}


# Where it went wrong, and a sheet; the others in the long run.
SOON = {"qwinto", "sti"}
SOON_OR_LATE = [
    pytest.param(name, marks=[] if name in SOON else pytest.mark.long)
    for name in games.game_names()
]


@pytest.mark.few(1)
@pytest.mark.slow
@pytest.mark.parametrize(
    "seeds", [range(1, 9), pytest.param(range(9, 21), marks=pytest.mark.long)], ids=str
)
@pytest.mark.parametrize("game", SOON_OR_LATE)
def test_nothing_stands_over_the_footer(tmp_path: Path, game: str, seeds: range) -> None:
    """Random games of two stay above their footers, on few pages, in whatever language."""
    for seed in seeds:
        language, paper = BUILT_IN[seed % 2], SIZES[seed // 2 % 2]
        report, extents = played(tmp_path, game, seed, 2, language), Extents()
        setting = setting_of(report, Options(language, paper=paper))
        pages = plan_correction(report, setting)
        assert len(pages) <= PAGES.get(game, 1)
        for page in pages:
            boxes = [box for copy in page.copies if (box := extents.placed(copy.placed))]
            assert min(box.top for box in boxes) >= PAGE_TOP - 1.0
            assert max(box.bottom for box in boxes) <= page.size.height - footer_height(
                setting, page.size
            )


@pytest.mark.few(2)
@pytest.mark.parametrize("game", games.game_names())
def test_no_correction_ends_white(tmp_path: Path, game: str) -> None:
    """The last page is used to a quarter of its height: what is free has lines to write on."""
    for paper in SIZES:
        pdf = drawn(played(tmp_path, game, 1, 2), paper=paper)
        assert blank_heights(pdf, PAGE_FOOT)[-1] < sizes_mm(pdf)[-1][1] / 4


def test_totals_share_a_page(tmp_path: Path) -> None:
    """On a game's board that all share, the totals stand under the last round, not alone."""
    for seed in range(1, 6):
        for page in pages_of(played(tmp_path, "doce", seed, 2), paper="letter"):
            assert any(cell.id == "C3" for _, cell in page.cells())


SHUT_WRONG = """\
game: boite
players: [Ana, Ben]
turns:
- throws: [{dice: [6, 6], shuts: [1, 2, 8]}, {dice: [1, 1]}]
  open: [3, 4, 5, 6, 7, 8]
- throws: [{dice: [6, 6], shuts: [1, 2, 9]}, {dice: [1, 1]}]
totals: {Ana: 33, Ben: 33}
"""


@pytest.mark.parametrize(
    ("record", "causes", "followers"),
    [
        pytest.param(SHUT_WRONG, [None, 0, 0, 0], 3, id="all goes when the flap is right"),
        pytest.param(
            SHUT_WRONG.replace("6, 7, 8]\n", "6, 7]\n"), [None, 0, 0, 0], 2, id="but one thing"
        ),
        pytest.param(
            SHUT_WRONG.replace("{dice: [1, 1]}]\n  open", "{dice: [6, 6], shuts: [3, 9]}]\n  open"),
            [None, 0, 0],
            0,
            id="nothing goes",
        ),
    ],
)
def test_a_consequence_names_its_cause(
    tmp_path: Path, record: str, causes: list[int | None], followers: int
) -> None:
    """People are told that something may follow from an error where it goes when that is right."""
    path = tmp_path / "game.yaml"
    path.write_text(record, encoding="utf-8")
    report = report_of(path)
    assert [found.cause for found in report.findings] == causes
    assert sum(found.after_error for found in report.told) == followers
    said = flat(drawn(report))
    assert said.count("C’est peut-être seulement la suite de l’erreur 1.") == followers


@pytest.mark.parametrize("game", ["crowns", "doce", "qwinto", "sti", "yams"])
def test_numbers_rise_through_the_pages(tmp_path: Path, game: str) -> None:
    """Findings are numbered in the order in which they stand on the sheet, whoever made them."""
    for seed in (1, 2, 5):
        for page in pages_of(played(tmp_path, game, seed, 2)):
            every = [words for copy in page.copies for words in set_words(copy.placed.drawing)]
            heads = [one for one in every if one.size == LEAST_SIZE + 1 and "error" in one.colour]
            assert [int(one.words) for one in heads] == sorted(int(one.words) for one in heads)


def test_a_legend_where_errors_are_marked() -> None:
    """What rings, strikes, values beside them and numbers mean stands once, where there are any."""
    legend = "Entouré : une erreur, avec son numéro."
    for name in ("row-rising", "turn-order"):
        assert flat(drawn(report_of(EXAMPLES / f"illegal-{name}.yaml"))).count(legend) == 1
    assert legend not in flat(drawn(report_of(EXAMPLES / "legal-turns.yaml")))


def _box_of(words: Text, hem: float = 0.0) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of words, with a hem about them."""
    how = Lettering(words.font, words.size)
    wide, high = how.width(words.words), how.height
    left, top = words.x - wide * BEFORE[words.align], words.y - high
    return left - hem, top - hem, left + wide + hem, top + high + hem


def _unmarked(report: Report) -> Iterator[str]:
    """Yield findings without a mark, and marks that cover words or hang over the page."""
    pages, marked = pages_of(report), set[str]()
    for page in pages:
        at = (copy.placed for copy in page.copies)
        every = [words for one in at for words in set_words(one.drawing, one.x, one.y)]
        badges = [
            one for one in every if one.colour == "error.on" and one.size != LEAST_SIZE + 1
        ] + [one for one in every if (one.size, one.align) == (BESIDE, "middle")]
        for badge in badges:
            marked |= set(badge.words.split(", ")) if badge.size != BESIDE else set()
            left, top, right, bottom = _box_of(badge, 0.8)
            if min(left, top) < 0 or right > page.size.width or bottom > page.size.height:
                yield f"{badge.words} hangs over the page"
            for other in every:
                x, y, end, low = _box_of(other)
                is_apart = end <= left or x >= right or low <= top or y >= bottom
                if other is not badge and not is_apart:
                    yield f"{badge.words} covers {other.words}"
    told = {str(number) for number, _ in report.numbered()}
    yield from (f"no mark of {number}" for number in told - marked)


@pytest.mark.few(3)
@pytest.mark.parametrize(
    "seeds", [range(1, 6), pytest.param(range(6, 506), marks=pytest.mark.proof)], ids=str
)
@pytest.mark.parametrize("game", games.game_names())
def test_every_finding_has_its_mark(tmp_path: Path, game: str, seeds: range) -> None:
    """Each finding's number stands at a cell, turn or title, on the page and over no words."""
    for seed in seeds:
        report = played(tmp_path, game, seed, 2)
        assert list(_unmarked(report)) == [], f"seed {seed}"


@pytest.mark.parametrize(("game", "seed"), [("course-a-20", 5), ("doce", 5), ("yams", 7)])
def test_no_error_follows_from_what_it_does_not_hang_on(
    tmp_path: Path, game: str, seed: int
) -> None:
    """Of two errors that nothing joins none is said to follow from the other."""
    report = played(tmp_path, game, seed, 2, errors=2)
    assert len(report.findings) == 2
    assert "suite de l’erreur" not in flat(drawn(report))


@pytest.mark.parametrize("game", ["crowns", "doce"])
def test_what_is_struck_belongs_to_a_finding(tmp_path: Path, game: str) -> None:
    """All that a refused turn would have placed is ringed with the number of its finding."""
    struck = set[str]()
    for seed in range(1, 9):
        report = played(tmp_path, game, seed, 2, errors=2)
        ringed = {cell for one in report.findings for cell in (one.where, *one.lacks)}
        marks = [mark for paper in report.papers for mark in paper.marks.items()]
        wrong = {cell for cell, mark in marks if mark.colour == "error"}
        assert wrong <= ringed
        struck |= wrong
    assert struck


def test_nothing_peeps_out_under_a_die(tmp_path: Path) -> None:
    """The printed name of a square is gone where a die is drawn upon it, and only there."""
    report = played(tmp_path, "doce", 2, 2)
    drawings = [copy.placed.drawing for page in pages_of(report) for copy in page.copies]
    said = [words.words for one in drawings for words in set_words(one)]
    squares = {cell.id for one in drawings for cell in all_cells(one)}
    for square in squares:
        free = [paper for paper in report.papers if square not in paper.marks]
        assert said.count(square) == len(free)


def test_every_wrong_flap_is_ringed(tmp_path: Path) -> None:
    """Of flaps noted otherwise than they are each is ringed, and named as to be put right."""
    path = tmp_path / "game.yaml"
    right = SHUT_WRONG.replace("1, 2, 8]", "1, 2, 9]")
    path.write_text(right.replace("6, 7, 8]", "6, 8, 9]"), encoding="utf-8")
    pdf = drawn(report_of(path))
    assert "(à corriger : 7, 9)" in flat(pdf)
    assert [list(_ringed(pdf, sign)) for sign in "479"] == [[], [0], [0]]


@pytest.mark.few(3)
@pytest.mark.parametrize("game", games.game_names())
def test_nothing_asks_a_pupil_what_is_known(tmp_path: Path, game: str) -> None:
    """A correction has no line of the file, and no line for a name, a table or a date."""
    said = flat(drawn(played(tmp_path, game, 3, 2)))
    for words in ("ligne 1", "Nom", "Date", "trombone"):
        assert words not in said.replace("ligne 1 à", "")


@pytest.mark.parametrize(
    ("example", "wrote", "right", "said"),
    [
        ("yams/examples/illegal-points-wrong", "12", "13", "13"),
        ("qwinto/examples/illegal-sheet-differs", "16", "15", "15"),
        ("qwinto/examples/illegal-cell-free", "3", "", "6"),
        ("boite/examples/illegal-score-wrong", "31", "30", "30"),
        ("dental/examples/illegal-sugar-step", "black", "red", "CS"),
        ("sti/examples/illegal-final-differs", "13", "10", "10"),
    ],
)
def test_right_stands_beside_wrong(example: str, wrote: str, right: str, said: str) -> None:
    """What was put in a cell is struck there, and by its ring stands what is right."""
    report = report_of(paths.rules_data() / f"{example}.yaml")
    found = next(one for one in report.findings if one.where)
    assert (found.wrote, found.right) == (wrote, right)
    drawings = (copy.placed.drawing for page in pages_of(report) for copy in page.copies)
    beside = [words for one in drawings for words in set_words(one) if words.size == BESIDE]
    assert said in [one.words for one in beside]


def test_errors_of_a_card_game_are_numbered_at_their_lines(tmp_path: Path) -> None:
    """Beside each deed that a rule refuses, or its turn as a whole, stands the finding's number."""
    report = played(tmp_path, "sti", 5, 2)
    drawings = [copy.placed.drawing for page in pages_of(report) for copy in page.copies]
    every = [words for one in drawings for words in set_words(one)]
    badges = [one for one in every if one.colour == "error.on" and one.size == LEAST_SIZE]
    assert sorted(one.words for one in badges) == [str(n) for n, _ in report.numbered()]
    refused = [one for one in every if one.colour == "error" and one.size == TEXT]
    # Of one turn in one drawing: on one height, the number before the words.
    beside = [(b, r) for b in badges for r in refused if abs(b.y - r.y) < 1 and b.x < r.x]
    assert (
        len(beside) == sum(len(deed.wrong) for turn in report.story for deed in turn.actions) == 3
    )


def test_a_winning_line_is_marked() -> None:
    """On a round's grid a band runs along each line that won it, under the dice."""
    report = report_of(paths.rules_data() / "doce" / "examples" / "legal-match.yaml")
    lines = [line for paper in report.papers for line in paper.lines]
    assert lines
    assert all(len(line) == 4 for line in lines)


def test_paper_of_one_player(tmp_path: Path) -> None:
    """A record of one player's sheet gives a correction with that sheet on one page."""
    path = tmp_path / "one.yaml"
    path.write_text(
        "game: qwinto\nplayers: [Ana, Ben]\nsheets:\n  Ana:\n"
        "    orange: [~, 5, ~, ~, 4, ~, ~, ~, ~]\n    misses: 1\n",
        encoding="utf-8",
    )
    pdf = drawn(report_of(path))
    assert len(sizes_mm(pdf)) == 1


def test_wrong_cell_is_ringed() -> None:
    """The cell of a finding has a red ring about it; a right game has no red at all."""
    wrong = picture_of(drawn(report_of(EXAMPLES / "illegal-row-rising.yaml")), 60)
    right = picture_of(drawn(report_of(EXAMPLES / "legal-turns.yaml")), 60)
    assert _reds(wrong) > 40
    assert _reds(right) == 0


def _reds(picture: Image.Image) -> int:
    """Return how many pixels are as red as errors."""
    every = (zip(pixel, RED, strict=True) for pixel in pixels(picture))
    return sum(all(abs(a - b) < 30 for a, b in pairs) for pairs in every)


@pytest.mark.parametrize("path", PLACED, ids=lambda path: f"{path.parts[-3]}: {path.stem}")
def test_findings_name_cells_of_the_sheet(path: Path) -> None:
    """Where a finding is on a sheet of paper, it has the id of a cell that is printed there."""
    report = report_of(path)
    assert report.game is not None
    context = Context(report.game, "", Options(), "correction")
    parts = {paper.part for paper in report.papers}
    cells = {cell.id for part in parts for cell in all_cells(sheet_showing(context, part, 190.0))}
    assert {found.cell or found.where for found in report.findings} <= {None, *cells}


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("low", [None, 95.0, 175.0])
def test_a_round_is_marked_on_a_strip(low: float | None, *, large: bool) -> None:
    """However low a sheet is wanted, the race's has each cell that is marked, or there is none."""
    report = report_of(paths.rules_data() / "course-a-20" / "examples" / "illegal-step.yaml")
    assert report.game is not None
    context = Context(report.game, "", Options(large=large), "correction")
    marked = {cell for paper in report.papers for cell in paper.marks}
    cells = set(marked) if low else set[str]()
    with suppress(LudokitError):
        cells = {cell.id for cell in all_cells(sheet_showing(context, "strip", 186.0, low))}
    assert marked <= cells


def test_ring_is_about_the_cell_of_its_round(tmp_path: Path) -> None:
    """A cell that comes again round by round is ringed in the round of the turn, nowhere else."""
    path = tmp_path / "twice.yaml"
    path.write_text(SHUT_TWICE, encoding="utf-8")
    report = report_of(path)
    (found,) = report.findings
    assert (found.player, found.where, found.cell) == ("Ben", "f9", "round2.f9")
    pdf = drawn(report)
    assert "9 : cette case est déjà barrée" in flat(pdf)
    # There are five rounds on a sheet: the second one of the second player.
    assert list(_ringed(pdf, "9")) == [6]


def _ringed(pdf: bytes, sign: str) -> Iterator[int]:
    """Yield, by its place among them, each sign of the first page that has red on four sides."""
    picture = picture_of(pdf)
    for number, (x, y) in enumerate(middles(pdf, sign)):
        spots = ((x + right, y + down) for right in (-AWAY, AWAY) for down in (-AWAY, AWAY))
        boxes = ((left - NEAR, top - NEAR, left + NEAR, top + NEAR) for left, top in spots)
        if all(_reds(picture.crop(box)) for box in boxes):
            yield number


@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize(
    ("example", "signed"),
    [
        ("course-a-20/examples/legal-match", "○ Ana · □ Ben"),
        ("doce/examples/legal-match", "□ Ana · ○ Ben"),
    ],
)
def test_shapes_have_owners(example: str, signed: str, language: Language) -> None:
    """On a paper that several write on stands whose shape is whose, round by round."""
    report = report_of(paths.rules_data() / f"{example}.yaml")
    said = flat(drawn(report, language))
    name = {"fr": "manche", "en": "round"}[language]
    for number, _ in enumerate(report.papers, start=1):
        assert f"{name} {number} · {signed}" in said


def test_right_game_is_told_so() -> None:
    """A game without a fault gets a sheet that says so."""
    assert "Tout est juste" in flat(drawn(report_of(EXAMPLES / "legal-turns.yaml")))


def test_name_tells_versions_apart() -> None:
    """A correction is named after the record and its contents, and its place in a stream."""
    report = report_of(EXAMPLES / "legal-turns.yaml")
    one, other = (stem_of(report.file, report.index, digit * 64) for digit in "12")
    assert one.startswith("legal-turns-")
    assert one != other
    assert one == stem_of(report.file, report.index, "1" * 64)
