"""What was counted at the end: compared with the turns; and how charts lie on paper."""

from collections.abc import Iterator, Mapping

from generator.game import Mark, Paper
from generator.rules.circuit.judging import marker_named
from generator.rules.circuit.state import Final, Layout, State, counts
from generator.rules.family import Refusal, Scores
from generator.rules.findings import differs, score_wrong
from generator.words import message

ON_FINALS = ("unfinished", "final-differs", "score-wrong")


def differing(layout: Layout, state: State, finals: Mapping[str, Final]) -> Iterator[Refusal]:
    """Yield each count that is not what the turns give; those left out are passed over."""
    for player, final in finals.items():
        given = counts(layout, state)[player]
        for stage, found in final.counts.items():
            if found != given[stage]:
                key, marker = "rules.circuit.final-differs", marker_named(layout, stage)
                reason = message(key, marker=marker, found=found, wanted=given[stage])
                path = ("final", player, layout.stages[stage])
                yield differs("final-differs", reason, path, player, None)


def added_up_wrong(finals: Mapping[str, Final], scores: Scores) -> Iterator[Refusal]:
    """Yield each score that was added up wrong by hand."""
    for player, final in finals.items():
        wanted = scores[player]["total"]
        if final.score is not None and final.score != wanted:
            yield score_wrong("total", final.score, wanted, ("final", player, "score"), player)


def shown(layout: Layout, state: State) -> tuple[Paper, ...]:
    """Return every chart with its markers and a tick for each lap.

    Of markers that were only counted nobody knows where they lie: their charts are empty.
    """
    papers = []
    for player in counts(layout, state):
        seat = state.seats[player]
        placed = zip(layout.teeth, seat.teeth, strict=True)
        teeth = {tooth: layout.tokens[stage] for tooth, stage in placed if stage}
        ticks = dict.fromkeys(layout.laps.cell_ids()[: seat.laps], Mark(shape="tick"))
        papers.append(Paper(player, layout.part, {**teeth, **ticks}))
    return tuple(papers)
