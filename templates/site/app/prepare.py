"""Run by `make site` in the Python of browsers: compile what it will import, write values."""  # noqa: INP001

import compileall
import json
import pickle
import sys
from pathlib import Path
from py_compile import PycInvalidationMode

ROOT = Path("/ludokit")
sys.path[:0] = [f"{ROOT}/{name}" for name in ("packages", "modules", "program")]
sys.dont_write_bytecode = True

from generator import words  # noqa: E402 - found there
from generator.game import game_names, load  # noqa: E402

values = ROOT / "program" / "generator" / "values"
for name in game_names():
    (values / f"{name}.pickle").write_bytes(pickle.dumps(load(name), 5))
for language in words.LANGUAGES:
    table = {**words.language_table(language), **words.sentence_table(language)}
    told = json.dumps(table, ensure_ascii=False, separators=(",", ":"))
    (words.FOLDER / f"{language}.json").write_text(told, encoding="utf-8")
for folder in ("standard", "modules", "packages", "program/generator"):
    compileall.compile_dir(
        ROOT / folder,
        stripdir=str(ROOT),
        quiet=1,
        legacy=True,
        invalidation_mode=PycInvalidationMode.UNCHECKED_HASH,
    )
    for file in (ROOT / folder).rglob("*.py"):
        if file.with_suffix(".pyc").exists():
            file.unlink()
