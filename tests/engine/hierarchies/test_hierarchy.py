"""Binding a hierarchy to a column against looking values up."""

from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.hierarchies.hierarchy import Hierarchy, bind
from tests.engine import naive
from tests.engine.problems import column_of
from tests.engine.strategies import hierarchies


@given(hierarchies(), st.data())
def test_that_codes_labels_and_domain_rows_are_those_of_looking_up(rows, data):
    cells = tuple(data.draw(st.lists(st.sampled_from([row[0] for row in rows]), min_size=1, max_size=10)))
    column = column_of("a", cells)
    bound = bind(Hierarchy(rows), column)
    assert (bound.levels, bound.maximum_level, bound.domain_size) == (len(rows[0]), len(rows[0]) - 1, len(rows))
    for level in range(bound.levels):
        assert len(set(bound.labels[level])) == len(bound.labels[level])
        assert sorted(set(bound.codes[level].tolist())) == list(range(len(bound.labels[level])))
        for code, value in enumerate(column.values):
            label = bound.labels[level][bound.codes[level][code]]
            assert label == naive.label(rows, value, level)
            covered = bound.domain_rows[level][bound.codes[level][code]]
            assert covered == naive.share(rows, label, level) * len(rows)
    assert bound.labels[0] == column.values


def test_that_an_attribute_without_hierarchy_has_one_level():
    hierarchy = Hierarchy.identity(("a", "b"))
    assert (hierarchy.levels, hierarchy.groups(0), hierarchy.line(1)) == (1, 2, 2)
