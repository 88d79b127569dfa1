"""Positions of a game of cards as drawings: cards side by side, and the dice of an attack."""

from collections.abc import Iterator, Mapping, Sequence

from generator.game.parts import Deck
from generator.guides.lesson import Position
from generator.guides.tabled import Tabled, tabled
from generator.paper.compose import above, beside
from generator.paper.marks import HEAVY_RING
from generator.paper.shapes import Drawing, Placed, Rect, Shape, Stroke
from generator.paper.style import LABEL, SECTION
from generator.paper.text import cap_height, set_line, width_of
from generator.paper.units import Mm
from generator.printables.blocks.pips import die_face
from generator.printables.kinds.card_blank import CORNER, Blank
from generator.printables.kinds.card_face import face
from generator.printables.kinds.cards import CardsEntry
from generator.printables.planning import entries
from generator.printables.setting import Setting
from generator.words import message

# A card without its small print, in mm before it is made smaller.
CARD: tuple[Mm, Mm] = (44.0, 52.0)
SCALE = 0.62
SMALL_PRINT = frozenset({"type", "corner", "text", "note", "footer", "list"})
LEAD: Mm = 26.0
WIDE: Mm = 158.0
GAP: Mm = 2.6
APART: Mm = 8.0
DIE: Mm = 7.0
HEAD: Mm = 9.0
OUT: Mm = 0.9


def drawing(position: Position, setting: Setting, width: Mm) -> Drawing:
    """Draw everybody's cards side by side, under whose they are and the dice that were cast.

    Microbes that can be laid, or cards that an attack is about, have a heavy frame.
    """
    found = tabled(setting.game, position)
    heavy = _heavy(position, found)
    groups = [
        one for player in found.before.seats for one in _groups(player, found, heavy, setting)
    ]
    drawn = beside(*groups, gap=setting.style.length(APART))
    room = max(width, WIDE) - 2 * OUT
    scale = min(1.0, room / drawn.width)
    shapes = (Placed(drawn, OUT, OUT, scale=scale),)
    return Drawing(drawn.width * scale + 2 * OUT, drawn.height * scale + 2 * OUT, shapes)


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
        drawn.append(_card(card, setting, is_heavy=is_heavy))
    row = beside(*drawn, gap=setting.style.length(GAP))
    return above(head, row, gap=setting.style.length(1.6))


def _head(name: str, words: str, dice: Drawing | None, setting: Setting) -> Drawing:
    """Draw whose cards these are and what is to be said of it; at the right the dice."""
    style = setting.style
    high, base = style.length(HEAD), style.length(HEAD) - style.length(1.2)
    plain = style.lettering(LABEL, "regular", "ink")
    bold = style.lettering(SECTION, "bold", "ink")
    shapes: list[Shape] = [*set_line(words, 0.0, base, plain)]
    width = width_of(words, plain.font, plain.size)
    if name:
        shapes += set_line(name, 0.0, base - style.length(4.2), bold)
        width = max(width, width_of(name, bold.font, bold.size))
    if dice is None:
        return Drawing(width, high, tuple(shapes))
    left = max(width, style.length(LEAD)) + style.length(2.0)
    shapes.append(Placed(dice, left, high - dice.height))
    return Drawing(left + dice.width, high, tuple(shapes))


def _card(name: str, setting: Setting, *, is_heavy: bool) -> Drawing:
    """Draw a card by its own template, without its small print."""
    entry = next(e for e in entries(setting.game).values() if isinstance(e, CardsEntry))
    deck = setting.game.part(entry.part, Deck)
    zones = [z for z in entry.faces[deck.cards[name].type] if z.zone not in SMALL_PRINT]
    blank = Blank(setting, *(setting.style.length(side) for side in CARD))
    front = face(zones, deck, name, blank)
    width, height = front.width * SCALE, front.height * SCALE
    shapes: list[Shape] = [Placed(front, 0.0, 0.0, scale=SCALE)]
    if is_heavy:
        edge = Stroke("ink", HEAVY_RING)
        corner = setting.style.length(CORNER) * SCALE + OUT
        box = Rect(-OUT, -OUT, width + 2 * OUT, height + 2 * OUT, None, edge, corner)
        shapes.append(box)
    return Drawing(width, height, tuple(shapes))


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
    base = side / 2 + cap_height(how.font, how.size) / 2
    words = setting.say("guide.attack-dice" if is_attacker else "guide.defence-dice")
    small = style.lettering(LABEL, "bold")
    wide = width_of(words, small.font, small.size)
    parts = [Drawing(wide, side, set_line(words, 0.0, base, small))]
    parts += (die_face(one, side) for one in faces)
    if plus:
        bonus = f"+ {plus}"
        room = width_of(bonus, how.font, how.size)
        parts.append(Drawing(room, side, set_line(bonus, 0.0, base, how)))
    return beside(*parts, gap=style.length(1.5))
