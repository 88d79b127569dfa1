"""How the reports on the same records differ."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

Report = dict[str, Any]
PLACE = ("rule", "line", "column", "turn", "round", "player", "where")
NAMED = 3


def report_changes(
    olds: Mapping[tuple[str, int], Report], news: Mapping[tuple[str, int], Report]
) -> Iterator[str]:
    """Yield what is judged otherwise; the same change in several records is told once."""
    changes = defaultdict[str, list[str]](list)
    for key in {**olds, **news}:
        file, index = key
        name = f"record {index + 1}" if file.endswith(".jsonl") else file
        for change, detail in _changes(olds.get(key), news.get(key)):
            changes[change].append(f"{name}{detail}")
    for change, places in changes.items():
        more = f" and {len(places) - NAMED} more" if len(places) > NAMED else ""
        yield f"{change}: {'; '.join(places[:NAMED])}{more}"


def _changes(old: Report | None, new: Report | None) -> Iterator[tuple[str, str]]:
    """Yield each change of a report, and what is its own in this record."""
    if old is None or new is None:
        yield ("this checkout alone judges it" if old is None else "no longer judged"), ""
        return
    for field in {**old, **new}:
        was, now = old.get(field), new.get(field)
        if field == "findings":
            yield from _finding_changes(was or [], now or [])
        elif was != now and field != "file":
            yield f"{field} differ", f" ({_leaves(was, now)})"


def _finding_changes(olds: list[Report], news: list[Report]) -> Iterator[tuple[str, str]]:
    left = list(news)
    for was in olds:
        place = [was.get(field) for field in PLACE]
        now = next((one for one in left if [one.get(field) for field in PLACE] == place), None)
        if now is None:
            yield f"finding gone [{was.get('rule')}]", _where(was)
            continue
        left.remove(now)
        for field in {**was, **now}:
            if was.get(field) != now.get(field):
                change = f"[{was['rule']}] {field}: {was.get(field)!r} became {now.get(field)!r}"
                yield change, _where(now)
    for now in left:
        yield f"finding new [{now.get('rule')}]", _where(now)
    places = [[[one.get(field) for field in PLACE] for one in found] for found in (olds, news)]
    if not left and len(olds) == len(news) and places[0] != places[1]:
        yield "findings stand in another order", ""


def _where(finding: Report) -> str:
    named = ("line", "turn", "round", "player", "where")
    words = [f"{field} {finding[field]}" for field in named if finding.get(field) is not None]
    return f" ({', '.join(words)}: {finding.get('message')})"


def _leaves(old: object, new: object, path: str = "") -> str:
    """Return the values that differ, each with its path."""
    if isinstance(old, dict) and isinstance(new, dict):
        parts = [
            _leaves(old.get(key), new.get(key), f"{path} {key}".strip())
            for key in {**old, **new}
            if old.get(key) != new.get(key)
        ]
        return ", ".join(parts)
    return f"{path} {old!r} became {new!r}".strip()
