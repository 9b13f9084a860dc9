"""A program that kills savers: children save two projects over one file in turn until SIGKILL ends them at any moment.

A program of its own, because a test runner has threads that do not survive a fork. It prints what it found.
"""

import json
import os
import random
import signal
import sys
import time
from pathlib import Path

from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.projects.archive import read_project, write_project
from arxdesk_engine.projects.project import Project
from tests.engine.projects.projects import outline, people

LONGEST_SECONDS = 0.04


def save_forever(file: Path, projects: tuple[Project, ...], first: int) -> None:
    """Save one project after the other, until somebody ends it."""
    turn = first
    while True:
        write_project(file, projects[turn % 2])
        turn += 1


def killed(file: Path, projects: tuple[Project, ...], first: int, seconds: float) -> None:
    """Let a child save, and kill it after so many seconds."""
    child = os.fork()
    if child == 0:
        try:
            save_forever(file, projects, first)
        finally:
            os._exit(1)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    _pid, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), f"the child ended by itself: {status}"


def main(folder: Path, kills: int) -> None:
    """Kill so many savers, and look at the file after each."""
    chance = random.Random(folder.name)  # noqa: S311 - moments without a pattern, nothing secret
    (folder / "inputs").mkdir()
    one = people(folder / "inputs")
    words = one.job.project.model_copy(update={"title": "The other project", "description": "d" * 5_000})
    job = one.job.model_copy(update={"project": words})
    other = Project(job, one.dataset, one.hierarchies, one.origin, None, one.trail, one.raw)
    file = folder / "kept" / "study.arxdesk"
    file.parent.mkdir()
    write_project(file, one)
    known = [outline(each) for each in (one, other)]
    found = {"one": 0, "other": 0, "neither": 0}
    for kill in range(kills):
        killed(file, (one, other), kill, chance.uniform(0.0, LONGEST_SECONDS))
        try:
            seen = outline(read_project(file))
            found["one" if seen == known[0] else "other" if seen == known[1] else "neither"] += 1
        except UserError:
            found["neither"] += 1
    left = [each for each in file.parent.iterdir() if each != file]
    found["left"] = len(left)
    for each in left:
        os.utime(each, (1_000_000_000, 1_000_000_000))
    write_project(file, one)
    found["left in the end"] = len(list(file.parent.iterdir())) - 1
    print(json.dumps(found))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
