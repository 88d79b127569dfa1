"""A kit: all printables, bound into one PDF with bookmarks, and a manifest."""

import hashlib
import json
import re
from io import BytesIO
from itertools import groupby
from time import sleep

import pikepdf
import pytest

from generator.game import load
from generator.kit import bind_kit, seat_for_kit
from generator.make import Print, make
from generator.paper.imposition import Duplex
from generator.paper.page import PAPERS, SLIDE
from generator.printables.context import Options
from generator.words import BUILT_IN, Language
from tests.kit.kits import GROUP, PUPILS, made, singly
from tests.render.measured import fonts, sizes_mm, syntax_problems, texts

# Longer than the clock of a PDF's dates can hide.
APART = 2.1
FAMILIES = ("AtkinsonHyperlegibleNext", "Lexend", "LudokitSymbols")


def qwinto(language: Language) -> tuple[list[Print], Print]:
    """Return the printables of the Qwinto kit, the plan first, and the kit bound."""
    singles, plan, whole = made("qwinto", language)
    return [plan, *singles], whole


@pytest.fixture(scope="module", params=BUILT_IN)
def kit(request: pytest.FixtureRequest) -> tuple[list[Print], Print]:
    """Return the kit of each language."""
    return qwinto(request.param)


def family(font: str) -> str:
    """Return a font's name as both PDF libraries write it, without the subset's letters."""
    return font.rsplit("+", maxsplit=1)[-1].lstrip("/").replace("-", "")


def files(kit: tuple[list[Print], Print]) -> dict[str, bytes]:
    """Return every file of a kit by its name."""
    singles, whole = kit
    return {name: data for one in (*singles, whole) for name, data in one.files.items()}


@pytest.mark.few(1)
def test_kit_binds_every_page(kit: tuple[list[Print], Print]) -> None:
    """The bound PDF has the pages of all that is printed, under a bookmark for each printable."""
    singles, whole = kit
    singles = [one for one in singles if one.printable != "slides"]
    counts = [len(sizes_mm(one.pdf or b"")) for one in singles]
    with pikepdf.open(BytesIO(whole.pdf or b"")) as document:
        assert len(document.pages) == sum(counts)
        with document.open_outline() as outline:
            assert [str(item.title) for item in outline.root] == [one.title for one in singles]
            assert all(item.children for item in outline.root)
        assert document.Root.Lang in BUILT_IN
        assert "/StructTreeRoot" in document.Root


@pytest.mark.few(1)
def test_pages_are_labelled(kit: tuple[list[Print], Print]) -> None:
    """Each page is called by its printable and its number within it."""
    singles, whole = kit
    singles = [one for one in singles if one.printable != "slides"]
    with pikepdf.open(BytesIO(whole.pdf or b"")) as document:
        labels = [str(page.label) for page in document.pages]
    wanted = [
        f"{one.title} {number}"
        for one in singles
        for number in range(1, len(sizes_mm(one.pdf or b"")) + 1)
    ]
    assert labels == wanted


@pytest.mark.few(1)
def test_a_file_for_each_kind_of_paper(kit: tuple[list[Print], Print]) -> None:
    """All copies of a class lie in it in order, each on a front; viewers know how to print it."""
    found = files(kit)
    ids = {name: pile for name, pile in kit[1].ids.items() if pile.startswith("play-")}
    printed = {name: found[name] for name in ids}
    sides = ("one-side", "two-sides", "two-sides-landscape")
    assert [*ids.values()] == [f"play-80g-{side}" for side in sides]
    flips = ("/Simplex", "/DuplexFlipLongEdge", "/DuplexFlipLongEdge")
    for data, flip in zip(printed.values(), flips, strict=True):
        with pikepdf.open(BytesIO(data)) as document:
            said = document.Root.ViewerPreferences
            assert (str(said.Duplex), str(said.PrintScaling)) == (flip, "/None")
            assert said.PickTrayByPDFSize
            labels = [str(page.label).rsplit(" ", 1)[0] for page in document.pages]
        counts = {title: len(list(group)) for title, group in groupby(labels)}
        alone = {one.title: len(sizes_mm(one.pdf or b"")) for one in kit[0]}
        titles = load("qwinto").sentences["fr" if "Feuilles de score" in alone else "en"].printables
        wanted = {"score-sheets": 9, "reminder": 4, "record-form": 7, "rules": 7, "guide": 1}
        for part, sets in wanted.items():
            if (title := titles[part]) in counts:
                each = alone[title] if flip == "/Simplex" else 2 * -(-alone[title] // 2)
                assert counts[title] == sets * each, title
        assert len(data) < 2 * sum(len(one.pdf or b"") for one in kit[0])


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("game", "printable", "duplex", "flip"),
    [
        ("qwinto", "score-sheets", "long-edge", "/Simplex"),
        ("qwinto", "record-form", "long-edge", "/DuplexFlipLongEdge"),
        ("qwinto", "rules", "long-edge", "/DuplexFlipLongEdge"),
        ("qwinto", "rules", "none", "/Simplex"),
        ("doce", "pieces", "long-edge", "/DuplexFlipLongEdge"),
        ("doce", "pieces", "short-edge", "/DuplexFlipShortEdge"),
        ("doce", "pieces", "fold", "/Simplex"),
    ],
)
def test_a_viewer_is_told_how_to_print(
    game: str, printable: str, duplex: Duplex, flip: str
) -> None:
    """Drawn or flowed, a file presets its sides and the paper of its size, and is not scaled."""
    pdf = make(load(game), printable, Options(duplex=duplex)).pdf
    with pikepdf.open(BytesIO(pdf or b"")) as document:
        said = document.Root.ViewerPreferences
        assert (str(said.Duplex), str(said.PrintScaling)) == (flip, "/None")
        assert said.PickTrayByPDFSize


@pytest.mark.few(1)
def test_manifest_lists_every_file(kit: tuple[list[Print], Print]) -> None:
    """The manifest names each file with its length and fingerprint, and the class it is for."""
    found = files(kit)
    manifest = json.loads(found["manifest.json"])
    listed = {file["name"]: file for file in manifest["files"]}
    assert set(listed) == set(found) - {"manifest.json"}
    assert {"plan.pdf", "kit.pdf"} <= set(listed)
    assert (manifest["pupils"], manifest["tables"]) == (27, [4] * 6 + [3])
    for name, file in listed.items():
        assert file["bytes"] == len(found[name])
        assert file["sha256"] == hashlib.sha256(found[name]).hexdigest()
    ids = {file["id"]: file["name"] for file in manifest["files"]}
    assert len(ids) == len(listed)
    assert (ids["kit"], ids["score-sheets.boxes"]) == ("kit.pdf", "score-sheets.boxes.json")
    assert [ids[pile] for pile in kit[1].ids.values()] == [*kit[1].ids]


@pytest.mark.few(1)
def test_the_plan_counts_the_pages_of_files(kit: tuple[list[Print], Print]) -> None:
    """The plan names each file to print with the pages that it has, blank backs among them."""
    plan, whole = kit[0][0], kit[1]
    said = re.sub(r"\s", "", "".join(texts(plan.pdf or b""))).replace("\u2011", "-")
    for name in whole.ids:
        assert f"{name}({len(sizes_mm(whole.files[name]))}page" in said


@pytest.mark.few(1)
def test_every_pdf_is_sound(kit: tuple[list[Print], Print]) -> None:
    """Every PDF is free of syntax faults, embeds shipped typefaces only, and has A4 pages."""
    for name, data in files(kit).items():
        if name.endswith(".pdf"):
            assert syntax_problems(data) == (), name
            assert all(family(font).startswith(FAMILIES) for font in fonts(data)), name
            assert all(fonts(data).values()), name
            size = SLIDE if name == "slides.pdf" else PAPERS["a4"]
            for found in sizes_mm(data):
                wanted = sorted((size.width, size.height))
                assert sorted(found) == pytest.approx(wanted, abs=0.1)


@pytest.mark.rest
@pytest.mark.slow
@pytest.mark.parametrize("language", ["fr", pytest.param("en", marks=pytest.mark.long)])
def test_same_bytes(language: Language) -> None:
    """Two builds more than two seconds apart give the same bytes for every file."""
    first, game, options = files(qwinto(language)), load("qwinto"), Options(language)
    sleep(APART)
    singles = singly(game, options)
    plan, whole = bind_kit(game, options, singles, seat_for_kit(game, options, PUPILS, GROUP))
    assert files(([plan, *singles], whole)) == first
