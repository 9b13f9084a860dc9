"""The output table, cell by cell."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.release.transform.apply import NO_CLASS, apply
from tests.engine import naive
from tests.engine.problems import column_of, columns_and_hierarchies, problem_of
from tests.engine.strategies import cases


def applied(case, levels):
    columns, bound = columns_and_hierarchies(case)
    others = [
        column_of("name", tuple(f"person {index}" for index in range(case.records))),
        column_of("illness", tuple(f"illness {index % 3}" for index in range(case.records))),
        column_of("note", tuple("*" if index % 2 else "" for index in range(case.records))),
    ]
    # Identifying first, quasi-identifiers in between: the order of columns is that of the table.
    dataset = Dataset((others[0], *columns, *others[1:]))
    roles = {"name": Role.IDENTIFYING, "illness": Role.SENSITIVE, "note": Role.INSENSITIVE}
    roles |= {column.name: Role.QUASI_IDENTIFYING for column in columns}
    problem = problem_of(case)
    classes = problem.grouping.classes(levels)
    hierarchies = dict(zip((column.name for column in columns), bound, strict=True))
    return dataset, apply(dataset, problem.grouping, classes, problem.judge(classes).violating, roles, hierarchies)


@given(case=cases(), data=st.data())
def test_that_every_cell_is_what_it_must_be(case, data):
    levels = data.draw(st.sampled_from(list(naive.transformations(case))))
    dataset, output = applied(case, levels)
    removed = naive.suppressed(case, levels)
    assert output.levels == levels
    assert output.suppressed.tolist() == removed
    assert output.suppressed_records == sum(removed)
    assert output.dataset.names == dataset.names
    rows = naive.generalized(case, levels)
    for index in range(len(case.columns)):
        expected = ["*" if gone else row[index] for row, gone in zip(rows, removed, strict=True)]
        assert output.dataset[f"q{index}"].texts().tolist() == expected
        assert len(set(output.dataset[f"q{index}"].values)) == len(output.dataset[f"q{index}"].values)
    assert set(output.dataset["name"].texts()) == {"*"}
    for name in ("illness", "note"):
        assert output.dataset[name].texts().tolist() == dataset[name].texts().tolist()
    frame = output.to_pandas()
    assert list(frame.columns) == list(dataset.names)
    assert frame["q0"].astype("object").tolist() == output.dataset["q0"].texts().tolist()
    for name in frame:
        assert set(frame[name].cat.categories) == set(output.dataset[name].texts())


@given(case=cases())
def test_that_members_and_class_sizes_describe_the_classes_kept(case):
    for levels in (case.lowest, case.highest):
        _dataset, output = applied(case, levels)
        rows = naive.generalized(case, levels)
        kept = output.members[~output.suppressed]
        assert (output.members[output.suppressed] == NO_CLASS).all()
        assert np.bincount(kept, minlength=len(output.class_sizes)).tolist() == output.class_sizes.tolist()
        assert all(size >= case.k for size in output.class_sizes)
        pairs = {(row, member) for row, member in zip(rows, output.members.tolist(), strict=True) if member != NO_CLASS}
        assert len(pairs) == len(output.class_sizes)


@given(case=cases())
def test_that_the_input_is_left_as_it_was(case):
    dataset, _output = applied(case, case.highest)
    for index, cells in enumerate(case.columns):
        assert dataset[f"q{index}"].texts().tolist() == list(cells)
