"""A path into an archive names a file like any other; archives of strangers are read with limits."""

import io
import struct
import zipfile
from pathlib import Path

import pytest

from arxdesk_engine.analysis.facts.summary import subset_facts
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.control import Control, Stopped
from arxdesk_engine.foundation.errors import InvalidData, InvalidJob, UnreadableFile, UserError
from arxdesk_engine.io.cells.options import TableOptions
from arxdesk_engine.io.files import archive as module
from arxdesk_engine.io.files import private_folder
from arxdesk_engine.io.files.archive import Archive, inside, on_disk, unpacking_folder
from arxdesk_engine.io.table import read_table
from arxdesk_engine.job.job import job_from
from arxdesk_engine.release.export import require_no_input

TABLE = "age,sex\n34,m\n34,f\n34,m\n35,f\n"
AGES = "34,30-39,*\n35,30-39,*\n"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "study.arxdesk"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("data/table.csv", TABLE)
        archive.writestr("age.csv", AGES)
        archive.writestr("some.csv", "age,sex\n34,m\n34,f\n34,m\n")
        archive.writestr("folder/", "")
        archive.writestr("zeros", bytes(10_000_000))
    return path


def job_inside(file: Path, **more):
    content = {
        "data": {"path": f"{file.name}/data/table.csv"},
        "attributes": {
            "age": {"role": "quasi-identifying", "hierarchy": f"{file.name}/age.csv"},
            "sex": {"role": "insensitive"},
        },
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "suppression": {"limit": 0.5},
    }
    return job_from({**content, **more}).at(file.parent / "job.toml")


def test_that_a_path_into_an_archive_is_told_from_others(file, tmp_path):
    assert inside(file / "data" / "table.csv") == (file, "data/table.csv")
    assert inside(str(file / "age.csv")) == (file, "age.csv")
    assert inside(file) is None
    assert inside(tmp_path / "none.arxdesk" / "x.csv") is None
    (tmp_path / "folder.arxdesk").mkdir()
    assert inside(tmp_path / "folder.arxdesk" / "x.csv") is None
    file.rename(tmp_path / "OLD.DEID")
    assert inside(tmp_path / "OLD.DEID" / "age.csv") == (tmp_path / "OLD.DEID", "age.csv")


def test_that_a_table_in_an_archive_is_read(file):
    table = read_table(str(file / "data" / "table.csv"), TableOptions(), Control())
    assert (table.names, table.records) == (("age", "sex"), 4)


def test_that_a_copy_is_private_and_goes_in_the_end(file):
    with on_disk(file / "age.csv") as copy:
        assert copy.read_text() == AGES
        assert copy.suffix == ".csv"
        assert copy.parent.stat().st_mode & 0o077 == 0
    assert not copy.parent.exists()
    with pytest.raises(ZeroDivisionError), on_disk(file / "age.csv") as copy:
        raise ZeroDivisionError
    assert not copy.parent.exists()
    plain = file.parent / "plain.csv"
    with on_disk(plain) as found:
        assert found == plain


def test_that_messages_name_the_place_in_the_archive(file):
    with pytest.raises(InvalidData) as caught:
        read_table(str(file / "zeros"), TableOptions(), Control())
    assert caught.value.problems[0].place.startswith(str(file / "zeros"))
    with pytest.raises(InvalidData, match=r'there is no "none\.csv" in it'):
        read_table(str(file / "none.csv"), TableOptions(), Control())


def test_that_a_whole_job_may_lie_in_an_archive(file, tmp_path):
    job = job_inside(file, subset={"file": f"{file.name}/some.csv"})
    anonymizer = Anonymizer.open(job)
    solution = anonymizer.search()
    output = anonymizer.apply(solution.best.levels)
    report = anonymizer.describe(solution, output)
    (tmp_path / "out").mkdir()
    exported = anonymizer.write(output, tmp_path / "out" / "x.csv")
    report["output"] = exported.plain()
    recount = anonymizer.verify(report, output, exported)
    assert recount.plain()["all"] is True
    assert subset_facts(anonymizer.problem, anonymizer.job)["records"] == 3


def test_that_an_archive_that_is_read_is_not_written(file):
    with pytest.raises(InvalidJob, match="a file that the job reads"):
        require_no_input(file, job_inside(file), "--output")


def test_that_an_entry_is_read_up_to_a_limit(file):
    with Archive(file) as archive:
        assert archive.names == ("data/table.csv", "age.csv", "some.csv", "zeros")
        assert "age.csv" in archive
        assert archive.read("age.csv", len(AGES)) == AGES.encode()
        with pytest.raises(InvalidData, match="larger than 5 bytes"):
            archive.read("age.csv", 5)
        with pytest.raises(InvalidData, match="larger than 1,000,000 bytes"):
            archive.copy("zeros", io.BytesIO(), Control(), 1_000_000)
        control = Control()
        control.stop()
        with pytest.raises(Stopped):
            archive.copy("zeros", io.BytesIO(), control)


def written(path: Path, *entries: tuple[str, bytes], **info) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in entries:
            made = zipfile.ZipInfo(name)
            for field, value in info.items():
                setattr(made, field, value)
            archive.writestr(made, content)
    return path


@pytest.mark.parametrize("name", ["../x", "a/../../x", "/etc/x", "C:/x", "a\\x", "..\\x"])
def test_that_names_that_lead_out_are_refused(tmp_path, name):
    with pytest.raises(InvalidData, match="leads outside"):
        Archive(written(tmp_path / "x.arxdesk", (name, b"x")))
    if "\\" not in name:
        with pytest.raises(InvalidData, match="leads outside"):
            Archive(written(tmp_path / "x.deid", (name, b"x")))


def test_that_arx_may_name_files_after_attributes_with_backslashes(tmp_path):
    """Nothing is unpacked under such a name: a private copy has one of ours."""
    names = ("input/hierarchies/a\\b.csv", "c.d\\e")
    project = written(tmp_path / "x.deid", *((name, name.encode()) for name in names))
    for name in names:
        with on_disk(f"{project}/{name}") as copy:
            assert copy.read_bytes() == name.encode()
            assert "\\" not in copy.name


def test_that_files_without_a_name_are_refused(tmp_path):
    path = written(tmp_path / "x.deid", ("x", b"x"))
    raw = path.read_bytes()
    start = raw.index(b"PK\x01\x02")
    path.write_bytes(raw[: start + 28] + b"\0\0\x01\0" + raw[start + 32 :])  # the name is an extra field now
    with pytest.raises(InvalidData):
        Archive(path)


def test_that_links_are_refused(tmp_path):
    with pytest.raises(InvalidData, match="link to another file"):
        Archive(written(tmp_path / "x.deid", ("x", b"/etc/passwd"), external_attr=0o120777 << 16))


def test_that_names_that_are_there_twice_are_refused(tmp_path):
    path = written(tmp_path / "x.deid", ("first", b"x"), ("secnd", b"y"))
    path.write_bytes(path.read_bytes().replace(b"secnd", b"first"))
    with pytest.raises(InvalidData, match="is in it twice"):
        Archive(path)


def test_that_too_many_entries_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "MAX_ENTRIES", 2)
    with pytest.raises(InvalidData, match="3 files in it, more than 2"):
        Archive(written(tmp_path / "x.deid", ("a", b""), ("b", b""), ("c", b"")))


@pytest.mark.parametrize("comment", [b"", b"a comment"])
def test_that_a_list_of_entries_without_end_is_not_read(tmp_path, comment):
    path = tmp_path / "x.deid"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a", "x")
        archive.comment = comment
    Archive(path).__exit__()
    raw = path.read_bytes()
    end = raw.index(b"PK\x05\x06")
    path.write_bytes(raw[: end + 12] + struct.pack("<I", 2**31) + raw[end + 16 :])
    with pytest.raises(InvalidData):
        Archive(path)
    large = b"PK\x06\x06" + struct.pack("<QHHIIQQQQ", 44, 45, 45, 0, 0, 1, 1, 2**40, 0)
    locator = b"PK\x06\x07" + struct.pack("<IQI", 0, end, 1)
    path.write_bytes(raw[:end] + large + locator + raw[end:])
    with pytest.raises(InvalidData):
        Archive(path)


def test_that_large_archives_of_the_large_kind_are_read(tmp_path):
    path = tmp_path / "x.deid"
    with zipfile.ZipFile(path, "w") as archive, archive.open("a", "w", force_zip64=True) as stream:
        stream.write(b"x")
    with Archive(path) as archive:
        assert archive.read("a", 9) == b"x"


def test_that_what_is_damaged_or_not_there_is_said(file, tmp_path):
    with pytest.raises(UnreadableFile, match="no such file"):
        Archive(tmp_path / "none.arxdesk")
    for length in (0, 10, file.stat().st_size - 30):
        (tmp_path / "cut.arxdesk").write_bytes(file.read_bytes()[:length])
        with pytest.raises(InvalidData, match="its end is missing"):
            Archive(tmp_path / "cut.arxdesk")
    raw = bytearray(file.read_bytes())
    raw[raw.index(b"data/table.csv") + 20] ^= 255
    file.write_bytes(raw)
    with Archive(file) as archive, pytest.raises(InvalidData, match="is damaged"):
        archive.read("data/table.csv", 1_000)


def test_that_a_private_folder_that_cannot_be_made_is_said(file, monkeypatch):
    def full(**_options):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(private_folder.tempfile, "mkdtemp", full)
    with pytest.raises(UserError, match="no space left on device"), unpacking_folder(file):
        pass
