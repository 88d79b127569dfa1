"""The manual for authors: its tutorial works as it stands, its reference is what the models say."""

import re
import shlex
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import pytest

from generator import schemas
from generator.cli import main
from generator.documents import quantities
from generator.game import game_names, load
from generator.game.parts import Part
from generator.rules import companion, mechanics_models
from generator.rules.sheet.primitives import Primitive
from generator.site import reference
from generator.site.reference import Schema
from tests.rule_pictures import game_of, picture_of

# Each kind of part by the word that a part says it with.
KINDS = {get_args(kind.model_fields["part"].annotation)[0]: kind for kind in Part.__subclasses__()}

# Some have primitives of their own, known once they are imported.
TYPES = tuple(mechanics_models())


def below(kind: type[Any]) -> Iterator[type[Any]]:
    """Yield the subclasses of a class that have none themselves."""
    for one in kind.__subclasses__():
        yield from below(one) if one.__subclasses__() else [one]


MANUAL = Path(__file__).parent.parent / "rules_data" / "README.md"
FENCE = re.compile(r"^```(\w+)(?: file=(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MARK = "<!-- reference -->\n"
# What a command of the tutorial comes to, by the comment behind it.
CODES = {"finds faults": 2, "finds errors": 1, "": 0}
# So many numbers of a part are enough to see how it goes.
MOST = 8
USED = re.compile(r"\{id: ([a-z-]+),.*by: (\{rule: ([a-z-]+).*?\})\}")
# The words that `by` may say, by primitive.
PRIMITIVES = [get_args(kind.model_fields["rule"].annotation) for kind in below(Primitive)]
RULES_OF_A_SHEET = (
    "Under `by` of a rule, in a game whose family is `sheet`: what the rule does, so that records "
    "are judged by it. A rule that is left out is not played."
)


@pytest.mark.rest
@pytest.mark.slow
def test_tutorial_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every file of the tutorial saved, every command typed, in order, does what it says."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LUDOKIT_LANG", "en")
    for language, name, text in FENCE.findall(MANUAL.read_text(encoding="utf-8")):
        if name:
            file = tmp_path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            edited = _edited(file.read_text(encoding="utf-8"), text) if language == "diff" else text
            file.write_text(edited, encoding="utf-8")
            continue
        assert language == "sh"
        for line in text.splitlines():
            command, _, comment = line.partition("#")
            with pytest.raises(SystemExit) as left:
                main(shlex.split(command)[1:])
            assert (line, left.value.code or 0) == (line, CODES[comment.strip()]), _said(capsys)
    for made in ("cards.pdf", "reminder.pdf", "kit.pdf", "plan.pdf"):
        assert (tmp_path / "output" / "water" / "en" / made).is_file()


def _edited(text: str, changes: str) -> str:
    """Return a file with the lines that begin with `-` taken out, and those with `+` in place."""
    for old, new in re.findall(r"((?:^-.*\n)+)((?:^\+.*\n)*)", changes, re.MULTILINE):
        before = re.sub("^-", "", old, flags=re.MULTILINE)
        assert text.count(before) == 1
        text = text.replace(before, re.sub(r"^\+", "", new, flags=re.MULTILINE))
    return text


def _said(capsys: pytest.CaptureFixture[str]) -> str:
    return "".join(capsys.readouterr())


def test_reference_is_what_the_models_say(request: pytest.FixtureRequest) -> None:
    """The reference lists every part, kind, block, family and field as the models describe them."""
    written = MANUAL.read_text(encoding="utf-8")
    prose, _, found = written.partition(MARK)
    wanted = "\n".join(_reference())
    if request.config.getoption("--update-goldens"):
        MANUAL.write_text(f"{prose}{MARK}\n{wanted}", encoding="utf-8")
        return
    assert found.strip() == wanted.strip(), "write it with pytest --update-goldens"


def _reference() -> Iterator[str]:
    game, sentences = schemas.game_schema(), schemas.sentences_schema()
    models, told = game["$defs"], sentences["$defs"]
    yield "### game.yaml\n"
    yield from _fields(game)
    yield "\n### Parts\nUnder `parts`, each with its name; `part:` says which it is.\n"
    for key, kind in KINDS.items():
        yield from _model(f"`part: {key}`", models[kind.__name__])
    yield "#### Numbers that sentences may name\n"
    yield "`{players.least}`, `{players.most}`, every number of the mechanics, and of parts:\n"
    yield from _figures()
    for title, key, of in (
        ("Printables", "kind", "Under `printables`, each with its name."),
        ("Blocks of a sheet", "block", "Under `blocks` of a sheet, from top to bottom."),
        ("Mechanics", "family", "The section `mechanics`: which family of rules judges the game."),
        ("Rules of a sheet", "rule", RULES_OF_A_SHEET),
    ):
        yield f"\n### {title}\n{of}\n"
        for head, name in reference.variants_by(models, key):
            yield from _model(head, models[name])
            words = head.strip("`").removeprefix(f"{key}: ").split(" | ")
            yield from _shown(words) if key == "rule" else ()
    yield "\n### Smaller things of game.yaml\n"
    keys = ("kind", "block", "family", "rule")
    apart = {name for key in keys for _, name in reference.variants_by(models, key)}
    kinds = {kind.__name__ for kind in KINDS.values()}
    for name, model in sorted(models.items()):
        if name not in {*kinds, *apart}:
            yield from _model(reference.title_of(name), model)
    yield "\n### A language file\n"
    yield from _fields(sentences)
    yield ""
    for name, model in sorted(told.items()):
        yield from _model(reference.title_of(name), model)
    yield "\n### Numbers that a guide may name\n"
    yield f"{reference.one_line(quantities.__doc__)}\n"
    for name in game_names():
        modules = [companion(load(name), one) for one in ("view", "figures")]
        told = [one for module in modules if module for one in _names(module)]
        of_type = next(module.__name__.split(".")[-2] for module in modules if module)
        yield f"- **{of_type}**: {' '.join(told)}"


def _names(module: ModuleType) -> Iterator[str]:
    """Yield what a module of a type of game says of the names that its guides know."""
    own = [
        one for one in vars(module).values() if getattr(one, "__module__", "") == module.__name__
    ]
    inner = chain.from_iterable(vars(one).values() for one in own if isinstance(one, type))
    for one in (*own, *inner):
        doc = reference.one_line(one.__doc__) if callable(one) else ""
        if "`{" in doc:
            yield re.sub("^(Yield|Return) (.)", lambda found: found[2].upper(), doc)


def _shown(words: list[str]) -> Iterator[str]:
    """Yield a line of data for each word of a rule of sheets, and the pictures of what it does."""
    for word in words:
        # The line is of the game that is drawn, where that has one.
        found = sorted(uses(word), key=lambda use: use[0] != game_of(word))
        for game, rule, by in found[:1]:
            yield f"In {game}: `{{id: {rule}, by: {by}}}`\n"
    for picture in dict.fromkeys(filter(None, map(picture_of, words))):
        yield f"![What {picture} does](../docs/rules/{picture}.png)\n"


def uses(word: str) -> Iterator[tuple[str, str, str]]:
    """Yield each game that has a rule of sheets, the rule's id, and what it says under `by`."""
    root = MANUAL.parents[1]
    for file in sorted(
        (*root.glob("rules_data/*/game.yaml"), *root.glob("tests/games/*/game.yaml"))
    ):
        for rule, by, found in USED.findall(file.read_text(encoding="utf-8")):
            if found == word:
                yield file.parent.name, rule, by


@pytest.mark.parametrize("words", PRIMITIVES, ids=" ".join)
def test_every_rule_of_sheets_is_used_twice(words: tuple[str, ...]) -> None:
    """What only one sheet does is no primitive: two games have each, those of tests among them."""
    assert len({game for word in words for game, _, _ in uses(word)}) > 1


@pytest.mark.parametrize("word", list(chain.from_iterable(PRIMITIVES)))
def test_every_rule_of_sheets_has_a_line_and_a_picture(word: str) -> None:
    """The manual shows what each rule does: a line of a game's data, and a picture."""
    assert any(uses(word))
    assert picture_of(word) is not None


def test_pictures_of_rules_are_there() -> None:
    """Each picture that the manual shows is a file, and no other lies beside them."""
    shown = set(re.findall(r"docs/rules/([a-z-]+\.png)", MANUAL.read_text(encoding="utf-8")))
    assert shown == {file.name for file in (MANUAL.parents[1] / "docs" / "rules").iterdir()}


def _model(title: str, model: Schema) -> Iterator[str]:
    yield f"#### {title}"
    yield f"{reference.one_line(model.get('description'))}\n"
    yield from _fields(model)
    yield ""


def _fields(model: Schema) -> Iterator[str]:
    for field in reference.field_docs(model, "en"):
        # Models are called without the modules that make their names unique.
        what = re.sub(r"\*(\w+)\*", lambda name: f"*{reference.title_of(name[1])}*", field.holds)
        need = f" ({field.need})" if field.need else ""
        yield f"- `{field.name}`: {what}{need}. {field.means}".rstrip()


def _figures() -> Iterator[str]:
    """Yield the numbers of each kind of part, as a part of a game that comes along has them."""
    found: dict[str, tuple[str, list[str]]] = {}
    for game in map(load, game_names()):
        for name, part in game.head.parts.items():
            shown = [f"`{{{name}.{figure}}}`" for figure in part.figures()]
            found.setdefault(part.part, (game.name, shown))
    for kind, (game_name, shown) in sorted(found.items()):
        doc = reference.one_line(KINDS[kind].figures.__doc__).rpartition("; ")[2]
        note = "" if not doc or doc.startswith("Return") else f" ({doc.rstrip('.')})"
        more = ", ..." if len(shown) > MOST else ""
        yield f"- {kind}{note}, in {game_name}: {', '.join(shown[:MOST])}{more}"
