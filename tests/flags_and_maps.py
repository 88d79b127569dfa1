"""Makes `rules_data/flags` and `rules_data/maps` anew, out of packages of npm; no test needs it.

    npm pack flag-icons@7.5.0 world-atlas@2.0.2     # unpacked into flag-icons/ and world-atlas/
    pip install picosvg==0.23.0 shapely==2.2.0 pycountry
    python -m tests.flags_and_maps FOLDER           # the folder that both are in

A flag is read by the project's own reader, after picosvg where something is cut out or a stroke is
broad, and written as plain paths in tenths of 640 × 480 units. A map is what Natural Earth draws of
a country, seen from above its middle (Lambert's azimuthal equal-area projection), without what
lies far from it, in tenths of 96 × 96 units.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import asin, atan2, cos, degrees, hypot, radians, sin, sqrt
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from generator import paths
from generator.paper.shapes import PathStep, Point
from generator.printables.flat_svg import SvgFigure, flat_svg

Geometry = Any  # shapely has no types
# Of these flags a part is cut out, or a stroke is stretched.
CUT_OUT = frozenset(("ai", "by", "fk", "gb-sct", "ni", "vu"))
# Nobody lives there, or the code is no country's.
NO_COUNTRIES = frozenset(("aq", "bv", "cp", "dg", "gs", "hm", "ic", "io", "pc", "sj", "tf", "um"))
# In units of a flag, 0.09 mm where it is 60 mm wide: a broad stroke, the least that is seen, and by
# how much a line may miss.
BROAD, LEAST, FLAT = 6.0, 3.0, 0.4
FLAG = (640, 480)
# In units of a map, 0.6 mm where it is 60 mm wide: its side and margin, the least that is seen, the
# inlets that are closed, and by how much a line may miss.
SIDE, MARGIN, LEAST_ISLAND, INLET, MISSED = 96, 2, 1.0, 0.3, 0.24
# What is shown of a country lies within a share of its size from the rest; the first of these with
# which no more than a tenth of the country is left out.
NEAR, MOST_LEFT_OUT = (0.16, 0.3, 0.6, 1.2, 2.4, 5.0), 0.1
# Without Alaska; with Gaza and Tobago.
SHARES = {"us": (0.03,), "ps": (0.6,), "tt": (0.6,)}
# What has no code in the atlas, and what it has apart from its country.
NAMES = {
    "Kosovo": "xk",
    "Somaliland": "so",
    "Baikonur": "kz",
    "USNB Guantanamo Bay": "cu",
    "N. Cyprus": "cy",
    "Cyprus U.N. Buffer Zone": "cy",
}
# Parts of a country that have a map of their own: west, south, east, north.
PARTS = {
    "gf": (-55, 2, -51, 6),
    "mq": (-61.3, 14.3, -60.7, 15),
    "gp": (-61.9, 15.8, -60.9, 16.6),
    "re": (55, -22, 56, -20),
    "yt": (44.9, -13.1, 45.4, -12.5),
}
# Crimea, which the atlas counts as Russia's, and Svalbard with Jan Mayen.
CRIMEA, ARCTIC = (32.4, 44.3, 36.7, 46.3), ((-10, 70, 0, 72), (9, 74, 35, 82))
# What of Western Sahara the atlas counts as Morocco's.
SAHARA = (-18, 20, -8.66, 27.667)
# Drawn in pieces that are one.
PIECED = frozenset(("cy", "eh", "fj", "kz", "ru", "so", "ua", "us"))
FEWEST_CORNERS = 10


def number(value: float) -> str:
    """Write a number in tenths, as short as it goes."""
    words = f"{value:.1f}".removesuffix(".0")
    return "0" if words == "-0" else re.sub(r"^(-?)0\.", r"\1.", words)


def numbers(values: Iterable[float]) -> str:
    """Write numbers one after the other, parted where no sign does it."""
    return re.sub(r" (?=-)", "", " ".join(map(number, values)))


def rounded(point: Point) -> Point:
    """Return a point in tenths, so that what is left of one step is not lost for the next."""
    return round(point[0], 1), round(point[1], 1)


# --- flags


def plain(text: str, code: str) -> str:
    """Return a flag's SVG without what our reader refuses, all of which shows within the frame."""
    star = re.search(
        r"<marker .*?<path ([^>]*)/>\s*</marker>\s*<path[^>]* d=\"([^\"]*)\"/>", text, re.DOTALL
    )
    if star is not None:
        from svgelements import Path as Outline

        ends = [one.end for one in Outline(star[2])][1:-1]
        stars = (f'<path transform="translate({at.x} {at.y})" {star[1]}/>' for at in ends)
        text = text.replace(star[0], "".join(stars))
    if code in CUT_OUT:
        text = picosvg(text)
    text = re.sub(r'\s(?:clip-path|mask)="url\([^"]*\)"', "", text)
    return re.sub(r"(\.\d+)(?=\.)", r"\1 ", text)


def picosvg(text: str) -> str:
    """Return an SVG whose strokes and cut-outs are areas."""
    from picosvg.svg import SVG

    return str(SVG.fromstring(text.replace('pt"', '"')).topicosvg().tostring())


def figures(text: str, code: str, folder: Path) -> Sequence[SvgFigure]:
    """Return what a flag draws, its broad strokes as areas."""
    file = folder / f"{code}.svg"
    file.write_text(plain(text, code), encoding="utf-8")
    found = flat_svg(file).figures
    if code in CUT_OUT or not any(one.line and one.width > BROAD for one in found):
        return found
    try:
        broad = picosvg(file.read_text(encoding="utf-8"))
    except ValueError:
        return found
    file.write_text(plain(broad, ""), encoding="utf-8")
    return flat_svg(file).figures


def pieces(steps: Iterable[PathStep]) -> Iterator[tuple[PathStep, ...]]:
    """Yield the pieces of an outline, each from where the pen is put down."""
    one: list[PathStep] = []
    for step in steps:
        if step.way == "M" and one:
            yield tuple(one)
            one = []
        one.append(step)
    if one:
        yield tuple(one)


def is_seen(steps: Iterable[PathStep], width: float) -> bool:
    """Tell whether a piece is large enough, and not all beside the flag."""
    points = [point for step in steps for point in step.points]
    left, top, right, low = box(points)
    inside = right > 0 and low > 0 and left < FLAG[0] and top < FLAG[1]
    return inside and max(right - left, low - top) + width >= LEAST


def box(points: Iterable[Point]) -> tuple[float, float, float, float]:
    """Return the box about points."""
    across, down = zip(*points, strict=True)
    return min(across), min(down), max(across), max(down)


def miss(point: Point, start: Point, end: Point) -> float:
    """Return how far a point is from a line."""
    across, down = end[0] - start[0], end[1] - start[1]
    x, y = point[0] - start[0], point[1] - start[1]
    length = across * across + down * down
    along = min(1.0, max(0.0, (x * across + y * down) / length)) if length else 0.0
    return hypot(x - along * across, y - along * down)


def fewer(points: Sequence[Point]) -> list[Point]:
    """Return the corners of a line that are needed (Douglas and Peucker)."""
    first, *between, last = points
    far, at = max(((miss(p, first, last), n) for n, p in enumerate(between, 1)), default=(0.0, 0))
    if far <= FLAT:
        return [first, last]
    return [*fewer(points[: at + 1])[:-1], *fewer(points[at:])]


def straightened(steps: Iterable[PathStep]) -> Iterator[PathStep]:
    """Yield a piece with straight lines where its curves are straight, and with fewer corners."""
    line: list[Point] = []
    at = (0.0, 0.0)
    for step in steps:
        is_line = step.way == "L"
        if step.way == "C":
            is_line = all(miss(point, at, step.points[2]) <= FLAT for point in step.points[:2])
        if is_line:
            line = [*(line or [at]), step.points[-1]]
        else:
            yield from (PathStep("L", (corner,)) for corner in fewer(line)[1:]) if line else ()
            line = []
            yield step
        at = step.points[-1] if step.points else at
    yield from (PathStep("L", (corner,)) for corner in fewer(line)[1:]) if line else ()


def outline(steps: Iterable[PathStep]) -> str:
    """Write a piece as the `d` of a path, in steps from where the pen is."""
    words, at = [], (0.0, 0.0)
    for step in steps:
        points = tuple(map(rounded, step.points))
        way = [far for x, y in points for far in (x - at[0], y - at[1])]
        match step.way:
            case "M":
                words.append(f"M{numbers(points[0])}")
            case "Z":
                words.append("z")
            case "C":
                words.append(f"c{numbers(way)}")
            case _:
                across, down = map(number, way)
                short = f"h{across}" if down == "0" else f"v{down}" if across == "0" else ""
                words.append("" if across == down == "0" else short or f"l{numbers(way)}")
        at = points[-1] if points else at
    return "".join(words)


def short(colour: str) -> str:
    """Write a colour in three signs where they say it."""
    return f"#{colour[1::2]}" if colour[1::2] == colour[2::2] else colour


def flag_path(figure: SvgFigure) -> str:
    """Write what is seen of a figure as an element."""
    width = figure.width if figure.line else 0.0
    seen = (piece for piece in pieces(figure.steps) if is_seen(piece, width))
    said = {"fill": short(figure.fill) if figure.fill else "none"}
    said |= {"fill-rule": "evenodd"} if figure.is_even_odd else {}
    if figure.line:
        said |= {"stroke": short(figure.line), "stroke-width": number(width)}
        said |= {"stroke-linecap": figure.ends} if figure.ends != "butt" else {}
        said |= {"stroke-linejoin": figure.corners} if figure.corners != "miter" else {}
    said["d"] = "".join(outline(straightened(piece)) for piece in seen)
    words = " ".join(f'{name}="{value}"' for name, value in said.items())
    return f"<path {words}/>" if said["d"] else ""


def flags(source: Path) -> Iterator[tuple[str, str]]:
    """Yield the flags by code; a territory that flies that of its state has none."""
    known: set[str] = set()
    frame = '<path fill="none" stroke="#333" stroke-width="3" d="M1.5 1.5h637v477h-637z"/>'
    # France before its territories, others before theirs.
    first = ("fr", "gb", "no", "us", "au", "nl")
    with TemporaryDirectory() as folder:
        for code in (*first, *sorted(file.stem for file in source.glob("*.svg"))):
            if code in NO_COUNTRIES or not re.fullmatch(r"[a-wyz][a-z]|xk|gb-...", code):
                continue
            text = (source / f"{code}.svg").read_text(encoding="utf-8")
            drawn = "".join(map(flag_path, figures(text, code, Path(folder))))
            if drawn not in known:
                known.add(drawn)
                edge = "" if code == "np" else frame
                yield code, svg(*FLAG, drawn + edge)


def svg(width: float, height: float, inside: str) -> str:
    """Write a file."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
    return f"{head}{inside}</svg>\n"


# --- maps


def polygons(atlas: Mapping[str, Any]) -> dict[str, list[Geometry]]:
    """Return the pieces of each country, by its code, in degrees."""
    import pycountry
    from shapely.geometry import Polygon

    (across, down), (left, top) = atlas["transform"]["scale"], atlas["transform"]["translate"]
    arcs: list[list[Point]] = []
    for steps in atlas["arcs"]:
        x = y = 0
        arcs.append([])
        for east, north in steps:
            x, y = x + east, y + north
            arcs[-1].append((x * across + left, y * down + top))

    def ring(numbers: Iterable[int]) -> list[Point]:
        joined: list[Point] = []
        for one in numbers:
            arc = arcs[one] if one >= 0 else arcs[~one][::-1]
            joined += arc[1:] if joined else arc
        return unwrapped(joined)

    found: dict[str, list[Geometry]] = {}
    for one in atlas["objects"]["countries"]["geometries"]:
        known = pycountry.countries.get(numeric=str(one.get("id", "")).zfill(3))
        code = NAMES.get(one["properties"]["name"], known.alpha_2.lower() if known else "")
        if not code or "arcs" not in one:
            continue
        for rings in one["arcs"] if one["type"] == "MultiPolygon" else [one["arcs"]]:
            outer, *holes = map(ring, rings)
            if len(outer) > 3:
                found.setdefault(code, []).append(Polygon(outer, [h for h in holes if len(h) > 3]))
    return found


def unwrapped(ring: Sequence[Point]) -> list[Point]:
    """Return a ring that goes on beyond 180° where it crosses that line."""
    turn, found = 0, list(ring[:1])
    for (before, _), (east, north) in pairwise(ring):
        turn += 360 if east - before < -180 else -360 if east - before > 180 else 0
        found.append((east + turn, north))
    return found


def moved(countries: dict[str, list[Geometry]]) -> None:
    """Give the parts that have a map of their own, or belong elsewhere, to what they belong to."""
    from shapely.geometry import box as area

    def take(code: str, *boxes: tuple[float, float, float, float]) -> list[Geometry]:
        taken = [p for p in countries[code] if any(area(*one).contains(p) for one in boxes)]
        countries[code] = [piece for piece in countries[code] if piece not in taken]
        return taken

    countries["ua"] += take("ru", CRIMEA)
    take("no", *ARCTIC)
    south = area(*SAHARA)
    countries["eh"] += [one for p in countries["ma"] for one in single(p.intersection(south))]
    countries["ma"] = [one for p in countries["ma"] for one in single(p.difference(south))]
    for code, place in PARTS.items():
        countries[code] = take("fr", place)


def projected(shape: Geometry, centre: Point) -> Geometry:
    """Return a shape in km from a centre, north above (Lambert, equal areas)."""
    from shapely.geometry import Polygon

    middle, level = radians(centre[0]), radians(centre[1])

    def put(point: Point) -> Point:
        east, north = radians(point[0]) - middle, radians(point[1])
        towards = sin(level) * sin(north) + cos(level) * cos(north) * cos(east)
        scale = 6371 * sqrt(2 / max(1e-9, 1 + towards))
        up = cos(level) * sin(north) - sin(level) * cos(north) * cos(east)
        return scale * cos(north) * sin(east), -scale * up

    def dense(ring: Sequence[Point]) -> Iterator[Point]:
        # Long borders along a parallel are bent.
        for (x1, y1), (x2, y2) in pairwise(ring):
            steps = max(1, int(hypot(x2 - x1, y2 - y1) / 2))
            for n in range(steps):
                yield put((x1 + (x2 - x1) * n / steps, y1 + (y2 - y1) * n / steps))

    holes = [list(dense(hole.coords)) for hole in shape.interiors]
    return Polygon(list(dense(shape.exterior.coords)), holes).buffer(0)


def back(point: Point, centre: Point) -> Point:
    """Return where on Earth a point in km from a centre is."""
    x, y, level = point[0] / 6371, -point[1] / 6371, radians(centre[1])
    if (far := hypot(x, y)) < 1e-6:
        return centre
    turn = 2 * asin(min(1.0, far / 2))
    north = asin(cos(turn) * sin(level) + y * sin(turn) * cos(level) / far)
    beside = far * cos(level) * cos(turn) - y * sin(level) * sin(turn)
    return centre[0] + degrees(atan2(x * sin(turn), beside)), degrees(north)


def single(shape: Geometry) -> list[Geometry]:
    """Return the pieces of a shape."""
    return [one for one in getattr(shape, "geoms", [shape]) if not one.is_empty]


def extent(shape: Geometry) -> float:
    """Return the longer side of the box about a shape."""
    left, top, right, low = shape.bounds
    return float(max(right - left, low - top))


def shown(code: str, every: Sequence[Geometry]) -> tuple[Geometry, float]:
    """Return what is shown of a country, and which share of it is not."""
    from shapely import prepare
    from shapely.ops import unary_union

    every = sorted(every, key=lambda piece: -piece.area)
    whole = sum(piece.area for piece in every)
    for share in SHARES.get(code, NEAR):
        kept, others, grown = every[:1], every[1:], True
        while grown:
            together = unary_union(kept)
            prepare(together)
            left, top, right, low = together.bounds
            near = share * hypot(right - left, low - top)
            more = [piece for piece in others if piece.distance(together) <= near]
            kept, others = kept + more, [piece for piece in others if piece not in more]
            grown = bool(more)
        lost = sum(piece.area for piece in others) / whole
        if lost <= MOST_LEFT_OUT:
            break
    return unary_union(kept), lost


def country_map(code: str, every: Sequence[Geometry]) -> str | None:
    """Draw the map of a country, or return None where nothing of it would be seen."""
    from shapely.affinity import affine_transform
    from shapely.geometry import MultiPolygon, Polygon
    from shapely.ops import unary_union

    main = max(every, key=lambda piece: piece.area * cos(radians(piece.centroid.y)))
    centre = main.centroid.x, main.centroid.y
    for _ in range(2):
        parts = [one for piece in every for one in single(projected(piece, centre))]
        largest = max(map(extent, parts))
        if largest > 60:
            parts = [one for one in parts if extent(one) > largest / 300]
        fine = largest / 1500
        parts = [one.simplify(fine) for one in parts]
        joined: Geometry = MultiPolygon(parts)
        if code in PIECED:
            joined = unary_union([one.buffer(fine, quad_segs=2) for one in parts])
        kept, lost = shown(code, single(joined))
        left, top, right, low = kept.bounds
        centre = back(((left + right) / 2, (top + low) / 2), centre)
    scale = (SIDE - 2 * MARGIN) / extent(kept)
    x, y = (SIDE - (left + right) * scale) / 2, (SIDE - (top + low) * scale) / 2
    placed = affine_transform(kept, [scale, 0, 0, scale, x, y])
    closed = placed.buffer(INLET, quad_segs=4).buffer(-1.4 * INLET, quad_segs=4)
    simple = closed.buffer(0.4 * INLET, quad_segs=4).simplify(MISSED)
    islands = [one for one in single(simple) if extent(one) >= LEAST_ISLAND]
    corners = sum(len(one.exterior.coords) - 1 for one in islands)
    if corners < FEWEST_CORNERS or simple.area < 0.005 * SIDE**2:
        return None
    if code not in SHARES and lost > 2 * MOST_LEFT_OUT:
        return None
    rings = [one.exterior for one in islands]
    rings += [h for one in islands for h in one.interiors if extent(Polygon(h)) >= LEAST_ISLAND]
    words = "".join(ring_path(list(ring.coords)[:-1]) for ring in rings)
    return svg(SIDE, SIDE, f'<path fill="face" stroke="ink" stroke-width=".6" d="{words}"/>')


def ring_path(points: Sequence[Point]) -> str:
    """Write a ring as the `d` of a path."""
    first, *others = dict.fromkeys(map(rounded, points))
    steps = zip((first, *others), others, strict=False)
    ways = [far for (x1, y1), (x2, y2) in steps for far in (x2 - x1, y2 - y1)]
    return f"M{numbers(first)}l{numbers(ways)}z"


def maps(file: Path) -> Iterator[tuple[str, str]]:
    """Yield the maps by code."""
    countries = polygons(json.loads(file.read_text(encoding="utf-8")))
    moved(countries)
    for code, pieces in sorted(countries.items()):
        drawn = None if code in NO_COUNTRIES else country_map(code, pieces)
        if drawn is not None:
            yield code, drawn


def write(folder: str, files: Iterable[tuple[str, str]]) -> None:
    """Write files in place of those of a folder of `rules_data`."""
    there = paths.rules_data() / folder
    for old in there.glob("*.svg"):
        old.unlink()
    for code, text in files:
        (there / f"{code}.svg").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    source = Path(sys.argv[1])
    write("flags", flags(source / "flag-icons" / "flags" / "4x3"))
    write("maps", maps(source / "world-atlas" / "countries-10m.json"))
