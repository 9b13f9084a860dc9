"""Group sizes as people see them, compared with the engine's."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from arxdesk.quality.group_sizes.view import ClassSizesView
from arxdesk.ui.words import count, percent
from arxdesk_engine.analysis.distribution.scale_words import significant
from arxdesk_engine.analysis.statistics.class_sizes import class_sizes
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from tests.arxdesk.quality import quality_views

american, census_parts, example_parts = quality_views.american, quality_views.census_parts, quality_views.example_parts
census, example, of_frame, shown = (
    quality_views.census,
    quality_views.example,
    quality_views.of_frame,
    quality_views.shown,
)


def figures(view):
    table = view.figures
    return {
        table.text(row, 0): [table.text(row, column) for column in range(1, len(table.headings))]
        for row in range(table.rows)
    }


@pytest.mark.parametrize("project", ["census", "example"])
def test_that_both_sides_have_the_sizes_of_the_engine(project, request, shown):
    analysis = request.getfixturevalue(project)
    view = shown(ClassSizesView, analysis)
    input_frame = analysis.input.dataset.to_pandas()[list(analysis.input.quasi_identifiers)].astype(str)
    before = class_sizes(input_frame.groupby(list(input_frame.columns)).size().to_numpy())
    output = analysis.output.applied.output
    after = class_sizes(output.class_sizes, output.suppressed_records)
    rows = figures(view)
    assert view.figures.headings == ("Group size", "Input", "Output", "With removed")
    columns = [
        (before.kept, before.kept_records),
        (after.kept, after.kept_records),
        (after.with_suppressed, after.records),
    ]
    assert rows["Groups"] == [count(sizes.classes) for sizes, _people in columns]
    assert rows["Records"] == [count(people) for _sizes, people in columns]
    for name, figure in (("Smallest", "smallest"), ("Largest", "largest")):
        assert [text.split(" ")[0] for text in rows[name]] == [
            count(getattr(sizes, figure)) for sizes, _people in columns
        ]
    assert [text.split(" ")[0] for text in rows["Average"]] == [
        significant(sizes.average) for sizes, _people in columns
    ]
    share = percent(after.suppressed_records / after.records)
    assert rows["Removed"] == ["0", *[f"{count(after.suppressed_records)} ({share})"] * 2]
    assert rows["All records"] == [count(analysis.input.dataset.records)] * 3


def test_that_the_bars_are_shares_of_the_groups(shown, census):
    view = shown(ClassSizesView, census)
    sizes = census.output.applied.output.class_sizes
    expected = [
        np.mean((sizes >= low) & (sizes <= high)) for low, high in ((1, 1), (2, 4), (5, 9), (10, 99), (100, 1e9))
    ]
    assert [bar.after for bar in view.chart.categories] == pytest.approx(expected)
    assert "397 groups of 72.6 records on average in the output" in view.sentence.text()
    assert "The smallest group now has 5 records, before 1." in view.sentence.text()


def test_that_bars_and_figures_open_their_records(shown, census):
    view = shown(ClassSizesView, census)
    view.chart.clicked.emit(2)
    records = census.shown_records
    assert records.reason == "in groups of 5–9 in the output"
    sizes = census.output.applied.output.class_sizes
    assert len(records.request.run(records.table, Control())) == sizes[sizes <= 9].sum()
    names = [view.figures.text(row, 0) for row in range(view.figures.rows)]
    view.table.activated.emit(view.table.model().index(names.index("Removed"), 2))
    assert len(census.shown_records.request.run(census.output, Control())) == 1_346
    view.table.activated.emit(view.table.model().index(names.index("Largest"), 1))
    assert census.shown_records.reason == "in the largest group, of 45 in the input"
    assert len(census.shown_records.request.run(census.input, Control())) == 45


def test_that_the_input_stands_alone_before_anything_is_applied(shown, of_frame):
    hierarchies = {"a": Hierarchy((("x", "*"), ("y", "*")))}
    view = shown(ClassSizesView, of_frame(pd.DataFrame({"a": list("xxy")}), hierarchies))
    assert view.figures.headings == ("Group size", "Input")
    assert figures(view)["Average"] == ["1.50 (50 %)"]


def test_that_everybody_removed_is_said(shown, of_frame):
    hierarchies = {"a": Hierarchy(tuple((text, "*") for text in "123"))}
    view = shown(ClassSizesView, of_frame(pd.DataFrame({"a": list("123")}), hierarchies, (0,), k=2, limit=1.0))
    assert "All records were removed." in view.sentence.text()
    assert figures(view)["Smallest"] == ["1 (33 %)", "–", "3 (100 %)"]


def test_that_without_quasi_identifiers_the_way_out_is_offered(shown, of_frame, qtbot):
    view = shown(ClassSizesView, of_frame(pd.DataFrame({"a": ["x"]}), {}))
    assert not view.shows_content
    with qtbot.waitSignal(view.analysis.wishes.perspective, check_params_cb=lambda key: key == "configure"):
        view.empty.action_triggered.emit()
