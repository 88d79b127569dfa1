"""Commands that speak the user's language: words to type, options, values, help, faults."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

import click

from generator import words as vocabulary
from generator.errors import DataError, LudokitError
from generator.words import (
    LANGUAGES,
    Language,
    Message,
    clipped,
    fold,
    message,
    near,
    not_one_of,
    say,
)

VARIABLE = "LUDOKIT_LANG"
USUAL: Language = LANGUAGES[0]
OPTION = "lang"


def chosen(arguments: Sequence[str], environment: Mapping[str, str]) -> Language:
    """Return the language of `--lang`, LUDOKIT_LANG or French; LudokitError for a strange one."""
    own = {fold(f"--{word}") for word in vocabulary.typed(OPTION, USUAL, "options")}
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


# What a command runs, and the words it takes besides `--lang` and `--help`.
Run: TypeAlias = Callable[..., Any]
Params: TypeAlias = "Callable[[Speech], Sequence[click.Parameter]]"

LENGTH = re.compile(r"[0-9]{1,4}([.,][0-9]{1,4})?")
# The smallest card and the largest: width and height in mm.
CARDS = ((30, 45), (150, 220))
HELP = "help"
# A command with more options than these shows them in groups.
FEW = 8
FAULT = 2
# Under which heading a long help shows an option; the others come last.
HEADINGS: Mapping[str, tuple[str, ...]] = {
    "group-class": ("all", "pupils", "group", "play-with", "country", "copies", "names"),
    "group-paper": ("paper", "ink", "per-page", "large", "font", "printer"),
    "group-cards": ("only", "card-size", "duplex", "bleed", "sheet-png"),
    "group-list": ("as", "table", "seed"),
    "group-files": ("to", "overwrite", "preview"),
}


class UsageFault(click.UsageError):
    """A fault of the command line, worded when it is shown."""

    def __init__(self, reason: Message) -> None:
        """Keep the reason unworded, until the language is known."""
        super().__init__(reason.key)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Speech:
    """The program's own words in one language."""

    language: Language

    def __call__(self, key: str, /, **values: str | int) -> str:
        """Return words by their key under `cli.`."""
        return say(message(f"cli.{key}", **values), self.language)

    def typed(self, name: str, *section: str) -> tuple[str, ...]:
        """Return what may be typed for a name, in any language: this one's own word first."""
        return vocabulary.typed(name, self.language, *section)

    def meant(self, found: str, names: Iterable[str], *section: str) -> str | None:
        """Return the name that a word means, or None; case and accents never count."""
        wanted = fold(found)
        words = {name: [fold(word) for word in self.typed(name, *section)] for name in names}
        return next((name for name, known in words.items() if wanted in known), None)

    def argument(self, name: str, **more: Any) -> click.Argument:  # noqa: ANN401 - click's own arguments
        """Return an argument; help shows its `metavar`, or what it may be."""
        return click.Argument([name], **self._shown(name, more))

    def option(self, name: str, *more_words: str, **more: Any) -> "SpokenOption":  # noqa: ANN401 - click's own options
        """Return an option (`ink`, or `overwrite/no-overwrite`), typed in any language.

        Its help is that of its name, unless it `says` what another word does.
        """
        on, _, off = name.partition("/")
        words = [f"--{word}" for word in self.typed(on, "options")]
        if off:
            offs = self.typed(off, "options")
            words = [f"{one}/--{other}" for one, other in zip(words, offs, strict=False)]
        more["help"] = self(f"{more.pop('says', on)}-help", languages=", ".join(LANGUAGES))
        names = [on.replace("-", "_"), *more_words, *words]
        made = SpokenOption(names, **self._shown(on, more))
        made.heading = next((group for group, those in HEADINGS.items() if on in those), "options")
        return made

    def _shown(self, name: str, more: dict[str, Any]) -> dict[str, Any]:
        """Return click's own arguments: `values` as a type, the names in a metavar in words."""
        if values := more.pop("values", ()):
            more["type"] = OneOf(self, name, values)
        if metavar := more.get("metavar"):
            more["metavar"] = re.sub(r"{(\w+)}", lambda one: self(f"{one[1]}-metavar"), metavar)
        return more

    def common(self) -> tuple["SpokenOption", ...]:
        """Return `--lang`, which has been read already when the command line is, and `--help`."""
        language = self.option(OPTION, metavar="|".join(LANGUAGES), expose_value=False)
        return language, self.telling(click.Context.get_help, HELP, "-h")

    def telling(self, words: Callable[[click.Context], str], *names: str) -> "SpokenOption":
        """Return an option that says something and leaves."""

        def show(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:  # noqa: FBT001 - click's signature
            if wanted:
                click.echo(words(ctx))
                ctx.exit()

        return self.option(*names, is_flag=True, expose_value=False, is_eager=True, callback=show)


class OneOf(click.Choice[str]):
    """A name of a closed list, which people type in any language."""

    def __init__(self, speech: Speech, option: str, names: Iterable[str]) -> None:
        """Take the names that are allowed; help shows the words of the reader's language."""
        self.speech, self.option, self.names = speech, option, tuple(names)
        super().__init__([speech.typed(name, "values", option)[0] for name in self.names])

    def convert(self, value: Any, param: Any, ctx: Any) -> str:  # noqa: ANN401 - click's signature
        """Return the name; raise UsageFault with the nearest word."""
        found = self.speech.meant(str(value), self.names, "values", self.option)
        if found is None:
            raise _refused(param, not_one_of(str(value), self.choices))
        return found


class Size(OneOf):
    """A name of a closed list, or a width and a height in mm within limits."""

    def convert(self, value: Any, param: Any, ctx: Any) -> str:  # noqa: ANN401 - click's signature
        """Return the name, or the lengths as `57x87`; raise UsageFault with what would do."""
        lengths = [part.strip().replace(",", ".") for part in re.split("[x×]", str(value))]
        if len(lengths) != len(CARDS[0]) or not all(map(LENGTH.fullmatch, lengths)):
            return super().convert(value, param, ctx)
        sides = [*map(float, lengths)]
        if all(low <= side <= high for side, low, high in zip(sides, *CARDS, strict=True)):
            return "x".join(f"{side:g}" for side in sides)
        least, most = ("x".join(map(str, card)) for card in CARDS)
        raise _refused(param, message("cli.not-size", found=str(value), least=least, most=most))


class Whole(click.IntRange):
    """A whole number within limits."""

    name = "n"  # shown in capitals in help texts

    def convert(self, value: Any, param: Any, ctx: Any) -> int:  # noqa: ANN401 - click's signature
        """Return the number; raise UsageFault with the limits."""
        try:
            return int(super().convert(value, param, ctx))
        except click.BadParameter:
            limits = {"least": f"{self.min:.0f}", "most": f"{self.max:.0f}"}
            reason = message("cli.not-whole", found=clipped(str(value)), **limits)
            raise _refused(param, reason) from None


class Named(click.Path):
    """A file or folder, which no name at all does not lead to."""

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:  # noqa: ANN401 - click's signature
        """Return the path; raise UsageFault for an empty one, which click takes for this folder."""
        if value:
            return super().convert(value, param, ctx)
        raise _refused(param, message("cli.no-name"))


class Millimetres(click.ParamType[float]):
    """A length in mm from nothing to a limit, written with a point or a comma."""

    name = "mm"  # shown in capitals in help texts

    def __init__(self, most: int) -> None:
        """Take the longest length allowed."""
        self.most = most

    def convert(self, value: Any, param: Any, ctx: Any) -> float:  # noqa: ANN401 - click's signature
        """Return the length; raise UsageFault with the limit."""
        words = str(value)
        if LENGTH.fullmatch(words) and (length := float(words.replace(",", "."))) <= self.most:
            return length
        raise _refused(param, message("cli.not-length", found=words, most=str(self.most)))


def _refused(param: click.Parameter | None, reason: Message) -> UsageFault:
    if isinstance(param, click.Option):
        reason = message("cli.in-option", option=param.opts[0], reason=reason)
    return UsageFault(reason)


class SpokenOption(click.Option):
    """An option with a word in each language; help shows the reader's own, under a heading."""

    heading = "options"

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return how the option is typed in the reader's language, and what it does."""
        shown = copy(self)
        shown.opts = [*(opt for opt in self.opts if opt[:2] != "--"), self.word()]
        shown.secondary_opts = self.secondary_opts[:1]
        return click.Option.get_help_record(shown, ctx)

    def get_help_extra(self, ctx: click.Context) -> Any:  # noqa: ANN401 - a type private to click
        """Return nothing: the help text says it in words."""
        return {}

    def word(self) -> str:
        """Return the option as the reader types it."""
        return next(opt for opt in self.opts if opt.startswith("--"))


class SpokenCommand(click.Command):
    """A command whose help is in the user's language."""

    def __init__(self, speech: Speech, name: str, **more: Any) -> None:  # noqa: ANN401 - click's own arguments
        """Take the language, and click's own arguments."""
        super().__init__(name, add_help_option=False, **more)
        self.speech = speech
        self.context_settings = {"token_normalize_func": fold}

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words of the command; raise UsageFault naming one too many."""
        ctx.allow_extra_args = True
        rest = super().parse_args(ctx, args)
        if rest and not isinstance(self, click.Group):
            raise UsageFault(message("cli.too-much", found=rest[0]))
        return rest

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the usage line under its word."""
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix=self.speech("usage") + " ")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options under their headings, or under one where they are few."""
        groups: dict[str, list[tuple[str, str]]] = {}
        options = _options(self)
        for one in options:
            if record := one.get_help_record(ctx):
                heading = "options" if len(options) <= FEW else one.heading
                groups.setdefault(heading, []).append(record)
        for heading, records in groups.items():
            with formatter.section(self.speech(heading)):
                formatter.write_dl(records)
        if isinstance(self, click.Group):
            self.format_commands(ctx, formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the example as it is to be typed."""
        if self.epilog:
            with formatter.section(self.speech("example")):
                formatter.write("".join(f"  {line}\n" for line in self.epilog.split("\n")))


class SpokenGroup(SpokenCommand, click.Group):
    """The commands, each built when it is wanted; an unknown one gets the nearest name."""

    known: Mapping[str, tuple[Run, Params]]

    def built(self, name: str) -> SpokenCommand:
        """Build a command: its name's help texts, `--lang` and `--help` among its options."""
        speech, (run, params) = self.speech, self.known[name]
        return SpokenCommand(
            speech,
            name,
            callback=partial(run, speech),
            params=[*params(speech), *speech.common()],
            help=speech(f"{name}-help"),
            epilog=speech(f"{name}-example"),
        )

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, each with the first sentence of its help."""
        helps = [click.Command(name, help=self.speech(f"{name}-help")) for name in self.known]
        with formatter.section(self.speech("commands")):
            formatter.write_dl([(one.name or "", one.get_short_help_str(300)) for one in helps])

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order a newcomer needs them."""
        return list(self.known)

    def get_command(self, ctx: click.Context, cmd_name: str) -> SpokenCommand | None:
        """Return the command that a word of any language means, or None."""
        name = self.speech.meant(cmd_name, self.known, "commands")
        return None if name is None else self.built(name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command named first, or after `help`; UsageFault with the nearest name."""
        if self.speech.meant(args[0], (HELP,), "commands"):
            if not args[1:]:
                click.echo(ctx.get_help())
                ctx.exit()
            args = [args[1], f"--{HELP}"]
        command = self.get_command(ctx, args[0])
        if command is None:
            words = [word for name in self.known for word in self.speech.typed(name, "commands")]
            hint = near(args[0], words)
            reason = not_one_of(args[0], tuple(self.known) if hint is None else words)
            raise UsageFault(message("cli.no-command", reason=reason))
        return command.name, command, args[1:]


def fault_of(error: click.ClickException) -> Message:
    """Return what click found wrong in our words; unknown faults keep click's."""
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
    """Word an option that the command does not have: another has it, or a word like it."""
    group = ctx.find_root().command
    if isinstance(group, SpokenGroup):
        having = tuple(one for one in group.known if name in _words(group.built(one)))
        if having:
            return message("cli.option-elsewhere", option=name, commands=having)
    own = [one.word() for one in _options(ctx.command)]
    hint = near(name, own) or near(name, _words(ctx.command))
    if hint is None:
        return message("cli.no-option", option=name)
    return message("cli.no-option-near", option=name, near=hint)


def _options(command: click.Command) -> list[SpokenOption]:
    return [param for param in command.params if isinstance(param, SpokenOption)]


def _words(command: click.Command) -> tuple[str, ...]:
    return tuple(opt for param in command.params for opt in (*param.opts, *param.secondary_opts))


def each(names: Sequence[str], attempt: Callable[[str], object], speech: Speech) -> int:
    """Try each game and return the exit code; one of several with faults is told in a line."""
    code = 0
    for name in names:
        try:
            attempt(name)
        except LudokitError as error:
            if len(names) == 1:
                raise
            problems = error.problems if isinstance(error, DataError) else ()
            first = (problems[0] if problems else error).worded(speech.language)
            click.echo(speech("broken", game=name, n=max(len(problems), 1), first=first), err=True)
            code = FAULT
    return code


def games_begun(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """Return the games that begin so, for shells."""
    from generator.game import names

    return [name for name in names() if name.startswith(fold(incomplete))]
