"""The research subset: bits of rows, and the query that chose them where it still chooses the same."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.arx.files.java_objects import read_objects
from arxdesk_engine.arx.reading import load_arx, read_arx
from arxdesk_engine.arx.subset import row_mask
from arxdesk_engine.preparation.named_subsets import named_subsets
from arxdesk_engine.preparation.subset import included_records
from tests.engine.arx import arx_classes as arx
from tests.engine.arx import java_stream as java
from tests.engine.arx.arx_projects import config, people, with_objects, written, xml_parts


@given(st.lists(st.booleans(), min_size=1, max_size=300))
def test_that_the_bits_of_a_row_set_are_its_rows(chosen):
    (rows,) = read_objects(java.stream(arx.row_set(chosen)))
    assert row_mask(rows, len(chosen)).tolist() == chosen


def test_that_rows_that_do_not_fit_the_table_are_refused():
    (rows,) = read_objects(java.stream(arx.row_set([True] * 100)))
    assert row_mask(rows, 100).all()
    assert row_mask(rows, 99) is None
    assert row_mask(rows, 200) is None
    for words in ([-1, -1], [1]):
        stored = arx.instance("RowSet", array=java.longs(words), length=100, size=3)
        (rows,) = read_objects(java.stream(stored))
        assert row_mask(rows, 100) is None


def project(tmp_path, chosen, model=None, parts=None, **values):
    configuration = arx.model_configuration(researchSubset=None if chosen is None else arx.row_set(chosen), **values)
    table = parts or xml_parts()
    return written(tmp_path / "study.deid", with_objects(table, model or arx.project_model(), configuration))


def test_that_all_rows_are_no_subset(tmp_path):
    imported = read_arx(project(tmp_path, [True] * 120))
    assert imported.job.subset is None
    assert imported.left_out == ()


def test_that_the_query_is_kept_where_it_selects_the_rows(tmp_path):
    """Rows with age > 50: the example whose bits were read from a project of ARX."""
    chosen = [int(row[2]) > 50 for row in people()]
    model = arx.project_model(query="'age' > '50'", subsetOrigin="Query")
    loaded = load_arx(project(tmp_path, chosen, model))
    assert loaded.imported.job.subset.select == "age > '50'"
    assert loaded.imported.left_out == ()
    found = included_records(loaded.imported.job, loaded.dataset)
    assert found.tolist() == chosen
    assert 0 < found.sum() < 120


def test_that_the_grouping_of_a_query_is_that_of_arx(tmp_path):
    chosen = [row[1] == "f" and (int(row[2]) > 50 or row[6] == "flu") for row in people()]
    query = "'sex' = 'f' and 'age' > '50' or 'diagnosis' = 'flu'"
    imported = read_arx(project(tmp_path, chosen, arx.project_model(query=query)))
    assert imported.job.subset.select == "sex = 'f' and (age > '50' or diagnosis = 'flu')"


@pytest.mark.parametrize(
    ("query", "origin", "said"),
    [
        ("'age' > '51'", "Query", "\"'age' > '51'\" selects other rows here"),
        ("'age' > '51'", "Manual", ""),
        ("'ghost' > '51'", "Query", "cannot be used: the table has no attribute"),
        ("age > 51", "Query", "cannot be used: it cannot be parsed"),
        ("", "File", ""),
    ],
)
def test_that_rows_are_listed_where_the_query_does_not_say_them(tmp_path, query, origin, said):
    chosen = [number % 3 == 0 for number in range(120)]
    loaded = load_arx(project(tmp_path, chosen, arx.project_model(query=query, subsetOrigin=origin)))
    subset = loaded.imported.job.subset
    assert (subset.base, subset.select) == ("none", None)
    assert included_records(loaded.imported.job, loaded.dataset).tolist() == chosen
    listed = [each.found for each in loaded.imported.left_out]
    assert [said in each for each in listed] == [True] * bool(said)


def test_that_rows_that_are_missing_or_do_not_fit_are_listed(tmp_path):
    imported = read_arx(project(tmp_path, [True] * 50))
    assert imported.job.subset is None
    assert [each.found for each in imported.left_out] == ["the rows of the research sample do not fit the table"]
    parts = {**xml_parts(), "input/config.xml": config(("5-anonymity", "(0.0,0.5)-presence", "Inclusion"))}
    imported = read_arx(written(tmp_path / "words.deid", parts))
    assert any("which rows belong to" in each.found for each in imported.left_out)


def test_that_the_rows_of_a_criterion_stand_in_for_those_of_the_configuration(tmp_path):
    chosen = [number % 2 == 0 for number in range(120)]
    subset = arx.instance("DataSubset", bitSet=arx.row_set(chosen), sortedIndices=None)
    criterion = arx.instance("criteria.DPresence", dMin=0.0, dMax=0.9, subset=subset)
    config_of_arx = arx.arx_configuration(criteria=java.hash_set([criterion]))
    model = arx.project_model(dPresenceModel=arx.model_of("DPresence", enabled=True, dmin=0.0, dmax=0.9))
    parts = with_objects(xml_parts(), model, arx.model_configuration(config_of_arx))
    loaded = load_arx(written(tmp_path / "study.deid", parts))
    assert np.array_equal(included_records(loaded.imported.job, loaded.dataset), chosen)


def test_that_a_model_that_needs_a_subset_has_all_rows_where_none_are_left_out(tmp_path):
    model = arx.project_model(kMapModel=arx.model_of("KMap", enabled=True, k=3, significanceLevel=0.01, estimator=None))
    imported = read_arx(project(tmp_path, [True] * 120, model))
    assert imported.job.subset.base == "all"
    assert len(named_subsets(imported.job)) == 1
