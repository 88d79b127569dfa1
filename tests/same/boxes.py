"""How the boxes of a printable differ."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

# Millimetres: below this a box has not moved.
TOLERANCE = 0.01
NAMED = 4


def box_changes(olds: list[dict[str, Any]], news: list[dict[str, Any]]) -> Iterator[str]:
    """Yield which boxes came, went, moved or changed; those that did the same are told together."""
    before, after = ({_key(cell): cell for cell in cells} for cells in (olds, news))
    changes = defaultdict[str, list[str]](list)
    for key in {**before, **after}:
        change = _change(before.get(key), after.get(key))
        if change:
            page, copy, name = key
            changes[change].append(f"{name} (page {page}, copy {copy})")
    for change, names in changes.items():
        more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
        yield f"box {', '.join(names[:NAMED])}{more} {change}"


def _key(cell: dict[str, Any]) -> tuple[int, int, str]:
    return cell["page"], cell["copy"], cell["id"]


def _change(old: dict[str, Any] | None, new: dict[str, Any] | None) -> str:
    """Return what became of a box, or nothing."""
    if old is None or new is None:
        return "is new" if old is None else "is gone"
    right, down, wider, higher = (new[side] - old[side] for side in ("x", "y", "width", "height"))
    parts = []
    if abs(right) > TOLERANCE or abs(down) > TOLERANCE:
        parts.append(f"moved {right:+.2f} mm to the right, {down:+.2f} mm down")
    if abs(wider) > TOLERANCE or abs(higher) > TOLERANCE:
        parts.append(f"is {wider:+.2f} mm wider, {higher:+.2f} mm higher")
    if old.get("label") != new.get("label"):
        parts.append(f"was labelled '{old.get('label')}' and is '{new.get('label')}'")
    return " and ".join(parts)
