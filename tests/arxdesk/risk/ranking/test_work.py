"""Rankings of attributes and who is alone in them, counted by hand."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from arxdesk.risk.ranking.work import RankingOfSets, RankingOfSingles, UniqueRecords
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.subset import SubsetSettings
from tests.arxdesk.analysis.applied_documents import discharges, put_on, wards
from tests.arxdesk.analysis.test_records import tables_of


@pytest.fixture(scope="module")
def hospital():
    document = discharges(300)
    put_on(document)
    return document


def by_hand(rows):
    """Separation, distinction and how many are alone, from what records read; those with nothing but * are left out."""
    rows = [row for row in rows if set(row) != {"*"}]
    n, groups = len(rows), Counter(rows)
    if n < 2:
        return 0.0, float(n), n, n
    alike = sum(number * (number - 1) for number in groups.values())
    alone = sum(number == 1 for number in groups.values())
    return 1 - alike / (n * (n - 1)), len(groups) / n, alone, n


def rows_of(table, names):
    frame = table.dataset.to_pandas()
    return list(zip(*(frame[name].astype(str) for name in names), strict=True))


def test_that_attributes_pairs_and_triples_have_the_figures_that_are_counted_by_hand(hospital):
    for table in tables_of(hospital):
        names = table.quasi_identifiers
        requests = [
            RankingOfSingles(names),
            RankingOfSets(names, 2, 2),
            RankingOfSets(names, 3, 3),
            RankingOfSets(names, 1, 4),
        ]
        wanted = [
            list(combinations(names, 1)),
            list(combinations(names, 2)),
            list(combinations(names, 3)),
            [each for size in range(1, 5) for each in combinations(names, size)],
        ]
        for request, sets in zip(requests, wanted, strict=True):
            found = request.run(table, Control())
            assert found.complete
            assert sorted(found.names(place) for place in range(len(found.sets))) == sorted(sets)
            for place in range(len(found.sets)):
                separation, distinction, alone, n = by_hand(rows_of(table, found.names(place)))
                assert found.separation[place] == pytest.approx(separation)
                assert found.distinction[place] == pytest.approx(distinction)
                assert (found.alone[place], found.counted[place]) == (alone, n)


def test_that_orders_fall_by_their_figure(hospital):
    found = RankingOfSets(tables_of(hospital)[0].quasi_identifiers, 1, 3).run(tables_of(hospital)[0], Control())
    for values, order in (
        (found.separation, found.by_separation),
        (found.distinction, found.by_distinction),
        (found.alone, found.by_alone),
    ):
        assert sorted(order.tolist()) == list(range(len(found.sets)))
        assert (np.diff(values[order]) <= 0).all()


def test_that_those_alone_are_the_records_whose_values_nobody_else_has(hospital):
    for table in tables_of(hospital):
        for names in (("age",), ("age", "postcode"), ("sex", "age", "diagnosis")):
            rows = rows_of(table, names)
            number = Counter(rows)
            alone = [place for place, row in enumerate(rows) if number[row] == 1 and set(row) != {"*"}]
            assert UniqueRecords(names).run(table, Control()).tolist() == alone


def test_that_only_records_that_count_are_compared():
    document = wards()
    document.set_sections({"subset": SubsetSettings(select="sex = 'f'")})
    put_on(document)
    before, _after = tables_of(document)
    found = RankingOfSingles(("sex", "ward")).run(before, Control())
    assert found.counted.tolist() == [7, 7]
    assert found.separation.tolist() == [0.0, pytest.approx(1 - (6 + 6) / 42)]
    assert UniqueRecords(("ward",)).run(before, Control()).tolist() == [11]


def test_that_what_was_stopped_has_what_was_found_until_then(hospital):
    control = Control()
    control.stop()
    table = tables_of(hospital)[0]
    for request in (RankingOfSingles(table.quasi_identifiers), RankingOfSets(table.quasi_identifiers, 1, 3)):
        found = request.run(table, control)
        assert not found.complete
        assert found.sets == ()
