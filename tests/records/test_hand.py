"""Records as a child or a hurried teacher typed them: judged, or told where and what to write."""

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.records.reading import records_of_bytes, records_of_file
from generator.records.replay import report_of
from generator.records.report import Report
from generator.records.single_edit_search import suggest_edits
from generator.records.writing import normalised_record
from generator.words import BUILT_IN, Language, say
from tests.records.conftest import Judge

HAND = Path(__file__).parent / "hand"
Golden = Callable[[str, str], None]

# How many errors are found in each record that is judged, and how many notes it has.
JUDGED = {
    "crowns/c01-dice-as-text.yaml": (1, 5),
    "crowns/c02-signs.yaml": (1, 7),
    "crowns/c03-reversed.yaml": (5, 0),
    "crowns/c08-players-lines.yaml": (0, 3),
    "crowns/c09-misspelt.yaml": (0, 5),
    "crowns/c10-same-cell-again.yaml": (5, 0),
    "crowns/c11-smart-json.json": (0, 1),
    "crowns/c12-unfinished-order.yaml": (4, 1),
    "dental/d01-form-line.yaml": (0, 3),
    "dental/d02-no-lists.yaml": (0, 2),
    "dental/d03-colours-as-keys.yaml": (2, 7),
    "dental/d04-words.yaml": (0, 4),
    "dental/d07-forgot-a-turn.yaml": (0, 0),
    "dental/d08-sugar-choices.yaml": (5, 0),
    "dental/d09-final.yaml": (0, 5),
    "dental/d10-quotes.json": (0, 1),
    "dental/d11-spaces-bad-indent.yaml": (0, 0),
    "dental/d12-hit-and-dentist.yaml": (3, 1),
    "doce/o02-no-brackets.yaml": (1, 2),
    "doce/o03-blocker.yaml": (6, 1),
    "doce/o04-pass.yaml": (6, 3),
    "doce/o05-names.yaml": (2, 3),
    "doce/o07-manche-n.yaml": (0, 3),
    "doce/o08-swapped.yaml": (5, 0),
    "doce/o10-cells-swapped.yaml": (0, 7),
    "doce/o11-unfinished.yaml": (5, 0),
    "doce/o12-next-to-own.yaml": (5, 0),
    "qwinto/q02-lowercase-names.yaml": (0, 7),
    "qwinto/q03-capitals-space-colon.yaml": (0, 0),
    "qwinto/q04-tabs.yaml": (0, 0),
    "qwinto/q06-list-of-cells-like-form.yaml": (0, 2),
    "qwinto/q08-oui-non.yaml": (1, 3),
    "qwinto/q11-two-turns-swapped.yaml": (3, 0),
    "sti/s01-one-line-an-action.yaml": (0, 4),
    "sti/s02-prose.yaml": (0, 4),
    "sti/s03-prose2.yaml": (3, 7),
    "sti/s04-names-of-illness.yaml": (7, 8),
    "sti/s05-tables-named-like-colours.yaml": (0, 1),
    "sti/s07-order-and-skip.yaml": (5, 0),
    "sti/s11-english-mix.yaml": (1, 1),
    "sti/s12-json.json": (2, 2),
}
# Where each record that is not is at fault, with what the remedy has to say in both languages.
TOLD: dict[str, dict[str, tuple[str, str]]] = {
    "crowns/c04-solo-words.yaml": {"11:13": ("écrivez combien", "write how many")},
    "crowns/c05-five-dice.yaml": {
        "9:15": ("2x7 » n'est pas une case", "write for example 2x6"),
        "11:10": ("écrivez par exemple 1x6", "write for example 1x6"),
        "11:14": ("écrivez par exemple 3x6", "write for example 3x6"),
    },
    "crowns/c06-boards-only.yaml": {"6:3": ("sous chaque nom (Ana, Ben)", "under each name")},
    "crowns/c07-boards-grid.yaml": {
        "5:5": ("champs inconnus : 6, 5 ; on attend ici jetons, compte", "tokens, score"),
        "7:13": ("jetons: [1x6, 2x6", "jetons: [1x6, 2x6"),
    },
    "dental/d05-gives-stops.yaml": {"12:14": ("écrivez combien", "write how many")},
    "dental/d06-tooth.yaml": {"6:41": ("16 ou moins", "16 or less")},
    "doce/o01-separators.yaml": {
        # No die shows it, and which face was meant nobody knows.
        "5:11": ("de 1 à 6", "1 to 6"),
        "5:17": ("écrivez par exemple A1", "write for example A1"),
        "5:23": ("écrivez par exemple A1", "write for example A1"),
        "5:29": ("écrivez par exemple A1", "write for example A1"),
        "5:35": ("écrivez 'C3=4'", "write 'C3=4'"),
        "5:40": ("écrivez 'C3=4'", "write 'C3=4'"),
    },
    "doce/o06-result.yaml": {"9:40": ("devant chaque valeur (Ana, Ben)", "each value (Ana, Ben)")},
    "doce/o09-three.yaml": {"2:10": ("ce jeu se joue à 2", "this game is for 2")},
    "qwinto/q01-form-as-csv.yaml": {
        "3:1": ("finales en .csv, comme les commence ludokit fiche", "as .csv, as ludokit record")
    },
    "qwinto/q05-dice-shorthand.yaml": {
        "8:8": ("devant chaque valeur (orange, jaune, violet)", "(orange, yellow, purple)"),
    },
    "qwinto/q07-quoted-names.yaml": {"2:32": ("entourez d'apostrophes", "put apostrophes round")},
    "qwinto/q09-numbers-not-cells.yaml": {
        "5:18": ("écrivez par exemple O6, J6, V6", "write for example O6, Y6, P6"),
        "5:26": ("écrivez par exemple O6, J6, V6", "write for example O6, Y6, P6"),
        "7:33": ("écrivez par exemple O1, J1, V1", "write for example O1, Y1, P1"),
        "9:27": ("écrivez par exemple O8, J8, V8", "write for example O8, Y8, P8"),
        "10:9": ("écrivez orange, jaune, violet", "write orange, yellow, purple"),
        "11:18": ("écrivez par exemple O1", "write for example O1"),
    },
    "qwinto/q10-final-sheets.yaml": {
        "6:12": ("la rangée en a 9 : laissez de côté", "the row has 9: leave out"),
        "6:28": ("nombre entier ; écrivez ~", "whole number; write ~ for an empty cell"),
        "7:13": ("il en faut 9 : écrivez ~", "there have to be 9: write ~"),
    },
    "qwinto/q12-forgot-turn-and-player.yaml": {
        "7:32": ("ligne 4 : ajoutez ce nom", "line 4: add the name"),
    },
    "sti/s06-condom-me.yaml": {"5:24": ("écrivez Lynx, Koala", "write Lynx, Koala")},
    "sti/s08-placement-attack.yaml": {
        "9:10": ("écrivez l'un de Lynx, Koala", "write one of Lynx, Koala")
    },
    "sti/s09-test-words.yaml": {
        "4:17": ("écrivez par exemple jaune", "write for example yellow"),
        "4:27": ("des actions sont par exemple pose", "actions are, for example, lays"),
        "4:47": ("des actions sont par exemple pose", "actions are, for example, lays"),
    },
    # A game is of 10 or of 20 points, and 15 is as far from the one as from the other.
    "sti/s10-vie.yaml": {"3:6": ("10, 20", "10, 20")},
}


def _report(name: str) -> Report:
    (report,) = map(report_of, records_of_file(HAND / name))
    return report


def test_every_record_is_one_or_the_other() -> None:
    """All sixty records are judged or told, none is left out."""
    files = {f"{file.parent.name}/{file.name}" for file in HAND.glob("*/*")}
    assert len(files) == 60
    assert files == JUDGED.keys() | TOLD.keys()


@pytest.mark.parametrize("name", JUDGED)
def test_what_can_only_be_meant_one_way_is_judged(name: str) -> None:
    """A record is read where a person would understand it, with a note for each spelling."""
    report = _report(name)
    assert report.is_readable
    assert (len(report.errors), len(report.notes)) == JUDGED[name]
    said = [say(note.message, "fr") for note in report.notes]
    assert len(said) == len(set(said))


def _judgement(report: Report) -> object:
    findings = [(f.rule, f.turn, f.round, f.player, f.where, f.instead) for f in report.findings]
    return findings, report.scores, report.winners, report.players


@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("name", JUDGED)
def test_what_is_written_anew_reads_strictly(name: str, language: Language) -> None:
    """A record written as it was understood has no notes, and is judged in the same way."""
    report = _report(name)
    (again,) = map(
        report_of, records_of_bytes(normalised_record(report, language).encode(), "anew.yaml")
    )
    assert again.notes == ()
    assert _judgement(again) == _judgement(report)


@pytest.mark.parametrize("name", TOLD)
def test_what_is_not_understood_is_told_once(name: str) -> None:
    """Each slip that cannot be read is one sentence, at its line, with what would do."""
    report = _report(name)
    assert not report.is_readable
    told = [f"{problem.line}:{problem.column}" for problem in report.problems]
    assert told == [*TOLD[name]]
    for problem, remedies in zip(report.problems, TOLD[name].values(), strict=True):
        for language, remedy in zip(("fr", "en"), remedies, strict=True):
            (one,) = (
                p
                for p in report.problems_in(language)
                if p.column == problem.column and p.line == problem.line
            )
            assert remedy in say(one.message, language).replace("\u00a0", " ").replace(
                "\u202f", " "
            )


@pytest.mark.few(1)
@pytest.mark.parametrize("language", BUILT_IN)
def test_notes_and_remedies(golden: Golden, language: Language) -> None:
    """What is said of the sixty records stays as it was when it was read aloud."""
    words = list[str]()
    for name in sorted(JUDGED | TOLD):
        report = _report(name)
        words.append(name)
        words += (f"  ! {p.line} {say(p.message, language)}" for p in report.problems_in(language))
        words += (f"  - {n.line} {say(n.message, language)}" for n in report.notes_in(language))
    golden(f"hand.{language}.txt", "\n".join(words) + "\n")


def test_cells_turned_round_are_told_once() -> None:
    """Who writes every cell backwards is told that first, and not only an error for each."""
    (slip,) = suggest_edits(_report("crowns/c03-reversed.yaml"))
    assert say(slip.reason, "en") == "all cells are written backwards, 3x1 for 1x3"


def test_what_forms_have_is_read(judge: Judge) -> None:
    """The number of a turn is a remark, and life points at the end are not those to begin with."""
    report = judge("jeu: qwinto\njoueurs: [Ana, Ben]\ntours: [{tour: 1, dés: {jaune: 3}}]\n")
    assert report.is_readable
    report = judge("jeu: sti\njoueurs: [Ana, Ben]\ntours: []\nvies: {Ana: 3}\n")
    assert [say(one.message, "fr") for one in report.notes_in("fr")] == [
        "«\u202fvies\u202f»\u00a0: lu bilan"
    ]


HEAD = "players: [Ana, Ben]\n"


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        pytest.param(
            f"game: crowns\n{HEAD}date: 03/04/2026\nturns: []\n",
            "2026-04-03, 2026-03-04",
            id="a day or a month",
        ),
        pytest.param(
            f"game: crowns\n{HEAD}turns: [{{dice: 12}}]\n", "[12], [1, 2]", id="one die or two"
        ),
        pytest.param(
            "game: crowns\nplayers: [Ana, ANA]\nturns: [{player: ana}]\n",
            "ANA, Ana",
            id="two people alike",
        ),
        pytest.param(
            f"game: doce\n{HEAD}rounds: [{{turns: 'x A1, C3=4'}}]\n",
            "[x A1 C3=4], [x A1, C3=4]",
            id="one turn or two",
        ),
        pytest.param(
            "game: sti\nplayers: [Lynx, Koala]\nturns: [{plays: [{lays: v}]}]\n",
            "green, violet",
            id="two colours",
        ),
    ],
)
def test_nothing_is_guessed(judge: Judge, text: str, ways: str) -> None:
    """Where two things may be meant nothing is read: both are told, once."""
    report = judge(text)
    assert [say(p.message, "en").partition(" may mean ")[2] for p in report.problems_in("en")] == [
        f"{ways}: write which you mean"
    ]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("game: qwinto\nplayers: Ana Ben\nturns: []\n", id="a name of two words"),
        pytest.param(
            "game: qwinto\nplayers: [Ana, Anna]\nturns: [{player: Annna}]\n", id="nearly a name"
        ),
        pytest.param(
            f"game: qwinto\n{HEAD}turns: [{{dice: [2, 4], writes: [O5]}}]\n", id="which dice"
        ),
        pytest.param(f"game: qwinto\n{HEAD}turns: [{{writes: {{Ana: V11}}}}]\n", id="no such cell"),
        pytest.param(f"game: doce\n{HEAD}rounds: [{{turns: [C347]}}]\n", id="no face of a die"),
        pytest.param(f"game: crowns\n{HEAD}turns: [{{places: [0x1]}}]\n", id="no such column"),
    ],
)
def test_what_is_only_near_is_not_read(judge: Judge, text: str) -> None:
    """What is like something known, but may be something else, stays a fault."""
    assert not judge(text).is_readable


def test_days_in_a_french_record(judge: Judge) -> None:
    """A record in French words writes the day first."""
    report = judge("jeu: crowns\njoueurs: [Ana, Ben]\ndate: 03/04/2026\ntours: []\n")
    assert [say(note.message, "fr") for note in report.notes_in("fr")] == [
        "«\u202f03/04/2026\u202f»\u00a0: lu 2026-04-03"
    ]


def test_a_legal_record_has_no_notes(judge: Judge) -> None:
    """What is written as it should be is read without a word about it."""
    report = judge("jeu: Qwinto\nJOUEURS: [Ana, Ben]\ntours: [{dés: {jaune: 3}, manqué: oui}]\n")
    assert report.is_readable
    assert report.notes == ()
