"""Groups counted, and findings on a hierarchy, against counting by hand."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.hierarchies.audit import audit
from arxdesk_engine.hierarchies.groups import Groups, records_of_rows
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from tests.engine.hierarchies.columns import column
from tests.engine.strategies import VALUES, hierarchies

CELLS = st.lists(st.sampled_from(VALUES), min_size=1, max_size=20)


@given(hierarchies(max_values=7), CELLS)
def test_that_groups_have_their_members_rows_and_records(rows, cells):
    hierarchy = Hierarchy(rows)
    groups, of = Groups.of(hierarchy), column(cells)
    of_rows = records_of_rows(hierarchy, of)
    assert of_rows.tolist() == [cells.count(row[0]) for row in rows]
    for level in range(hierarchy.levels):
        labels = list(dict.fromkeys(row[level] for row in rows))
        assert list(groups.labels[level]) == labels
        assert groups.count(level) == len(labels)
        assert groups.first[level].tolist() == [[row[level] for row in rows].index(label) for label in labels]
        assert groups.rows[level].tolist() == [sum(row[level] == label for row in rows) for label in labels]
        holding = [sum(cells.count(row[0]) for row in rows if row[level] == label) for label in labels]
        assert groups.records(of_rows, level).tolist() == holding
        if level:
            order, start = groups.members(level)
            for place, label in enumerate(labels):
                inside = [groups.labels[level - 1][group] for group in order[start[place] : start[place + 1]]]
                assert inside == list(dict.fromkeys(row[level - 1] for row in rows if row[level] == label))


@given(hierarchies(max_values=7), CELLS)
def test_that_findings_are_those_of_counting(rows, cells):
    hierarchy, of = Hierarchy(rows), column(cells)
    found = audit(Groups.of(hierarchy), of)
    listed = [row[0] for row in rows]
    assert set(found.missing) == set(cells) - set(listed)
    assert found.lacks_missing_cells == ("" in cells and "" not in listed)
    assert found.unused == tuple(value for value in listed if value not in cells)
    assert found.has_root == (len(rows[0]) > 1 and len({row[-1] for row in rows}) == 1)
    columns = list(zip(*rows, strict=True))
    same = [place for place, (a, b) in enumerate(pairwise(columns), 1) if len(set(a)) == len(set(b))]
    assert found.repeated == tuple(same)
    members: dict[str, set[frozenset[str]]] = {}
    for labels in columns:
        for label in labels:
            inside = frozenset(row[0] for row, each in zip(rows, labels, strict=True) if each == label)
            members.setdefault(label, set()).add(inside)
    assert set(found.ambiguous) == {
        label for label, sets in members.items() if len(sets) > 1 and label not in ("", "*")
    }
