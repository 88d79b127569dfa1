"""`make site`: build the site into a folder, `output/site` unless another is named."""

import os
import sys
from pathlib import Path

from generator import paths
from generator.game import game_names, load
from generator.make import in_parallel
from generator.output import write_all
from generator.site.build import site_files
from generator.site.gallery import make_list_thumbnails, make_thumbnails

# More processes would cost more memory than they save time.
MOST_JOBS = 4

# A process that helps imports this module again.
if __name__ == "__main__":
    folder = Path(sys.argv[1]) if sys.argv[1:] else paths.OUTPUT / "site"
    games = tuple(map(load, game_names()))
    with in_parallel(min(os.cpu_count() or 1, MOST_JOBS)) as maker:
        found = {**make_thumbnails(games, maker), **make_list_thumbnails()}
    write_all(folder, site_files(games, found))
    sys.stdout.write(f"{folder / 'index.html'}\n")
