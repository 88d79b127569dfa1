"""Which language to speak, known before the command line is read: help texts follow it."""

from collections.abc import Iterator, Mapping, Sequence

from generator.errors import LudokitError
from generator.words import LANGUAGES, Language, fold, message, not_one_of, traits
from generator.words.tables import typed

VARIABLE = "LUDOKIT_LANG"
USUAL: Language = LANGUAGES[0]
OPTION = "lang"


def chosen(arguments: Sequence[str], environment: Mapping[str, str]) -> Language:
    """Return the language of `--lang`, else of LUDOKIT_LANG, else French.

    Raise LudokitError naming a language that is not spoken.
    """
    asked = [*_asked(arguments)]
    where, word = (f"--{OPTION}", asked[-1]) if asked else (VARIABLE, environment.get(VARIABLE, ""))
    if not word and not asked:
        return USUAL
    for language in LANGUAGES:
        if fold(word) in {language, fold(traits(language).name)}:
            return language
    reason = not_one_of(word, LANGUAGES)
    raise LudokitError(message("cli.in-option", option=where, reason=reason))


def _asked(arguments: Sequence[str]) -> Iterator[str]:
    words = {fold(f"--{word}") for word in typed(OPTION, USUAL, "options")}
    for number, argument in enumerate(arguments):
        if argument == "--":
            return
        name, equals, value = argument.partition("=")
        if fold(name) in words:
            yield value if equals else "".join(arguments[number + 1 : number + 2])
