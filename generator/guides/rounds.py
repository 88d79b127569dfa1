"""Rounds on a grid of dice, as the rules see them."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product

from generator.game import Game
from generator.game.parts import Tiles
from generator.guides.lesson import Position
from generator.guides.parts import rules_of
from generator.rules.family import Refusal, Seating
from generator.rules.lines_of_dice import LinesOfDice
from generator.rules.lines_of_dice.moves import Die, Move, read_move
from generator.rules.lines_of_dice.state import (
    Opening,
    Round,
    State,
    Turn,
    blockers_left,
    lines,
    open_squares,
)
from generator.words import Language


def listed_turns(found: object) -> tuple[str, ...]:
    """Return a list of the data as texts, a single value as a list of one."""
    return tuple(map(str, found)) if isinstance(found, list) else (str(found),)


class Seen:
    """A position as the rules see it: a round after its turns, refused ones left out."""

    def __init__(self, game: Game, position: Position, language: Language) -> None:
        """Play the turns of a position, the players named by their colours."""
        self.game, self.rules = game, rules_of(game, LinesOfDice)
        self.layout = self.rules.layout
        self.said = game.said_in(language)
        tiles = next(part for part in game.head.parts.values() if isinstance(part, Tiles))
        self.colours = tiles.colours
        self.players = tuple(self.said.texts[f"lines.{colour}"] for colour in self.colours)
        state = self.rules.play(self.rules.start(Seating(self.players)), Opening(1, None))
        self.refusals: tuple[Refusal, ...] = ()
        turns = listed_turns((position.turn or {}).get("turns", []))
        for number, text in enumerate(turns, start=1):
            turn = Turn(1, number, read_move(self.layout, text))
            refusals = self.rules.refuse(state, turn)
            state = self.rules.settle(state, turn, refusals)
            self.refusals += refusals
        self.state: State = state

    @property
    def round(self) -> Round:
        """Return the round."""
        return self.state.rounds[-1]

    def open_squares(self) -> tuple[str, ...]:
        """Return the squares where the next player's die may stand."""
        return open_squares(self.layout, self.round, self.round.next)

    def barred(self) -> tuple[str, ...]:
        """Return the free squares where the next player's die must not stand."""
        opened = self.open_squares()
        return tuple(
            name for name in self.layout.squares if self.round.is_free(name) and name not in opened
        )

    def line(self) -> tuple[str, ...]:
        """Return the squares of the winning lines."""
        found = (window for window, _ in lines(self.layout, self.round))
        return tuple(dict.fromkeys(square for window in found for square in window))

    def wrong(self) -> tuple[str, ...]:
        """Return the squares of what was refused."""
        return tuple(dict.fromkeys(r.where for r in self.refusals if r.where is not None))

    def counts(self) -> Mapping[str, int]:
        """Return how many lines pass through every square."""
        windows = self.layout.windows
        return {name: sum(name in window for window in windows) for name in self.layout.squares}

    def wins(self, player: str) -> tuple[Die, ...]:
        """Return the dice that would win a player the round, were it the player's turn."""
        state = replace(self.state, rounds=(replace(self.round, next=player),))
        return tuple(self._ending(state, player))

    def gives(self) -> tuple[Die, ...]:
        """Return the dice of the next player that would give the other one the round."""
        return tuple(self._ending(self.state, self.state.seating.after(self.round.next)))

    def saves(self) -> tuple[Die, ...]:
        """Return the dice of the next player that leave the other one no die to win with."""
        dice = (Die(square, face) for square, face in product(self._aims(), self.layout.faces))
        return tuple(die for die in dice if self._is_safe(Move(die)))

    def blocks(self) -> tuple[str, ...]:
        """Return the squares where a blocker and some die of the same turn do so."""
        if not blockers_left(self.layout, self.state, self.round.next):
            return ()
        dice = [Die(*one) for one in product(self.open_squares(), self.layout.faces)]
        return tuple(
            square
            for square in self._aims()
            if any(self._is_safe(Move(die, (square,))) for die in dice if die.square != square)
        )

    def _aims(self) -> tuple[str, ...]:
        """Return the squares the other player would win on: only there can a threat be stopped."""
        dice = self.wins(self.state.seating.after(self.round.next))
        return tuple(dict.fromkeys(die.square for die in dice))

    def _is_safe(self, move: Move) -> bool:
        turn = Turn(1, self.round.played + 1, move)
        if self.rules.refuse(self.state, turn):
            return False
        after = self.rules.play(self.state, turn)
        is_over = after.rounds[-1].end is not None
        return not is_over and not any(self._ending(after, after.rounds[-1].next))

    def _ending(self, state: State, winner: str) -> Iterator[Die]:
        """Yield the dice of the next player that give somebody the round."""
        current = state.rounds[-1]
        squares = open_squares(self.layout, current, current.next)
        for square, face in product(squares, self.layout.faces):
            turn = Turn(1, current.played + 1, Move(Die(square, face)))
            end = self.rules.play(state, turn).rounds[-1].end
            if end is not None and end.winner == winner:
                yield Die(square, face)
