"""Pages of Markdown as tests read them: headings, links, blocks of code, lines to type."""

import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from click.core import ParameterSource

from generator.cli.program import program
from generator.words import Language, typeset

if TYPE_CHECKING:
    from generator.cli.language import TranslatedGroup

ROOT = Path(__file__).parents[1]
MANUAL = ROOT / "docs" / "manual"
READMES: dict[Language, Path] = {"fr": ROOT / "README.fr.md", "en": ROOT / "README.md"}
# Blocks of code, code in a line, and where links lead.
_CODE = re.compile(r"```.*?```|`[^`]+`|\]\([^)]*\)", re.DOTALL)


def chapters(language: Language) -> list[Path]:
    """Return the pages of the manual, the first and those that it names, in order."""
    first = MANUAL / language / "README.md"
    named = re.findall(r"\]\(([a-z-]+\.md)\)", first.read_text(encoding="utf-8"))
    return [first, *(first.parent / name for name in named)]


def blocks(text: str, kind: str) -> list[str]:
    """Return the blocks of code of a kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def lines(text: str) -> list[str]:
    """Return the lines to type, without what is said of them."""
    every = (
        line.partition("  #")[0].strip() for one in blocks(text, "sh") for line in one.split("\n")
    )
    return [line for line in every if line]


def given(line: str, language: Language) -> tuple[str, list[str]]:
    """Return the command of a line and what it is given, by the names that the program has."""
    group: TranslatedGroup = program(language)
    name, *rest = shlex.split(line)[1:]
    command = group.get_command(group.make_context("ludokit", [name, *rest]), name)
    assert command is not None, line
    made = command.make_context(name, rest)
    typed = {
        one for one in made.params if made.get_parameter_source(one) is ParameterSource.COMMANDLINE
    }
    return command.name or "", sorted(typed)


def links(text: str) -> list[str]:
    """Return where links and pictures lead."""
    return re.findall(r"\]\(([^)]+)\)", re.sub(r"```.*?```", "", text, flags=re.DOTALL))


def pictures(text: str) -> list[str]:
    """Return the names of the pictures."""
    return [Path(one).name for one in links(text) if one.endswith(".png")]


def headings(text: str) -> list[tuple[str, str]]:
    """Return each heading, with the signs that say its level."""
    return re.findall(r"^(#+) (.*)$", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE)


def anchors(text: str) -> set[str]:
    """Return the anchors of the headings, as they are where Markdown is shown as it stands."""
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for _, heading in headings(text)
    }


def set_in(text: str, language: Language) -> str:
    """Return a page whose words, but for code and addresses, are typeset."""
    kept = iter(_CODE.findall(text))
    words = _CODE.sub("\ue000", text)
    typed = "\n".join(typeset(line, language) for line in words.split("\n"))
    return re.sub("\ue000", lambda _: next(kept), typed)
