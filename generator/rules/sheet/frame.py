"""What acts that write on sheets share: what stands on paper, and what that is worth."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, Any

from pydantic import ConfigDict, Field, model_validator
from pydantic.config import JsonDict

from generator.game import Mark, Paper, number_mark
from generator.game.facts import Facts
from generator.game.sentences import Sentences, letters_of
from generator.reading.nodes import Path
from generator.reading.schema import Aliases
from generator.reading.validate import Fault
from generator.rules import cells as written
from generator.rules import findings, interface, naming
from generator.rules.cells import MARKED, TICK, Cell, TypedCells
from generator.rules.findings import Body
from generator.rules.interface import Fields, Refusal, Scores, Seating
from generator.rules.sheet import scoring
from generator.rules.sheet.paying import LONGEST_ADVICE
from generator.rules.sheet.placing import MissDue
from generator.rules.sheet.plan import Line, Sheet, SheetCell, SheetState, Turn
from generator.rules.sheet.primitives import Act, Attempt, Attempts, Layout, PlacingRule, TurnView
from generator.words import Message, message

COUNT: Any = Annotated[int, Field(ge=0)]


# In words of JSON Schema.
TOLD: JsonDict = {field: {"type": "array"} for field in ("throws", "dice")}
BOTH_TOLD: JsonDict = {"required": [*TOLD], "properties": TOLD}


class TurnAsWritten(Facts):
    """A turn in a record: each throw, or the dice as they lay last, and what was written down."""

    throws: Any = None
    dice: Any = None

    model_config = ConfigDict(json_schema_extra={"not": BOTH_TOLD})

    @model_validator(mode="after")
    def _told_once(self) -> "TurnAsWritten":
        if self.throws is not None and self.dice is not None:
            raise Fault(message("rules.throws-or-dice"), ("dice",))
        return self


@dataclass(frozen=True, slots=True)
class RecordedSheet:
    """What each cell of a recorded sheet holds, where it stands, and cells named one by one."""

    cells: Mapping[str, int | None]
    paths: Mapping[str, Path]
    misses: int | None = None
    named: Line = ()

    @property
    def numbers(self) -> dict[str, int]:
        """Return the numbers, of the cells that hold one."""
        return {cell: number for cell, number in self.cells.items() if number is not None}


class SheetAct(Act[SheetState, Turn, Layout]):
    """An act that writes on sheets: `attempts` says where a turn wants what."""

    steps = staticmethod(Turn.from_body)
    within = "score"

    @property
    def body_fields(self) -> tuple[str, ...]:
        return ("turns", self.layout.papers)

    def body_with(self, turn: type[Facts], **cells: Any) -> type[Facts]:
        """Return the model of a record's body, with a game's turns and the cells of its papers."""
        score = findings.all_optional("Score", **dict.fromkeys(self.score(Sheet()), int))
        boxes = {"misses": COUNT} if self.layout.gear.misses else {}
        sheet = findings.all_optional("Sheet", **cells, **boxes, score=score)
        papers = {self.layout.papers: findings.MAPPING[findings.PLAYER, sheet]}
        return findings.all_optional("SheetBody", turns=findings.TUPLE[turn, ...], **papers)

    def vocabularies(self) -> Iterator[tuple[str, ...]]:
        yield from (tuple(self.layout.gear.plan.cells), self.layout.gear.colours)

    def plantable_with(self, seating: Seating) -> tuple[str, ...]:
        barred = self.layout.primitives.ids_of("order") if len(seating.players) == 1 else ()
        return tuple(rule for rule in self.plantable if rule not in barred)

    def own_words(self, said: Sentences, /) -> Aliases:
        gear, colours = self.layout.gear, said.words.get("colours", {})
        texts = {row: said.texts.get(f"score.{row}", row) for row in gear.plan.rows}
        rows = {row: (colours.get(row) or text,) for row, text in texts.items()}
        cells = {**naming.names_in("cells", gear.plan.cells, said)}
        for row, line in gear.plan.rows.items():
            for cell in line:
                if number := cell.removeprefix(letters_of(cell)):
                    cells[cell] = (*cells[cell], f"{rows[row][0]} {number}")
        dice = naming.names_in("colours", gear.colours, said)
        boxes = {name: word for name, word in cells.items() if gear.plan.cells[name].box}
        return Aliases({**rows, **dice, **boxes}, {"cell": cells, "die": dice})

    def words_needed(self) -> Mapping[str, Iterable[str]]:
        return {"words.colours": self.layout.gear.colours}

    def start(self, seating: Seating) -> SheetState:
        return SheetState(seating, dict.fromkeys(seating.players, Sheet()), seating.players[0])

    def view(self, table: SheetState, turn: Turn) -> TurnView:
        """Return a turn as primitives see it."""
        view = TurnView(self.layout, table, turn, findings.active_player(table, turn))
        view.attempts, view.instead = self.attempts(view), self.alternatives
        return view

    def view_of(self, sheet: Sheet, turn: Turn) -> TurnView:
        """Return a turn of the first of two players on a sheet."""
        start = self.start(Seating(("1", "2")))
        return self.view(start._replace(sheets={**start.sheets, "1": sheet}), turn)

    def place(self, state: SheetState, step: Turn, /) -> interface.Judgement[SheetState]:
        view = self.view(state, step)
        refusals = tuple(view.refusals())
        after = self.state_after(view, refusals)
        for player in view.attempts if refusals else ():
            old, new = state.sheets[player].refused, after.sheets[player].refused
            struck = (cell for cell in new if old.get(cell) != new[cell])
            refusals = findings.with_struck(refusals, player, struck)
        return refusals, after

    def state_after(self, view: TurnView, refusals: tuple[Refusal, ...]) -> SheetState:
        """Return the table after a turn, with what was refused left out."""
        state = view.table
        sheets = self.sheets_after(view, refusals)
        taken = {**(state.taken or dict.fromkeys(sheets, 0))}
        taken[view.active] += 1
        endings = view.primitives.of(scoring.Ending)
        is_over = any(one.is_over(view, sheets, taken) for _, one in endings)
        most = len(view.gear.plan.cells) if any(one.every_cell for _, one in endings) else None
        out = () if most is None or is_over else [who for who, n in taken.items() if n >= most]
        after = state.seating.player_after(view.active, out)
        ended = view.turn.number if is_over else None
        return SheetState(state.seating, sheets, after, state.played + 1, ended, taken)

    def scores(self, state: SheetState) -> Scores:
        return {player: self.score(sheet) for player, sheet in state.sheets.items()}

    def score(self, sheet: Sheet) -> Mapping[str, int]:
        """Return the points of a sheet, part by part, and their total."""
        points = dict[str, int]()
        for _, one in self.layout.primitives.of(scoring.Scoring):
            points |= one.points(self.layout.gear, sheet)
        return {**points, self.total: sum(points.values())}

    def reasons(self, sheet: Sheet) -> Mapping[str, Message]:
        """Return, of each part of the score that has terms, which cells of a sheet score them."""
        every = self.layout.primitives.of(scoring.ScoreTerms)
        found = ((one.part, one.reason(self.layout.gear, sheet)) for _, one in every)
        return {part: reason for part, reason in found if reason is not None}

    def throw(self, state: SheetState, chance: Random) -> Turn:
        gear = self.layout.gear
        dice = (chance.randint(1, gear.dice.sides) for _ in range(gear.count()))
        return Turn(state.played + 1, state.next, dice=tuple(dice))

    def miss(self, turn: Turn) -> Turn:
        is_missed = not (turn.cell_of(turn.player or "") or turn.discards)
        return replace(turn, miss=is_missed and self.layout.primitives.first(MissDue) is not None)

    def attempts(self, view: TurnView) -> Attempts:
        """Return the numbers that players write, where the dice give one, or a box takes any."""
        turn = view.turn
        if turn.box is not None:
            attempt = view.attempt_at(view.active, turn.box)
            if not view.is_rolled:
                attempt = attempt._replace(number=turn.points or 0)
            is_known = view.is_rolled or view.gear.plan.cells[turn.box].box
            return {view.active: ((attempt, ("box",)),)} if is_known else {}
        written = turn.writes.items() if view.is_rolled else ()
        return {who: ((view.attempt_at(who, cell), ("writes", who)),) for who, cell in written}

    def alternatives(self, view: TurnView, attempt: Attempt) -> tuple[str, ...]:
        """Return cells where the number may stand, those of the same row first."""
        spots = view.gear.plan.cells
        nearby = sorted(spots, key=lambda cell: spots[cell].row != spots[attempt.cell].row)
        return view.primitives.cells_allowed(attempt, nearby)[:LONGEST_ADVICE]

    def sheets_after(self, view: TurnView, refusals: tuple[Refusal, ...]) -> Mapping[str, Sheet]:
        """Return the sheets after a turn; where dice pay for cells, a fault crosses off nothing."""
        turn, primitives = view.turn, view.primitives
        refused: set[str | None] = set()
        if refusals:
            is_paid = view.gear.pays is not None
            order = primitives.ids_of("order") if is_paid else ()
            spoiling = primitives.rules if is_paid else dict(primitives.of(PlacingRule))
            refused = {r.player for r in refusals if r.rule in spoiling and r.rule not in order}
        sheets = dict(view.table.sheets)
        for player, attempts in view.attempts.items():
            if new := {attempt.cell: attempt.number for attempt, _ in attempts}:
                sheets[player] = sheets[player].filled(new, is_refused=player in refused)
        if turn.miss or turn.discards:
            sheet = sheets[view.active]
            lost = 0 if view.active in refused else turn.discards
            ticks, lost = sheet.ticks + turn.miss, sheet.lost + lost
            sheets[view.active] = sheet._replace(ticks=ticks, lost=lost)
        return sheets

    def read_sheet(self, entry: Any) -> RecordedSheet:
        """Return a sheet by its rows of numbers, or its boxes."""
        told = vars(entry)
        cells: dict[str, int | None] = {}
        for name, row in self.layout.gear.plan.rows.items():
            if row[0] in told:
                cells |= {cell: told[cell] for cell in row if told[cell] is not None}
            elif told[name] is not None:
                cells |= zip(row, told[name], strict=True)
        return RecordedSheet(cells, self.layout.gear.plan.paths, told.get("misses"))

    def difference_message(self, cell: str, found: int | None, wanted: int | None) -> Message:
        """Word that a number is not what the turns give."""
        numbers = {"found": found, "wanted": wanted}.items()
        values = {name: message("rules.nothing") if n is None else n for name, n in numbers}
        return message("rules.sheet-differs", cell=naming.cells(cell), **values)

    def sheet_fields(self, sheet: Sheet) -> Fields:
        """Return the numbers row by row, or box by box, and the misses."""
        gear, numbers = self.layout.gear, sheet.numbers
        rows = {name: list(map(numbers.get, row)) for name, row in gear.plan.rows.items()}
        if any(spot.box for spot in gear.plan.cells.values()):
            return {cell: numbers[cell] for cell in gear.plan.cells if cell in numbers}
        return {**rows, **({"misses": sheet.ticks} if gear.misses else {})}

    def mark(self, number: int, _: int, /) -> Mark:
        """Return a number as written, or how the player at a seat marks the cell it is worth."""
        return number_mark(number)

    def cells(self, seat: int) -> tuple[Cell, ...]:
        gear = self.layout.gear
        return (
            *(self.cell(spot, seat) for spot in gear.plan.cells.values()),
            *(Cell(box, {MARKED: TICK}) for box in (gear.misses.cell_ids() if gear.misses else ())),
            *(Cell(f"score.{part}") for part in self.score(Sheet())),
        )

    def cell(self, spot: SheetCell, _: int, /) -> Cell:
        """Return a cell that takes a number."""
        return Cell(spot.id, row=spot.row, place=0 if spot.box else spot.place)

    def fields_from_typed(self, typed: TypedCells, /) -> Fields:
        gear, sheets = self.layout.gear, dict[str, Fields]()
        boxes = gear.misses.cell_ids() if gear.misses else ()
        # It is printed beside the box for misses.
        sign = -1 if gear.misses and gear.misses.worth < 0 else 1
        for player, given in typed.items():
            if any(given.values()):
                ticks = sum(given.get(box) == MARKED for box in boxes)
                sheets[player] = self.sheet_fields(Sheet(self.numbers_typed(given), ticks))
                totals = (box for box in given if box.startswith("score."))
                for box, n in written.typed_numbers(given, totals):
                    part = box.removeprefix("score.")
                    points = sign * abs(n) if part in self._unsigned else n
                    sheets[player].setdefault("score", {})[part] = points
        return {self.layout.papers: sheets}

    def numbers_typed(self, given: Mapping[str, str]) -> Mapping[str, int]:
        """Return the numbers that a sheet holds by what was typed into its cells."""
        return dict(written.typed_numbers(given, self.layout.gear.plan.cells))

    @property
    def _unsigned(self) -> frozenset[str]:
        return frozenset(one.part for _, one in self.layout.primitives.of(scoring.ScoreBoxes))

    def guess_missing_turn(
        self, state: SheetState, last: SheetState, body: Body, chance: Random
    ) -> Turn:
        gear, who = self.layout.gear, state.next
        lacking = dict[str, dict[str, int]]()
        for player, entry in self.recorded_sheets(body).items():
            shown = self.read_sheet(entry).numbers.items()
            sheet = last.sheets[player]
            given = {*sheet.numbers, *sheet.refused}
            lacking[player] = {c: n for c, n in shown if c not in given}
        firsts = {player: next(iter(found.items())) for player, found in lacking.items() if found}
        cell, points = firsts.get(who, (None, None))
        is_several = len(gear.gives) > 1
        turn = Turn(state.played + 1, who, miss=gear.misses is not None and cell is None)
        if gear.everybody:
            told = {player: number for player, (_, number) in firsts.items() if is_several}
            writes = {player: one for player, (one, _) in firsts.items()}
            turn = replace(turn, writes=writes, numbers=told)
        elif gear.pays:
            turn = replace(turn, places=tuple(lacking.get(who, ())))
        elif cell is not None:
            is_told = gear.plan.cells[cell].box or is_several
            turn = replace(turn, box=cell, points=points if is_told else None)
        for roll in gear.rolls() if firsts or turn.miss else ():
            likely = replace(turn, dice=roll)
            refusals, after = self.judge(state, likely)
            now = {player: sheet.numbers for player, sheet in after.sheets.items()}
            held = all(now[player].get(one) == n for player, (one, n) in firsts.items())
            if not refusals and (not gear.everybody or held):
                return likely
        return self.random_turn(state, chance)

    def recorded_sheets(self, body: Body) -> Mapping[str, Any]:
        """Return the final sheets of a record by player, as they were read."""
        return getattr(body, self.layout.papers) or {}

    def early_stops(self, _: SheetState, /) -> Iterator[Message]:
        gear, endings = self.layout.gear, self.layout.primitives.of(scoring.Ending)
        return (ending.early_stop(gear) for _, ending in endings)

    def judge_papers(self, state: SheetState, body: Body) -> Iterator[Refusal]:
        for rule in self.layout.primitives.ids_of("as-played"):
            for player, entry in self.recorded_sheets(body).items():
                yield from self._compared(rule, player, self.read_sheet(entry), state)
        yield from self._added_up(state, body)

    def _compared(
        self, rule: str, player: str, sheet: RecordedSheet, state: SheetState
    ) -> Iterator[Refusal]:
        given, misses = state.sheets[player], self.layout.gear.misses
        at = (self.layout.papers, player)
        for cell, found in sheet.cells.items():
            wanted = given.numbers.get(cell)
            if found != wanted:
                reason = self.difference_message(cell, found, wanted)
                differs = findings.paper_differs(rule, reason, (*at, *sheet.paths[cell]), cell)
                wrote, right = ("" if n is None else number_mark(n).text for n in (found, wanted))
                yield replace(differs, wrote=wrote, right="" if self.layout.gear.pays else right)
        for number, cell in enumerate(sheet.named):
            first = sheet.paths[cell]
            if first[-1] != number:
                reason = message("rules.cross.twice", cell=naming.cells(cell))
                yield findings.paper_differs(rule, reason, (*at, *first[:-1], number), cell)
        if sheet.misses is not None and misses is not None and sheet.misses != given.ticks:
            reason = message("rules.sheet-differs-misses", found=sheet.misses, wanted=given.ticks)
            box = min(sheet.misses, given.ticks) + 1
            where = f"{misses.id}.{box}" if box <= misses.boxes else None
            yield findings.paper_differs(rule, reason, (*at, "misses"), where)

    def state_from_sheets(self, seating: Seating, body: Body) -> SheetState | None:
        if getattr(body, self.layout.papers) is None:
            return None
        entries = self.recorded_sheets(body).items()
        found = {player: self.read_sheet(entry) for player, entry in entries}
        sheets = {player: Sheet(one.numbers, one.misses or 0) for player, one in found.items()}
        is_over = set(sheets) == set(seating.players)
        return SheetState(seating, sheets, seating.players[0], ended=0 if is_over else None)

    def judge_sheets(self, state: SheetState, body: Body) -> tuple[Refusal, ...]:
        found = list[Refusal]()
        for player, entry in self.recorded_sheets(body).items():
            sheet = self.read_sheet(entry)
            for rule, one in self.layout.primitives.rules.items():
                alone = one.judge_alone(self.layout.gear, state.sheets[player], sheet.named)
                for reason, cell, place in alone:
                    within: Path = ("misses",) if cell is None else sheet.paths[cell]
                    within = within if place is None else (*within[:-1], place)
                    path = (self.layout.papers, player, *within)
                    wrote = str(sheet.cells.get(cell or "") or "")
                    found.append(Refusal(rule, reason, path, player, cell, wrote=wrote))
        return (*found, *self._added_up(state, body))

    def _added_up(self, state: SheetState, body: Body) -> Iterator[Refusal]:
        for wrong in super().judge_papers(state, body):
            values = dict(wrong.reason.values)
            terms = self.reasons(state.sheets[str(wrong.player)]).get(str(wrong.path[-1]))
            if terms is not None:
                values["wanted"] = message("rules.score-of", n=values["wanted"], terms=terms)
            yield replace(wrong, reason=message(wrong.reason.key, **values))

    def recorded_scores(self, body: Body) -> Scores:
        told = ((player, entry.score) for player, entry in self.recorded_sheets(body).items())
        scores = {who: score.model_dump(exclude_none=True) for who, score in told if score}
        return {player: score for player, score in scores.items() if score}

    def record_body(self, steps: tuple[Turn, ...], state: SheetState, /) -> Fields:
        papers = dict[str, Fields]()
        for player, sheet in state.sheets.items():
            papers[player] = {**self.sheet_fields(sheet), "score": dict(self.score(sheet))}
        return {"turns": [turn.fields() for turn in steps], self.layout.papers: papers}

    def papers_as_recorded(self, state: SheetState, body: Body) -> tuple[Paper, ...]:
        entries = self.recorded_sheets(body)
        papers, totals = [], self.recorded_scores(body)
        part, boxes = self.layout.gear.plan.part, self.layout.gear.misses
        for player, given in state.sheets.items():
            numbers = {**given.numbers}
            refused, ticks = {**given.refused}, given.ticks
            if (entry := entries.get(player)) is not None:
                sheet = self.read_sheet(entry)
                # What the turns do not give is shown as refused, whatever they say of it.
                right = {c: n for c, n in sheet.numbers.items() if given.numbers.get(c) == n}
                refused |= {c: n for c, n in sheet.numbers.items() if c not in right}
                numbers = {c: n for c, n in numbers.items() if c not in sheet.cells} | right
                ticks = given.ticks if sheet.misses is None else sheet.misses
            seat = state.seating.players.index(player)
            wrong = ((cell, self.mark(number, seat)) for cell, number in refused.items())
            marks = {cell: replace(mark, colour="error") for cell, mark in wrong}
            marks |= {cell: self.mark(number, seat) for cell, number in numbers.items()}
            marks |= dict.fromkeys(boxes.cell_ids()[:ticks] if boxes else (), TICK)
            papers.append(Paper(player, part, marks | self.total_marks(totals.get(player, {}))))
        return tuple(papers)

    def total_marks(self, scores: Mapping[str, int], /) -> dict[str, Mark]:
        return {
            f"score.{name}": number_mark(abs(points) if name in self._unsigned else points)
            for name, points in scores.items()
        }
