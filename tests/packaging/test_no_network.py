"""Nothing leaves the computer: the program opens no connection, and does all of its work where there is no network."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.places import EXAMPLE, ROOT

JOB = EXAMPLE / "discharge.toml"
WATCHED = """
import json, sys
asked = []
def watch(event, arguments):
    if event in ("socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo",
                 "socket.gethostbyname", "socket.gethostbyaddr", "urllib.Request", "http.client.connect"):
        asked.append((event, repr(arguments)))
sys.addaudithook(watch)
from arxdesk.__main__ import main
folder, job = sys.argv[1:]
for command in (
    ["inspect", job],
    ["run", job, "--output", folder + "/out.xlsx", "--quiet"],
    ["report", job, "--output", folder + "/report.html", "--quiet"],
):
    if main(command) != 0:
        sys.exit(f"{command} failed")
import socket, contextlib
made = len(asked)
with contextlib.suppress(OSError), socket.socket() as test:
    test.connect(("127.0.0.1", 9))
print()
print(json.dumps({"asked": asked[:made], "seen": len(asked) - made}))
"""


def environment() -> dict[str, str]:
    paths = os.pathsep.join(str(ROOT / part) for part in ("", "engine", "resources"))
    return {**os.environ, "PYTHONPATH": paths, "QT_QPA_PLATFORM": "offscreen"}


def without_interfaces() -> list[str]:
    """What runs a command in a network of its own without any interface, not even for itself; skips where forbidden."""
    if shutil.which("unshare") is None:
        pytest.skip("unshare, which makes a network without interfaces, is not installed")
    prefix = ["unshare", "--map-root-user", "--net"]
    if subprocess.run([*prefix, "true"], capture_output=True, check=False).returncode != 0:
        pytest.skip("this system forbids namespaces, so that no network without interfaces can be made")
    return prefix


def test_that_the_engine_asks_python_for_no_connection(tmp_path: Path):
    command = [sys.executable, "-c", WATCHED, str(tmp_path), str(JOB)]
    done = subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert told == {"asked": [], "seen": 1}


def test_that_the_window_and_the_commands_work_without_a_network(tmp_path: Path):
    prefix = without_interfaces()
    for arguments in (["run", str(JOB), "--output", str(tmp_path / "out.csv"), "--quiet"], ["--check"]):
        command = [*prefix, sys.executable, "-m", "arxdesk", *arguments]
        done = subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "This installation works."
