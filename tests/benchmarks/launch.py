"""The command line, telling when its search begins to look at transformations: `python -m ... launch JOB.toml`.

Prints the time of day of the first report of a search that has checked something; by then every kernel that the
search needs is loaded.
"""

from __future__ import annotations

import sys
import time

from arxdesk.cli import commands as cli
from arxdesk.cli import run
from arxdesk_engine.foundation.control import Control, Progress, SearchProgress


class _FirstCheck(Control):
    told = False

    def report(self, progress: Progress) -> None:
        if isinstance(progress, SearchProgress) and progress.checks and not _FirstCheck.told:
            _FirstCheck.told = True
            print(repr(time.time()), flush=True)
        super().report(progress)


if __name__ == "__main__":
    run.Control = _FirstCheck  # type: ignore[misc]
    sys.exit(cli.main(["run", *sys.argv[1:], "--quiet"]))
