"""Reports as people read them: what is wrong, where, which rule says so, and the scores."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from generator.records.report import ERROR, Finding, Report
from generator.rules import naming
from generator.words import Language, Message, message, numeral, say, shown

Tone: TypeAlias = Literal["plain", "strong", "good", "error", "warning", "faint"]

# Signs of ANSI terminals: bold, green, bold red, yellow, dim.
_SIGNS: dict[Tone, str] = {
    "strong": "1",
    "good": "32",
    "error": "1;31",
    "warning": "33",
    "faint": "2",
}
_INDENT = "    "


@dataclass(frozen=True, slots=True)
class Span:
    """Words of one line in one tone."""

    words: str
    tone: Tone = "plain"


Line: TypeAlias = tuple[Span, ...]


def text(report: Report, language: Language) -> str:
    """Return the report as lines of text."""
    return "".join(
        "".join(span.words for span in line).rstrip() + "\n" for line in lines(report, language)
    )


def coloured(report: Report, language: Language) -> str:
    """Return the report as lines of text with the colours of a terminal."""
    return "".join("".join(map(_painted, line)) + "\n" for line in lines(report, language))


def lines(report: Report, language: Language) -> Iterator[Line]:
    """Yield the lines of a report, each in spans of one tone."""
    yield _heading(report, language)
    if not report.is_readable:
        yield _line(message("records.unreadable", n=len(report.problems)), language, "error")
        for problem in report.problems_in(language):
            yield (Span(_INDENT + problem.worded(language)),)
        return
    yield from _verdict(report, language)
    for number, found in report.numbered():
        yield from _finding(report, found, number, language)
    yield from _scores(report, language)
    yield _winners(report, language)


def _heading(report: Report, language: Language) -> Line:
    place = f" [{report.index}]" if report.index else ""
    names = ", ".join(report.players)
    file = Span(shown(report.file) + place, "strong")
    if not report.is_readable:
        return (file,)
    return (file, Span(f" – {report.said(language).title} – {shown(names)}"))


def _verdict(report: Report, language: Language) -> Iterator[Line]:
    errors = [found for found in report.findings if found.severity == ERROR]
    if not errors:
        key = "records.valid" if report.is_finished else "records.valid-so-far"
        yield _line(message(key), language, "good")
        return
    yield _line(message("records.errors", n=len(errors)), language, "error")
    if any(found.after_error for found in errors):
        yield _line(message("records.after-error-note"), language, "faint")


def _finding(report: Report, found: Finding, number: int, language: Language) -> Iterator[Line]:
    tone: Tone = "error" if found.severity == ERROR else "warning"
    margin = _INDENT if found.after_error else ""
    sign = "↳ " if found.after_error else ""
    yield (
        Span(f"{margin}{sign}{number}. ", tone),
        Span(place_words(found, language), "faint"),
        Span(report.worded(found, language)),
    )
    margin += _INDENT
    sentence = message("records.rule", sentence=report.sentence(found, language))
    yield (Span(margin + say(sentence, language)),)
    if found.instead:
        labels = tuple(map(report.said(language).label, found.instead))
        yield (Span(margin + say(message("records.instead", cells=labels), language), "good"),)


def place_words(found: Finding, language: Language) -> str:
    """Return where a finding stands: line, round, turn and player, with a dash behind."""
    numbers = (
        ("records.line", found.line),
        ("records.round", found.round),
        ("records.turn", found.turn),
    )
    parts = [
        say(message(key, number=str(value)), language)
        for key, value in numbers
        if value is not None
    ]
    if found.player is not None:
        parts.append(shown(found.player))
    return ", ".join(parts) + " – "


def _scores(report: Report, language: Language) -> Iterator[Line]:
    """Yield a table: a row for each player, a column for each part of the score."""
    if not report.scores:
        return
    said = report.said(language)
    names = tuple(dict.fromkeys(name for points in report.scores.values() for name in points))
    heads = [naming.label("score", name, said) for name in names]
    width = max(len(shown(player)) for player in report.scores)
    yield (Span(say(message("records.scores"), language), "strong"),)
    yield (Span(_INDENT + " " * width + "".join(f"  {head}" for head in heads), "faint"),)
    for player, points in report.scores.items():
        figures = "".join(
            f"  {_figure(points.get(name)):>{len(head)}}"
            for name, head in zip(names, heads, strict=True)
        )
        yield (Span(f"{_INDENT}{shown(player):<{width}}{figures}"),)


def _figure(points: int | None) -> str:
    return "" if points is None else numeral(points)


def _winners(report: Report, language: Language) -> Line:
    if not report.winners:
        return _line(message("records.no-winner"), language, "faint")
    names = report.winners
    key = "records.winner" if len(names) == 1 else "records.winners"
    return _line(message(key, names=names), language, "strong")


def _line(words: Message, language: Language, tone: Tone) -> Line:
    return (Span(say(words, language), tone),)


def _painted(span: Span) -> str:
    sign = _SIGNS.get(span.tone)
    return f"\x1b[{sign}m{span.words}\x1b[0m" if sign else span.words
