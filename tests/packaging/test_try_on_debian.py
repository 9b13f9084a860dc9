"""What the trials of installers note and tell, without a Debian."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.packaging.scripts import load_script


@pytest.fixture
def trials():
    return load_script("try_on_debian")


def test_that_paths_within_others_are_not_told_twice(trials):
    paths = ["home/a/.cache", "home/a/.cache/x", "home/a/.cache-2", "home/a/.cache/x/y", "usr/b"]
    assert trials.uppermost(paths) == ["home/a/.cache", "home/a/.cache-2", "usr/b"]


def test_that_a_system_tells_what_is_new_and_its_size_once(trials, tmp_path: Path):
    for place in ("proc/1", "home/person", "var/lib/dpkg", "etc"):
        (tmp_path / place).mkdir(parents=True)
    (tmp_path / "etc" / "os-release").write_text('NAME="Debian GNU/Linux"\nVERSION_ID="12"\n', encoding="utf-8")
    system = trials.System(tmp_path)
    before = system.paths()
    assert "proc/1" not in before
    (tmp_path / "home" / "person" / "one").write_bytes(b"1" * 8192)
    (tmp_path / "home" / "person" / "two").hardlink_to(tmp_path / "home" / "person" / "one")
    (tmp_path / "var" / "lib" / "dpkg" / "status").touch()
    new = system.paths() - before
    assert new == {"home/person/one", "home/person/two"}
    assert system.bytes_of(new) == system.bytes_of(["home/person/one"]) >= 8192
    assert system.name() == "Debian 12"


def test_that_an_outcome_is_a_row_also_where_it_failed(trials):
    seconds = {"install": 2.4, "first check": 11.6, "later check": 7.0, "example": 3.0}
    used = {"install": 0.1, "first check": 4.6, "later check": 4.4, "example": 1.3}
    kept = [trials.Left("fontconfig", ["home/person/.cache/fontconfig"], 5, 40_960)]
    left = [trials.Left("ArxDesk", ["home/person/.config"], 1, 8_192), *kept]
    outcome = trials.Outcome("AppImage", "Debian 13", 150_000_000, 151_000_000, seconds, used, left, kept)
    took = "2 s (0) | 12 s (5) | 7 s (4) | 3 s (1)"
    told = "fontconfig: 0.0 MB in 5 files (`/home/person/.cache/fontconfig`)"
    settings = "ArxDesk: 0.0 MB in 1 files (`/home/person/.config`)"
    expected = f"| AppImage | Debian 13 | 150 MB | 151 MB | {took} | {settings}; {told} | ArxDesk: nothing; {told} |"
    assert trials.row(outcome) == expected
    failed = trials.Outcome(".deb", "Debian 13", failure="apt ended with status 100:\nmore")
    assert "failed: apt ended with status 100" in trials.row(failed)
    assert trials.row(failed).count("|") == expected.count("|")


def test_that_what_is_left_is_told_by_owner(trials, tmp_path: Path):
    files = (
        ".cache/uv/archive/arxdesk/__init__.py",
        ".cache/uv/CACHEDIR.TAG",
        ".cache/fontconfig/list",
        ".local/share/uv/.lock",
        ".config/ArxDesk/ArxDesk.ini",
        ".local/share/pipx/venvs/other",
    )
    for file in files:
        (tmp_path / "home" / "person" / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "home" / "person" / file).write_text("1", encoding="utf-8")
    for folder in (".local/bin", ".local/state"):
        (tmp_path / "home" / "person" / folder).mkdir()
    (tmp_path / "tmp" / "arxdesk-1").mkdir(parents=True)
    system = trials.System(tmp_path)
    paths = system.paths() - {"home", "home/person", "tmp"}
    found = {each.owner: each for each in trials.sorted_out(system, paths, "uv")}
    assert list(found) == ["ArxDesk", "fontconfig", "uv"]
    of_uv = [".cache/uv", ".local/bin", ".local/share/uv"]
    assert (found["uv"].paths, found["uv"].files) == ([f"home/person/{each}" for each in of_uv], 3)
    # What another tool keeps is not expected after this one, nor a command, nor anything in a folder for a while.
    assert found["ArxDesk"].paths == [
        "home/person/.config/ArxDesk",
        "home/person/.local/share/pipx",
        "tmp/arxdesk-1",
    ]
    assert trials.owner("home/person/.local/bin/arxdesk", "uv") == "ArxDesk"
    assert trials.owner("home/person/.local/bin", "") == "ArxDesk"
    assert trials.owner("tmp/appimage_extracted_1/arxdesk", "") == "runtime of AppImages"


def test_that_a_missing_installer_is_named(trials, tmp_path: Path):
    [deb] = [way for way in trials.WAYS if way.name == ".deb"]
    with pytest.raises(trials.TrialError, match=r"0 times arxdesk_\*\.deb"):
        trials.artefact(deb, tmp_path)
    (tmp_path / "arxdesk_1_amd64.deb").touch()
    assert trials.artefact(deb, tmp_path).name == "arxdesk_1_amd64.deb"


def test_that_only_root_may_try_and_only_in_a_system(trials, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert trials.main([str(tmp_path)]) == 2
    assert "root of a system" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("log", "status", "said"),
    [
        (None, 1, ""),
        ("", 1, ""),
        ("2026-11-28 20:08:59,919 INFO arxdesk.tasks.jobs [MainThread] no ERROR here: begins\n", 0, ""),
        ("2026-11-28 20:08:59,919 ERROR arxdesk [MainThread] an error\nTraceback\n", 1, "an error"),
    ],
)
def test_that_a_window_that_logs_trouble_or_nothing_has_failed(trials, tmp_path: Path, log, status: int, said: str):
    if log is not None:
        path = tmp_path / ".local" / "state" / "ArxDesk" / "log" / "arxdesk.log"
        path.parent.mkdir(parents=True)
        path.write_text(log, encoding="utf-8")
    command = ["/bin/sh", "-ec", trials.NOTHING_WRONG]
    done = subprocess.run(command, env={"HOME": str(tmp_path)}, capture_output=True, text=True, check=False)
    assert (done.returncode, said in done.stdout) == (status, True)
