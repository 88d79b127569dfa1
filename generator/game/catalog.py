"""Games by name: which there are, loading one with every fault of its folder, beginning one."""

import pickle
import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from itertools import chain
from pathlib import Path
from string import Template
from typing import TypeVar

from generator import paths
from generator.errors import DataError, LudokitError, Problem
from generator.game.agreement import LanguageRead, disagreements
from generator.game.facts import Facts
from generator.game.game import Game
from generator.game.head import GameFile, Head
from generator.game.sentences import (
    LanguageFile,
    SentencesFile,
    field_aliases,
    sign_letters,
    typeset_sentences,
)
from generator.game.themes import theme
from generator.reading import nodes
from generator.reading.nodes import MapNode, Node, dotted_path, problem_at, scalars
from generator.reading.schema import canonical_node
from generator.reading.text_files import read_file
from generator.reading.validate import value_and_problems
from generator.words import LANGUAGES, Language, fold, message, not_one_of, say

Model = TypeVar("Model", bound=Facts)

GAME_FILE = "game.yaml"
GUIDE_FILE = "guide.yaml"
POLICIES_FILE = "policies.yaml"
TRIALS_FILE = "trials.yaml"
# What a folder may have beside its languages.
OWN_FILES = (GAME_FILE, GUIDE_FILE, POLICIES_FILE, TRIALS_FILE)
# What the templates of games from a list leave open, as it is where nobody chooses.
LEFT_OPEN = {
    "layout": "4x4",
    "wins": "line",
    "dice": "1",
    "squares": "40",
    "sides": "",
    "more": "",
    "theme": "",
    "packed": "",
    "named": "",
}
# What a pack has beside its game.
OF_PACKS = {
    "quiz": "{kind: quiz, part: list, shared: true}",
    "exercises": "{kind: list-exercises, part: list}",
}
# The kinds of games that have a quiz already.
WITH_QUIZ = ("quiz", "goose")


def game_folders() -> Mapping[str, Path]:
    """Return each game's folder by name, in order: the program's, and those in `rules_data`."""
    # Of two with one name one's own counts.
    roots = dict.fromkeys((paths.rules_data(), paths.own_rules_data()))
    files = (file for root in roots for file in root.glob(f"*/{GAME_FILE}"))
    return dict(sorted({file.parent.name: file.parent for file in files}.items()))


def game_names() -> tuple[str, ...]:
    """Return the games that have a folder, in alphabetical order."""
    return tuple(game_folders())


def load(name: str) -> Game:
    """Load a game by name; LudokitError with the nearest, DataError with all faults of it."""
    return load_folder(folder_of(name))


def folder_of(name: str) -> Path:
    """Return a game's folder, its name in capitals or not; raise LudokitError with the nearest."""
    known = game_folders()
    for one, folder in known.items():
        if fold(one) == fold(name):
            return folder
    raise LudokitError(message("game.unknown", reason=not_one_of(name, known)))


def folder_state(folder: Path) -> str:
    """Return what changes whenever a file in a game's folder is saved, added or taken away."""
    seen = sha256()
    for file in sorted(folder.rglob("[!.]*")):
        with suppress(OSError):  # an editor has just put another one in its place
            told = file.stat()
            seen.update(f"{file}\0{told.st_mtime_ns}\0{told.st_size}\0".encode())
    return seen.hexdigest()[:16]


def load_folder(folder: Path) -> Game:
    """Load the game in a folder; raise DataError with every fault of its files at once."""
    values = paths.game_values(folder)
    if values.is_file():
        found: Game = pickle.loads(values.read_bytes())  # noqa: S301 - made with the program
        return found
    game, problems = read_folder(folder)
    # What somebody else translates does not keep a game from being printed in its own languages.
    elsewhere = {str(one) for one in paths.sentences_files(folder).values() if one.parent != folder}
    if faulty := elsewhere & {one.file for one in problems}:
        game, problems = read_folder(folder, without=faulty)
    if game is None or problems:
        raise DataError(problems)
    return game


def read_folder(
    folder: Path, without: Collection[str] = ()
) -> tuple[Game | None, tuple[Problem, ...]]:
    """Return a folder's game as far as it can be read, to find more faults, and every fault.

    Files of sentences can be left out, by their paths.
    """
    if not folder.is_dir():
        raise LudokitError(message("game.not-a-folder", folder=str(folder)))
    problems: list[Problem] = []
    facts = _read(folder / GAME_FILE, GameFile, Head, problems)
    if facts is not None and facts[1].name != folder.name:
        reason = message("game.other-folder", name=facts[1].name, folder=folder.name)
        problems.append(problem_at(nodes.place_of(facts[0], ("name",)), "name", reason))
    spoken = _read_languages(folder, problems, without)
    if facts is None or not spoken:
        return None, tuple(problems)
    top, head = facts
    every = {key.text: node for key, node in top.pairs}
    figures = dict(zip(("players.least", "players.most"), map(str, head.players), strict=True))
    figures |= {name: str(figure) for name, figure in head.figures().items()}
    figures |= _numbers(every["mechanics"]) if "mechanics" in every else ()
    for _, file in spoken.values():
        figures |= sign_letters(file)
    said = {lang: typeset_sentences(file, lang, figures) for lang, (_, file) in spoken.items()}
    lessons = _lessons(folder, {lang: whole for lang, (whole, _) in spoken.items()}, problems)
    game = Game(folder, head, said, every, lessons, figures)
    told = tuple(disagreements(game, spoken))
    if any(one.field.startswith(("parts", "provenance")) for one in told):
        return None, (*problems, *told)  # the sections would only repeat them
    return game, (*problems, *told)


def _lessons(
    folder: Path, spoken: Mapping[Language, MapNode], problems: list[Problem]
) -> Mapping[Language, MapNode]:
    guides = {lang: top.get("guide") for lang, top in spoken.items()}
    found = {lang: guide for lang, guide in guides.items() if isinstance(guide, MapNode)}
    file = folder / GUIDE_FILE
    if not file.exists():
        return found
    try:
        facts = read_file(file)
    except DataError as error:
        problems += error.problems
        return found
    if not isinstance(facts, MapNode):
        problems.append(problem_at(facts.place, "", message("game.not-a-mapping")))
        return found
    told: list[Problem] = []
    both = {
        lang: nodes.merge_nodes(facts, guide, told, ("guide",)) for lang, guide in found.items()
    }
    problems += told
    return {lang: node for lang, node in both.items() if isinstance(node, MapNode)}


def _read(
    path: Path, whole: type[Model], own: type[Model], problems: list[Problem]
) -> tuple[MapNode, Model] | None:
    try:
        top = canonical_node(read_file(path), whole, field_aliases())
    except DataError as error:
        problems += error.problems
        return None
    if not isinstance(top, MapNode):
        problems.append(problem_at(top.place, "", message("game.not-a-mapping")))
        return None
    others = whole.model_fields.keys() - own.model_fields.keys()
    rest = MapNode(tuple(pair for pair in top.pairs if pair[0].text not in others), top.place)
    value, told = value_and_problems(rest, own, field_aliases())
    # A field that is named and left empty is told as that, before what else is wrong.
    empty = [
        problem_at(one.place, dotted_path(at), message("reading.to-fill"))
        for one, at in scalars(rest)
        # Nothing in a list is a field, and `~` says that nothing is meant.
        if (one.value, one.text) == (None, "") and all(isinstance(step, str) for step in at)
    ]
    problems += (*empty, *nodes.problems_elsewhere(told, empty))
    return None if value is None else (top, value)


def _read_languages(
    folder: Path, problems: list[Problem], without: Collection[str]
) -> Mapping[Language, LanguageRead]:
    files = tuple(f"{lang}.yaml" for lang in LANGUAGES)
    every, known = paths.sentences_files(folder), {*OWN_FILES, *files}
    found = {lang: file for lang, file in every.items() if str(file) not in without}
    read = {
        lang: _read(file, LanguageFile, SentencesFile, problems) for lang, file in found.items()
    }
    for file in sorted(file for file in folder.glob("*.yaml") if file.name not in known):
        reason = message("game.stray-file", reason=not_one_of(file.name, known))
        problems.append(Problem(str(file), None, None, "", reason))
    if not found:
        reason = message("game.no-language", files=files)
        problems.append(Problem(str(folder), None, None, "", reason))
    return {lang: one for lang, one in read.items() if one is not None}


def _numbers(node: Node) -> Iterator[tuple[str, str]]:
    """Yield the whole numbers of the mechanics by dotted names: `mechanics.points.win`."""
    for scalar, path in scalars(node):
        if isinstance(scalar.value, int) and not isinstance(scalar.value, bool):
            # Items of a list are counted from 1: `mechanics.care.1`.
            steps = (str(step + 1) if isinstance(step, int) else step for step in path)
            yield ".".join(("mechanics", *steps)), str(scalar.value)


# Small letters, as the folders of the catalog have them: a name is a word of command lines.
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LONGEST = 40


def copied_game_files(
    name: str, model: str, language: Language, only: Collection[Language] = ()
) -> Mapping[str, bytes]:
    """Return a game's files under another name, credits empty; LudokitError for a bad name."""
    require_free(name)
    game = load(model)
    spoken = [one for one in game.sentences if one in only] or list(game.sentences)
    credit = {field: say(message(f"new.{field}"), language) for field in ("authors", "publisher")}
    rows = "".join(f"\n  {field}: # {comment}" for field, comment in credit.items())
    files = {
        GAME_FILE: _with_fields(game.folder / GAME_FILE, {"name": f" {name}", "credits": rows})
    }
    for one in spoken:
        words = {field: message(f"new.{field}") for field in ("title", "rights", "rights_long")}
        empty = {field: f" # {say(told, one)}" for field, told in words.items()}
        empty["called"] = " []"
        files[f"{one}.yaml"] = _with_fields(paths.sentences_files(game.folder)[one], empty)
    # Examples are left where they are, since other rules make them wrong.
    own = chain(*map(game.folder.glob, (GUIDE_FILE, POLICIES_FILE)))
    for file in (*own, *sorted(game.folder.glob("pictures/*"))):
        files[file.relative_to(game.folder).as_posix()] = file.read_bytes()
    return {f"{name}/{path}": data for path, data in files.items()}


def blank_game_files(name: str, language: Language) -> Mapping[str, bytes]:
    """Return the least that prints, in one language; LudokitError for a name taken or no word."""
    require_free(name)
    files = {GAME_FILE: "game.yaml", f"{language}.yaml": "sentences.yaml"}
    own = {"name": name, "title": title_of_name(name)}
    return {f"{name}/{file}": fill_template(one, language, own) for file, one in files.items()}


def fill_template(
    file: str, language: Language, own: Mapping[str, str], **values: str | int
) -> bytes:
    """Return a file of a new game: what is not its `own` is said in a language, with `values`."""
    template = Template((paths.templates() / "new" / file).read_text("utf-8"))
    # Quotation marks would end a title where it stands.
    own = {**own, "title": own["title"].replace("\\", "").replace('"', "”")}
    wanted = {*template.get_identifiers()} - own.keys()
    words = {
        one: say(message(f"new.{one.replace('_', '-')}", **values), language) for one in wanted
    }
    return template.substitute(words | own).encode()


def list_game_files(
    name: str, kind: str, table: str, language: Language, choices: Mapping[str, str] = LEFT_OPEN
) -> Mapping[str, bytes]:
    """Return the files of a game made from a list; LudokitError for a name that is no word.

    `choices` are the headings, and what the templates leave open: a title, the layout of a loto.
    """
    _require_word(name)
    own = {"name": name, "kind": kind, "file": table, "title": title_of_name(name), **LEFT_OPEN}
    own |= choices
    if own.pop("pack", ""):
        extra = [name for name in OF_PACKS if name != "quiz" or kind not in WITH_QUIZ]
        words = {name: say(message(f"new.kind-{name}"), language) for name in extra}
        own["packed"] = "".join(f"\n  {name}: {OF_PACKS[name]}" for name in extra)
        own["named"] = "".join(f'\n  {name}: "{words[name]}"' for name in extra)
    own["headings"] = f", headings: {own['headings']}" if own.get("headings") else ""
    own["theme"] = theme(kind, own["theme"]).as_yaml()
    own["headings"] += f", levels: {own['levels']}" if own.get("levels") else ""
    own["printable"] = say(message(f"new.kind-{kind}"), language)
    files = {GAME_FILE: "list.yaml", f"{language}.yaml": "list-sentences.yaml"}
    made = {}
    for file, usual in files.items():
        own_file = usual.replace("list", f"list-{kind}", 1)
        is_own = (paths.templates() / "new" / own_file).is_file()
        made[file] = fill_template(own_file if is_own else usual, language, own)
    return made


def title_of_name(name: str) -> str:
    """Return the title that a game has by its name alone."""
    return name.replace("-", " ").capitalize()


def is_word(name: str) -> bool:
    """Return whether a game can have a name: lower-case letters, figures, hyphens between."""
    return NAME.fullmatch(name) is not None and len(name) <= LONGEST


def _require_word(name: str) -> None:
    if not is_word(name):
        raise LudokitError(message("game.no-name", found=name, most=LONGEST))


def require_free(name: str) -> None:
    """Raise LudokitError for a game's name that is taken, or no word of a command line."""
    _require_word(name)
    if name in (known := game_folders()):
        raise LudokitError(message("game.name-taken", found=name, folder=str(known[name])))


def _with_fields(file: Path, values: Mapping[str, str]) -> bytes:
    model = GameFile if file.name == GAME_FILE else LanguageFile
    top = canonical_node(read_file(file), model, field_aliases())
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    pairs = top.pairs if isinstance(top, MapNode) else ()
    ends = [*(key.place.line - 1 for key, _ in pairs[1:]), len(lines)]
    for (key, _), end in reversed([*zip(pairs, ends, strict=True)]):
        if key.text in values:
            start, kept = key.place.line - 1, end
            # The empty lines and comments at its end are the next field's.
            while kept > start + 1 and (not lines[kept - 1].strip() or lines[kept - 1][0] == "#"):
                kept -= 1
            lines[start:kept] = [f"{key.spelling()}:{values[key.text]}\n"]
    return "".join(lines).encode()
