"""Whole files or none: everything is written beside its place, then renamed into it."""

import os
import re
import sys
import time
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from itertools import accumulate
from pathlib import Path
from secrets import token_hex

from generator.errors import LudokitError, system_reason
from generator.interruption import defer_interrupt
from generator.words import message

if sys.platform != "win32":
    from fcntl import LOCK_EX, LOCK_NB, flock

# What Windows refuses or reads as a device, on every system: folders of kits are carried about.
_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f\ud800-\udfff"*:<>?\\|]')
_DEVICE = re.compile(r"(?i:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:[ .].*)?")
# A correction's name adds digits and an ending; systems stop at 255 bytes.
_LONGEST_STEM = 200
# Seconds after which a half-written file is nobody's, and within which its run has locked it.
_ABANDONED, _CLAIMED = 3600, 1


def write(folder: Path, name: str, content: bytes, *, overwrite: bool = True) -> Path:
    """Write one file under a folder and return its path; see `write_all`."""
    return write_all(folder, {name: content}, overwrite=overwrite)[0]


def write_all(
    folder: Path, files: Mapping[str, bytes], *, overwrite: bool = True
) -> tuple[Path, ...]:
    """Write files under a folder, all or none, and return their paths.

    Raise LudokitError, leaving nothing half-written, for a name that is not safe on every system or
    leads out of the folder, for something in the way, and for a disk that refuses.
    """
    targets = dict(zip(targets_of(folder, files), files.values(), strict=True))
    there = tuple(str(target) for target in targets if os.path.lexists(target))
    if there and not overwrite:
        raise LudokitError(message("output.exists", names=there))
    with defer_interrupt():
        _place(targets)
    return tuple(targets)


def targets_of(folder: Path, names: Collection[str]) -> tuple[Path, ...]:
    """Return where files under a folder go; LudokitError for a name as in `write_all`."""
    for name in names:
        _check_name(name)
    _check_apart(tuple(names))
    targets = tuple(folder / name for name in names)
    for target in targets:
        _check_way(folder, target)
    return targets


def require_folder(folder: Path) -> None:
    """Raise LudokitError where a folder, or the one it is to be made in, cannot take files."""
    with _worded(folder):
        _check_above(folder / "file")
        there = next(place for place in (folder, *folder.absolute().parents) if place.is_dir())
        if not os.access(there, os.W_OK | os.X_OK):
            reason = message("errors.no-rights")
            raise LudokitError(message("output.failed", path=str(folder), reason=reason))


def safe_stem(name: str) -> str:
    """Return a name without ending that every system can hold, from one that some system holds."""
    stem = _FORBIDDEN.sub("_", name).encode()[:_LONGEST_STEM].decode(errors="ignore")
    stem = stem.rstrip(". ")
    return f"_{stem}" if not stem or _DEVICE.fullmatch(stem) else stem


def _check_name(name: str) -> None:
    parts = name.split("/")
    if "" in parts[1:] or not name:
        raise LudokitError(message("output.name-empty", name=name))
    if ".." in parts or name.startswith("/"):
        raise LudokitError(message("output.escapes", name=name))
    sign = _FORBIDDEN.search(name)
    if sign:
        raise LudokitError(message("output.name-sign", name=name, sign=sign.group()))
    for part in parts:
        if part.endswith((".", " ")):
            raise LudokitError(message("output.name-ends", name=name, part=part))
        if _DEVICE.fullmatch(part):
            raise LudokitError(message("output.device", name=name, part=part))


def _check_apart(names: tuple[str, ...]) -> None:
    seen: dict[str, str] = {}
    # In this order a folder stands before all that lies in it.
    for name in sorted(names, key=lambda name: len(name.split("/"))):
        same = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
        for place in accumulate(same.split("/"), "{}/{}".format):
            if place in seen:
                raise LudokitError(message("output.clash", name=seen[place], other=name))
        seen[same] = name


def _check_way(folder: Path, target: Path) -> None:
    with _worded(target):
        # First: a link that leads to itself can be told, not resolved.
        _check_above(target)
        if not target.parent.resolve().is_relative_to(folder.resolve()):
            raise LudokitError(message("output.escapes", name=str(target.relative_to(folder))))
        if target.is_dir() and not target.is_symlink():
            raise LudokitError(message("output.folder-in-the-way", path=str(target)))


def _check_above(target: Path) -> None:
    for above in reversed(target.parents):
        # A link to nowhere is neither: making the folder would fail on it.
        if os.path.lexists(above) and not above.is_dir():
            raise LudokitError(message("output.file-in-the-way", path=str(above)))


def _place(targets: Mapping[Path, bytes]) -> None:
    """Put every content on the disk beside its target, then rename them all into place."""
    beside: dict[Path, Path] = {}
    for folder in {target.parent for target in targets}:
        with suppress(OSError):
            for part in folder.glob(f".{'[0-9a-f]' * 16}.part"):
                if _is_abandoned(part):
                    _drop(part)
    with ExitStack() as claimed:
        try:
            for target, content in targets.items():
                beside[target] = target.with_name(f".{token_hex(8)}.part")
                with _worded(target):
                    target.parent.mkdir(parents=True, exist_ok=True)
                    _fill(beside[target], content, claimed)
            for target, part in beside.items():
                with _worded(target, renaming=True):
                    part.replace(target)
        finally:
            for part in beside.values():
                _drop(part)


def _fill(part: Path, content: bytes, claimed: ExitStack) -> None:
    with ExitStack() as opened:
        file = opened.enter_context(part.open("xb"))
        if sys.platform != "win32":
            with suppress(OSError):  # some network disks have no locks
                flock(file, LOCK_EX | LOCK_NB)
        file.write(content)
        file.flush()
        # A disk may say only now that it is full.
        os.fsync(file.fileno())
        if sys.platform != "win32":
            claimed.push(opened.pop_all())


def _is_abandoned(part: Path) -> bool:
    """Tell whether the run that was writing a file has been killed: its lock is gone."""
    age = time.time() - part.stat().st_mtime
    if age > _ABANDONED or age < _CLAIMED or sys.platform == "win32":
        return age > _ABANDONED
    with part.open("rb") as file, suppress(BlockingIOError):
        flock(file, LOCK_EX | LOCK_NB)
        return True
    return False


def _drop(part: Path) -> None:
    # A disk that is gone must not hide the reason that is on its way up.
    with suppress(OSError):
        part.unlink(missing_ok=True)


@contextmanager
def _worded(target: Path, *, renaming: bool = False) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if renaming and isinstance(error, PermissionError):
            raise LudokitError(message("output.in-use", path=str(target))) from error
        reason = system_reason(error)
        raise LudokitError(message("output.failed", path=str(target), reason=reason)) from error
