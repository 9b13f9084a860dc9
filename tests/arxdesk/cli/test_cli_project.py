"""The commands take projects, and do with them exactly what they do with the jobs they were made from."""

import json
import shutil
from pathlib import Path

import pytest

from arxdesk_engine.job.job import load_job
from arxdesk_engine.projects.archive import write_project
from tests.arxdesk.cli.calling import arxdesk
from tests.engine.problems import ADULT, reference_job
from tests.engine.projects.projects import people, project_of
from tests.places import EXAMPLE_JOB as EXAMPLE


def archived(job, path: Path) -> Path:
    path.parent.mkdir(exist_ok=True)
    write_project(path, project_of(job))
    return path


def report_of(path: Path):
    """The report without what differs from run to run."""
    report = json.loads(path.read_text())
    del report["search"]["seconds"]
    report["output"].pop("path")
    report["input"].get("subset", {}).pop("description", None)  # it names a file, which is another one in a project
    return report


def assert_same_run(job: Path, project: Path, folder: Path) -> dict:
    """Both give the same file and the same report, and the file is confirmed."""
    reports = []
    for name, given in (("job", job), ("project", project)):
        out = folder / f"out-{name}"
        out.mkdir()
        done = arxdesk("run", given, "--output", out / "out.csv", "--report", folder / f"{name}.json", "--quiet")
        assert (done.returncode, done.stderr) == (0, "")
        reports.append(report_of(folder / f"{name}.json"))
    assert (folder / "out-job/out.csv").read_bytes() == (folder / "out-project/out.csv").read_bytes()
    assert reports[0] == reports[1]
    assert reports[1]["verified"]["all"] is True
    return reports[1]


def test_that_the_example_as_a_project_gives_the_same_output_and_report(tmp_path):
    project = archived(load_job(EXAMPLE), tmp_path / "kept" / "discharge.arxdesk")
    report = assert_same_run(EXAMPLE, project, tmp_path)
    assert report["search"]["status"] == "optimal"


def test_that_adult_as_a_project_gives_the_same_output_and_report(shared, tmp_path):
    job = reference_job(shared, "adult", ADULT)
    job.absolute().save(tmp_path / "adult.toml")
    project = archived(job, tmp_path / "kept" / "adult.arxdesk")
    assert_same_run(tmp_path / "adult.toml", project, tmp_path)


def test_that_commas_subsets_and_corrections_give_the_same_output_and_report(tmp_path):
    (tmp_path / "work").mkdir()
    people(tmp_path / "work")
    project = archived(load_job(tmp_path / "work" / "people.toml"), tmp_path / "kept" / "people.arxdesk")
    report = assert_same_run(tmp_path / "work" / "people.toml", project, tmp_path)
    assert report["input"]["subset"]["records"] == 7


def test_that_a_project_is_inspected_as_its_job(tmp_path):
    project = archived(load_job(EXAMPLE), tmp_path / "kept" / "discharge.arxdesk")
    facts = []
    for given in (EXAMPLE, project):
        done = arxdesk("inspect", given, "--json")
        assert (done.returncode, done.stderr) == (0, "")
        facts.append(json.loads(done.stdout))
    for each in facts[0]["attributes"] + facts[1]["attributes"]:
        assert (each.pop("hierarchy") is None) == (each["role"] != "quasi-identifying")
    assert facts[0] == facts[1]


def test_that_the_lattice_of_a_project_is_that_of_its_job(tmp_path):
    (tmp_path / "work").mkdir()
    people(tmp_path / "work")
    job = tmp_path / "work" / "people.toml"
    project = archived(load_job(job), tmp_path / "kept" / "people.arxdesk")
    for name, given in (("job", job), ("project", project)):
        done = arxdesk("lattice", given, "--output", tmp_path / f"{name}.csv", "--quiet")
        assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "job.csv").read_bytes() == (tmp_path / "project.csv").read_bytes()


def test_that_an_output_is_written_beside_the_project(tmp_path):
    (tmp_path / "work").mkdir()
    job = people(tmp_path / "work").job
    settings = {name: each for name, each in job.attributes.items() if name != "Name"}
    project = archived(job.model_copy(update={"attributes": settings}), tmp_path / "work" / "people.arxdesk")
    moved = tmp_path / "there" / "moved.arxdesk"
    moved.parent.mkdir()
    shutil.move(project, moved)
    shutil.rmtree(tmp_path / "work")
    done = arxdesk("run", moved)
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(each.name for each in moved.parent.iterdir()) == ["moved.arxdesk", "out.csv"]


@pytest.mark.parametrize("command", ["run", "inspect", "lattice"])
def test_that_a_damaged_project_is_an_error_in_words(tmp_path, command):
    project = archived(load_job(EXAMPLE), tmp_path / "discharge.arxdesk")
    raw = bytearray(project.read_bytes())
    raw[20_000] ^= 1
    project.write_bytes(raw)
    more = ("--output", tmp_path / "x.csv") if command == "lattice" else ()
    done = arxdesk(command, project, *more)
    assert done.returncode == 2
    assert done.stderr.startswith(f"arxdesk: {project}")
    project.unlink()
    assert arxdesk(command, project, *more).returncode == 4


def test_that_a_project_is_never_written_over(tmp_path):
    project = archived(load_job(EXAMPLE), tmp_path / "discharge.arxdesk")
    before = project.read_bytes()
    done = arxdesk("run", project, "--report", project)
    assert done.returncode == 2
    assert "a file that the job reads" in done.stderr
    assert project.read_bytes() == before
