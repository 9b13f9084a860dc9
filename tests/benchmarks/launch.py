"""The command line, telling when it begins to read and to search: `python -m tests.benchmarks.launch JOB.toml`.

Prints the time of day of its first report, which comes before the table is opened, and of the first report of a search
that has checked something; by then every kernel that the search needs is loaded.
"""

from __future__ import annotations

import sys
import time

from arxdesk.cli import commands as cli
from arxdesk.cli import run
from arxdesk_engine.foundation.control import Control, Progress, SearchProgress


class _Told(Control):
    reads = searches = False

    def report(self, progress: Progress) -> None:
        if not _Told.reads:
            _Told.reads = True
            print(repr(time.time()), flush=True)
        if isinstance(progress, SearchProgress) and progress.checks and not _Told.searches:
            _Told.searches = True
            print(repr(time.time()), flush=True)
        super().report(progress)


if __name__ == "__main__":
    run.Control = _Told  # type: ignore[misc]
    sys.exit(cli.main(["run", *sys.argv[1:], "--quiet"]))
