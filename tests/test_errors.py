"""Problems and the exceptions that carry them."""

import pickle

import pytest

from generator.errors import Accident, DataError, LudokitError, Problem, accident, gathered
from generator.words import message

WORDS = message("reading.missing-field")


@pytest.mark.parametrize(
    ("problem", "line"),
    [
        pytest.param(
            Problem("a.yaml", 3, 5, "turns[1].dice", WORDS),
            "a.yaml:3:5: turns[1].dice: this field is missing",
            id="all parts",
        ),
        pytest.param(Problem("a.yaml", 3, 5, "", WORDS), "a.yaml:3:5: this field is missing"),
        pytest.param(Problem("a.yaml", None, None, "", WORDS), "a.yaml: this field is missing"),
        pytest.param(
            Problem("\x1b[2J.yaml", 1, 1, "\x07", WORDS),
            r"\u001b[2J.yaml:1:1: \u0007: this field is missing",
            id="signs a terminal obeys",
        ),
    ],
)
def test_problem_is_one_line(problem: Problem, line: str) -> None:
    """A problem is worded as place, field, message; what is not known is left out."""
    assert problem.worded("en") == line


def test_data_error_lists_every_problem() -> None:
    """A data error words every problem on its own line, in either language."""
    problems = [Problem("a", 1, 1, "x", WORDS), Problem("a", 2, 1, "y", WORDS)]
    error = DataError(problems)
    assert error.worded("fr") == "a:1:1: x: ce champ manque\na:2:1: y: ce champ manque"
    assert str(error) == error.worded("en")
    assert error.problems == tuple(problems)


def test_error_is_worded_at_the_edge() -> None:
    """An error carries a message, which each language words its own way."""
    error = LudokitError(message("reading.empty"))
    assert (error.worded("fr"), str(error)) == ("le fichier est vide", "the file is empty")


def _fail(field: str) -> str:
    raise DataError([Problem("a", 1, 1, field, WORDS)])


def test_gathered_returns_every_result() -> None:
    """Attempts that succeed give their results in order."""
    assert gathered(lambda: 1, lambda: 2) == (1, 2)


def test_gathered_raises_every_problem() -> None:
    """Attempts that fail do not keep the others from being heard."""
    with pytest.raises(DataError) as raised:
        gathered(lambda: _fail("x"), lambda: "fine", lambda: _fail("y"))
    assert [problem.field for problem in raised.value.problems] == ["x", "y"]


def test_an_accident_comes_whole_out_of_another_process() -> None:
    """What broke is told as it was there: its place, and the traceback for who asks."""
    with pytest.raises(KeyError) as caught:
        dict[str, int]()["score"]
    kept = pickle.loads(pickle.dumps(Accident.of(caught.value)))  # noqa: S301 - our own
    assert accident(kept) == accident(caught.value)
    assert "Traceback" in kept.__notes__[0]
