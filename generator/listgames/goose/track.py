"""The track of a goose board: squares along a spiral or a ring, as large as the paper allows."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, pairwise
from math import atan2, ceil, cos, dist, hypot, pi, sin
from typing import Literal

from generator.errors import LudokitError
from generator.listgames.goose.chain import LEAST
from generator.paper.measures import ROUNDING
from generator.paper.page import Box
from generator.paper.shapes import Mm, Point, Size, Spot
from generator.printables.kinds.board import ClosedPath, closed_path_through
from generator.words import message

TrackShape = Literal["spiral", "ring"]

# The road is no wider than this, and every square has room for a pawn of at least this diameter.
WIDEST: Mm = 44.0
PAWN: Mm = 16.0
STEP: Mm = 0.25
# White between two turns of the road, and between the end of a ring and its start.
BETWEEN: Mm = 2.4
# How long a square is for the width of the road, how much longer the start and the last square are.
ASPECT = 0.96
NARROWEST = 0.78
LONG = 1.55
LEAST_LAST = 1.1
# The radius of a spiral's innermost bend in the middle of the road, and of a ring's, in widths of
# the road.
BEND = 0.86
ROUND = 1.5
# What has to be left in the middle for the title and for what the squares do.
MIDDLE: Size = (66.0, 74.0)
# A bend is a polyline with pieces of about a millimetre, a square's long side has BENT.
PIECE: Mm = 1.0
BENT = 10
TURNS = 4
# A road narrower by up to this share is taken if the last square then ends before a bend.
NEARLY = 0.93
# The inner side of a bend is taken to be at least so long for its middle line.
SHORTEST = 0.2


@dataclass(frozen=True, slots=True)
class GooseTrack:
    """Field 0, the start, and squares, each a `pitch` long but the `last`; `middle` is free."""

    line: ClosedPath
    squares: int
    road: Mm
    pitch: Mm
    last: Mm
    middle: Box
    size: Size

    def square_ends(self, number: int) -> tuple[Mm, Mm]:
        """Return how far along the road a field begins and ends."""
        begin = 0.0 if number == 0 else (LONG + number - 1) * self.pitch
        length = {0: LONG * self.pitch, self.squares: self.last}
        return begin, begin + length.get(number, self.pitch)

    def point_in(self, number: int, share: float = 0.5) -> Spot:
        """Return a point on the middle line of a field, a share of the way through it."""
        begin, end = self.square_ends(number)
        return self.point_after(begin + (end - begin) * share)

    def point_after(self, far: Mm) -> Spot:
        """Return where one is after some millimetres; in a bend the heading turns smoothly."""
        lengths = self.line.lengths
        piece = bisect_right(lengths, far)
        length = lengths[piece] - lengths[piece - 1]
        past_middle = (far - lengths[piece - 1]) / length - 0.5
        nearer = self._heading(piece - 1 if past_middle < 0 else piece + 1)
        weight = abs(past_middle) if length < 2 * PIECE else 0.0
        both = zip(self._heading(piece), nearer, strict=True)
        dx, dy = (here * (1 - weight) + there * weight for here, there in both)
        return Spot(self.line.at(far), (dx / hypot(dx, dy), dy / hypot(dx, dy)))

    def _heading(self, piece: int) -> Point:
        points = self.line.points
        piece = min(max(piece, 1), len(points) - 1)
        (x1, y1), (x2, y2) = points[piece - 1 : piece + 1]
        length = dist((x1, y1), (x2, y2))
        return (x2 - x1) / length, (y2 - y1) / length

    def outline(self, number: int, inset: Mm = 0.0) -> tuple[Point, ...]:
        """Return the corners of a field, or so far inside; its long sides follow the road."""
        wide = self.road / 2 - inset
        left, right = (self._long_side(number, inset, aside) for aside in (wide, -wide))
        return (*left, *reversed(right))

    def _long_side(self, number: int, inset: Mm, aside: Mm) -> list[Point]:
        begin, end = self.square_ends(number)
        begin += inset / self._stretch(begin, 1.0, aside)
        end -= inset / self._stretch(end, -1.0, aside)
        headings = self.point_after(begin).ahead, self.point_after(end).ahead
        pieces = 1 if dist(*headings) < ROUNDING else BENT
        far = (begin + (end - begin) * piece / pieces for piece in range(pieces + 1))
        return [self.point_after(one).aside(0.0, aside) for one in far]

    def _stretch(self, far: Mm, step: Mm, aside: Mm) -> float:
        """Return how long a line beside the middle line is there for a millimetre of that."""
        one, other = self.point_after(far), self.point_after(far + step)
        beside, along = (dist(one.aside(0.0, at), other.aside(0.0, at)) for at in (aside, 0.0))
        return max(beside / along, SHORTEST)

    def clear_middle(self, margin: Mm) -> Box:
        """Return the field in the middle that is a margin away from the road and its bends."""
        free = self.middle
        left, right = free.left + margin, free.right - margin
        near = [
            y
            for number in range(self.squares + 1)
            for x, y in self.outline(number)
            if left < x < right and free.top < y < free.bottom
        ]
        _, half = free.middle
        top = max([free.top, *(y for y in near if y < half)]) + margin
        bottom = min([free.bottom, *(y for y in near if y >= half)]) - margin
        return Box(left, top, right, bottom)

    def is_straight(self, far: Mm) -> bool:
        """Tell whether the road is straight there: all its straight parts lie along the paper."""
        return min(map(abs, self.point_after(far).ahead)) < ROUNDING

    def ends_straight(self) -> bool:
        """Tell whether the last square ends where the road is straight."""
        return self.is_straight(self.square_ends(self.squares)[1])

    def pawn_room(self) -> Mm:
        """Return the diameter of the largest pawn that stands in the middle of every square."""
        numbers = range(1, self.squares + 1)
        return 2 * min(_distance(self.point_in(one).at, self.outline(one)) for one in numbers)


@lru_cache(maxsize=8)
def fit_track(form: TrackShape, squares: int, size: Size) -> GooseTrack:
    """Return the track with the largest squares; LudokitError where a pawn would have no room."""
    if (found := _widest_track(form, squares, size)) is not None:
        return found
    room = f"{PAWN:g}"
    for near in range(squares - 1, LEAST - 1, -1):
        if _widest_track(form, near, size) is not None:
            raise LudokitError(message("list.goose-crowded", n=squares, room=room, near=near))
    raise LudokitError(message("list.goose-no-room", room=room))


def _widest_track(form: TrackShape, squares: int, size: Size) -> GooseTrack | None:
    """Return the widest track, or one nearly as wide that ends straight; None without any."""
    lay, found = _ring_track if form == "ring" else _spiral_track, None
    for step in range(ceil((WIDEST - PAWN) / STEP) + 1):
        road = WIDEST - step * STEP
        if found is not None and (found.ends_straight() or road < found.road * NEARLY):
            break
        track = lay(squares, size, road)
        if track is None or track.pawn_room() < PAWN:
            continue
        if found is None or track.ends_straight():
            found = track
    return found


def _spiral_track(squares: int, size: Size, road: Mm) -> GooseTrack | None:
    """Lay a spiral from the bottom left inwards; None where too little is left in the middle."""
    pitch, each = road * ASPECT, road + BETWEEN
    needed = (squares - 1 + 2 * LONG) * pitch
    for turns in range(1, TURNS + 1):
        points = [*_spiral_corners(size, road, turns)]
        radii = [BEND * road + (turns - 1 - number // 4) * each for number in range(4 * turns)]
        line = _rounded_line(points, radii)
        if line is None:
            return None
        if line.length < needed:
            continue
        # The straight part on which the road ends: how often it passes each side of the board.
        cuts = (*(radius * (2 - pi / 2) for radius in radii), 0.0)
        legs = zip(pairwise(points), cuts, strict=True)
        far = accumulate(dist(*leg) - cut for leg, cut in legs)
        ends = next((leg for leg, reached in enumerate(far) if reached >= needed), 4 * turns)
        bottom, right, top, left = (len(range(side, ends + 1, 4)) * each for side in range(4))
        middle = Box(left, top, size[0] - right, size[1] - bottom)
        if not _has_room(middle):
            return None
        track = GooseTrack(line, squares, road, pitch, LONG * pitch, middle, size)
        # The last square ends before a bend if it is then long enough.
        _, end = track.square_ends(squares)
        steps = (step * STEP for step in range(int((LONG - LEAST_LAST) * pitch / STEP)))
        shorter = next((step for step in steps if track.is_straight(end - step)), 0.0)
        return replace(track, last=track.last - shorter)
    return None


def _spiral_corners(size: Size, road: Mm, turns: int) -> Iterator[Point]:
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


def _ring_track(squares: int, size: Size, road: Mm) -> GooseTrack | None:
    """Lay a ring that begins and ends at the bottom left; None where its squares are too narrow."""
    (width, height), half, radius = size, road / 2, ROUND * road
    right, low = width - half, height - half
    start = (half + radius, low)
    line = _rounded_line(
        (start, (right, low), (right, half), (half, half), (half, low), start), [radius] * 4
    )
    if line is None:
        return None
    pitch = (line.length - BETWEEN) / (squares - 1 + 2 * LONG)
    middle = Box(road, road, width - road, height - road)
    if pitch < NARROWEST * road or not _has_room(middle):
        return None
    return GooseTrack(line, squares, road, pitch, LONG * pitch, middle, size)


def _has_room(middle: Box) -> bool:
    return middle.size[0] >= MIDDLE[0] and middle.size[1] >= MIDDLE[1]


def _rounded_line(points: Sequence[Point], radii: Sequence[Mm]) -> ClosedPath | None:
    """Return a line whose corners, turns to the left, are rounded; None where two bends meet."""
    line, free = [points[0]], dist(*points[:2])
    for number, radius in enumerate(radii):
        one, corner, other = points[number : number + 3]
        if radius > free + ROUNDING:
            return None
        begin, end = _toward(corner, one, radius), _toward(corner, other, radius)
        x, y = begin[0] + end[0] - corner[0], begin[1] + end[1] - corner[1]
        angle = atan2(begin[1] - y, begin[0] - x)
        pieces = ceil(radius * pi / 2 / PIECE)
        for piece in range(pieces + 1):
            # On paper, whose y grows downwards, a turn to the left is one by less angle.
            turn = angle - pi / 2 * piece / pieces
            line.append((x + radius * cos(turn), y + radius * sin(turn)))
        free = dist(corner, other) - radius
    return closed_path_through([*line, points[-1]], ROUNDING)


def _toward(here: Point, there: Point, length: Mm) -> Point:
    share = length / dist(here, there)
    return here[0] + (there[0] - here[0]) * share, here[1] + (there[1] - here[1]) * share


def _distance(point: Point, outline: Sequence[Point]) -> Mm:
    (x, y), found = point, []
    for (x1, y1), (x2, y2) in pairwise((*outline, outline[0])):
        dx, dy = x2 - x1, y2 - y1
        share = max(0.0, min(1.0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)))
        found.append(dist(point, (x1 + share * dx, y1 + share * dy)))
    return min(found)
