"""A kit: all printables, bound into one PDF with bookmarks, and a manifest."""

import hashlib
import json
from io import BytesIO

import pikepdf
import pytest

from generator.game import load
from generator.kit import bound, prints
from generator.press import Print
from generator.printables.options import Options


@pytest.fixture(scope="module")
def kit() -> tuple[list[Print], Print]:
    """Return the French Qwinto kit."""
    game = load("qwinto")
    made = list(prints(game, Options()))
    return made, bound(game, Options(), made)


def test_kit_binds_every_page(kit: tuple[list[Print], Print]) -> None:
    """The bound PDF has the pages of all single ones, under a bookmark for each printable."""
    made, whole = kit
    counts = []
    for one in made:
        with pikepdf.open(BytesIO(one.pdf or b"")) as document:
            counts.append(len(document.pages))
    with pikepdf.open(BytesIO(whole.pdf or b"")) as document:
        assert len(document.pages) == sum(counts)
        with document.open_outline() as outline:
            assert [str(item.title) for item in outline.root] == [one.title for one in made]
        assert document.Root.Lang == "fr"


def test_manifest_lists_every_file(kit: tuple[list[Print], Print]) -> None:
    """The manifest names each file with its length and fingerprint."""
    made, whole = kit
    manifest = json.loads(whole.files["manifest.json"])
    listed = {file["name"]: file for file in manifest["files"]}
    files = {name: data for one in (*made, whole) for name, data in one.files.items()}
    assert set(listed) == set(files) - {"manifest.json"}
    for name, file in listed.items():
        assert file["bytes"] == len(files[name])
        assert file["sha256"] == hashlib.sha256(files[name]).hexdigest()
