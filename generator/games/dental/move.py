"""A turn set in its situation: square reached, teeth after, which rules it breaks, what follows."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from generator.games.dental import state as states
from generator.games.dental.state import Layout, Seat, State, Teeth, Turn, Ways
from generator.rules import findings
from generator.rules.interface import ANYTHING, Refusal, paper_of
from generator.rules.naming import cells, words
from generator.words import Message, Value, message

LONGEST_ADVICE = 5

# In the order of the game's table; with each, what a player who breaks it is wrong about.
ON_TURNS: Mapping[str, tuple[str, ...]] = {
    "turn-order": ("next",),
    "dice": ("roll", "sugar", "appointment", "hit", "takes"),
    "square": ("square",),
    "sugar-step": ("marks",),
    "sugar-order": ("teeth",),
    "sugar-count": ("teeth", "marks"),
    "cube-spares": ("cube",),
    "cube-on-table": ("cube",),
    "brushing": ("marks",),
    "hit": ("marks",),
    "care-order": ("marks",),
    "care-count": ("teeth", "tokens", "marks"),
    "cleaning": ("marks",),
    "gives": ("gives", "variants", "tokens"),
    "marks-missing": ("marks",),
    "stop-choice": ("stops",),
    "after-end": ("ended",),
}
# The fields that only one kind of square asks for.
FIELDS = {
    "sugar": states.SUGAR,
    "appointment": states.APPOINTMENT,
    "takes": states.APPOINTMENT,
    "hit": states.HIT,
}


class Move:
    """A turn as it is played: what it reaches, gives and leaves, by the faces as written.

    `square` is None where the pawn stays, `kind` is what the square does. `refused` are gifts that
    stay and why, `seat` is the player's after gifts. `clean` are the teeth after cleaning or a hit,
    `due` is how many of them sugar then harms or tokens treat; `has_choice` says which is open.
    """

    def __init__(self, layout: Layout, state: State, turn: Turn) -> None:
        self.layout, self.state, self.turn = layout, state, turn
        self.player = findings.active_player(state, turn)
        self.has_cube = state.cube == self.player
        start, steps = state.seats[self.player].square, sum(turn.roll)
        self.square = layout.square_after(start, steps) if steps > 0 else None
        self.kind = "" if self.square is None else layout.kinds[self.square]
        self.refused = _refused(state, self.player, turn.gives) if turn.gives else {}
        self.seats = self._given() if turn.gives else state.seats
        self.seat = self.seats[self.player]
        marks = turn.marks or {}
        self.marks = {tooth: layout.stages.index(marker) for tooth, marker in marks.items()}
        self.clean, self.due = self._clean_and_due()
        counts = self.due.items()
        # Sugar may harm some of the teeth that are alike, and not others; care may treat some.
        self.has_choice = any(0 < count < self.clean.count(old) for (old, _), count in counts)
        self.after = self._after()

    def _given(self) -> Mapping[str, Seat]:
        seats = dict(self.state.seats)
        gifts = {to: n for to, n in self.turn.gives.items() if to not in self.refused}
        for to, tokens in gifts.items() if self.square is not None else ():
            giver = seats[self.player]
            seats[self.player] = replace(giver, tokens=giver.tokens - tokens)
            seats[to] = replace(seats[to], tokens=seats[to].tokens + tokens)
        return seats

    @property
    def tooth_hit(self) -> int | None:
        """Return the tooth that the die names; None without a face that names one."""
        hit = self.turn.hit
        return hit if hit is not None and 1 <= hit <= len(self.layout.teeth) else None

    def _clean_and_due(self) -> tuple[Teeth, Ways]:
        layout, teeth = self.layout, self.seat.teeth
        match self.kind:
            case "brushing":
                return layout.clean(teeth), {}
            case "dentist":
                clean = layout.clean(teeth)
                return clean, layout.care_due(clean, self.seat.tokens)
            case "hit" if self.tooth_hit:
                return states.with_marks(teeth, {self.tooth_hit: len(layout.stages) - 1}), {}
            case "sugar" if not self.has_cube:
                return teeth, layout.sugar_due(teeth, sum(self.turn.sugar))
        return teeth, {}

    def _after(self) -> Teeth:
        """Return the teeth after the turn; those all treated alike change without a mark."""
        if self.kind == states.SUGAR and (self.turn.marks is not None or self.has_choice):
            return states.with_marks(self.clean, self.marks)
        ways = self.due.items()
        alike = {old: new for (old, new), n in ways if n and n == self.clean.count(old)}
        given = tuple(alike.get(stage, stage) for stage in self.clean) if alike else self.clean
        return states.with_marks(given, self.marks)

    @property
    def care(self) -> Ways:
        """Return the care that was given: how many clean teeth became what they are now."""
        ways = Counter(zip(self.clean, self.after, strict=True))
        return {way: ways[way] for way in self.layout.treatments}

    def state_after(self) -> State:
        """Return the state after a turn, markers as recorded; one after the end changes nothing."""
        state, player = self.state, self.player
        if state.ended is not None:
            return state
        seats = {**self.seats, player: self._left()}
        is_over = self.kind == states.DENTIST and self._is_over(seats)
        ended, following = self.turn.number if is_over else None, state.seating.player_after(player)
        # In the educational variant whoever has finished is passed over.
        if state.plays(states.EDUCATIONAL) and not is_over:
            while seats[following].laps >= self.layout.laps.boxes:
                following = state.seating.player_after(following)
        cube = state.cube
        if self.kind == states.SUGAR and self.has_cube:
            cube = None
        elif self.kind == states.APPOINTMENT and self.turn.takes and cube is None:
            cube = player
        return State(state.seating, seats, following, cube, state.played + 1, ended)

    def _left(self) -> Seat:
        seat, turn, tokens = self.seat, self.turn, self.seat.tokens
        if self.square is None:
            return replace(seat, teeth=self.after)
        is_lap = self.kind == states.DENTIST
        if is_lap:  # What the care that was given costs, at most all.
            tokens -= min(tokens, self.layout.cost(self.care))
        if self.kind == states.APPOINTMENT and not turn.takes and turn.appointment is not None:
            tokens += self.layout.appointments[turn.appointment % 2]
        return Seat(self.after, self.square, seat.laps + is_lap, tokens)

    def _is_over(self, seats: Mapping[str, Seat]) -> bool:
        laps = self.layout.laps.boxes
        if all(seat.laps >= laps for seat in seats.values()):
            return True
        is_last = seats[self.player].laps == laps
        return self.turn.stops and is_last and not self.state.plays(states.EDUCATIONAL)

    def refusals(self) -> tuple[Refusal, ...]:
        """Return every rule a turn breaks, in the order of the game's table."""
        state, turn = self.state, self.turn
        if state.ended is not None:
            return (findings.turn_after_end(state, turn),)
        refusals = [*findings.out_of_order(state, turn), *self._roll()]
        if self.square is not None:
            for found in (self._dice(), self._square(), self._marks(), self._cube()):
                refusals += found
            refusals += (*self._gives(), *self._missing(), *self._stops())
        return tuple(refusals)

    def _found(self, rule: str, *within: str | int, key: str = "", **values: Value) -> Refusal:
        reason = message(f"rules.dental.{key or rule}", **values)
        return findings.turn_refusal(rule, reason, self.turn, self.player, *within)

    def _at(
        self, tooth: int, rule: str, instead: Sequence[int] = (), key: str = "", **values: Value
    ) -> Refusal:
        where, advice = self.layout.tooth_id(tooth), map(self.layout.tooth_id, instead)
        found = self._found(rule, "marks", tooth, key=key, tooth=cells(where), **values)
        wrote = self._shown(self.marks.get(tooth, 0))
        return replace(found, where=where, instead=tuple(advice)[:LONGEST_ADVICE], wrote=wrote)

    def _shown(self, stage: int) -> str:
        return self.layout.stages[stage] if stage else ""

    def _marker(self, stage: int) -> Message:
        none = message("rules.dental.no-marker")
        return words("markers", self.layout.stages[stage]) if stage else none

    def _roll(self) -> Iterator[Refusal]:
        roll, is_pair = self.turn.roll, self.state.plays(states.TWO_DICE)
        if not roll:
            yield self._found("dice", "roll", key="roll-missing")
        elif len(roll) > 1 + is_pair:
            key = "roll-count-two" if is_pair else "roll-count-one"
            yield self._found("dice", "roll", key=key, found=len(roll))
        else:
            yield from self._faces("roll")

    def _dice(self) -> Iterator[Refusal]:
        turn, kind = self.turn, self.kind
        if kind == states.SUGAR and not self.has_cube:
            found, wanted = len(turn.sugar), len(turn.roll)
            # With too many dice to move, nobody can say how many the sugar takes.
            is_known = wanted <= 1 + self.state.plays(states.TWO_DICE)
            if not found:
                yield self._found("dice", kind, key="sugar-missing")
            elif is_known and found != wanted:
                key = "sugar-dice-two" if wanted > 1 else "sugar-dice-one"
                yield self._found("dice", kind, key=key, found=found)
            else:
                yield from self._faces(kind)
        elif kind == states.APPOINTMENT and turn.takes:
            if turn.appointment is not None:
                yield self._found("dice", "takes", key="appointment-and-cube")
        elif kind in {states.APPOINTMENT, states.HIT}:
            if getattr(turn, kind) is None:
                yield self._found("dice", kind, key=f"{kind}-missing")
            yield from self._faces(kind)

    def _faces(self, field: str) -> Iterator[Refusal]:
        die = self.layout.tooth_die if field == states.HIT else self.layout.dice
        written, sides = getattr(self.turn, field), die.sides
        places = dict(enumerate(written)) if isinstance(written, tuple) else {None: written}
        for place, face in places.items():
            if face is not None and not 1 <= face <= sides:
                within = (field,) if place is None else (field, place)
                yield self._found("dice", *within, key="face", found=face, sides=sides)
                return

    def _square(self) -> Iterator[Refusal]:
        square = self.square or 0
        for field, name in self._elsewhere():
            found = self._found("square", field, found=name, reached=self._named(square))
            yield replace(found, where=self.layout.squares[square])
            return
        if self.kind == states.APPOINTMENT:
            for tooth in tuple(states.changed_marks(self.seat.teeth, self.marks))[:1]:
                reached = self._named(square)
                yield self._at(tooth, "square", key="square-marks", reached=reached)

    def _named(self, square: int) -> Message:
        kind = words("squares", self.layout.kinds[square])
        return message("rules.dental.square-named", number=square, kind=kind)

    def _elsewhere(self) -> Iterator[tuple[str, Message]]:
        named = self.turn.square
        if isinstance(named, int) and named != self.square:
            yield "square", self._named(named)
        if isinstance(named, str) and named != self.kind:
            yield "square", words("squares", named)
        for field, kind in FIELDS.items():
            # A die may show 0 in a record: that is written down, too.
            if kind != self.kind and getattr(self.turn, field) not in {None, ()}:
                yield field, words("squares", kind)

    def _cube(self) -> Iterator[Refusal]:
        holder = self.state.cube
        if self.turn.takes and self.kind == states.APPOINTMENT and holder is not None:
            key = "cube-held" if self.has_cube else "cube-on-table"
            found = self._found("cube-on-table", "takes", key=key, player=holder)
            yield replace(found, after=ANYTHING)

    def _gives(self) -> Iterator[Refusal]:
        for to, key in self.refused.items():
            tokens, player = self.turn.gives[to], self.player
            found = self._found("gives", "gives", to, key=key, player=player, to=to, found=tokens)
            # What one believes to have given, the other believes to have.
            yield replace(found, taints=found.taints | {paper_of(to)})

    def _missing(self) -> Iterator[Refusal]:
        if self.turn.marks is None and self.has_choice:
            key = "marks-missing-care" if self.kind == states.DENTIST else "marks-missing-sugar"
            yield self._found("marks-missing", key=key, player=self.player)

    def _stops(self) -> Iterator[Refusal]:
        before, wanted = self.seat.laps, self.layout.laps.boxes
        laps = before + (self.kind == states.DENTIST)
        if not self.turn.stops:
            return
        if self.state.plays(states.EDUCATIONAL):
            yield self._found("stop-choice", "stops", key="stop-educational")
        elif laps < wanted:
            yield self._found("stop-choice", "stops", key="stop-early", found=laps, laps=wanted)
        elif before >= wanted:
            yield self._found("stop-choice", "stops", key="stop-again", player=self.player)

    def _marks(self) -> Iterator[Refusal]:
        match self.kind:
            case "sugar" if self.has_cube:
                yield from self._spared()
            case _ if self.turn.marks is None:
                pass
            case "sugar" if self.turn.sugar:
                yield from self._sugar(states.changed_marks(self.clean, self.marks))
            case "dentist":
                yield from self._care()
            # Every marked tooth is to be as the square leaves it; the rule has the square's name.
            case "brushing" | "hit" as rule if rule == states.BRUSHING or self.tooth_hit:
                for tooth, stage in states.changed_marks(self.clean, self.marks).items():
                    clean, found = self.clean[tooth - 1], self._marker(stage)
                    differs = self._at(tooth, rule, found=found, wanted=self._marker(clean))
                    yield replace(differs, right=self._shown(clean))

    def _spared(self) -> Iterator[Refusal]:
        if self.turn.sugar:
            yield self._found("cube-spares", "sugar", player=self.player)
            return
        for tooth in tuple(states.changed_marks(self.seat.teeth, self.marks))[:1]:
            found = self._found("cube-spares", "marks", tooth, player=self.player)
            yield replace(found, where=self.layout.tooth_id(tooth))

    def _sugar(self, changes: Mapping[int, int]) -> Iterator[Refusal]:
        layout, teeth = self.layout, self.seat.teeth
        steps = [tooth for tooth, stage in changes.items() if stage != teeth[tooth - 1] + 1]
        for tooth in steps:
            stage, rule, last = teeth[tooth - 1], "sugar-step", "sugar-step-last"
            before, found = self._marker(stage), self._marker(changes[tooth])
            if stage == len(layout.stages) - 1:
                yield self._at(tooth, rule, key=last, before=before, found=found)
            else:
                wanted = self._marker(stage + 1)
                step = self._at(tooth, rule, before=before, found=found, wanted=wanted)
                yield replace(step, right=self._shown(stage + 1))
        if steps:
            return
        yield from self._sugar_order(changes)
        count = sum(self.due.values())
        if len(changes) != count:
            refusal = self._found("sugar-count", "marks", found=len(changes), wanted=count)
            stages = [old for (old, _), number in self.due.items() if number]
            ill = (tooth for old in stages for tooth in states.teeth_at_stage(teeth, old))
            left = tuple(layout.tooth_id(tooth) for tooth in ill if tooth not in changes)
            few = len(changes) < count
            yield replace(refusal, instead=left[:LONGEST_ADVICE]) if few else refusal

    def _sugar_order(self, changes: Mapping[int, int]) -> Iterator[Refusal]:
        teeth, last = self.seat.teeth, len(self.layout.stages) - 1
        left = [n for n, stage in enumerate(teeth, 1) if stage < last and n not in changes]
        for tooth in changes:
            due = [n for n in left if teeth[n - 1] > teeth[tooth - 1]]
            if due:
                due.sort(key=lambda number: -teeth[number - 1])
                other = cells(self.layout.tooth_id(due[0]))
                worst = self._marker(teeth[due[0] - 1])
                yield self._at(tooth, "sugar-order", due, other=other, marker=worst)
                return

    def _care(self) -> Iterator[Refusal]:
        layout, due, given = self.layout, self.due, self.care
        whole, half, late = layout.treatments
        ways = dict(enumerate(zip(self.clean, self.after, strict=True), start=1))
        few = given[whole] + given[half] < due[whole] + due[half]
        is_out_of_order = given[late] > 0 and (few or given[whole] < due[whole])
        if is_out_of_order:
            early = next(tooth for tooth, way in ways.items() if way == late)
            left = [t for t, (old, new) in ways.items() if old == whole[0] and new != 0]
            other = cells(layout.tooth_id(left[0]))
            kinds = self._marker(whole[0]), self._marker(late[0])
            yield self._at(early, "care-order", left, other=other, first=kinds[0], next=kinds[1])
        # Markers that care does not give; sugar is left to the cleaning.
        strange = [
            tooth
            for tooth, (old, new) in ways.items()
            if old != new and (old, new) not in layout.treatments and new not in layout.sugary
        ]
        for tooth in strange:
            before, now = (self._marker(stage) for stage in ways[tooth])
            yield self._at(tooth, "care-count", key="care-marker", before=before, found=now)
        cost, wanted = layout.cost(given), layout.cost(due)
        if not strange and (cost != wanted or (given != due and not is_out_of_order)):
            key = "care-halves" if cost == wanted else "care-count"
            costs = {"found": cost, "wanted": wanted, "tokens": self.seat.tokens}
            yield self._found("care-count", "marks", key=key, **costs)
        for tooth, stage in self.marks.items():
            if stage in layout.sugary:
                yield self._at(tooth, "cleaning", found=self._marker(stage))


def _refused(state: State, player: str, gives: Mapping[str, int]) -> Mapping[str, str]:
    refused, left = dict[str, str](), state.seats[player].tokens
    for to, tokens in gives.items():
        if tokens and not state.plays(states.COOPERATIVE):
            refused[to] = "gives-variant"
        elif tokens and to == player:
            refused[to] = "gives-oneself"
        elif tokens > left:
            refused[to] = "gives-too-many"
        else:
            left -= tokens
    return refused
