"""Commands that speak the user's language: help, types of values, faults of the command line."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import click
from click.shell_completion import CompletionItem

from generator.words import Language, Message, message, near, not_one_of, say

MOST_DIGITS = 9
LENGTH = re.compile(r"[0-9]{1,4}([.,][0-9]{1,4})?")


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


class OneOf(click.ParamType[str]):
    """A word of a closed list; a typing slip gets the nearest one."""

    name = "word"

    def __init__(self, *words: str) -> None:
        """Take the words that are allowed."""
        self.words = words

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Return the list as help shows it."""
        return "|".join(self.words)

    def convert(self, value: Any, param: Any, ctx: Any) -> str:  # noqa: ANN401 - click's signature
        """Return the word; raise UsageFault with the nearest one."""
        if value not in self.words:
            raise UsageFault(_in_option(param, not_one_of(str(value), self.words)))
        return str(value)

    def shell_complete(
        self,
        ctx: click.Context,
        param: click.Parameter,
        incomplete: str,
    ) -> list[CompletionItem]:
        """Return the words that begin so."""
        return [CompletionItem(word) for word in self.words if word.startswith(incomplete)]


class Whole(click.ParamType[int]):
    """A whole number within limits."""

    name = "number"

    def __init__(self, least: int, most: int) -> None:
        """Take the limits, both of them allowed."""
        self.least, self.most = least, most

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Return the sign for a number in help texts."""
        return "N"

    def convert(self, value: Any, param: Any, ctx: Any) -> int:  # noqa: ANN401 - click's signature
        """Return the number; raise UsageFault with the limits."""
        words = str(value)
        digits = words.removeprefix("-")
        if (
            digits.isdecimal()
            and len(digits) <= MOST_DIGITS
            and self.least <= int(words) <= self.most
        ):
            return int(words)
        reason = message("cli.not-whole", found=words, least=str(self.least), most=str(self.most))
        raise UsageFault(_in_option(param, reason))


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
    name = max(param.opts, key=len) if isinstance(param, click.Option) else ""
    return message("cli.in-option", option=name, reason=reason) if name else reason


class SpokenCommand(click.Command):
    """A command whose help is in the user's language."""

    speech: Speech

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
        """Write the options under their heading."""
        records = [
            p.get_help_record(ctx) for p in self.get_params(ctx) if isinstance(p, click.Option)
        ]
        if found := [record for record in records if record is not None]:
            with formatter.section(self.speech("options")):
                formatter.write_dl(found)
        if isinstance(self, click.Group):
            self.format_commands(ctx, formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the example as it is to be typed."""
        if self.epilog:
            with formatter.section(self.speech("example")):
                formatter.write("".join(f"  {line}\n" for line in self.epilog.split("\n")))

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return `--help` with its own words."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = self.speech("help-help")
        return option


class SpokenGroup(SpokenCommand, click.Group):
    """A group of commands; an unknown one gets the nearest name."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, each with the first sentence of its help."""
        rows = [
            (name, command.get_short_help_str(300))
            for name in self.list_commands(ctx)
            if (command := self.get_command(ctx, name)) is not None
        ]
        with formatter.section(self.speech("commands")):
            formatter.write_dl(rows)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order a newcomer needs them."""
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command named first; raise UsageFault with the nearest name."""
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            reason = not_one_of(args[0], tuple(self.commands))
            raise UsageFault(message("cli.no-command", reason=reason))
        return super().resolve_command(ctx, args)


def fault_of(error: click.ClickException) -> Message:
    """Return what click found wrong in our words; unknown faults keep click's."""
    match error:
        case UsageFault():
            return error.reason
        case click.NoSuchOption():
            known: Collection[str] = error.possibilities or _options(error.ctx)
            return unknown_option(error.option_name, tuple(known))
        case click.MissingParameter() if error.param is not None:
            name = error.param.make_metavar(error.ctx or click.Context(click.Command("")))
            return message("cli.missing", name=name.strip("[]."))
        case click.BadOptionUsage():
            return message("cli.no-value", option=error.option_name)
        case _:
            return message("cli.other", reason=error.format_message())


def unknown_option(name: str, known: Sequence[str]) -> Message:
    """Word an option that the command does not have."""
    hint = near(name, known)
    if hint is None:
        return message("cli.no-option", option=name)
    return message("cli.no-option-near", option=name, near=hint)


def _options(ctx: click.Context | None) -> tuple[str, ...]:
    params = ctx.command.get_params(ctx) if ctx is not None else ()
    return tuple(opt for param in params for opt in param.opts if opt.startswith("--"))
