"""Lists that were made to end the program: one line each, on the command line and on the page."""

import re
import sys
import time
from io import BytesIO
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from generator.words import message_templates
from tests.costs import busy
from tests.hostile.attacked import attacked
from tests.hostile.spreadsheets import HOSTILE, lay
from tests.page.conftest import KEY, working

__all__ = ("working",)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="processes are measured on Linux"),
]
# Less than other attacks may take: these are small.
SECONDS, MEMORY = 2.0, 250.0
# A list whose picture is at fault could be read.
UNDERSTOOD = "2 columns: word, picture"
CANNOT = message_templates("en")["page.cannot"]
COMMANDS = {
    "record": ("verify", "{}"),
    "list": ("print", "own", "--as", "memory", "--table", "{}", "--to", "out"),
    "names": ("print", "qwinto", "score-sheets", "--names", "{}", "--to", "out"),
}


@pytest.mark.few(9)
@pytest.mark.parametrize("read_as", COMMANDS)
@pytest.mark.parametrize("name", HOSTILE)
def test_on_the_command_line(tmp_path: Path, name: str, read_as: str) -> None:
    """Whatever such a file is given for, one line says what is wrong, and little is spent."""
    lay(name, tmp_path)
    told = attacked(tmp_path, *(word.format(name) for word in COMMANDS[read_as]))
    assert told.wrong() == []
    assert told.code == 2
    lines = told.out.splitlines()[2:] if read_as == "record" else told.err.splitlines()
    lines = [line for line in lines if not line.startswith(UNDERSTOOD)]
    assert {line.partition(": ")[0].split(":")[0].strip() for line in lines if line} == {name}
    assert len(lines) == 1
    assert told.seconds <= SECONDS
    assert told.mebibytes <= MEMORY


def faults(client: FlaskClient, at: str, file: Path, field: str) -> list[str]:
    """Return what the page says is wrong with a file, as soon as it has been read."""
    held: dict[str, object] = {"as": "memory", field: (BytesIO(file.read_bytes()), file.name)}
    answer, patience = client.post(f"/{KEY}/en/{at}", data=held), time.monotonic() + busy(60)
    # What is larger than the client keeps in memory lies in a file.
    answer.request.environ["wsgi.input"].close()
    if answer.status_code == 303:
        where = answer.headers["Location"]
        while "<progress" in (answer := client.get(where)).text:
            assert time.monotonic() < patience
            time.sleep(0.05)
    told = re.findall('class="faults?"[^>]*>(.*?)</(?:div|ul)>', answer.text, re.DOTALL)
    all_told = "".join(told).replace(f"<p>{CANNOT}</p>", "")
    lines = re.findall("<(?:p|li(?: id=[^>]*)?)>(.+?)</", all_told)
    return [line for line in lines if not line.startswith(UNDERSTOOD)]


@pytest.mark.few(2)
@pytest.mark.parametrize("name", HOSTILE)
def test_on_the_page(working: FlaskClient, tmp_path: Path, name: str) -> None:
    """Such a file is refused in one line on the page as well, which then still answers."""
    file = lay(name, tmp_path)
    for at, field in (("list/", "table"), ("kit/qwinto/", "names"), ("check/records", "files")):
        assert len(faults(working, at, file, field)) == 1, at
    assert working.get(f"/{KEY}/en/").status_code == 200
