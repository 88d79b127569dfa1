"""`make site`: build the site into a folder, `output/site` unless another is named."""

import argparse
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from generator import paths
from generator.errors import LudokitError
from generator.game import game_names, load
from generator.make import in_parallel
from generator.output import write_all
from generator.processes import worker_pool
from generator.site.application import FOLDER, application_files
from generator.site.build import site_files
from generator.site.gallery import make_list_thumbnails, make_thumbnails
from generator.site.premade_documents import premade_documents
from generator.site.runtime import fetch_runtime
from generator.words import FIRST, LANGUAGES, say

# More processes would cost more memory than they save time.
MOST_JOBS = 4
RUNTIME = paths.OUTPUT / ".runtime"


def main() -> None:
    """Build the site; where what the page runs on cannot be had, gallery and manual alone."""
    parser = argparse.ArgumentParser(prog="python -m generator.site", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=paths.OUTPUT / "site")
    parser.add_argument("--runtime", type=Path, default=RUNTIME, help="keeps what is fetched")
    parser.add_argument("--fetch", action="store_true", help="only fetch what the page runs on")
    given = parser.parse_args()
    language = os.environ.get("LUDOKIT_LANG", FIRST)
    language = language if language in LANGUAGES else FIRST
    has_runtime = True
    try:
        fetch_runtime(given.runtime)
    except LudokitError as error:
        sys.stderr.write(f"{say(error.message, language)}\n")
        has_runtime = False
    if not given.fetch:
        write_all(given.folder, _files(given.runtime if has_runtime else None, language))
        sys.stdout.write(f"{given.folder / 'index.html'}\n")


def _files(runtime: Path | None, language: str) -> Mapping[str, bytes]:
    games, jobs = tuple(map(load, game_names())), min(os.cpu_count() or 1, MOST_JOBS)
    with in_parallel(jobs) as maker:
        found = {**make_thumbnails(games, maker), **make_list_thumbnails()}
    page = dict[str, bytes]()
    if runtime is not None:
        with worker_pool(jobs, None) as (pool, ahead):
            documents = premade_documents(games, pool, ahead)
        try:
            made = application_files(runtime, documents)
            page = {f"{FOLDER}/{name}": data for name, data in made.items()}
        except LudokitError as error:
            sys.stderr.write(f"{say(error.message, language)}\n")
    return {**site_files(games, found, has_page=bool(page)), **page}


# A process that helps imports this module again.
if __name__ == "__main__":
    main()
