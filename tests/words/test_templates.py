"""The words of all languages against each other, and against the code that uses them."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import generator
from generator import paths
from generator.words import LANGUAGES, Language, lacking, message_templates

SOURCES = sorted(Path(generator.__file__).parent.rglob("*.py"))
# Prefixes whose keys are put together in the code: `message(f"prefix.{name}")`.
# Speech and a family's wording put the area before the key; tests say every one of them.
FAMILIES: tuple[str, ...] = (
    "calibrate.",
    "check.pack-",
    "cli.",
    *("doctor.missing", "doctor.noted", "doctor.there"),
    "edition.edition-",
    "edition.kept-",
    "exercise-kind.",
    "exercise-tool.",
    *("exercise.has-", "exercise.proof-", "exercise.writes-"),
    "exercise.doce-part-",
    "guide.read-",
    "guide.short-",
    "guide.standing-",
    "guide.takes-",
    "guide.target-",
    "list.note-",
    "list.card-",
    "new.",
    "numbers.",
    *("in-folder.", "on-page."),
    "site.app-",
    *("page.column-", "page.error-", "page.for-", "page.kind-", "page.subject-"),
    *("page.begin-", "page.list-own-", "page.list-usual-"),
    *("page.names-file", "page.option-", "page.printer-file", "page.table-file", "page.value-"),
    *("plan.one-side", "plan.short-edge", "plan.two-sides"),
    "plan.apart-",
    "print.board-",
    "plan.file-",
    "plan.for-",
    "plan.per-",
    "plan.with-",
    "table.column-",
    "print.form-",
    "print.side-",
    "reading.a-",
    "reading.repaired-",
    "rules.along-",
    "rules.cross.",
    "rules.dental.",
    "rules.doce.",
    *("rules.next-to-", "rules.row-even-", "rules.row-rising-"),
    "rules.sti.",
    *("site.model-", "site.shared-"),
    "slips.",
    "words.role-",
)


def _placeholders(template: str | Mapping[str, str]) -> set[str]:
    text = template if isinstance(template, str) else template["other"]
    return set(re.findall(r"\{([a-z_]+)\}", text))


def _constants() -> Iterator[str]:
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value
                if "exercises" in str(source):
                    yield f"exercise.{node.value}"


def _called() -> Iterator[tuple[str, str]]:
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="message"), args=[ast.Constant(value=str(key))]):
                    yield source.name, key
                case ast.Call(
                    func=ast.Attribute(attr="worded" | "ask", value=ast.Name(id="self")),
                    args=[ast.Constant() | ast.IfExp() as said, *_],
                ) if "exercises" in str(source):
                    texts = (one.value for one in ast.walk(said) if isinstance(one, ast.Constant))
                    yield from (
                        (source.name, f"exercise.{one}") for one in texts if isinstance(one, str)
                    )
                case _:
                    pass


def _on_the_page() -> Iterator[tuple[str, str]]:
    """Yield the words that pages say: those of the local page and of the site."""
    for template in paths.templates().glob("*/*.html"):
        for key in re.findall(
            r"""\bsay\(["']([a-z0-9.-]+)["'](?! ~)""", template.read_text(encoding="utf-8")
        ):
            yield template.name, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_have_the_same_keys(language: Language) -> None:
    """What is said in one language is said in each other, in its own words."""
    assert lacking(language) == frozenset()
    assert set(message_templates(language)) == set(message_templates("en"))


@pytest.mark.parametrize("place", ["in-folder.", "on-page."])
def test_what_a_place_says_in_its_own_words(place: str) -> None:
    """What is worded for one place has words for all the others."""
    own = {key.removeprefix(place) for key in message_templates("en") if key.startswith(place)}
    assert own
    assert own <= set(message_templates("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_have_the_same_placeholders(language: Language) -> None:
    """A sentence takes the same values in every language."""
    said, english = message_templates(language), message_templates("en")
    differing = [key for key in english if _placeholders(english[key]) != _placeholders(said[key])]
    assert differing == []


def test_plural_forms_have_the_same_placeholders() -> None:
    """Every form of a plural may use what the general one uses, and nothing else."""
    for language in LANGUAGES:
        for key, template in message_templates(language).items():
            if not isinstance(template, str):
                for text in template.values():
                    assert _placeholders(text) <= _placeholders(template) | {"n"}, key


def test_every_key_in_code_has_words() -> None:
    """No message of the code is without words."""
    called = (*_called(), *_on_the_page())
    assert [(file, key) for file, key in called if key not in message_templates("en")] == []


def test_every_key_is_used() -> None:
    """No words are left over that no code says."""
    used = set(_constants())
    for template in paths.templates().glob("*.j2"):
        own = [one for one in ("plan", "trial") if template.stem.startswith(one)]
        section = own[0] if own else "guide"
        named = re.findall(r"words\.(\w+)", template.read_text(encoding="utf-8"))
        used |= {f"{section}.{name.replace('_', '-')}" for name in named}
    used |= {key for _, key in _on_the_page()}
    assert [
        key for key in message_templates("en") if key not in used and not key.startswith(FAMILIES)
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_files_are_tidy(language: Language) -> None:
    """Areas stand in the order of the alphabet, and so do the keys of this one."""
    names = list(message_templates(language))
    areas = list(dict.fromkeys(name.split(".")[0] for name in names))
    assert areas == sorted(areas)
    mine = [name for name in names if name.startswith("reading.")]
    assert mine == sorted(mine)
