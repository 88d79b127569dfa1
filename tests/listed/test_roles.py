"""Columns with a role beside question and answer: what each kind of game makes of them."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

import pytest

from generator.cli.program import run
from generator.errors import DataError
from generator.game import Game
from generator.make import make
from generator.paper.page import Page, point_on_page
from generator.paper.shapes import Drawing, Placed, Text
from generator.paper.text import cap_height, descender_depth, width_of
from generator.printables.context import Options
from generator.printables.planning import plan
from generator.tables.table import levels_of, read_table
from generator.words import BUILT_IN, Language, say
from tests.listed.folders import made_of
from tests.render.measured import texts

ROWS = [
    ("enfants", "children", "un pluriel à part", "The children play.", "/ˈtʃɪldrən/"),
    ("penser", "to think", "comme « thank »", "I think, therefore I am, and so do you.", "/θɪŋk/"),
    ("souris", "mouse", "", "A mouse ran under the table.", "/maʊs/"),
    ("oiseau", "bird", "il vole", "", "/bɜːd/"),
    ("pont", "bridge", "à Londres", "A bridge is open.", ""),
]
HEADS = ("mot", "réponse", "indice", "exemple", "prononciation")


def joined(rows: Sequence[Sequence[str]], heads: Sequence[str] = HEADS) -> str:
    """Return a table as it is typed."""
    return "\n".join(";".join(row) for row in (heads, *rows))


def lines(drawing: Drawing, *path: Placed) -> Iterator[tuple[str, float, str, float]]:
    """Yield each line of a card: its words, its size, its font, and how far down it stands."""
    for shape in drawing.shapes:
        if isinstance(shape, Placed):
            yield from lines(shape.drawing, *path, shape)
        elif isinstance(shape, Text):
            x, y = shape.x, shape.y
            for placed in reversed(path):
                x, y = point_on_page(placed, x, y)
            yield shape.words, shape.size, shape.font, y


def faces(pages: Sequence[Page], *, backs: bool = False) -> list[Drawing]:
    """Return one side of all cards that are not blank, by their numbers."""
    copies = (copy for page in pages if page.is_back is backs for copy in page.copies)
    found = {copy.number: copy.placed.drawing for copy in copies}
    return [found[number] for number in sorted(found) if found[number].title]


def said(drawing: Drawing) -> str:
    """Return all words of a card, in one line."""
    return " ".join(words for words, *_ in lines(drawing)).replace("\u00a0", " ")


def contents(game: Game, kind: str, options: Options | None = None) -> dict[str, object]:
    """Return what other programs are told of a print."""
    files = make(game, kind, options or Options()).files
    (name,) = [name for name in files if name.endswith(".contents.json")]
    found: dict[str, object] = json.loads(files[name])
    return found


def told(game: Game, kind: str) -> str:
    """Return all that is printed, in one line."""
    return re.sub(r"\s+", " ", " ".join(texts(make(game, kind, Options()).pdf or b"")))


def test_a_flashcard_shows_what_stands_beside(tmp_path: Path) -> None:
    """The hint stands below the question, sound and example below the answer, smaller than it."""
    game = made_of(tmp_path, "flashcards", joined(ROWS))
    pages = plan(game, "flashcards", Options())
    for (word, answer, hint, example, sound), front, back in zip(
        ROWS, faces(pages), faces(pages, backs=True), strict=True
    ):
        assert said(front).split(" ●")[0] == f"{word} {hint}".strip()
        assert said(back).removesuffix(" ■") == " ".join(filter(None, (answer, sound, example)))
        for side in (front, back):
            (_, size, font, high), *others = lines(side)
            beside = [one for one in others if one[0] not in "●■"]
            assert "Bold" in font
            assert all(one[1] < size and "Bold" not in one[2] and one[3] > high for one in beside)
    found = contents(game, "flashcards")
    assert found["hint"] == [row[2] for row in ROWS]
    assert found["sound"] == [row[4] for row in ROWS]


@pytest.mark.parametrize("large", [False, True])
def test_notes_have_two_sizes_at_most(tmp_path: Path, *, large: bool) -> None:
    """Hints, examples and sounds of a deck are set in two sizes a role at most, none below 9 pt."""
    rows = [
        (f"m{n}", f"r{n}", "aide " * (1 + n % 7), "an example " * (n // 2), "a") for n in range(26)
    ]
    game = made_of(tmp_path, "flashcards", joined(rows))
    pages = plan(game, "flashcards", Options(large=large))
    sizes = defaultdict[str, set[float]](set)
    for card in (*faces(pages), *faces(pages, backs=True)):
        for words, size, font, _ in lines(card):
            if "Bold" not in font and words not in "●■":
                sizes[words.split()[0]].add(size)
    assert {"aide", "a"} <= sizes.keys()
    for found in sizes.values():
        assert len(found) <= 2
        assert 9.0 <= min(found) >= 0.7 * max(found)


def test_rules_tell_only_the_notes_that_are_there(tmp_path: Path) -> None:
    """Each note that the list has is told in the rules, no other is."""
    for number, word in ((2, "l’indice"), (3, "un exemple"), (4, "La prononciation")):
        rows = [(*row[:2], row[number] or "x") for row in ROWS]
        game = made_of(tmp_path, "flashcards", joined(rows, (*HEADS[:2], HEADS[number])))
        found = told(game, "flashcards")
        assert [one for one in ("l’indice", "un exemple", "La prononciation") if one in found] == [
            word
        ]


def test_a_note_without_a_typeface_is_refused_at_its_cell(tmp_path: Path) -> None:
    """A letter of a sound that no shipped font has is named, with the cell it stands in."""
    game = made_of(tmp_path, "flashcards", joined([*ROWS, ("a", "b", "", "", "/a𐞂/")]))
    with pytest.raises(DataError) as caught:
        plan(game, "flashcards", Options())
    (problem,) = caught.value.problems
    assert problem.field == "E7"
    assert "𐞂" in say(problem.message, "fr")


@pytest.mark.parametrize("language", BUILT_IN)
def test_a_note_may_be_a_side(tmp_path: Path, language: Language) -> None:
    """What a game names as a side stands there alone, not once more beside it."""
    game = made_of(
        tmp_path, "flashcards", joined(ROWS[:2]), language, more="sides: [mot, exemple],"
    )
    pages = plan(game, "flashcards", Options(language))
    assert said(faces(pages, backs=True)[0]).removesuffix(" ■") == "The children play. /ˈtʃɪldrən/"


@pytest.mark.parametrize(
    ("head", "columns"),
    [
        ("mot;réponse;indice;exemple;prononciation", "word answer hint example sound"),
        ("word;answer;clue;sentence;IPA", "word answer hint example sound"),
        ("français;anglais;phonétique;difficulté", "word answer sound level"),
        # Where no other side is there, they are read as any word.
        ("mot;exemple", "word answer"),
        ("indice;réponse", "word answer"),
        ("term;difficulty", "word answer"),
    ],
)
def test_headings_name_roles(tmp_path: Path, head: str, columns: str) -> None:
    """Headings of both languages are known for their roles, beside a question and its answer."""
    width = head.count(";")
    (tmp_path / "a.csv").write_text(f"{head}\na{';b' * width}\nc{';d' * width}\n", "utf-8")
    found = read_table(tmp_path / "a.csv")
    assert found.columns == tuple(columns.split())
    assert len(found.rows) == 2


@pytest.mark.parametrize("row", ["exemple;example", "indice;clue", "difficulté;difficulty"])
def test_a_word_of_a_role_may_be_learnt(tmp_path: Path, row: str) -> None:
    """A list that begins with such a word and its translation keeps its first row."""
    (tmp_path / "a.csv").write_text(f"{row}\nchat;cat\n", "utf-8")
    assert len(read_table(tmp_path / "a.csv").rows) == 2


FAMILIES = [(f"mot{n}", f"rép{n}", f"f{n // 4}") for n in range(12)]
OF_FAMILIES = ("mot", "réponse", "famille")


@pytest.mark.parametrize(
    ("sides", "has_answer"),
    [("", True), ("sides: [mot, réponse],", True), ("sides: [mot],", False)],
)
def test_a_family_shows_answers(tmp_path: Path, sides: str, *, has_answer: bool) -> None:
    """A card shows its word's answer once, smaller, and its place; no answer of the others."""
    game = made_of(tmp_path, "families", joined(FAMILIES, OF_FAMILIES), more=sides)
    for (word, answer, _), card in zip(
        FAMILIES, faces(plan(game, "families", Options())), strict=True
    ):
        sizes = {words: size for words, size, *_ in sorted(lines(card))}
        number = int(word[3:])
        assert f"{number % 4 + 1}/4" in sizes
        shown = [words for words in sizes if words.startswith("rép")]
        assert shown == ([answer] if has_answer else [])
        assert not has_answer or 9.0 <= sizes[answer] <= sizes[word]
    found = contents(game, "families")["families"]
    assert isinstance(found, list)
    assert [one.get("answers") for one in found] == [
        [answer for _, answer, named in FAMILIES if named == family] if has_answer else None
        for family in ("f0", "f1", "f2")
    ]
    paper = told(game, "families")
    assert ("mot0 (rép0), mot1 (rép1)" in paper) is has_answer
    assert ("dit aussi ce qui est écrit sous le mot" in paper) is has_answer
    assert "2/4 veut dire" in paper


def test_a_word_may_be_its_answer(tmp_path: Path) -> None:
    """Both together may be asked for, though they are alike, as in `cost - cost`."""
    rows = [("cost", "cost", "a"), ("cut", "cut", "a"), ("hit", "hit", "b"), ("let", "let", "b")]
    more = "sides: [mot+réponse],"
    game = made_of(tmp_path, "families", joined(rows, OF_FAMILIES), more=more)
    assert "cost cost" in said(faces(plan(game, "families", Options()))[0])


@pytest.mark.parametrize("language", BUILT_IN)
def test_a_memory_of_three(tmp_path: Path, language: Language) -> None:
    """Each row has three cards, each with the sign of its side; key, label, contents follow."""
    rows = [(f"a{n}", f"b{n}", f"c{n}") for n in range(30)]
    more = "sides: [mot, réponse, exemple],"
    table = joined(rows, ("mot", "réponse", "exemple"))
    game = made_of(tmp_path, "memory", table, language, more=more)
    cards = faces(plan(game, "memory", Options(language)))
    found = contents(game, "memory", Options(language))["threes"]
    assert isinstance(found, list)
    # As many cards as forty pairs have, at most.
    assert len(found) == 26
    assert {tuple(row) for row in found} <= set(rows)
    shown = sorted(said(card) for card in cards)
    signs = {"a": "●", "b": "■", "c": "▲"}
    assert shown == sorted(f"{word} {signs[word[0]]}" for row in found for word in row)
    paper = re.sub(r"\s+", " ", " ".join(texts(make(game, "memory", Options(language)).pdf or b"")))
    assert all(" – ".join(row) in paper for row in found)
    assert f"{3 * 26} " + ("cartes" if language == "fr" else "cards") in paper
    assert ("ces trois cartes" if language == "fr" else "these three cards") in paper


def test_three_sides_are_named_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A memory takes three columns, and as many threes as are asked for."""
    monkeypatch.chdir(tmp_path)
    Path("a.csv").write_text(
        joined([(f"a{n}", f"b{n}", f"c{n}") for n in range(9)], ("x", "y", "z"))
    )
    line = ("--as", "memory", "--table", "a.csv", "--headings", "yes", "--sides", "x,y,z")
    assert run(["print", "trois", *line, "--pairs", "7", "--lang", "fr", "--quiet"]) == 0
    (file,) = Path("output").glob("*/fr/memory.contents.json")
    assert [len(row) for row in json.loads(file.read_text("utf-8"))["threes"]] == [3] * 7


@pytest.mark.parametrize("signs", [3, 4, 6, pytest.param(8, marks=pytest.mark.rest)])
@pytest.mark.parametrize("seed", [1, 2])
def test_pairs_in_common(tmp_path: Path, signs: int, seed: int) -> None:
    """A question of each card that asks has its answer on each that answers, and only one."""
    count = signs * signs - signs + 1
    rows = [(f"mot{n}", f"rép{n}") for n in range(count)]
    more = f"signs: {signs}, sides: [mot, réponse],"
    game = made_of(tmp_path, "one-in-common", joined(rows, ("mot", "réponse")), more=more)
    cards = faces(plan(game, "one-in-common", Options(seed=seed)))
    shown = [said(card).split() for card in cards]
    asked = {number for number, card in enumerate(shown, start=1) if "●" in card}
    assert asked == {*range(1, count // 2 + 1)}
    own = [{word for word in card if word[:3] in {"mot", "rép"}} for card in shown]
    assert all(len(words) == signs for words in own)
    assert all({word[:3] for word in words} == {"mot"} for words in own[: count // 2])
    assert all({word[:3] for word in words} == {"rép"} for words in own[count // 2 :])
    for one, other in combinations(own, 2):
        assert len({word[3:] for word in one} & {word[3:] for word in other}) == 1
    found = contents(game, "one-in-common", Options(seed=seed))
    assert found["questions"] == count // 2
    assert [{*card} for card in found["cards"]] == own  # type: ignore[attr-defined]


def test_pairs_in_common_are_told(tmp_path: Path) -> None:
    """The rules are those of pairs, for as many players as cards ask; the key has both sorts."""
    rows = [(f"mot{n}", f"rép{n}") for n in range(13)]
    game = made_of(
        tmp_path, "one-in-common", joined(rows, ("mot", "réponse")), more="sides: [mot, réponse],"
    )
    paper = told(game, "one-in-common")
    assert "6 joueurs au plus" in paper
    assert len(re.findall(r"mot\d+ – rép\d+: [●■] \d", paper)) == 13
    assert "ta carte qui est aussi sur la pile" not in paper


def test_an_answer_that_is_another_question_is_refused(tmp_path: Path) -> None:
    """Where an answer is the question of another row, two signs would be common: told at it."""
    rows = [(f"mot{n}", f"rép{n}") for n in range(7)] + [("lie", "lay"), ("lay", "laid")]
    game = made_of(
        tmp_path, "one-in-common", joined(rows, ("mot", "réponse")), more="sides: [mot, réponse],"
    )
    with pytest.raises(DataError) as caught:
        plan(game, "one-in-common", Options())
    assert [one.field for one in caught.value.problems] == ["B9"]
    assert "A10" in caught.value.worded("fr")


LEVELS = ["difficile", "facile", "moyen", "facile", "difficile", "", "moyen"]


@pytest.mark.parametrize(
    ("levels", "order"),
    [
        (["10", "2", "2", "1"], ("1", "2", "10")),
        (["hard", "moyen", "facile"], ("facile", "moyen", "hard")),
        (["B1", "A1", "B1"], ("B1", "A1")),
        (["1", "", "1"], ()),
    ],
)
def test_the_order_of_levels(tmp_path: Path, levels: Sequence[str], order: Sequence[str]) -> None:
    """Numbers go by value, easy before hard in any language, others as they come; one is none."""
    rows = [(f"mot{n}", f"rép{n}", level) for n, level in enumerate(levels)]
    (tmp_path / "a.csv").write_text(joined(rows, ("mot", "réponse", "niveau")), "utf-8")
    assert levels_of(read_table(tmp_path / "a.csv")) == order


def test_a_quiz_goes_by_levels(tmp_path: Path) -> None:
    """Its cards say their levels, the easiest first, and so does the key; the rules tell it."""
    rows = [(f"mot{n}", f"rép{n}", level) for n, level in enumerate(LEVELS)]
    game = made_of(tmp_path, "quiz", joined(rows, ("mot", "réponse", "difficulté")))
    order = [5, 1, 3, 2, 6, 0, 4]
    cards = faces(plan(game, "quiz", Options()))
    assert [card.title for card in cards] == [f"mot{n}" for n in order]
    for card, number in zip(cards, order, strict=True):
        shown = [words for words, *_ in lines(card) if words in set(LEVELS)]
        assert shown == [LEVELS[number]] * bool(LEVELS[number])
    found = contents(game, "quiz")
    assert found["levels"] == [LEVELS[number] for number in order]
    assert found["cards"] == [[f"mot{n}", f"rép{n}"] for n in order]
    paper = told(game, "quiz")
    assert paper.index("— facile —") < paper.index("— moyen —") < paper.index("— difficile —")
    assert "Les cartes disent leur niveau" in paper
    plain = made_of(tmp_path, "quiz", joined([row[:2] for row in rows], ("mot", "réponse")))
    assert "niveau" not in told(plain, "quiz")


def test_later_squares_ask_harder_questions(tmp_path: Path) -> None:
    """On a goose board levels rise with the squares, which say them; rules and legend tell so."""
    rows = [(f"mot{n}", f"rép{n}", level) for n, level in enumerate(("3", "1", "2", "1"))]
    game = made_of(tmp_path, "goose", joined(rows, ("mot", "réponse", "niveau")))
    specials = contents(game, "goose")["specials"]
    asked = [one["level"] for one in specials if one["does"] == "question"]  # type: ignore[attr-defined]
    assert asked == [*"111222333"]
    (board, *_) = plan(game, "goose", Options())
    (copy,) = board.copies
    shown = said(copy.placed.drawing)
    assert [shown.count(f"niveau {level}") for level in "123"] == [4, 4, 4]
    assert "une carte du niveau de la case" in (paper := told(game, "goose"))
    assert "niveau 1 jusqu’à la case 12, niveau 2 jusqu’à la case 24, niveau 3" in paper
    plain = made_of(tmp_path, "goose", joined([row[:2] for row in rows], ("mot", "réponse")))
    assert "niveau" not in told(plain, "goose")


@pytest.mark.parametrize("answer", ["", "long " * 40, "x" * 40, "猫"])
def test_what_is_no_answer_stops_no_families(tmp_path: Path, answer: str) -> None:
    """An answer that is missing, too long or of no typeface is shown only where it is asked for."""
    rows = [*FAMILIES[:-1], ("mot11", answer, "f2")]
    game = made_of(tmp_path, "families", joined(rows, OF_FAMILIES))
    assert "rép" not in "".join(map(said, faces(plan(game, "families", Options()))))
    game = made_of(tmp_path, "families", joined(rows, OF_FAMILIES), more="sides: [mot, réponse],")
    with pytest.raises(DataError) as caught:
        plan(game, "families", Options())
    assert [one.field for one in caught.value.problems] == ["B13"]


@pytest.mark.parametrize("size", ["88x63", "54x85"])
@pytest.mark.parametrize("font", ["standard", "dyslexia"])
def test_notes_keep_their_distance(tmp_path: Path, size: str, font: str) -> None:
    """Hint, sound and example stand 4 mm from the frame, as the sides do, and above the sign."""
    game = made_of(tmp_path, "flashcards", joined(ROWS))
    options = Options(card_size=size, font=font)  # type: ignore[arg-type]
    pages = plan(game, "flashcards", options)
    for card in (*faces(pages), *faces(pages, backs=True)):
        for words, text_size, face, y in lines(card):
            if words not in "●■":
                wide, top = width_of(words, face, text_size), y - cap_height(face, text_size)
                assert wide <= card.width - 2 * 7.0 + 0.01
                assert top >= 7.0 - 0.01
                assert y + descender_depth(face, text_size) <= card.height - 7.0 + 0.01
                assert y <= card.height - 6.2 - 1.5
