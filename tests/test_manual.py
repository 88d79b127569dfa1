"""The manual for authors: alike in every language, its games work, its reference is the models'."""

import re
import shlex
from collections import Counter
from collections.abc import Iterator
from itertools import chain, product
from pathlib import Path
from typing import Any, get_args

import pytest

from generator import schemas
from generator.cli import main
from generator.rules import mechanics_models
from generator.rules.sheet.primitives import EVERY_ACT, Primitive, words_of_act
from generator.site import reference
from generator.site.build import REFERENCE_MARK
from generator.words import BUILT_IN, Language
from tests import manual, prose
from tests.rule_pictures import picture_of

# Some have primitives of their own, known once they are imported.
TYPES = tuple(mechanics_models())
# What a command of the manual comes to, by the comment behind it.
CODES = {
    "finds faults": 2,
    "trouve des fautes": 2,
    "finds errors": 1,
    "trouve des erreurs": 1,
    "": 0,
}
CHAPTERS = range(len(manual.chapters(BUILT_IN[0])))
# What is the same of a game's facts in each language, besides the models that they select.
FACTS = re.compile(r"\b(?:rule|zone): [a-z-]+|icon:[a-z]+|\d+")


def below(kind: type[Any]) -> Iterator[type[Any]]:
    """Yield the subclasses of a class that have none themselves."""
    for one in kind.__subclasses__():
        yield from below(one) if one.__subclasses__() else [one]


# The words that `by` may say, by primitive.
PRIMITIVES = [get_args(kind.model_fields["rule"].annotation) for kind in below(Primitive)]


def shape(text: str) -> tuple[object, ...]:
    """Return what is alike of a manual in all languages."""
    signs = re.findall(r"^(#+ |- |\| |!|```\w*)", text, re.MULTILINE)
    pictures = [re.sub(r"-[a-z]+(?=\.png)", "", one) for one in prose.pictures(text)]
    facts = [one for name, one in manual.files(text) if name.endswith("game.yaml")]
    kinds = [(*dict.fromkeys(manual.used_models(one)), *FACTS.findall(one)) for one in facts]
    return signs, pictures, kinds


def test_languages_are_alike() -> None:
    """Sections, lists, tables, lines, pictures and the facts of games are the same in each."""
    first, *others = BUILT_IN
    for other in others:
        both = zip(*(manual.chapters(one).values() for one in (first, other)), strict=True)
        assert [shape(one) for one, _ in both] == [
            shape(one) for one in manual.chapters(other).values()
        ]
        lines = [
            [prose.given(line, one)[0] for line in prose.lines(manual.prose(one))]
            for one in (first, other)
        ]
        assert lines[0] == lines[1]


@pytest.mark.rest
@pytest.mark.slow
@pytest.mark.parametrize(("language", "number"), [*product(BUILT_IN, CHAPTERS)])
def test_chapter_works(
    language: Language,
    number: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """In an empty folder, each file saved and each line typed in order does what is said."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LUDOKIT_LANG", language)
    for kind, name, text in manual.FENCE.findall([*manual.chapters(language).values()][number]):
        if name:
            manual.save(f"```{kind} file={name}\n{text}```\n", tmp_path)
            continue
        for line in text.splitlines() if kind == "sh" else ():
            command, _, comment = line.partition("  #")
            with pytest.raises(SystemExit) as left:
                main(shlex.split(command)[1:])
            said = "".join(capsys.readouterr())
            assert (line, left.value.code or 0) == (line, CODES[comment.strip()]), said


@pytest.mark.slow
@pytest.mark.parametrize("language", BUILT_IN)
def test_fields_and_mistakes_are_what_the_program_says(
    language: Language, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Each game links to the models it uses; of each mistake stands what `check` says first."""
    wanted, file = manual.renewed(language, tmp_path), manual.MANUALS[language]
    if request.config.getoption("--update-goldens"):
        whole = file.read_text(encoding="utf-8")
        file.write_text(wanted + whole[len(manual.prose(language)) :], encoding="utf-8")
    assert manual.prose(language) == wanted, "write it with pytest --update-goldens"
    told = Counter(
        title
        for title, text in manual.chapters(language).items()
        for *_, said in manual.MISTAKE.findall(text)
        if said
    )
    assert [*told.values()] == [3] * 5


@pytest.mark.parametrize("language", BUILT_IN)
def test_reference_is_what_the_models_say(
    language: Language, request: pytest.FixtureRequest
) -> None:
    """The reference lists every part, kind, block, family and field as the models describe them."""
    wanted = f"{REFERENCE_MARK}\n{manual.reference_of(language)}"
    file = manual.MANUALS[language]
    if request.config.getoption("--update-goldens"):
        file.write_text(manual.prose(language) + wanted, encoding="utf-8")
    found = file.read_text(encoding="utf-8")[len(manual.prose(language)) :]
    assert found == wanted, "write it with pytest --update-goldens"


@pytest.mark.parametrize("language", BUILT_IN)
def test_titles_differ_and_links_lead_to_them(language: Language) -> None:
    """No two headings of the manual are the same, and each link within it leads to one."""
    text = manual.MANUALS[language].read_text(encoding="utf-8")
    titles = [reference.anchor(title) for _, title in prose.headings(text)]
    assert [title for title, count in Counter(titles).items() if count > 1] == []
    within = {link.removeprefix("#") for link in prose.links(text) if link.startswith("#")}
    assert within - {*titles} == set()
    for link in prose.links(text):
        target = link.partition("#")[0]
        assert not target or (manual.ROOT / "rules_data" / target).is_file(), link


@pytest.mark.parametrize("key", [*reference.APART, ""])
def test_every_field_is_told_once(key: str) -> None:
    """What several models of a group have is told once, and each of them says that it has it."""
    models = schemas.game_schema()["$defs"]
    group = reference.model_group(models, key, "en")
    own = [field for one in group.models for field in one.fields]
    shared = [field for field, _ in group.shared]
    assert len({*own, *shared}) == len(own) + len(shared)
    for one in group.models:
        whole = {*reference.field_docs(models[one.name], "en")}
        left_out = {field.name for field in whole - {*one.fields}}
        of_all = {f.name for f, whose in group.shared if len(whose) == len(group.models)}
        assert left_out - of_all == {*one.also}


def known_games() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield the games on sheets by name, each with its act and what its rules do."""
    for file in chain(
        manual.ROOT.glob("rules_data/*/game.yaml"), manual.ROOT.glob("tests/games/*/game.yaml")
    ):
        text = file.read_text(encoding="utf-8")
        if found := re.search(r"^ *(?:mechanics: .*)?\bact: (\w+)", text, re.MULTILINE):
            yield file.parent.name, found[1], tuple(re.findall(r"by: \{rule: ([a-z-]+)", text))


def test_rules_stand_in_the_acts_that_are_told() -> None:
    """Every rule that a game has is told for its act, and every rule has an act, none a stray."""
    for name, act, words in known_games():
        assert {*words} <= {*words_of_act(act)}, name
    every = {*chain.from_iterable(PRIMITIVES)}
    assert {*chain.from_iterable(map(words_of_act, EVERY_ACT))} == every
    told = reference.rules_by_act(schemas.game_schema()["$defs"])
    assert sorted(act for act, *_ in told) == sorted(EVERY_ACT)


@pytest.mark.parametrize("words", PRIMITIVES, ids=" ".join)
def test_every_rule_of_sheets_is_used_twice(words: tuple[str, ...]) -> None:
    """What only one sheet does is no primitive: two games have each, those of tests among them."""
    assert len({game for word in words for game, _, _ in manual.uses(word)}) > 1


@pytest.mark.parametrize("word", list(chain.from_iterable(PRIMITIVES)))
def test_every_rule_of_sheets_has_a_line_and_a_picture(word: str) -> None:
    """The manual shows what each rule does: a line of a game's data, and a picture."""
    assert any(manual.uses(word))
    assert picture_of(word) is not None


@pytest.mark.parametrize("language", BUILT_IN)
def test_pictures_of_rules_are_there(language: Language) -> None:
    """Each picture that the manual shows is a file, and no other lies beside them."""
    text = manual.MANUALS[language].read_text(encoding="utf-8")
    shown = set(re.findall(r"docs/rules/([a-z-]+\.png)", text))
    assert shown == {file.name for file in (manual.ROOT / "docs" / "rules").iterdir()}
