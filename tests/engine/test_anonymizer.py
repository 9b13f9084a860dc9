"""The front door: from files to a written table, and every mistake told."""

import hashlib
import json

import pandas as pd
import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidData, InvalidHierarchy, InvalidJob, UnwritableFile, UserError
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.io.writing import require_writable_format
from arxdesk_engine.job.job import job_from, load_job
from arxdesk_engine.search.solution import Status

TABLE = (
    "name;age;zip;illness\n"
    "Ann;31;10115;flu\nBo;33;10117;cold\nCy;38;10119;flu\nDi;52;20095;cold\nEd;57;20097;flu\nFlo;58;80331;gout\n"
)
AGES = "".join(f"{age};{age // 10 * 10}s;*\n" for age in range(20, 70))
ZIPS = "".join(f"{code};{code[:2]}***;*\n" for code in ("10115", "10117", "10119", "20095", "20097", "80331", "99999"))
JOB = """
[data]
path = "people.csv"
[attributes.name]
role = "identifying"
[attributes.age]
role = "quasi-identifying"
hierarchy = "age.csv"
[attributes.zip]
role = "quasi-identifying"
hierarchy = "zip.csv"
[attributes.illness]
role = "sensitive"
[[privacy]]
model = "k-anonymity"
k = 2
[suppression]
limit = 0.2
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "people.csv").write_text(TABLE)
    (tmp_path / "age.csv").write_text(AGES)
    (tmp_path / "zip.csv").write_text(ZIPS)
    (tmp_path / "job.toml").write_text(JOB)
    return tmp_path


def changed(folder, old, new):
    text = (folder / "job.toml").read_text()
    assert old in text
    (folder / "job.toml").write_text(text.replace(old, new))
    return folder / "job.toml"


def message_of(path, error=UserError):
    with pytest.raises(error) as caught:
        Anonymizer.open(path)
    return caught.value.message


def test_that_a_job_runs_from_files_to_a_written_table(folder):
    anonymizer = Anonymizer.open(folder / "job.toml")
    assert anonymizer.quasi_identifiers == ("age", "zip")
    solution = anonymizer.search()
    assert solution.status is Status.OPTIMAL
    output = anonymizer.apply(solution.best.levels)
    written = anonymizer.write(output, folder / "out.csv")
    assert (folder / "out.csv").read_text() == (
        "name;age;zip;illness\n"
        "*;30s;10***;flu\n*;30s;10***;cold\n*;30s;10***;flu\n*;50s;20***;cold\n*;50s;20***;flu\n*;*;*;gout\n"
    )
    assert written.sha256 == hashlib.sha256((folder / "out.csv").read_bytes()).hexdigest()


def test_that_suppressed_records_are_left_out_when_the_job_says_so(folder):
    path = changed(folder, "[suppression]", '[output]\nsuppressed = "drop"\n[suppression]')
    anonymizer = Anonymizer.open(path)
    output = anonymizer.apply((1, 1))
    anonymizer.write(output, folder / "out.csv")
    lines = (folder / "out.csv").read_text().splitlines()
    assert lines[-1] == "*;50s;20***;flu"
    assert len(lines) == 6


@pytest.mark.parametrize(
    ("delimiter", "suffix", "expected"), [(",", ".csv", ","), ("|", ".csv", "|"), (";", ".tsv", "\t")]
)
def test_that_output_is_delimited_as_the_input_unless_the_suffix_says_otherwise(folder, delimiter, suffix, expected):
    (folder / "people.csv").write_text(TABLE.replace(";", delimiter))
    anonymizer = Anonymizer.open(folder / "job.toml")
    anonymizer.write(anonymizer.apply((1, 1)), folder / f"out{suffix}")
    assert (folder / f"out{suffix}").read_text().startswith(f"name{expected}age{expected}zip")


def test_that_an_unwritable_format_is_told_with_the_formats_there_are(folder):
    anonymizer = Anonymizer.open(folder / "job.toml")
    output = anonymizer.apply((0, 0))
    with pytest.raises(InvalidJob, match=r"out\.docx"):
        anonymizer.write(output, folder / "out.docx")
    with pytest.raises(InvalidJob, match=r'--output: "out.cvs".*Did you mean ".csv"\?'):
        require_writable_format("out.cvs", "--output")
    with pytest.raises(UnwritableFile):
        anonymizer.write(output, folder / "missing" / "out.csv")


def test_that_a_transformation_over_the_limit_still_suppresses_what_is_too_small(folder):
    output = Anonymizer.open(folder / "job.toml").apply((0, 0))
    assert output.suppressed.all()


@pytest.mark.parametrize("levels", [(3, 0), (0,), (0, -1), (0, 0, 0)])
def test_that_levels_outside_the_lattice_are_refused(folder, levels):
    with pytest.raises(ValueError, match="not in the lattice"):
        Anonymizer.open(folder / "job.toml").apply(levels)


def test_that_level_limits_bound_the_lattice(folder):
    path = changed(folder, 'hierarchy = "age.csv"', 'hierarchy = "age.csv"\nminimum_level = 1\nmaximum_level = 1')
    lattice = Anonymizer.open(path).problem.lattice
    assert (lattice.bottom, lattice.top) == ((1, 0), (1, 2))


@pytest.mark.parametrize("limits", ["minimum_level = 3", "maximum_level = 3", "minimum_level = 2\nmaximum_level = 1"])
def test_that_level_limits_that_do_not_exist_are_told(folder, limits):
    path = changed(folder, 'hierarchy = "age.csv"', f'hierarchy = "age.csv"\n{limits}')
    message = message_of(path, InvalidJob)
    assert message.startswith(f"{path}, attributes.age: the levels ")
    assert message.endswith("Its hierarchy has the levels 0 to 2.")


def test_that_attributes_the_table_lacks_are_told_with_the_nearest_one(folder):
    path = changed(folder, "[attributes.illness]", "[attributes.ilness]")
    assert message_of(path) == (f'{path}, attributes.ilness: the table has no such attribute. Did you mean "illness"?')


def test_that_a_job_without_quasi_identifiers_or_privacy_is_told_in_one_go(folder):
    path = folder / "job.toml"
    path.write_text('[data]\npath = "people.csv"\n[attributes.nme]\nrole = "sensitive"\n')
    message = message_of(path, InvalidJob)
    assert "attributes.nme: the table has no such attribute" in message
    assert "no attribute is quasi-identifying" in message
    assert "there is no privacy model" in message


def test_that_missing_values_of_a_hierarchy_are_told(folder):
    (folder / "age.csv").write_text(AGES.replace("38;30s;*\n", ""))
    message = message_of(folder / "job.toml", InvalidHierarchy)
    assert message.startswith(
        f'{folder / "age.csv"}: 1 value has no entry for attribute "age": "38" (first in record 3)'
    )


def test_that_the_faults_of_all_hierarchies_are_told_at_once(folder):
    (folder / "age.csv").write_text(AGES + "31;x;*\n")
    (folder / "zip.csv").write_text(ZIPS + "1;x\n")
    message = message_of(folder / "job.toml", InvalidHierarchy)
    assert f'{folder / "age.csv"}, line 51: "31" is already listed in line 12' in message
    assert f'{folder / "zip.csv"}, line 8: the row of "1" has 2 cells instead of 3' in message


@pytest.mark.parametrize("name", ["people.csv", "age.csv"])
def test_that_a_missing_file_is_told_with_its_path(folder, name):
    (folder / name).unlink()
    message = message_of(folder / "job.toml")
    assert message.startswith(f"{folder / name}: cannot be read (no such file or directory)")


def test_that_an_attribute_without_hierarchy_can_only_be_kept(folder):
    path = changed(folder, 'hierarchy = "zip.csv"\n', "")
    anonymizer = Anonymizer.open(path)
    assert anonymizer.problem.lattice.top == (2, 0)


def test_that_missing_cells_need_a_row_in_the_hierarchy_and_can_have_one(folder):
    (folder / "people.csv").write_text(TABLE.replace("52;20095", "NA;20095"))
    path = changed(folder, 'path = "people.csv"', 'path = "people.csv"\nnull_values = ["NA"]')
    assert "the empty value" in message_of(path, InvalidHierarchy)
    (folder / "age.csv").write_text(AGES + "NA;unknown;*\n")
    output = Anonymizer.open(path).apply((1, 2))
    assert output.dataset["age"].texts().tolist() == ["30s", "30s", "30s", "*", "50s", "50s"]


def test_that_the_settings_for_all_others_hold_for_them(folder):
    path = changed(
        folder, '[attributes.illness]\nrole = "sensitive"\n', '[attributes."*"]\nrole = "quasi-identifying"\n'
    )
    assert Anonymizer.open(path).quasi_identifiers == ("age", "zip", "illness")


def test_that_a_report_is_plain_json_with_the_contract_s_fields(folder):
    anonymizer = Anonymizer.open(folder / "job.toml")
    solution = anonymizer.search()
    report = json.loads(
        json.dumps(anonymizer.describe(solution, anonymizer.apply(solution.best.levels)), allow_nan=False)
    )
    assert report["input"] == {
        "records": 6,
        "quasi_identifiers": ["age", "zip"],
        "sensitive": ["illness"],
        "distinct_records": 6,
    }
    search = {"algorithm", "status", "lattice_size", "checks", "lower_bound", "gap", "seconds", "threads"}
    assert set(report["search"]) >= search
    assert report["search"]["lattice_size"] == 9
    assert report["solution"]["levels"] == {"age": 1, "zip": 1}
    assert report["solution"]["suppressed_records"] == 1
    assert report["risk"]["input"]["prosecutor"]["highest"] == 1.0
    assert report["risk"]["output"]["prosecutor"]["highest"] == 0.5
    assert 0.0 < report["quality"]["granularity"] < 1.0


def test_that_the_report_of_an_infeasible_job_is_plain_json_too(folder):
    anonymizer = Anonymizer.open(changed(folder, "k = 2", "k = 7").rename(folder / "other.toml"))
    infeasible = Anonymizer.formulate(
        anonymizer.job.model_copy(update={"suppression": anonymizer.job.suppression.model_copy(update={"limit": 0.0})}),
        anonymizer.dataset,
        {name: Hierarchy.identity(anonymizer.dataset[name].values) for name in ("age", "zip")},
    )
    solution = infeasible.search()
    assert solution.status is Status.INFEASIBLE
    report = json.loads(json.dumps(infeasible.describe(solution), allow_nan=False))
    assert report["solution"] is None
    assert report["search"]["gap"] is None
    assert report["search"]["lower_bound"] is None


def test_that_progress_tells_what_is_going_on(folder):
    seen = []
    Anonymizer.open(folder / "job.toml", Control(seen.append))
    assert [progress.activity for progress in seen] == [
        "Reading the table",
        "Reading the hierarchies",
        "Grouping the records",
    ]


def people(rows):
    job = job_from(
        {
            "data": {"path": "not read"},
            "attributes": {"a": {"role": "quasi-identifying"}},
            "privacy": [{"model": "k-anonymity", "k": 2}],
        }
    )
    return job, Dataset.from_pandas(pd.DataFrame({"a": rows}, dtype="object"))


def test_that_a_problem_can_be_posed_without_files():
    job, dataset = people(["x", "x", "y", "y"])
    solution = Anonymizer.formulate(job, dataset, {}).search()
    assert (solution.status, solution.best.classes) == (Status.OPTIMAL, 2)


def test_that_a_table_that_came_from_no_file_can_be_written(tmp_path):
    anonymizer = Anonymizer.formulate(*people(["x", "x", "y"]), {})
    anonymizer.write(anonymizer.apply((0,)), tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == "a\nx\nx\n*\n"


def test_that_a_table_without_records_is_told():
    with pytest.raises(InvalidData, match="the table has no records"):
        Anonymizer.formulate(*people([]), {})


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ((("x", "1", "A"), ("y", "1", "B")), 'level 2 splits the group "1"'),
        ((("x", "1"), ("y", "1", "B")), "has 3 cells instead of 2"),
        ((), "there are no rows"),
        ((("x", "1"),), "1 value has no entry"),
    ],
)
def test_that_hierarchies_given_by_hand_are_checked_too(rows, found):
    job, dataset = people(["x", "y"])
    with pytest.raises(InvalidHierarchy, match=found):
        Anonymizer.formulate(job, dataset, {"a": Hierarchy(rows)})


def test_that_the_input_is_never_replaced_by_the_output(folder):
    path = folder / "job.toml"
    before = (folder / "people.csv").read_bytes()
    anonymizer = Anonymizer.open(load_job(path))
    with pytest.raises(UserError, match="the input is never changed"):
        anonymizer.write(anonymizer.apply((1, 1)), folder / "people.csv")
    assert (folder / "people.csv").read_bytes() == before
