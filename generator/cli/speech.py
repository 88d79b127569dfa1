"""Commands that speak the user's language: words to type, values, help, faults."""

import re
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any

import click

from generator.words import Language, Message, fold, message, near, not_one_of, say
from generator.words.tables import typed

LENGTH = re.compile(r"[0-9]{1,4}([.,][0-9]{1,4})?")
HELP = "help"
# A command with more options than these shows them in groups.
FEW = 8


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
        return typed(name, self.language, *section)

    def meant(self, found: str, names: Iterable[str], *section: str) -> str | None:
        """Return the name that a word means, or None; case and accents never count."""
        wanted = fold(found)
        words = {name: [fold(word) for word in self.typed(name, *section)] for name in names}
        return next((name for name, known in words.items() if wanted in known), None)


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
            raise UsageFault(_in_option(param, not_one_of(str(value), self.choices)))
        return found


class Whole(click.IntRange):
    """A whole number within limits."""

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Return the sign for a number in help texts."""
        return "N"

    def convert(self, value: Any, param: Any, ctx: Any) -> int:  # noqa: ANN401 - click's signature
        """Return the number; raise UsageFault with the limits."""
        try:
            return int(super().convert(value, param, ctx))
        except click.BadParameter:
            limits = {"least": f"{self.min:g}", "most": f"{self.max:g}"}
            reason = message("cli.not-whole", found=str(value), **limits)
            raise UsageFault(_in_option(param, reason)) from None


class Millimetres(click.ParamType[float]):
    """A length in mm from nothing to a limit, written with a point or a comma."""

    name = "length"

    def __init__(self, most: int) -> None:
        """Take the longest length allowed."""
        self.most = most

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Return the sign for a length in help texts."""
        return "MM"

    def convert(self, value: Any, param: Any, ctx: Any) -> float:  # noqa: ANN401 - click's signature
        """Return the length; raise UsageFault with the limit."""
        words = str(value)
        if LENGTH.fullmatch(words) and (length := float(words.replace(",", "."))) <= self.most:
            return length
        reason = message("cli.not-length", found=words, most=str(self.most))
        raise UsageFault(_in_option(param, reason))


def _in_option(param: click.Parameter | None, reason: Message) -> Message:
    if not isinstance(param, click.Option):
        return reason
    return message("cli.in-option", option=param.opts[0], reason=reason)


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
        for option in options:
            if record := option.get_help_record(ctx):
                groups.setdefault("options" if len(options) <= FEW else option.heading, []).append(
                    record
                )
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

    builders: Mapping[str, Callable[[Speech], SpokenCommand]]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, each with the first sentence of its help."""
        helps = {
            name: click.Command(name, help=self.speech(f"{name}-help")) for name in self.builders
        }
        with formatter.section(self.speech("commands")):
            formatter.write_dl([(name, one.get_short_help_str(300)) for name, one in helps.items()])

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order a newcomer needs them."""
        return list(self.builders)

    def get_command(self, ctx: click.Context, cmd_name: str) -> SpokenCommand | None:
        """Return the command that a word of any language means, or None."""
        name = self.speech.meant(cmd_name, self.builders, "commands")
        return None if name is None else self.builders[name](self.speech)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command named first; raise UsageFault with the nearest name.

        `help` and a command is that command with `--help`.
        """
        if self.speech.meant(args[0], (HELP,), "commands"):
            if not args[1:]:
                click.echo(ctx.get_help())
                ctx.exit()
            args = [args[1], f"--{HELP}"]
        command = self.get_command(ctx, args[0])
        if command is None:
            words = [word for name in self.builders for word in self.speech.typed(name, "commands")]
            hint = near(args[0], words)
            reason = not_one_of(args[0], tuple(self.builders) if hint is None else words)
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
        commands = {one: build(group.speech) for one, build in group.builders.items()}
        having = tuple(one for one, command in commands.items() if name in _words(command))
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
