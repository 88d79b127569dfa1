"""What the fields of `game.yaml` and of files of sentences mean, told in the page's language."""

import re
from collections.abc import Iterator, Mapping

import pytest

from generator import schemas
from generator.site import reference
from generator.words import BUILT_IN, Language
from tests import manual

CODE = re.compile("`[^`]+`")
OTHERS = [one for one in BUILT_IN if one != reference.MODELS_SPEAK]
PAGES = ("game-yaml.html", "sentences.html")


def sentences(language: Language) -> Iterator[tuple[str, str]]:
    """Yield where each model and field of both files stands, with what it means."""
    for made in (schemas.game_schema(), schemas.sentences_schema()):
        models = made["$defs"]
        for one in reference.model_docs(models, ((name, name) for name in models), language):
            yield one.name, one.means
            yield from ((f"{one.name}.{field.name}", field.means) for field in one.fields)
        for field in reference.field_docs(made, language):
            yield field.name, field.means


@pytest.mark.parametrize("language", BUILT_IN)
def test_every_field_has_a_meaning(language: Language) -> None:
    """No field and no model is listed without a sentence of what it means."""
    assert [place for place, means in sentences(language) if means[-1:] not in {".", "…"}] == []


@pytest.mark.parametrize("language", OTHERS)
def test_no_meaning_is_left_over(language: Language) -> None:
    """A language tells what the models say, in their order of letters, and nothing besides."""
    told = reference.meanings(language)
    assert told is not None
    models = {means for _, means in sentences(reference.MODELS_SPEAK)}
    assert {*told} == models | {*manual.figure_docs()}
    assert [*told] == sorted(told)


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_typed_stays(language: Language) -> None:
    """Words of the data are the same in every language, and typeset is only what is round them."""
    for own, words in (reference.meanings(language) or {}).items():
        assert {*CODE.findall(own)} <= {*CODE.findall(words)}, own
        assert not re.search(r" [;:!?»]|« |'|\.\.\.", CODE.sub("x", words)), words


def test_a_language_that_has_told_nothing_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a file of its own a language has the sentences of the models themselves."""
    monkeypatch.setattr(reference, "MEANINGS", "nowhere")
    reference.meanings.cache_clear()
    own = [*sentences(reference.MODELS_SPEAK)]
    assert [*sentences(OTHERS[0])] == own
    reference.meanings.cache_clear()


@pytest.mark.slow
@pytest.mark.parametrize("language", OTHERS)
def test_pages_are_in_their_own_language(files: Mapping[str, bytes], language: Language) -> None:
    """On the pages of a language that has told all, no sentence is in that of the models."""
    for page in PAGES:
        html = files[f"{language}/{page}"].decode()
        assert f'<p lang="{reference.MODELS_SPEAK}"' not in html
        assert f'<p lang="{reference.MODELS_SPEAK}"' not in files[f"en/{page}"].decode()
