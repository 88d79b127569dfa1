"""The commands about records: `verify` judges, `record` writes a blank, `sample` a random one."""

import os
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from generator.cli.language import CliLanguage, UsageFault, write_new
from generator.cli.parameters import require_apart
from generator.words import OptionWord, message

TABLE = "csv"


def verify_records(  # noqa: PLR0913 - one for each option
    lang: CliLanguage,
    *,
    files: Sequence[Path],
    format: str,  # noqa: A002 - the option's name
    correct: bool,
    class_page: bool,
    trial: Path | None,
    slips: bool | None,
    rewrite: bool,
    jobs: int | None,
    cluster: str | None,
    to: Path,
    overwrite: bool,
    quiet: bool,
    **page: Any,
) -> int:
    """Judge the records of files, folders or standard input; return the exit code of the worst."""
    require_apart({"cluster": cluster, "jobs": jobs}, "cluster", "jobs")
    from generator.batch_judging import BatchJudge
    from generator.cli.verify_run import VerifyRun
    from generator.printables.context import Options
    from generator.records.report import REPORT_FORMATS

    options = Options(language=lang.language, **page)
    # What came of a lesson stands on the page of its class.
    class_page = class_page or trial is not None
    if correct or class_page:
        from generator.printables.planning import require_usual_paper

        require_usual_paper(options)
    is_painted = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    form = "coloured" if format == "text" and is_painted else format
    wishes = (not quiet or format != "text", correct, class_page, slips, rewrite)
    run = VerifyRun(to, BatchJudge(options, form, *wishes), overwrite=overwrite)
    with closing(run.words(files, jobs, cluster, is_quiet=quiet)) as worded:
        for words in REPORT_FORMATS[form].join(worded):
            click.echo(words, nl=False)
    if class_page:
        run.draw_class(files[0], trial)
    if not quiet:
        run.tell_written()
    if run.accident is not None:
        raise run.accident
    return run.code


def write_blank_record(  # noqa: PLR0913 - one for each option
    lang: CliLanguage,
    *,
    game: str,
    format: str | None,  # noqa: A002 - the option's name
    trial: bool,
    year: str | None,
    players: str,
    to: Path | None,
) -> None:
    """Write a blank record with comments, an empty table of final sheets, or a blank trial."""
    require_apart(
        {"trial": trial, "format": format, "players": players}, "trial", "format", "players"
    )
    if year and not trial:
        told = message("cli.option-with", option=OptionWord("year"), other=OptionWord("trial"))
        raise UsageFault(told)
    if trial:
        from generator.documents.trials import blank_trial
        from generator.game import load

        _put(blank_trial(load(game), lang.language, year), to, lang)
        return
    from generator.records.record_format import catalog_rules
    from generator.records.writing import blank_record, blank_table

    is_table = format == TABLE or (format is None and to is not None and to.suffix == f".{TABLE}")
    words = (blank_table if is_table else blank_record)(
        catalog_rules(game), lang.language, _names(players)
    )
    # Spreadsheets know accents by the mark at the beginning of a file.
    _put(words, to, lang, "utf-8-sig" if is_table else "utf-8")


def write_sample(  # noqa: PLR0913 - one for each option
    lang: CliLanguage, *, game: str, seed: int, players: str, errors: int, to: Path | None
) -> None:
    """Write the record of a random game."""
    from generator.records.record_format import catalog_rules
    from generator.records.writing import sample_record as played

    rules, names = catalog_rules(game), _names(players)
    made = played(rules, seed=seed, players=names, errors=errors, language=lang.language)
    _put(made.text, to, lang)


def _names(players: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in players.split(",") if name.strip())


def _put(words: str, to: Path | None, lang: CliLanguage, encoding: str = "utf-8") -> None:
    if to is None:
        click.echo(words, nl=False)
        return
    write_new(to, words.encode(encoding), lang)
