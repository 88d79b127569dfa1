"""The correction sheet: papers as recorded, wrong cells ringed and numbered, findings beside."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from generator import paths
from generator.correction import correction, file_name
from generator.records.form import rules_of
from generator.records.report import Report
from generator.records.writing import sample
from generator.words import LANGUAGES, Language
from tests.judged import verify
from tests.render.measured import picture_of, sizes_mm, syntax_problems, texts

EXAMPLES = paths.rules_data() / "qwinto" / "examples"
RED = (180, 35, 24)


def report_of(path: Path) -> Report:
    """Return the report of a file's only record."""
    (report,) = verify(path)
    return report


def drawn(report: Report, language: Language = "fr") -> bytes:
    """Return the correction of a report."""
    assert report.game is not None
    return correction(report, report.game, language)


def flat(pdf: bytes) -> str:
    """Return all words of a PDF with single spaces."""
    return " ".join(" ".join(texts(pdf)).split())


def practice(tmp_path: Path, players: int, errors: int) -> Iterator[Report]:
    """Yield reports of random games with errors put in."""
    names = ("Ana", "Ben", "Chloé", "Dan", "Eva", "Félix")[:players]
    for seed in range(1, 4):
        path = tmp_path / f"{players}-{seed}.yaml"
        made = sample(rules_of("qwinto"), seed=seed, players=names, errors=errors, language="fr")
        path.write_text(made.text, encoding="utf-8")
        yield report_of(path)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("illegal-*.yaml")), ids=lambda p: p.stem)
def test_findings_stand_on_the_sheet(path: Path, language: Language) -> None:
    """Every finding of an illegal example is printed with its message and its rule."""
    report = report_of(path)
    said = flat(drawn(report, language))
    for _, found in report.numbered():
        for words in (report.worded(found, language), report.sentence(found, language)):
            assert " ".join(words.split()) in said
    for player in report.players:
        assert player in said


@pytest.mark.parametrize("players", [2, 6])
def test_pages_hold_all_players(tmp_path: Path, players: int) -> None:
    """The papers of all players stand on the pages, whatever their number, in sound PDFs."""
    for report in practice(tmp_path, players, errors=2):
        pdf = drawn(report)
        assert syntax_problems(pdf) == ()
        assert 1 <= len(sizes_mm(pdf)) <= 1 + players
        assert all(player in flat(pdf) for player in report.players)


def test_paper_of_one_player(tmp_path: Path) -> None:
    """A record of one player's sheet gives a correction with that sheet on one page."""
    path = tmp_path / "one.yaml"
    path.write_text(
        "game: qwinto\nplayers: [Ana, Ben]\nsheets:\n  Ana:\n"
        "    orange: [~, 5, ~, ~, 4, ~, ~, ~, ~]\n    misses: 1\n",
        encoding="utf-8",
    )
    pdf = drawn(report_of(path))
    assert len(sizes_mm(pdf)) == 1


def test_wrong_cell_is_ringed() -> None:
    """The cell of a finding has a red ring about it; a right game has no red at all."""
    wrong = picture_of(drawn(report_of(EXAMPLES / "illegal-row-rising.yaml")), 60)
    right = picture_of(drawn(report_of(EXAMPLES / "legal-turns.yaml")), 60)
    assert _reds(wrong.tobytes()) > 40
    assert _reds(right.tobytes()) == 0


def _reds(data: bytes) -> int:
    pixels = zip(data[::3], data[1::3], data[2::3], strict=True)
    return sum(all(abs(a - b) < 30 for a, b in zip(pixel, RED, strict=True)) for pixel in pixels)


def test_right_game_is_told_so() -> None:
    """A game without a fault gets a sheet that says so."""
    assert "Tout est juste" in flat(drawn(report_of(EXAMPLES / "legal-turns.yaml")))


def test_name_tells_versions_apart() -> None:
    """A correction is named after the record and its contents, and its place in a stream."""
    report = report_of(EXAMPLES / "legal-turns.yaml")
    one, other = file_name(report, b"1"), file_name(report, b"2")
    assert one.startswith("corrections/legal-turns-")
    assert one != other
    assert one == file_name(report, b"1")
