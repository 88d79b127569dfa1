"""A case of the farm: something made up that can be tried again, and how it is kept in a file."""

import base64
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

CASES = Path(__file__).parent / "cases"
# Texts beyond this are packed.
LONG = 4_000


@dataclass(frozen=True, slots=True)
class Fault:
    """A promise that was broken, the place that tells one fault from another, and the details."""

    promise: str
    place: str
    words: str = ""

    @property
    def key(self) -> str:
        """Return what equal faults share."""
        return f"{self.promise} at {self.place}"


@dataclass(frozen=True, slots=True)
class Case:
    """What a maker made up: files, what is done with them (`more`), and in words how it was made.

    `broke` says what failed when it was found, `known` why it is kept though it still fails.
    """

    maker: str
    what: str
    files: Mapping[str, bytes] = field(default_factory=dict)
    more: Mapping[str, Any] = field(default_factory=dict)
    broke: str = ""
    known: str = ""


def case_path(case: Case, fault: Fault, folder: Path = CASES) -> Path:
    """Return where a case is kept: one for each place where something failed."""
    digest = sha256(f"{case.maker} {fault.key}".encode()).hexdigest()[:8]
    return folder / f"{case.maker}-{digest}.json"


def keep(case: Case, fault: Fault, folder: Path = CASES) -> Path | None:
    """Write a case that failed to its file; None where one that failed there is kept already."""
    path = case_path(case, fault, folder)
    if path.exists():
        return None
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(as_text(replace(case, broke=fault.key)), encoding="utf-8")
    return path


def as_text(case: Case) -> str:
    """Return a case as JSON."""
    files = {name: _packed(data) for name, data in case.files.items()}
    told = {"maker": case.maker, "what": case.what, "broke": case.broke}
    if case.known:
        told["known"] = case.known
    return json.dumps({**told, "files": files, "more": case.more}, indent=1) + "\n"


def read_case(path: Path) -> Case:
    """Return a case that was kept."""
    told = json.loads(path.read_text(encoding="utf-8"))
    files = {name: _unpacked(data) for name, data in told["files"].items()}
    return Case(
        told["maker"], told["what"], files, told["more"], told["broke"], told.get("known", "")
    )


def kept_cases(folder: Path = CASES) -> tuple[Path, ...]:
    """Return the files of all cases that are kept."""
    return tuple(sorted(folder.glob("*.json")))


def _packed(data: bytes) -> str | list[str]:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = ""
    if len(data) <= LONG and text.encode() == data:
        return text
    return [base64.b64encode(zlib.compress(data, 9)).decode()]


def _unpacked(told: str | list[str]) -> bytes:
    return told.encode() if isinstance(told, str) else zlib.decompress(base64.b64decode(told[0]))
