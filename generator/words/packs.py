"""Languages that come as folders: where they lie, and what of their words the program can use."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
# How a language is written and what is typed in it, which every run reads; and its sentences.
FILES = LANGUAGE, WORDS = ("language.yaml", "words.yaml")
# Seen from the current folder, beside a user's own `rules_data`.
OWN = Path("languages")
CODE = re.compile(r"[a-z]{2,3}(-[a-z0-9]{2,8})*")
LARGEST = 1_000_000
# An opening quotation mark and a closing one.
PAIR = 2
# Sections that hold no sentences.
BARE = frozenset({"language", "fields", "fixed", "free_text", "synonyms", "typed"})
PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")
PLURALS = frozenset({"zero", "one", "two", "few", "many", "other"})
# What a terminal would obey, or what turns a line round.
_HIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
# What is typed after two hyphens, or alone.
_COMMAND_WORD = re.compile(r"[^\W_][\w-]*")
_COMMANDS = (("typed", "options"), ("typed", "commands"))
# Where names stand that the program's own tables need not have, since they may be typed as such.
_OPEN = re.compile(r"typed (territories|tables|values \S+)")

Steps = tuple[str, ...]
# Where something stands that cannot be used, why not (`check.pack-WHY`), and what it is.
Unfit = tuple[Steps, str, str]
# Whether a word already stands for another name: its section, its name, the word.
IsTaken = Callable[[Steps, str, str], bool]


def shipped() -> Path:
    """Return the folder of the languages that come with the program as folders."""
    inside = FOLDER.parent / "_shared"
    return (inside if inside.is_dir() else FOLDER.parents[1]) / OWN.name


def roots() -> tuple[Path, ...]:
    """Return the folders of languages, one's own first; in a checkout it may be the program's."""
    theirs = shipped()
    is_same = OWN.is_dir() and theirs.is_dir() and OWN.samefile(theirs)
    return (theirs,) if is_same else (OWN, theirs)


def folders_in(root: Path) -> tuple[Path, ...]:
    """Return the folders of a root that are languages, by name."""
    files = (file for name in FILES for file in root.glob(f"*/{name}"))
    return tuple(sorted({file.parent for file in files}))


def part_of(table: Mapping[str, Any], file: str) -> Mapping[str, Any]:
    """Return the sections of a table that stand in one of the two files of a language."""
    return {one: inner for one, inner in table.items() if (one in BARE) == (file == LANGUAGE)}


def read_table(file: Path) -> Any:
    """Return a table as text, lists and mappings; None for one that nothing can be made of."""
    import yaml

    try:
        if not file.is_file() or file.stat().st_size > LARGEST:
            return None
        text = file.read_text(encoding="utf-8")
        # The base loader reads text only: a key `no` stays a word.
        found = yaml.load(text, getattr(yaml, "CBaseLoader", yaml.BaseLoader))  # noqa: S506
    except (OSError, ValueError, RecursionError, yaml.YAMLError):
        return None
    return found if isinstance(found, dict) else None


def is_readable(folder: Path) -> bool:
    """Tell whether a folder has the name of a language, and files that can be read."""
    files = [folder / name for name in FILES if (folder / name).exists()]
    return bool(CODE.fullmatch(folder.name)) and None not in map(read_table, files)


def is_template(words: object) -> bool:
    """Tell whether something is said in one piece: a text, a list, or the forms of a plural."""
    plural = isinstance(words, dict) and "other" in words and PLURALS.issuperset(words)
    return plural or not isinstance(words, dict)


def merged(base: Any, over: Any) -> Any:
    """Return a table with another's words instead of its own, at any depth."""
    if is_template(base) or is_template(over):
        return over
    both = {name: merged(base[name], inner) for name, inner in over.items() if name in base}
    return {**base, **over, **both}


def messages(table: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what is said in sentences, by dotted keys: a text or the forms of a plural."""
    return dict(_flat("", part_of(table, WORDS)))


def _flat(key: str, words: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, inner in words.items():
        below = f"{key}.{name}" if key else name
        if is_template(inner):
            yield below, inner
        else:
            yield from _flat(below, inner)


def placeholders(words: object) -> frozenset[str]:
    """Return the names in braces of a text, or of all forms of a plural."""
    texts = words.values() if isinstance(words, Mapping) else (words,)
    return frozenset(name for text in texts for name in PLACEHOLDER.findall(str(text)))


def fit(found: Any, model: Any, is_taken: IsTaken, unfit: list[Unfit], at: Steps = ()) -> Any:
    """Return what of a pack stands where the program's `model` has words; add what does not.

    Mappings are there whatever is found, so that every section can be asked for a name.
    """
    if is_template(model):
        why, what = _unfit(found, model, at, is_taken)
        unfit += [(at, why, what)] if why else []
        return None if why else found
    if not isinstance(found, dict):
        unfit.append((at, "shape", ""))
        found = {}
    if _OPEN.fullmatch(" ".join(at)):
        model = {**dict.fromkeys(found, ""), **model}
    unfit += [((*at, name), "unknown", name) for name in found if name not in model]
    kept = {
        name: fit(found.get(name, {}), inner, is_taken, unfit, (*at, name))
        for name, inner in model.items()
        if name in found or not is_template(inner)
    }
    return {name: words for name, words in kept.items() if words is not None}


def _unfit(found: Any, model: Any, at: Steps, is_taken: IsTaken) -> tuple[str, str]:
    """Return why words cannot stand in their place, and which; two empty words where they can."""
    if at[0] in BARE:
        words = found if isinstance(found, list) else [found]
        is_pair = isinstance(found, list) and len(found) == PAIR
        fits = is_pair if at[-1] == "quotes" else isinstance(found, str)
        if not (fits or at[0] != "language") or not words or not all(map(_is_text, words)):
            return "shape", ""
        return ("", "") if at[0] != "typed" else _untypable(words, at, is_taken)
    forms = [*found.values()] if isinstance(found, dict) else [found]
    if not is_template(found) or not all(map(_is_text, forms)):
        return "shape", ""
    known = placeholders(model) | ({"n"} if isinstance(model, dict) else set())
    if strange := sorted(placeholders(found) - known):
        return "placeholder", ", ".join(f"{{{name}}}" for name in strange)
    return ("plural", "") if isinstance(found, dict) and "n" not in known else ("", "")


def _is_text(words: object) -> bool:
    return isinstance(words, str) and bool(words.strip()) and not _HIDDEN.search(words)


def _untypable(words: Sequence[str], at: Steps, is_taken: IsTaken) -> tuple[str, str]:
    of = at[:-1]
    for word in words:
        if of in _COMMANDS and not _COMMAND_WORD.fullmatch(word):
            return "word", word
        if is_taken(of, at[-1], word):
            return "taken", word
    return "", ""
