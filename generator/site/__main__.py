"""`make site`: build the site into a folder, `output/site` unless another is named."""

import os
import sys
from pathlib import Path

from generator import paths
from generator.game import load, names
from generator.make import in_parallel
from generator.output import write_all
from generator.site.gallery import list_pictures, pictures
from generator.site.pages import site_files

# More processes would cost more memory than they save time.
MOST_JOBS = 4

# A process that helps imports this module again.
if __name__ == "__main__":
    folder = Path(sys.argv[1]) if sys.argv[1:] else paths.OUTPUT / "site"
    games = tuple(map(load, names()))
    with in_parallel(min(os.cpu_count() or 1, MOST_JOBS)) as maker:
        found = {**pictures(games, maker), **list_pictures()}
    write_all(folder, site_files(games, found))
    sys.stdout.write(f"{folder / 'index.html'}\n")
