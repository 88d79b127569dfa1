"""Photographs of real paper, where somebody has put some into `tests/photographs`."""

import json
import logging
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest

from generator.scans.picture_files import PictureFile
from generator.scans.piles import ReadSheet, SheetReader
from tests.scans import protocol

FOLDER = Path(__file__).parents[1] / "photographs"
PHOTOGRAPHS = sorted(FOLDER.glob("*.jpg"))
# Of a thousand cells, those that may be wrong without a word.
MOST_WRONG = 2


def test_the_protocol_is_written(tmp_path: Path) -> None:
    """A page of what to do and twelve sheets, and for each what its photograph has to give."""
    protocol.main(tmp_path)
    with pikepdf.open(BytesIO((tmp_path / "protocol.pdf").read_bytes())) as document:
        assert len(document.pages) == 1 + 12
    wanted = json.loads((tmp_path / "wanted.json").read_text(encoding="utf-8"))
    assert [*wanted] == [f"{number:02}" for number in range(2, 14)]
    assert all(len(one) > 8 for one in wanted.values())


@pytest.mark.skipif(not PHOTOGRAPHS, reason="nobody has photographed the protocol yet")
def test_real_photographs_give_what_was_asked() -> None:
    """Hardly a cell is read wrong without a word; what came of it is logged."""
    wanted = json.loads((FOLDER / "wanted.json").read_text(encoding="utf-8"))
    right = doubtful = wrong = unread = 0
    for file in PHOTOGRAPHS:
        asked = wanted[file.stem]
        read = [*SheetReader().read_picture(PictureFile(file.name, file))]
        unread += sum(not isinstance(one, ReadSheet) for one in read)
        for sheet in (one for one in read if isinstance(one, ReadSheet)):
            for local, readings in sheet.readings.items():
                copy = sheet.rectified.code.copy if sheet.rectified.code.place else local
                for one in readings:
                    is_asked = f"{copy}/{one.cell.id}" in asked
                    doubtful += one.state == "doubtful"
                    right += one.state != "doubtful" and (one.state == "marked") == is_asked
                    wrong += one.state != "doubtful" and (one.state == "marked") != is_asked
    told = f"cells right {right}, asked {doubtful}, wrong without a word {wrong}, unread {unread}"
    logging.getLogger(__name__).info(told)
    assert wrong <= MOST_WRONG * (right + doubtful + wrong) / 1000, told
