"""The example records of every game: legal ones pass, illegal ones break one rule each."""

import re
from pathlib import Path

import pytest

from generator import game, paths
from generator.game.game import Mark
from generator.records.reading import SUFFIXES
from generator.records.record_format import catalog_rules
from generator.records.report import ERROR
from generator.words import BUILT_IN, Message
from tests.conftest import Golden
from tests.judged import verify

GAMES = game.game_names()
# Rule and place were written by a reader of the example, not by the program.
BREAKS = re.compile(r"# breaks: (\S+) at line (\d+), column (\d+): (.+)\n")


def _examples(name: str, kind: str) -> list[Path]:
    folder = paths.rules_data() / name / "examples"
    return sorted(file for file in folder.glob(f"{kind}-*") if file.suffix in SUFFIXES)


LEGAL = [file for name in GAMES for file in _examples(name, "legal")]
ILLEGAL = [file for name in GAMES for file in _examples(name, "illegal")]


def _id(file: Path) -> str:
    return f"{file.parent.parent.name}/{file.name}"


@pytest.mark.parametrize("file", LEGAL, ids=_id)
def test_legal(file: Path) -> None:
    """A legal example has no finding and a game that is over."""
    for report in verify(file):
        assert report.problems == ()
        assert report.findings == ()
        assert report.is_finished
        assert report.exit_code == 0


@pytest.mark.parametrize("file", ILLEGAL, ids=_id)
def test_illegal(file: Path) -> None:
    """An illegal example breaks the rule that its first line names, at the words quoted there."""
    text = file.read_text(encoding="utf-8")
    named = BREAKS.match(text)
    assert named is not None
    rule, line, column, words = named[1], int(named[2]), int(named[3]), named[4]
    assert text.splitlines()[line - 1][column - 1 :].startswith(words)
    (report,) = verify(file)
    (found,) = report.findings
    assert (found.rule, found.line, found.column) == (rule, line, column)
    assert file.stem.startswith(f"illegal-{found.rule}")
    assert report.exit_code == (found.severity == ERROR)
    for language in BUILT_IN:
        said = report.sentences_in(language).rules
        assert report.sentence(found, language) == said.get(found.cites, said[found.rule])
        assert report.message_in(found, language)


def test_every_rule_has_an_example(judged_game: str) -> None:
    """Each rule that a record can break is broken by an example, and each example's rule exists."""
    broken = {
        named[1]
        for file in _examples(judged_game, "illegal")
        if (named := BREAKS.match(file.read_text(encoding="utf-8")))
    }
    assert broken == set(catalog_rules(judged_game).judged_rules)
    assert _examples(judged_game, "legal")


def _told(value: object) -> str:
    """Return a message without any language: its key, and its values in brackets."""
    if isinstance(value, Message):
        return f"{value.key}({', '.join(f'{name}: {_told(it)}' for name, it in value.values)})"
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def test_what_is_said(golden: Golden) -> None:
    """What is said of each illegal example, of whom and when, and what would do, stays the same."""
    told = []
    for file in ILLEGAL:
        (report,) = verify(file)
        (found,) = report.findings
        at = f"round {found.round}, turn {found.turn}, {found.player}, {found.where}"
        told.append(f"{_id(file)}: {at}: {_told(found.reason)} {' '.join(found.instead)}".rstrip())
    golden("examples.txt", "\n".join(told) + "\n")


def test_what_papers_and_stories_show(golden: Golden) -> None:
    """What each illegal example shows on paper and turn by turn, wrong marks too, stays so."""
    shown = list[str]()
    for file in ILLEGAL:
        for report in verify(file):
            shown.append(f"{_id(file)}")
            for paper in report.papers:
                marks = [f"{cell} {_drawn(mark)}" for cell, mark in paper.marks.items()]
                marks += [f"{cell} of {owner}" for cell, owner in paper.owners.items()]
                marks += ["-".join(line) for line in paper.lines]
                shown.append(f"  {paper.name}, {paper.part}: {', '.join(marks)}")
            for turn in report.story:
                done = (f"{_told(one.words)} {one.wrong or ''}".rstrip() for one in turn.actions)
                stood = (_told(one) for one in turn.standing)
                shown.append(f"  {turn.turn} {turn.player}: {'; '.join((*done, *stood))}")
    golden("papers.txt", "\n".join(shown) + "\n")


def _drawn(mark: Mark) -> str:
    said = (mark.shape, mark.text, mark.colour, "covers" * mark.covers)
    return " ".join(filter(None, said))


@pytest.mark.parametrize("name", GAMES)
def test_account_of_turns(name: str) -> None:
    """Where little lies on paper the report tells every turn; elsewhere the papers tell enough."""
    (report,) = verify(paths.rules_data() / name / "examples" / "legal-en-francais.yaml")
    turns = [told.turn for told in report.story]
    assert turns == list(range(1, len(turns) + 1))
    assert bool(turns) == (name == "sti")
