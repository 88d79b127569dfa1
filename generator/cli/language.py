"""click in the user's language: commands, options, values, help and errors in translation."""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import click

from generator import words as vocabulary
from generator.errors import DataError, LudokitError
from generator.options import Option
from generator.words import (
    LANGUAGES,
    Language,
    Message,
    fold,
    message,
    nearest_word,
    not_one_of,
)

VARIABLE = "LUDOKIT_LANG"
USUAL: Language = LANGUAGES[0]
OPTION = "lang"


def choose_language(arguments: Sequence[str], environment: Mapping[str, str]) -> Language:
    """Return the language of `--lang`, LUDOKIT_LANG or French; LudokitError for a strange one."""
    own = {fold(f"--{word}") for word in vocabulary.typed_words(OPTION, USUAL, "options")}
    where, word = VARIABLE, environment.get(VARIABLE, "")
    for number, argument in enumerate(arguments):
        if argument == "--":
            break
        name, equals, value = argument.partition("=")
        if fold(name) in own:
            where = f"--{OPTION}"
            word = value if equals else "".join(arguments[number + 1 : number + 2])
    if not word and where == VARIABLE:
        return USUAL
    for language in LANGUAGES:
        if fold(word) in {language, fold(vocabulary.traits(language).name)}:
            return language
    reason = not_one_of(word, LANGUAGES)
    raise LudokitError(message("cli.in-option", option=where, reason=reason))


# What runs a command, and what builds its arguments and options besides `--lang` and `--help`.
CommandCall = Callable[..., Any]
ParamsBuilder: TypeAlias = "Callable[[CliLanguage], Sequence[click.Parameter]]"

HELP = "help"
# A command with more options than these shows them in groups.
FEW = 8
FAULT = 2
# Under which heading a long help shows what only the command line takes; the others come last.
HEADINGS: Mapping[str, tuple[str, ...]] = {
    "group-class": ("all",),
    "group-cards": ("sheet-png",),
    "group-files": ("to", "overwrite", "preview"),
}


class UsageFault(click.UsageError):
    """A fault of the command line, put into words once the language is known."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason.key)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class CliLanguage:
    """The words of the command line in one language; calling it words a message of `cli.`."""

    language: Language

    def __call__(self, key: str, /, **values: str | int) -> str:
        return vocabulary.say(message(f"cli.{key}", **values), self.language)

    def typed(self, name: str, *section: str) -> tuple[str, ...]:
        """Return what may be typed for a name in every language, this language's word first."""
        return vocabulary.typed_words(name, self.language, *section)

    def argument(self, name: str, **more: Any) -> click.Argument:
        """Build an argument; help shows its `metavar` or its values."""
        return click.Argument([name], **self._shown(name, more))

    def option(self, name: str, *more_words: str, **more: Any) -> "TranslatedOption":
        """Build an option that is typed in any language, with the help of its name or of `says`."""
        on, _, off = name.partition("/")
        words = [f"--{word}" for word in self.typed(on, "options")]
        if off:
            offs = self.typed(off, "options")
            words = [f"{one}/--{other}" for one, other in zip(words, offs, strict=False)]
        more["help"] = self(f"{more.pop('says', on)}-help", languages=", ".join(LANGUAGES))
        names = [on.replace("-", "_"), *more_words, *words]
        made = TranslatedOption(names, **self._shown(on, more))
        headings = {name: group for group, those in HEADINGS.items() for name in those}
        made.heading = headings.get(on, "options")
        return made

    def described(self, option: Option, **more: Any) -> "TranslatedOption":
        """Build an option as it is described; `more` is what only the command line knows."""
        match option.kind:
            case "choice" | "size":
                more["type"] = TranslatedChoice(self, option)
            case "whole" | "length" | "year":
                more["type"] = ValueOf(self, option)
            case "file":
                more |= {"type": NonEmptyPath(path_type=Path, readable=False), "metavar": "{file}"}
            case "flag":
                more |= {"is_flag": True, "default": False}
            case _:
                more = {"metavar": "{new}"} | more
        more = {"default": option.usual} | more if option.usual else more
        made = self.option(option.name, **more)
        made.heading = option.heading if option.heading != "options" else made.heading
        return made

    def _shown(self, name: str, more: dict[str, Any]) -> dict[str, Any]:
        if values := more.pop("values", ()):
            more["type"] = TranslatedChoice(self, Option(name, "choice", values=tuple(values)))
        if metavar := more.get("metavar"):
            more["metavar"] = re.sub(r"{(\w+)}", lambda one: self(f"{one[1]}-metavar"), metavar)
        return more

    def common(self) -> tuple["TranslatedOption", ...]:
        """Return `--lang`, which `choose_language` has read already, and `--help`."""
        language = self.option(OPTION, metavar="|".join(LANGUAGES), expose_value=False)
        return language, self.telling(click.Context.get_help, HELP, "-h")

    def telling(self, words: Callable[[click.Context], str], *names: str) -> "TranslatedOption":
        """Build an option that prints something and exits."""

        def show(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:  # noqa: FBT001 - click's signature
            if wanted:
                click.echo(words(ctx))
                ctx.exit()

        return self.option(*names, is_flag=True, expose_value=False, is_eager=True, callback=show)


class TranslatedChoice(click.Choice[str]):
    """A choice of names that people type in any language; help shows the reader's words."""

    def __init__(self, lang: CliLanguage, option: Option) -> None:
        self.lang, self.option = lang, option
        super().__init__([option.typed(name, lang.language) for name in option.values])

    def convert(self, value: Any, param: Any, ctx: Any) -> str:
        return str(_read(self.option, value, param, self.lang))


class ValueOf(click.ParamType[float | str]):
    """A whole number or a length in mm, within the limits of its option, or a year of school."""

    def __init__(self, lang: CliLanguage, option: Option) -> None:
        self.lang, self.option = lang, option
        # Shown in capitals in help texts.
        shown = {"length": "mm", "year": lang.typed(option.name, "options")[0]}
        self.name = shown.get(option.kind, "n")

    def convert(self, value: Any, param: Any, ctx: Any) -> float | str:
        found: float | str = _read(self.option, value, param, self.lang)
        return found


def _read(option: Option, value: object, param: click.Parameter | None, lang: CliLanguage) -> Any:
    try:
        return option.read(str(value), lang.language)
    except LudokitError as error:
        raise _refused(param, error.message) from None


class NonEmptyPath(click.Path):
    """A file or folder; an empty name, which click takes for the current folder, is refused."""

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        if value:
            return super().convert(value, param, ctx)
        raise _refused(param, message("cli.no-name"))


def _refused(param: click.Parameter | None, reason: Message) -> UsageFault:
    if isinstance(param, click.Option):
        reason = message("cli.in-option", option=param.opts[0], reason=reason)
    return UsageFault(reason)


class TranslatedOption(click.Option):
    """An option with a word in each language; help shows the reader's own, under a heading."""

    heading = "options"

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        shown = copy(self)
        shown.opts = [*(opt for opt in self.opts if opt[:2] != "--"), self.word()]
        shown.secondary_opts = self.secondary_opts[:1]
        return click.Option.get_help_record(shown, ctx)

    def get_help_extra(self, ctx: click.Context) -> Any:
        # The help text says defaults and limits in words.
        return {}

    def word(self) -> str:
        """Return the option as the reader types it."""
        return next(opt for opt in self.opts if opt.startswith("--"))


class TranslatedCommand(click.Command):
    """A command whose help is in the user's language."""

    def __init__(self, lang: CliLanguage, name: str, **more: Any) -> None:
        super().__init__(name, add_help_option=False, **more)
        self.lang = lang
        self.context_settings = {"token_normalize_func": fold}

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.allow_extra_args = True
        rest = super().parse_args(ctx, args)
        if rest and not isinstance(self, click.Group):
            raise UsageFault(message("cli.too-much", found=rest[0]))
        return rest

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix=self.lang("usage") + " ")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        groups: dict[str, list[tuple[str, str]]] = {}
        options = _options(self)
        for one in options:
            if record := one.get_help_record(ctx):
                heading = "options" if len(options) <= FEW else one.heading
                groups.setdefault(heading, []).append(record)
        for heading, records in groups.items():
            with formatter.section(self.lang(heading)):
                formatter.write_dl(records)
        if isinstance(self, click.Group):
            self.format_commands(ctx, formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if self.epilog:
            with formatter.section(self.lang("example")):
                formatter.write("".join(f"  {line}\n" for line in self.epilog.split("\n")))


class TranslatedGroup(TranslatedCommand, click.Group):
    """The commands, each built when it is asked for; an unknown one gets the nearest name."""

    known: Mapping[str, tuple[CommandCall, ParamsBuilder]]

    def build_command(self, name: str) -> TranslatedCommand:
        """Build a command with its help texts, `--lang` and `--help`."""
        lang, (run, params) = self.lang, self.known[name]
        return TranslatedCommand(
            lang,
            name,
            callback=partial(run, lang),
            params=[*params(lang), *lang.common()],
            help=lang(f"{name}-help"),
            epilog=lang(f"{name}-example"),
        )

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        helps = [click.Command(name, help=self.lang(f"{name}-help")) for name in self.known]
        with formatter.section(self.lang("commands")):
            formatter.write_dl([(one.name or "", one.get_short_help_str(300)) for one in helps])

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.known)

    def get_command(self, ctx: click.Context, cmd_name: str) -> TranslatedCommand | None:
        name = vocabulary.name_meant(cmd_name, self.known, "commands")
        return None if name is None else self.build_command(name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if vocabulary.name_meant(args[0], (HELP,), "commands"):
            if not args[1:]:
                click.echo(ctx.get_help())
                ctx.exit()
            args = [args[1], f"--{HELP}"]
        command = self.get_command(ctx, args[0])
        if command is None:
            typed = {name: self.lang.typed(name, "commands") for name in self.known}
            words = [word for every in typed.values() for word in every]
            # What stands before a command's name is the reader's own.
            own = {one: name for name, of in typed.items() for one in of[: of.index(name) + 1]}
            hint = nearest_word(args[0], own) or nearest_word(args[0], words)
            known, near = (tuple(self.known), None) if hint is None else (words, {hint: hint})
            reason = not_one_of(args[0], known, near)
            raise UsageFault(message("cli.no-command", reason=reason))
        return command.name, command, args[1:]


def translate_click_error(error: click.ClickException) -> Message:
    """Return click's error in our words; errors that we do not know keep click's."""
    match error:
        case UsageFault():
            return error.reason
        case click.NoSuchOption() if error.ctx is not None:
            return _no_option(error.option_name, error.ctx)
        case click.MissingParameter() if error.param is not None:
            name = error.param.make_metavar(error.ctx or click.Context(click.Command("")))
            return message("cli.missing", name=name.strip("[]."))
        case click.BadOptionUsage():
            return message("cli.no-value", option=error.option_name)
        case _:
            return message("cli.other", reason=error.format_message())


def _no_option(name: str, ctx: click.Context) -> Message:
    group = ctx.find_root().command
    if isinstance(group, TranslatedGroup):
        having = tuple(one for one in group.known if name in _words(group.build_command(one)))
        if having:
            return message("cli.option-elsewhere", option=name, commands=having)
    own = {word: one.word() for one in _options(ctx.command) for word in one.opts}
    near = nearest_word(name, own.values()) or nearest_word(name, _words(ctx.command))
    if near is None:
        return message("cli.no-option", option=name)
    # Found by its word in another language, it is told in the reader's.
    return message("cli.no-option-near", option=name, near=own.get(near, near))


def _options(command: click.Command) -> list[TranslatedOption]:
    return [param for param in command.params if isinstance(param, TranslatedOption)]


def _words(command: click.Command) -> tuple[str, ...]:
    return tuple(opt for param in command.params for opt in (*param.opts, *param.secondary_opts))


def attempt_each(names: Sequence[str], attempt: Callable[[str], object], lang: CliLanguage) -> int:
    """Try each game and return the exit code; of several games each with faults gets one line."""
    code = 0
    for name in names:
        try:
            attempt(name)
        except LudokitError as error:
            if len(names) == 1:
                raise
            problems = error.problems if isinstance(error, DataError) else ()
            first = (problems[0] if problems else error).worded(lang.language)
            click.echo(lang("broken", game=name, n=max(len(problems), 1), first=first), err=True)
            code = FAULT
    return code


def complete_game(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """Return the games that begin with what was typed, for shell completion."""
    from generator.game import game_names

    return [name for name in game_names() if name.startswith(fold(incomplete))]


def require_new(folder: Path, names: Sequence[str]) -> None:
    """Raise LudokitError for files that cannot be written, or are there already."""
    from generator.output import targets_of

    for path in targets_of(folder, names):
        if os.path.lexists(path):
            raise LudokitError(message("cli.there-already", path=str(path)))


def write_new(to: Path, data: bytes, lang: CliLanguage) -> None:
    """Write a file and say so; LudokitError where there is something already."""
    from generator.output import write

    if to.is_dir() or not to.name:
        raise LudokitError(message("output.folder-in-the-way", path=str(to)))
    require_new(to.parent, (to.name,))
    path = write(to.parent, to.name, data, overwrite=False)
    click.echo(lang("wrote", path=str(path)))
