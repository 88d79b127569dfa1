"""What SECURITY.md says in figures and names, against the code."""

import re
from pathlib import Path

from generator.page import app, checking, entry_form, jobs, own_games, progress, server
from generator.paper import photographs
from generator.printables import calibration, pictures, svg_sanitiser
from generator.reading import nodes, text_files, workbooks
from generator.records import reading, report, spreadsheet_records
from generator.scans import picture_files
from generator.tables import table
from generator.words import message_templates

PAGE = (Path(__file__).parents[1] / "SECURITY.md").read_text(encoding="utf-8")
LIMITS = {
    "a file of game data": [nodes.LIMIT_BYTES],
    "commas and ends": [reading.MOST_PARTS],
    "a printer's profile": [calibration.MOST_BYTES],
    "levels of lists": [nodes.LIMIT_LEVELS],
    "names in a list": [text_files.MOST_BYTES, text_files.MOST_NAMES, text_files.MOST_OF_CLASSES],
    "a table": [table.MOST_BYTES, table.MOST_ROWS, table.MOST_COLUMNS, table.LONGEST],
    "final sheets": [spreadsheet_records.MOST_ROWS, spreadsheet_records.MOST_COLUMNS],
    "a spreadsheet": [workbooks.MOST_UNPACKED, workbooks.MOST_CELLS],
    "pictures of a game": [pictures.MOST_PICTURES],
    "a drawing": [svg_sanitiser.MOST_BYTES, svg_sanitiser.MOST_ELEMENTS],
    "a photograph": [photographs.MOST_BYTES, photographs.MOST_DOTS],
    "a scan": [picture_files.MOST_OF_SCAN, picture_files.MOST_PAGES],
    "what is handed in": [app.MOST_BYTES],
    "text typed": [app.MOST_TYPED, progress.LONGEST_LINE],
    "records handed in": [checking.MOST_RECORDS, checking.MOST_DRAWN],
    "a game that a browser holds": [own_games.MOST_FILES, own_games.MOST_HELD],
    "work that waits": [jobs.MOST_WAITING],
}


def test_each_limit_is_the_codes_own() -> None:
    """The table of limits has the figures that the code heeds, and no line beyond them."""
    lines = re.findall(r"^\| ([^|]+?) \| ([^|]*[0-9][^|]*) \|$", PAGE, re.MULTILINE)
    told = {
        next(name for name in LIMITS if what.startswith(name)): [
            int(one.replace(",", "")) for one in re.findall("[0-9][0-9,]*", figures)
        ]
        for what, figures in lines
    }
    assert told == LIMITS


def test_the_limits_in_sentences() -> None:
    """How many findings are told and connections taken is said as it is."""
    assert f"at most {report.MOST_FINDINGS:,} findings are told" in PAGE
    assert f"places for some {server.CONNECTIONS} connections" in PAGE
    of_game = f"more than {nodes.LIMIT_BYTES:,} bytes or {entry_form.MOST_ROWS:,} rows"
    assert of_game in PAGE


def test_where_the_page_is_and_what_it_leaves() -> None:
    """The one address that is served and the note on the disk are named as they are."""
    assert f"listens on {server.HERE} alone" in PAGE
    assert f"(`{server.FILE}`," in PAGE


def test_the_button_is_called_so() -> None:
    """The button that clears what was typed has the name that the page gives it."""
    assert f"*{message_templates('en')['page.check-clear-all']}*" in PAGE
