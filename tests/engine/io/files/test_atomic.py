"""A file is written whole or not at all, and nothing is left behind."""

import errno
import os
import stat
import subprocess
from pathlib import Path

import pytest

from arxdesk_engine.foundation.errors import UnwritableFile
from arxdesk_engine.io.files.atomic import atomic_writer
from arxdesk_engine.io.text.delimited import write_delimited
from tests.engine.problems import column_of


def write(path, content=b"new"):
    with atomic_writer(path) as stream:
        stream.write(content)


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def old(tmp_path):
    path = tmp_path / "out.csv"
    path.write_bytes(b"old")
    return path


def test_that_a_file_is_created_and_replaced(tmp_path):
    path = tmp_path / "out.csv"
    write(path, b"first")
    write(path, b"second")
    assert path.read_bytes() == b"second"
    assert names(tmp_path) == ["out.csv"]


def test_that_a_failure_while_writing_leaves_the_old_file_and_nothing_else(old):
    def write_half() -> None:
        with atomic_writer(old) as stream:
            stream.write(b"half of it")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_half()
    assert old.read_bytes() == b"old"
    assert names(old.parent) == ["out.csv"]


@pytest.mark.parametrize("function", ["fsync", "replace"])
def test_that_a_full_disk_leaves_the_old_file_and_nothing_else(old, monkeypatch, function):
    def full(*_arguments):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(*((os, "fsync") if function == "fsync" else (Path, "replace")), full)
    with pytest.raises(UnwritableFile, match="no space left on device") as caught:
        write(old)
    assert caught.value.exit_status == 4
    assert str(old) in caught.value.message
    assert old.read_bytes() == b"old"
    assert names(old.parent) == ["out.csv"]


@pytest.fixture
def tiny_disk(tmp_path):
    folder = tmp_path / "tiny"
    folder.mkdir()
    if os.geteuid() != 0:
        pytest.skip("a real full disk needs the right to mount one")
    mounting = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)], capture_output=True, text=True, check=False
    )
    if mounting.returncode != 0:
        pytest.skip(f"no small file system can be mounted here: {mounting.stderr.strip()}")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_that_a_disk_that_is_really_full_leaves_the_old_file_and_nothing_else(tiny_disk):
    path = tiny_disk / "out.csv"
    path.write_bytes(b"old")
    with pytest.raises(UnwritableFile, match="no space left on device"):
        write_delimited(path, [column_of("n", tuple(f"value {i}" for i in range(2_000)) * 20)])
    assert path.read_bytes() == b"old"
    assert names(tiny_disk) == ["out.csv"]


@pytest.mark.parametrize("mode", [0o444, 0o400])
def test_that_a_read_only_file_is_not_replaced(old, mode):
    old.chmod(mode)
    with pytest.raises(UnwritableFile, match="read-only"):
        write(old)
    assert old.read_bytes() == b"old"
    assert names(old.parent) == ["out.csv"]


def test_that_folders_missing_folders_and_devices_are_told(tmp_path, old):
    for path in (tmp_path, tmp_path / "missing" / "out.csv", old / "out.csv"):
        with pytest.raises(UnwritableFile):
            write(path)
    fifo = tmp_path / "pipe"
    os.mkfifo(fifo)
    with pytest.raises(UnwritableFile, match="not an ordinary file"):
        write(fifo)
    assert stat.S_ISFIFO(fifo.stat().st_mode)


def test_that_a_link_is_followed_and_stays_a_link(tmp_path, old):
    link = tmp_path / "link.csv"
    link.symlink_to(old)
    write(link)
    assert link.is_symlink()
    assert old.read_bytes() == b"new"


def test_that_the_longest_name_a_file_can_have_is_possible(tmp_path):
    path = tmp_path / ("n" * 255)
    write(path)
    assert names(tmp_path) == [path.name]


def test_that_permissions_are_kept_and_new_files_get_the_usual_ones(tmp_path, old):
    old.chmod(0o640)
    write(old)
    assert stat.S_IMODE(old.stat().st_mode) == 0o640
    ordinary = tmp_path / "ordinary"
    ordinary.touch()
    write(tmp_path / "fresh")
    assert (tmp_path / "fresh").stat().st_mode == ordinary.stat().st_mode
