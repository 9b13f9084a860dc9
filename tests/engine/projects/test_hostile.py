"""Archives that are damaged, or made by somebody who means harm: a clear refusal, always."""

import contextlib
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidData, UserError
from arxdesk_engine.io.cells.options import TableOptions
from arxdesk_engine.io.table import read_table
from arxdesk_engine.projects.archive import job_of, read_project, write_project
from tests.engine.projects.hostile import CITY, CORPUS, with_entry
from tests.engine.projects.projects import entries_of, outline, packed, people
from tests.places import ROOT

CASES = 600
MEMORY_MB = 700
"""What a process may take that reads all bombs; without reading any it takes about 250 MB."""


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    """A project that is as it should be: its file and what is in it."""
    folder = tmp_path_factory.mktemp("whole")
    project = people(folder)
    write_project(folder / "whole.arxdesk", project)
    return folder / "whole.arxdesk"


def refused(path: Path) -> UserError:
    with pytest.raises(UserError) as caught:
        read_project(path)
    for problem in caught.value.problems:
        assert problem.place
        assert problem.found
        assert problem.remedy
        assert "arxdesk-" not in str(problem).replace("arxdesk-project", "")  # a private folder is no place for people
        assert len(str(problem)) < 2_000
    return caught.value


@pytest.mark.parametrize("name", CORPUS)
def test_that_hostile_archives_are_refused_in_words(original, tmp_path, name):
    path = tmp_path / "evil.arxdesk"
    path.write_bytes(CORPUS[name](entries_of(original)))
    error = refused(path)
    assert str(path) in error.message
    with contextlib.suppress(UserError):
        job_of(path)
    assert list(tmp_path.iterdir()) == [path]


def test_that_the_corpus_is_made_of_an_archive_that_is_read(original, tmp_path):
    path = tmp_path / "same.arxdesk"
    path.write_bytes(packed(entries_of(original)))
    assert outline(read_project(path)) == outline(read_project(original))


def test_that_a_newer_version_says_what_it_needs(original, tmp_path):
    path = tmp_path / "new.arxdesk"
    path.write_bytes(CORPUS["a newer version"](entries_of(original)))
    assert "needs ArxDesk 7.1 or later" in refused(path).message
    path.write_bytes(CORPUS["a newer version that needs nonsense"](entries_of(original)))
    assert "needs a newer ArxDesk" in refused(path).message


def test_that_what_cannot_be_opened_is_said(tmp_path):
    assert "no such file" in refused(tmp_path / "none.arxdesk").message
    (tmp_path / "folder.arxdesk").mkdir()
    assert "is a directory" in refused(tmp_path / "folder.arxdesk").message


BOMBS = [name for name in CORPUS if "grow" in name or "many" in name or "billions" in name or "large" in name]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not say how much a program took")
def test_that_no_bomb_takes_more_memory_than_it_may(original, tmp_path):
    for number, name in enumerate(BOMBS):
        (tmp_path / f"{number}.arxdesk").write_bytes(CORPUS[name](entries_of(original)))
    script = (
        "import sys; from pathlib import Path\n"
        "from arxdesk_engine.foundation.errors import UserError\n"
        "from arxdesk_engine.projects.archive import read_project\n"
        "for path in sorted(Path(sys.argv[1]).iterdir()):\n"
        "    try: read_project(path)\n"
        "    except UserError: continue\n"
        "    raise SystemExit(f'{path} was read')\n"
        "print(Path('/proc/self/status').read_text().partition('VmHWM:')[2].split()[0])\n"
    )
    command = [sys.executable, "-c", script, str(tmp_path)]
    done = subprocess.run(
        command,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "TMPDIR": str(tmp_path.parent)},
    )
    assert done.stderr == ""
    assert int(done.stdout) < MEMORY_MB * 1024


def damaged(raw: bytes, chance: random.Random) -> bytes:
    """One to three things that happen to files, at places of chance."""
    found = bytearray(raw)
    for _time in range(chance.choice([1, 1, 1, 2, 3])):
        place, length = chance.randrange(len(found)), chance.choice([1, 1, 2, 8, 64, 1024])
        match chance.choice(["flip", "flip", "flip", "cut", "insert", "take", "zero", "copy"]):
            case "flip":
                found[place] ^= 1 << chance.randrange(8)
            case "cut":
                del found[place:]
            case "insert":
                found[place:place] = chance.randbytes(length)
            case "take":
                del found[place : place + length]
            case "zero":
                found[place : place + length] = bytes(len(found[place : place + length]))
            case "copy":
                other = chance.randrange(len(found))
                found[place : place + length] = found[other : other + length]
        if not found:
            break
    return bytes(found)


@pytest.mark.parametrize("seed", range(4))
def test_that_damage_is_refused_or_does_no_harm(original, tmp_path, seed):
    chance = random.Random(seed)  # noqa: S311 - the same damage every time
    raw, whole = original.read_bytes(), outline(read_project(original))
    path = tmp_path / "damaged.arxdesk"
    harmless = 0
    for _case in range(CASES // 4):
        path.write_bytes(damaged(raw, chance))
        with contextlib.suppress(UserError):
            assert outline(read_project(path)) == whole
            harmless += 1
    assert harmless < CASES // 4


@pytest.mark.parametrize("seed", range(3))
def test_that_damaged_content_in_a_sound_archive_is_refused_or_read(original, tmp_path, seed):
    chance = random.Random(seed)  # noqa: S311 - the same damage every time
    entries = entries_of(original)
    path = tmp_path / "damaged.arxdesk"
    for _case in range(60):
        path.write_bytes(packed({**entries, "project.json": damaged(entries["project.json"], chance)}))
        with contextlib.suppress(UserError):
            read_project(path)


@pytest.mark.parametrize("name", [CITY, "outcome/examined.parquet", "data.parquet"])
def test_that_damaged_entries_with_fitting_digests_are_refused_or_read(original, tmp_path, name):
    chance = random.Random(name)  # noqa: S311 - the same damage every time
    entries = entries_of(original)
    path = tmp_path / "damaged.arxdesk"
    for _case in range(60):
        path.write_bytes(with_entry(entries, name, damaged(entries[name], chance)))
        with contextlib.suppress(UserError):
            read_project(path)


@pytest.mark.parametrize("name", ["texts that grow", "a table of many records", "a packed table that grows"])
def test_that_a_job_that_leads_into_a_hostile_archive_is_refused_before_its_table_is_read(
    original, tmp_path, name, monkeypatch
):
    """A job needs not be asked for by the project: its path may name the entry."""
    path = tmp_path / "evil.arxdesk"
    path.write_bytes(CORPUS[name](entries_of(original)))
    monkeypatch.setattr("arxdesk_engine.io.table._READERS", {})  # would fail
    with pytest.raises(InvalidData) as caught:
        read_table(f"{path}/data.parquet", TableOptions(), Control())
    assert caught.value.problems[0].place == f"{path}/data.parquet"


def test_that_a_job_may_lead_into_an_archive_that_is_as_it_should_be(original):
    assert (
        read_table(f"{original}/data.parquet", TableOptions(), Control()).records
        == read_project(original).dataset.records
    )
