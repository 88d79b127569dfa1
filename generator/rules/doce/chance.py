"""Random legal steps, which play to win or to keep off."""

from random import Random

from generator.rules.doce import state as states
from generator.rules.doce.state import Die, Layout, Move, Round, State, Step, Turn

# One turn in so many brings the blocker, overlooks a line of one's own, gives one away.
BLOCKS = 12
OVERSIGHTS = 5
GIFTS = 12


def random_step(layout: Layout, state: State, chance: Random) -> Step:
    """Return a legal turn of the round in play, or the beginning of the next."""
    if not state.rounds or state.rounds[-1].end is not None:
        number = len(state.rounds) + 1
        return states.Opening(number, state.starter(number))
    of = state.rounds[-1]
    legal = layout.open_squares(of, of.next)
    if not legal or not layout.dice_left(state, of.next):
        return Turn(of.number, of.played + 1, Move())
    die, blockers = _die(layout, of, legal, chance), tuple[str, ...]()
    others = [name for name in layout.squares if of.is_free(name) and name != die.square]
    if others and layout.blockers_left(state, of.next) and not chance.randrange(BLOCKS):
        blockers = (chance.choice(others),)
    return Turn(of.number, of.played + 1, Move(die, blockers))


def _die(layout: Layout, of: Round, legal: tuple[str, ...], chance: Random) -> Die:
    """Return a die on a legal square, placed to win, or as the round's first die has it.

    After the highest face all play for a draw by passing: the rim is filled first, then one square
    shuts its player off from many others. After the face below they wait until one die makes a line
    for each. So every end occurs.
    """
    ends = layout.endings(of)
    dice = [Die(square, face) for square in legal for face in layout.faces]
    quiet = [die for die in dice if die not in ends] or dice
    _, opened = next(iter(of.dice.values()), ("", 0))
    if opened == layout.faces[-1]:
        inmost = max(map(len, layout.around.values()))
        rim = [die for die in quiet if len(layout.around[die.square]) < inmost]
        shut = {die: sum(map(of.is_free, layout.around[die.square])) for die in quiet}
        return chance.choice(rim or [die for die in quiet if shut[die] == max(shut.values())])
    own = [die for die, winner in ends.items() if winner == of.next]
    other = [die for die, winner in ends.items() if winner not in {None, of.next}]
    if both := [die for die, winner in ends.items() if winner is None]:
        return chance.choice(both)
    if opened == layout.faces[-2]:
        return chance.choice(quiet)
    if other and not chance.randrange(GIFTS):
        return chance.choice(other)
    if own and chance.randrange(OVERSIGHTS):
        return chance.choice(own)
    return Die(chance.choice(legal), chance.choice(layout.faces))
