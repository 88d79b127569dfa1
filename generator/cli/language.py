"""Which language to speak, known before the command line is read: help texts follow it."""

from collections.abc import Iterator, Mapping, Sequence

from generator.errors import LudokitError
from generator.words import LANGUAGES, Language, message, not_one_of

VARIABLE = "LUDOKIT_LANG"
USUAL: Language = "fr"


def chosen(arguments: Sequence[str], environment: Mapping[str, str]) -> Language:
    """Return the language of `--lang`, else of LUDOKIT_LANG, else French.

    Raise LudokitError naming a language that is not spoken.
    """
    asked = [*_asked(arguments)]
    where, word = ("--lang", asked[-1]) if asked else (VARIABLE, environment.get(VARIABLE, ""))
    if not word and not asked:
        return USUAL
    for language in LANGUAGES:
        if word == language:
            return language
    reason = not_one_of(word, LANGUAGES)
    raise LudokitError(message("cli.in-option", option=where, reason=reason))


def _asked(arguments: Sequence[str]) -> Iterator[str]:
    for number, argument in enumerate(arguments):
        if argument == "--":
            return
        if argument == "--lang":
            yield arguments[number + 1] if number + 1 < len(arguments) else ""
        elif argument.startswith("--lang="):
            yield argument.removeprefix("--lang=")
