"""Records written anew as they were understood, in the words of one language."""

from generator.records.report import Report
from generator.records.writing import in_language, yaml_of
from generator.words import Language, message, say, shown


def rewritten(report: Report, language: Language) -> str:
    """Return a record that was read, as it should be written, under its notes as comments.

    It reads without a note, and gives the same report. Raise ValueError for one that was not read.
    """
    if report.played is None:
        raise ValueError(report.file)
    content = report.played.content.model_dump(mode="json", exclude_none=True, exclude_unset=True)
    head = [message("records.rewritten", file=report.file)]
    lines = [say(one, language) for one in head]
    lines += (
        f"{say(message('records.line', number=str(one.line)), language)} – "
        f"{say(one.message, language)}"
        for one in report.notes_in(language)
    )
    remarks = "".join(f"# {shown(line)}\n" for line in lines)
    return remarks + yaml_of(in_language(content, report.played.rules, language))
