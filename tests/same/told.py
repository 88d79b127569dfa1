"""The differences between two sides, in words."""

import json
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

from tests.same.boxes import box_changes
from tests.same.made import Side
from tests.same.pages import Document, page_changes, text_changes
from tests.same.reports import report_changes

# As many differences of each kind are told of a printable, or of the reports of a game.
MOST = 12
# How alike the texts of two files are when one is taken for the other under a new name.
ALIKE = 0.6


def tell(base: Side, here: Side, name: str, only: list[str]) -> Iterator[str]:
    """Yield what differs and, last, a summary, which begins with "same" or "different"."""
    games = sorted({*base.games, *here.games})
    counts = Counter[str]()
    for game in only:
        if game not in games:
            yield f"{game}: neither side has it"
            counts["games"] += 1
    for game in games:
        if game not in base.games or game not in here.games:
            yield f"{game}: {'the base' if game in base.games else 'this checkout'} alone has it"
            counts["games"] += 1
            continue
        for place, changes in (*_printed(base, here, game), *_judged(base, here, game)):
            counts["compared"] += 1
            counts["different"] += bool(changes)
            yield from (f"{place}: {change}" for change in changes)
    if counts["different"] or counts["games"]:
        found = f"{counts['different']} of {counts['compared']} printables and sets of reports"
        apart = f", {counts['games']} games on one side only" if counts["games"] else ""
        yield f"different from {name}: {found}{apart}"
    else:
        compared = f"{counts['compared']} printables and sets of reports of {len(games)} games"
        yield f"same as {name}: {compared}"


def _first(changes: Iterator[str], kind: str) -> Iterator[str]:
    """Yield the first changes of a kind, and how many more there are."""
    found = list(changes)
    yield from found[:MOST]
    if len(found) > MOST:
        yield f"{len(found) - MOST} more differences of {kind}"


def _faults(base: Side, here: Side, name: str) -> list[str]:
    """Return what is to be said of a command that failed on a side, unless both failed alike."""
    files = [side.out / "faults" / name for side in (base, here)]
    was, now = (file.read_text(encoding="utf-8") if file.is_file() else "" for file in files)
    if was == now:
        return []
    return [f"the command {now or 'works now'} (in the base: {was or 'it works'})"]


def _printed(base: Side, here: Side, game: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each printable of a game and how it differs."""
    for language in sorted({*base.games[game], *here.games[game]}):
        yield f"{game} {language} kit", _faults(base, here, f"{game}.{language}.kit")
        folders = [side.out / "kits" / game / language for side in (base, here)]
        olds, news = ({file.stem: file for file in folder.rglob("*.pdf")} for folder in folders)
        # The kit repeats its parts: it is compared where they are the same.
        kits = olds.pop("kit", None), news.pop("kit", None)
        is_same = True
        for old, new in _paired(olds, news):
            changes = list(_file_changes(old, new))
            is_same = is_same and not changes
            yield f"{game} {language} {(new or old or Path()).stem}", changes
        if is_same:
            yield f"{game} {language} kit.pdf", list(_file_changes(*kits))


def _paired(
    olds: dict[str, Path], news: dict[str, Path]
) -> Iterator[tuple[Path | None, Path | None]]:
    """Yield the files that belong together: of one name, or renamed and much the same."""
    for name in sorted(olds.keys() & news.keys()):
        yield olds[name], news[name]
    lost = {name: olds[name] for name in sorted(olds.keys() - news.keys())}
    for name in sorted(news.keys() - olds.keys()):
        words = Document(news[name]).words()
        like = {
            old: SequenceMatcher(None, Document(file).words(), words, autojunk=False).ratio()
            for old, file in lost.items()
        }
        best = max(like, key=lambda old: like[old], default="")
        yield (lost.pop(best) if best and like[best] >= ALIKE else None), news[name]
    yield from ((file, None) for file in lost.values())


def _file_changes(old: Path | None, new: Path | None) -> Iterator[str]:
    """Yield how a printable and its boxes differ."""
    if old is None or new is None:
        if old or new:
            yield f"{'this checkout' if new else 'the base'} alone has it"
        return
    if old.stem != new.stem:
        yield f"it was called {old.stem}"
    boxes = [file.with_suffix(".boxes.json") for file in (old, new)]
    if old.read_bytes() != new.read_bytes():
        before, after = Document(old), Document(new)
        yield from _first(text_changes(before.pages, after.pages), "text")
        yield from _first(page_changes(before, after, is_drawn=boxes[1].is_file()), "look")
    cells = [
        json.loads(file.read_text(encoding="utf-8"))["cells"] if file.is_file() else []
        for file in boxes
    ]
    yield from _first(box_changes(*cells), "boxes")


def _judged(base: Side, here: Side, game: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the examples and the sample records of a game, and how their reports differ."""
    files = {path.name for side in (base, here) for path in (side.out / "reports").iterdir()}
    for name in sorted(name for name in files if name.split(".")[0] == game):
        _, language, what = name.split(".")
        sources = [side.out / "reports" / name for side in (base, here)]
        olds, news = (
            {
                (Path(report["file"]).name, report["index"]): report
                for line in (file.read_text(encoding="utf-8") if file.is_file() else "").split("\n")
                if line.startswith("{")
                for report in [json.loads(line)]
            }
            for file in sources
        )
        changes = _first(report_changes(olds, news), "judging")
        yield f"{game} {language} {what}", [*_faults(base, here, name), *changes]
