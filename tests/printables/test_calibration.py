"""A printer is measured and made up for: the sheet, the profile, the corrected file."""

from pathlib import Path

import pytest
from pypdfium2 import PdfDocument

from generator.cli.program import run
from generator.errors import DataError, LudokitError
from generator.game import load
from generator.make import make, make_calibration
from generator.paper.page import PAPERS, TRUE, Margins, Page, PaperName, Printer
from generator.paper.palette import Ink, grey_of
from generator.paper.shapes import Drawing, Line, Rect, Text
from generator.printables.calibration import GREYS, PATCH, RULER_ACROSS, RULER_DOWN, read_profile
from generator.printables.calibration import plan_calibration as planned
from generator.printables.context import Options
from generator.printables.planning import plan
from generator.render.pdf import draw
from generator.words import BUILT_IN, Language
from tests.render.conforming import faults
from tests.render.measured import FACTS, PALETTE, ink_box, picture_of, sizes_mm, texts


def profile(folder: Path, text: str) -> Path:
    """Write a profile and return its path."""
    file = folder / "printer.yaml"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize("paper", sorted(PAPERS))
@pytest.mark.parametrize("language", BUILT_IN)
def test_sheet_has_all_to_measure(paper: PaperName, language: Language) -> None:
    """The sheet has two tagged pages of the paper's size: steps and lines, then the fields."""
    pdf = make_calibration(Options(language=language, paper=paper)).pdf
    assert pdf is not None
    assert faults(pdf) == ()
    size = PAPERS[paper]
    assert sizes_mm(pdf) == [pytest.approx((size.width, size.height), abs=0.1)] * 2
    front, back = texts(pdf)
    assert f"{RULER_ACROSS:g} mm" in front
    assert f"{RULER_DOWN:g} mm" in front
    for field in ("scale_x", "scale_y", "back_x", "back_y", "margins", "left", "bottom"):
        assert f"{field}:" in back
    assert {"fr": "imprimante", "en": "printer"}[language] in front


@pytest.mark.parametrize("ink", ["colour", "grey"])
def test_greys_are_as_light_as_they_say(ink: Ink) -> None:
    """Each step of the ramp is printed as light as is written below it, and all are different."""
    pdf = make_calibration(Options(ink=ink)).pdf or b""
    with PdfDocument(pdf) as file:
        dots = file[0].render(scale=2).to_pil().convert("L").histogram()
    wanted = [round(255 * grey_of(light)[0]) for light in GREYS]
    assert len(set(wanted)) == len(GREYS)
    patch = (PATCH / 25.4 * 144) ** 2
    for level in wanted:
        assert sum(dots[max(0, level - 1) : level + 2]) > 0.9 * patch, level


def test_lines_to_measure_are_true() -> None:
    """The two lines are as long as they say, and the crosses of both sides meet at the middle."""
    for paper in sorted(PAPERS):
        front, back = planned(Options(paper=paper))
        lines = [s for s in front.furniture.shapes if isinstance(s, Line)]
        lengths = [max(line.x2 - line.x1, line.y2 - line.y1) for line in lines]
        assert sorted(lengths)[-2:] == [RULER_ACROSS, RULER_DOWN]
        middle = PAPERS[paper].width / 2, PAPERS[paper].height / 2
        for page in (front, back):
            crossing = [
                line
                for line in page.furniture.shapes
                if isinstance(line, Line)
                and ((line.x1 + line.x2) / 2, (line.y1 + line.y2) / 2) == middle
            ]
            assert len(crossing) >= 2
        assert (front.is_back, back.is_back) == (False, True)


@pytest.mark.parametrize(
    ("text", "printer"),
    [
        pytest.param("scale_x: 98.7", Printer(0.987), id="per cent"),
        pytest.param("scale_y: 1.012", Printer(1.0, 1.012), id="share"),
        pytest.param("scale_x: 100", TRUE, id="whole"),
        pytest.param("back_x: -1\nback_y: 0.5", Printer(back_x=-1.0, back_y=0.5), id="back"),
        pytest.param(
            "margins:\n  left: 4\n  bottom: 12.5",
            Printer(margins=Margins(4.0, 5.0, 5.0, 12.5)),
            id="margins",
        ),
        pytest.param("margins: {top: 0}", Printer(margins=Margins(top=0.0)), id="in one line"),
        pytest.param("name: Salle 12", TRUE, id="name"),
    ],
)
def test_profile_is_read(tmp_path: Path, text: str, printer: Printer) -> None:
    """A profile gives what was measured; what it leaves out is true."""
    assert read_profile(profile(tmp_path, text)) == printer


@pytest.mark.parametrize(
    ("text", "told"),
    [
        pytest.param("scale_x: 50", ":1:10: scale_x: '50' is no scale", id="scale"),
        pytest.param("# Salle 12\nscale_y: inf", ":2:10: scale_y: ", id="infinite"),
        pytest.param("back_x: 30", "back_x: '30' is not 20 or less", id="shift"),
        pytest.param("margins:\n  lefft: 3", ":2:3: margins.lefft: unknown field", id="slip"),
        pytest.param("scale_x: '99'", "scale_x: '99' in quotes is not a number", id="text"),
        pytest.param("margins: 3", ":1:10: margins: ", id="no fields"),
        pytest.param("scale_x: 99\nscale_x: 98", ":2:1: 'scale_x' stands twice", id="twice"),
        pytest.param("name: b\nscale_x = 98.7", ":2:1: a printer's profile is now", id="TOML"),
        pytest.param("scale_x = " + "1" * 5000, ":1:1: a printer's profile is now", id="long TOML"),
        pytest.param("scale_x: " + "1" * 5000, "has too many digits for a number", id="long"),
        pytest.param("a: " + "[" * 5000, "nested deeper than 64 levels", id="deep"),
        pytest.param(".".join("a" * 400) + ": 1", "unknown field", id="many dots"),
        pytest.param("scale_x: 2026-01-01", "scale_x: ", id="date"),
        pytest.param("scale_x: [1, 2]", "scale_x: ", id="list"),
        pytest.param("scale_x: true", "scale_x: ", id="truth"),
    ],
)
def test_faulty_profile_is_told(tmp_path: Path, text: str, told: str) -> None:
    """A fault of a profile is told with its line and what would do."""
    with pytest.raises(DataError) as caught:
        read_profile(profile(tmp_path, text))
    assert told in caught.value.worded("en")


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    """Two scales, a shift and a margin that are wrong are four lines."""
    text = "scale_x: 9\nscale_y: 8\nback_y: 99\nmargins:\n  top: -1\n"
    with pytest.raises(DataError) as caught:
        read_profile(profile(tmp_path, text))
    assert [problem.line for problem in caught.value.problems] == [1, 2, 3, 5]


def test_missing_profile_is_told(tmp_path: Path) -> None:
    """A profile that is not there is named."""
    with pytest.raises(DataError) as caught:
        read_profile(tmp_path / "none.yaml")
    assert "none.yaml: no such file" in caught.value.worded("en")


def test_profile_of_an_earlier_page_is_told_the_new_form(tmp_path: Path) -> None:
    """A file by the name that was asked for before is told, in one line, what is asked for now."""
    file = tmp_path / "printer.toml"
    file.write_text("# empty\n", encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_profile(file)
    assert "in a .yaml file: “scale_x: 98.7”" in caught.value.worded("en")
    assert "\n" not in caught.value.worded("fr")


def test_example_on_the_page_is_a_profile(tmp_path: Path) -> None:
    """What the calibration page shows as an example, typed as it stands, is read."""
    page = planned(Options())[1]
    words = [s.words for d in inner(page.furniture) for s in d.shapes if isinstance(s, Text)]
    start = words.index("scale_x: 98.7")
    typed = "\n".join(words[start : start + 9]).replace("\u00a0", " ")
    edge = Margins(4.0, 4.0, 4.0, 5.0)
    assert read_profile(profile(tmp_path, typed)) == Printer(0.987, 99.4 / 100, 0.5, -1.0, edge)


def box_page(*, is_back: bool = False) -> Page:
    """Return a page with a black box of 50 x 40 mm, 30 mm from the left and 60 from the top."""
    size = PAPERS["a4"]
    box = Rect(30.0, 60.0, 50.0, 40.0, "ink")
    return Page(size, Drawing(size.width, size.height, (box,)), (), "", is_back)


def as_printed(box: tuple[int, int, int, int], printer: Printer, *, is_back: bool) -> list[float]:
    """Return where a printer puts a box of the file: scaled about the middle, backs shifted."""
    size = PAPERS["a4"]
    right, down = (printer.back_x, printer.back_y) if is_back else (0.0, 0.0)
    xs = [
        size.width / 2 + (edge / 10 - size.width / 2) * printer.scale_x + right for edge in box[::2]
    ]
    ys = [
        size.height / 2 + (edge / 10 - size.height / 2) * printer.scale_y + down
        for edge in box[1::2]
    ]
    return [xs[0], ys[0], xs[1], ys[1]]


@pytest.mark.few(3)
@pytest.mark.parametrize("is_back", [False, True])
@pytest.mark.parametrize(
    "printer",
    [
        pytest.param(Printer(0.987), id="narrow"),
        pytest.param(Printer(1.01, 0.975), id="both"),
        pytest.param(Printer(back_x=1.5, back_y=-2.0), id="shifted"),
        pytest.param(Printer(0.98, 1.02, -1.0, 0.7), id="all"),
    ],
)
def test_corrected_file_prints_true(printer: Printer, is_back: bool) -> None:  # noqa: FBT001 - a column of the table
    """What a printer makes of the corrected file lies where the plan put it."""
    pdf = draw([box_page(is_back=is_back)], PALETTE, FACTS, printer)
    box = ink_box(picture_of(pdf))
    wanted = [30.0, 60.0, 80.0, 100.0]
    assert as_printed(box, printer, is_back=is_back) == pytest.approx(wanted, abs=0.11)


def test_true_printer_changes_nothing() -> None:
    """Without a profile the file is the one that was planned."""
    assert draw([box_page()], PALETTE, FACTS, TRUE) == draw([box_page()], PALETTE, FACTS)


def test_ruler_measures_true_on_that_printer() -> None:
    """The ruler of a score sheet is 50 mm long on a printer that prints 98.7 % in x."""
    printer = Printer(0.987)
    made = make(load("qwinto"), "score-sheets", Options(printer=printer))
    picture = picture_of(made.pdf or b"").convert("L")
    data, width = picture.tobytes(), picture.width
    # The right half of every row: the words of the footer stand on the left.
    rows = [data[y * width + width // 2 : (y + 1) * width] for y in range(picture.height)]
    lowest = next(row for row in reversed(rows) if sum(value < 160 for value in row) > 300)
    dark = [x for x, value in enumerate(lowest) if value < 160]
    assert (dark[-1] - dark[0] + 1) / 10 * printer.scale_x == pytest.approx(50, abs=0.4)
    assert list(made.files) == ["score-sheets.printer.pdf", "score-sheets.printer.boxes.json"]


@pytest.mark.parametrize(
    ("side", "word"),
    [("left", "left"), ("top", "top"), ("right", "right"), ("bottom", "bottom")],
)
def test_box_beyond_a_wide_margin_is_named(side: str, word: str) -> None:
    """A printer that leaves 20 mm white cannot print what lies there: page and edge are told."""
    printer = Printer(margins=Margins(**{side: 20.0}))
    with pytest.raises(LudokitError) as caught:
        plan(load("qwinto"), "score-sheets", Options(printer=printer))
    told = caught.value.worded("en")
    assert "Feuilles de score, page 1" in told
    assert f"the {word} edge" in told
    assert "20 mm white" in told


def test_narrow_margin_changes_nothing() -> None:
    """A printer that reaches farther than others gets the same sheets at the same places."""
    printer = Printer(margins=Margins(3.0, 3.0, 3.0, 3.0))
    pages = plan(load("qwinto"), "score-sheets", Options())
    others = plan(load("qwinto"), "score-sheets", Options(printer=printer))
    assert [page.copies for page in others] == [page.copies for page in pages]


def test_command_writes_the_sheet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`calibrate` writes one PDF into a folder of the language, named by its paper."""
    assert run(["calibrate", "--lang", "en", "--to", str(tmp_path), "--paper", "letter"]) == 0
    file = tmp_path / "calibrate" / "en" / "calibrate.letter.pdf"
    assert file.read_bytes().startswith(b"%PDF")
    assert str(file) in capsys.readouterr().out


def test_sheet_is_the_same_twice() -> None:
    """The same choices give the same bytes."""
    assert make_calibration(Options()).files == make_calibration(Options()).files


def inner(drawing: Drawing) -> list[Drawing]:
    """Return a drawing and all that are placed in it."""
    found = [drawing]
    for one in found:
        found += [shape.drawing for shape in one.shapes if hasattr(shape, "drawing")]
    return found
