"""Boxes and envelopes laid flat: what is cut, folded and glued, worked out of what goes in."""

from dataclasses import dataclass

from generator.paper.measures import Mm
from generator.paper.shapes import Point, Rect, Size

# What stays free about the contents, in all; a tab to glue and its bevel; a lid's tuck.
PLAY: Mm = 2.0
TAB: Mm = 10.0
BEVEL: Mm = 3.0
TUCK: Mm = 12.0
# The flap that closes an envelope, the longest that a page has room for.
FLAPS: tuple[Mm, ...] = (28.0, 18.0, 0.0)
# Flaps that meet leave this free between them.
APART: Mm = 1.0


@dataclass(frozen=True, slots=True)
class Net:
    """A body laid flat: its outline, folds, areas to glue, the panel that is seen in front.

    `inner` is the room for what goes in: width, height and depth. A front that is folded up from
    below is `upside_down` on the net.
    """

    width: Mm
    height: Mm
    outline: tuple[Point, ...]
    folds: tuple[tuple[Point, Point], ...]
    glued: tuple[Rect, ...]
    front: Rect
    inner: tuple[Mm, Mm, Mm]
    upside_down: bool = False


def tuck_box(width: Mm, height: Mm, depth: Mm) -> Net:
    """Return a box with a tuck at both ends for a pile of a width, height and depth."""
    w, h, d = width + PLAY, height + PLAY, depth + PLAY
    dust = min(d, w / 2 - APART, TUCK)
    top, low = d + TUCK, d + TUCK + h
    # Front, side, back, side, then the tab that is glued inside the front.
    xs = (0.0, w, w + d, 2 * w + d, 2 * (w + d))
    end, right = xs[-1], xs[-1] + TAB
    bevel = min(BEVEL, d / 4, dust / 2)

    def upper(at: float, away: float) -> tuple[Point, ...]:
        # The edge of one end from left to right: the lid stands on the back panel.
        dusts = (at + away * dust,) * 2
        tip = at + away * (d + TUCK)
        return (
            (xs[0], at),
            (xs[1], at),
            (xs[1] + bevel, dusts[0]),
            (xs[2] - bevel, dusts[1]),
            (xs[2], at),
            (xs[2], at + away * d),
            (xs[2] + BEVEL, tip),
            (xs[3] - BEVEL, tip),
            (xs[3], at + away * d),
            (xs[3], at),
            (xs[3] + bevel, dusts[0]),
            (xs[4] - bevel, dusts[1]),
            (end, at),
        )

    tab = ((right, top + BEVEL), (right, low - BEVEL))
    outline = (*upper(top, -1.0), *tab, *reversed(upper(low, 1.0)))
    folds = tuple(((x, top), (x, low)) for x in xs[1:])
    for at, away in ((top, -1.0), (low, 1.0)):
        folds += tuple(((xs[n], at), (xs[n + 1], at)) for n in (1, 2, 3))
        folds += (((xs[2], at + away * d), (xs[3], at + away * d)),)
    glued = Rect(end + 1.0, top + BEVEL + 1.0, TAB - 2.0, h - 2 * BEVEL - 2.0)
    return Net(right, low + top, outline, folds, (glued,), Rect(0.0, top, w, h), (w, h, d))


def envelope(width: Mm, height: Mm, depth: Mm, flap: Mm) -> Net:
    """Return an envelope for papers of a width and height; their depth takes of both.

    Without a flap it is open at its top.
    """
    w, h = width + depth + PLAY, height + depth + PLAY
    left, right, middle = TAB, TAB + w, flap + h
    outline = (
        (left, flap),
        (left + 2 * BEVEL, 0.0),
        (right - 2 * BEVEL, 0.0),
        (right, flap),
        (right + TAB, flap + BEVEL),
        (right + TAB, middle - BEVEL),
        (right, middle),
        (right, middle + h),
        (left, middle + h),
        (left, middle),
        (0.0, middle - BEVEL),
        (0.0, flap + BEVEL),
    )
    folds = (
        *((((left, flap), (right, flap)),) if flap else ()),
        ((left, middle), (right, middle)),
        ((left, flap), (left, middle)),
        ((right, flap), (right, middle)),
    )
    high = h - 2 * BEVEL - 2.0
    glued = tuple(Rect(x + 1.0, flap + BEVEL + 1.0, TAB - 2.0, high) for x in (0.0, right))
    front = Rect(left, middle, w, h)
    return Net(
        w + 2 * TAB, middle + h, outline, folds, glued, front, (w, h, depth), upside_down=True
    )


def folded(size: Size, within: Size) -> tuple[Size, int]:
    """Return how large paper is once folded in halves until it fits, and how often it is folded."""
    long, short, folds = max(size), min(size), 0
    while long > max(within) or short > min(within):
        long, short = max(long / 2, short), min(long / 2, short)
        folds += 1
    return (long, short), folds
