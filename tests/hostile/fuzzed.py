"""Records changed at random, guided by what they reach: `python -m tests.hostile.fuzzed 1800`.

It needs atheris, which is no part of the project's tools, and runs so many seconds. What it finds
is written to `.fuzz/`; each find becomes a case of `test_records.py`.
"""

import io
import sys
from contextlib import redirect_stdout
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any

from generator import paths
from tests.costs import is_within

atheris: Any = import_module("atheris")
FOLDER = Path(".fuzz")
# What takes longer than this for one input is a find, in seconds of processor time; what has not
# ended in so many seconds on the clock never does.
SLOW, NEVER = 5.0, 60

with atheris.instrument_imports(include=["generator.reading", "generator.records"]):
    from generator.records.reading import records_of_bytes
    from generator.records.replay import report_of
    from generator.records.report import REPORT_FORMATS


def judge(data: bytes) -> None:
    """Judge a record in every form, whatever it holds: any exception is a find."""
    begun = process_time()
    name = "a.json" if data[:1] == b"{" else "a.csv" if data[:1] == b"j" else "a.yaml"
    for written in records_of_bytes(data, name):
        report = report_of(written)
        with redirect_stdout(io.StringIO()):
            for form in REPORT_FORMATS.values():
                "".join(form.join([form.word(report, "fr")]))
    assert is_within(process_time() - begun, SLOW)


def main(seconds: int) -> None:
    """Begin with the examples of all games, and change them for so many seconds."""
    corpus = FOLDER / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for file in sorted(paths.rules_data().glob("*/examples/*")):
        (corpus / f"{file.parents[1].name}-{file.name}").write_bytes(file.read_bytes())
        judge(file.read_bytes())  # each game is loaded before anything is timed
    told = (
        f"-max_total_time={seconds}",
        f"-timeout={NEVER}",
        "-rss_limit_mb=1024",
        "-max_len=8192",
    )
    atheris.Setup([sys.argv[0], *told, f"-artifact_prefix={FOLDER}/", str(corpus)], judge)
    atheris.Fuzz()


if __name__ == "__main__":
    main(int(sys.argv[1]))
