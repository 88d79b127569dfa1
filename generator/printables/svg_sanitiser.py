"""SVG files as people find them, before a library reads them: what is drawn is kept, and no more.

A file may come from anywhere. Only what draws is written anew; what reaches out of the file, runs,
or would be printed other than it looks is refused. Nothing is fetched, no entity is unfolded.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NoReturn
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from generator.errors import LudokitError
from generator.words import Message, message

SVG = "http://www.w3.org/2000/svg"
MOST_BYTES = 1_000_000
# Of what is kept, once everything used again stands where it is used.
MOST_SIGNS = 1_500_000
MOST_SHAPES = 4000
# Letters and numbers of all paths.
MOST_STEPS = 250_000
# Signs of styles and transforms, read again for each shape.
MOST_WORK = 20_000_000
# Of an attribute that is no path.
LONGEST_WORDS = 3000
MOST_STOPS = 24
MOST_ELEMENTS = 20_000
DEEPEST = 60
LONGEST = 20.0
SHAPES = frozenset(("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"))
GROUPS = frozenset(("svg", "g", "use", "symbol", "switch", "defs"))
GRADIENTS = frozenset(("linearGradient", "radialGradient"))
# What is read only where something names it, or, as styles and stops, for what it says.
NAMED = frozenset(("clipPath", "mask", "pattern", "marker", "style", "stop", *GRADIENTS))
LETTERS = frozenset(("text", "tspan", "textPath", "tref", "flowRoot", "flowPara"))
READ = SHAPES | GROUPS | NAMED | LETTERS
KEPT = frozenset(
    (
        *("id", "class", "style", "transform", "d", "points", "x", "y", "width", "height"),
        *("cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2", "viewBox", "preserveAspectRatio"),
        *("fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity"),
        *("stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity", "color", "display"),
        *("visibility", "vector-effect"),
    )
)
PIXELS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16, "in": 96, "mm": 96 / 25.4, "cm": 960 / 25.4}
_LENGTH = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,2})?)\s*([a-z]*)\s*")
_TRANSFORM = re.compile(r"(?:[A-Za-z]+ ?\([^()]*\)[ ,]*)*")
_STEP = re.compile(r"[A-Za-z]|[\d.]+")
_TWO_NUMBERS = re.compile(r"(\.\d++)(?=\.\d)")
_ADDRESS = re.compile(r"url\(\s*['\"]?\s*([^'\")]*)", re.IGNORECASE)
# Properties whose pictures are used to cut out.
_CUT_OUT = re.compile(r"(?:clip-path|mask)\s*:\s*url\(\s*['\"]?#([^'\")]*)")


@dataclass(slots=True)
class SvgElement:
    """An element of the file: what it says, what stands in it, and a style's words."""

    name: str
    said: Mapping[str, str]
    inside: list["SvgElement"] = field(default_factory=list)
    words: str = ""

    def descendants(self) -> Iterator["SvgElement"]:
        """Yield the element and all that stands in it."""
        yield self
        for one in self.inside:
            yield from one.descendants()


Gradients = Mapping[str, tuple[tuple[str, str], ...]]


@dataclass(frozen=True, slots=True)
class SanitisedSvg:
    """A plain SVG, its width and height, and the stops of its gradients: (colour, opacity)."""

    text: str
    width: float
    height: float
    gradients: Gradients


def refuse(reason: Message) -> NoReturn:
    """Raise LudokitError."""
    raise LudokitError(reason)


def sanitise_svg(data: bytes) -> SanitisedSvg:
    """Return what a file draws; raise LudokitError with the reason where it cannot be printed."""
    root = _tree(data)
    if root.name != "svg":
        refuse(message("picture.no-svg"))
    box = [_pixels(one) for one in root.said.get("viewBox", "")[:200].replace(",", " ").split()]
    if len(box) != 4:  # noqa: PLR2004 - x, y and two sides
        box = [0.0, 0.0, *(_pixels(root.said.get(side, "")) for side in ("width", "height"))]
    # None is told, or a thread.
    if min(box[2:]) <= 0 or max(box[2:]) > min(LONGEST * min(box[2:]), 1e6):
        refuse(message("picture.no-size"))
    by_id = {one.said["id"]: one for one in root.descendants() if "id" in one.said}
    writer = _Writer(by_id, box)
    body = [writer.style(one) for one in root.descendants() if one.name == "style"]
    for one in root.inside:
        body += writer.element(one, 0)
    kept = {"viewBox": " ".join(f"{side:.6g}" for side in box)}
    kept |= {key: words for key, words in writer.plain(root).items() if key not in FRAME}
    found = {name: one for name, one in by_id.items() if one.name in GRADIENTS}
    gradients = {name: tuple(_stops(one, by_id, 0)) for name, one in found.items()}
    text = f'<svg xmlns="{SVG}" {_attributes(kept)}>{"".join(body)}</svg>'
    return SanitisedSvg(text, box[2], box[3], gradients)


# What a frame says of itself; the first five in this order.
FRAME = ("viewBox", "width", "height", "x", "y", "preserveAspectRatio", "id")


def _pixels(words: str) -> float:
    found = _LENGTH.fullmatch(words[:40])
    return float(found[1]) * PIXELS.get(found[2], 0.0) if found else 0.0


def _stops(
    gradient: SvgElement, by_id: Mapping[str, SvgElement], depth: int
) -> Iterator[tuple[str, str]]:
    stops = [one for one in gradient.inside if one.name == "stop"][:MOST_STOPS]
    for stop in stops:
        said = {**stop.said, **dict(_styles(stop.said.get("style", "")))}
        yield said.get("stop-color", "black"), said.get("stop-opacity", "1")
    other = by_id.get(gradient.said.get("href", "")[1:])
    if not stops and other is not None and depth < DEEPEST:
        yield from _stops(other, by_id, depth + 1)


def _styles(words: str) -> Iterator[tuple[str, str]]:
    for one in words.split(";"):
        name, _, value = one.partition(":")
        yield name.strip(), value.strip()


class _Writer:
    def __init__(self, by_id: Mapping[str, SvgElement], box: Sequence[float]) -> None:
        self._by_id, self._box = by_id, box
        self._signs = self._shapes = self._steps = self._sheet = self._work = 0

    def style(self, element: SvgElement) -> str:
        # By hand, since an expression would look for the end of each from every beginning.
        first, *others = element.words.split("/*")
        words = first + "".join(one.partition("*/")[2] for one in others)
        self._check(words)
        rules: list[str] = []
        selector, depth = "", 0
        for piece in re.split("([{}])", words):
            depth += (piece == "{") - (piece == "}")
            if depth == 0 and piece != "}":
                selector = piece.rpartition(";")[2].strip()
            elif depth == 1 and piece.strip("{} \n") and selector and selector[0] != "@":
                rules.append(f"{selector[:LONGEST_WORDS]}{{{_tidy(piece)}}}")
        written = escape("".join(rules))
        self._sheet += len(written)
        return f"<style>{written}</style>"

    def plain(self, element: SvgElement) -> dict[str, str]:
        """Return what an element says and is kept; LudokitError for what it must not say."""
        for name, words in element.said.items():
            self._check(f"{name}:{words};" if name != "style" else words)
        kept = {name: _tidy(words) for name, words in element.said.items() if name in KEPT}
        if "style" in kept:
            styles = (pair for pair in _styles(kept["style"]) if pair[0] in KEPT)
            kept["style"] = ";".join(f"{name}:{words}" for name, words in styles)
        for name, words in kept.items():
            if len(words) > LONGEST_WORDS and name not in {"d", "points"}:
                refuse(message("picture.no-svg"))
        if not _TRANSFORM.fullmatch(kept.get("transform", "")):
            refuse(message("picture.no-svg"))
        if "class" in kept:
            kept["class"] = " ".join(dict.fromkeys(kept["class"].split()))
        return kept

    def _check(self, styles: str) -> None:
        addresses = _ADDRESS.findall(styles)
        if "@import" in styles.lower() or any(not one.startswith("#") for one in addresses):
            refuse(message("picture.outer"))
        for name in _CUT_OUT.findall(styles):
            if not self._shows_all(self._by_id.get(name.strip())):
                refuse(message("picture.cut-out"))
        if re.search(r"marker(?:-start|-mid|-end)?\s*:\s*url\(", styles):
            refuse(message("picture.pattern"))
        for address in addresses:
            target = self._by_id.get(address[1:].strip())
            if target is not None and target.name == "pattern":
                refuse(message("picture.pattern"))

    def _shows_all(self, clip: SvgElement | None) -> bool:
        """Tell whether a cut-out is but the frame of the whole, as many programs write it."""
        if clip is None:
            return True
        match clip.inside:
            case [SvgElement("rect", said)] if clip.name == "clipPath" and "transform" not in said:
                width, height, x, y = (_pixels(said.get(one, "")) for one in FRAME[1:5])
                left, top, wide, high = self._box
                slack = 0.01 * max(wide, high)
                right, low = x + width - left - wide, y + height - top - high
                return max(x - left, y - top, -right, -low) <= slack
            case _:
                return False

    def element(
        self, element: SvgElement, depth: int, moved: int = 0, *, is_used: bool = False
    ) -> Iterator[str]:
        """Yield an element as written anew; `moved` are the signs of all that moves it."""
        if depth > DEEPEST:
            refuse(message("picture.too-deep"))
        name = element.name
        if name in SHAPES:
            kept = self.plain(element)
            self._shapes += 1
            self._work += moved + self._sheet
            self._steps += len(_STEP.findall(kept.get("d", kept.get("points", ""))))
            yield self._count_size(f"<{name} {_attributes(kept)}/>")
        elif name == "use":
            yield from self._use(element, depth, moved)
        elif name == "switch":
            # The first that is understood, of which the rest are poorer versions.
            for one in [one for one in element.inside if one.name in SHAPES | GROUPS][:1]:
                yield from self.element(one, depth + 1, moved)
        elif name in {"g", "svg"} or (name == "symbol" and is_used):
            kept = self.plain(element)
            tag = "svg" if "viewBox" in kept and name != "g" else "g"
            if tag == "g" and name == "svg" and {"x", "y"} & kept.keys():
                kept["transform"] = _transform_of(kept)
            yield self._count_size(f"<{tag} {_attributes(kept)}>")
            moved += len(kept.get("transform", ""))
            for one in element.inside:
                yield from self.element(one, depth + 1, moved)
            yield f"</{tag}>"

    def _use(self, use: SvgElement, depth: int, moved: int) -> Iterator[str]:
        kept, target = self.plain(use), self._by_id.get(use.said.get("href", "")[1:])
        if target is None:
            return
        group = {key: words for key, words in kept.items() if key not in FRAME}
        yield self._count_size(f"<g {_attributes({**group, 'transform': _transform_of(kept)})}>")
        if target.name in {"symbol", "svg"}:
            sides = {"width": f"{self._box[2]:.6g}", "height": f"{self._box[3]:.6g}"}
            sides |= {key: kept[key] for key in sides if key in kept}
            target = SvgElement(target.name, {**target.said, **sides}, target.inside)
        moved += len(kept.get("transform", ""))
        yield from self.element(target, depth + 1, moved, is_used=True)
        yield "</g>"

    def _count_size(self, written: str) -> str:
        self._signs += len(written)
        if self._shapes > MOST_SHAPES or self._signs > MOST_SIGNS:
            refuse(message("picture.too-many-shapes", most=str(MOST_SHAPES)))
        if self._steps > MOST_STEPS or self._work > MOST_WORK:
            refuse(message("picture.too-many-steps"))
        return written


def _tidy(words: str) -> str:
    # Expressions stumble over long runs of blanks and digits: `.5.5` is two numbers.
    words = _TWO_NUMBERS.sub(r"\1 ", words)
    if re.search(r"[\d.]{40}", words):
        refuse(message("picture.no-svg"))
    return " ".join(words.split())


def _transform_of(kept: Mapping[str, str]) -> str:
    x, y = (_pixels(kept.get(way, "")) for way in ("x", "y"))
    return f"{kept.get('transform', '')} translate({x:.6g} {y:.6g})"


def _attributes(said: Mapping[str, str]) -> str:
    return " ".join(f"{name}={quoteattr(words)}" for name, words in said.items())


def _tree(data: bytes) -> SvgElement:
    reader, parser = _SvgParser(), expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.words
    parser.ProcessingInstructionHandler = reader.instruction
    parser.StartDoctypeDeclHandler = reader.doctype
    parser.EntityDeclHandler = lambda *_: refuse(message("picture.entity"))
    try:
        parser.Parse(data, True)  # noqa: FBT003 - expat's word for the end
    except (expat.ExpatError, ValueError, LookupError):
        refuse(message("picture.no-svg"))
    if not reader.top.inside:
        refuse(message("picture.no-svg"))
    return reader.top.inside[0]


class _SvgParser:
    def __init__(self) -> None:
        self.top = SvgElement("svg file", {})
        self._open = [self.top]
        self._count = 0

    def start(self, name: str, found: Mapping[str, str]) -> None:
        self._count += 1
        if self._count > MOST_ELEMENTS or len(self._open) > DEEPEST:
            refuse(message("picture.too-many-shapes", most=str(MOST_SHAPES)))
        space, _, name = name.rpartition(" ")
        said = {name: words for name, words in found.items() if " " not in name}
        for link in (words for key, words in found.items() if key.endswith("/xlink href")):
            said.setdefault("href", link)
        parent, element = self._open[-1], SvgElement("", said)
        if parent.name and space in {"", SVG}:
            _require_plain(name, element.said, parent.name)
            if parent is self.top or name in READ:
                element.name = name
                parent.inside.append(element)
        self._open.append(element)

    def end(self, _: str) -> None:
        self._open.pop()

    def words(self, found: str) -> None:
        if self._open[-1].name == "style":
            self._open[-1].words += found
        elif found.strip() and any(one.name in LETTERS for one in self._open):
            refuse(message("picture.letters"))

    @staticmethod
    def instruction(name: str, _: str) -> None:
        if name == "xml-stylesheet":
            refuse(message("picture.outer"))

    @staticmethod
    def doctype(_: str, _system: str | None, _public: str | None, is_long: int) -> None:
        # The usual one only names the language; its address is never asked.
        if is_long:
            refuse(message("picture.entity"))


def _require_plain(name: str, said: Mapping[str, str], parent: str) -> None:
    if any(attribute.lower().startswith("on") for attribute in said):
        refuse(message("picture.script"))
    match name:
        case "script" | "handler":
            refuse(message("picture.script"))
        case "a":
            refuse(message("picture.link"))
        case "image" | "feImage" | "video" | "audio" | "iframe":
            refuse(message("picture.image-inside"))
        case "foreignObject" if parent != "switch":
            refuse(message("picture.foreign"))
        case _ if not said.get("href", "#").startswith("#"):
            refuse(message("picture.outer"))
