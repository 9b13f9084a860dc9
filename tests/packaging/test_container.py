"""The container's recipe: read, and its start done for real without rights, a home, a network or a writable root."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from arxdesk_engine import __version__
from tests.packaging.core_environment import core_environment
from tests.places import EXAMPLE_JOB, ROOT

FOLDER = ROOT / "packaging" / "container"
NOBODY = 65532
LONG = 300


def instructions() -> list[tuple[str, str]]:
    """The instructions of the recipe in their order, continued lines joined."""
    text = re.sub(r"^#.*\n", "", (FOLDER / "Containerfile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    lines = text.replace("\\\n", " ").splitlines()
    return [(name, " ".join(rest.split())) for name, _, rest in (line.partition(" ") for line in lines if line.strip())]


def of(name: str) -> list[str]:
    return [rest for each, rest in instructions() if each == name]


def last_stage() -> list[tuple[str, str]]:
    found = instructions()
    return found[max(place for place, (name, _rest) in enumerate(found) if name == "FROM") :]


def environment() -> dict[str, str]:
    (said,) = (rest for name, rest in last_stage() if name == "ENV")
    return dict(each.split("=", 1) for each in said.split())


def test_that_it_runs_without_rights_and_by_numbers():
    users = [rest for name, rest in last_stage() if name == "USER"]
    assert users == [f"{NOBODY}:{NOBODY}"]
    names = [name for name, _rest in last_stage()]
    assert names.index("USER") < names.index("ENTRYPOINT")
    assert not any(name in ("ADD", "EXPOSE", "RUN", "SHELL") for name in names)


def test_that_images_are_named_with_versions_and_nothing_is_fetched_but_libraries():
    assert all(re.fullmatch(r"docker\.io/library/python:3\.\d+-slim-[a-z]+( AS \w+)?", each) for each in of("FROM"))
    for command in of("RUN"):
        assert not re.search(r"\b(curl|wget|sudo|apt-get|git)\b", command)
        assert "pip install" not in command or "--no-cache-dir --constraint" in command


def test_that_starts_are_in_exec_form_and_every_source_exists():
    for name in ("ENTRYPOINT", "CMD"):
        (said,) = of(name)
        assert isinstance(json.loads(said), list)
    for copied in of("COPY"):
        if copied.startswith("--from"):
            continue
        *sources, _target = copied.split()
        assert all((ROOT / source).exists() for source in sources)
    assert os.access(FOLDER / "entrypoint.sh", os.X_OK)


def test_that_the_window_is_not_in_it():
    assert not any("[desktop]" in command for command in of("RUN"))


def test_that_the_lock_gives_a_constraint_for_every_library():
    lock = ROOT / "packaging" / "requirements.lock"
    (pattern,) = re.findall(r"sed -n '([^']+)'", of("RUN")[0])
    done = subprocess.run(["sed", "-n", pattern, lock], capture_output=True, text=True, check=True)
    names = {line.partition("==")[0] for line in done.stdout.splitlines()}
    assert {"numpy", "pandas", "numba", "pyarrow", "pydantic", "shtab"} <= names
    assert len(done.stdout.splitlines()) == len(re.findall(r"^[A-Za-z0-9._-]+==", lock.read_text(), re.MULTILINE))
    assert "--hash" not in done.stdout


@pytest.fixture(scope="module")
def image() -> Iterator[Path]:
    """A folder that stands for /opt/arxdesk and that everybody may read; pytest's own are for their owner alone."""
    if os.name != "posix" or os.geteuid() != 0 or shutil.which("setpriv") is None:
        pytest.skip("only root can give up its rights here")
    if subprocess.run(["unshare", "--mount", "--net", "true"], capture_output=True, check=False).returncode:
        pytest.skip("name spaces are forbidden here")
    folder = Path(tempfile.mkdtemp(prefix="arxdesk-image-"))
    folder.chmod(0o755)
    try:
        python = core_environment(folder)
        for link in (each for each in python.parent.iterdir() if each.is_symlink()):
            link.unlink()
        python.symlink_to(f"/media/bin/{Path(os.path.realpath(sys.executable)).name}")
        (folder / "pyvenv.cfg").write_text("home = /media/bin\ninclude-system-site-packages = false\n")
        program = folder / "bin" / "arxdesk"
        program.write_text(f'#!/bin/sh\nexec /srv/bin/{python.name} -m arxdesk "$@"\n')
        program.chmod(0o755)
        shutil.copy(FOLDER / "entrypoint.sh", folder / "bin")
        data = folder / "data"
        shutil.copytree(EXAMPLE_JOB.parent, data)
        for each in (data, *data.iterdir()):
            os.chown(each, NOBODY, NOBODY)
        yield folder
    finally:
        shutil.rmtree(folder)


def contained(image: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Start it as the recipe says, the image at /srv, the data at /mnt and Python at /media, in a root only to read."""
    scratch = "/var/tmp" if ROOT.is_relative_to("/tmp") else "/tmp"  # noqa: S108 - it would hide the libraries there
    said = environment() | {"PATH": "/srv/bin:/usr/local/bin:/usr/bin:/bin", "ARXDESK_KERNELS": "/srv/kernels"}
    said["TMPDIR"] = scratch
    variables = " ".join(f"{name}={value}" for name, value in said.items())
    script = (
        f"mount --make-rprivate / && mount --bind {image} /srv && mount --bind {image}/data /mnt "
        f"&& mount --bind {sys.base_prefix} /media "
        f"&& mount -t tmpfs -o mode=1777 tmpfs {scratch} "
        "&& mount -o remount,bind,ro / && mount -o remount,bind,ro /srv "
        f"&& cd /mnt && exec setpriv --reuid {NOBODY} --regid {NOBODY} --clear-groups --no-new-privs "
        f'env -i {variables} /srv/bin/entrypoint.sh "$@"'
    )
    command = ["unshare", "--mount", "--net", "sh", "-c", script, "sh", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=LONG, check=False)


def test_that_it_starts_and_tells_what_there_is(image: Path):
    assert contained(image, "--version").stdout == f"arxdesk {__version__}\n"
    assert "propose" in contained(image, "--help").stdout


@pytest.mark.slow
def test_that_the_example_is_anonymized_there(image: Path):
    done = contained(image, "run", "discharge.toml", "--output", "out.csv", "--json", "--threads", "1")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["verified"]["all"] is True
    assert (image / "data" / "out.csv").stat().st_uid == NOBODY
    refused = contained(image, "run", "discharge.toml", "--output", "/srv/out.csv")
    assert refused.returncode == 4
    assert "cannot be written" in refused.stderr
    assert "Traceback" not in refused.stderr
