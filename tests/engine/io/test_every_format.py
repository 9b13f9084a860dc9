"""The same people in every format: read alike, and anonymized with a result that is confirmed by counting again."""

import json

import pytest

from arxdesk.cli.commands import main
from arxdesk_engine.foundation.control import Control, Stopped
from arxdesk_engine.io.table import TableOptions, read_table
from tests.engine.reading import read_raw
from tests.engine.tables import WRITERS, people, texts


def rows_of(raw):
    return [list(row) for row in zip(*([c.dictionary[code] for code in c.codes] for c in raw.columns), strict=True)]


@pytest.fixture(params=WRITERS)
def file(request, tmp_path):
    path = tmp_path / f"people.{request.param}"
    WRITERS[request.param](people(), path)
    return path


def test_that_every_format_reads_alike(file):
    raw = read_raw(file)
    assert list(raw.names) == list(people().columns)
    assert (raw.records, rows_of(raw)) == (60, texts(people()))


def test_that_columns_are_chosen_in_any_order_and_records_limited(file):
    raw = read_raw(file, columns=("sex", "age"), row_limit=7)
    assert (raw.names, raw.records) == (("sex", "age"), 7)
    assert rows_of(raw) == [[row[1], row[0]] for row in texts(people())[:7]]
    assert read_raw(file, rows=3).records == 3
    assert read_raw(file, rows=3, row_limit=2).records == 2


def test_that_reading_can_be_stopped(file):
    control = Control()
    control.stop()
    with pytest.raises(Stopped):
        read_table(str(file), TableOptions(), control)


def test_that_progress_is_reported(file):
    seen = []
    read_table(str(file), TableOptions(), Control(seen.append))
    assert seen
    assert all(each.fraction is None or 0.0 <= each.fraction <= 1.0 for each in seen)


JOB = """
[data]
path = "{path}"
columns = ["age", "sex", "born", "weight"]
rename = {{ sex = "gender" }}
row_limit = 50
[attributes.age]
role = "quasi-identifying"
type = "integer"
hierarchy = {{ builder = "automatic" }}
[attributes.gender]
role = "quasi-identifying"
replace = {{ m = "male", f = "female" }}
hierarchy = {{ builder = "automatic" }}
[attributes.weight]
role = "sensitive"
[[privacy]]
model = "k-anonymity"
k = 3
[output]
path = "out.csv"
"""


def verified_run(job, tmp_path, capsys):
    assert main(["inspect", str(job), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["records"] == 50
    status = main(["run", str(job), "--report", str(tmp_path / "report.json")])
    report = json.loads((tmp_path / "report.json").read_text())
    assert (status, report["verified"]["all"]) == (0, True), report["verified"]
    return (tmp_path / "out.csv").read_text().splitlines()


def test_that_a_job_on_every_format_runs_and_is_verified(file, tmp_path, capsys):
    job = tmp_path / "job.toml"
    job.write_text(JOB.format(path=file.name))
    lines = verified_run(job, tmp_path, capsys)
    assert lines[0] == "age,gender,born,weight"
    assert len(lines) == 51
    assert {line.split(",")[1] for line in lines[1:]} <= {"male", "female", "*"}
