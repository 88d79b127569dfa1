"""Cards for a print shop, for makers on demand and for a virtual table: files, sizes, lists."""

import csv
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image

from generator.cli.program import run
from generator.game import Game
from generator.game.parts import Deck
from generator.make import card_sheets, facts_of, make
from generator.paper.page import point_on_page
from generator.paper.shapes import BEFORE, Drawing, Placed, Text
from generator.paper.text import cap_height, descender_depth, width_of
from generator.print_shop import PrintShop
from generator.print_shop.card_designs import CardFormat, card_designs, card_page
from generator.print_shop.services import card_services
from generator.printables.context import Context, Options
from generator.printables.planning import entry
from generator.printables.printable import DrawnEntry
from generator.words import BUILT_IN, Language, Message
from tests.listed.lists import listed, words
from tests.render.measured import texts
from tests.shipped import load

MM = 25.4 / 72
CRAFTER, MPC, OWN, TABLE = (
    "the-game-crafter",
    "makeplayingcards",
    "print-shop",
    "tabletop-simulator",
)
# What the services ask for in dots, and what is cut of it in mm, written out again.
ASKED = {
    (CRAFTER, "poker"): ((825, 1125), (63.5, 88.9)),
    (CRAFTER, "bridge"): ((750, 1125), (57.15, 88.9)),
    (CRAFTER, "tarot"): ((900, 1500), (69.85, 120.65)),
    (CRAFTER, "mini"): ((600, 825), (44.45, 63.5)),
    (CRAFTER, "square"): ((1125, 1125), (88.9, 88.9)),
    (MPC, "poker"): ((822, 1122), (63.5, 88.9)),
    (MPC, "bridge"): ((747, 1122), (57.15, 88.9)),
    (MPC, "tarot"): ((897, 1497), (69.85, 120.65)),
}
BLEEDS = {CRAFTER: 3.175, MPC: 3.048, OWN: 3.0}
# Of a list alone, whose squares are small.
SMALL_SQUARE = (CRAFTER, "small-square"), (825, 825)
# The kinds of games from a list that are decks with backs, and in which form their cards are cut.
KINDS = {"memory": (825, 825), "flashcards": (825, 1125), "families": (825, 1125)}
# Which fields a saved object has: https://kb.tabletopsimulator.com/custom-content/save-file-format/
TEXTS = {"SaveName", "Date", "VersionNumber", "GameMode", "GameType", "GameComplexity", "Table"}
TEXTS |= {"Sky", "Note", "LuaScript", "LuaScriptState", "XmlUI"}
OBJECT: Mapping[str, type | tuple[type, ...]] = {
    **dict.fromkeys(("Name", "Nickname", "Description", "GMNotes"), str),
    **dict.fromkeys(("IgnoreFoW", "Locked", "Grid", "Snap", "Autoraise", "Sticky"), bool),
    **dict.fromkeys(("Tooltip", "HideWhenFaceDown", "SidewaysCard"), bool),
    **dict.fromkeys(("Transform", "ColorDiffuse", "CustomDeck"), dict),
}
ONLY_OF: Mapping[str, Mapping[str, type]] = {
    "Card": {"CardID": int},
    "DeckCustom": {"DeckIDs": list, "ContainedObjects": list},
}
SHEET: dict[str, type] = {"FaceURL": str, "BackURL": str, "NumWidth": int, "NumHeight": int}
SHEET |= {"BackIsHidden": bool, "UniqueBack": bool}
PLACE = {f"{what}{axis}" for what in ("pos", "rot", "scale") for axis in "XYZ"}

Files = Mapping[str, bytes]


def made_of(game: Game, printable: str, options: Options) -> tuple[Files, tuple[Message, ...]]:
    """Return what is made of a deck beside its sheets, and what is told of it."""
    found, setting = entry(game, printable), Context(game, printable, options)
    assert isinstance(found, DrawnEntry)
    return PrintShop(found, setting, facts_of(setting)).files()


@cache
def deck() -> Files:
    """Return all that is made of the STI deck."""
    return made_of(load("sti"), "cards", Options("en"))[0]


@cache
def some_cards(card_size: str) -> Files:
    """Return what is made of two cards of it, as large as a name says."""
    options = Options("en", card_size=card_size, only=("hiv", "condom"))
    return made_of(load("sti"), "cards", options)[0]


def rows(files: Files, folder: str) -> list[dict[str, str]]:
    """Return the list of a folder."""
    text = files[f"{folder}/list.csv"].decode("utf-8-sig")
    sign = ";" if ";" in text.splitlines()[0] else ","
    return [*csv.DictReader(StringIO(text), delimiter=sign)]


def pictures(files: Files, folder: str) -> Mapping[str, Image.Image]:
    """Return the pictures of a folder by their names."""
    pngs = ((name, data) for name, data in files.items() if name.endswith(".png"))
    return {
        name.removeprefix(f"{folder}/"): Image.open(BytesIO(data))
        for name, data in pngs
        if name.startswith(f"{folder}/")
    }


def boxes(pdf: bytes, name: str) -> set[tuple[float, ...]]:
    """Return the boxes of a name that the pages have, in mm."""
    with pikepdf.open(BytesIO(pdf)) as document:
        every = [getattr(page, name) for page in document.pages]
        return {tuple(round(float(edge) * MM, 2) for edge in box) for box in every}


def words_at(drawing: Drawing) -> Iterator[tuple[str, float, float, float, float]]:
    """Yield the words of a drawing with the left, top, right and bottom of their letters."""
    for shape in drawing.shapes:
        if isinstance(shape, Placed):
            for word, left, top, right, low in words_at(shape.drawing):
                ends = [point_on_page(shape, x, y) for x in (left, right) for y in (top, low)]
                xs, ys = zip(*ends, strict=True)
                yield word, min(xs), min(ys), max(xs), max(ys)
        elif isinstance(shape, Text):
            width = width_of(shape.words, shape.font, shape.size)
            x, y = shape.x - width * BEFORE[shape.align], shape.y
            low = y + descender_depth(shape.font, shape.size)
            yield shape.words, x, y - cap_height(shape.font, shape.size), x + width, low


def test_every_size_has_a_page_where_it_was_read() -> None:
    """The data hold these sizes and no others, each of a source with an address and a month."""
    held = {(n, one): size for n, of in card_services().items() for one, size in of.formats.items()}
    assert held == {name: dots for name, (dots, _) in ASKED.items()} | dict([SMALL_SQUARE])
    for service in card_services().values():
        assert all(one.url and one.read for one in service.sources)
        covered = {word for one in service.sources for word in one.covers}
        everything = any(not one.covers for one in service.sources)
        assert everything or {*service.formats, "bleed"} <= covered


@pytest.mark.parametrize(("service", "size"), ASKED)
def test_pictures_have_the_dots_that_a_service_asks_for(service: str, size: str) -> None:
    """Every picture of every service and size has its dots, and the PDF its trim and bleed."""
    files, (dots, (width, height)) = some_cards(size), ASKED[service, size]
    shown = pictures(files, service)
    assert len(shown) == 3
    assert {picture.size for picture in shown.values()} == {dots}
    by, pdf = BLEEDS[service], files[f"{service}/cards.pdf"]
    (trim,), (bleed,) = boxes(pdf, "trimbox"), boxes(pdf, "bleedbox")
    assert trim == pytest.approx((by, by, by + width, by + height), abs=0.02)
    assert bleed == pytest.approx((0, 0, width + 2 * by, height + 2 * by), abs=0.02)
    assert boxes(pdf, "mediabox") == {bleed}


def test_a_printer_round_the_corner_gets_the_size_of_the_deck() -> None:
    """Without a service cards are 63 x 88 mm with 3 mm of bleed, or with what is asked for."""
    (trim,), (bleed,) = (
        boxes(deck()[f"{OWN}/cards.pdf"], f"{one}box") for one in ("trim", "bleed")
    )
    assert trim == pytest.approx((3, 3, 66, 91), abs=0.02)
    assert bleed == pytest.approx((0, 0, 69, 94), abs=0.02)
    asked = made_of(load("sti"), "cards", Options("en", bleed=2.0, only=("hiv",)))[0]
    assert boxes(asked[f"{OWN}/cards.pdf"], "trimbox") == {(2.0, 2.0, 65.0, 90.0)}


@pytest.mark.parametrize("folder", [OWN, CRAFTER, MPC])
def test_files_list_and_deck_agree(folder: str) -> None:
    """A folder has a picture a row of its list, the copies of the deck, and backs in turn."""
    files, game = deck(), load("sti")
    cards = game.part("deck", Deck).cards
    listed_cards, said = rows(files, folder), game.sentences_in("en").texts
    told = Counter({row["card"]: int(row["copies"]) for row in listed_cards})
    assert told == Counter({said[f"card.{name}"]: card.copies for name, card in cards.items()})
    named = {name for row in listed_cards for name in (row["file"], row["back"])}
    assert named == {*pictures(files, folder)}
    assert len(named) == len(cards) + 1
    pages = texts(files[f"{folder}/cards.pdf"])
    assert len(pages) == 2 * sum(told.values())
    fronts = [row["card"] for row in listed_cards for _ in range(int(row["copies"]))]
    assert all(title in page for title, page in zip(fronts, pages[::2], strict=True))
    assert len(set(pages[1::2])) == 1


def darkest(dots: Image.Image) -> int:
    """Return the darkest grey there is."""
    return min(dots.tobytes())


def palest(dots: Image.Image) -> int:
    """Return the palest grey there is."""
    return max(dots.tobytes())


@pytest.mark.parametrize("folder", [OWN, CRAFTER, MPC])
def test_art_reaches_the_edge_of_the_bleed(folder: str) -> None:
    """Band and back go on over the cut to the last dot: there is no white rim anywhere."""
    for name, picture in pictures(deck(), folder).items():
        dots, (width, height) = picture.convert("L"), picture.size
        if name == "back.png":
            edges = [(0, 0, width, 1), (0, height - 1, width, height)]
            edges += [(0, 0, 1, height), (width - 1, 0, width, height)]
            middle = range(height * 2 // 5, height * 3 // 5)
            # Its title stands on white, which goes on over the cut as well.
            assert darkest(dots.crop((0, middle[0], 1, middle[-1]))) == 255
            assert all(darkest(dots.crop(box)) < 245 for box in edges), name
        else:
            band = [(0, 0, width, 3), (0, 0, 3, height // 8), (width - 3, 0, width, height // 8)]
            assert all(palest(dots.crop(box)) < 160 for box in band), name


@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("size", [*ASKED, SMALL_SQUARE[0]])
def test_words_keep_clear_of_the_cut(
    tmp_path: Path, size: tuple[str, str], language: Language
) -> None:
    """On cards of each size, of the deck and of lists, all words stand 3 mm inside the cut."""
    service = card_services()[size[0]]
    width, height = service.cut_size(size[1])
    of = [(listed(tmp_path, kind, words(12), language), kind) for kind in ("memory", "flashcards")]
    decks = of if size == SMALL_SQUARE[0] else [(load("sti"), "cards"), *of]
    for game, printable in decks:
        found = entry(game, printable)
        assert isinstance(found, DrawnEntry)
        options = Options(language, card_size=f"{width:g}x{height:g}", bleed=3.0)
        for one in card_designs(found, Context(game, printable, options)):
            for _, drawing, _ in one.sides():
                for word, left, top, right, low in words_at(drawing):
                    near = min(left, top, width - right, height - low)
                    assert near >= 3.0, (printable, one.title, word, near)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", BUILT_IN)
def test_a_deck_of_a_list_is_made_too(tmp_path: Path, kind: str, language: Language) -> None:
    """A list's cards have the size most like theirs; what lies stands, its back turned to it."""
    game = listed(tmp_path, kind, families(), language, ("mot", "réponse", "famille"))
    files, notes = made_of(game, kind, Options(language))
    shown, head = pictures(files, CRAFTER), rows(files, CRAFTER)[0]
    assert {picture.size for picture in shown.values()} == {KINDS[kind]}
    assert [*head] == {
        "fr": ["fichier", "verso", "carte", "exemplaires"],
        "en": ["file", "back", "card", "copies"],
    }[language]
    # Only of one service squares are known; that the other has none is told.
    assert [note.key for note in notes] == (["print.shop-without"] if kind == "memory" else [])
    assert any(name.startswith(MPC) for name in files) == (kind != "memory")
    listed_files = {name for row in rows(files, CRAFTER) for name in [*row.values()][:2]}
    assert listed_files == {*shown}


@pytest.mark.parametrize(
    ("kind", "size"), [("chain", (90.0, 60.0)), ("dominoes", (60.0, 27.5)), ("quiz", (88.0, 63.0))]
)
def test_every_deck_of_a_list_has_single_cards(
    tmp_path: Path, kind: str, size: tuple[float, float]
) -> None:
    """Each card is a page of its size with 3 mm about it and a picture; backs follow fronts."""
    files, _ = made_of(listed(tmp_path, kind, words(12), "en"), kind, Options("en"))
    count, sides = len(rows(files, OWN)), 2 if kind == "quiz" else 1
    with pikepdf.open(BytesIO(files[f"{OWN}/{kind}.pdf"])) as document:
        assert len(document.pages) == count * sides
        for page in document.pages:
            left, low, right, high = (float(end) * MM for end in page.trimbox)
            assert (right - left, high - low) == pytest.approx(size, abs=0.05)
    asked = tuple(round((side + 6) / 25.4 * 300) for side in size)
    for picture in pictures(files, OWN).values():
        assert all(abs(one - dots) <= 1 for one, dots in zip(picture.size, asked, strict=True))
    assert all(bool(row["back"]) == (kind == "quiz") for row in rows(files, OWN))


@pytest.mark.parametrize("kind", ["memory", "flashcards", "chain"])
def test_images_of_a_list_for_tabletops(tmp_path: Path, kind: str) -> None:
    """A list's deck comes as images too: one back for all, or each behind its front, in turn."""
    game = listed(tmp_path, kind, words(36), "en")
    made = card_sheets(game, kind, Options("en", tables=3 if kind == "memory" else 0))
    told = json.loads(made.files[next(name for name in made.files if name.endswith(".json"))])
    shown = {n: Image.open(BytesIO(d)) for n, d in made.files.items() if n.endswith(".png")}
    named = {card["image"] for card in told["cards"]} | {
        card["back"] for card in told["cards"] if "back" in card
    }
    assert named | ({told["back"]} - {None}) == {*shown}
    assert all(max(picture.size) <= 4096 for picture in shown.values())
    # As many as one table plays with.
    assert len(told["cards"]) == {"memory": 72, "flashcards": 36, "chain": 25}[kind]
    assert bool(told["back"]) == (kind == "memory")
    assert ("back" in told["cards"][0]) == (kind == "flashcards")


def families() -> list[tuple[str, str, str]]:
    """Return the rows of three families of four."""
    names = [("A", "B", "C")[number // 4] for number in range(12)]
    return [(f"mot {n}", f"word {n}", f"{name}") for n, name in enumerate(names)]


def test_a_card_that_lies_is_turned() -> None:
    """Turned to the right, a front and its back have their tops at one edge of the paper."""
    drawing, of = Drawing(88.9, 63.5), CardFormat((88.9, 63.5), 3.0, is_turned=True)
    tops = []
    for is_back in (False, True):
        page = card_page(drawing, of, 1, is_back=is_back)
        (copy,) = page.copies
        assert (page.size.width, page.size.height) == pytest.approx((69.5, 94.9))
        corners = [point_on_page(copy.placed, x, y) for x in (0, 88.9) for y in (0, 63.5)]
        assert min(corners) == pytest.approx((3.0, 3.0))
        assert max(corners) == pytest.approx((66.5, 91.9))
        tops.append(point_on_page(copy.placed, 44.45, 0.0)[0])
    # Seen from behind, right is left.
    assert tops == pytest.approx([66.5, 3.0])


def test_the_same_deck_gives_the_same_bytes() -> None:
    """Made again, every file of every folder is the same."""
    options = Options("fr", only=("vih", "préservatif"))
    first, again = (made_of(load("sti"), "cards", options)[0] for _ in range(2))
    assert first == again


def saved(files: Files) -> tuple[Mapping[str, Any], str]:
    """Return the saved object among the files, and how its pictures' names begin."""
    (name,) = [one for one in files if one.startswith(TABLE) and one.endswith(".json")]
    return json.loads(files[name]), name.removeprefix(f"{TABLE}/").removesuffix(".json")


def check_object(found: Mapping[str, Any], shown: Mapping[str, Image.Image]) -> None:
    """Check an object and all in it: the documented fields, and pictures that are there."""
    fields = {**OBJECT, **ONLY_OF[found["Name"]]}
    assert found.keys() == fields.keys()
    assert all(isinstance(found[name], kind) for name, kind in fields.items())
    assert found["Transform"].keys() == PLACE
    assert found["ColorDiffuse"].keys() == {"r", "g", "b"}
    for sheet in found["CustomDeck"].values():
        assert sheet.keys() == SHEET.keys()
        assert all(isinstance(sheet[name], kind) for name, kind in SHEET.items())
        assert {sheet["FaceURL"], sheet["BackURL"]} <= {*shown}
    inside = found.get("ContainedObjects", ())
    assert [one["CardID"] for one in inside] == found.get("DeckIDs", [])
    for one in inside:
        # The hundreds of a card's number name its sheet.
        assert [*one["CustomDeck"]] == [str(one["CardID"] // 100)]
        check_object(one, shown)


def test_a_table_finds_the_deck() -> None:
    """The saved object has the documented fields alone, every card, and its faces as files."""
    told, prefix = saved(deck())
    assert told.keys() == TEXTS | {"Tags", "Gravity", "PlayArea", "TabStates", "ObjectStates"}
    assert {told[name] for name in TEXTS} == {""}
    (found,) = told["ObjectStates"]
    shown = pictures(deck(), TABLE)
    check_object(found, shown)
    assert all(name.startswith(prefix) for name in shown)
    names = Counter(one["Nickname"] for one in found["ContainedObjects"])
    assert names == Counter({row["card"]: int(row["copies"]) for row in rows(deck(), OWN)})
    # As it is held: without what is cut off.
    assert {one.size for one in shown.values()} == {(745, 1040)}


@pytest.mark.parametrize(
    ("kind", "options", "decks"),
    [
        pytest.param("memory", Options("en"), [24], id="one back"),
        pytest.param("flashcards", Options("en"), [12], id="a back for each"),
        pytest.param("memory", Options("en", tables=2, pupils=8), [24, 24], id="two tables"),
    ],
)
def test_a_table_finds_the_decks_of_a_list(
    tmp_path: Path, kind: str, options: Options, decks: list[int]
) -> None:
    """A list's cards are one deck, or one for each table of a class, told apart by their backs."""
    files, _ = made_of(listed(tmp_path, kind, words(12), "en"), kind, options)
    told, shown = saved(files)[0]["ObjectStates"], pictures(files, TABLE)
    for found in told:
        check_object(found, shown)
    assert [len(one["ContainedObjects"]) for one in told] == decks
    backs = [{one["BackURL"] for one in found["CustomDeck"].values()} for found in told]
    assert [len(one) for one in backs] == ([12] if kind == "flashcards" else [1] * len(decks))


def test_one_card_alone_is_a_card() -> None:
    """Of one card there is no deck: it lies on the table as a card."""
    files = made_of(load("sti"), "cards", Options("en", only=("hepatitis-b",)))[0]
    (found,) = saved(files)[0]["ObjectStates"]
    assert found["Name"] == "Card"
    check_object(found, pictures(files, TABLE))


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("--lang fr print qwinto feuilles-de-score --pour imprimeur", "n’est pas un paquet de"),
        ("--lang en print qwinto score-sheets --for printshop", "is no deck of cards"),
        ("--lang fr print sti aids --pour imprimeur", "n’est pas un paquet de cartes"),
        ("--lang fr print qwinto --pour imprimeur", "n’a pas de paquet de cartes"),
        ("--lang en print qwinto --for printshop", "has no deck of cards that a print shop"),
        ("--lang en print x --as loto --table capitals --for printshop", "is no deck of"),
    ],
)
def test_what_is_no_deck_is_refused(
    asked: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What has no cards to send is refused in one sentence in both languages; nothing is made."""
    assert run([*asked.split(), "--to", str(tmp_path), "--quiet"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert told in line
    assert not [*tmp_path.iterdir()]


def test_the_command_writes_a_folder_for_each(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Beside the sheets, whose file is as without, lie four folders, each told in a line."""
    game, to = load("sti"), ["--to", str(tmp_path)]
    assert run(["imprimer", "sti", "cartes", "--pour", "imprimeur", "--seulement", "vih", *to]) == 0
    folder = tmp_path / "sti" / "fr" / "cards.only-vih.printshop"
    assert {one.name for one in folder.iterdir()} == {OWN, CRAFTER, MPC, TABLE}
    home = make(game, "cards", Options("fr", only=("vih",))).pdf
    assert folder.with_name("cards.only-vih.pdf").read_bytes() == home
    lines = capsys.readouterr().out.splitlines()
    assert [Path(line).suffix for line in lines] == [".pdf", ".csv", ".csv", ".csv", ".json"]


def test_large_print_is_told_to_change_nothing_there() -> None:
    """Cards are cut by a service as they are: that they cannot be larger is told in a line."""
    options = Options("en", large=True, only=("hiv",))
    files, notes = made_of(load("sti"), "cards", options)
    assert [note.key for note in notes] == ["print.shop-size"]
    assert files == made_of(load("sti"), "cards", Options("en", only=("hiv",)))[0]
