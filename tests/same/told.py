"""The differences between two sides, in words."""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path

from PIL import Image, ImageChops

from tests.same.boxes import box_changes
from tests.same.command import Command
from tests.same.made import Outcome, Said, Side
from tests.same.pages import Document, line_changes, page_changes, text_changes
from tests.same.reports import report_changes

# As many differences of each kind are told of a printable, or of what a command said.
MOST = 12
# How alike the texts of two files are when one is taken for the other under a new name.
ALIKE = 0.6
# Of the commands that differ alike so many are named.
NAMED = 3
BOXES = ".boxes.json"
# Digests of files, in names and lists, follow from what is told of the files themselves.
_DIGEST = re.compile(r"\b[0-9a-f]{64}\b")
# The kit and its piles to print repeat their parts: they are compared where those are the same.
_BOUND = re.compile(r"(kit|print-.*)\.pdf")
_RECORD = re.compile(r'^\{"', re.MULTILINE)


@dataclass
class Counts:
    """How many commands were compared, how many differ by group, and what differs unseen.

    That are files of other bytes that say and show the same.
    """

    compared: int = 0
    different: Counter[str] = field(default_factory=Counter)
    bytes_alone: int = 0


def tell(sides: tuple[Side, Side], name: str, commands: Iterable[Command]) -> Iterator[str]:
    """Yield what differs and, last, a summary, which begins with "same" or "different"."""
    base, here = sides
    apart = sorted(base.games.keys() ^ here.games.keys())
    for game in apart:
        yield f"{game}: {'the base' if game in base.games else 'this checkout'} alone has it"
    counts = Counts()
    # What differs alike in many commands is told once.
    places = defaultdict[str, list[str]](list)
    for command in commands:
        changes = [*_changes(base.outcome(command), here.outcome(command), command, counts)]
        counts.compared += 1
        counts.different[command.group] += bool(changes)
        for change in dict.fromkeys(changes):
            places[change].append(command.name.replace("/", " "))
    for change, (first, *others) in places.items():
        more = f" – and in {', '.join(others[:NAMED])}" if others else ""
        rest = f" and {len(others) - NAMED} more" if len(others) > NAMED else ""
        yield f"{first}{change}{more}{rest}"
    found = [f"{group} {many}" for group, many in counts.different.items() if many]
    if found or apart:
        line = f"different from {name}: {counts.different.total()} of {counts.compared} commands"
        line += f" ({', '.join(found)})" if found else ""
        line += f", {len(apart)} games on one side only" if apart else ""
    else:
        line = f"same as {name}: {counts.compared} commands"
    if counts.bytes_alone:
        line += f"; {counts.bytes_alone} files of other bytes say and show the same"
    yield line


def _changes(was: Outcome, now: Outcome, command: Command, counts: Counts) -> Iterator[str]:
    """Yield how two outcomes of a command differ, in what was said and in what was written."""
    if was.said != now.said:
        for number, words in enumerate(command.steps):
            step = f" ({' '.join(words)})" if len(command.steps) > 1 else ""
            olds, news = (one.said[number : number + 1] for one in (was, now))
            if bool(olds) != bool(news):
                yield f"{step}: {'the base' if olds else 'this checkout'} alone came so far"
            elif olds and olds != news:
                yield from (f"{step}: {change}" for change in _said_changes(olds[0], news[0]))
    yield from _written(was.files, now.files, counts)


def _first(changes: Iterable[str], kind: str) -> Iterator[str]:
    """Yield the first changes of a kind, and how many more there are."""
    found = list(changes)
    yield from found[:MOST]
    if len(found) > MOST:
        yield f"{len(found) - MOST} more differences of {kind}"


def _said_changes(old: Said, new: Said) -> Iterator[str]:
    """Yield how a step ended and what it said otherwise."""
    if old.code != new.code:
        yield f"ended with {new.code}, no longer {old.code}"
    if old.err != new.err:
        words = _first(line_changes(old.err, new.err), "standard error")
        yield from (f"standard error: {change}" for change in words)
    if old.out == new.out:
        return
    found = (
        list(report_changes(*map(_reports, (old.out, new.out)))) if _RECORD.match(old.out) else []
    )
    if found:
        yield from _first(found, "judging")
    else:
        words = _first(line_changes(old.out, new.out), "standard output")
        yield from (f"standard output: {change}" for change in words)


def _reports(words: str) -> dict[tuple[str, int], dict[str, object]]:
    """Return the reports of JSON lines by file and number; none where it is no such output."""
    lines = (line for line in words.split("\n") if line.startswith('{"'))
    try:
        reports = [json.loads(line) for line in lines]
        return {(Path(one["file"]).name, one["index"]): one for one in reports}
    except (ValueError, KeyError):
        return {}


def _written(olds: Mapping[str, Path], news: Mapping[str, Path], counts: Counts) -> Iterator[str]:
    """Yield how the files that were written differ: printables, then what is bound of them."""
    same = {name for name in olds.keys() & news.keys() if _is_same(olds[name], news[name])}
    rest = [
        {name: one for name, one in files.items() if name not in same} for files in (olds, news)
    ]
    # Boxes that stand alike beside a printable that does not are compared with it.
    kinds: list[tuple[dict[str, Path], dict[str, Path]]] = [({}, {}) for _ in range(3)]
    bound, parts, others = kinds
    for number, files in enumerate(rest):
        for name, file in files.items():
            kind = others
            if file.suffix == ".pdf":
                kind = bound if _BOUND.fullmatch(file.name) else parts
            kind[number][name] = file
    is_same = True
    for old, new in _paired(*parts):
        name = new or old or ""
        changes = list(_printable_changes(olds.get(old or ""), news.get(new or "")))
        if not changes:
            counts.bytes_alone += 1
        is_same = is_same and not changes
        yield from (f" {Path(name).stem}: {change}" for change in changes)
    for name in sorted(others[0].keys() | others[1].keys()):
        is_told = name.endswith(BOXES) and any(_has_printable(name, one) for one in parts)
        if is_told or (name.endswith(".png") and not is_same):
            continue
        changes = list(_file_changes(others[0].get(name), others[1].get(name)))
        is_same = is_same and not changes
        counts.bytes_alone += not changes
        yield from (f" {Path(name).name}: {change}" for change in changes)
    if is_same:
        for name in sorted(bound[0].keys() | bound[1].keys()):
            changes = list(_printable_changes(bound[0].get(name), bound[1].get(name)))
            counts.bytes_alone += not changes
            yield from (f" {Path(name).stem}.pdf: {change}" for change in changes)


def _has_printable(boxes: str, files: Mapping[str, Path]) -> bool:
    return f"{boxes.removesuffix(BOXES)}.pdf" in files


def _is_same(old: Path, new: Path) -> bool:
    return old.stat().st_size == new.stat().st_size and old.read_bytes() == new.read_bytes()


def _paired(
    olds: Mapping[str, Path], news: Mapping[str, Path]
) -> Iterator[tuple[str | None, str | None]]:
    """Yield the files that belong together: of one name, or renamed and much the same."""
    for name in sorted(olds.keys() & news.keys()):
        yield name, name
    lost = {name: olds[name] for name in sorted(olds.keys() - news.keys())}
    for name in sorted(news.keys() - olds.keys()):
        words = Document(news[name]).words()
        like = {
            old: SequenceMatcher(None, Document(file).words(), words, autojunk=False).ratio()
            for old, file in lost.items()
        }
        best = max(like, key=lambda old: like[old], default="")
        is_like = bool(best) and like[best] >= ALIKE
        if is_like:
            del lost[best]
        yield (best if is_like else None), name
    yield from ((name, None) for name in lost)


def _printable_changes(old: Path | None, new: Path | None) -> Iterator[str]:
    """Yield how a printable and its boxes differ."""
    if old is None or new is None:
        yield f"{'this checkout' if new else 'the base'} alone has it"
        return
    if old.stem != new.stem:
        yield f"it was called {old.stem}"
    boxes = [file.with_suffix(BOXES) for file in (old, new)]
    before, after = Document(old), Document(new)
    yield from _first(text_changes(before.pages, after.pages), "text")
    yield from _first(page_changes(before, after, is_drawn=boxes[1].is_file()), "look")
    if all(file.is_file() for file in boxes):
        yield from _first(_boxes_changes(*boxes), "boxes")
    elif any(file.is_file() for file in boxes):
        yield f"{'this checkout' if boxes[1].is_file() else 'the base'} alone has boxes"


def _boxes_changes(old: Path, new: Path) -> Iterator[str]:
    """Yield how the boxes of two printables differ, or else what is said of them as a whole."""
    was, now = (json.loads(file.read_text(encoding="utf-8")) for file in (old, new))
    found = list(box_changes(was.pop("cells", []), now.pop("cells", [])))
    yield from found
    if was != now:
        yield from line_changes(json.dumps(was, indent=1), json.dumps(now, indent=1))


def _file_changes(old: Path | None, new: Path | None) -> Iterator[str]:
    """Yield how two files differ that are no printables."""
    if old is None or new is None:
        yield f"{'this checkout' if new else 'the base'} alone has it"
        return
    if new.name.endswith(BOXES):
        yield from _first(_boxes_changes(old, new), "boxes")
    elif new.suffix == ".png":
        yield from _picture_changes(old, new)
    else:
        try:
            texts = [_DIGEST.sub("...", file.read_text(encoding="utf-8")) for file in (old, new)]
        except UnicodeDecodeError:
            yield "its bytes differ"
            return
        yield from _first(line_changes(*texts), "text")


def _picture_changes(old: Path, new: Path) -> Iterator[str]:
    with Image.open(old) as was, Image.open(new) as now:
        if was.size != now.size:
            yield "has another size"
        elif ImageChops.difference(was.convert("RGB"), now.convert("RGB")).getbbox():
            yield "looks otherwise"
