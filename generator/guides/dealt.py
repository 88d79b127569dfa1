"""Positions of a game of cards as drawings: cards side by side, and the dice of an attack."""

from collections.abc import Iterator, Mapping, Sequence

from generator.guides.lesson import Position
from generator.guides.small_card import OUT, small_card
from generator.guides.tabled import Tabled, tabled
from generator.paper.compose import above, beside
from generator.paper.marks import HEAVY_RING
from generator.paper.shapes import Drawing, Placed, Shape
from generator.paper.style import SECTION
from generator.paper.text import LEAST_SIZE, cap_height, set_line, width_of
from generator.paper.units import Mm, Pt, to_mm
from generator.printables.blocks.pips import die_face
from generator.printables.setting import Setting
from generator.words import message

# The width of the text on the narrower paper, less the frames of cards at both ends.
ROOM: Mm = 171.0
TEXT: Pt = 8.0
GAP: Mm = 2.0
APART: Mm = 4.7
DIE: Mm = 6.0
HEAD: Mm = 9.4


def drawing(position: Position, setting: Setting, width: Mm) -> Drawing:  # noqa: ARG001 - as the others
    """Draw everybody's cards side by side, under whose they are and the dice that were cast.

    Microbes that can be laid, or cards that an attack is about, have a heavy frame.
    """
    found = tabled(setting.game, position)
    heavy = _heavy(position, found)
    groups = [
        one for player in found.before.seats for one in _groups(player, found, heavy, setting)
    ]
    gap = setting.style.length(APART)
    drawn = above(*(beside(*row, gap=gap) for row in _rows(groups, gap)), gap=gap / 2)
    scale = min(1.0, ROOM / drawn.width)
    # A heavy frame around the last card stays whole.
    edge = OUT + to_mm(HEAVY_RING) / 2
    shapes = (Placed(drawn, edge, edge, scale=scale),)
    return Drawing(drawn.width * scale + 2 * edge, drawn.height * scale + 2 * edge, shapes)


def _rows(groups: Sequence[Drawing], gap: Mm) -> Iterator[tuple[Drawing, ...]]:
    """Yield as many groups at a time as stand side by side on the paper."""
    row: tuple[Drawing, ...] = ()
    for group in groups:
        if row and sum(one.width + gap for one in row) + group.width > ROOM:
            yield row
            row = ()
        row = (*row, group)
    yield row


def _heavy(position: Position, found: Tabled) -> Mapping[str, Sequence[str]]:
    """Return the cards to frame, by player and by where they are."""
    if position.shows == "open":
        return {f"{found.player}.hand": found.open_cards()}
    attack = found.attack()
    if attack is None:
        return {}
    aim = {} if attack.target is None else {attack.on: (attack.target,)}
    return {found.player: (attack.card,), **aim}


def _groups(
    player: str, found: Tabled, heavy: Mapping[str, Sequence[str]], setting: Setting
) -> Iterator[Drawing]:
    """Yield what lies before a player, and what is shown of the hand."""
    seat = found.before.seats[player]
    worn = () if seat.condom == "none" else (found.rules.layout.condom,)
    lying = (*seat.behaviours, *seat.microbes, *worn)
    life = setting.say(message("guide.life-of", n=seat.life))
    head = _head(player, life, _dice(player, found, setting), setting)
    yield _group(head, lying, heavy.get(player, ()), setting)
    if hand := found.hands[player]:
        words = setting.say(message("guide.hand-of", player=player))
        head = _head("", words, None, setting)
        yield _group(head, hand, heavy.get(f"{player}.hand", ()), setting)


def _group(head: Drawing, cards: Sequence[str], heavy: Sequence[str], setting: Setting) -> Drawing:
    """Draw cards in a row under their head; of cards alike one is framed."""
    left = list(heavy)
    drawn = []
    for card in cards:
        is_heavy = card in left
        if is_heavy:
            left.remove(card)
        drawn.append(small_card(card, setting, is_heavy=is_heavy))
    row = beside(*drawn, gap=setting.style.length(GAP))
    return above(head, row, gap=setting.style.length(2.0))


def _head(name: str, words: str, dice: Drawing | None, setting: Setting) -> Drawing:
    """Draw whose cards these are and what is to be said of it; at the right the dice."""
    style = setting.style
    high, base = style.length(HEAD), style.length(HEAD) - style.length(1.2)
    plain = style.lettering(TEXT, "regular", "ink")
    bold = style.lettering(SECTION, "bold", "ink")
    shapes: list[Shape] = [*set_line(words, 0.0, base, plain)]
    width = width_of(words, plain.font, plain.size)
    if name:
        shapes += set_line(name, 0.0, base - style.length(4.2), bold)
        width = max(width, width_of(name, bold.font, bold.size))
    if dice is None:
        return Drawing(width, high, tuple(shapes))
    left = width + style.length(2.5)
    shapes.append(Placed(dice, left, high - dice.height))
    return Drawing(left + dice.width, high, tuple(shapes))


def _dice(player: str, found: Tabled, setting: Setting) -> Drawing | None:
    """Draw the dice that a player cast in an attack, and what they are."""
    attack = found.attack()
    if attack is None or player not in {found.player, attack.on}:
        return None
    is_attacker = player == found.player
    faces = attack.dice if is_attacker else attack.defence
    if not faces:
        return None
    style = setting.style
    side = style.length(DIE)
    plus = found.rules.layout.attacks[attack.card].plus if is_attacker else 0
    how = style.lettering(SECTION, "bold")
    parts = [die_face(one, side) for one in faces]
    if plus:
        base = side / 2 + cap_height(how.font, how.size) / 2
        bonus = f"+ {plus}"
        room = width_of(bonus, how.font, how.size)
        parts.append(Drawing(room, side, set_line(bonus, 0.0, base, how)))
    words = setting.say("guide.attack-dice" if is_attacker else "guide.defence-dice")
    small = style.lettering(LEAST_SIZE, "bold")
    high = cap_height(small.font, small.size)
    wide = width_of(words, small.font, small.size)
    label = Drawing(wide, high, set_line(words, 0.0, high, small))
    return above(label, beside(*parts, gap=style.length(1.2)), gap=style.length(1.0))
