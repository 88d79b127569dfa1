"""The way of a goose board: squares along a spiral or a ring, as large as the paper allows."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import atan2, ceil, cos, dist, inf, pi, sin
from typing import Literal, TypeAlias

from generator.errors import LudokitError
from generator.listgames.goose.chain import LEAST
from generator.paper import shapes as art
from generator.paper.page import Box
from generator.printables.kinds.board import ClosedPath, closed_path_through
from generator.words import message

TrackShape: TypeAlias = Literal["spiral", "ring"]

# The road is no wider than this, and every square has room for a pawn of at least this diameter.
WIDEST: art.Mm = 44.0
PAWN: art.Mm = 16.0
STEP: art.Mm = 0.25
# White between two turns of the road, and between the end of a ring and its start.
BETWEEN: art.Mm = 2.4
# How long a square is for the width of the road, and how much longer the first field and the last.
ASPECT = 0.96
NARROWEST = 0.78
LONG = 1.55
LEAST_LAST = 1.1
# The radius of the innermost bend in the middle of the road, as a share of its width, and that of a
# ring.
BEND = 0.86
ROUND = 1.5
# What has to be left in the middle for the title and for what the squares do.
MIDDLE: art.Size = (66.0, 74.0)
# A bend is walked in pieces of about a millimetre, a square's long side drawn in so many.
PIECE: art.Mm = 1.0
BENT = 10
TURNS = 4
NEARLY = 0.93
# Ways ahead that differ by less are the same; a side is at least so long for its middle line.
SAME_HEADING = 1e-6
# Points no farther from one another are the same.
SAME: art.Mm = 1e-6
SHORTEST = 0.2


@dataclass(frozen=True, slots=True)
class GooseTrack:
    """The road of a board: field 0 is the start, then the squares, the last of which is longer.

    `pitch` is the length of a square, `last` that of the last one, `road` their width, `middle`
    what is free within the road, `size` the board's width and height.
    """

    walk: ClosedPath
    squares: int
    road: art.Mm
    pitch: art.Mm
    last: art.Mm
    middle: Box
    size: art.Size

    def square_ends(self, number: int) -> tuple[art.Mm, art.Mm]:
        """Return how far along the way a field begins and ends."""
        begin = 0.0 if number == 0 else (LONG + number - 1) * self.pitch
        long = {0: LONG * self.pitch, self.squares: self.last}
        return begin, begin + long.get(number, self.pitch)

    def point_in(self, number: int, share: float = 0.5) -> art.Spot:
        """Return a point on the middle line of a field, a share of the way through it."""
        begin, end = self.square_ends(number)
        return self.point_after(begin + (end - begin) * share)

    def point_after(self, far: art.Mm) -> art.Spot:
        """Return where one is after so many millimetres, and the way ahead."""
        walk, length = self.walk, self.walk.length
        piece = min(max(bisect_right(walk.lengths, far), 1), len(walk.lengths) - 1)
        (x1, y1), (x2, y2) = walk.points[piece - 1], walk.points[piece]
        whole = walk.lengths[piece] - walk.lengths[piece - 1]
        share = (min(far, length) - walk.lengths[piece - 1]) / whole
        # Between two pieces of a bend one turns from the one to the other.
        before, after = (self._ahead(one) for one in (piece - 1, piece + 1))
        turn = before if share < 0.5 else after  # noqa: PLR2004 - the nearer half
        weigh = abs(share - 0.5) if whole < 2 * PIECE else 0.0
        here = ((x2 - x1) / whole, (y2 - y1) / whole)
        dx, dy = (a * (1 - weigh) + b * weigh for a, b in zip(here, turn, strict=True))
        size = (dx * dx + dy * dy) ** 0.5
        return art.Spot((x1 + (x2 - x1) * share, y1 + (y2 - y1) * share), (dx / size, dy / size))

    def _ahead(self, piece: int) -> art.Point:
        """Return the way ahead on a piece of the line."""
        piece = min(max(piece, 1), len(self.walk.points) - 1)
        (x1, y1), (x2, y2) = self.walk.points[piece - 1], self.walk.points[piece]
        whole = self.walk.lengths[piece] - self.walk.lengths[piece - 1]
        return (x2 - x1) / whole, (y2 - y1) / whole

    def outline(self, number: int, inset: art.Mm = 0.0) -> tuple[art.Point, ...]:
        """Return the corners of a field, or so far inside; its long sides follow the road."""
        wide = self.road / 2 - inset
        left, right = (self._side(number, inset, side * wide) for side in (1, -1))
        return (*left, *reversed(right))

    def _side(self, number: int, inset: art.Mm, aside: art.Mm) -> list[art.Point]:
        """Return a long side of a field; in a bend the inner one is the shorter one."""
        begin, end = self.square_ends(number)
        begin += inset / self._share(begin, 1.0, aside)
        end -= inset / self._share(end, -1.0, aside)
        is_straight = (
            dist(self.point_after(begin).ahead, self.point_after(end).ahead) < SAME_HEADING
        )
        pieces = 1 if is_straight else BENT
        far = (begin + (end - begin) * piece / pieces for piece in range(pieces + 1))
        return [self.point_after(one).aside(0.0, aside) for one in far]

    def _share(self, far: art.Mm, step: art.Mm, aside: art.Mm) -> float:
        """Return how long a line beside the way is there for a millimetre of the way."""
        one, other = self.point_after(far), self.point_after(far + step)
        lengths = (dist(one.aside(0.0, at), other.aside(0.0, at)) for at in (aside, 0.0))
        beside, along = lengths
        return max(beside / along, SHORTEST) if along else 1.0

    def clear_middle(self, margin: art.Mm) -> Box:
        """Return the field in the middle that is a margin away from the road and its bends."""
        free = self.middle
        left, right = free.left + margin, free.right - margin
        near = [
            y
            for number in range(self.squares + 1)
            for x, y in self.outline(number)
            if left < x < right and free.top < y < free.bottom
        ]
        half = (free.top + free.bottom) / 2
        top = max([free.top, *(y for y in near if y < half)]) + margin
        bottom = min([free.bottom, *(y for y in near if y >= half)]) - margin
        return Box(left, top, right, bottom)

    def ends_straight(self) -> bool:
        """Tell whether the last square ends where the road is straight."""
        _, end = self.square_ends(self.squares)
        return min(map(abs, self.point_after(end).ahead)) < SAME_HEADING

    def pawn_room(self) -> art.Mm:
        """Return the diameter of the largest pawn that stands in the middle of every square."""
        numbers = range(1, self.squares + 1)
        return min(2 * _gap(self.point_in(number).at, self.outline(number)) for number in numbers)


def fit_track(form: TrackShape, squares: int, size: art.Size) -> GooseTrack:
    """Return the way with the largest squares on a board of a size.

    Raise LudokitError where a pawn would have no room, with the most squares that have it.
    """
    found = _widest_track(form, squares, size)
    if found is not None:
        return found
    fewer = range(squares - 1, LEAST - 1, -1)
    if near := next((number for number in fewer if _widest_track(form, number, size)), 0):
        room = f"{PAWN:g}"
        raise LudokitError(message("list.goose-crowded", n=squares, room=room, near=near))
    raise LudokitError(message("list.goose-no-room", room=f"{PAWN:g}"))


def _widest_track(form: TrackShape, squares: int, size: art.Size) -> GooseTrack | None:
    """Return the way whose road is widest, None where a pawn has no room.

    One a little narrower is taken if that brings the end to where the road is straight.
    """
    found: GooseTrack | None = None
    for step in range(ceil((WIDEST - PAWN) / STEP) + 1):
        road = WIDEST - step * STEP
        if found is not None and (found.ends_straight() or road < found.road * NEARLY):
            break
        track = (
            _ring_track(squares, size, road)
            if form == "ring"
            else _spiral_track(squares, size, road)
        )
        if (
            track is not None
            and track.pawn_room() >= PAWN
            and (found is None or track.ends_straight())
        ):
            found = track
    return found


def _spiral_track(squares: int, size: art.Size, road: art.Mm) -> GooseTrack | None:
    """Lay a spiral from the bottom left inwards; None where too little is left in the middle."""
    pitch = road * ASPECT
    needed = (squares - 1 + 2 * LONG) * pitch
    for turns in range(1, TURNS + 1):
        points = [*_corners(size, road, turns)]
        each = road + BETWEEN
        radii = [(BEND * road) + (turns - 1 - number // 4) * each for number in range(4 * turns)]
        line = _rounded_line(points, radii)
        if line is None:
            return None
        walk = closed_path_through(line, SAME)
        if walk.length < needed:
            continue
        # The side of the board on which the way ends.
        ends, far = 0, -inf
        for number, (one, other) in enumerate(pairwise(points)):
            far = (0.0 if number == 0 else far) + dist(one, other)
            if number < len(radii):
                far -= radii[number] * (2 - pi / 2)
            ends = number
            if far >= needed:
                break
        lanes = [sum(side == one % 4 for one in range(ends + 1)) for side in range(4)]
        bottom, right, top, left = (count * each for count in lanes)
        middle = Box(left, top, size[0] - right, size[1] - bottom)
        across, down = middle.size
        if across >= MIDDLE[0] and down >= MIDDLE[1]:
            track = GooseTrack(walk, squares, road, pitch, LONG * pitch, middle, size)
            return replace(track, last=_last_length(track))
        return None
    return None


def _last_length(track: GooseTrack) -> art.Mm:
    """Return the length of the last square: it ends before a bend if it is then long enough."""
    begin, end = track.square_ends(track.squares)
    for shorter in range(int((end - begin - track.pitch * LEAST_LAST) / STEP)):
        if min(map(abs, track.point_after(end - shorter * STEP).ahead)) < SAME_HEADING:
            return end - shorter * STEP - begin
    return end - begin


def _corners(size: art.Size, road: art.Mm, turns: int) -> Iterator[art.Point]:
    """Yield where the middle line of a spiral begins, turns (to the left) and ends."""
    (width, height), half, each = size, road / 2, road + BETWEEN
    yield 0.0, height - half
    for turn in range(turns):
        near = half + turn * each
        yield width - near, height - near
        yield width - near, near
        yield near, near
        yield near, height - near - each
    last = half + turns * each
    yield width - last, height - last


def _ring_track(squares: int, size: art.Size, road: art.Mm) -> GooseTrack | None:
    """Lay a ring that begins and ends at the bottom left; None where its squares are too narrow."""
    (width, height), half = size, road / 2
    radius = ROUND * road
    right, low = width - half, height - half
    start = (half + radius, low)
    points = (start, (right, low), (right, half), (half, half), (half, low), start)
    line = _rounded_line(points, [radius] * 4)
    if line is None:
        return None
    walk = closed_path_through(line, SAME)
    pitch = (walk.length - BETWEEN) / (squares - 1 + 2 * LONG)
    inner = Box(road, road, width - road, height - road)
    across, down = inner.size
    is_wide = across >= MIDDLE[0] and down >= MIDDLE[1] and pitch >= NARROWEST * road
    return GooseTrack(walk, squares, road, pitch, LONG * pitch, inner, size) if is_wide else None


def _rounded_line(points: Sequence[art.Point], radii: Sequence[art.Mm]) -> list[art.Point] | None:
    """Return a line whose corners are rounded, None where there is no room for two bends."""
    line, free = [points[0]], dist(points[0], points[1])
    for number, radius in enumerate(radii):
        one, corner, other = points[number : number + 3]
        begin, end = _toward(corner, one, radius), _toward(corner, other, radius)
        if radius > free + 1e-9:
            return None
        middle = (begin[0] + end[0] - corner[0], begin[1] + end[1] - corner[1])
        angle = atan2(begin[1] - middle[1], begin[0] - middle[0])
        pieces = max(2, ceil(radius * pi / 2 / PIECE))
        for piece in range(pieces + 1):
            # On paper, whose y grows downwards, a turn to the left is one by less angle.
            turn = angle - pi / 2 * piece / pieces
            line.append((middle[0] + radius * cos(turn), middle[1] + radius * sin(turn)))
        free = dist(corner, other) - radius
    line.append(points[-1])
    return line


def _toward(here: art.Point, there: art.Point, length: art.Mm) -> art.Point:
    share = length / dist(here, there)
    return here[0] + (there[0] - here[0]) * share, here[1] + (there[1] - here[1]) * share


def _gap(at: art.Point, outline: Sequence[art.Point]) -> art.Mm:
    """Return how far a point is from the nearest side of an outline."""
    (x, y), gaps = at, []
    for (x1, y1), (x2, y2) in pairwise((*outline, outline[0])):
        dx, dy = x2 - x1, y2 - y1
        share = max(0.0, min(1.0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)))
        gaps.append(dist(at, (x1 + share * dx, y1 + share * dy)))
    return min(gaps)
