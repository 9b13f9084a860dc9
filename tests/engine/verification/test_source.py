"""The input as it is read a second time: values in the order of their types, labels, and what they cover."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arxdesk_engine.job.job import job_from
from arxdesk_engine.preparation.loading import load_dataset, load_hierarchies
from arxdesk_engine.verification.source import Source

ORDER = ["low", "medium", "high"]
COLUMNS: dict[str, tuple[list[str], dict[str, Any]]] = {
    "detected integers": (["10", "9", "", "-3", "100"], {}),
    "integers": (["10", "9", "", "-3", "100"], {"type": "integer"}),
    "numbers as texts": (["10", "9", "", "-3", "100"], {"type": "string"}),
    "decimals": (["1.5", "1e1", "01.50", "", ".5"], {"type": "decimal"}),
    "dates": (["01.02.2020", "31.01.2020", "", "01.01.2021", "02.01.2020"], {"type": "date", "format": "%d.%m.%Y"}),
    "detected dates": (["2020-02-01", "2019-12-31", "", "2020-01-01", "2021-01-01"], {}),
    "ordinals": (["high", "low", "", "medium", "low"], {"type": "ordinal", "order": ORDER}),
    "texts": (["b", "", "B", "é", "a"], {}),
    "codes": (["007", "10", "07", "7", "1"], {}),
}


def source_of(folder: Path, **attribute: Any) -> tuple[Source, Any]:
    job = job_from({"data": {"path": "in.csv", "header": True}, "attributes": {"x": attribute}}).at(folder / "job.toml")
    return Source.read(job, None), job


@pytest.mark.parametrize("kind", COLUMNS)
def test_that_values_have_the_order_of_their_type(tmp_path: Path, kind: str):
    values, settings = COLUMNS[kind]
    (tmp_path / "in.csv").write_text("x,y\n" + "".join(f'"{value}",1\n' for value in values), encoding="utf-8")
    source, job = source_of(tmp_path, **settings)
    assert tuple(source.values_in_order("x")) == load_dataset(job)["x"].values


ROWS = "a;same;*\nb;same;*\nc;b;*\nd;b;*\ne;b;*\n"
IN_THE_JOB = {"builder": "table", "rows": [line.split(";") for line in ROWS.splitlines()]}


@pytest.mark.parametrize("hierarchy", ["h.csv", IN_THE_JOB], ids=["in a file", "in the job"])
def test_that_labels_come_from_the_rows_of_the_hierarchy(tmp_path: Path, hierarchy: Any):
    (tmp_path / "in.csv").write_text("x,y\na,1\nb,1\nc,1\n", encoding="utf-8")
    (tmp_path / "h.csv").write_text(ROWS, encoding="utf-8")
    source, _job = source_of(tmp_path, role="quasi-identifying", hierarchy=hierarchy)
    assert list(source.generalized("x", 0)) == ["a", "b", "c"]
    assert list(source.generalized("x", 1)) == ["same", "same", "b"]
    assert list(source.generalized("x", 2)) == ["*", "*", "*"]
    assert (source.height("x"), source.domain_size("x"), source.records) == (3, 5, 3)
    # "b" is a value of its own at level 0, and the label of three at level 1.
    assert source.rows_covered("x", [0, 1])["b"] == (1, 3)
    assert source.rows_covered("x", [1, 2]) == {"same": (2, 2), "b": (3, 3), "*": (5, 5)}
    assert (source.height("y"), source.domain_size("y")) == (1, 1)


@pytest.mark.parametrize("hierarchy", ["h.csv", {"builder": "table", "rows": [["a", "l", "*"]]}])
def test_that_what_a_hierarchy_does_not_list_has_no_text(tmp_path: Path, hierarchy: Any):
    (tmp_path / "in.csv").write_text("x,y\na,1\nz,1\n", encoding="utf-8")
    (tmp_path / "h.csv").write_text("a;l;*\n", encoding="utf-8")
    source, _job = source_of(tmp_path, role="quasi-identifying", hierarchy=hierarchy)
    assert source.generalized("x", 1).codes.tolist() == [0, -1]
    assert source.generalized("x", 7).codes.tolist() == [-1, -1]


def test_that_a_sample_goes_before_everything_else(tmp_path: Path):
    (tmp_path / "in.csv").write_text("x,y\na,1\nz,1\n", encoding="utf-8")
    job = job_from({"data": {"path": "in.csv", "header": True}}).at(tmp_path / "job.toml")
    assert Source.read(job, np.array([False, True])).records == 1


def test_that_builders_label_what_is_read_here_as_they_label_what_the_engine_reads(tmp_path: Path):
    cells = "".join(f"{age},{'ab'[age % 2]}\n" for age in range(20, 60)) + ",a\n"
    (tmp_path / "in.csv").write_text(f"x,y\n{cells}", encoding="utf-8")
    source, job = source_of(tmp_path, role="quasi-identifying", hierarchy={"builder": "automatic"})
    dataset = load_dataset(job)
    hierarchy = load_hierarchies(job, dataset)["x"]
    assert (source.height("x"), source.domain_size("x")) == (hierarchy.levels, len(hierarchy.rows))
    for level in range(1, hierarchy.levels):
        assert source.labels("x", level) == {row[0]: row[level] for row in hierarchy.rows}
