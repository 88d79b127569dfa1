"""What authors may leave out: documents print what there is, and ask for nothing else."""

import re
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator import paths
from generator.documents import check_guides, context
from generator.documents.guide_section import quantities
from generator.errors import DataError
from generator.game import Game, load_folder
from generator.make import facts_of, lesson_plan
from generator.printables.context import Context, Options
from generator.render.html_to_pdf import fill_document

Files = dict[str, dict[str, Any]]
Edit = Callable[[Files], None]


@pytest.fixture
def edited(tmp_path: Path) -> Callable[[Edit], Game]:
    """Return a game like Qwinto, its files changed as data."""

    def make(edit: Edit) -> Game:
        folder = tmp_path / "qwinto"
        shutil.copytree(paths.rules_data() / "qwinto", folder)
        files = {file.stem: yaml.safe_load(file.read_bytes()) for file in folder.glob("*.yaml")}
        edit(files)
        for file in folder.glob("*.yaml"):
            file.unlink()
        for stem, content in files.items():
            text = yaml.safe_dump(content, allow_unicode=True, sort_keys=False)
            (folder / f"{stem}.yaml").write_text(text, encoding="utf-8")
        return load_folder(folder)

    return make


def filled(game: Game, template: str) -> str:
    """Return a document of the game in English, as HTML."""
    setting = Context(game, template, Options("en"))
    plan = partial(lesson_plan, game, setting.options)
    return fill_document(f"{template}.html.j2", context(setting, template, facts_of(setting), plan))


def without_papers(files: Files) -> None:
    """Leave out the papers of a lesson, which need more of it than a guide."""
    printables = files["game"]["printables"]
    papers = [name for name, entry in printables.items() if entry["kind"] == "lesson"]
    for name in (*papers, "laboratory", "trial"):
        for file in (files["game"], files["fr"], files["en"]):
            del file["printables"][name]
        files["game"]["kit"]["needs"].pop(name, None)


def without_guide(files: Files) -> None:
    """Leave the guide and the papers of its lesson out of what is printed."""
    without_papers(files)
    del files["game"]["printables"]["guide"], files["game"]["kit"]
    for language in ("fr", "en"):
        del files[language]["printables"]["guide"]


def headings(html: str) -> list[str]:
    """Return the headings of a document, the first line left out."""
    return re.findall(r"<h2[^>]*>(.*?)</h2>", html)


def test_rules_need_no_guide(edited: Callable[[Edit], Game]) -> None:
    """Without a guide the page of rules holds every rule, in the order of the data."""

    def edit(files: Files) -> None:
        del files["fr"]["guide"], files["en"]["guide"], files["guide"]
        without_guide(files)

    game = edited(edit)
    check_guides(game)
    html = re.sub(r"<sup>.*?</sup>|</?span.*?>", "", filled(game, "rules"))
    told = re.findall(r"<li>(.*?)</li>", html)
    assert told == [game.sentences["en"].to_player(rule.id) for rule in game.head.rules]
    assert headings(filled(game, "rules")) == []


def test_a_printed_guide_needs_a_lesson(edited: Callable[[Edit], Game]) -> None:
    """A guide is printed of a lesson, so one without is a fault, in each language."""

    def edit(files: Files) -> None:
        without_papers(files)
        del files["fr"]["guide"], files["en"]["guide"]["lesson"], files["guide"]["lesson"]

    with pytest.raises(DataError) as caught:
        check_guides(edited(edit))
    told = [line.split("qwinto/")[-1] for line in caught.value.worded("en").splitlines()]
    assert [line.split(":")[0] for line in told] == ["fr.yaml", "en.yaml"]


@pytest.mark.parametrize("has_rules", [True, False], ids=["judged", "without mechanics"])
def test_a_lesson_of_few_sections(edited: Callable[[Edit], Game], *, has_rules: bool) -> None:
    """A lesson may be a summary and one step; headings of what is not there are left out."""

    def edit(files: Files) -> None:
        lesson = {
            "summary": "We play.",
            "steps": [{"title": "Play", "minutes": 20, "does": ["Deal the sheets."]}],
        }
        for language in ("fr", "en"):
            files[language]["guide"] = {"lesson": lesson}
        without_papers(files)
        del files["guide"]
        if not has_rules:
            del files["game"]["mechanics"]
            for language in ("fr", "en"):
                rules = files[language]["rules"]
                rules["game-end"] = rules["unfinished"] = "It ends."

    game = edited(edit)
    check_guides(game)
    assert headings(filled(game, "guide")) == [
        "At a glance", "The lesson step by step", "Tried in class", "Credits, rights and sources",
    ]  # fmt: skip
    assert "We play." in filled(game, "guide")


def test_a_position_needs_rules(edited: Callable[[Edit], Game]) -> None:
    """What no rules can read is a fault at the position, and its sentences tell no more of it."""

    def edit(files: Files) -> None:
        del files["game"]["mechanics"]
        for language in ("fr", "en"):
            guide, rules = files[language]["guide"], files[language]["rules"]
            rules["game-end"] = rules["unfinished"] = "It ends."
            guide |= {"rule_sheet": {"example": ["{score.full.total}"]}}
            guide["positions"] = {"full": guide["positions"]["full"]}
            del guide["lesson"]
        files["guide"] = {"positions": {"full": files["guide"]["positions"]["full"]}}
        without_guide(files)

    with pytest.raises(DataError) as caught:
        check_guides(edited(edit))
    assert [problem.field for problem in caught.value.problems] == ["guide.positions.full"] * 2


def test_more_dice_are_counted(edited: Callable[[Edit], Game]) -> None:
    """Sums of five dice, and the best of them for a sheet, have names like those of three."""

    def edit(files: Files) -> None:
        parts = files["game"]["parts"]
        parts["dice"]["dice"] += ["green", "blue"]
        colours = files["game"]["colours"]
        for name in ("green", "blue"):
            colours[name] = {"colour": "#00aa00"}
            for language in ("fr", "en"):
                files[language]["words"]["colours"][name] = name

    game = edited(edit)
    known = quantities(game, {}, "en")
    assert known["dice.5.30"] == "1/7776"
    assert known["gaps.5.even"]
