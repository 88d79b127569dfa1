"""Files -> nodes, the parser chosen by the name's ending."""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from generator.errors import DataError, Problem
from generator.reading.json_text import read_json
from generator.reading.nodes import Node
from generator.reading.text import LIMIT_BYTES, decode
from generator.reading.yaml_text import read_yaml
from generator.words import Message, message, near

READERS: Mapping[str, Callable[[str, str], Node]] = MappingProxyType(
    {".yaml": read_yaml, ".yml": read_yaml, ".json": read_json}
)


def read_file(path: Path) -> Node:
    """Read a YAML or JSON file; raise DataError with everything that is wrong with it."""
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        suffix, allowed = path.suffix or path.name, tuple(READERS)
        raise _refused(path, message("reading.unknown-suffix", found=suffix, allowed=allowed))
    return reader(decode(read_bytes(path), str(path)), str(path))


def read_bytes(path: Path) -> bytes:
    """Return a file's bytes, one more than the limit at most; raise DataError when it has none."""
    try:
        with path.open("rb") as file:
            return file.read(LIMIT_BYTES + 1)
    except FileNotFoundError:
        raise _refused(path, _missing(path)) from None
    except PermissionError:
        raise _refused(path, message("reading.no-rights")) from None
    except IsADirectoryError:
        raise _refused(path, message("reading.folder")) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise _refused(path, message("reading.unreadable", reason=reason)) from None


def _refused(path: Path, reason: Message) -> DataError:
    return DataError([Problem(str(path), None, None, "", reason)])


def _missing(path: Path) -> Message:
    try:
        hint = near(path.name, [other.name for other in path.parent.iterdir()])
    except OSError:
        hint = None
    if hint is None:
        return message("reading.no-file")
    return message("reading.no-file-near", near=hint)
