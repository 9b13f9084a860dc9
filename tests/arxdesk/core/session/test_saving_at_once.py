"""Two windows that save one project: the second is told, whatever the file looks like by then."""

import os
from functools import partial
from pathlib import Path

import pytest

from arxdesk.core.session.saving_work import ChangedOnDisk, _as_expected
from arxdesk.core.values.provenance import Stamp
from arxdesk_engine.io.files.atomic import atomic_writer


def write_both(path: Path, first, second) -> None:
    """The one that began later is done first."""
    with atomic_writer(path, replacing=second) as late:
        late.write(b"second")
        with atomic_writer(path, replacing=first) as early:
            early.write(b"first")


def test_that_of_two_windows_that_save_at_once_the_second_is_told(tmp_path: Path):
    path = tmp_path / "study.toml"
    path.write_bytes(b"old")
    windows = [{path: found} for _window in range(2) if (found := Stamp.of(path)) is not None]
    with pytest.raises(ChangedOnDisk):
        write_both(path, *(partial(_as_expected, path, known) for known in windows))
    assert path.read_bytes() == b"first"
    assert windows[0][path] == Stamp.of(path) != windows[1][path]
    assert list(tmp_path.iterdir()) == [path]


def test_that_a_change_is_known_that_keeps_size_and_time(tmp_path: Path):
    path = tmp_path / "study.toml"
    path.write_bytes(b"old")
    before, found = Stamp.of(path), path.stat()
    path.write_bytes(b"new")
    os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns))
    assert Stamp.of(path) != before
