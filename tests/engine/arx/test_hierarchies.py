"""The rows of hierarchies: files as ARX writes them, rows in its objects, and rows that have to be mended."""

import pytest

from arxdesk_engine.arx.reading import load_arx
from arxdesk_engine.hierarchies.table import TableBuilder
from arxdesk_engine.io.hierarchy import read_hierarchy
from tests.engine.arx import arx_classes as arx
from tests.engine.arx import java_stream as java
from tests.engine.arx.arx_projects import METADATA, config, csv_of, defined, with_objects, written


@pytest.mark.parametrize("delimiter", [";", ",", "|", "\t"])
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_that_files_that_arx_exported_are_hierarchies(tmp_path, delimiter, ending):
    rows = [
        ["1", "[0, 20[", "<100", "*"],
        ["2", "{1; 2, 3}", "<100", "*"],
        ["NULL", "NULL", "NULL", "*"],
        ["ü|a", 'say "so"', ">=100", "*"],
    ]
    cells = (
        ('"' + cell.replace('"', '""') + '"' if delimiter in cell or '"' in cell else cell for cell in row)
        for row in rows
    )
    text = ending.join(map(delimiter.join, cells)) + ending
    (tmp_path / "x.csv").write_bytes(text.encode())
    found = read_hierarchy(tmp_path / "x.csv", ("", "NULL"))
    assert [list(row) for row in found.rows] == [rows[0], rows[1], ["", *rows[2][1:]], rows[3]]


def loaded(tmp_path, name="city", hierarchy=None, ref="", values=("a", "b"), rows=None, configuration=None):
    parts = {
        "metadata.xml": METADATA,
        "project.xml": "<project><name>x</name><separator>;</separator></project>",
        "data/input.csv": csv_of([["id", name], *([f"{number}", value] for number, value in enumerate(values))]),
        "input/definition.xml": "<definition>"
        + defined("id", "IDENTIFYING")
        + defined(name, "QUASI_IDENTIFYING", ref=ref)
        + "</definition>",
        "input/config.xml": config(),
    }
    if hierarchy is not None:
        parts[f"input/{ref}" if ref else f"input/hierarchies/{name}.csv"] = hierarchy
    stored = java.hash_map({} if rows is None else {name: arx.hierarchy(rows)})
    objects = configuration or arx.model_configuration(hierarchies=stored)
    found = load_arx(written(tmp_path / "study.deid", with_objects(parts, arx.project_model(), objects)))
    return found, found.imported.job.attributes[name].hierarchy


def test_that_a_file_is_named_by_its_path(tmp_path):
    for name in ("city", "city/district", "city\\district", "a.b\\c", "Straße & Nr."):
        found, source = loaded(tmp_path, name, "a;x;*\nb;y;*\n", f"hierarchies/{name}.csv")
        assert source == f"study.deid/input/hierarchies/{name}.csv"
        assert found.hierarchies[name].rows == (("a", "x", "*"), ("b", "y", "*"))
        assert found.imported.left_out == ()


def test_that_a_file_that_is_not_named_is_found_by_the_column(tmp_path):
    assert loaded(tmp_path, hierarchy="a;*\nb;*\n")[1] == "study.deid/input/hierarchies/city.csv"


def test_that_rows_in_the_objects_stand_in_for_a_missing_file(tmp_path):
    found, source = loaded(tmp_path, ref="hierarchies/gone.csv", rows=[["a", "x"], ["b", "y"]])
    assert isinstance(source, TableBuilder)
    assert found.hierarchies["city"].rows == (("a", "x"), ("b", "y"))
    assert found.imported.left_out == ()


def test_that_rows_in_the_objects_go_before_a_file_that_a_system_wrote_in_its_own_way(tmp_path):
    rows = [["Łódź", "Polska"], ["Kraków", "Polska"]]
    content = csv_of(rows).encode("cp1250")
    found, source = loaded(tmp_path, "city", content, "hierarchies/city.csv", ("Łódź", "Kraków"), rows)
    assert isinstance(source, TableBuilder)
    assert {row[0] for row in found.hierarchies["city"].rows} == {"Łódź", "Kraków"}
    found, _source = loaded(tmp_path, "city", "Köln;NRW\n".encode("cp1252"), "hierarchies/city.csv", ("Köln",))
    assert found.hierarchies["city"].rows == (("Köln", "NRW"),)


def test_that_a_hierarchy_that_is_nowhere_is_listed(tmp_path):
    found, source = loaded(tmp_path, ref="hierarchies/gone.csv")
    assert source is None
    assert [str(each) for each in found.imported.left_out] == [
        "input/hierarchies/gone.csv: the hierarchy is not in the project. Create or load one."
    ]


def test_that_rows_that_would_be_read_differently_stand_in_the_job(tmp_path):
    """Nothing in the file says that semicolons separate its cells: commas would do as well."""
    hierarchy = "a, x;1, 2, 3;*, *, *\nb, y;1, 2, 4;*, *, *\n"
    found, source = loaded(tmp_path, hierarchy=hierarchy, values=("a, x", "b, y"))
    rows = (("a, x", "1, 2, 3", "*, *, *"), ("b, y", "1, 2, 4", "*, *, *"))
    assert found.hierarchies["city"].rows == rows
    assert isinstance(source, TableBuilder | str)


@pytest.mark.parametrize(
    ("hierarchy", "rows", "said"),
    [
        ("a;x;*\na;y;*\nb;y;*\n", (("a", "x", "*"), ("b", "y", "*")), "is already listed in line 1"),
        ("a;x;*\nb;x\n", None, "cells instead of"),
        ("a;g;1;*\nb;g;2;*\nc;g;1;*\n", None, "splits the group"),
    ],
)
def test_that_rows_are_mended_and_listed(tmp_path, hierarchy, rows, said):
    values = ("a", "b") if "c" not in hierarchy else ("a", "b", "c")
    found, source = loaded(tmp_path, hierarchy=hierarchy, values=values)
    assert isinstance(source, TableBuilder)
    assert rows is None or found.hierarchies["city"].rows == rows
    assert any(said in each.found for each in found.imported.left_out)


def test_that_empty_files_are_no_hierarchies(tmp_path):
    for hierarchy in ("", "\n\n"):
        assert loaded(tmp_path, hierarchy=hierarchy)[1] is None


def test_that_a_column_without_a_hierarchy_may_have_a_builder(tmp_path):
    kind = "aggregates.HierarchyBuilderRedactionBased"
    builder = arx.instance(
        kind,
        aligmentOrder=arx.constant(f"{kind}$Order", "LEFT_TO_RIGHT"),
        redactionOrder=arx.constant(f"{kind}$Order", "RIGHT_TO_LEFT"),
        paddingCharacter=java.Primitive("C", "*"),
        redactionCharacter=java.Primitive("C", "*"),
    )
    configuration = arx.model_configuration(
        hierarchyBuilders=java.hash_map({"city": builder}), max=java.hash_map({"city": java.boxed(1)})
    )
    found, source = loaded(tmp_path, values=("ab", "cd"), configuration=configuration)
    assert source.builder == "redaction"
    assert found.hierarchies["city"].rows == (("ab", "a*", "**"), ("cd", "c*", "**"))
    assert found.imported.job.attributes["city"].maximum_level == 1


def test_that_a_builder_that_makes_the_rows_goes_before_them_and_its_root_stays_unused(tmp_path):
    kind = "aggregates.HierarchyBuilderDate$Granularity"
    builder = arx.instance(
        "aggregates.HierarchyBuilderDate",
        granularities=java.array(f"[L{arx.ARX}{kind};", [arx.constant(kind, "YEAR")]),
        format=None,
        bottomCoding=None,
        topCoding=None,
    )
    objects = arx.model_configuration(hierarchyBuilders=java.hash_map({"born": builder}))
    hierarchy = "1999-12-31;1999\n2000-01-01;2000\n"
    values = ("1999-12-31", "2000-01-01")
    found, source = loaded(tmp_path, "born", hierarchy, values=values, configuration=objects)
    assert source.builder == "date"
    assert [row[1:] for row in found.hierarchies["born"].rows] == [("1999", "*"), ("2000", "*")]
    assert found.imported.job.attributes["born"].maximum_level == 1
    assert found.imported.left_out == ()
