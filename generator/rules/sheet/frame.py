"""What games on sheets share, whatever a turn does: judging in order, papers, scores, the end."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, Any, Generic

from pydantic import Field

from generator.game import Mark, Paper, number_mark
from generator.game.facts import Facts
from generator.game.sentences import Sentences, letters_of
from generator.reading.expected import Aliases
from generator.reading.nodes import Path
from generator.rules import cells as written
from generator.rules import family, findings, naming
from generator.rules.cells import MARKED, TICK, Cell, Typed
from generator.rules.family import Fields, Outcome, Refusal, Scores, Seating
from generator.rules.sheet import scoring
from generator.rules.sheet.paying import LONGEST_ADVICE
from generator.rules.sheet.plan import Line, Sheet, Spot, Table, Turn
from generator.rules.sheet.primitives import ByPrimitives, Held, Placing, Seen, Tries, Try
from generator.words import Message, message

COUNT: Any = Annotated[int, Field(ge=0)]


class Body(Facts):
    """What is read of a record, whatever the sheet; its papers are a field of the game's own."""

    turns: tuple[Any, ...] | None = None


@dataclass(frozen=True, slots=True)
class Recorded:
    """A final sheet in a record: what each cell holds, nothing of those that were left out.

    `paths` leads to the cells within the sheet, `named` are those named one by one, as written.
    """

    cells: Mapping[str, int | None]
    paths: Mapping[str, Path]
    misses: int | None = None
    named: Line = ()

    @property
    def numbers(self) -> dict[str, int]:
        """Return the numbers, of the cells that hold one."""
        return {cell: number for cell, number in self.cells.items() if number is not None}


class OnSheets(ByPrimitives[Body, Table, Turn, Held], Generic[Held]):
    """The rules of a game on sheets; an act says what a turn tries, and how a sheet is noted."""

    steps = staticmethod(Turn.all_of)

    @property
    def contents(self) -> tuple[str, ...]:
        """Return the turns and the papers."""
        return ("turns", self.layout.papers)

    def body_of(self, turn: type[Facts], **cells: Any) -> type[Body]:  # noqa: ANN401 - annotations
        """Return the model of a record's body, with a game's turns and the cells of its papers."""
        score = findings.all_optional("Score", **dict.fromkeys(self.score(Sheet()), int))
        boxes = {"misses": COUNT} if self.layout.kit.misses else {}
        sheet = findings.all_optional("Sheet", **cells, **boxes, score=score)
        papers = {self.layout.papers: findings.MAPPING[findings.PLAYER, sheet]}
        return findings.with_words(Body, turns=findings.TUPLE[turn, ...], **papers)

    def vocabularies(self) -> Iterator[tuple[str, ...]]:
        """Yield the cells and the colours of dice."""
        yield from (tuple(self.layout.kit.plan.spots), self.layout.kit.colours)

    def planted(self, seating: Seating) -> tuple[str, ...]:
        """Return the rules that can be broken: nobody alone plays out of turn."""
        barred = self.layout.primitives.framed("order") if len(seating.players) == 1 else ()
        return tuple(rule for rule in self.plantable if rule not in barred)

    def own_words(self, said: Sentences, /) -> Aliases:
        """Return the labels of the cells, and what dice, rows and boxes are called."""
        kit, colours = self.layout.kit, said.words.get("colours", {})
        rows = {
            row: (colours.get(row) or said.texts.get(f"score.{row}", row),) for row in kit.plan.rows
        }
        cells = {**naming.called("cells", kit.plan.spots, said)}
        for row, line in kit.plan.rows.items():
            for cell in line:
                number = cell.removeprefix(letters_of(cell))
                cells[cell] = (*cells[cell], f"{rows[row][0]} {number}")
        dice = naming.called("colours", kit.colours, said)
        boxes = {name: word for name, word in cells.items() if kit.plan.spots[name].box}
        return Aliases({**rows, **dice, **boxes}, {"cell": cells, "die": dice})

    def named(self) -> Mapping[str, Iterable[str]]:
        """Return the colours of dice."""
        return {"words.colours": self.layout.kit.colours}

    def start(self, seating: Seating) -> Table:
        """Return empty sheets; the first player begins."""
        return Table(seating, dict.fromkeys(seating.players, Sheet()), seating.players[0])

    def seen(self, table: Table, turn: Turn) -> Seen:
        """Return a turn as primitives see it."""
        seen = Seen(self.layout, table, turn, findings.active_player(table, turn))
        seen.tries, seen.instead = self.tries(seen), self.instead
        return seen

    def judge(self, state: Table, step: Turn, /) -> family.Judged[Table]:
        """Return what a turn breaks, first the active player's, in the data's order; and the table.

        A turn after the end changes nothing.
        """
        if state.ended is not None:
            late = self.layout.primitives.framed("after-end")
            return tuple(findings.after_end(state, step, rule) for rule in late), state
        seen = self.seen(state, step)
        refusals = tuple(seen.judged())
        return refusals, self.after(seen, refusals)

    def after(self, seen: Seen, refusals: tuple[Refusal, ...]) -> Table:
        """Return the table after a turn, with what was refused left out."""
        state, sheets, kit = seen.table, self.moved(seen, refusals), seen.kit
        taken = {**(state.taken or dict.fromkeys(sheets, 0))}
        taken[seen.active] += 1
        endings = seen.primitives.of(scoring.Ending)
        is_over = any(one.is_over(seen, sheets, taken) for _, one in endings)
        after, ended = state.seating.after(seen.active), seen.turn.number if is_over else None
        most = len(kit.plan.spots) if any(one.every_cell for _, one in endings) else None
        while most is not None and not is_over and taken[after] >= most:
            after = state.seating.after(after)
        return Table(state.seating, sheets, after, state.played + 1, ended, taken)

    def outcome(self, state: Table) -> Outcome:
        """Return every sheet's points, and who has won once the game is over."""
        scores = {player: self.score(sheet) for player, sheet in state.sheets.items()}
        return scoring.outcome(self.layout.primitives, scores, is_over=state.ended is not None)

    def score(self, sheet: Sheet) -> Mapping[str, int]:
        """Return the points of a sheet, part by part, and their total."""
        points = dict[str, int]()
        for _, one in self.layout.primitives.of(scoring.Scoring):
            points |= one.points(self.layout.kit, sheet)
        return {**points, scoring.TOTAL: sum(points.values())}

    # --- cells that hold numbers; an act that crosses cells off says otherwise ------------------

    def tries(self, seen: Seen) -> Tries:
        """Return the numbers that players write, where the dice give one, or a box takes any."""
        turn = seen.turn
        if turn.box is not None:
            tried = seen.tried(seen.active, turn.box)
            if not seen.is_rolled:
                tried = tried._replace(number=turn.points or 0)
            is_known = seen.is_rolled or seen.kit.plan.spots[turn.box].box
            return {seen.active: ((tried, ("box",)),)} if is_known else {}
        written = turn.writes.items() if seen.is_rolled else ()
        return {who: ((seen.tried(who, cell), ("writes", who)),) for who, cell in written}

    def instead(self, seen: Seen, tried: Try) -> tuple[str, ...]:
        """Return cells where the number may stand, those of the same row first."""
        spots = seen.kit.plan.spots
        nearby = sorted(spots, key=lambda cell: spots[cell].row != spots[tried.cell].row)
        return seen.primitives.allowed(tried, nearby)[:LONGEST_ADVICE]

    def moved(self, seen: Seen, refusals: tuple[Refusal, ...]) -> Mapping[str, Sheet]:
        """Return the sheets with the numbers of a turn, and a tick for a missed one."""
        placing = {rule for rule, _ in seen.primitives.of(Placing)}
        refused = {refusal.player for refusal in refusals if refusal.rule in placing}
        sheets = dict(seen.table.sheets)
        for player, ((tried, _),) in seen.tries.items():
            new = {tried.cell: tried.number}
            sheets[player] = tried.sheet.filled(new, is_refused=player in refused)
        if seen.turn.miss:
            sheet = sheets[seen.active]
            sheets[seen.active] = replace(sheet, ticks=sheet.ticks + 1)
        return sheets

    def of_record(self, entry: Any) -> Recorded:  # noqa: ANN401 - a model made of the game's words
        """Return a sheet by its rows of numbers, or its boxes."""
        told = vars(entry)
        cells: dict[str, int | None] = {}
        for name, row in self.layout.kit.plan.rows.items():
            if row[0] in told:
                cells |= {cell: told[cell] for cell in row if told[cell] is not None}
            elif told[name] is not None:
                cells |= zip(row, told[name], strict=True)
        return Recorded(cells, self.layout.kit.plan.paths, told.get("misses"))

    def differing(self, cell: str, found: int | None, wanted: int | None) -> Message:
        """Word that a number is not what the turns give."""
        numbers = {"found": found, "wanted": wanted}.items()
        values = {name: message("rules.nothing") if n is None else n for name, n in numbers}
        return message("rules.sheet-differs", cell=naming.cells(cell), **values)

    def noted(self, sheet: Sheet) -> Fields:
        """Return the numbers row by row, or box by box, and the misses."""
        kit, numbers = self.layout.kit, sheet.numbers
        rows = {name: list(map(numbers.get, row)) for name, row in kit.plan.rows.items()}
        if any(spot.box for spot in kit.plan.spots.values()):
            return {cell: numbers[cell] for cell in kit.plan.spots if cell in numbers}
        return {**rows, **({"misses": sheet.ticks} if kit.misses else {})}

    def mark(self, number: int, _: int, /) -> Mark:
        """Return a number as written, or how the player at a seat marks the cell it is worth."""
        return number_mark(number)

    def cells(self, seat: int) -> tuple[Cell, ...]:
        """Return the cells of the sheet, the boxes for misses, and those to add up in."""
        kit = self.layout.kit
        return (
            *(self.cell(spot, seat) for spot in kit.plan.spots.values()),
            *(Cell(box, {MARKED: TICK}) for box in (kit.misses.cell_ids() if kit.misses else ())),
            *(Cell(f"score.{part}") for part in self.score(Sheet())),
        )

    def cell(self, spot: Spot, _: int, /) -> Cell:
        """Return a cell that takes a number."""
        return Cell(spot.id, row=spot.row, place=0 if spot.box else spot.place)

    def of_papers(self, typed: Typed, /) -> Fields:
        """Return the final sheets, each with its numbers, its misses, and how it was added up."""
        kit, sheets = self.layout.kit, dict[str, Fields]()
        boxes = kit.misses.cell_ids() if kit.misses else ()
        # It is printed beside the box for misses.
        sign = -1 if kit.misses and kit.misses.worth < 0 else 1
        for player, given in typed.items():
            if any(given.values()):
                ticks = sum(given.get(box) == MARKED for box in boxes)
                sheets[player] = self.noted(Sheet(self.numbers_of(given), ticks))
                totals = (box for box in given if box.startswith("score."))
                for box, n in written.numbers(given, totals):
                    part = box.removeprefix("score.")
                    points = sign * abs(n) if part in self._unsigned else n
                    sheets[player].setdefault("score", {})[part] = points
        return {self.layout.papers: sheets}

    def numbers_of(self, given: Mapping[str, str]) -> Mapping[str, int]:
        """Return the numbers that a sheet holds by what was typed into its cells."""
        return dict(written.numbers(given, self.layout.kit.plan.spots))

    @property
    def _unsigned(self) -> frozenset[str]:
        """Return the parts of a score whose sign is printed beside the box."""
        return frozenset(one.part for _, one in self.layout.primitives.of(scoring.ScoreBoxes))

    def left_out(self, state: Table, last: Table, body: Body, chance: Random) -> Turn:
        """Return a turn that did what papers show and no turn did; any where they show nothing."""
        kit, who, lacking = self.layout.kit, state.next, dict[str, dict[str, int]]()
        for player, entry in self.entries(body).items():
            shown, sheet = self.of_record(entry).numbers.items(), last.sheets[player]
            given = {*sheet.numbers, *sheet.refused}
            lacking[player] = {c: n for c, n in shown if c not in given}
        firsts = {player: next(iter(found.items())) for player, found in lacking.items() if found}
        cell, points = firsts.get(who, (None, None))
        turn = Turn(state.played + 1, who, miss=kit.misses is not None and cell is None)
        if kit.everybody:
            turn = replace(turn, writes={player: one for player, (one, _) in firsts.items()})
        elif kit.pays:
            turn = replace(turn, places=tuple(lacking.get(who, ())))
        elif cell is not None:
            turn = replace(turn, box=cell, points=points if kit.plan.spots[cell].box else None)
        for roll in kit.rolls() if firsts or turn.miss else ():
            likely = replace(turn, dice=roll)
            refusals, after = self.judge(state, likely)
            held = (
                after.sheets[player].numbers.get(one) == n for player, (one, n) in firsts.items()
            )
            if not refusals and (not kit.everybody or all(held)):
                return likely
        return self.random_turn(state, chance)

    # --- papers -------------------------------------------------------------------------------

    def entries(self, body: Body) -> Mapping[str, Any]:
        """Return the final sheets of a record by player, as they were read."""
        return getattr(body, self.layout.papers) or {}

    def closing(self, state: Table, body: Body) -> tuple[Refusal, ...]:
        """Compare the sheets and totals with what the turns give."""
        primitives, kit = self.layout.primitives, self.layout.kit
        found: list[Refusal] = []
        turns = len(body.turns or ())
        for rule in primitives.framed("unfinished"):
            for _, ending in primitives.of(scoring.Ending):
                found += findings.unfinished(state, turns, ending.unreached(kit), rule)
        for rule in primitives.framed("as-played"):
            for player, entry in self.entries(body).items():
                found += self._compared(rule, player, self.of_record(entry), state)
        return (*found, *self._added_up_wrong(state, body))

    def _compared(self, rule: str, player: str, sheet: Recorded, state: Table) -> Iterator[Refusal]:
        """Yield each cell, and the boxes, where a sheet is not what the turns give."""
        given, misses = state.sheets[player], self.layout.kit.misses
        at = (self.layout.papers, player)
        for cell, found in sheet.cells.items():
            wanted = given.numbers.get(cell)
            if found != wanted:
                reason = self.differing(cell, found, wanted)
                differs = findings.differs(rule, reason, (*at, *sheet.paths[cell]), cell)
                wrote, right = ("" if n is None else number_mark(n).text for n in (found, wanted))
                yield replace(differs, wrote=wrote, right="" if self.layout.kit.pays else right)
        for number, cell in enumerate(sheet.named):
            first = sheet.paths[cell]
            if first[-1] != number:
                reason = message("rules.cross.twice", cell=naming.cells(cell))
                yield findings.differs(rule, reason, (*at, *first[:-1], number), cell)
        if sheet.misses is not None and misses is not None and sheet.misses != given.ticks:
            reason = message("rules.sheet-differs-misses", found=sheet.misses, wanted=given.ticks)
            box = min(sheet.misses, given.ticks) + 1
            where = f"{misses.id}.{box}" if box <= misses.boxes else None
            yield findings.differs(rule, reason, (*at, "misses"), where)

    def laid(self, seating: Seating, body: Body) -> Table | None:
        """Return the table that the final sheets show; over when every player has one."""
        if getattr(body, self.layout.papers) is None:
            return None
        found = {player: self.of_record(entry) for player, entry in self.entries(body).items()}
        sheets = {player: Sheet(one.numbers, one.misses or 0) for player, one in found.items()}
        is_over = set(sheets) == set(seating.players)
        return Table(seating, sheets, seating.players[0], ended=0 if is_over else None)

    def judge_laid(self, laid: Table, body: Body) -> tuple[Refusal, ...]:
        """Judge sheets that no turns explain, sheet by sheet, rule by rule, then their totals."""
        found = list[Refusal]()
        for player, entry in self.entries(body).items():
            sheet = self.of_record(entry)
            for rule, one in self.layout.primitives.rules.items():
                alone = one.judge_alone(self.layout.kit, laid.sheets[player], sheet.named)
                for reason, cell, place in alone:
                    within: Path = ("misses",) if cell is None else sheet.paths[cell]
                    within = within if place is None else (*within[:-1], place)
                    path = (self.layout.papers, player, *within)
                    wrote = str(sheet.cells.get(cell or "") or "")
                    found.append(Refusal(rule, reason, path, player, cell, wrote=wrote))
        return (*found, *self._added_up_wrong(laid, body))

    def _added_up_wrong(self, table: Table, body: Body) -> Iterator[Refusal]:
        if added := self.added_up(body):
            at, scores = self.layout.papers, self.outcome(table).scores
            for rule in self.layout.primitives.framed("added-up"):
                yield from findings.added_up_wrong(at, added, scores, rule, within="score")

    def added_up(self, body: Body) -> Scores:
        """Return the scores on the final sheets."""
        told = ((player, entry.score) for player, entry in self.entries(body).items())
        scores = {who: score.model_dump(exclude_none=True) for who, score in told if score}
        return {player: score for player, score in scores.items() if score}

    def written(self, steps: tuple[Turn, ...], state: Table, /) -> Fields:
        """Return the turns, and every sheet with its score."""
        papers = {
            player: {**self.noted(sheet), "score": dict(self.score(sheet))}
            for player, sheet in state.sheets.items()
        }
        return {"turns": [turn.fields() for turn in steps], self.layout.papers: papers}

    def shown(self, state: Table) -> tuple[Paper, ...]:
        """Return every sheet with what stands in it; what was refused in the colour of errors."""
        return self.recorded(state, self.body())

    def recorded(self, state: Table, body: Body) -> tuple[Paper, ...]:
        """Return every sheet as it was written; parts left out as the table shows them."""
        entries, papers, totals = self.entries(body), [], self.added_up(body)
        part, boxes = self.layout.kit.plan.part, self.layout.kit.misses
        for player, given in state.sheets.items():
            numbers, refused, ticks = {**given.numbers}, {**given.refused}, given.ticks
            if (entry := entries.get(player)) is not None:
                sheet = self.of_record(entry)
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
            papers.append(Paper(player, part, marks | self.totals_shown(totals.get(player, {}))))
        return tuple(papers)

    def totals_shown(self, scores: Mapping[str, int], /) -> dict[str, Mark]:
        """Return marks for the boxes to add up in; the sign of misses is printed beside its box."""
        return {
            f"score.{name}": number_mark(abs(points) if name in self._unsigned else points)
            for name, points in scores.items()
        }
