"""The back of a deck: the game's title among pictures of its cards."""

from collections.abc import Iterator, Sequence
from itertools import cycle

from generator.game.parts import Deck
from generator.paper.shapes import HEAVY_LINE, Drawing, Placed, Rect, Shape, Stroke
from generator.printables.kinds.card_blank import BEYOND, PADDING, Blank, Zone
from generator.printables.kinds.card_zones import Look, Subject, words_in

# Pictures in the longer rows.
WIDE = 3


def back(zones: Sequence[Zone], deck: Deck, blank: Blank) -> Drawing:
    """Draw the back of a deck: the game's title among the pictures of a type of its cards."""
    setting, width, height = blank.setting, blank.width, blank.height
    by_name: dict[str, Zone] = {zone.zone: zone for zone in zones}
    names = deck.of_type(by_name["picture"].shows) if "picture" in by_name else ()
    colour = deck.types[deck.cards[names[0]].type].band if names else "ink"
    inset = setting.style.length(PADDING)
    frame = Rect(
        inset,
        inset,
        width - 2 * inset,
        height - 2 * inset,
        "white",
        Stroke(colour, HEAVY_LINE),
        inset / 2,
    )
    ground = Rect(-BEYOND, -BEYOND, width + 2 * BEYOND, height + 2 * BEYOND, f"{colour}.tint")
    shapes: list[Shape] = [ground, frame, *_strewn(names, deck, colour, blank)]
    subject = Subject(deck, names[0] if names else next(iter(deck.cards)), setting)
    title = words_in(
        subject,
        "back",
        setting.text(by_name["title"].shows),
        (blank.inner - 2 * inset, 0.0),
        Look(15.0, "bold", colour, "middle"),
    )
    shapes.append(Placed(title, 2 * inset, (height - title.height) / 2))
    return Drawing(width, height, (*shapes, *blank.edge()), title="back")


def _strewn(names: Sequence[str], deck: Deck, colour: str, blank: Blank) -> Iterator[Shape]:
    """Yield pictures in staggered rows above and below the middle, which the title has."""
    if not names:
        return
    style = blank.setting.style
    side, inset = style.length(9.0), style.length(PADDING + 4.0)
    pitch = (blank.width - 2 * inset - side) / (WIDE - 1)
    down = side + style.length(3.2)
    rows = int((blank.height / 2 - inset - style.length(9.0)) / down)
    subject = Subject(deck, names[0], blank.setting)
    turn = cycle(names)
    above = [(row, inset + row * down) for row in range(rows)]
    below = [(row, blank.height - y - side) for row, y in reversed(above)]
    for row, y in (*above, *below):
        for column in range(WIDE - row % 2):
            x = inset + (column + row % 2 / 2) * pitch
            yield Placed(subject.picture(next(turn), side, colour), x, y)
