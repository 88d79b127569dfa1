"""The stored sample records: random games of every game, dealt once by the program of that day.

`python tests/same/deal.py FOLDER [GAME...]` plays 300 games of each with `ludokit sample`: seeds,
languages, numbers of players and variants vary, none to three errors are planted. They are written
to `FOLDER/<game>.jsonl.xz` as JSON, one record a line, so what `sample` becomes later changes none.
"""

import json
import lzma
import re
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
RECORDS = 300
NAMES = ("Ana", "Ben", "Chloé", "Dan", "Eva", "Félix")


class Loader(yaml.SafeLoader):
    """YAML whose words stay words: "on" is a field of a record."""

    yaml_implicit_resolvers = {  # noqa: RUF012 - as PyYAML has it
        letter: [(tag, like) for tag, like in resolvers if tag != "tag:yaml.org,2002:bool"]
        for letter, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("true|false"), ["t", "f"])


def dealt(game: str, seed: int, seats: tuple[int, int]) -> dict[str, object] | None:
    """Return the record of a random game; None where this seed and table give none."""
    from generator.cli import main

    least, most = seats
    players = NAMES[: least + seed % (most - least + 1)]
    words = ["sample", game, "--seed", str(seed), "--errors", str(seed // 6 % 4)]
    words += ["--lang", ("fr", "en")[seed // 24 % 2]]
    if seed % 4:
        words += ["--players", ",".join(players)]
    written = StringIO()
    try:
        with redirect_stdout(written), redirect_stderr(StringIO()):
            main(words)
    except SystemExit as end:
        if end.code:
            return None
    record: dict[str, object] = yaml.load(written.getvalue(), Loader)  # noqa: S506
    return record


def deal(game: str, folder: Path) -> None:
    """Write the records of a game, from the first seed on."""
    data = yaml.safe_load((ROOT / "rules_data" / game / "game.yaml").read_text("utf-8"))
    least, most = data["players"]
    lines: list[str] = []
    seed = 0
    while len(lines) < RECORDS:
        record = dealt(game, seed, (least, most))
        seed += 1
        if record is not None:
            lines.append(json.dumps(record, ensure_ascii=False, separators=(",", ":")))
    text = "".join(f"{line}\n" for line in lines)
    (folder / f"{game}.jsonl.xz").write_bytes(lzma.compress(text.encode(), preset=9))


if __name__ == "__main__":
    every = sorted(path.parent.name for path in (ROOT / "rules_data").glob("*/game.yaml"))
    for name in sys.argv[2:] or every:
        deal(name, Path(sys.argv[1]))
