"""What is written into a project is what is read from it, and nothing else is in it."""

import dataclasses
import json
import os
import stat
import zipfile
from pathlib import Path

import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.raw_table import RawColumn, RawTable
from arxdesk_engine.foundation.control import Control, Stopped
from arxdesk_engine.foundation.errors import InvalidData, InvalidJob, UnreadableFile, UnwritableFile, UserError
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.job.job import Job, job_from, load_job
from arxdesk_engine.preparation.named_subsets import named_subsets
from arxdesk_engine.preparation.preparation import altered, prepared
from arxdesk_engine.preparation.subset import included_records
from arxdesk_engine.projects.archive import is_project, job_of, read_project, write_project
from arxdesk_engine.projects.project import Project, kept_raw
from arxdesk_engine.release.export import syntax_of_input
from tests.engine.problems import column_of
from tests.engine.projects.projects import entries_of, outline, people, project_of, raw_texts, texts_of, write_people


@pytest.fixture
def project(tmp_path):
    (tmp_path / "work").mkdir()
    return people(tmp_path / "work")


@pytest.fixture
def file(tmp_path):
    (tmp_path / "kept").mkdir()
    return tmp_path / "kept" / "study.arxdesk"


def test_that_a_project_is_read_as_it_was_written(project, file):
    job = write_project(file, project)
    found = read_project(file)
    assert outline(found) == outline(project)
    assert found.job == job == job_of(file)
    assert found.outcome.solution == project.outcome.solution
    assert found.trail.is_intact


def test_that_the_table_is_kept_as_it_was_read(project, file):
    found = write_project(file, project)
    assert raw_texts(found) == raw_texts(project.job)
    assert {column.name for column in project.raw} == {"weight", "city"}
    assert {column.name for column in read_project(file).raw} == {"weight", "city"}
    assert "1.5" in raw_texts(found)["weight"]
    assert "1.5" not in project.dataset["weight"].values


def test_that_a_project_written_again_from_its_archive_is_the_same(project, file, tmp_path):
    write_project(file, project)
    first = read_project(file)
    write_project(file, first)
    again = read_project(file)
    write_project(tmp_path / "other.arxdesk", again)
    assert outline(again) == outline(first) == outline(read_project(tmp_path / "other.arxdesk"))


def test_that_nothing_outside_is_needed_any_more(project, file):
    write_project(file, project)
    for each in (project.job.table_file.parent).iterdir():
        each.unlink()
    moved = file.with_name("moved.arxdesk")
    file.rename(moved)
    found = read_project(moved)
    assert outline(found) == outline(project)
    assert Anonymizer.open(moved).search() is not None
    included = included_records(found.job, found.dataset)
    assert included.tolist() == [True] * 7 + [False]


def test_that_loading_the_job_of_an_archive_gives_the_same_search_result(project, file):
    job = write_project(file, project)
    before, after = Anonymizer.open(project.job), Anonymizer.open(job)
    assert (after.search().best, after.dataset.names) == (before.search().best, before.dataset.names)
    assert after.search().examined == before.search().examined
    assert Anonymizer.open(file).search().best == before.search().best


def test_that_the_job_leads_into_the_archive_and_what_is_not_in_it_beside_it(project, file):
    job = write_project(file, project)
    assert job.table_place == str(file / "data.parquet")
    assert job.data.columns == ()
    assert job.data.rename == {}
    assert job.attributes["city"].hierarchy == "study.arxdesk/hierarchies/4-city.csv"
    assert job.subset.file == "study.arxdesk/subsets/1/some.parquet"
    assert job.output_place == str(project.job.resolve("out.csv"))
    assert job.resolve(job.attributes["Name"].masking.key_file) == project.job.resolve("../secret.key").absolute()
    assert job.paused[0].subset == str(project.job.resolve("gone.csv"))


def test_that_an_output_beside_the_archive_stays_beside_it(tmp_path):
    folder = tmp_path / "work"
    folder.mkdir()
    project = people(folder)
    job = write_project(folder / "study.arxdesk", project)
    assert job.output.path == "out.csv"
    (tmp_path / "there").mkdir()
    moved = (folder / "study.arxdesk").rename(tmp_path / "there" / "moved.arxdesk")
    assert job_of(moved).output_place == str(tmp_path / "there" / "out.csv")


def test_that_an_archive_is_readable_without_arxdesk(project, file):
    write_project(file, project)
    with zipfile.ZipFile(file) as archive:
        infos = {info.filename: info for info in archive.infolist()}
        assert next(iter(infos)) == "mimetype"
        assert archive.read("mimetype") == b"application/vnd.arxdesk.project"
    stored = {name for name, info in infos.items() if info.compress_type == zipfile.ZIP_STORED}
    assert stored == {name for name in infos if name.endswith(".parquet")} | {"mimetype"}
    entries = entries_of(file)
    said = json.loads(entries["project.json"])
    assert (said["format"], said["version"], said["needs"]) == ("arxdesk-project", 1, "0.1.0")
    assert said["columns"] == list(project.dataset.names)
    assert set(said["entries"]) == set(entries) - {"mimetype", "project.json"}
    assert entries[said["hierarchies"]["city"]].decode().splitlines()[0] == '"Köln";"NRW";"*"'
    assert said["hierarchies"]["age"] in entries  # what the builder has made, for readers
    assert isinstance(said["job"]["attributes"]["age"]["hierarchy"], dict)


def test_that_neither_keys_nor_folders_of_the_computer_are_in_an_archive(tmp_path):
    folder = tmp_path / "folder-of-anna"
    folder.mkdir()
    job = load_job(write_people(folder))
    (tmp_path / "secret.key").write_text("the-secret-of-the-key")
    settings = job.attributes["Name"]
    plain = settings.model_copy(update={"masking": settings.masking.model_copy(update={"key_file": "secret.key"})})
    paused = {"attributes": {**job.attributes, "Name": plain}, "paused": ()}
    write_project(folder / "study.arxdesk", project_of(job.model_copy(update=paused)))
    everything = b"".join(entries_of(folder / "study.arxdesk").values())
    assert b"secret.key" in everything
    assert b"the-secret-of-the-key" not in everything
    assert b"folder-of-anna" not in everything


@pytest.mark.parametrize("delimiter", [";", "\t", "|"])
def test_that_an_output_is_delimited_as_the_first_table_was(tmp_path, delimiter):
    (tmp_path / "t.csv").write_text(f"a{delimiter}b\n1{delimiter}x\n2{delimiter}y\n")
    job = Job.model_validate({"data": {"path": str(tmp_path / "t.csv")}})
    write_project(tmp_path / "t.arxdesk", project_of(job))
    written = write_project(tmp_path / "t.arxdesk", read_project(tmp_path / "t.arxdesk"))
    assert (job.data.delimiter, written.data.delimiter) == (None, delimiter)
    assert syntax_of_input(written) == syntax_of_input(job) == (delimiter, "utf-8")


def test_that_replaced_texts_can_be_found_again_after_saving(tmp_path):
    (tmp_path / "t.csv").write_text("a,b\nx,1\ny,2\nx,3\n")
    project = project_of(Job.model_validate({"data": {"path": str(tmp_path / "t.csv")}}))
    after = Dataset((project.dataset["a"].replaced({"x": "y"}), project.dataset["b"]))
    raw = kept_raw(project.raw, project.dataset, after)
    assert texts_of(raw) == {"a": ["x", "y", "x"]}
    back = Dataset((after["a"].replaced({"y": "z"}), after["b"]))
    assert texts_of(kept_raw(raw, after, back)) == {"a": ["x", "y", "x"]}
    settings = {"a": {"replace": {"x": "y"}}}
    job = Job.model_validate({**project.job.content(), "attributes": settings})
    write_project(tmp_path / "t.arxdesk", dataclasses.replace(project, job=job, dataset=after, raw=raw))
    found = read_project(tmp_path / "t.arxdesk")
    assert found.dataset["a"].texts().tolist() == ["y", "y", "y"]
    assert texts_of(found.raw_columns)["a"] == ["x", "y", "x"]


def test_that_texts_which_were_exchanged_count_as_changed():
    before = column_of("a", ("x", "y", "x"))
    after = Dataset((before.replaced({"x": "y", "y": "x"}),))
    assert [each.name for each in kept_raw((), Dataset((before,)), after)] == ["a"]
    typed = Dataset((column_of("n", ("1", "10", "9")),))
    retyped = Dataset((Column.encode("n", typed["n"].codes, typed["n"].values),))
    assert kept_raw((), typed, retyped) == ()


def test_that_columns_that_were_rewritten_share_their_codes(project):
    weight = next(column for column in project.raw if column.name == "weight")
    city = next(column for column in project.raw if column.name == "city")
    assert not any(column.codes is each.codes for column in (city,) for each in project.dataset)
    (other,) = altered_numbers()
    assert other[0].codes is other[1].codes
    assert weight.has_numbers is False


def altered_numbers():
    """A raw column with decimal commas, and the column that it becomes."""
    column = column_of("a", ("1,5", "2,5", "1,5"))
    raw = RawColumn("a", column.codes, column.values, has_numbers=False)
    data = DataSource(path="t.csv", decimal_mark=",")
    dataset = prepared(RawTable((raw,), 3), data, {}, "t")
    return [(each, dataset["a"]) for each in altered(RawTable((raw,), 3), data, dataset)]


def test_that_a_hierarchy_of_all_other_columns_is_one_entry(tmp_path):
    (tmp_path / "t.csv").write_text("a,b,c\n1,2,1\n2,1,2\n")
    (tmp_path / "h.csv").write_text("1,*\n2,*\n")
    content = {"data": {"path": "t.csv"}, "attributes": {"*": {"hierarchy": "h.csv"}, "c": {}}}
    job = Job.model_validate(content).at(tmp_path / "job.toml")
    written = write_project(tmp_path / "t.arxdesk", project_of(job))
    (tmp_path / "h.csv").unlink()
    found = read_project(tmp_path / "t.arxdesk")
    assert {name: each.rows for name, each in found.hierarchies.items()} == dict.fromkeys(
        "ab", (("1", "*"), ("2", "*"))
    )
    assert written.attributes["*"].hierarchy == "t.arxdesk/hierarchies/1-a.csv"
    names = [name for name in entries_of(tmp_path / "t.arxdesk") if name.startswith("hierarchies/")]
    assert names == ["hierarchies/1-a.csv"]


def test_that_a_hierarchy_nobody_reads_stays_where_it_was(tmp_path):
    (tmp_path / "t.csv").write_text("a\n1\n")
    content = {"data": {"path": "t.csv"}, "attributes": {"*": {"hierarchy": "gone.csv"}, "a": {}}}
    job = Job.model_validate(content).at(tmp_path / "job.toml")
    written = write_project(tmp_path / "t.arxdesk", project_of(job))
    assert written.attributes["*"].hierarchy == str(tmp_path / "gone.csv")
    assert read_project(tmp_path / "t.arxdesk").job == written


def test_that_models_that_name_the_same_subset_still_name_the_same(tmp_path):
    (tmp_path / "t.csv").write_text("Alter\n1\n2\n2\n")
    (tmp_path / "s.csv").write_text("Alter\n2\n")
    models = [{"model": "delta-presence", "dmin": 0.0, "dmax": 0.9, "subset": "s.csv"}]
    models += [{"model": "k-map", "k": 2, "subset": "s.csv"}]
    data = {"path": "t.csv", "rename": {"Alter": "age"}}
    job = job_from({"data": data, "attributes": {"age": {"role": "quasi-identifying"}}, "privacy": models})
    written = write_project(tmp_path / "t.arxdesk", project_of(job.at(tmp_path / "job.toml")))
    assert {each.settings.file for each in named_subsets(written)} == {"t.arxdesk/subsets/1/s.parquet"}
    assert included_records(written, read_project(tmp_path / "t.arxdesk").dataset).tolist() == [False, True, False]


def test_that_a_subset_that_cannot_be_read_leaves_the_old_project(project, file):
    write_project(file, project)
    before = file.read_bytes()
    (project.job.resolve("some.csv")).unlink()
    with pytest.raises(UnreadableFile, match=r"some\.csv"):
        write_project(file, project)
    assert file.read_bytes() == before
    assert list(file.parent.iterdir()) == [file]


def test_that_a_name_that_is_no_text_is_explained_and_leaves_the_old_project(project, file):
    write_project(file, project)
    before = file.read_bytes()
    bad = project.job.model_copy(update={"output": project.job.output.model_copy(update={"path": "/x/\udcff.csv"})})
    column = column_of("a\udcff", ("1",))
    cell = column_of("a", ("b\udcff",))
    hierarchy = dataclasses.replace(project, hierarchies={"city": Hierarchy((("Bonn\udcff", "*"),))})
    alone = Project(Job.model_validate({"data": {"path": "x.csv"}}), Dataset((column,)), {}, None)
    for each in (
        dataclasses.replace(project, job=bad),
        alone,
        dataclasses.replace(alone, dataset=Dataset((cell,))),
        hierarchy,
    ):
        with pytest.raises(InvalidJob, match=r"in a name cannot be written.*Rename.*Nothing was written"):
            write_project(file, each)
    assert file.read_bytes() == before
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize("name", ["study.zip", "study", "study.toml"])
def test_that_a_project_has_its_suffix(project, tmp_path, name):
    with pytest.raises(InvalidJob, match=r"does not end in \.arxdesk"):
        write_project(tmp_path / name, project)
    assert is_project(Path("Study.ARXDESK"))


def test_that_permissions_stay(project, file):
    write_project(file, project)
    file.chmod(0o640)
    write_project(file, project)
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    file.chmod(0o440)
    with pytest.raises(UnwritableFile, match="read-only"):
        write_project(file, project)


def test_that_stopping_leaves_the_old_project(project, file):
    write_project(file, project)
    before = file.read_bytes()
    control = Control()
    control.stop()
    with pytest.raises(Stopped):
        write_project(file, project, control)
    with pytest.raises(Stopped):
        read_project(file, control)
    assert file.read_bytes() == before
    assert list(file.parent.iterdir()) == [file]


def test_that_an_empty_table_is_no_project(tmp_path):
    job = Job.model_validate({"data": {"path": "x.csv"}})
    for columns in ((), (Column.encode("a", column_of("a", ("1",)).codes[:0], ()),)):
        with pytest.raises(InvalidData, match="table is empty"):
            write_project(tmp_path / "x.arxdesk", Project(job, Dataset(columns), {}, None))
    assert list(tmp_path.iterdir()) == []


def test_that_a_configuration_that_is_too_long_is_told(project, file):
    settings = project.job.attributes["city"].model_copy(update={"replace": {"x" * 17_000_000: "y" * 17_000_000}})
    job = project.job.model_copy(update={"attributes": {**project.job.attributes, "city": settings}})
    with pytest.raises(InvalidJob, match="larger than 32 MB"):
        write_project(file, dataclasses.replace(project, job=job))


def test_that_errors_name_the_place_in_the_archive(project, file):
    job = project.job.model_copy(update={"data": project.job.data.model_copy(update={"cleanse": False})})
    write_project(file, dataclasses.replace(project, job=job))
    with pytest.raises(UserError) as caught:
        read_project(file)
    assert "1.5" in caught.value.message
    assert "arxdesk-" not in caught.value.message


def test_that_sources_name_the_place_in_the_archive(project, file):
    write_project(file, project)
    found = read_project(file)
    assert found.dataset.source == str(file / "data.parquet")
    assert found.hierarchies["city"].source == str(file / "hierarchies/4-city.csv")


def test_that_what_killed_programs_left_an_hour_ago_is_removed_by_the_next_save(project, file):
    old, young, other = (file.parent / name for name in (".arxdesk-1.part", ".arxdesk-2.part.arxdesk", "x.part"))
    for each in (old, young, other):
        each.write_bytes(b"half")
    for each in (old, other):
        os.utime(each, (1_000_000_000, 1_000_000_000))
    write_project(file, project)
    assert sorted(file.parent.iterdir()) == sorted([young, other, file])
