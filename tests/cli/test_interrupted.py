"""An interrupted command: one line in the language of the run, and its exit code."""

import pytest

from generator.cli import program
from generator.interruption import INTERRUPTED
from generator.words import Language, message, say
from tests.programs import ended

LOADING = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
class Interrupting:
    def find_spec(self, name, *_):
        if name == LOADED:
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
from generator.cli import main
main(["games"])
"""
RUNNING = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from generator import check
def interrupted(*_):
    try:
        signal.raise_signal(signal.SIGINT)
    except BaseException:
        print("swallowed")
check.check = interrupted
from generator.cli import main
main(["check", *ARGUMENTS])
"""


@pytest.mark.parametrize("loaded", ["generator.gc_tuning", "generator.interruption", "click"])
def test_while_the_program_loads(loaded: str) -> None:
    """An interruption while the program is imported is one line, and has its exit code."""
    said = "\ninterrompu – interrupted\n"
    assert ended(f"LOADED = {loaded!r}\n{LOADING}") == (INTERRUPTED, "", said)


@pytest.mark.few(1)
@pytest.mark.parametrize(("arguments", "language"), [((), "fr"), (("--lang", "en"), "en")])
def test_while_a_command_runs(arguments: tuple[str, ...], language: Language) -> None:
    """It says so in one line, in the language of the run, even where a library swallows all."""
    said = say(message("cli.interrupted"), language)
    assert ended(f"ARGUMENTS = {arguments!r}\n{RUNNING}") == (INTERRUPTED, "", f"\n{said}\n")


def test_where_another_program_calls(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where an interruption comes as an exception it says the same, with the same code."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(program, "program", interrupt)
    assert program.run(["games", "--lang", "en"]) == INTERRUPTED
    assert capsys.readouterr().err == f"{say(message('cli.interrupted'), 'en')}\n"
