"""Random legal steps, which play to win or to keep off."""

from collections.abc import Collection, Iterator
from random import Random

from generator.rules.lines_of_dice import state as states
from generator.rules.lines_of_dice.state import Die, Layout, Move, Round, State, Step, Turn

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
    legal = states.open_squares(layout, of, of.next)
    if not legal or not states.dice_left(layout, state, of.next):
        return Turn(of.number, of.played + 1, Move())
    die = _die(layout, of, legal, chance)
    others = [name for name in layout.squares if of.is_free(name) and name != die.square]
    if others and states.blockers_left(layout, state, of.next) and not chance.randrange(BLOCKS):
        return Turn(of.number, of.played + 1, Move(die, (chance.choice(others),)))
    return Turn(of.number, of.played + 1, Move(die))


def completions(layout: Layout, of: Round) -> Iterator[tuple[Die, str]]:
    """Yield each die that would complete a line if placed now, and whose line it is."""
    for window in layout.windows:
        missing = [square for square in window if square not in of.dice]
        if len(missing) != 1 or missing[0] in of.blockers:
            continue
        face = layout.sum - sum(of.dice[square][1] for square in window if square in of.dice)
        owner = states.line_owner([of.dice.get(square, (of.next,))[0] for square in window])
        if face in layout.faces and owner is not None:
            yield Die(missing[0], face), owner


def _die(layout: Layout, of: Round, legal: tuple[str, ...], chance: Random) -> Die:
    """Return a die on a legal square, placed to win, or as the round's first die has it.

    After the highest face all play for a draw; after the one below they wait until one die makes a
    line for each. So every end occurs.
    """
    made: dict[Die, set[str]] = {}
    for die, owner in completions(layout, of):
        if die.square in legal:
            made.setdefault(die, set()).add(owner)
    _, opened = next(iter(of.dice.values()), ("", 0))
    if opened == layout.faces[-1]:
        return _shutting(layout, of, _quiet(layout, legal, made), chance)
    both = [die for die, owners in made.items() if len(owners) > 1]
    own = [die for die, owners in made.items() if owners == {of.next}]
    other = [die for die, owners in made.items() if of.next not in owners]
    if both:
        return chance.choice(both)
    if opened == layout.faces[-2]:
        return chance.choice(_quiet(layout, legal, made))
    if other and not chance.randrange(GIFTS):
        return chance.choice(other)
    if own and chance.randrange(OVERSIGHTS):
        return chance.choice(own)
    return Die(chance.choice(legal), chance.choice(layout.faces))


def _quiet(layout: Layout, legal: tuple[str, ...], made: Collection[Die]) -> list[Die]:
    """Return the dice that complete no line, every die where there are none."""
    dice = [Die(square, face) for square in legal for face in layout.faces]
    return [die for die in dice if die not in made] or dice


def _shutting(layout: Layout, of: Round, quiet: list[Die], chance: Random) -> Die:
    """Return a die that leads to a draw by passing.

    The rim is filled first; then one square shuts its player off from many others.
    """
    inmost = max(map(len, layout.around.values()))
    rim = [die for die in quiet if len(layout.around[die.square]) < inmost]
    if rim:
        return chance.choice(rim)
    shut = [sum(map(of.is_free, layout.around[die.square])) for die in quiet]
    return chance.choice([die for die, many in zip(quiet, shut, strict=True) if many == max(shut)])
