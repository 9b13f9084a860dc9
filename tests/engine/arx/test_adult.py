"""ADULT as a project of ARX, with nine attributes and real hierarchies: the same result as from a job."""

import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.arx.reading import load_arx
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.job import job_from
from tests.engine.arx import arx_classes as arx
from tests.engine.arx import java_stream as java
from tests.engine.arx.arx_projects import METADATA, PROJECT, defined, with_objects, written

LEVELS = (0, 3, 0, 0, 2, 1, 1, 2, 0)
"""The best transformation for 5-anonymity with at most 5 % removed, as published and as ARX finds it."""


@pytest.fixture
def project(shared, tmp_path):
    folder = shared / "data/adult"
    names = (folder / "adult.csv").read_text().splitlines()[0].split(";")
    parts = {
        "metadata.xml": METADATA,
        "project.xml": PROJECT,
        "data/input.csv": (folder / "adult.csv").read_bytes(),
        "input/definition.xml": "<definition>"
        + "".join(defined(name, "QUASI_IDENTIFYING", ref=f"hierarchies/{name}.csv", min=0, max="All") for name in names)
        + "</definition>",
        **{f"input/hierarchies/{name}.csv": (folder / f"hierarchy_{name}.csv").read_bytes() for name in names},
        "clipboard.xml": f"<clipboard><node>{list(LEVELS)}</node></clipboard>",
    }
    model = arx.project_model(kAnonymityModel=arx.model_of("KAnonymity", enabled=True, k=5))
    ages = [int(line.split(";")[names.index("age")]) for line in parts["data/input.csv"].decode().splitlines()[1:]]
    stored = arx.model_configuration(
        arx.arx_configuration(relMaxOutliers=0.05, criteria=java.hash_set([arx.instance("criteria.KAnonymity", k=5)])),
        researchSubset=arx.row_set([True] * len(ages)),
    )
    return written(tmp_path / "adult.deid", with_objects(parts, model, stored)), ages, parts, model, names


def test_that_adult_is_found_as_arx_finds_it(project, shared):
    file, _ages, _parts, _model, names = project
    loaded = load_arx(file)
    assert loaded.imported.left_out == ()
    anonymizer = Anonymizer.formulate(loaded.imported.job, loaded.dataset, loaded.hierarchies)
    solution = anonymizer.search(Control())
    assert tuple(solution.best.levels) == LEVELS
    assert solution.best.score == pytest.approx(0.2419323650662908, rel=1e-9)
    assert loaded.imported.job.explore.pins[0].levels == dict(zip(names, LEVELS, strict=True))
    by_hand = job_from(
        {
            "data": {"path": str(shared / "data/adult/adult.csv"), "delimiter": ";"},
            "attributes": {
                name: {
                    "role": "quasi-identifying",
                    "type": "string",
                    "hierarchy": str(shared / f"data/adult/hierarchy_{name}.csv"),
                }
                for name in names
            },
            "privacy": [{"model": "k-anonymity", "k": 5}],
            "suppression": {"limit": 0.05},
        }
    )
    again = Anonymizer.open(by_hand).search(Control())
    assert (again.best.levels, again.best.score) == (solution.best.levels, solution.best.score)


def test_that_the_rows_older_than_50_are_the_5692_of_the_example(project, tmp_path):
    _file, ages, parts, _model, _names = project
    chosen = [age > 50 for age in ages]
    assert (sum(chosen), len(chosen)) == (5_692, 30_162)
    changed = {**parts, "input/definition.xml": parts["input/definition.xml"].replace(*AGE_AS_NUMBER)}
    model = arx.project_model(
        kAnonymityModel=arx.model_of("KAnonymity", enabled=True, k=5), query="'age' > '50'", subsetOrigin="Query"
    )
    stored = arx.model_configuration(researchSubset=arx.row_set(chosen))
    loaded = load_arx(written(tmp_path / "older.deid", with_objects(changed, model, stored)))
    assert loaded.imported.left_out == ()
    assert loaded.imported.job.subset.select == "age > '50'"
    anonymizer = Anonymizer.formulate(loaded.imported.job, loaded.dataset, loaded.hierarchies)
    assert anonymizer.problem.grouping.records == 5_692


AGE_AS_NUMBER = (
    "<name>age</name><type>QUASI_IDENTIFYING_ATTRIBUTE</type><datatype>String",
    "<name>age</name><type>QUASI_IDENTIFYING_ATTRIBUTE</type><datatype>Integer",
)
