"""All faults of a language that comes as a folder, and what is missing there."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from generator.check import check
from generator.errors import DataError, Problem, gather_problems
from generator.game.catalog import folder_of, game_folders
from generator.game.countries import country
from generator.paper.text import hyphenates
from generator.paths import sentences_files
from generator.reading.nodes import MapNode, Node, dotted_path, place_of, problem_at
from generator.reading.text_files import file_problem, read_file
from generator.words import LANGUAGES, fit_pack, is_locale, message, not_one_of, pack_model, packs

# The number words of a language: from nought to twenty.
NUMBERS = 21
# What people type, or read on forms: without words of its own it goes by its name.
TYPED = ("fields", "fixed", "typed")
# What a language may say of itself besides its own words.
CHOICES: Mapping[str, Sequence[str]] = {
    "spaces": ("french", "units", "none"),
    "falls_back_to": LANGUAGES,
}


@dataclass(frozen=True, slots=True)
class CheckedLanguage:
    """A language that can be used: how many sentences it has, its games, and what is missing."""

    messages: int
    games: tuple[str, ...]
    missing: tuple[Problem, ...]


def is_language(folder: Path) -> bool:
    """Tell whether a folder is meant as a language."""
    return folder.parent.name == packs.OWN.name or any((folder / n).exists() for n in packs.FILES)


def check_language(folder: Path) -> CheckedLanguage:
    """Read the folder of a language whole and try its games; raise DataError with every fault."""
    if not packs.CODE.fullmatch(folder.name):
        raise file_problem(folder, message("check.pack-name", found=folder.name))
    parts = gather_problems(*(partial(_read, folder, file) for file in packs.FILES))
    if folder.resolve() not in {(root / folder.name).resolve() for root in packs.roots()}:
        raise file_problem(folder, message("check.pack-elsewhere"))
    games, countries = (
        [file.stem for file in sorted(folder.glob(f"{of}/*.yaml"))] for of in ("games", "countries")
    )
    gather_problems(
        *(partial(_check_game, folder, one) for one in games),
        *(partial(country, one) for one in countries),
    )
    said = packs.messages(parts[1])
    return CheckedLanguage(len(said), (*games,), (*_missing(folder, {**parts[0], **parts[1]}),))


def _read(folder: Path, file: str) -> Mapping[str, Any]:
    path, table = folder / file, None
    if not path.exists():
        return dict(fit_pack(folder.name, file, {})[0])
    places = read_file(path)
    if not isinstance(places, MapNode):
        raise file_problem(path, message("game.not-a-mapping"))
    if (table := packs.read_table(path)) is None:
        raise file_problem(path, message("reading.too-big", n=packs.LARGEST))
    fitted, unfit = fit_pack(folder.name, file, table)
    DataError.raise_for((*(_problem(places, *one) for one in unfit), *_choices(places, fitted)))
    return dict(fitted)


def _problem(places: Node, at: packs.Steps, why: str, found: str) -> Problem:
    reason = message(f"check.pack-{why}", found=found)
    if why == "unknown":
        known: Any = pack_model()
        for step in at[:-1]:
            known = known[step]
        reason = not_one_of(found, known)
    return problem_at(place_of(places, at), dotted_path(at), reason)


def _choices(places: Node, table: Mapping[str, Any]) -> Iterator[Problem]:
    for field, allowed in CHOICES.items():
        at, found = ("language", field), table.get("language", {}).get(field, allowed[0])
        if found not in allowed:
            yield problem_at(place_of(places, at), dotted_path(at), not_one_of(found, allowed))


def _check_game(folder: Path, name: str) -> None:
    if name not in game_folders():
        file, reason = folder / "games" / f"{name}.yaml", not_one_of(name, game_folders())
        raise file_problem(file, message("game.unknown", reason=reason))
    check(folder_of(name), folder.name)


def _missing(folder: Path, table: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield, by sections, what a language says in another's words or by its bare name."""
    model, said = pack_model(), packs.messages(table)
    every = packs.messages(model)
    told = {
        "language.locale": is_locale(table["language"].get("locale", "")) or "locale",
        "language.hyphenation": hyphenates(table["language"].get("hyphenation", ""))
        or "hyphenation",
    }
    for key in ("numbers.words", "numbers.ordinal"):
        told[key] = len(str(said.get(key, "")).split()) >= NUMBERS or "numbers"
    for field, why in told.items():
        if why is not True:
            reason = message(f"check.pack-{why}", n=NUMBERS)
            yield Problem(str(folder), None, None, field, reason)
    for section, inner in model.items():
        keys = (one for one in every if one.partition(".")[0] == section and one not in said)
        if lacks := (*(_absent(inner, table[section]) if section in TYPED else keys),):
            reason = message("check.pack-missing", n=len(lacks), names=lacks)
            yield Problem(str(folder), None, None, section, reason)
    mute = (one for one in game_folders().values() if folder.name not in sentences_files(one))
    if games := tuple(one.name for one in mute):
        reason = message("check.pack-games", n=len(games), names=games)
        yield Problem(str(folder), None, None, "games", reason)


def _absent(model: Mapping[str, Any], table: Mapping[str, Any]) -> Iterator[str]:
    for name, inner in model.items():
        if not packs.is_template(inner) and name != "territories":
            yield from (f"{name}.{one}" for one in _absent(inner, table[name]))
        elif name not in table:
            yield name
