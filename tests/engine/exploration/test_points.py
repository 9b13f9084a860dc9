"""The points of score against risk, beside what single looks tell, and the estimates beside the engine's own."""

from __future__ import annotations

import math

import numpy as np
import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.exploration import estimates
from arxdesk_engine.exploration.alternatives import Alternatives
from arxdesk_engine.exploration.estimates import estimate
from arxdesk_engine.exploration.gathering import Gathering
from arxdesk_engine.exploration.points import Across, Axes, Points, Risk, points_of
from arxdesk_engine.exploration.sifting import Sifted, sift
from arxdesk_engine.foundation.control import Control, Stopped
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.job.explore import Filters
from arxdesk_engine.job.population import PopulationSettings
from arxdesk_engine.risk.uniqueness import uniqueness
from tests.engine.made_cases import discharges

POPULATION = PopulationSettings(size=200_000)


@pytest.fixture(scope="module")
def anonymizer() -> Anonymizer:
    case = discharges(400)
    return case.anonymizer(suppression=case.job.suppression.model_copy(update={"limit": 0.3}))


@pytest.fixture(scope="module")
def alternatives(anonymizer: Anonymizer) -> Alternatives:
    gathering = Gathering(anonymizer)
    gathering.classify(Control())
    return gathering.snapshot(anonymizer.search().best.levels, is_proven=True)


def sifted(alternatives: Alternatives, **filters: object) -> Sifted:
    return sift(alternatives, Filters(**filters))


def plotted(shown: Sifted, axes: Axes, shares=None) -> Points:
    return points_of(shown, axes, shares)


def looked_at(anonymizer: Anonymizer, alternatives: Alternatives):
    return anonymizer.look_at([alternatives.levels_of(row) for row in range(len(alternatives))])


@pytest.mark.parametrize("across", Across)
@pytest.mark.parametrize("risk", [Risk.HIGHEST, Risk.AVERAGE])
def test_that_every_anonymous_transformation_is_a_point(anonymizer, alternatives, across, risk):
    records = anonymizer.problem.grouping.records
    expected = []
    for row, check in enumerate(looked_at(anonymizer, alternatives)):
        if check.anonymous and check.smallest_class:
            x = {
                Across.SCORE: check.score,
                Across.REMOVED: check.suppressed_records / records,
                Across.LOWER_BOUND: check.lower_bound,
            }[across]
            average = check.classes / (records - check.suppressed_records)
            expected.append((x, 1 / check.smallest_class if risk is Risk.HIGHEST else average, row))
    made = plotted(sifted(alternatives), Axes(across, risk))
    found = sorted(zip(made.x.tolist(), made.y.tolist(), made.rows.tolist(), strict=True))
    assert [row for *_figures, row in found] == [row for *_figures, row in sorted(expected)]
    assert np.allclose([each[:2] for each in found], [each[:2] for each in sorted(expected)])
    assert made.rows[made.best] == alternatives.best


def test_that_filters_leave_points_out_and_what_is_not_anonymous_is_none(alternatives):
    shown = sifted(alternatives, highest_score=0.5, classes=("anonymous", "not-anonymous"))
    made = plotted(shown, Axes())
    assert len(made.rows) == shown.passing["anonymous"] > 0
    assert made.best == -1
    assert made.x.max() <= 0.5
    assert len(plotted(sifted(alternatives, classes=("not-anonymous",)), Axes())) == 0


def test_that_places_and_rows_lead_to_each_other(alternatives):
    made = plotted(sifted(alternatives), Axes())
    assert made.place_of(int(made.rows[7])) == 7
    assert made.place_of(int(np.flatnonzero(alternatives.state != 2)[0])) == -1
    mask = made.mask(np.array([3, 5]))
    assert np.flatnonzero(mask).tolist() == sorted(made.rows[[3, 5]].tolist())


def test_that_marked_rows_are_found_also_where_more_rows_have_come_since(alternatives):
    made = plotted(sifted(alternatives), Axes())
    marked = np.zeros(made.rows.max(), bool)
    marked[::3] = True
    expected = [row < len(marked) and row % 3 == 0 for row in made.rows.tolist()]
    assert made.among(marked).tolist() == expected
    assert any(expected)


def test_that_the_frontier_and_what_is_better_are_found(alternatives):
    made = plotted(sifted(alternatives), Axes())
    assert all(len(made.better_than(place)) == 0 for place in made.frontier.tolist())
    place = len(made) - 1
    expected = [other for other in range(len(made)) if made.x[other] < made.x[place] and made.y[other] < made.y[place]]
    assert made.better_than(place).tolist() == expected


def test_that_a_lattice_of_which_only_some_is_known_gives_those_points(anonymizer, monkeypatch):
    monkeypatch.setattr("arxdesk_engine.exploration.gathering.MOST_WHOLE", 10)
    gathering = Gathering(anonymizer)
    solution = anonymizer.search()
    gathering.put(solution.examined)
    part = gathering.snapshot(solution.best.levels, is_proven=True)
    made = plotted(sifted(part), Axes())
    assert not part.is_whole
    assert len(made.rows) == sum(check.anonymous and check.smallest_class > 0 for check in solution.examined) > 0
    assert part.levels_of(int(made.rows[made.best])) == solution.best.levels


def test_that_a_stop_ends_it(alternatives):
    control = Control()
    control.stop()
    with pytest.raises(Stopped):
        points_of(sifted(alternatives), control=control)


def test_that_uniqueness_is_what_the_report_of_the_output_says(anonymizer, alternatives, monkeypatch):
    monkeypatch.setattr(estimates, "MOST_ESTIMATED", 12)
    shown = sifted(alternatives)
    told = estimate(anonymizer, POPULATION, shown)
    scores = sorted(check.score for check in looked_at(anonymizer, alternatives) if check.anonymous)
    assert told.done == told.wanted == len(told.shares) == 12
    assert sorted(alternatives.score[alternatives.row_of(levels)] for levels in told.shares) == scores[:12]
    for levels, share in told.shares.items():
        expected = uniqueness(anonymizer.apply(levels).class_sizes, 200_000).dankar.share
        assert share == expected or (math.isnan(share) and expected is None)
    made = plotted(shown, Axes(risk=Risk.POPULATION), told.shares)
    for row, y in zip(made.rows.tolist(), made.y.tolist(), strict=True):
        assert y == told.shares[alternatives.levels_of(row)]
    assert made.anonymous == shown.passing["anonymous"] + 1


def test_that_what_is_known_is_not_estimated_again(anonymizer, alternatives, monkeypatch):
    monkeypatch.setattr(estimates, "MOST_ESTIMATED", 5)
    told = estimate(anonymizer, POPULATION, sifted(alternatives))
    known = dict.fromkeys(told.shares, 0.125)
    assert set(estimate(anonymizer, POPULATION, sifted(alternatives), known).shares.values()) == {0.125}


def test_that_estimates_are_told_as_they_come_and_a_stop_leaves_it_at_them(anonymizer, alternatives, monkeypatch):
    monkeypatch.setattr(estimates, "TELLING", 0.0)
    told = []

    def note(progress):
        told.append(progress)
        if len(told) == 3:
            control.stop()

    control = Control(note)
    last = estimate(anonymizer, POPULATION, sifted(alternatives), {}, control)
    assert [each.done for each in told] == [1, 2, 3]
    assert last.done == 3 < last.wanted
    assert all(each.wanted == last.wanted for each in told)


def test_that_a_population_smaller_than_the_table_is_told(anonymizer, alternatives):
    with pytest.raises(InvalidJob, match="smaller"):
        estimate(anonymizer, PopulationSettings(size=10), sifted(alternatives))
