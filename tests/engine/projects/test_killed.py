"""A save that is killed leaves the old project or the new one, never neither."""

import json
import os
import subprocess
import sys

import pytest

from tests.places import ROOT

KILLS = 100


@pytest.mark.skipif(os.name != "posix", reason="programs are killed in the middle of anything on POSIX only")
def test_that_a_save_killed_at_any_moment_leaves_the_old_or_the_new_project(tmp_path):
    command = [sys.executable, "-m", "tests.engine.projects.killing", str(tmp_path), str(KILLS)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=240)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["neither"] == 0
    assert found["one"] + found["other"] == KILLS
    assert 0 < found["left"] <= KILLS  # one temporary file at most for every kill, and some kills met a save
    assert found["left in the end"] == 0  # what is older than an hour goes with the next save
