"""What the page of the site runs on is fetched by its hashes, and what is missing is said."""

import shutil
import urllib.error
import urllib.request
from importlib import metadata
from io import BytesIO
from pathlib import Path

import pytest

from generator.errors import LudokitError
from generator.game import Game
from generator.site import runtime
from generator.site.build import site_files
from generator.site.runtime import fetch_runtime, runtime_facts
from generator.words import BUILT_IN
from tests.site.conftest import grey


def test_a_file_that_is_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file whose hash differs is refused, and not kept."""
    asked = list[str]()

    def hand_out(address: str, **_: object) -> BytesIO:
        asked.append(address)
        return BytesIO(b"another")

    monkeypatch.setenv("npm_config_registry", "https://registry.example/")
    monkeypatch.setattr(urllib.request, "urlopen", hand_out)
    with pytest.raises(LudokitError, match="not the file that is expected"):
        fetch_runtime(tmp_path)
    assert asked == [f"https://registry.example/{runtime_facts()['pyodide']['path']}"]
    assert not list(tmp_path.glob("*.tgz"))


def test_a_registry_that_does_not_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Off-line it is told what could not be had, and what is made all the same."""

    def fail(*_: object, **_named: object) -> None:
        raise urllib.error.URLError("no network")  # noqa: EM101, TRY003 - as it is raised

    monkeypatch.setattr(urllib.request, "urlopen", fail)
    with pytest.raises(LudokitError, match=r"no network.*gallery and manual are"):
        fetch_runtime(tmp_path)


def test_a_file_that_is_there_is_not_fetched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was fetched before, with the right hash, is asked for no more; wheels likewise."""
    kept = tmp_path / "kept"
    (kept / "wheels").mkdir(parents=True)
    facts = dict(runtime_facts())
    (kept / Path(facts["pyodide"]["path"]).name).write_bytes(b"pyodide")
    (kept / "wheels" / "one.whl").write_bytes(b"one")
    digests = [runtime._digest(data) for data in (b"pyodide", b"one")]
    facts["pyodide"] = {**facts["pyodide"], "sha256": digests[0]}
    facts["wheels"] = [f"one==1 --hash=sha256:{digests[1]}"]
    monkeypatch.setattr(runtime, "runtime_facts", lambda: facts)
    fetch_runtime(kept)
    assert [file.name for file in runtime._wheels(kept / "wheels", facts["wheels"])] == ["one.whl"]
    (kept / "wheels" / "one.whl").write_bytes(b"two")
    assert runtime._wheels(kept / "wheels", facts["wheels"]) == ()


def test_every_part_has_a_hash() -> None:
    """Nothing is fetched that is not pinned by its hash, Python for browsers as well as wheels."""
    facts = runtime_facts()
    hashes = [facts["pyodide"]["sha256"], *(one.rpartition(":")[2] for one in facts["wheels"])]
    assert all(len(one) == 64 for one in hashes)
    assert all(" --hash=sha256:" in one for one in facts["wheels"])


def test_without_node(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without Node it is said what to install."""
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setattr(metadata, "files", lambda _: [])
    assert runtime.find_node() is None
    with pytest.raises(LudokitError, match="Node"):
        runtime._prepare(tmp_path, tmp_path)


@pytest.mark.rest
def test_the_gallery_leads_to_the_page(games: tuple[Game, ...]) -> None:
    """With the page there are links to it, to each game's form; without it there are none."""
    few = games[:1]
    with_page = site_files(few, grey(few), has_page=True)
    without = site_files(few, grey(few))
    for language in BUILT_IN:
        home, game = f"{language}/index.html", f"{language}/games/{few[0].name}/index.html"
        assert f'href="../app/index.html#{language}/"'.encode() in with_page[home]
        to_form = f'href="../../../app/index.html#{language}/kit/{few[0].name}/"'
        assert to_form.encode() in with_page[game]
        assert b"app/index.html" not in without[home] + without[game]
