"""The page where a program has one thread and no processes: the same comes out."""

import re
import zlib
from collections.abc import Mapping
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from random import Random
from zipfile import ZipFile

import pytest
from PIL import Image
from pypdfium2 import PdfDocument
from reportlab.pdfgen.canvas import Canvas

from generator import processes
from generator.errors import LudokitError
from generator.page import in_browser
from generator.page.in_browser import answer
from generator.page.jobs import JobQueue, Order, PrintJob, StepwiseQueue
from generator.paper import photographs
from generator.paper.photographs import image_for_print
from generator.print_request import PrintRequest
from generator.printables.context import Options
from generator.processes import InlineExecutor, process_pool
from generator.render import merge, plain_merge, preview
from generator.words import LANGUAGES
from tests import shipped

ORIGIN, ROOT, KEY = "https://school.example", "/some/where/app/", "tab"
FORM = (("Content-Type", "application/x-www-form-urlencoded"), ("Origin", ORIGIN))
ORDER = Order("yams", PrintRequest(Options("en", contents=("play",)), pupils=9))
LOTO = Order(
    "pays",
    PrintRequest(Options("fr", pupils=8)),
    kind="loto",
    table="\n".join(f"Pays {n};Ville {n}" for n in range(30)).encode(),
    file="pays.csv",
)


def asked(
    path: str, method: str = "GET", headers: tuple[tuple[str, str], ...] = (), body: bytes = b""
) -> tuple[int, Mapping[str, str], bytes]:
    """Ask the page as a worker of a browser does."""
    at, _, query = path.partition("?")
    told = {"path": f"{KEY}/{at}", "query": query, "method": method, "headers": headers}
    status, found, data = answer(ORIGIN, ROOT, KEY, {**told, "body": body})
    return status, dict(found), data


def made_by(queue: JobQueue, order: Order) -> PrintJob:
    """Have an order made, as a browser that polls it."""
    work = queue.submit(order, {})
    while (work.state) != "done":
        found = queue.poll(work.name)
        assert found is work
    return work


@pytest.mark.slow
@pytest.mark.few(1)
@pytest.mark.parametrize("order", [ORDER, LOTO], ids=["kit", "list"])
def test_the_same_files_are_made(order: Order) -> None:
    """What is made step by step has the bytes of what processes make."""
    queue = JobQueue(iter("ab").__next__)
    queue.start()
    stepwise = StepwiseQueue(iter("cd").__next__)
    stepwise.warm()
    stepwise.start()
    one, other = made_by(stepwise, order), made_by(queue, order)
    assert one.fault is other.fault is None
    assert one.files() == other.files()
    assert one.steps == other.steps


def test_a_step_at_each_question() -> None:
    """Each time somebody asks for a job one more printable is there, and what fails is told."""
    queue = StepwiseQueue(iter("ab").__next__)
    work = queue.submit(ORDER, {})
    assert (work.state, len(work.made)) == ("waiting", 0)
    for count in (1, 2):
        assert queue.poll(work.name) is work
        assert len(work.made) == count
    assert queue.find(work.name) is work
    assert len(work.made) == count
    assert queue.poll("z") is None
    wrong = Order("pays", LOTO.request, kind="loto", table=b"a;b", file="pays.csv")
    assert made_by(queue, wrong).fault is not None


def test_processes_are_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without processes a task is done at once, and its fault raised where the result is asked."""
    monkeypatch.setattr(processes, "HAS_PROCESSES", False)
    with process_pool(2) as pool:
        assert isinstance(pool, InlineExecutor)
        assert pool.submit(divmod, 7, 2).result() == (3, 1)
        failed = pool.submit(divmod, 7, 0)
        with pytest.raises(ZeroDivisionError):
            failed.result()
    monkeypatch.setattr(processes, "HAS_PROCESSES", True)


def test_a_page_below_any_path() -> None:
    """Pages are framed by their own origin alone, and every link leads below the path."""
    status, headers, page = asked("fr/kit/qwinto/")
    assert status == 200
    assert "frame-ancestors 'self'" in headers["Content-Security-Policy"]
    links = [part.partition(b'"')[0] for part in page.split(b'href="')[1:]]
    assert links
    assert all(one.startswith((ROOT.encode(), b"#")) for one in links)
    assert page.count(b"aria-current") == 0
    assert asked("fr/check/")[2].count(b"aria-current") == 1


@pytest.mark.parametrize(
    "headers", [(), FORM[:1], (FORM[0], ("Origin", "https://elsewhere.example"))]
)
def test_a_form_from_elsewhere(headers: tuple[tuple[str, str], ...]) -> None:
    """A form that another site sends is refused."""
    assert asked("fr/class/", "POST", headers, b"class-name=6eB")[0] == 403
    assert asked("fr/class/", "POST", FORM, b"class-name=6eB")[0] != 403


def test_a_kit_as_an_archive(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kit is ordered, made while its page is polled, and handed out in one archive."""
    monkeypatch.setattr(in_browser, "StepwiseQueue", StepwiseQueue)
    status, _, page = asked("en/kit/yams/", "POST", FORM, b"contents=score-sheets&pupils=3")
    assert status == 303
    status, headers, _ = asked("en/kit/yams/", "POST", FORM, b"contents=score-sheets&pupils=3")
    at = headers["Location"].partition(f"{ROOT}{KEY}/")[2]
    name = at.partition("made=")[2].partition("&")[0]
    for _ in range(5):
        page = asked(at)[2]
    assert b"is ready" in page or b"All is ready" in page
    status, headers, data = asked(f"en/made/{name}/files/yams.zip")
    assert status == 200
    with ZipFile(BytesIO(data)) as archive:
        assert "score-sheets.pdf" in archive.namelist()
        assert any("to-print" in one for one in archive.namelist())


def test_merged_without_pikepdf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kits and print files have the same pages in the same order, and the same bytes each time."""
    game, options = shipped.load("qwinto"), Options("fr")
    parts = [
        (name, shipped.printed("qwinto", name, options).pdf or b"")
        for name in ("score-sheets", "record-form")
    ]
    from generator.make import facts_of
    from generator.printables.context import Context

    about = facts_of(Context(game, "score-sheets", options), "DuplexFlipLongEdge")
    whole = merge.merge_pdfs(parts, about)
    runs = [("one", 0, 1, 2), ("two", 1, 2, 1)]
    repeated = merge.repeat_pages(whole, runs, about)
    monkeypatch.setattr(merge, "_has_pikepdf", lambda: False)
    plain = merge.merge_pdfs(parts, about)
    assert plain == merge.merge_pdfs(parts, about)
    assert texts(plain) == texts(whole)
    again = merge.repeat_pages(whole, runs, about)
    assert again == merge.repeat_pages(whole, runs, about)
    assert texts(again) == texts(repeated)
    assert len(texts(repeated)) == 6
    assert preview.pages_png(again) == preview.pages_png(repeated)


def test_joining_changes_nothing_on_a_page() -> None:
    """Only the file's own id and moment are written anew, whatever a page looks like."""
    canvas = Canvas(file := BytesIO(), pageCompression=0)
    canvas.drawString(40, 700, f"{'0' * 32} /ID[<{'A' * 32}><{'A' * 32}>]")
    canvas.save()
    joined = plain_merge.join_runs([(file.getvalue(), [0], False)])
    assert texts(joined) == texts(file.getvalue())
    assert joined == plain_merge.join_runs([(file.getvalue(), [0], False)])


def test_a_run_without_blank_backs() -> None:
    """On one side of the paper nothing stands between the sets."""
    runs = [*plain_merge.repeated_runs(b"x", [("", 0, 1, 2)], is_duplex=False)]
    assert runs == [(b"x", range(1), False)] * 2


def texts(pdf: bytes) -> list[str]:
    """Return the words of each page."""
    with PdfDocument(pdf) as document:
        return [page.get_textpage().get_text_bounded() for page in document]


def test_pictures_without_pillow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages are the same dots, whoever writes the PNG."""
    pdf = shipped.printed("qwinto", "score-sheets", Options("fr")).pdf or b""
    usual = preview.page_png(pdf, 1, 60)
    monkeypatch.setattr(preview, "has_pillow", lambda: False)
    plain = preview.page_png(pdf, 1, 60)
    assert usual is not None
    assert plain is not None
    assert plain != usual
    with Image.open(BytesIO(usual)) as one, Image.open(BytesIO(plain)) as other:
        assert (one.mode, one.size, one.tobytes()) == (other.mode, other.size, other.tobytes())


def test_what_dies_is_told() -> None:
    """A fault of what makes a list is told as where processes make it."""
    with pytest.raises(LudokitError):
        StepwiseQueue(iter("a").__next__).submit(Order("no-such-game", ORDER.request), {})


def test_photographs_that_a_browser_decodes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dots that are handed in are printed as Pillow prints them; a file without any is told."""
    file, rng = tmp_path / "a.png", Random(3)  # noqa: S311 - dots
    dots = bytes(rng.randrange(256) for _ in range(40 * 30 * 3))
    Image.frombytes("RGB", (40, 30), dots).save(file)
    usual = {grey: image_for_print(file, 40.0, is_grey=grey) for grey in (False, True)}
    monkeypatch.setattr(photographs, "has_pillow", lambda: False)
    with pytest.raises(LudokitError, match="neither a PNG"):
        photographs.pixel_size(file)
    rgba = b"".join(dots[at : at + 3] + b"\xff" for at in range(0, len(dots), 3))
    in_browser.register_decoded(sha256(file.read_bytes()).hexdigest(), [80, 60, 40, 30], rgba)
    assert photographs.pixel_size(file) == (80, 60)
    for grey, one in usual.items():
        other = image_for_print(file, 40.0, is_grey=grey)
        assert (other.width, other.height, other.colours) == (40, 30, one.colours)
        with Image.open(BytesIO(one.data)) as seen, Image.open(BytesIO(other.data)) as shown:
            assert seen.tobytes() == shown.tobytes()
        assert zlib.decompress(other.compressed_dots())


def test_few_pictures_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The picture that was handed in first is forgotten first."""
    monkeypatch.setattr(photographs, "MOST_DECODED", 2)
    monkeypatch.setattr(photographs, "_DECODED", {})
    for name in "abc":
        in_browser.register_decoded(name, [1, 1, 1, 1], b"\0\0\0\xff")
    assert list(photographs._DECODED) == ["b", "c"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("at", ["", "kit/yams/", "check/yams/", "list/", "class/", "none/"])
def test_no_icon_in_a_folder(language: str, at: str) -> None:
    """Where the page lies in a folder nobody is told to open the program from an icon."""
    _, _, data = asked(f"{language}/{at}")
    shown = data.decode().replace('rel="icon"', "").replace("icon.svg", "")
    assert re.search(r"\b(icon|icône)\b", shown) is None
