"""The rule sheet: a board with what is called out on it, a turn in steps, the rules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from generator.documents.figures import DECOR, Place, draw_position, position_figure
from generator.documents.lesson import Callout, Guide, IllustratedTurn, RuleSection, TurnStep
from generator.documents.position_view import Faults, view_of
from generator.documents.quantities import range_text
from generator.game import Game
from generator.paper.measures import COLUMN_GAP
from generator.paper.page import all_cells
from generator.paper.shapes import Drawing, Mm, Placed
from generator.printables.blocks.tents import TentBlock
from generator.printables.context import Context, palette
from generator.printables.kinds.cards import CardsEntry
from generator.printables.kinds.sheet import SheetEntry
from generator.printables.pictures import picture
from generator.printables.planning import entry, of_kind
from generator.render.document import Markup
from generator.render.svg import svg
from generator.words import message, not_one_of

# The width of the board, of the page, of a picture beside a rule.
BOARD: Mm = 150.0
PAGE: Mm = 174.0
PICTURE: Mm = 7.0
LEVEL: Mm = 8.0
# A wide example with its lines beside it.
EXAMPLE_WIDTH: Mm = 108.5


@dataclass(frozen=True, slots=True)
class PrintedRule:
    """A rule as a player is told it, the number of its note or none, and its picture or none."""

    sentence: str
    sign: str
    picture: Markup | None


def rule_sheet(guide: Guide, setting: Context) -> Mapping[str, object]:
    """Return what the template of the rule sheet asks for: all rules where no sheet is written."""
    sheet, head, said = guide.rule_sheet, setting.game.head, setting.sentences
    above = tuple(sheet.told_above())
    left = tuple(rule.id for rule in head.rules if rule.id not in {*above, *sheet.unsaid})
    sections = sheet.sections or (RuleSection.model_construct(heading="", rules=left),)
    every = chain(above, *(section.rules for section in sections))
    rules = [setting.game.rule(rule) for rule in every]
    # What stands in the rule text needs no note, and a game of tradition has no such text: what
    # is ours in it the guide tells.
    noted = [one.standing for one in rules if one.standing != "source" and head.credits.makers()]
    unsure = dict.fromkeys(noted)
    numbers: Mapping[str, str] = {one: str(n) for n, one in enumerate(unsure, start=1)}
    board, called_out = sheet.board, callout_places(guide, setting.game)
    pictures = _pictures(setting) if board else {}
    told = {}
    for one in rules:
        sign, shown = numbers.get(one.standing, ""), pictures.get(one.id)
        told[one.id] = PrintedRule(said.to_player(one.id), sign, shown)
    legend = ((number, setting.say(f"guide.standing-{one}")) for one, number in numbers.items())
    language = said.language
    people, minutes = range_text(head.players, language), range_text(head.minutes, language)
    summary = message("guide.summary", age=str(head.age), people=people, minutes=minutes)
    return {
        "sheet": sheet,
        "summary": setting.say(summary),
        "board": board
        and position_figure(guide.positions[board.position], setting, BOARD, called_out),
        "told": told,
        "steps": tuple(_steps(sheet.turn, guide, setting)) if sheet.turn else (),
        "sections": [(one.heading, [told[rule] for rule in one.rules]) for one in sections],
        "legend": tuple(legend),
        **_example(guide, setting, len(numbers)),
    }


def _pictures(setting: Context) -> Mapping[str, Markup]:
    colours, side = palette(setting.game, setting.options.ink), setting.style.length(PICTURE)
    sheets, found = of_kind(setting.game, SheetEntry).values(), dict[str, str]()
    for block in chain.from_iterable(sheet.blocks for sheet in sheets):
        if isinstance(block, TentBlock):
            found |= zip(block.rules, block.pictures, strict=bool(block.rules))
            found |= {one.id: one.picture for one in block.points if one.picture}
    drawn = ((rule, picture(setting.game, name, side)) for rule, name in found.items())
    return {rule: svg(one, colours, title=DECOR) for rule, one in drawn}


def callout_places(guide: Guide, game: Game) -> list[Place]:
    """Return the places called out on the board: several cells that are named get a frame."""
    every = guide.rule_sheet.callouts()
    return [(callout_cells(one, game), isinstance(one.at, tuple)) for one in every]


def callout_cells(callout: Callout, game: Game) -> tuple[str, ...]:
    """Return the cells that a callout points at: itself, several, or those of a part."""
    if not isinstance(callout.at, str):
        return callout.at
    part = game.head.parts.get(callout.at)
    return part.cell_ids() if part else (callout.at,)


def validate_callouts(guide: Guide, setting: Context) -> Faults:
    """Yield each place called out that is not on the drawing of the board."""
    board = guide.rule_sheet.board
    if board is None:
        return
    position = guide.positions[board.position]
    drawing = view_of(setting.game, position, setting.options.language).draw(setting, BOARD)
    known = [cell.id for cell in all_cells(drawing)]
    for number, one in enumerate(board.callouts):
        for cell in callout_cells(one, setting.game):
            if cell not in known:
                at = ("rule_sheet", "board", "callouts", number, "at")
                yield at, not_one_of(cell, (*known, *setting.game.head.parts))


@dataclass(frozen=True, slots=True)
class PrintedStep:
    """A step of a turn as printed; words may stand beside a picture half as wide as the page."""

    number: int
    told: TurnStep
    picture: Markup | None
    is_half: bool


def _steps(turn: IllustratedTurn, guide: Guide, setting: Context) -> Iterator[list[PrintedStep]]:
    across = turn.across or len(turn.steps)
    width = (PAGE - COLUMN_GAP * (across - 1)) / across
    shown = [
        draw_position(guide.positions[step.position], setting, width) if step.position else None
        for step in turn.steps
    ]
    across = -(-across // 2) if setting.options.large else across
    for start in range(0, len(shown), across):
        row = shown[start : start + across]
        high = max((one.height for one in row if one), default=0.0)
        pictures = (_picture(one, high, setting) if one else None for one in row)
        halves = (one is not None and one.width <= PAGE / 2 for one in row)
        told = zip(turn.steps[start:], pictures, halves, strict=False)
        yield [PrintedStep(number, *parts) for number, parts in enumerate(told, start=start + 1)]


def _picture(drawing: Drawing, high: Mm, setting: Context) -> Markup:
    lower = high - drawing.height
    lower = lower if lower < setting.style.length(LEVEL) else 0.0
    level = Drawing(drawing.width, drawing.height + lower, (Placed(drawing, 0.0, lower),))
    return svg(level, palette(setting.game, setting.options.ink), title=drawing.title)


def _example(guide: Guide, setting: Context, before: int) -> Mapping[str, object]:
    if guide.rule_sheet.position is None:
        return {"figure": None, "layout_sign": "", "layout_notes": ()}
    position = guide.positions[guide.rule_sheet.position]
    found = entry(setting.game, position.printable)
    blocks = found.blocks if isinstance(found, SheetEntry) else ()
    parts = [found.part] if isinstance(found, CardsEntry) else []
    parts += [part for block in blocks for part in block.parts]
    said, provenance = setting.sentences.provenance, setting.game.head.provenance
    facts = [one for one in provenance if one.standing != "source" and {*one.parts} & {*parts}]
    notes = [(str(number), said[one.fact]) for number, one in enumerate(facts, start=before + 1)]
    shown = position_figure(position, setting)
    if guide.rule_sheet.board and not shown.is_narrow:
        shown = position_figure(position, setting, EXAMPLE_WIDTH)
    return {
        "figure": shown,
        "layout_sign": ", ".join(number for number, _ in notes),
        "layout_notes": notes,
    }
