"""What a recoding does on its way: the same for any number of threads, reports that only improve, an end when asked."""

import time
from itertools import pairwise

import numpy as np
import pytest

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.search import GroupwiseSettings
from arxdesk_engine.privacy.size import KAnonymity
from arxdesk_engine.release.recoding import NoGroups, recode_group_by_group
from arxdesk_engine.search.check import check
from arxdesk_engine.search.groupwise.recoding import recode_by_groups
from arxdesk_engine.search.local_recoding import End
from tests.engine.problems import combined_problem
from tests.engine.search.groupwise.random_tables import chance_of, model_on_diagnosis, random_table, recoded
from tests.engine.search.groupwise.test_models_hold import check_result

TOLERANCE = 1e-12


def large_table():
    chance = chance_of(7)
    return random_table(chance, 45, (KAnonymity(k=5), model_on_diagnosis("distinct")), most_copies=5)


def test_that_the_result_does_not_depend_on_the_number_of_threads():
    table = large_table()
    one, *others = (recoded(table, threads=threads, seed=3) for threads in (1, 2, 8))
    assert one.groupwise.is_improved
    for other in others:
        assert other.groupwise == one.groupwise
        assert other.recoding.transformations == one.recoding.transformations
        assert np.array_equal(other.recoding.chosen, one.recoding.chosen)
        assert np.array_equal(other.recoding.suppressed, one.recoding.suppressed)


def test_that_reports_only_improve():
    seen = []
    found = recode_by_groups(combined_problem(large_table()), Control(seen.append, threads=2))
    losses, bounds = [each.loss for each in seen], [each.lower_bound for each in seen]
    assert all(later <= earlier + TOLERANCE for earlier, later in pairwise(losses))
    assert all(later >= earlier - TOLERANCE for earlier, later in pairwise(bounds))
    assert (losses[0], losses[-1]) == (found.groupwise.first_loss, found.groupwise.loss)
    assert bounds[-1] == found.groupwise.lower_bound <= found.groupwise.loss


def test_that_it_ends_soon_when_asked_with_a_table_that_holds():
    table, asked = large_table(), []
    recoded(table)  # so that the kernels are loaded
    problem = combined_problem(table)

    def stop(_progress):
        control.stop()
        asked.append(time.perf_counter())

    control = Control(stop, threads=2)
    found = recode_by_groups(problem, control)
    assert time.perf_counter() - asked[0] < 1.0
    assert found.end is End.STOPPED
    check_result(table, problem, found)


def test_that_models_that_no_group_satisfies_are_an_error():
    problem = combined_problem(random_table(chance_of(1), 4, (KAnonymity(k=100),)))
    assert recode_by_groups(problem, Control(threads=1)) is None
    first = check(problem, problem.lattice.top)
    with pytest.raises(NoGroups, match="no group satisfies the privacy models"):
        recode_group_by_group(problem, first, GroupwiseSettings(), Control(threads=1), None, 0)
