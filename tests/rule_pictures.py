"""The pictures of the manual for authors: what each rule of a sheet allows, drawn on paper.

A rule about cells is drawn alone, whatever else the game's rules forbid: a tick stands in each cell
that takes the number said. Others are shown by a position of a guide, by dice, by turns with a tick
or a cross under each, or by papers of a record with rings about what is wrong.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

from generator.documents.guide_section import read_guide
from generator.documents.lesson import Position
from generator.documents.position_view import block_on, view_of
from generator.game import Game, Mark, load, load_folder, number_mark
from generator.games.shut.rules import ShutRules
from generator.games.write.rules import WriteRules
from generator.paper import shapes as art
from generator.paper.page import Page, PaperSize, all_cells
from generator.paper.text import FAMILIES, SYMBOLS, Lettering, set_middle
from generator.paths import rules_data
from generator.printables.blocks.boards import GridBlock
from generator.printables.blocks.number_lines import NumbersBlock
from generator.printables.context import Context, Options, palette
from generator.printables.marks import ring_cells, write_in
from generator.printables.printable import Room
from generator.printables.sketch import PLACES, die_face, token
from generator.records.report import Finding, Report
from generator.render.document import DocumentFacts
from generator.render.pdf import draw
from generator.render.preview import pages_png
from generator.rules import load as load_rules
from generator.rules.findings import outcome_by_points
from generator.rules.sheet.placing import AlikeInLine, FreeCell, InOrder, NextTo, RolledColour
from generator.rules.sheet.plan import Sheet
from generator.rules.sheet.primitives import Attempt, PlacingRule, read_primitives
from generator.rules.sheet.scoring import ScoreTerms
from tests.judged import verify_stream

GAMES = Path(__file__).parent / "games"
WIDTH, WIDE, PITCH, MARGIN, DIE = 96.0, 158.0, 7.0, 3.0, 9.0
# A box with a word in it and the name above, a token, white about what is ringed.
BOX, HEAD, TOKEN, EDGE = 16.0, 6.5, 11.0, 3.0
REGULAR, BOLD = FAMILIES["standard"].regular, FAMILIES["standard"].bold
DPI = 84
Numbers = Mapping[str, int]

# The rule alone, the game whose sheet it is drawn on, what stands there, the number, the dice.
PLACED: Mapping[str, tuple[PlacingRule, str, Numbers, int, tuple[str, ...]]] = {
    "free": (FreeCell(rule="free"), "qwinto", {"O2": 5, "Y4": 8, "P6": 9}, 7, ()),
    "rolled": (RolledColour(rule="rolled"), "qwinto", {}, 9, ("orange", "purple")),
    "rises": (InOrder(rule="rises"), "qwinto", {"O4": 5, "O8": 12, "Y3": 9, "P5": 4}, 7, ()),
    "falls": (InOrder(rule="falls"), "qwinto", {"O4": 12, "O8": 5, "Y3": 9, "P5": 4}, 7, ()),
    "differs": (
        AlikeInLine(rule="differs", along="column"), "qwinto", {"O2": 7, "Y5": 9, "P7": 7}, 7, (),
    ),
    "equals": (AlikeInLine(rule="equals", along="region"), "parcelles", {"A1": 4, "C2": 6}, 4, ()),
    "next-to": (NextTo(rule="next-to"), "diagonales", {"B2": 5, "C3": 7, "D3": 7}, 8, ()),
    "apart": (
        NextTo(rule="apart", of="equal"), "archipel", {"B2": 7, "C5": 7, "A4": 4, "D1": 9}, 7, (),
    ),
}  # fmt: skip
# Sheets whose points are drawn, what scores ringed.
SCORED: Mapping[str, tuple[str, Numbers]] = {
    "score-runs": (
        "diagonales",
        {"A1": 2, "B2": 3, "C3": 4, "A4": 7, "B5": 9, "C1": 5, "E3": 8, "D4": 9, "C5": 11},
    ),
    "score-sets": (
        "archipel",
        {"A1": 9, "A2": 4, "B1": 7, "C3": 6, "D2": 3, "D5": 11, "A5": 8, "B6": 12, "C5": 5},
    ),
}
# Positions of guides, by the rules that they show.
SHOWN: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("qwinto", "full"): (
        *("score-rows", "score-bonus", "score-boxes"),
        *("miss-due", "miss-or-write", "miss-limit"),
    ),
    ("crowns", "full"): ("score-cells", "score-whole", "tokens"),
    ("crowns", "offer"): ("shown", "enough"),
    ("yams", "full"): ("score-groups", "as-rolled"),
    ("yams", "where"): ("write-due",),
    ("yams", "wrong"): ("possible",),
    ("boite", "offer"): ("adds-up", "must-cross"),
    ("boite", "end"): ("fewer-dice",),
    ("boite", "full"): ("goes-on", "stops", "noted-open", "noted-points"),
    ("course-a-20", "next"): ("steps", "within"),
}
# Throws one under another: those that are allowed.
THROWN: Mapping[str, tuple[tuple[int, ...], ...]] = {
    "same-dice": ((3, 5), (6, 1)),
    "throws": ((2, 3, 5, 5, 6), (1, 5, 5, 5, 4), (5, 5, 5, 5, 4)),
}
# Throws of two dice at most, those that are allowed and others; no die has a seven.
FACED: tuple[tuple[int, ...], ...] = ((4,), (3, 5), (2, 7), (1, 2, 2))
# A sheet with two full rows, and a board on which the dice give nothing.
FULL: Mapping[str, tuple[int, ...]] = {
    "O": (2, 3, 5, 6, 8, 9, 11, 13, 15),
    "Y": (3, 5),
    "P": (1, 4, 6, 7, 9, 10, 12, 14, 18),
}
COVERED = (
    *("1x6", "1x5", "1x4", "2x4", "1x3", "1x2", "2x2", "3x2"),
    *("5x2", "6x2", "1x1", "2x1", "3x1", "4x1", "5x1", "6x1"),
)
NOTHING = [6, 2, 2, 1, 1, 1]
POSITIONS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "ends": (
        "qwinto",
        {"marks": {f"{row}{n}": str(one) for row in FULL for n, one in enumerate(FULL[row], 1)}},
    ),
    "discards": (
        "crowns",
        {
            "printable": "boards",
            "marks": dict.fromkeys(COVERED, "token"),
            "turn": {"dice": NOTHING},
            "shows": "open",
        },
    ),
}
# Who plays one round of the box, and who is written down turn by turn.
TURNS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "order": (("Ana", "Ben", "Eva"), ("Ana", "Ben", "Ana", "Eva")),
    "after-end": (("Ana", "Ben"), ("Ana", "Ben", "Ana")),
    "unfinished": (("Ana", "Ben", "Eva"), ("Ana", "Ben")),
}
# Totals of which some have won: whether the fewest points win.
WON: Mapping[str, bool] = {"most": False, "least": True}
TOTALS = {"Ana": 43, "Ben": 27, "Eva": 43}
# Examples whose papers are drawn with a ring about what is wrong, and what is changed in them.
WRITTEN: Mapping[str, tuple[str, str, str, str]] = {
    "as-played": ("qwinto", "illegal-sheet-differs", "", ""),
    "added-up": ("boite", "legal-two-rounds", "Ana: 60", "Ana: 66"),
    "noted": ("course-a-20", "illegal-winner-wrong", "", ""),
}
# How rows of numbers are drawn there.
ROWS: Mapping[str, Mapping[str, Any]] = {
    "boite": {"rounds": 2},
    "course-a-20": {"start": False, "rounds": 1, "boxes": ("winner",)},
}


def pictures() -> Iterator[tuple[str, bytes]]:
    """Yield each picture with the rule that it is named after."""
    for word, (one, name, numbers, number, rolled) in PLACED.items():
        game = load(name) if name == "qwinto" else load_folder(GAMES / name)
        yield word, _png(_allowed(one, game, numbers, number, rolled), game)
    for (name, position), words in SHOWN.items():
        game, setting = load(name), Context(load(name), "", Options(language="en"))
        found = read_guide(game, "en").positions[position]
        yield words[0], _png(view_of(game, found, "en").draw(setting, WIDE), game)
    for word, throws in THROWN.items():
        rows = [art.row(*(die_face(face, DIE) for face in roll), gap=1.5) for roll in throws]
        yield word, _png(art.column(*rows, gap=2.0), load("qwinto"))
    yield "faces", _png(_faced(), load("boite"))
    for word, (name, fields) in POSITIONS.items():
        game, setting = load(name), Context(load(name), "", Options(language="en"))
        found = Position(alt=word, caption=word, **fields)
        drawn = view_of(game, found, "en").draw(setting, WIDE)
        yield word, _png(_given_up(drawn) if word == "discards" else drawn, game)
    for word in TURNS:
        yield word, _png(_turns(word), load("boite"))
    for word, is_least in WON.items():
        yield word, _png(_won(is_least=is_least), load("boite"))
    for word, (name, numbers) in SCORED.items():
        game = load_folder(GAMES / name)
        yield word, _png(_scored(word, game, numbers), game)
    for word, (name, *_) in WRITTEN.items():
        yield word, _png(_written(word), load(name))


def picture_of(word: str) -> str | None:
    """Return the rule whose picture shows a rule; None where there is nothing to see."""
    shared = {one: words[0] for words in SHOWN.values() for one in words}
    own = {"faces", *PLACED, *THROWN, *POSITIONS, *TURNS, *WON, *WRITTEN, *SCORED}
    return word if word in own else shared.get(word)


def game_of(word: str) -> str:
    """Return the game on whose paper a rule is drawn; shut the box where no paper is."""
    drawn = {one: game for (game, _), words in SHOWN.items() for one in words}
    drawn |= {one: game for one, (_, game, *_) in PLACED.items()}
    drawn |= {one: game for one, (game, _) in POSITIONS.items()}
    drawn |= {one: game for one, (game, _) in SCORED.items()}
    drawn |= {one: game for one, (game, *_) in WRITTEN.items()}
    return drawn.get(word, "boite")


def _allowed(
    one: PlacingRule, game: Game, numbers: Numbers, number: int, rolled: tuple[str, ...]
) -> art.Drawing:
    """Draw a grid with the numbers that stand there, and a tick where one more may stand."""
    kit = _rules(game).layout.gear
    tries = (
        Attempt(kit, Sheet(numbers), cell, number, frozenset(rolled)) for cell in kit.plan.cells
    )
    marks = {cell: number_mark(found) for cell, found in numbers.items()}
    open_ = [tried.cell for tried in tries if one.objection(tried) is None]
    ticks = {cell: Mark(text="✓", colour="secondary") for cell in open_ if cell not in numbers}
    return write_in(_grid(game), {**ticks, **marks}, BOLD)


def _rules(game: Game) -> WriteRules:
    rules = load_rules(game)
    assert isinstance(rules, WriteRules)
    return rules


def _grid(game: Game) -> art.Drawing:
    block = block_on(game, "score-sheets", GridBlock)
    room = Room(WIDTH, min(PITCH, WIDTH / block.width_in_pitches(game)))
    return block.draw(Context(game, "", Options(language="en")), room)


def _scored(word: str, game: Game, numbers: Numbers) -> art.Drawing:
    """Draw a grid with its numbers, what scores ringed, and below the points of each term."""
    layout, how = _rules(game).layout, Lettering(BOLD, 12.0)
    (one,) = (one for _, one in layout.primitives.of(ScoreTerms) if one.rule == word)
    terms = [*one.terms(layout.gear, Sheet(numbers))]
    marks = {cell: number_mark(found) for cell, found in numbers.items()}
    filled = write_in(_grid(game), marks, BOLD)
    ringed = ring_cells(filled, [cell for cells, _ in terms for cell in cells], "ink")
    points = " + ".join(str(number) for _, number in terms)
    total = f" = {sum(number for _, number in terms)}" if len(terms) > 1 else ""
    words = how.fit(f"{points}{total}", "points", WIDTH)
    drawn = art.column(ringed, words, gap=2.0, middle=True)
    return art.centred_in(drawn, drawn.width + 2 * EDGE, drawn.height + 2 * EDGE)


def _die(face: int) -> art.Drawing:
    """Draw a face of a die; one that dice do not have is a number."""
    if face in PLACES:
        return die_face(face, DIE)
    box, *_ = die_face(1, DIE).shapes
    how = Lettering(BOLD, 13.0, align="middle")
    return art.Drawing(DIE, DIE, (box, *set_middle(str(face), DIE / 2, DIE / 2, how)))


def _sign(*, is_right: bool) -> art.Drawing:
    """Draw a tick for what is allowed, a red cross for what is not."""
    how = Lettering(SYMBOLS, 15.0, "secondary" if is_right else "error", "middle")
    return art.Drawing(DIE, DIE, set_middle("✓" if is_right else "✗", DIE / 2, DIE / 2, how))


def _faced() -> art.Drawing:
    """Draw throws, each with whether dice can lie so."""
    rules = load_rules(load("boite"))
    assert isinstance(rules, ShutRules)
    is_rollable = rules.layout.gear.is_rollable
    dice = [art.row(*map(_die, roll), gap=1.5) for roll in FACED]
    width = max(one.width for one in dice)
    rows = (
        art.row(replace(one, width=width), _sign(is_right=is_rollable(roll)), gap=2.0)
        for one, roll in zip(dice, FACED, strict=True)
    )
    return art.column(*rows, gap=2.0)


def _given_up(board: art.Drawing) -> art.Drawing:
    """Draw a token crossed out beside a board."""
    cell = art.CellBox("token", "", 0.0, 0.0, TOKEN, TOKEN)
    drawn = replace(token(_context("crowns"), "red", "", TOKEN), cells=(cell,))
    gone = write_in(drawn, {"token": Mark(shape="cross")}, BOLD)
    return art.row(board, gone, gap=4.0, middle=True)


def _named(name: str, words: str, stroke: art.Stroke = art.EDGE) -> art.Drawing:
    """Draw a box with words in it under a name."""
    head, inner = Lettering(REGULAR, 9.0, "secondary", "middle"), Lettering(BOLD, 12.0)
    box = art.Rect(0.0, HEAD, BOX, DIE, "white", stroke, 1.0)
    how = replace(inner, colour=stroke.colour, align="middle")
    inside = set_middle(words, BOX / 2, HEAD + DIE / 2, how)
    shapes: tuple[art.Shape, ...] = (*set_middle(name, BOX / 2, 2.0, head), box, *inside)
    return art.Drawing(BOX, HEAD + DIE, shapes, (art.CellBox(name, words, 0.0, HEAD, BOX, DIE),))


def _turns(word: str) -> art.Drawing:
    """Draw who plays turn after turn, each as it is judged, and whom the end is short of."""
    players, turns = TURNS[word]
    throws = [{"dice": [6, 6], "shuts": [1, 2, 9]}, {"dice": [1, 1]}]
    played = [{"player": player, "throws": throws} for player in turns]
    record = {"game": "boite", "players": players, "turns": played}
    report, _ = _judged(word, json.dumps(record))
    wrong = {found.turn for found in report.findings}
    drawn = [
        art.column(_named(str(n), player), _sign(is_right=n not in wrong), gap=1.0, middle=True)
        for n, player in enumerate(turns, start=1)
    ]
    if not report.is_finished:
        missing = art.Stroke("error", art.EDGE.width, "dashed")
        drawn.append(_named(str(len(turns) + 1), "?", missing))
    return art.row(*drawn, gap=4.0)


def _won(*, is_least: bool) -> art.Drawing:
    """Draw totals, those that have won ringed."""
    scores = {player: {"total": total} for player, total in TOTALS.items()}
    winners = outcome_by_points(scores, is_over=True, is_least=is_least).winners
    boxes = [
        ring_cells(_named(player, str(total)), [player] if player in winners else [], "ink")
        for player, total in TOTALS.items()
    ]
    drawn = art.row(*boxes, gap=6.0)
    return art.centred_in(drawn, drawn.width + 2 * EDGE, drawn.height + 2 * EDGE)


def _written(word: str) -> art.Drawing:
    """Draw a paper of a record as it was written, what is wrong ringed; above it what is right."""
    name, example, old, new = WRITTEN[word]
    text = (rules_data() / name / "examples" / f"{example}.yaml").read_text(encoding="utf-8")
    report, found = _judged(word, text.replace(old, new))
    drawn = _filled(name, report, found, found.where or "winner")
    if word != "as-played":
        return drawn
    # Papers that a record leaves out are as the turns give them.
    (given,) = verify_stream(BytesIO(text.partition("sheets:")[0].encode()))
    how = Lettering(REGULAR, 9.0, "secondary")
    said = (how.fit(words, "words", WIDTH) for words in ("as the turns give it", "as written"))
    return art.column(next(said), _filled(name, given, found), next(said), drawn, gap=2.0)


def _filled(name: str, report: Report, found: Finding, *ringed: str) -> art.Drawing:
    """Draw the paper of a finding from its block alone, with rings about some cells."""
    game, setting = load(name), _context(name)
    block: GridBlock | NumbersBlock
    if name == "qwinto":
        block = block_on(game, "score-sheets", GridBlock)
    else:
        block = block_on(game, "score-sheets", NumbersBlock).model_copy(update=ROWS[name])
    pitch = min(PITCH if name == "qwinto" else DIE, WIDE / block.width_in_pitches(game))
    drawn = block.draw(setting, Room(block.width_in_pitches(game) * pitch, pitch))
    (paper,) = (one for one in report.papers if one.name in {found.player, f"round{found.round}"})
    there = {cell.id for cell in all_cells(drawn)}
    marks = {cell: mark for cell, mark in paper.marks.items() if cell in there}
    if "winner" in there:
        marks["winner"] = Mark(str(dict(found.reason.values)["found"]))
    filled = ring_cells(write_in(drawn, marks, BOLD), ringed)
    return art.centred_in(filled, filled.width + 2 * EDGE, filled.height + 2 * EDGE)


def _judged(word: str, record: str) -> tuple[Report, Finding]:
    """Return what is said of a record, and its only finding, which is of the rule drawn."""
    (report,) = verify_stream(BytesIO(record.encode()))
    (found,) = report.findings
    assert report.game is not None
    assert read_primitives(report.game).rules[found.rule].rule == word
    return report, found


def _context(name: str) -> Context:
    return Context(load(name), "", Options(language="en"))


def _png(drawing: art.Drawing, game: Game) -> bytes:
    size = PaperSize("a4", drawing.width + 2 * MARGIN, drawing.height + 2 * MARGIN)
    page = Page(size, art.Drawing(size.width, size.height, (art.Placed(drawing, MARGIN, MARGIN),)))
    pdf = draw((page,), palette(game, "colour"), DocumentFacts("", language="en"))
    return pages_png(pdf, DPI)[0]
