"""What a disk refuses to write leaves the old file as it was, in every format, and nothing beside it."""

import contextlib
import errno
import fcntl
import os
import resource
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import replace as changed
from pathlib import Path

import pytest

from arxdesk_engine.foundation.errors import UnwritableFile
from arxdesk_engine.io.files.atomic import atomic_writer
from arxdesk_engine.io.statistical import proof as statistical_proof
from arxdesk_engine.io.writing import Target, write_table
from arxdesk_engine.projects.archive import write_project
from tests.engine.problems import column_of
from tests.engine.projects.projects import project_of
from tests.engine.release.test_transformations import opened

SUFFIXES = (".csv", ".tsv", ".parquet", ".xlsx", ".dta", ".sav", ".zsav", ".xpt", ".db")
STATISTICAL = (".dta", ".sav", ".zsav", ".xpt")
TABLE = [
    column_of("name", [f"N{number}-{number * 7919 % 10007}" for number in range(4_000)]),
    column_of("age", [str(number % 90) for number in range(4_000)]),
]


def write(path: Path) -> None:
    write_table(Target(str(path), "t" if path.suffix == ".db" else None), TABLE)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@contextlib.contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """The system refuses to write more into any file, as a full disk would."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_that_an_old_file_survives_a_disk_that_takes_only_the_beginning(tmp_path: Path, suffix: str):
    folder = tmp_path / "results"
    folder.mkdir()
    path = folder / f"out{suffix}"
    write(path)
    size, old = path.stat().st_size, path.read_bytes()
    if suffix == ".db":
        path.unlink()  # a database that is there takes another table
    for share in (0, 0.2, 0.5, 0.9, 0.999):
        with files_of_at_most(int(size * share)), pytest.raises(UnwritableFile):
            write(path)
        assert names(folder) == ([] if suffix == ".db" else [path.name]), share
        assert suffix == ".db" or path.read_bytes() == old


@pytest.mark.parametrize("suffix", STATISTICAL)
@pytest.mark.parametrize("damage", ["cut", "changed", "empty"])
def test_that_a_statistical_file_is_read_again_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str, damage: str
):
    path = tmp_path / f"out{suffix}"
    write(path)
    old, take_out_time = path.read_bytes(), statistical_proof.take_out_time

    def damaged(file: Path) -> None:
        take_out_time(file)
        content = bytearray(file.read_bytes())
        if damage == "cut":
            del content[len(content) // 2 :]
        elif damage == "empty":
            content.clear()
        else:
            place = content.rindex(b"N3999") if suffix != ".zsav" else len(content) // 2
            content[place : place + 5] = b"N4999"
        file.write_bytes(content)

    monkeypatch.setattr("arxdesk_engine.io.statistical.writing.take_out_time", damaged)
    with pytest.raises(UnwritableFile, match="cannot be written"):
        write(path)
    assert path.read_bytes() == old
    assert names(tmp_path) == [path.name]


@pytest.mark.parametrize("suffix", STATISTICAL)
def test_that_the_same_table_gives_the_same_bytes_at_any_time(tmp_path: Path, suffix: str):
    first, second = tmp_path / f"first{suffix}", tmp_path / f"second{suffix}"
    write(first)
    time.sleep(1.1)
    write(second)
    assert first.read_bytes() == second.read_bytes()
    assert time.strftime("%y").encode() + b":" not in first.read_bytes()[:500]


@pytest.mark.parametrize("name", ["fsync", "close", "replace", "chmod"])
def test_that_no_error_of_the_disk_leaves_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str):
    path = tmp_path / "out.csv"
    path.write_bytes(b"old")
    close, failed = os.close, []

    def refuse(*arguments: object, **_options: object) -> None:
        if name == "close":
            close(arguments[0])  # type: ignore[arg-type]
        if not failed or name != "close":
            failed.append(name)
            raise OSError(errno.EIO, "Input/output error")

    where = {"fsync": os, "close": os, "replace": Path, "chmod": Path}[name]
    with monkeypatch.context() as patched:
        patched.setattr(where, name, refuse)
        with pytest.raises(UnwritableFile, match="input/output error"):
            write(path)
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["out.csv"]


def test_that_a_table_does_not_stay_without_its_codebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    anonymizer = opened(tmp_path, {})
    output = anonymizer.apply(tuple(0 for _name in anonymizer.quasi_identifiers))
    book, results = tmp_path / "book.csv", tmp_path / "results"
    results.mkdir()
    asked = changed(anonymizer, job=anonymizer.job.with_output(codebook=str(book)))

    def refuse(path: Path, _codebook: object) -> None:
        raise UnwritableFile.from_os_error(path, OSError(errno.EIO, "Input/output error"))

    monkeypatch.setattr("arxdesk_engine.anonymizer.write_codebook", refuse)
    for name, old in (("new.csv", None), ("old.csv", b"old"), ("new.db", None)):
        path = results / name
        if old is not None:
            path.write_bytes(old)
        target = asked if path.suffix != ".db" else changed(asked, job=asked.job.with_output(path="x.db", table="t"))
        with pytest.raises(UnwritableFile):
            target.write(output, path)
        assert (path.read_bytes() if path.exists() else None) == old
    assert names(results) == ["old.csv"]
    with contextlib.closing(sqlite3.connect(results / "there.db")) as made:
        made.execute("CREATE TABLE kept (a)")
    target = changed(asked, job=asked.job.with_output(path="x.db", table="t"))
    with pytest.raises(UnwritableFile) as caught:
        target.write(output, results / "there.db")
    assert "the table was written before that, and was not recounted" in caught.value.message


def test_that_leftovers_of_killed_programs_go_with_any_later_file(tmp_path: Path):
    old, young, held, other = (tmp_path / f".arxdesk-{name}.part.csv" for name in ("old", "young", "held", "other"))
    for path in (old, young, held):
        path.write_text("half")
    folder = tmp_path / ".arxdesk-rows.part"
    folder.mkdir()
    (folder / "row").write_text("half")
    own = tmp_path / ".arxdesk-notes.txt"
    own.write_text("not ours")
    long_ago = time.time() - 7_200
    for path in (old, held, folder, own):
        os.utime(path, (long_ago, long_ago))
    other.symlink_to(own)
    os.utime(other, (long_ago, long_ago), follow_symlinks=False)
    with held.open("rb") as in_use:
        fcntl.flock(in_use, fcntl.LOCK_EX)
        write(tmp_path / "out.parquet")
    assert names(tmp_path) == sorted([young.name, held.name, own.name, other.name, "out.parquet"])
    write(tmp_path / "again.csv")
    assert held.name not in names(tmp_path)


def test_that_a_new_project_is_as_private_as_its_table(tmp_path: Path):
    job = opened(tmp_path, {}).job
    for mode, expected in ((0o600, 0o600), (0o640, 0o640), (0o644, 0o644)):
        (tmp_path / "people.csv").chmod(mode)
        file = tmp_path / f"{mode:o}.arxdesk"
        write_project(file, project_of(job))
        assert file.stat().st_mode & 0o777 == expected & ~_mask()
    file.chmod(0o660)
    write_project(file, project_of(job))
    assert file.stat().st_mode & 0o777 == 0o660


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_that_what_stands_around_the_moment_can_keep_the_old_file(tmp_path: Path):
    path = tmp_path / "out"
    path.write_bytes(b"old")

    @contextlib.contextmanager
    def refusing() -> Iterator[None]:
        raise KeyError
        yield

    with pytest.raises(KeyError), atomic_writer(path, replacing=refusing) as stream:
        stream.write(b"new")
    assert (path.read_bytes(), names(tmp_path)) == (b"old", ["out"])


@pytest.mark.parametrize("suffix", [".csv", ".sav", ".db", ".xlsx"])
def test_that_too_little_memory_is_told_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
):
    def too_little(*_arguments: object, **_options: object) -> None:
        raise MemoryError

    path = tmp_path / f"out{suffix}"
    places = {
        ".csv": "text.delimited._rows",
        ".sav": "statistical.writing.take_out_time",
        ".db": "databases.writing.insert_cells",
        ".xlsx": "workbooks.writing._write_rows",
    }
    monkeypatch.setattr(f"arxdesk_engine.io.{places[suffix]}", too_little)
    with pytest.raises(UnwritableFile, match="not enough memory"):
        write(path)
    assert names(tmp_path) == []


def test_that_a_replaced_table_is_not_left_in_the_log_of_sqlite(tmp_path: Path):
    path = tmp_path / "out.db"
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("CREATE TABLE t (name)")
        database.executemany("INSERT INTO t VALUES (?)", [(f"SECRET{number}",) for number in range(500)])
        database.commit()
        target = Target(str(path), "t", replace_table=True)
        assert write_table(target, TABLE).notes == ()
        assert not any(b"SECRET" in file.read_bytes() for file in tmp_path.iterdir())
        database.execute("CREATE TABLE other (a)")
        database.executemany("INSERT INTO t VALUES (?, ?)", [(f"SECRET{number}", 1) for number in range(500)])
        database.commit()
        database.execute("BEGIN")
        database.execute("SELECT count(*) FROM t").fetchone()  # a program that goes on reading
        (note,) = write_table(target, TABLE).notes
        assert "Another program uses the database" in note
    assert not any(b"SECRET" in file.read_bytes() for file in tmp_path.iterdir())
