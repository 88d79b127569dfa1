"""Where the shared folders are: beside the package in a checkout, inside it once installed."""

from collections.abc import Mapping
from filecmp import cmpfiles
from pathlib import Path

from generator.errors import LudokitError
from generator.words import BUILT_IN, LANGUAGES, Language, message, packs

PACKAGE = Path(__file__).resolve().parent
# Seen from the current folder: a user's own games, and where printables go unless told otherwise.
OWN_RULES_DATA = Path("rules_data")
OUTPUT = Path("output")


def rules_data() -> Path:
    """Return the folder of the games; raise LudokitError where the program came without it."""
    return shared("rules_data")


def own_rules_data() -> Path:
    """Return the folder of one's own games; in a checkout it may be the program's."""
    own, shipped = OWN_RULES_DATA, rules_data()
    return shipped if own.is_dir() and own.samefile(shipped) else own


def game_values(folder: Path) -> Path:
    """Return where a shipped game lies as values, with the program alone, if it does.

    Where YAML takes long to read, inside a browser, the games come so; nowhere else.
    """
    own = folder.name if folder.parent == rules_data() else ""
    return values() / f"{own}.pickle"


def values() -> Path:
    """Return the folder of what was made beforehand for browsers, which is nowhere else."""
    return PACKAGE / "values"


def sentences_files(folder: Path) -> Mapping[Language, Path]:
    """Return the files with a game's sentences: those of its folder, then those of packs.

    The packs that come with the program speak its own games alone.
    """
    roots = packs.roots() if folder.parent == rules_data() else (packs.OWN,)
    every = {
        one: (
            folder / f"{one}.yaml",
            *(root / one / "games" / f"{folder.name}.yaml" for root in roots),
        )
        for one in LANGUAGES
    }
    found = {one: [file for file in files if file.exists()] for one, files in every.items()}
    return {one: files[0] for one, files in found.items() if files}


def country_files() -> Mapping[str, Path]:
    """Return the file of each country, by name in order: the program's, then those of packs."""
    folders = [root / one / "countries" for root in packs.roots() for one in LANGUAGES]
    files = (file for one in (*folders, rules_data() / "countries") for file in one.glob("*.yaml"))
    return dict(sorted({file.stem: file for file in files}.items()))


def own_languages() -> tuple[Path, ...]:
    """Return the folders of one's own whose words go before those that come with the program."""
    *own, theirs = packs.roots()
    known = {*BUILT_IN, *(one.name for one in packs.folders_in(theirs))}
    return tuple(one for root in own for one in packs.folders_in(root) if one.name in known)


def hidden_games() -> Mapping[Path, Path]:
    """Return the shipped games that are hidden, by the folders that are used instead of them."""
    own, shipped = own_rules_data(), rules_data()
    both = {file.parent: shipped / file.parent.name for file in sorted(own.glob("*/game.yaml"))}
    # A copy without changes hides nothing.
    return {
        used: hidden
        for used, hidden in both.items()
        if used != hidden and (hidden / "game.yaml").is_file() and not _is_copy(used, hidden)
    }


def _is_copy(folder: Path, other: Path) -> bool:
    names, others = (
        {str(file.relative_to(one)) for file in one.rglob("[!.]*") if file.is_file()}
        for one in (folder, other)
    )
    return names == others and not any(cmpfiles(folder, other, names, shallow=False)[1:])


def templates() -> Path:
    """Return the folder of the templates; raise LudokitError where the program came without it."""
    return shared("templates")


def shared(name: str, package: Path = PACKAGE) -> Path:
    """Return a folder that came with the package; raise LudokitError naming both places tried."""
    # The wheel carries its own copy, which wins: beside an installed package lie other people's.
    inside, beside = package / "_shared" / name, package.parent / name
    for folder in (inside, beside):
        if folder.is_dir():
            return folder
    raise LudokitError(message("paths.missing", inside=str(inside), beside=str(beside)))
